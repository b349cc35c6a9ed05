"""What a site is about: the standing of the statements, and which of them and of the errata have a page."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from concomp.model.registry.registry import Registry
from concomp.model.registry.rows import Erratum, Statement
from concomp.obligations.runner.project import Project
from concomp.obligations.runner.standing import Standing, by_section
from concomp.report.map.chapters import Chapter, chapters
from concomp.site.addresses import erratum_page, statement_page
from concomp.site.renumbering import earlier_numbers

PAPERS: Mapping[str, str] = {
    "HSV26": "Concurrent Composition for Differentially Private Continual Mechanisms",
    "Haney23": "Concurrent Composition for Interactive Differential Privacy with Adaptive Privacy-Loss Parameters",
    "Lyu22": "Composition Theorems for Interactive Differential Privacy",
    "Zhang24": "Differential Confounding Privacy and Inverse Composition",
    "concomp": "Statements beyond the papers",
}
"""The titles of the papers, and of what is ours; the newest paper first."""
AUTHORS: Mapping[str, str] = {
    "HSV26": "Henzinger, Safavi, Vadhan",
    "Haney23": "Haney, Shoemate, Tian, Vadhan, Vyrros, Xu, Zhang",
    "Lyu22": "Lyu",
    "Zhang24": "Zhang, Malin, Raviv, Vorobeychik",
    "concomp": "this project",
}


@dataclass(frozen=True)
class Contents:
    """What a site is about.

    standing: how everything stands by the stored evidence. keys: the statements with a page, in the papers' order.
    """

    project: Project
    standing: Standing
    keys: Sequence[str]

    @property
    def registry(self) -> Registry:
        """All statements and errata, with a page or without."""
        return self.standing.registry

    @property
    def clone(self) -> Path | None:
        """The folder of the clone, to which paths are relative."""
        return self.project.clone

    @property
    def is_whole(self) -> bool:
        """Whether every statement has a page; only then the library and the pages of docs/ are beside them."""
        return len(self.keys) == len(self.registry.statements)

    @cached_property
    def pages(self) -> Mapping[str, str]:
        """The pages of statements by their keys, and of errata by their ids."""
        statements = {key: statement_page(self.registry.statements[key]) for key in self.keys}
        return {**statements, **{erratum.id: erratum_page(erratum.id) for erratum in self.errata}}

    @cached_property
    def rows(self) -> Sequence[Statement]:
        """The statements with a page."""
        return [self.registry.statements[key] for key in self.keys]

    @cached_property
    def errata(self) -> Sequence[Erratum]:
        """The errata that concern a statement with a page, or passages alone, in the order of their recording."""
        shown = set(self.keys)
        return [erratum for erratum in self.registry.errata.values() if self.is_whole or shown & {*erratum.concerns}]

    @cached_property
    def chapters(self) -> Sequence[Chapter]:
        """The chapters of the papers in which these statements stand."""
        return chapters(self.rows)

    @cached_property
    def earlier(self) -> Mapping[str, Sequence[str]]:
        """The numbers that statements have in an earlier version of their paper, by their keys."""
        return earlier_numbers(self.registry)

    def sources(self) -> list[str]:
        """The papers that have pages, the newest first."""
        shown = {row.source for row in self.rows}
        return [source for source in PAPERS if source in shown]


def contents_of(project: Project, standing: Standing, wanted: Collection[str] = ()) -> Contents:
    """What a site is about that tells of some statements, with all that they rest on; of all unless some are named."""
    registry = standing.registry
    shown = {*wanted, *(target for key in wanted for target in registry.dependencies(key))} or {*registry.statements}
    shown |= {repair for key in shown if (repair := registry.repair_of(key))}
    ordered = [row for rows in by_section(registry.statements.values()).values() for row in rows]
    return Contents(project, standing, [row.key for row in ordered if row.key in shown])
