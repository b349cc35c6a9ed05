"""Plain text: columns that line up, long text shortened or wrapped, and JSON values that people can read."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from concomp.report.layout import PAGE, Paragraph, Table, lines_of

if TYPE_CHECKING:
    from pydantic import JsonValue

WIDTH = PAGE


def shorten(text: str, width: int) -> str:
    """The text, cut to a width; a cut shows as an ellipsis."""
    return text if len(text) <= width else text[: width - 1].rstrip() + "…"


def plural(number: int, noun: str) -> str:
    """A number with its noun."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def columns(rows: Iterable[Sequence[str]]) -> list[str]:
    """The rows as lines whose columns line up."""
    return lines_of([Table(tuple(map(tuple, rows)))])


def wrap(text: str, indent: str = "  ") -> list[str]:
    """The paragraphs of a text, wrapped; lines of a table stay as they are."""
    return lines_of([Paragraph(text, len(indent))])


def readable(value: JsonValue, indent: str = "  ") -> list[str]:
    """A JSON value as lines: objects by their fields, lists of like things as tables."""
    if isinstance(value, dict):
        return _fields(value, indent)
    if isinstance(value, list):
        return _items(value, indent)
    return wrap(_scalar(value), indent)


def _fields(fields: dict[str, JsonValue], indent: str) -> list[str]:
    width = max((len(name) for name, value in fields.items() if _is_flat(value)), default=0)
    lines: list[str] = []
    for name, value in fields.items():
        title = name.replace("_", " ")
        if _is_flat(value):
            text = textwrap.wrap(_flat(value), WIDTH - width) or [""]
            lines.append(f"{indent}{title:<{width}}  {text[0]}".rstrip())
            lines += [f"{indent}{'':<{width}}  {more}" for more in text[1:]]
        else:
            lines.append(f"{indent}{title}")
            lines += readable(value, indent + "  ")
    return lines


def _items(items: list[JsonValue], indent: str) -> list[str]:
    table = _table(items)
    if table is not None and all(len(line) <= WIDTH for line in table):
        return [indent + line for line in table]
    lines: list[str] = []
    for item in items:
        inner = readable(item, indent + "  ")
        lines += [f"{indent}- {inner[0].lstrip()}", *inner[1:]] if inner else [f"{indent}-"]
    return lines


def _table(items: list[JsonValue]) -> list[str] | None:
    """Lines for a list of like rows; None if the items are not alike."""
    records = [item for item in items if isinstance(item, dict)]
    if len(records) == len(items) and records and all(list(item) == list(records[0]) for item in records):
        heading = [name.replace("_", " ") for name in records[0]]
        cells = [[_flat(value) for value in item.values()] for item in records]
        return columns([heading, *cells]) if all(map(_is_flat, records[0].values())) else None
    lists = [item for item in items if isinstance(item, list)]
    if len(lists) == len(items) and lists and all(len(item) == len(lists[0]) for item in lists):
        return columns([[_flat(value) for value in item] for item in lists]) if lists[0] else None
    return None


def _is_flat(value: JsonValue) -> bool:
    """Whether a value can be told in a line: a scalar, a list of brief scalars, or what is short anyway."""
    if not isinstance(value, list):
        return not isinstance(value, dict)
    lists = [item for item in value if isinstance(item, list)]
    if any(isinstance(item, dict) for item in value) or not all(_is_flat(item) for item in lists):
        return False
    brief = not lists and all(len(_scalar(item)) <= WIDTH // 5 for item in value)
    return brief or len(_flat(value)) <= WIDTH // 2


def _flat(value: JsonValue) -> str:
    if isinstance(value, list):
        return ", ".join(f"({_flat(item)})" if isinstance(item, list) else _flat(item) for item in value)
    if isinstance(value, dict):
        return ", ".join(f"{name}: {_flat(item)}" for name, item in value.items())
    return _scalar(value)


def _scalar(value: JsonValue) -> str:
    if value is None:
        return "—"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
