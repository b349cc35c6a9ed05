"""Building a site: what it is about is read, pages are written as sources, and the generator makes the site of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from concomp.site.contents import Contents
from concomp.site.documents import write_documents
from concomp.site.folder import new_site
from concomp.site.generator.run import run
from concomp.site.library import write_library
from concomp.site.page import Page, write_page
from concomp.site.pages.erratum import erratum_pages
from concomp.site.pages.home import home_page
from concomp.site.pages.paper import paper_pages
from concomp.site.pages.statement import statement_pages
from concomp.site.plain import modules_of, write_plain_pages

Step = Callable[[str], None]


def build(contents: Contents, target: Path, processors: int, step: Step = lambda _: None) -> int:
    """Build the site in a folder, in place of a site of ours that is there already; how many pages it has.

    step: told what is being done. Raises Unusable if the folder is something else, Unbuilt if the generator stops.
    """
    with new_site(target) as workshop:
        sources, work = workshop.scratch / "sources", workshop.scratch / "work"
        count = 0
        for page in pages(contents):
            write_page(sources, page)
            count += 1
            step(f"pages written, {count}")
        if contents.is_whole:
            count += write_library(sources) + write_documents(sources, modules_of(contents))
        step("pages typeset")
        run(sources, workshop.new, contents.pages, processors, work)
        count += write_plain_pages(contents, workshop.new)
    return count


def pages(contents: Contents) -> Iterator[Page]:
    """All pages of ours."""
    yield home_page(contents)
    yield from paper_pages(contents)
    yield from statement_pages(contents)
    yield from erratum_pages(contents)
