"""What guards the output on terminals notices what is wrong with it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from rich.text import Text

from concomp.report import layout
from tests.tools.cli import test_terminals as of_commands
from tests.tools.report import test_layout as of_layout

table_lines = layout._table_lines


def unbounded(table: Any, console: Any) -> Iterator[str]:
    return table_lines(table, layout._unbounded())


def with_spaces(table: Any, console: Any) -> Iterator[str]:
    yield from (f"{line} " for line in table_lines(table, console))


def without_sections(table: Any, console: Any) -> Iterator[str]:
    rows = tuple((row, *[""] * (len(table.rows[0]) - 1)) if isinstance(row, str) else row for row in table.rows)
    return table_lines(layout.Table(rows, table.indent), console)


def escaped(text: str, is_verdict: bool) -> Text:
    return Text(f"\x1b[31m{text}")


BREAKAGES: dict[str, tuple[str, Any, Callable[..., None], tuple[Any, ...]]] = {
    "tables are as wide as anywhere": ("_table_lines", unbounded, of_layout.demand_within, (40,)),
    "lines are as long as anywhere": ("_folded", lambda text, console: [text], of_layout.demand_within, (40,)),
    "cells are cut": ("_cell", lambda text, is_verdict: Text(text[:9]), of_layout.demand_within, (40,)),
    "names are taken for markup": (
        "_cell",
        lambda text, is_verdict: Text.from_markup(text),
        of_layout.test_what_is_given_is_taken_for_no_markup,
        (),
    ),
    "lines end with spaces": (
        "_table_lines",
        with_spaces,
        of_layout.test_columns_line_up_and_no_line_ends_with_a_space,
        (),
    ),
    "titles of sections widen a column": (
        "_table_lines",
        without_sections,
        of_layout.test_a_row_that_is_one_text_makes_no_column_wider,
        (),
    ),
    "verdicts have no colour": (
        "_cell",
        lambda text, is_verdict: Text(text),
        of_layout.test_the_word_of_a_verdict_has_a_colour_and_says_the_same_without,
        (),
    ),
    "there is colour in spite of NO_COLOR": (
        "_cell",
        escaped,
        of_layout.test_there_is_no_colour_where_none_is_wanted,
        ({"NO_COLOR": "1"},),
    ),
}


@pytest.mark.parametrize("name", BREAKAGES)
def test_what_is_broken_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    what, instead, guard, arguments = BREAKAGES[name]
    guard(*arguments)
    monkeypatch.setattr(layout, what, instead)
    with pytest.raises(AssertionError):
        guard(*arguments)


@pytest.mark.parametrize("written", ["", "one\ntwo\n" + "x" * 41, "one\ntwo\n" + "x" * 39 + "\x1b[31mxx\x1b[0m"])
def test_a_command_that_writes_too_wide_or_nothing_is_noticed(written: str) -> None:
    with pytest.raises(AssertionError):
        of_commands.demand_within(written, 40)
