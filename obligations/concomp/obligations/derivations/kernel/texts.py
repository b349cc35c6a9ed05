"""How terms are written, so that each text is read in one way.

What is made by a constructor is written as a word with brackets, `K[x, y]`, or in one of the ways that stand here; and
no two constructors are written alike. In one statement no variable is called as anything else that stands in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from concomp.obligations.derivations.kernel.sealing import WORD, IllFormed

REGULAR = re.compile(rf"(?:{WORD.pattern})(?:\[\{{\}}(?:,\{{\}})*\]|\(\{{\}}(?:,\{{\}})*\))?")
"""A word, alone or with the arguments in brackets."""
OTHERWISE = frozenset(
    {
        *("{}ˣ", "1-{}", "0", "1", "()", "{}+1", "{}·{}·{}"),
        *("{} ∘* {}", "({} ∘* {})", "I ∘* {}", "Det[{}]²", "{}", "kept for ever({})", "{} told {}", "[{}]"),
        "({} side by side, each told its sample)",
        *("Comp[RR_1, …, RR_k for {}]", "RR to {}", "samples for {}", "slot {}"),
        *("f^{1}[{0}]", "unread f^{1}[{0}]", "f_~ of {}", "first f_~ of {}"),
        *("ε,δ", "∞,FPC", "∞,0", "RR,Filt"),
        *("V[f_j] ∘* I ∘* M_j, j in {}", "T_j ∘* RR_j, j in {}", "T_j ∘* RR_j, T_j waiting, j in {}"),
        *("Deal^{1}[{2} in {0}]", "Acquire[{1} in {0}]"),
        *("{} with f_~", "(s_0,s_1) of {} first", "{} as a CM", "{}(s_b), s_0 ~ s_1"),
        *("every X_j of {}", "every M_j of {}", "every exceptional M_j of {}", "every f_j of {}", "(ε_j,δ_j) of {}"),
        *("{{P({0}) > P(1-{0})}}", "{{P({0}) > g·P(1-{0})}}"),
    }
)
"""The ways to write a term that are otherwise."""
SHARED = frozenset({"0", "{}ˣ"})
"""Those of two constructors, of different sorts: 0 is a bit and a number, and queries and histories are exchanged."""
PLACED = frozenset({"I"})
"""Words in these texts that stand where an argument of another constructor does."""
RESERVED = frozenset({"max", "sup", "lim", "if", "then", "and"})
"""Words by which terms and formulas are put together."""


def demand_written(name: str, written: str, known: Iterable[tuple[str, str]]) -> None:
    """Make sure that a constructor is written in a way of its own; IllFormed if not.

    known: the names of constructors, each with how it is written.
    """
    if not REGULAR.fullmatch(written) and written not in OTHERWISE:
        raise IllFormed(f"{written!r} may be read as a term of several parts: write one word, or Word[{{}},{{}}]")
    if written in RESERVED:
        raise IllFormed(f"{written!r} is a word of formulas: choose another one")
    other = next((each for each, text in known if text == written and each != name), None)
    if other is not None and written not in SHARED:
        raise IllFormed(f"{written!r} is how “{other}” is written: choose another text for “{name}”")
