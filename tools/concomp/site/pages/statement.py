"""The page of a statement: what it says, how it stands, where it is wrong, what realises, checks and derives it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from concomp.model.registry.rows import Statement
from concomp.model.registry.statuses import COMMENTARY
from concomp.report.explain import path_to_weakest, sentence_of_check, story_as_json
from concomp.site.addresses import chapter_page, paper_page, statement_page
from concomp.site.contents import Contents
from concomp.site.examples import examples_of
from concomp.site.graph.cone import cone_of
from concomp.site.graph.drawing import drawing
from concomp.site.page import Page, Part
from concomp.site.pages.derivation import derivations
from concomp.site.source_code import Excerpt, excerpt
from concomp.site.templates import render
from concomp.site.values import steps

if TYPE_CHECKING:
    from concomp.model.registry.evidence import Evidence

PARTS = {
    "statement": "What it says",
    "standing": "How it stands",
    "counterexample": "Smallest counterexample",
    "errata": "Where the print is wrong",
    "repair": "The repair",
    "beyond": "Beyond the papers",
    "objects": "Realised by",
    "checks": "Checked by",
    "derivation": "Derived",
    "examples": "Examples",
    "dependencies": "What it rests on, and what rests on it",
    "reproduce": "How to reproduce",
}
"""The parts of the page in their order, and their headings; a template each."""
UNSEARCHED = {"derivation", "dependencies", "errata", "repair", "reproduce"}


@dataclass(frozen=True)
class Shown:
    """An object or a check: its dotted name, where it is written, and its source."""

    path: str
    place: str
    source: Excerpt | None


@dataclass(frozen=True)
class Beside:
    """The statements before and after one, in the order of its paper."""

    previous: str | None
    next: str | None


def statement_pages(contents: Contents) -> Iterator[Page]:
    """The pages of all statements."""
    for source in contents.sources():
        keys = [key for key in contents.keys if contents.registry.statements[key].source == source]
        for place, key in enumerate(keys):
            beside = Beside(keys[place - 1] if place else None, keys[place + 1] if place + 1 < len(keys) else None)
            yield statement_page_of(contents, key, beside)
            yield from derivations(contents, key)


def statement_page_of(contents: Contents, key: str, beside: Beside) -> Page:
    """The page of one statement."""
    row = contents.registry.statements[key]
    here = contents.pages[key]
    told = _told(contents, row)
    written = {name: render(f"statement/{name}.html", contents, here, **told).strip() for name in PARTS}
    return Page(
        here,
        f"{key} — {row.title}",
        render("statement/lead.html", contents, here, **told),
        [Part(PARTS[name], html, name, name not in UNSEARCHED) for name, html in written.items() if html],
        _words(row),
        contents.pages.get(beside.previous or ""),
        contents.pages.get(beside.next or ""),
        _above(contents, row),
        is_first_choice=row.repairs is None,
    )


def _told(contents: Contents, row: Statement) -> dict[str, object]:
    standing = contents.standing
    own = list(standing.evidence.get(row.key, ()))
    story = story_as_json(standing, row.key, contents.clone)
    graph = cone_of(contents, row.key)
    return {
        "row": row,
        "story": story,
        "status": standing.statuses[row.key],
        "path": path_to_weakest(standing, row.key),
        "below": standing.below(row.key),
        "earlier": contents.earlier.get(row.key, ()),
        "refuting": [each for each in map(contents.registry.errata.__getitem__, row.errata) if row.key in each.refutes],
        "concerning": [
            each for each in map(contents.registry.errata.__getitem__, row.errata) if row.key not in each.refutes
        ],
        "counterexamples": [steps(each.outcome.counterexample) for each in own if each.outcome.counterexample],
        "objects": [
            Shown(tagged.path, place, excerpt(tagged.module, tagged.name))
            for tagged, place in zip(standing.objects.get(row.key, ()), story["realised_at"], strict=True)
        ],
        "checks": list(zip(own, map(_check, own, story["checked_at"]), map(sentence_of_check, own), strict=True)),
        "derived": [each for each in own if each.outcome.derivation or each.outcome.formulas],
        "versions": [dict(standing.versions(each)) for each in own],
        "graph": graph,
        "drawn": drawing(contents, graph, contents.pages[row.key], marked=row.key),
        "resting": [each.key for each in contents.registry.statements.values() if row.key in each.depends_on],
        "examples": examples_of(row.key),
        "is_commentary": row.kind in COMMENTARY,
    }


def _check(evidence: Evidence, place: str) -> Shown:
    module, _, name = evidence.check.rpartition(".")
    return Shown(evidence.check, place, excerpt(module, name))


def _words(row: Statement) -> Sequence[str]:
    """What the search leads to the statement from: its label, with the paper and without, and its bare number."""
    numbers = re.findall(r"[A-Z]?\.?\d+(?:\.\d+)*", row.label)
    return list(dict.fromkeys([row.key, row.label, *numbers]))


def _above(contents: Contents, row: Statement) -> list[tuple[str, str]]:
    chapter = next(each for each in contents.chapters if row in each.rows)
    return [
        (paper_page(row.source), row.source),
        (chapter_page(chapter.paper, chapter.title), chapter.title),
        (statement_page(row), row.label),
    ]
