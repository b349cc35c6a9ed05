"""Words that tell two verification functions apart.

Two functions are told apart by a sequence on which they give different verdicts. A shortest one is found by reading
all sequences with both functions at once, until both have rejected for good; sequences that lead both to the same pair
of states count as one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from concomp.impl.monitors.stepper import Flat, compile_step
from concomp.model.language.readings.functions import REJECTED, DefinitionFunction
from concomp.model.language.readings.runnable import Runnable
from concomp.model.language.syntax.definition import Definition
from concomp.model.mechanisms.verification import Pair, VerificationFunction
from concomp.obligations.families.functions.agreement import Word

Row = tuple[tuple[bool, Flat], ...]
"""For each message of an alphabet, the verdict and the state after it."""


def like(function: Runnable, definition: Definition) -> DefinitionFunction:
    """The function of a definition, with the parameters and meanings of another function."""
    return DefinitionFunction(definition, function.parameter_values, function.meanings)


class DistinguishingWords:
    """What tells other definitions from one function, over an alphabet of pairs and up to a length."""

    def __init__(self, function: Runnable, alphabet: Sequence[Pair], length: int) -> None:
        """Take the function, the messages, and how many of them a sequence may have."""
        self.function = function
        self.alphabet = tuple(alphabet)
        self.length = length
        self._stepper = compile_step(function)
        self._rows: dict[Flat, Row] = {}

    def shortest(self, definition: Definition) -> Word | None:
        """A shortest sequence on which the definition gives another verdict, None if there is none."""
        other = compile_step(like(self.function, definition))
        start = self._stepper.initial, other.initial
        level: dict[tuple[Flat, Flat], Word] = {start: ()}
        seen = {start}
        for _ in range(self.length):
            following: dict[tuple[Flat, Flat], Word] = {}
            for (ours, theirs), word in level.items():
                for message, (verdict, our_next) in zip(self.alphabet, self._row(ours), strict=True):
                    other_verdict, their_next = other.advance(theirs, *message)
                    if verdict != other_verdict:
                        return (*word, message)
                    both = our_next, their_next
                    if both not in seen and both != (REJECTED, REJECTED):
                        seen.add(both)
                        following[both] = (*word, message)
            level = following
        return None

    def _row(self, state: Flat) -> Row:
        if state not in self._rows:
            self._rows[state] = tuple([self._stepper.advance(state, *message) for message in self.alphabet])
        return self._rows[state]


def tells(word: Word, holds: Callable[[Word], bool], function: VerificationFunction) -> bool:
    """Whether the function's verdict on the sequence is not what the predicate says, and is so on what comes before."""
    state = function.initial
    agreed = []
    for place, message in enumerate(word, 1):
        verdict, state = function.advance(state, message)
        agreed.append(verdict == holds(word[:place]))
    return agreed == [True] * (len(word) - 1) + [False]
