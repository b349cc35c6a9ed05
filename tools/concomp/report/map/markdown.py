"""Markdown: cells of tables, and the names by which headings are linked to."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence


def table(heading: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """The lines of a table."""
    return [_line(heading), "|" + "---|" * len(heading), *(_line(row) for row in rows)]


def anchor(heading: str) -> str:
    """The name under which a heading of a page can be linked to, as GitHub makes it."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def _line(cells: Sequence[str]) -> str:
    return f"|{'|'.join(map(_cell, cells))}|"


def _cell(text: str) -> str:
    return " ".join(text.replace("|", "\\|").split())
