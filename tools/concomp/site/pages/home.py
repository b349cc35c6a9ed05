"""The home page: what concomp is, how far each paper is established, and what is false in the papers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from concomp.model.registry.rows import Erratum
from concomp.site.addresses import DOCUMENTATION, ERRATA, HOME, LIBRARY, paper_page
from concomp.site.bars import bar
from concomp.site.contents import AUTHORS, PAPERS, Contents
from concomp.site.page import Page, Part
from concomp.site.templates import render


def home_page(contents: Contents) -> Page:
    """The home page."""
    papers = [
        (source, PAPERS[source], AUTHORS[source], paper_page(source), _bar(contents, source))
        for source in contents.sources()
    ]
    return Page(
        HOME,
        "concomp",
        render("home/lead.html", contents, HOME),
        [
            Part("The papers", render("home/papers.html", contents, HOME, papers=papers), "papers"),
            Part(
                "False in the papers", render("home/false.html", contents, HOME, errata=list(_false(contents))), "false"
            ),
            Part("What the signs mean", render("home/legend.html", contents, HOME), "legend"),
        ],
        is_wide=True,
        navigation=[
            ("Papers", [(None, paper_page(source)) for source in contents.sources()]),
            ("Errors", [(None, ERRATA)]),
            *([("Use", [("Documentation", DOCUMENTATION), (None, LIBRARY)])] if contents.is_whole else []),
        ],
    )


def _bar(contents: Contents, source: str) -> str:
    return bar(contents, [row.key for row in contents.rows if row.source == source])


def _false(contents: Contents) -> Iterator[tuple[Erratum, Sequence[str]]]:
    """The errata that refute statements: of the newest paper first, and of one paper the last recorded first."""
    for source in contents.sources():
        for erratum in reversed(contents.errata):
            if erratum.refutes and erratum.refutes[0].startswith(f"{source} "):
                yield erratum, erratum.refutes
