"""Sequences of answers compared step by step, by beliefs instead of by listing them.

What the next answer is, given the answers so far, depends in either world only on what is believed of the hidden state
there. Histories with the same beliefs in both worlds share their work, so that hundreds of steps can be compared.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from concomp.model.laws.indistinguishability import total_variation
from concomp.model.laws.law import ONE, Law
from concomp.model.mechanisms.interactive import HALT, Message
from concomp.model.mechanisms.privacy import Beliefs, Game, at_start, beliefs_after, mass


@dataclass(frozen=True)
class Step:
    """The answer to a query after a common history.

    laws: its law in either world. following: the beliefs after each answer that both worlds can give.
    """

    laws: tuple[Law[Message], Law[Message]]
    following: tuple[tuple[Message, Beliefs], ...]

    @cached_property
    def together(self) -> Fraction:
        """1 − Δ."""
        return 1 - total_variation(*self.laws)


@dataclass(frozen=True, eq=False)
class Sequences:
    """The answers of a game in its two worlds, to any queries: beliefs after common histories, and steps from there."""

    game: Game

    @cached_property
    def _steps(self) -> dict[Beliefs, tuple[Step, ...]]:
        return {}

    def steps(self, beliefs: Beliefs) -> tuple[Step, ...]:
        """The steps from certain beliefs, one for each query."""
        if beliefs not in self._steps:
            self._steps[beliefs] = tuple(_step(self.game, beliefs, query) for query in self.game.queries)
        return self._steps[beliefs]

    def layers(self) -> Iterator[dict[Beliefs, None]]:
        """The beliefs after the common histories of 0, 1, … answers, as far as there are any before the last step."""
        layer: dict[Beliefs, None] = {at_start(self.game): None}
        for _ in range(self.game.rounds):
            yield layer
            following = [then for beliefs in layer for step in self.steps(beliefs) for then in step.following]
            layer = dict.fromkeys(after for answer, after in following if answer is not HALT)

    @cached_property
    def exposure(self) -> Fraction:
        """The largest 1 − ∏(1 − Δ) after any common history, whatever is asked."""
        known: dict[Beliefs, Fraction] = {}
        for layer in reversed(list(self.layers())):
            known = {beliefs: min(self._least(step, known) for step in self.steps(beliefs)) for beliefs in layer}
        return 1 - known[at_start(self.game)]

    def _least(self, step: Step, known: dict[Beliefs, Fraction]) -> Fraction:
        """The least product from a step on; a sequence that has ended stays together."""
        after = (ONE if answer is HALT else known.get(then, ONE) for answer, then in step.following)
        return step.together * min(after, default=ONE)

    @cached_property
    def exposure_at_the_end(self) -> Fraction:
        """The same over the common histories before the last step only, as printed; 0 if there are none."""
        known: dict[Beliefs, Fraction | None] | None = None
        for layer in reversed(list(self.layers())):
            known = {beliefs: _least_at_the_end(self.steps(beliefs), known) for beliefs in layer}
        product = None if known is None else known[at_start(self.game)]
        return 1 - (ONE if product is None else product)


def _least_at_the_end(steps: tuple[Step, ...], known: dict[Beliefs, Fraction | None] | None) -> Fraction | None:
    """The least product over the ways on that reach the last step; None if there is no such way."""
    if known is None:
        return min(step.together for step in steps)
    products = [
        step.together * rest
        for step in steps
        for answer, then in step.following
        for rest in [ONE if answer is HALT else known.get(then)]
        if rest is not None
    ]
    return min(products, default=None)


def _step(game: Game, beliefs: Beliefs, query: Message) -> Step:
    answers = beliefs_after(game, beliefs, query)
    laws = tuple(Law({answer: mass(after[world]) for answer, after in answers.items()}) for world in (0, 1))
    common = tuple((answer, _normalise(after)) for answer, after in answers.items() if after[0] and after[1])
    return Step((laws[0], laws[1]), common)


def _normalise(beliefs: Beliefs) -> Beliefs:
    """What is believed in either world, given the history."""
    zero, one = (frozenset((state, weight / mass(weights)) for state, weight in weights) for weights in beliefs)
    return zero, one
