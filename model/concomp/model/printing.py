"""Texts of somebody else's, as they may be shown: nothing in them commands a terminal, or breaks a file or a report."""

from __future__ import annotations


def legible(text: str) -> str:
    r"""The text with what cannot be printed escaped, such as \x1b; lines stay lines."""
    return "\n".join(map(one_line, text.split("\n")))


def one_line(text: str) -> str:
    r"""The text on one line: what cannot be printed is escaped, and so is \n, so that it writes no line of its own."""
    return "".join(letter if letter.isprintable() else _escaped(letter) for letter in text)


def _escaped(letter: str) -> str:
    return letter.encode("unicode_escape").decode("ascii")
