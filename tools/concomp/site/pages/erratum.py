"""The page of an erratum, and the index of all by paper and class."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import get_args

from concomp.model.registry.rows import Erratum, ErratumClass
from concomp.obligations.runner.store import slug
from concomp.report.explain import erratum_as_json
from concomp.site.addresses import ERRATA
from concomp.site.contents import Contents
from concomp.site.page import Page, Part
from concomp.site.templates import render

PARTS = {
    "printed": "What is printed",
    "counterexample": "Minimal counterexample",
    "wrong": "Why it fails",
    "repair": "Repair",
    "confirmation": "How established",
    "remarks": "Remarks",
    "reproduce": "How to reproduce",
}


def erratum_pages(contents: Contents) -> Iterator[Page]:
    """The index of errata, and the page of each."""
    yield _index(contents)
    ordered = list(contents.errata)
    for place, erratum in enumerate(ordered):
        before = ordered[place - 1] if place else None
        after = ordered[place + 1] if place + 1 < len(ordered) else None
        yield _page(contents, erratum, before, after)


def _page(contents: Contents, erratum: Erratum, before: Erratum | None, after: Erratum | None) -> Page:
    here = contents.pages[erratum.id]
    story = erratum_as_json(contents.standing, erratum.id)
    checked = [key for key in erratum.refutes if contents.standing.evidence.get(key)]
    told: dict[str, object] = {"erratum": erratum, "story": story, "checked": checked}
    written = {name: render(f"erratum/{name}.html", contents, here, **told).strip() for name in PARTS}
    return Page(
        here,
        f"{erratum.id} — {erratum.title}",
        render("erratum/lead.html", contents, here, **told),
        [Part(PARTS[name], html, name) for name, html in written.items() if html],
        [erratum.id],
        None if before is None else contents.pages[before.id],
        None if after is None else contents.pages[after.id],
        [(ERRATA, "Errata"), (here, erratum.id)],
    )


def _index(contents: Contents) -> Page:
    groups = {source: [each for each in contents.errata if source in each.sources] for source in contents.sources()}
    groups["Passages that are no statements"] = [each for each in contents.errata if not each.concerns]
    parts = [
        Part(
            title,
            render("erratum/index.html", contents, ERRATA, classes=_by_class(errata)),
            slug(title),
            is_searched=False,
        )
        for title, errata in groups.items()
        if errata
    ]
    return Page(ERRATA, "Errata", render("erratum/index_lead.html", contents, ERRATA), parts, ["errata"])


def _by_class(errata: Sequence[Erratum]) -> Mapping[str, Sequence[Erratum]]:
    """Errata by their class, the worst first."""
    found: defaultdict[str, list[Erratum]] = defaultdict(list)
    for erratum in errata:
        found[erratum.classes[0]].append(erratum)
    return {each: found[each] for each in get_args(ErratumClass) if each in found}
