"""Texts of a target's own, as they may be shown: nothing in them commands a terminal, or breaks a file or a report."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, Field


def legible(text: str) -> str:
    r"""The text with what cannot be printed escaped, such as \x1b; lines stay lines."""
    return "\n".join(map(one_line, text.split("\n")))


def one_line(text: str) -> str:
    r"""The text on one line: what cannot be printed is escaped, and so is \n, so that it writes no line of its own."""
    return "".join(letter if letter.isprintable() else _escaped(letter) for letter in text)


def _escaped(letter: str) -> str:
    return letter.encode("unicode_escape").decode("ascii")


Text = Annotated[str, Field(max_length=2000), AfterValidator(one_line)]
"""A text of a target's own that is shown to people, on one line."""
