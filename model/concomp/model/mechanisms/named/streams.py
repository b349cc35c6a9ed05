"""Counters of a stream of bits that release noisy sums: of all bits so far, or of the nodes of a binary tree.

Each sum gets two-sided geometric noise of its own, is clamped and released; the sums themselves stay hidden, exact and
without bound.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from concomp.model.laws.law import Law, product_law
from concomp.model.mechanisms.interactive import HALT, InteractiveMechanism, Message, State
from concomp.model.mechanisms.named.geometric import TwoSidedGeometric
from concomp.model.mechanisms.named.parameters import (
    Range,
    exact_clamp,
    exact_ratio,
    number_of_leaves,
    set_exactly,
    unless_missing,
)
from concomp.model.mechanisms.named.play import ONE_ANSWER, ONE_DIFFERENCE, Play, either_way
from concomp.model.mechanisms.randomised_response import BITS
from concomp.model.mechanisms.verification import Pair


@dataclass(frozen=True)
class RunningCounter:
    """Answers each bit with the number of ones so far, with noise of its own each time.

    ratio: of the noise. clamp: the least and the largest answer; None if answers are not clamped.
    Raises ParameterError for a parameter out of its range.
    """

    ratio: Fraction
    clamp: Range | None = None

    def __post_init__(self) -> None:
        set_exactly(self, ratio=exact_ratio, clamp=unless_missing(exact_clamp))

    @property
    def messages(self) -> tuple[int, ...]:
        """The bits."""
        return BITS

    @property
    def mechanism(self) -> InteractiveMechanism:
        """The mechanism; its state is (bits so far, ones among them)."""
        return InteractiveMechanism(self._step, ((0, 0),), BITS, "running_counter")

    def _step(self, state: Any, bit: int) -> Law[tuple[State, Message]]:
        after = state[0] + 1, state[1] + bit
        return _noisy(self.ratio, self.clamp, after[1], after[0]).map(lambda answer: (after, answer))

    def play(self, kind: str, rounds: int) -> Play | None:
        """The play of `_one_difference`: bit t is in the sums t, t + 1, …; None where more than one pair may differ."""
        if kind not in ONE_DIFFERENCE:
            return None
        sent = 1 if kind == ONE_ANSWER else rounds
        bits = _bits_into(self.clamp, sent)
        sums = [sum(bits[1 : index + 1]) for index in range(sent)]
        return _one_difference(RunningCounter(self.ratio, _threshold(self.clamp)), bits, sums)


@dataclass(frozen=True)
class BinaryTree:
    """The binary-tree counter (Dwork, Naor, Pitassi, Rothblum 2010; Chan, Shi, Song 2011): the bits are the leaves of
    binary trees, and answered is, after each bit, the noisy sum of each node that it completes, the leaf first.

    leaves: how many bits it takes; then it halts. ratio: of the noise. clamp: the least and the largest noisy sum of a
    node; None if they are not clamped.
    Raises ParameterError for a parameter out of its range.
    """

    leaves: int
    ratio: Fraction
    clamp: Range | None = None

    def __post_init__(self) -> None:
        set_exactly(self, leaves=number_of_leaves, ratio=exact_ratio, clamp=unless_missing(exact_clamp))

    @property
    def messages(self) -> tuple[int, ...]:
        """The bits."""
        return BITS

    @property
    def levels(self) -> int:
        """How many nodes a leaf is in, at most: ⌊log₂ leaves⌋ + 1."""
        return self.leaves.bit_length()

    @property
    def mechanism(self) -> InteractiveMechanism:
        """The mechanism; its state is the bits so far and, for each level, the sum of the node that is not complete."""
        return InteractiveMechanism(self._step, ((0, (0,) * self.levels),), BITS, "binary_tree")

    def _step(self, state: Any, bit: int) -> Law[tuple[State, Message]]:
        before, sums = state
        if before == self.leaves:
            return Law.point((HALT, HALT))
        here = before + 1
        grown = [each + bit for each in sums]
        complete = [level for level in range(self.levels) if here % 2**level == 0]
        after = here, tuple(0 if level in complete else each for level, each in enumerate(grown))
        answers = product_law(_noisy(self.ratio, self.clamp, grown[level], 2**level) for level in complete)
        return answers.map(lambda answer: (after, answer))

    def play(self, kind: str, rounds: int) -> Play | None:
        """The play of `_one_difference`: the first bit is in a node of every level, and no bit in more that are
        complete in so many rounds. None where more than one pair may differ.
        """
        if kind not in ONE_DIFFERENCE:
            return None
        sent = 1 if kind == ONE_ANSWER else min(rounds, self.leaves)
        bits = _bits_into(self.clamp, sent)
        sums = [sum(bits[1 : 2**level]) for level in range(sent.bit_length())]
        return _one_difference(BinaryTree(self.leaves, self.ratio, _threshold(self.clamp)), bits, sums)


def _noisy(ratio: Fraction, clamp: Range | None, total: int, bits: int) -> Law[int]:
    """The law of a noisy sum of so many bits. What is not clamped is told as if clamped to the sums there can be:
    beyond them the odds of any two sums are those at the last of them, so that nothing is lost.
    """
    return TwoSidedGeometric(ratio).released(total, clamp or (0, bits))


def _bits_into(clamp: Range | None, sent: int) -> list[int]:
    """The bits to send: the first is to differ, and the others are ones until the clamp no longer hides a sum."""
    wanted = 0 if clamp is None else max(0, clamp[0])
    return [0, *(1 if index < wanted else 0 for index in range(sent - 1))]


def _threshold(clamp: Range | None) -> Range:
    """The clamp to two answers that lose nothing of the sums s and s + 1 that come of such bits."""
    low, high = clamp or (0, 1)
    middle = min(max(0, low), high - 1) if low < high else low
    return middle, min(middle + 1, high)


def _one_difference(mechanism: RunningCounter | BinaryTree, bits: list[int], sums: list[int]) -> Play:
    """The play in which the first bit differs, and those after it bring the sums with it into the clamp.

    Only sums with the differing bit tell anything. Each is s in one world and s + 1 in the other; from its noisy value
    one learns no more than on which side of them it is, a randomised response of E = 1/ratio, and less the farther they
    lie outside the clamp, for to clamp further is to post-process. Of so many rounds, no bit is in more sums than the
    first is; s is at most the number of the other bits in the sum, and the bits sent bring each sum, at once, as close
    to the clamp as that allows. Noise is independent, so that what any adversary sees is, round by round, a
    post-processing of what this one sees, here and beside other mechanisms.

    mechanism: clamped to two answers, between which its sums lie. bits: to send, the first differing. sums: with the
    differing bit, that bit left out.
    """
    laws = [
        (_noisy(mechanism.ratio, mechanism.clamp, s, 1), _noisy(mechanism.ratio, mechanism.clamp, s + 1, 1))
        for s in sums
    ]
    identical: Iterable[tuple[Pair, ...]] = (((bit, bit),) for bit in bits[1:])
    return Play(mechanism.mechanism, (either_way((0, 1), laws), *identical), everywhere=True)
