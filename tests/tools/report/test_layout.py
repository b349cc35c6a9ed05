"""What commands say, laid out: as it is where there is no terminal, and never wider than one."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from io import StringIO

import pytest
from rich.cells import cell_len
from rich.console import Console

from concomp.report.layout import Paragraph, Part, Table, fitted, indented, lines_of

WORDS = "the parameters of the mechanisms that get a differing pair fit into slots fixed before the first message"
NAMES = Table(
    (("name", "verdict", "why"), "", "a section of its own", ("  [red]x[/red] :smile:", "refuted: by 1", WORDS)), 2, 1
)
WIDE: tuple[Part, ...] = (NAMES, f"  {WORDS}", Paragraph(WORDS, 4), "x" * 200, Paragraph("| a | " + "b" * 150 + " |"))
COLOUR = re.compile(r"\x1b\[[0-9;]*m")


def on_terminal(parts: Iterable[Part], width: int, **environment: str) -> list[str]:
    """The lines on a terminal of so many columns."""
    colourful = {"TERM": "xterm-256color", **environment}
    console = Console(file=StringIO(), width=width, height=40, force_terminal=True, _environ=colourful)
    return fitted(parts, console)


def words(lines: Iterable[str]) -> str:
    """What is said, without how it is laid out."""
    return "".join("".join(COLOUR.sub("", line) for line in lines).split())


def demand_within(width: int) -> None:
    """No line is wider than the terminal, and nothing is lost but places of spaces."""
    for part in WIDE:
        lines = on_terminal([part], width)
        assert all(cell_len(COLOUR.sub("", line)) <= width for line in lines)
        assert sorted(words(lines)) == sorted(words(said(part)))


def said(part: Part) -> list[str]:
    """All that a part says."""
    if isinstance(part, Table):
        return [cell for row in part.rows for cell in ([row] if isinstance(row, str) else row)]
    return [part.text if isinstance(part, Paragraph) else part]


@pytest.mark.parametrize("width", [20, 40, 80, 120])
def test_nothing_is_wider_than_a_terminal_and_nothing_is_lost(width: int) -> None:
    demand_within(width)


def test_what_fits_is_the_same_on_a_terminal() -> None:
    assert [COLOUR.sub("", line) for line in on_terminal(WIDE[:3], 200)] == lines_of(WIDE[:3])


def test_columns_line_up_and_no_line_ends_with_a_space() -> None:
    table = Table((("a", "bb", "c"), ("aaa", "b", ""), ("", "", "ε")))
    assert lines_of([table]) == ["a    bb  c", "aaa  b", "         ε"]
    assert lines_of(indented([table, "x"])) == ["  a    bb  c", "  aaa  b", "           ε", "  x"]
    assert lines_of([Table(())]) == []


def test_a_row_that_is_one_text_makes_no_column_wider() -> None:
    assert lines_of([Table((("a", "b"), "", "a long one", ("c", "d")))]) == ["a  b", "", "a long one", "c  d"]


def test_cells_are_folded_inside_their_columns() -> None:
    table = Table((("property", "verdict"), ("swap", "proved for all lengths")))
    assert on_terminal([table], 24, NO_COLOR="1") == [
        "property  verdict",
        "swap      proved for all",
        "          lengths",
    ]


def test_lines_are_folded_as_far_to_the_right_as_they_begin() -> None:
    assert on_terminal(["  one two three"], 10) == ["  one two", "  three"]


def test_a_paragraph_is_wrapped_once_at_the_narrower_width() -> None:
    assert on_terminal([Paragraph("one two three four", 2)], 12) == ["  one two", "  three four"]


def test_what_is_given_is_taken_for_no_markup() -> None:
    assert "[red]x[/red] :smile:" in lines_of([NAMES])[3]
    assert "[red]x[/red] :smile:" in on_terminal([NAMES], 200)[3]


def test_the_word_of_a_verdict_has_a_colour_and_says_the_same_without() -> None:
    coloured = on_terminal([NAMES], 200)
    assert "\x1b[31mrefuted\x1b[0m: by 1" in coloured[3]
    assert words(coloured) == words(lines_of([NAMES]))


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_there_is_no_colour_where_none_is_wanted(environment: dict[str, str]) -> None:
    assert "\x1b" not in "".join(on_terminal(WIDE, 80, **environment))


@pytest.mark.parametrize("variable", ["FORCE_COLOR", "COLUMNS", "JPY_PARENT_PID"])
def test_nothing_in_the_environment_changes_what_is_piped(variable: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before = lines_of(WIDE)
    monkeypatch.setitem(os.environ, variable, "7")
    assert lines_of(WIDE) == before
