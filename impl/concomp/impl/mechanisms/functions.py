"""The verification functions of the mechanisms: which pairs of messages they may be sent.

Each is diagonal and public for all values of its parameters, so that a refusal tells nothing; the proofs are found by
`python -m concomp.obligations.mechanisms`, and what they establish is packaged here as evidence.
"""

from __future__ import annotations

from functools import cache, lru_cache

from concomp.model.language import Abs, Bool, Int, Monitor, Record, both, parameter, register, require, same_case, when


class Responses(Monitor):
    """So many bits, each of which may differ."""

    most = parameter(Int, where=lambda most: most >= 1)
    sent = register(Int, 0)

    def step(self, left: Bool, right: Bool) -> None:
        require(self.sent < self.most)
        self.sent = self.sent + 1


class Numbers(Monitor):
    """So many numbers, each of which may differ by at most `apart`."""

    most = parameter(Int, where=lambda most: most >= 1)
    apart = parameter(Int, where=lambda apart: apart >= 1)
    sent = register(Int, 0)

    def step(self, left: Int, right: Int) -> None:
        require((self.sent < self.most) & (Abs(left - right) <= self.apart))
        self.sent = self.sent + 1


class Stream(Monitor):
    """Any number of numbers, of which `differing` may differ, each by at most `apart`."""

    differing = parameter(Int, where=lambda differing: differing >= 1)
    apart = parameter(Int, where=lambda apart: apart >= 1)
    used = register(Int, 0)

    def step(self, left: Int, right: Int) -> None:
        with when(left != right):
            require((self.used < self.differing) & (Abs(left - right) <= self.apart))
            self.used = self.used + 1


class Secret(Record):
    """A bit, to be kept."""

    bit: Bool


class Reveal(Record):
    """Asks for the bit that is kept."""


class LateResponses(Monitor):
    """So many bits, each of which may differ, and after each the question for it."""

    most = parameter(Int, where=lambda most: most >= 1)
    sent = register(Int, 0)
    waiting = register(Bool, False)

    def step(self, left: Secret | Reveal, right: Secret | Reveal) -> None:
        require(same_case(left, right))
        with both(left, right, Secret):
            require((self.sent < self.most) & ~self.waiting)
            self.sent = self.sent + 1
        with both(left, right, Reveal):
            require(self.waiting)
        self.waiting = ~self.waiting


class Score(Record):
    """The score of the next candidate."""

    value: Int


class Choose(Record):
    """Asks for one of the candidates."""


class Scores(Monitor):
    """So many choices among candidates whose scores, from 0 to `largest`, may each differ by at most `apart`."""

    most = parameter(Int, where=lambda most: most >= 1)
    apart = parameter(Int, where=lambda apart: apart >= 1)
    largest = parameter(Int, where=lambda largest: largest >= 0)
    chosen = register(Int, 0)
    candidates = register(Int, 0)

    def step(self, left: Score | Choose, right: Score | Choose) -> None:
        require(same_case(left, right) & (self.chosen < self.most))
        with both(left, right, Score) as (x, y):
            require((x.value >= 0) & (x.value <= self.largest) & (y.value >= 0) & (y.value <= self.largest))
            require(Abs(x.value - y.value) <= self.apart)
            self.candidates = self.candidates + 1
        with both(left, right, Choose):
            require(self.candidates >= 1)
            self.chosen = self.chosen + 1
            self.candidates = 0


class ScoresOneWay(Monitor):
    """The same, where all scores of a choice that differ are larger on the same side."""

    most = parameter(Int, where=lambda most: most >= 1)
    apart = parameter(Int, where=lambda apart: apart >= 1)
    largest = parameter(Int, where=lambda largest: largest >= 0)
    chosen = register(Int, 0)
    candidates = register(Int, 0)
    larger = register(Bool, False)
    smaller = register(Bool, False)

    def step(self, left: Score | Choose, right: Score | Choose) -> None:
        require(same_case(left, right) & (self.chosen < self.most))
        with both(left, right, Score) as (x, y):
            require((x.value >= 0) & (x.value <= self.largest) & (y.value >= 0) & (y.value <= self.largest))
            require(Abs(x.value - y.value) <= self.apart)
            self.larger = self.larger | (x.value > y.value)
            self.smaller = self.smaller | (x.value < y.value)
            require(~self.larger | ~self.smaller)
            self.candidates = self.candidates + 1
        with both(left, right, Choose):
            require(self.candidates >= 1)
            self.chosen = self.chosen + 1
            self.candidates = 0
            self.larger = False
            self.smaller = False


class Comparison(Record):
    """A number, and the threshold that it is compared with."""

    value: Int
    threshold: Int


class Comparisons(Monitor):
    """Any number of comparisons with the same thresholds, where each number may differ by at most `apart`."""

    apart = parameter(Int, where=lambda apart: apart >= 1)

    def step(self, left: Comparison, right: Comparison) -> None:
        require((left.threshold == right.threshold) & (Abs(left.value - right.value) <= self.apart))


class Guess(Record):
    """A number, and a guess of it."""

    value: Int
    guess: Int


class Guesses(Monitor):
    """Any number of the same guesses, of numbers each of which may differ by at most 1."""

    def step(self, left: Guess, right: Guess) -> None:
        require((left.guess == right.guess) & (Abs(left.value - right.value) <= 1))


FUNCTIONS: tuple[type[Monitor], ...] = (
    Responses,
    LateResponses,
    Numbers,
    Stream,
    Scores,
    ScoresOneWay,
    Comparisons,
    Guesses,
)
"""All of them, as the evidence lists them."""


@lru_cache(256)
def responses(most: int) -> Responses:
    """So many bits."""
    return Responses(most=most)


@lru_cache(256)
def late_responses(most: int) -> LateResponses:
    """So many bits, each asked for after it."""
    return LateResponses(most=most)


@lru_cache(256)
def numbers(most: int, apart: int) -> Numbers:
    """So many numbers, each of which may differ so far."""
    return Numbers(most=most, apart=apart)


@lru_cache(256)
def stream(differing: int, apart: int) -> Stream:
    """Any number of numbers, so many of which may differ so far."""
    return Stream(differing=differing, apart=apart)


@lru_cache(256)
def comparisons(apart: int) -> Comparisons:
    """Any number of comparisons, where each number may differ so far."""
    return Comparisons(apart=apart)


@cache
def guesses() -> Guesses:
    """Any number of the same guesses."""
    return Guesses()


@lru_cache(256)
def scores(most: int, apart: int, largest: int) -> Scores:
    """So many choices by scores that may differ so far."""
    return Scores(most=most, apart=apart, largest=largest)


@lru_cache(256)
def scores_one_way(most: int, apart: int, largest: int) -> ScoresOneWay:
    """So many choices by scores that may differ so far, in one direction."""
    return ScoresOneWay(most=most, apart=apart, largest=largest)
