"""Openings: the theorems that verdicts open.

A theorem about compositions asks something of the verification function, which is proved here, and more, which is
not; what remains is said in words. That the mechanism is private with respect to this very function is always among
it. A statement that is false as printed is never named; its repaired form may be.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from concomp.obligations.verify.properties.properties import WITNESS
from concomp.obligations.verify.verdicts import Opening, Word

PRIVATE = "the mechanism is (ε, δ)-DP with respect to this very function"
DISCRETE = "its answers are discrete"
POSITIVE = "ε > 0"
FIXED = "all mechanisms are fixed before the first message, each with its own function and parameters"
SLOTS = "the parameters of the mechanisms that are created fit into slots fixed before the first message"
EXCEPTIONAL = "the parameters of the mechanisms that get a differing pair fit into slots fixed before the first message"
FILTER = "a filter accepts the parameters of all mechanisms that are created"
PURE = "δ = 0 for every mechanism that is created"
ALL_CONSISTENT = "the functions of all mechanisms created beside it are first-pair consistent too"
ALL_INVARIANT = "the functions of all mechanisms created beside it are invariant under swapping the sides too"
BUDGET = "the product of 1 − δ over all mechanisms that are created is at least 1 − δ′"
STATIC = "the function is that of a static mechanism: neighbouring data sets first, then identical questions"
OTHER_PRIVATE = "the mechanism is (ε, δ)-DP with respect to the other function"


@dataclass(frozen=True)
class Door:
    """A theorem, the properties that must be proved of the function, and the hypotheses that remain.

    The witness is among them: about a function that accepts no pair that differs there is nothing to conclude.
    """

    theorem: str
    needs: tuple[str, ...]
    hypotheses: tuple[str, ...]


DOORS = (
    Door("HSV26 Theorem 4.10 (repaired)", (WITNESS,), (PRIVATE, DISCRETE, POSITIVE, FIXED)),
    Door("HSV26 Theorem 4.12", (WITNESS,), (PRIVATE, DISCRETE, POSITIVE, SLOTS)),
    Door("HSV26 Corollary 5.5", (WITNESS,), (PRIVATE, DISCRETE, POSITIVE, PURE, EXCEPTIONAL)),
    Door("HSV26 Theorem 12.4", (WITNESS,), (PRIVATE, DISCRETE, FILTER)),
    Door(
        "HSV26 Theorem 5.4 (repaired)",
        (WITNESS, "swap invariant"),
        (PRIVATE, DISCRETE, POSITIVE, EXCEPTIONAL, ALL_INVARIANT, BUDGET),
    ),
    Door(
        "HSV26 Theorem 5.14",
        (WITNESS, "first-pair consistent"),
        (PRIVATE, DISCRETE, POSITIVE, EXCEPTIONAL, ALL_CONSISTENT),
    ),
    Door(
        "HSV26 Corollary 5.15",
        (WITNESS, "first-pair consistent"),
        (PRIVATE, DISCRETE, POSITIVE, EXCEPTIONAL, STATIC),
    ),
    Door("HSV26 Observation 8.9", (WITNESS, "included"), (OTHER_PRIVATE,)),
)


def openings(words: Mapping[str, Word], doors: Collection[Door] = DOORS) -> tuple[Opening, ...]:
    """The theorems that verdicts, by property, open: those all of whose properties are among the proved ones."""
    return tuple(
        Opening(door.theorem, door.hypotheses)
        for door in doors
        if all(words.get(name) == "proved" for name in door.needs)
    )
