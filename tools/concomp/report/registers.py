"""The registers of a post-processing as plain data and as text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Literal

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.terms import Term
from concomp.report.layout import Part, Table

if TYPE_CHECKING:
    from concomp.obligations.verify.registers import RegisterTaint
    from concomp.schemas.verification import RegisterData

THE_MESSAGE = "the message"
Copies = Literal["same", "differ", "unknown"]
WORDS: Mapping[str, Copies] = {"proved": "same", "refuted": "differ"}
"""What a verdict says of two copies."""


def register_data(taint: RegisterTaint, alike: bool) -> RegisterData:
    """A register for machines.

    alike: whether two copies are known to behave alike always. Where they are not, they may hold different things once
    they have parted, and "same" is not said.
    """
    from concomp.obligations.verify.user_files.places import place

    tainting, same = taint.tainting, taint.same
    return {
        "name": taint.name,
        "tainted": tainting is not None,
        "place": None if tainting is None else place(tainting.assignment.position),
        "sources": [] if tainting is None else [_name(each) for each in tainting.sources],
        "by_condition": tainting is not None and tainting.by_condition,
        "copies": _of_copies("proved" if same is None else same.verdict, alike),
        # The run goes on by one message after which the copies are looked at.
        "messages": None if same is None or same.length is None else same.length - 1,
    }


def _of_copies(verdict: str, alike: bool) -> Copies:
    """What is said of two copies; those of a register that nothing taints hold the same."""
    return "unknown" if verdict == "proved" and not alike else WORDS.get(verdict, "unknown")


def register_table(registers: Sequence[RegisterData]) -> list[Part]:
    """A table of registers."""
    if not registers:
        return []
    rows = ((each["name"], _tainted(each), _copies(each)) for each in registers)
    return ["", Table((("register", "tainted", "two copies"), *rows))]


def _tainted(register: RegisterData) -> str:
    if not register["tainted"]:
        return "no"
    by = "under a condition on" if register["by_condition"] else "by"
    return f"{register['place']}, {by} {' and '.join(register['sources'])}"


def _copies(register: RegisterData) -> str:
    if register["copies"] == "differ":
        count = register["messages"]
        return f"differ after {count} message{'' if count == 1 else 's'}"
    return "never differ" if register["copies"] == "same" else "not decided"


def _name(leaf: Term) -> str:
    return THE_MESSAGE if leaf.operator == "message" and terms.leaf_name(leaf) == "received" else terms.leaf_name(leaf)
