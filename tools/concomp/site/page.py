"""A page: its name, its title, and its parts as HTML; the generator reads it as a source of its own kind."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

SUFFIX = ".page"


@dataclass(frozen=True)
class Part:
    """A part of a page under a heading; name: the fragment by which it is linked to. is_searched: whether
    the search finds its text.
    """

    title: str
    html: str
    name: str
    is_searched: bool = True


@dataclass(frozen=True)
class Page:
    """A page of the site.

    name: its address, see `addresses`. lead: HTML between the title and the first part. words: what the search leads
    here from, such as "5.4". previous, next: the pages beside it in the order of the paper. above: the pages that
    contain it, from the outermost, each with its title. is_wide: whether it has no table of contents beside it.
    navigation: what the navigation lists below this page, the titles, if others than their own, and
    names of pages under captions. is_first_choice: whether the search names it before others that the words lead to.
    """

    name: str
    title: str
    lead: str
    parts: Sequence[Part] = ()
    words: Sequence[str] = ()
    previous: str | None = None
    next: str | None = None
    above: Sequence[tuple[str, str]] = ()
    is_wide: bool = False
    navigation: Sequence[tuple[str, Sequence[tuple[str | None, str]]]] = ()
    is_first_choice: bool = True


def write_page(folder: Path, page: Page) -> None:
    """Write a page below a folder, for the generator."""
    file = folder / f"{page.name}{SUFFIX}"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(asdict(page), ensure_ascii=False), encoding="utf-8")


def page_of(text: str) -> Page:
    """The page that was written as this text."""
    data = json.loads(text)
    parts = [Part(**part) for part in data.pop("parts")]
    return Page(**data, parts=parts)
