"""How terms are written, so that each text is read in one way.

What is made by a constructor is written as a word with brackets, `K[x, y]`, or in one of the ways that stand here, each
of which is one constructor's; and no two constructors are written alike, look-alikes told apart. In one statement no
variable is called as anything else that stands in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType

from concomp.obligations.derivations.kernel.sealing import ALIKE, WORD, IllFormed, demand_letters

REGULAR = re.compile(rf"(?:{WORD.pattern})(?:\[\{{\}}(?:,\{{\}})*\]|\(\{{\}}(?:,\{{\}})*\))?")
"""A word, alone or with the arguments in brackets."""
OTHERWISE: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "{}ˣ": ("exchanged query", "exchanged history"),
        "1-{}": ("other",),
        "0": ("bit 0", "zero"),
        "1": ("bit 1",),
        "{}+1": ("successor",),
        "()": ("empty",),
        "{}·{}·{}": ("extended",),
        "{} ∘* {}": ("behind", "continual mechanism behind"),
        "({} ∘* {})": ("chain",),
        "I({}) ∘* {}": ("identifier",),
        "I ∘* {}": ("identified",),
        "Det[{}]²": ("doubled",),
        "{}": ("asked",),
        "kept for ever({})": ("kept for ever",),
        "{} told {}": ("told",),
        "Comp[RR_1, …, RR_k for {}]": ("responses",),
        "Comp[N_1, …, N_k for {}]": ("pairs of laws",),
        "f^{1}[{0}]": ("suitable",),
        "unread f^{1}[{0}]": ("queries unread",),
        "ε,δ": ("demand of Definition 4.11",),
        "∞,FPC": ("demand of Definition 5.13",),
        "∞,0": ("demand of Definition 5.3, δ' = 0",),
        "RR,Filt": ("demand of Definition 12.3",),
        "FDP,∞,FPC": ("demand of g_{FDP,∞,FPC}",),
        "FDP,Filt": ("demand of g_FDP^Filt",),
        "N,Filt": ("demand of a filter of pairs of laws",),
        "RR to {}": ("responses to",),
        "N to {}": ("pairs of laws to",),
        "V[f_j] ∘* I ∘* M_j, j in {}": ("members",),
        "T_j ∘* RR_j, j in {}": ("simulators",),
        "T_j ∘* RR_j, T_j waiting, j in {}": ("waiting simulators",),
        "[{}]": ("side by side",),
        "Deal^{1}[{2} in {0}]": ("dealing",),
        "Acquire[{1} in {0}]": ("acquiring",),
        "samples for {}": ("fresh samples",),
        "({} side by side, each told its sample)": ("together",),
        "{} with f_~": ("as continual mechanisms",),
        "f_~ of {}": ("neighbouring",),
        "first f_~ of {}": ("neighbouring at first",),
        "(s_0,s_1) of {} first": ("beginning",),
        "{} as a CM": ("as a continual mechanism",),
        "{}(s_b) for all s_0 ~ s_1": ("started",),
        "every X_j of {}": ("every interactive mechanism",),
        "every M_j of {}": ("every mechanism",),
        "every exceptional M_j of {}": ("every exceptional one",),
        "every f_j of {}": ("every function",),
        "(ε_j,δ_j) of {}": ("parameters of every member",),
        "φ_j of {}": ("trade-off function of every member",),
        "slot {}": ("slot",),
        "{{P({0}) > P(1-{0})}}": ("likelier",),
        "{{P({0}) > g·P(1-{0})}}": ("exceeding",),
    }
)
"""The ways to write a term that are otherwise, each with the name of the constructor that is written so.

Two share one where they are of different sorts: 0 is a bit and a number, queries and histories are exchanged, and what
stands behind a post-processing is the same in both worlds, or not.
"""
PLACED = frozenset({"I", "l", "I({})", "l({})"})
"""Words in these texts that stand where an argument of another constructor does, and what looks like them."""
RESERVED = frozenset({"max", "sup", "lim", "if", "then", "and"})
"""Words by which terms and formulas are put together."""


def demand_plain(name: str) -> None:
    """Make sure that no word of a name looks like one of formulas, nor as if something were said of every one."""
    words = {word.translate(ALIKE) for word in name.split()}
    if words & RESERVED or any("every" in word.lower() for word in words):
        raise IllFormed(f"{name!r} is a word of formulas, or looks as if it had one: choose another one")
    if name != " ".join(name.split()):
        raise IllFormed(f"{name!r} looks like a name with fewer spaces: write one between two words")


def demand_written(name: str, written: str, known: Iterable[tuple[str, str]]) -> None:
    """Make sure that a constructor is written in a way of its own; IllFormed if not.

    known: the names of constructors, each with how it is written.
    """
    if written in OTHERWISE and name in OTHERWISE[written]:
        return
    if not REGULAR.fullmatch(written) and written not in OTHERWISE:
        raise IllFormed(f"{written!r} may be read as a term of several parts: write one word, or Word[{{}},{{}}]")
    look = written.translate(ALIKE)
    listed = (*known, *((each, text) for text, names in OTHERWISE.items() for each in names))
    other = next((each for each, text in listed if text.translate(ALIKE) == look and each != name), None)
    if other is not None or written in PLACED:
        raise IllFormed(
            f"{written!r} is how “{other or 'identifier'}” is written, or looks so: choose another text for “{name}”"
        )
    demand_letters(re.sub(r"[\[\]{}]", "", written))
    demand_plain(written)
