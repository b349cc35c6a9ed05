"""Streams without a known end, by trees of doubling length (after Chan, Shi, Song 2011, section 3.4).

Epoch j counts 2^j items by a tree of j + 1 levels, whose noise is for so many. What it answers last is one node, of all
its items, and stays in the sum. An item is in one epoch, so that one budget lasts for ever.
"""

from __future__ import annotations

from collections import Counter as Multiset
from dataclasses import dataclass

from concomp.impl.mechanisms import parameters
from concomp.impl.mechanisms.counters.binary_tree import Tree
from concomp.impl.mechanisms.counters.budgets import Budget, one_budget
from concomp.impl.mechanisms.counters.counter import MOST_STEPS, EndlessCounter, read_step
from concomp.impl.mechanisms.counters.symmetric_noise import GaussianNoise, GeometricNoise, SymmetricNoise
from concomp.impl.mechanisms.noisy import Noisy
from concomp.impl.noise.randomness import Randomness
from concomp.impl.session.mechanism import Respond
from concomp.model.numbers import Exact


@dataclass(frozen=True, init=False, repr=False)
class UnboundedCounter(EndlessCounter):
    """Counts the items of a stream of any length.

    e_eps or rho: what an item may lose, by geometric or Gaussian noise. differing: how many items may differ. Raises
    ParameterError for one out of its range.
    """

    budget: Budget
    differing: int = 1

    def __init__(self, *, e_eps: Exact | None = None, rho: Exact | None = None, differing: int = 1) -> None:
        """Take what an item may lose, and how many may differ."""
        self._set(budget=(lambda budget: budget, one_budget(e_eps, rho)), differing=(parameters.differing, differing))
        _ = self.noise(MOST_STEPS.bit_length())

    def noise(self, epoch: int) -> GeometricNoise | GaussianNoise:
        """The noise of the nodes of an epoch, counted from 0."""
        return self.budget.noise(epoch + 1)

    def start(self, noisy: Noisy, randomness: Randomness) -> Respond:
        """Start it."""
        past = step = 0
        tree = Tree(self.noise(0).disturb(noisy), randomness)

        def respond(item: int) -> object:
            nonlocal past, step, tree
            step += 1
            total = past + tree.count(item)
            if (step + 1).bit_count() == 1:
                past, tree = total, Tree(self.noise(step.bit_length()).disturb(noisy), randomness)
            return total

        return respond

    def noises(self, step: int) -> Multiset[SymmetricNoise]:
        """A node of each epoch that has ended, and as many of this one as the number of its items has bits."""
        ended = (read_step(step, MOST_STEPS) + 1).bit_length() - 1
        found = Multiset(self.noise(epoch) for epoch in range(ended))
        nodes = (step + 1 - (1 << ended)).bit_count()
        return found + Multiset({self.noise(ended): nodes})
