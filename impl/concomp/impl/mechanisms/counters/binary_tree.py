"""The binary tree (Dwork, Naor, Pitassi, Rothblum 2010; Chan, Shi, Song 2011).

Node i of level l is the sum of the items 2^l·i + 1 … 2^l·(i + 1). It is released with noise when its last item has
come; the sum of the first t items is that of as many nodes as t has bits. An item is in one node of each level.
"""

from __future__ import annotations

from dataclasses import dataclass

from concomp.impl.mechanisms import parameters
from concomp.impl.mechanisms.counters.budgets import Budget, one_budget
from concomp.impl.mechanisms.counters.counter import NodeCounter, read_step
from concomp.impl.mechanisms.counters.symmetric_noise import SymmetricNoise
from concomp.impl.mechanisms.noisy import Disturb, Noisy
from concomp.impl.noise.randomness import Randomness
from concomp.impl.session.mechanism import Respond
from concomp.model.mechanisms.interactive import HALT
from concomp.model.numbers import Exact


@dataclass(frozen=True, init=False, repr=False)
class BinaryTreeCounter(NodeCounter):
    """Counts the items of a stream of bounded length by a binary tree.

    steps: T, how many items it counts at most; it halts after these. e_eps or rho: what an item may lose, by geometric
    or Gaussian noise. differing: how many items may differ. Raises ParameterError for one out of its range.
    """

    steps: int
    budget: Budget
    differing: int = 1

    def __init__(self, steps: int, *, e_eps: Exact | None = None, rho: Exact | None = None, differing: int = 1) -> None:
        """Take T, what an item may lose, and how many may differ."""
        self._set(
            steps=(parameters.positive, steps),
            budget=(lambda budget: budget, one_budget(e_eps, rho)),
            differing=(parameters.differing, differing),
        )
        _ = self.noise

    @property
    def levels(self) -> int:
        """⌊log₂ T⌋ + 1."""
        return self.steps.bit_length()

    @property
    def noise(self) -> SymmetricNoise:
        """The noise of a node: an item is in as many as there are levels."""
        return self.budget.noise(self.levels)

    def start(self, noisy: Noisy, randomness: Randomness) -> Respond:
        """Start it."""
        tree, left = Tree(self.noise.disturb(noisy), randomness), self.steps

        def respond(item: int) -> object:
            nonlocal left
            if not left:
                return HALT
            left -= 1
            return tree.count(item)

        return respond

    def noises(self, step: int) -> dict[SymmetricNoise, int]:
        """As many nodes as the step has bits."""
        return {self.noise: read_step(step, self.steps).bit_count()}

    def error(self, beta: Exact) -> int:
        """That at the last step of most nodes."""
        return self.error_at((1 << (self.steps + 1).bit_length() - 1) - 1, beta)


class Tree:
    """The nodes that are not yet in a larger one, a level each, and what was released of them."""

    def __init__(self, disturb: Disturb, randomness: Randomness) -> None:
        """Begin with none."""
        self._disturb, self._randomness = disturb, randomness
        self._sums: list[int] = []
        self._released: list[int] = []
        self._steps = self._total = 0

    def count(self, item: int) -> int:
        """The sum of all items so far, disturbed: this one completes a node of each level that divides its step."""
        self._steps += 1
        level = (self._steps & -self._steps).bit_length() - 1
        node = item + sum(self._sums[:level])
        released = self._disturb(node, self._randomness)
        self._total += released - sum(self._released[:level])
        if level == len(self._sums):
            self._sums.append(0)
            self._released.append(0)
        self._sums[:level] = self._released[:level] = [0] * level
        self._sums[level], self._released[level] = node, released
        return self._total
