"""The page of a paper, which reads like its table of contents, a page for each of its sections, and its graph."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from concomp.report.map.chapters import Chapter
from concomp.site.addresses import chapter_page, graph_page, paper_page
from concomp.site.bars import bar
from concomp.site.contents import AUTHORS, PAPERS, Contents
from concomp.site.graph.cone import whole_paper
from concomp.site.graph.drawing import drawing
from concomp.site.page import Page, Part
from concomp.site.templates import render


def paper_pages(contents: Contents) -> Iterator[Page]:
    """The pages of all papers, of their sections, and of their graphs."""
    for source in contents.sources():
        chapters = [chapter for chapter in contents.chapters if chapter.paper == source]
        yield _paper(contents, source, chapters)
        yield _graph(contents, source)
        for place, chapter in enumerate(chapters):
            yield _chapter(contents, chapter, chapters[place - 1 : place], chapters[place + 1 : place + 2])


def _paper(contents: Contents, source: str, chapters: Sequence[Chapter]) -> Page:
    here = paper_page(source)
    keys = [row.key for chapter in chapters for row in chapter.rows]
    told: dict[str, object] = {"source": source, "title": PAPERS[source], "authors": AUTHORS[source]}
    lead = render(
        "paper/lead.html", contents, here, **told, bar=bar(contents, keys), count=len(keys), graph=graph_page(source)
    )
    listed = [(chapter, chapter_page(source, chapter.title), _bar(contents, chapter)) for chapter in chapters]
    html = render("paper/contents.html", contents, here, chapters=listed)
    return Page(here, source, lead, [Part("Contents", html, "contents")], [source], is_wide=True)


def _chapter(contents: Contents, chapter: Chapter, before: Sequence[Chapter], after: Sequence[Chapter]) -> Page:
    here = chapter_page(chapter.paper, chapter.title)
    parts = [
        Part(section, render("paper/section.html", contents, here, rows=rows), f"part-{place}", is_searched=False)
        for place, (section, rows) in enumerate(chapter.sections.items())
    ]
    return Page(
        here,
        chapter.name,
        render("paper/chapter_lead.html", contents, here, bar=_bar(contents, chapter), count=len(chapter.rows)),
        parts,
        [chapter.name],
        _page_of(before),
        _page_of(after),
        above=[(paper_page(chapter.paper), chapter.paper), (here, chapter.title)],
    )


def _page_of(chapters: Sequence[Chapter]) -> str | None:
    """The page of the chapter, if there is one."""
    return chapter_page(chapters[0].paper, chapters[0].title) if chapters else None


def _graph(contents: Contents, source: str) -> Page:
    here = graph_page(source)
    graph = whole_paper(contents, source)
    html = render("paper/graph.html", contents, here, drawn=drawing(contents, graph, here), graph=graph)
    above = [(paper_page(source), source), (here, "Graph")]
    return Page(
        here, f"{source} — what rests on what", html, (), [f"{source} graph", "graph"], above=above, is_wide=True
    )


def _bar(contents: Contents, chapter: Chapter) -> str:
    return bar(contents, [row.key for row in chapter.rows])
