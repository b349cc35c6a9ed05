"""Agreement of two verification functions on every sequence over an alphabet.

A verifier halts at the first message that makes the sequence invalid. What matters of a verification function is
therefore its verdict on the sequences all of whose prefixes are valid, and on these extended by one message.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from concomp.model.mechanisms.verification import VerificationFunction

Word = tuple[Any, ...]


@dataclass(frozen=True)
class Agreement:
    """How two functions compare.

    compared: on how many sequences. accepted: how many of them both accept. longest: one of the longest of these.
    differing: the first sequence with different verdicts, None if there is none.
    """

    compared: int
    accepted: int
    longest: Word
    differing: Word | None


def agreement(
    function: VerificationFunction, holds: Callable[[Word], bool], alphabet: Sequence[Any], length: int
) -> Agreement:
    """Compare a function with a predicate on whole sequences, shorter sequences first, and stop where they differ."""
    compared = accepted = 0
    longest: Word = ()
    valid: list[tuple[Word, Any]] = [((), function.initial)]
    for _ in range(length):
        extended = []
        for word, state in valid:
            for message in alphabet:
                compared += 1
                verdict, after = function.advance(state, message)
                candidate = (*word, message)
                if verdict != holds(candidate):
                    return Agreement(compared, accepted, longest, candidate)
                if verdict:
                    extended.append((candidate, after))
        valid = extended
        accepted += len(valid)
        longest = valid[0][0] if valid else longest
    return Agreement(compared, accepted, longest, None)
