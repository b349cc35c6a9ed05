"""A page as a browser reads it, and what holds of every page."""

from __future__ import annotations

import re
from html.parser import HTMLParser


class Reader(HTMLParser):
    """What a browser would make of a page: its elements, where they lead, and its text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags, self.links, self.ids, self.labels, self.text = set[str](), list[str](), list[str](), list[str](), ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        for name, value in attrs:
            self.ids += [value or ""] if name == "id" else []
            self.links += [value or ""] if name in ("href", "src", "srcset", "action") else []
            self.labels += [value or ""] if name == "for" else []

    def handle_data(self, data: str) -> None:
        self.text += data


def demand_whole(page: str) -> Reader:
    """The page as it is read; an AssertionError unless it is whole by itself, and all its links lead somewhere."""
    read = Reader(page)
    assert read.tags.isdisjoint({"script", "link", "img", "iframe", "object", "base", "form"})
    assert not re.search(r"url\((?!#)|@import|https?:|[^\w-]on\w+=\"", page)
    assert len(read.ids) == len(set(read.ids))
    assert {link.removeprefix("#") for link in read.links} <= set(read.ids)
    assert set(read.labels) <= set(read.ids)
    assert [letter for letter in page if not letter.isprintable() and letter != "\n"] == []
    return read
