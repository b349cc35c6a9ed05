"""Wrong forms of guess-and-check as a post-processing of its parts."""

from __future__ import annotations

from concomp.model.applications.guess_and_check_of_parts import (
    Answer,
    GuessAndCheck,
    NeighbouringGuesses,
    PartsOfGuessAndCheck,
)
from concomp.model.language import Bool, Int
from concomp.obligations.verify.properties.validity import Validity


class SkipsZero(GuessAndCheck):
    """Wrong: a value of 0 is not asked for."""

    def is_wrong(self, answer: Answer) -> Bool:
        return super().is_wrong(answer) & (self.value != 0)


class ShowsValues(GuessAndCheck):
    """Wrong: the value is shown without noise."""

    def shown(self, answer: Answer) -> Int:
        return self.value


class AsksForTwice(GuessAndCheck):
    """Wrong: twice the value is asked for."""

    def noiseless(self) -> Int:
        return 2 * self.value


def guesses_to_parts() -> Validity:
    """The same guesses of values at most 1 apart from the left, f' to the right."""
    return Validity(NeighbouringGuesses().definition, PartsOfGuessAndCheck().definition)
