"""Reading a page of ours as a document of Sphinx, so that search, headings and navigation are those of all pages."""

from __future__ import annotations

from collections.abc import Sequence

from docutils import nodes
from sphinx import addnodes
from sphinx.parsers import Parser

from concomp.site.page import Page, Part, page_of

META = "concomp"
"""Under which name the metadata of a document keep what is beside its page and above it."""


class PageParser(Parser):
    """The parser of pages."""

    supported = ("page",)

    def parse(self, inputstring: str, document: nodes.document) -> None:
        """Make the document of a page: a section with the lead, and a section in it for each part."""
        page = page_of(inputstring)
        section = nodes.section("", nodes.title("", page.title), ids=["page"], names=[page.title])
        section += _entries(page)
        section += nodes.raw("", page.lead, format="html")
        for part in page.parts:
            section += _section(part)
        for caption, names in page.navigation:
            section += _navigation(page, caption, names)
        document += section
        metadata = document.settings.env.metadata[document.settings.env.docname]
        metadata[META] = page
        if page.is_wide:
            metadata["hide-toc"] = "yes"


def _section(part: Part) -> nodes.section:
    classes = [] if part.is_searched else ["no-search"]
    body = nodes.container("", nodes.raw("", part.html, format="html"), classes=["part", f"part-{part.name}", *classes])
    return nodes.section("", nodes.title("", part.title), body, ids=[part.name], names=[part.title])


def _navigation(page: Page, caption: str, names: Sequence[tuple[str | None, str]]) -> addnodes.toctree:
    """Pages below this one, for the navigation alone."""
    return addnodes.toctree(
        "",
        parent=page.name,
        entries=list(names),
        includefiles=[name for _, name in names],
        caption=caption,
        rawcaption=caption,
        hidden=True,
        maxdepth=1,
        glob=False,
        includehidden=False,
        numbered=0,
        titlesonly=True,
    )


def _entries(page: Page) -> addnodes.index:
    """What the search leads here from."""
    return addnodes.index(
        entries=[("single", word, "page", "main" if page.is_first_choice else "", None) for word in page.words]
    )
