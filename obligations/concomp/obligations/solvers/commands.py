"""What a text may have solvers do: declare, define, assert and answer; not write a file, or change an option."""

from __future__ import annotations

import re
from collections.abc import Iterator

from concomp.obligations.solvers.errors import SolverFailed

DECLARING = ("declare-const", "declare-fun", "declare-sort", "declare-datatype", "declare-datatypes", "define-fun")
HARMLESS = frozenset((*DECLARING, "set-logic", "assert", "check-sat", "check-sat-assuming"))
TOKEN = re.compile(r""";[^\n]*|\|[^|\\]*\||[()]|[^\s()|;"]+|\S""")
"""A comment, a quoted name, a parenthesis, a word, or what is none of these, such as where a quoted text begins."""


def demand_harmless(text: str) -> None:
    """Make sure that a text, which may come from a file of somebody else's, asks and does nothing else.

    Raises SolverFailed, with what it would do, if it does.
    """
    for line in text.split("\n"):
        if not line.isprintable():
            raise SolverFailed(f"a question has {line!r}: it may have printable characters only")
    for command in _commands(text):
        if command not in HARMLESS:
            raise SolverFailed(f"a question has the command {command}: it may only declare, define, assert and check")


def _commands(text: str) -> Iterator[str]:
    """What stands at the beginning of each list of a text, outside of all lists, or where nothing can be read."""
    depth, before = 0, ""
    for token in TOKEN.findall(text):
        if token.startswith(";"):
            continue
        is_first = depth == 1 and before == "("
        is_outside = depth < 1 and token != "("
        if is_first or is_outside or token in ('"', "|"):
            yield token
        depth += (token == "(") - (token == ")")
        before = token
