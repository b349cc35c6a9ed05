"""Sums over a stream: each item is disturbed afresh, and what is released is the sum of the disturbed items so far.

The sum goes on without bound, whatever is released of it: a clamp is put to the answer alone.
"""

from __future__ import annotations

from dataclasses import dataclass

from concomp.model.laws.law import Law
from concomp.model.mechanisms.demands import MechanismError
from concomp.model.mechanisms.interactive import InteractiveMechanism, Message, State, Step
from concomp.model.mechanisms.named.parameters import Range, exact_clamp, set_exactly, unless_missing
from concomp.model.mechanisms.named.play import ONE_DIFFERENCE, Play
from concomp.model.mechanisms.named.releases import GeometricRelease, RandomisedResponse
from concomp.model.mechanisms.randomised_response import BITS
from concomp.model.numbers import ParameterError

BOUNDLESS = "its hidden sums have no bound where more than one pair may differ: leave the clamp out"
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
    def boundless(self) -> bool:
        """Whether there would be hidden states without number."""
        return isinstance(self.of, GeometricRelease) and self.clamp is not None

    @property
    def mechanism(self) -> InteractiveMechanism:
        """The mechanism; its state is the sum of the disturbed items.

        Geometric noise has no bound. There each answer is told by what it adds to the one before, which is the same,
        for a sum is told by its steps and tells them, and as `GeometricRelease` tells what is not clamped.
        MechanismError where the sum is clamped, for it would have hidden states without number.
        """
        if isinstance(self.of, RandomisedResponse):
            return InteractiveMechanism(self._of_bits(self.of), (0,), BITS, "running_sum")
        if self.boundless:
            raise MechanismError(f"running_sum with clamp = {self.clamp}: {BOUNDLESS}")
        return self.of.mechanism

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
