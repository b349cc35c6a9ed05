"""Texts that ask Coq to believe what it has not checked: none is compiled, so that no answer has to show it."""

from __future__ import annotations

import re

COMMANDS = re.compile(
    r"\b(Axioms?|Parameters?|Conjectures?|Admitted|Admit|admit|give_up|bypass_check"
    r"|(Un)?[Ss]et\s+(Guard|Positivity|Universe)\s+Checking|Declare\s+ML|Add\s+(Rec\s+)?(LoadPath|ML)|Load|Redirect)\b"
)
"""What assumes, leaves out a proof, switches a check off, brings in what is not in the text, or hides what is said."""


def taken_on_trust(text: str) -> str | None:
    """The first line of a text that has such a command in it, be it in a comment; None if there is none."""
    found = COMMANDS.search(text)
    return None if found is None else f"line {text.count(chr(10), 0, found.start()) + 1}, {found[0]!r}"
