"""The verification functions that a file can name, each with registers as small as its verdicts allow.

What matters for the verifier is which sequences it can let through: those whose every prefix is good.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any

from concomp.model.files.schema import Accepted, Named
from concomp.model.mechanisms.verification import Pair, VerificationFunction


@dataclass(frozen=True, eq=False)
class Registers:
    """A verification function by its registers: their first value, and (registers, pair) ↦ (good?, registers)."""

    initial: Hashable
    step: Callable[[Any, Pair], tuple[bool, Hashable]]
    name: str

    def advance(self, state: Any, message: Any) -> tuple[bool, Hashable]:
        """The verdict on the sequence so far and `message`, and the registers after it."""
        return self.step(state, message)

    def __repr__(self) -> str:
        return self.name


def verification_function(verification: Accepted | Named) -> VerificationFunction:
    """The verification function of a file."""
    if isinstance(verification, Named):
        return NAMED[verification.kind]
    return accepted([tuple(sequence) for sequence in verification.sequences])


def accepted(sequences: list[tuple[Pair, ...]]) -> VerificationFunction:
    """Good are the listed sequences; the registers hold how those that can still be completed go on.

    A listed sequence with a prefix that is not listed can never be sent, and is left out.
    """
    sendable: set[tuple[Pair, ...]] = {()}
    for sequence in sorted(set(sequences), key=len):
        if sequence and sequence[:-1] in sendable:
            sendable.add(sequence)

    def step(rests: frozenset[tuple[Pair, ...]], pair: Pair) -> tuple[bool, Hashable]:
        shorter = frozenset(rest[1:] for rest in rests if rest and rest[0] == pair)
        return () in shorter, shorter

    return Registers(frozenset(sendable), step, "accepted")


def _at_most_one_difference(differences: int, pair: Pair) -> tuple[bool, Hashable]:
    counted = min(2, differences + (pair[0] != pair[1]))
    return counted <= 1, counted


START, GOOD, BAD = "start", "good", "bad"


def _identical_after_first(state: str, pair: Pair) -> tuple[bool, Hashable]:
    good = state == START or (state == GOOD and pair[0] == pair[1])
    return good, GOOD if good else BAD


FREE, BOUND = "free", "bound"


def _first_pair_consistent(state: str, pair: Pair) -> tuple[bool, Hashable]:
    identical = pair[0] == pair[1]
    if state == START:
        return True, BOUND if identical else FREE
    good = state == FREE or (state == BOUND and identical)
    return good, state if good else BAD


def _one_answer(sent: bool, pair: Pair) -> tuple[bool, Hashable]:
    return not sent, True


NAMED = {
    "any": Registers((), lambda state, pair: (True, ()), "any"),
    "event level": Registers(0, _at_most_one_difference, "at_most_one_difference"),
    "data, then questions": Registers(START, _identical_after_first, "identical_after_first"),
    "first-pair consistent": Registers(START, _first_pair_consistent, "first_pair_consistent"),
    "one answer": Registers(False, _one_answer, "one_answer"),
}
"""The functions by the `kind` that files give; plans know them by the same names."""
