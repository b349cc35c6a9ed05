"""Texts of a target's own, as they may be shown: nothing in them commands a terminal, or breaks a file."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, Field


def legible(text: str) -> str:
    r"""The text with what cannot be printed escaped, such as \x1b; lines stay lines."""
    return "".join(letter if letter.isprintable() or letter == "\n" else _escaped(letter) for letter in text)


def _escaped(letter: str) -> str:
    return letter.encode("unicode_escape").decode("ascii")


Text = Annotated[str, Field(max_length=2000), AfterValidator(legible)]
"""A text of a target's own that is shown to people."""
