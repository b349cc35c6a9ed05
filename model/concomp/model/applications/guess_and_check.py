"""Guess-and-check: guesses of values pass or are wrong, and of wrong ones the values are shown (Lyu22 appendix B).

The mechanism and the two that it is composed of: a check, which shows no value, and answers with noise. Noise is of
integers, two-sided geometric; that of the tolerance has the ratio e^−ε, that of distances and of the values shown
e^(−ε/c), the scales 1/ε and c/ε of the paper. What is released is clamped, which is post-processing and makes laws
finite; hidden noise is not.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from concomp.model.laws.law import Law
from concomp.model.mechanisms.interactive import EVERYTHING, HALT, InteractiveMechanism, Message, State
from concomp.model.mechanisms.named.above_threshold import FARTHEST, AboveThreshold
from concomp.model.mechanisms.named.geometric import TwoSidedGeometric
from concomp.model.mechanisms.named.parameters import Range, exact_clamp, exact_ratio, integer, set_exactly
from concomp.model.numbers import NumberError, ParameterError, parameter
from concomp.model.registry.tags import realises

PASS, WRONG = "PASS", "WRONG"
MOST = 16
"""The most wrong guesses; the chance of so many is a sum of up to 2^MOST terms."""


@dataclass(frozen=True)
class Guesses:
    """What guess-and-check is given besides the data.

    tolerance_ratio, ratio: e^−ε, of the noise of the tolerance, and e^(−ε/c), of all other noise. wrongs: c, after how
    many WRONG it halts. tolerance: 𝓔, an integer of at least 0. clamp: the least and the largest value that is shown.
    A message is a value f(X) and a guess τ of it, integers. Raises ParameterError for one out of its range.
    """

    tolerance_ratio: Fraction
    ratio: Fraction
    wrongs: int
    tolerance: int
    clamp: Range

    def __post_init__(self) -> None:
        set_exactly(self, tolerance_ratio=exact_ratio, ratio=exact_ratio)
        set_exactly(self, wrongs=number_of_wrongs, tolerance=exact_tolerance, clamp=exact_clamp)

    @property
    def noise(self) -> AboveThreshold:
        """The comparison of a distance with the tolerance: what matters is by how much the one exceeds the other."""
        return AboveThreshold(self.tolerance_ratio, self.ratio, threshold=0)

    def shown(self, value: int) -> Law[int]:
        """The law of a value with noise, clamped."""
        return TwoSidedGeometric(self.ratio).released(value, self.clamp)


@realises("Lyu22 Algorithm 1")
def guess_and_check(guesses: Guesses) -> InteractiveMechanism:
    """Answers PASS, or (WRONG, v) with v the value with noise; it halts when c guesses were wrong.

    Its state is by how much distances exceeded the tolerance: of the guesses that passed, and of those that were wrong.
    """

    def step(state: Any, message: Any) -> Law[tuple[State, Message]]:
        def with_value(outcome: tuple[State, Message]) -> Law[tuple[State, Message]]:
            after, verdict = outcome
            if verdict != WRONG:
                return Law.point(outcome)
            value, _ = read_guess(message)
            return guesses.shown(value).map(lambda shown: (after, (WRONG, shown)))

        return _checked(guesses, state, message).bind(with_value)

    return InteractiveMechanism(step, (((), ()),), EVERYTHING, "guess-and-check")


@realises("Lyu22 Lemma 6")
def check(guesses: Guesses) -> InteractiveMechanism:
    """The same without values: it answers PASS or WRONG."""
    return InteractiveMechanism(
        lambda state, message: _checked(guesses, state, message), (((), ()),), EVERYTHING, "check"
    )


@realises("Lyu22 Lemma 7")
def answers(guesses: Guesses) -> InteractiveMechanism:
    """Answers c values, each with noise; its state is how many it answered."""

    def step(answered: Any, message: Any) -> Law[tuple[State, Message]]:
        if answered == guesses.wrongs:
            return Law.point((HALT, HALT))
        value = parameter("value", integer, message)
        return guesses.shown(value).map(lambda shown: (answered + 1, shown))

    return InteractiveMechanism(step, (0,), EVERYTHING, "answers")


def read_guess(message: object) -> tuple[int, int]:
    """A value and a guess; ParameterError for anything else."""
    if not isinstance(message, tuple) or len(message) != 2:
        raise ParameterError("message", message, "write a value and a guess, two integers")
    value, guess = message
    return parameter("value", integer, value), parameter("guess", integer, guess)


def number_of_wrongs(value: object) -> int:
    """c; NumberError for what is no number from 1 to MOST."""
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= MOST:
        raise NumberError(f"write after how many WRONG it halts, an integer from 1 to {MOST}")
    return value


def exact_tolerance(value: object) -> int:
    """𝓔; NumberError for what is no integer of at least 0."""
    number = integer(value)
    if number < 0:
        raise NumberError("write how far a guess may be off, an integer of at least 0")
    return number


def _checked(guesses: Guesses, state: Any, message: Any) -> Law[tuple[State, Message]]:
    passed, wrong = state
    if len(wrong) == guesses.wrongs:
        return Law.point((HALT, HALT))
    value, guess = read_guess(message)
    excess = abs(value - guess) - guesses.tolerance
    if abs(excess) > FARTHEST:
        raise ParameterError("guess", guess, f"write one whose distance is at most {FARTHEST} from the tolerance")
    longer, noise = tuple(sorted((*passed, excess))), guesses.noise
    passes = noise.chance(longer, wrong) / noise.chance(passed, wrong)
    after = longer, wrong
    return Law({(after, PASS): passes, ((passed, tuple(sorted((*wrong, excess)))), WRONG): 1 - passes})
