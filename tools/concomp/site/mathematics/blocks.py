"""Longer texts of the registry as HTML: paragraphs, items that begin with a star, and tables between bars."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby

from concomp.site.mathematics.prose import sentence

_CODE = re.compile(r"`([^`]+)`")
_CELL = re.compile(r"(?<!\\)\|")


def blocks(text: str) -> str:
    """The text as HTML."""
    lines = [line for line in text.strip().splitlines() if line.strip()]
    return "".join(_block(kind, list(group)) for kind, group in groupby(lines, key=_kind))


def _kind(line: str) -> str:
    return "table" if line.startswith("|") else "list" if line.startswith(("* ", "- ")) else "text"


def _block(kind: str, lines: Sequence[str]) -> str:
    if kind == "table":
        return _table(lines)
    if kind == "list":
        return f"<ul>{''.join(f'<li>{_inline(line[2:])}</li>' for line in lines)}</ul>"
    return "".join(f"<p>{_inline(line)}</p>" for line in lines)


def _table(lines: Sequence[str]) -> str:
    rows = [[cell.strip().replace("\\|", "|") for cell in _CELL.split(line.strip()[1:].rstrip("|"))] for line in lines]
    heading, *body = [row for row in rows if not all(set(cell) <= set("-: ") and cell for cell in row)]
    head = "".join(f"<th>{_inline(cell)}</th>" for cell in heading)
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(_rows(body))}</tbody></table>"
    return f'<div class="table-wrapper">{table}</div>'


def _rows(body: Sequence[Sequence[str]]) -> Iterator[str]:
    for row in body:
        yield f"<tr>{''.join(f'<td>{_inline(cell)}</td>' for cell in row)}</tr>"


def _inline(text: str) -> str:
    """A line, with what stands between backticks as code."""
    parts = _CODE.split(text)
    return "".join(f"<code>{escape(part)}</code>" if place % 2 else sentence(part) for place, part in enumerate(parts))
