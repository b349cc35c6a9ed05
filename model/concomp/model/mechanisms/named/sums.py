"""Sums over a stream: each item is disturbed afresh, and what is released is the sum of the disturbed items so far.

The sum goes on without bound, whatever is released of it: a clamp is put to the answer alone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from concomp.model.laws.law import Law
from concomp.model.mechanisms.interactive import InteractiveMechanism, Message, State, Step
from concomp.model.mechanisms.named.geometric import TwoSidedGeometric
from concomp.model.mechanisms.named.overshoot import Overshoot, at_zero
from concomp.model.mechanisms.named.parameters import Range, exact_clamp, set_exactly, unless_missing
from concomp.model.mechanisms.named.play import ONE_DIFFERENCE, Play
from concomp.model.mechanisms.named.releases import GeometricRelease, RandomisedResponse
from concomp.model.mechanisms.randomised_response import BITS
from concomp.model.numbers import ParameterError

AT, BELOW, ABOVE = "at", "below", "above"
"""Where a sum is known to be: at a number, or somewhere from an end of the clamp on."""
Of = GeometricRelease | RandomisedResponse


@dataclass(frozen=True)
class RunningSum:
    """Answers each item with the sum of all items so far, each with noise of its own that stays in the sum.

    of: what disturbs an item; a release with geometric noise, not clamped, or a randomised response that exposes
    nothing. clamp: the least and the largest answer; None if answers are not clamped.
    Raises ParameterError for a parameter out of its range, for any other mechanism, and for a clamp that could hide a
    sum without bound.
    """

    of: Of
    clamp: Range | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.of, Of):
            raise ParameterError("of", self.of, "give what two_sided_geometric or randomised_response returns")
        set_exactly(self, clamp=unless_missing(exact_clamp))
        if isinstance(self.of, GeometricRelease) and self.of.clamp is not None:
            remedy = "what is summed stays hidden and is not clamped: leave it out, or clamp the sum"
            raise ParameterError("of.clamp", self.of.clamp, remedy)
        if isinstance(self.of, RandomisedResponse) and self.of.delta != 0:
            raise ParameterError("of.delta", self.of.delta, "only bits that are never marked as exposed can be summed")
        if isinstance(self.of, GeometricRelease) and not self._shows_the_first:
            low, high = self._items
            remedy = f"let it contain {low} and {high}, leave it out, or use running_counter"
            raise ParameterError("clamp", self.clamp, remedy)

    @property
    def _items(self) -> Range:
        """The least and the largest item."""
        return self.messages[0], self.messages[-1]

    @property
    def _shows_the_first(self) -> bool:
        """Whether the clamp leaves the first disturbed item as telling as it is."""
        low, high = self._items
        return self.clamp is None or (self.clamp[0] <= low and high <= self.clamp[1])

    @property
    def messages(self) -> tuple[int, ...]:
        """The items."""
        return self.of.messages

    @property
    def hides(self) -> bool:
        """Whether answers may hide how far a sum is beyond an end of the clamp, which may be any distance."""
        return isinstance(self.of, GeometricRelease) and self.clamp is not None

    @property
    def mechanism(self) -> InteractiveMechanism:
        """The mechanism; its state is the sum of the disturbed items.

        Geometric noise has no bound. Where the sum is not clamped, each answer is told by what it adds to the one
        before, which is the same, for a sum is told by its steps and tells them, and as `GeometricRelease` tells what
        is not clamped. Where it is, the state is what the answers tell of the sum: the sum itself or, from an end of
        the clamp on, the law of how far it is beyond that end, in closed form.
        """
        if isinstance(self.of, RandomisedResponse):
            return InteractiveMechanism(self._of_bits(self.of), (0,), BITS, "running_sum")
        if self.clamp is None:
            return self.of.mechanism
        step = _ClampedSum(self.of.ratio, *self.clamp).step
        return InteractiveMechanism(step, ((AT, 0),), self.messages, "running_sum")

    def _of_bits(self, of: RandomisedResponse) -> Step:
        def step(total: int, bit: int) -> Law[tuple[State, Message]]:
            sums = of.answer(bit).map(lambda answer: total + answer[1])
            return sums.map(lambda after: (after, self._clamped(after)))

        return step

    def _clamped(self, total: int) -> int:
        low, high = self.clamp or (total, total)
        return min(max(total, low), high)

    def play(self, kind: str, rounds: int) -> Play | None:
        """What is played against `of`, where one pair differs or nothing is clamped; None otherwise.

        A running sum is a post-processing of the disturbed items, and tells them where it is not clamped. If one pair
        differs it may be the first, whose disturbed item, clamped no further than to the items there are, is told by
        the first answer; no other adversary sees more than a post-processing of that one disturbed item.
        """
        if not self._shows_the_first or (kind not in ONE_DIFFERENCE and self.clamp is not None):
            return None
        told = self.of.play(kind, rounds)
        if told is None or isinstance(self.of, GeometricRelease):
            return told
        return Play(self.mechanism, told.rounds, everywhere=True)


@dataclass(frozen=True)
class _ClampedSum:
    """The sum of items with geometric noise, clamped where it is released; what is hidden is not."""

    ratio: Fraction
    low: int
    high: int

    def step(self, state: Any, item: int) -> Law[tuple[State, Message]]:
        """The law of what is known of the sum after an item, with the answer."""
        side, known = state
        if side == AT:
            return self._law(
                at_zero(self.ratio).moved(self.low - known - item).staying(),
                lambda total: TwoSidedGeometric(self.ratio).mass(total - known - item),
                at_zero(self.ratio).moved(known + item - self.high).staying(),
            )
        if side == BELOW:
            beyond = known.moved(-item)
            return self._law(beyond.staying(), lambda total: beyond(self.low - total), beyond.crossing(self.width))
        beyond = known.moved(item)
        return self._law(beyond.crossing(self.width), lambda total: beyond(total - self.high), beyond.staying())

    @property
    def width(self) -> int:
        """How far the ends are apart."""
        return self.high - self.low

    def _law(
        self, below: Overshoot, between: Callable[[int], Fraction], above: Overshoot
    ) -> Law[tuple[State, Message]]:
        return Law(
            {
                ((BELOW, below.scaled()), self.low): below.whole,
                **{((AT, total), total): between(total) for total in range(self.low + 1, self.high)},
                ((ABOVE, above.scaled()), self.high): above.whole,
            }
        )
