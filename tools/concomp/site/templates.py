"""The templates of pages, and what they are told: links, statuses, typeset sentences. All text is escaped."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from concomp.model.registry.evidence import Evidence
from concomp.site.addresses import ERRATA, graph_page, link, source_page
from concomp.site.contents import Contents
from concomp.site.derivation import Stretch, derivation_page, is_long, stretches
from concomp.site.library import documented_at
from concomp.site.mathematics.blocks import blocks
from concomp.site.mathematics.prose import sentence
from concomp.site.statuses import STATUSES

FOLDER = Path(__file__).parent / "theme" / "templates"


def render(template: str, contents: Contents, here: str, **values: object) -> str:
    """A template as HTML on a page.

    here: the name of the page, from which links lead away. values: what the template is about.
    """
    told = {"contents": contents, "standing": contents.standing, "here": here, "to": _Links(contents, here), **values}
    return _environment().get_template(template).render(told)


class _Links:
    """Links from one page to others."""

    def __init__(self, contents: Contents, here: str) -> None:
        self._contents, self._here = contents, here

    def page(self, name: str, fragment: str = "") -> str:
        """The address of a page."""
        return link(name, self._here, fragment)

    def file(self, path: str) -> str:
        """The address of a file that is no page."""
        return link(path, self._here).removesuffix(".html")

    def library(self, path: str) -> str | None:
        """The address of the documentation of a public object; None if it has none."""
        found = documented_at().get(path) if self._contents.is_whole else None
        return None if found is None else link(found[0], self._here, found[1])

    def source(self, module: str, line: int) -> str:
        """The address of a line in the page of a module."""
        return link(source_page(module), self._here, f"L{line}")

    def graph(self, source: str) -> str:
        """The page with the graph of a paper."""
        return graph_page(source)

    @property
    def errata(self) -> str:
        """The page with the index of errata."""
        return ERRATA

    def derivation(self, evidence: Evidence) -> str | None:
        """The address of the page of a long derivation; None for a short one."""
        return link(derivation_page(self._contents, evidence), self._here) if is_long(evidence) else None

    def stretches(self, evidence: Evidence) -> list[Stretch]:
        """The lines of a derivation, taken apart."""
        return stretches(evidence.outcome.derivation)

    def named(self, name: str) -> str | None:
        """The address of the page of a statement or erratum; None if it has none."""
        page = self._contents.pages.get(name)
        return None if page is None else link(page, self._here)


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(FOLDER),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    filters: Mapping[str, object] = {
        "sentence": lambda text: Markup(sentence(text)),
        "blocks": lambda text: Markup(blocks(text)),
    }
    environment.filters.update(filters)
    environment.globals["statuses"] = STATUSES
    return environment
