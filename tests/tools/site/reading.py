"""Reading the pages of a site: their links, what they load, and their text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

LOADED = {
    "script": "src",
    "img": "src",
    "link": "href",
    "iframe": "src",
    "source": "src",
    "object": "data",
    "use": "href",
}
"""The attributes that make a browser load something; a link in `link` is one too, unless it only tells of pages."""
TELLING = {"index", "search", "next", "prev", "canonical", "author", "copyright", "prefetch"}


@dataclass
class Read:
    """What a page links to, what it loads, the names of its places, and its text."""

    links: list[str] = field(default_factory=list)
    loads: list[str] = field(default_factory=list)
    names: set[str] = field(default_factory=set)
    text: list[str] = field(default_factory=list)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.read = Read()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if "id" in given:
            self.read.names.add(given["id"])
        if tag == "a" and given.get("href"):
            self.read.links.append(given["href"])
        if tag in LOADED and LOADED[tag] in given:
            telling = tag == "link" and given.get("rel") in TELLING
            (self.read.links if telling else self.read.loads).append(given[LOADED[tag]])

    def handle_data(self, data: str) -> None:
        self.read.text.append(data)


@cache
def read(file: Path) -> Read:
    """What a page holds."""
    reader = _Reader()
    reader.feed(file.read_text(encoding="utf-8"))
    return reader.read


def pages(site: Path) -> list[Path]:
    """All pages of a site."""
    return sorted(site.rglob("*.html"))


def broken_links(site: Path) -> Iterator[str]:
    """Links of pages that lead to no page of the site, or to no place in it."""
    for page in pages(site):
        for link in {*read(page).links, *read(page).loads}:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
            if not target.is_file():
                yield f"{page.relative_to(site)}: {link} leads nowhere"
            elif parts.fragment and target.suffix == ".html" and unquote(parts.fragment) not in read(target).names:
                yield f"{page.relative_to(site)}: {link} names no place"


def loaded_from_elsewhere(site: Path) -> Iterator[str]:
    """What pages load that is not in the site, style sheets included."""
    for page in pages(site):
        yield from (
            f"{page.relative_to(site)}: {load}"
            for load in read(page).loads
            if urlsplit(load).scheme or load.startswith("//")
        )
    for sheet in site.rglob("*.css"):
        text = sheet.read_text(encoding="utf-8")
        for start in ("url(http", 'url("http', "url(//", "@import"):
            if start in text:
                yield f"{sheet.relative_to(site)}: {start}"
