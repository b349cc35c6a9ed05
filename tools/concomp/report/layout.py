"""What commands say, laid out by rich: lines of text, and tables whose columns line up.

Where there is no terminal, a table is as wide as its cells and a line as long as it is. On a terminal neither is wider
than that: cells are folded inside their columns, and lines between words.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from io import StringIO
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console
    from rich.segment import Segment
    from rich.table import Table as Grid
    from rich.text import Text

GAP = 2
"""Spaces between columns."""
PAGE = 100
"""The width of a page of sentences, in characters."""
UNBOUNDED = 10**6
"""The width where there is no terminal, in characters."""
COLOURS = {
    **dict.fromkeys(("proved", "exact", "passed"), "green"),
    **dict.fromkeys(("assumed", "sampled", "tested", "stale", "unknown", "vacuous"), "yellow"),
    **dict.fromkeys(("refuted", "failed", "missing"), "red"),
}
"""On a terminal, of the words with which statuses and verdicts begin; the words say the same without."""

Row = tuple[str, ...] | str


@dataclass(frozen=True)
class Table:
    """Rows whose cells line up; a row that is one text stands across all columns.

    indent: spaces before every line. verdict: the column of statuses or verdicts.
    """

    rows: tuple[Row, ...]
    indent: int = 0
    verdict: int | None = None


@dataclass(frozen=True)
class Paragraph:
    """Sentences, wrapped at the width of a page, and on a terminal at no more than its own.

    indent: spaces before every line.
    """

    text: str
    indent: int = 2


Part = str | Table | Paragraph
"""A line, a table or a paragraph."""


def indented(parts: Iterable[Part], by: int = 2) -> Iterator[Part]:
    """The parts, so many spaces to the right."""
    for part in parts:
        yield " " * by + part if isinstance(part, str) else replace(part, indent=part.indent + by)


def lines_of(parts: Iterable[Part]) -> list[str]:
    """The lines of the parts where there is no terminal: at their own width, without colour or space at the end."""
    lines: list[str] = []
    for part in parts:
        match part:
            case Table():
                lines += _table_lines(part, _unbounded())
            case Paragraph():
                lines += _wrapped(part, PAGE)
            case _:
                lines.append(part)
    return lines


def fitted(parts: Iterable[Part], terminal: Console) -> list[str]:
    """The lines of the parts on a terminal, none of them wider."""
    lines: list[str] = []
    for part in parts:
        match part:
            case Table():
                lines += _table_lines(part, terminal)
            case Paragraph():
                lines += _folded("\n".join(_wrapped(part, min(PAGE, terminal.width))), terminal)
            case _:
                lines += _folded(part, terminal)
    return lines


def _unbounded() -> Console:
    from rich.console import Console

    return Console(
        file=StringIO(), width=UNBOUNDED, height=1, color_system=None, force_terminal=False, force_jupyter=False
    )


def _wrapped(paragraph: Paragraph, width: int) -> Iterator[str]:
    """The lines of a paragraph; those of a table in it stay as they are."""
    margin = " " * min(paragraph.indent, width // 2)
    for line in paragraph.text.strip().splitlines():
        if line.startswith("|"):
            yield margin + line
        else:
            yield from textwrap.wrap(line, width, initial_indent=margin, subsequent_indent=margin) or [""]


def _folded(text: str, console: Console) -> Iterator[str]:
    """The lines of a text, folded between words, each as far to the right as it begins."""
    from rich.cells import cell_len
    from rich.text import Text

    for line in text.split("\n"):
        if cell_len(line.expandtabs()) <= console.width:
            yield line
            continue
        margin = min(len(line) - len(line.lstrip()), console.width // 2)
        for piece in Text(line.strip()).wrap(console, console.width - margin, overflow="fold"):
            yield " " * margin + piece.plain.rstrip()


def _table_lines(table: Table, console: Console) -> Iterator[str]:
    from rich.segment import SegmentLines

    if not table.rows:
        return
    lines = console.render_lines(
        _grid(table), console.options.update(width=max(1, console.width - table.indent)), pad=False
    )
    with console.capture() as captured:
        console.print(SegmentLines(lines, new_lines=True), end="", crop=False)
    shown = 0
    for line, text in zip(lines, captured.get().split("\n"), strict=False):
        number = _row_number(line)
        for across in table.rows[shown:number]:
            if isinstance(across, str):
                yield from _folded(across, console)
        shown = number + 1
        yield (" " * table.indent + text).rstrip()


def _grid(table: Table) -> Grid:
    """The rows of cells for rich, each of which knows its number."""
    from rich.style import Style
    from rich.table import Table as Grid

    grid = Grid.grid(padding=(0, GAP, 0, 0), pad_edge=False)
    rows = {number: row for number, row in enumerate(table.rows) if not isinstance(row, str)}
    for _ in next(iter(rows.values()), ()):
        grid.add_column(overflow="fold")
    for number, row in rows.items():
        cells = [_cell(text, column == table.verdict) for column, text in enumerate(row)]
        grid.add_row(*cells, style=Style(meta={"row": number}))
    return grid


def _cell(text: str, is_verdict: bool) -> Text:
    """A cell, in which nothing is taken for markup; the word with which a verdict begins has its colour."""
    from rich.text import Text

    cell = Text(text)
    word = text.partition(" ")[0].rstrip(":,;")
    if is_verdict and word in COLOURS:
        cell.stylize(COLOURS[word], 0, len(word))
    return cell


def _row_number(line: list[Segment]) -> int:
    """The number of the row that a line belongs to."""
    number: int = next(each.style.meta["row"] for each in line if each.style is not None and "row" in each.style.meta)
    return number
