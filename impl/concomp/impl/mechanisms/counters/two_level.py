"""Two levels: items, and blocks of B of them (Chan, Shi, Song 2011, section 3.2).

An item is released with noise, and the sum of a block when its last item has come; the sum of all items is that of the
blocks, and of the items after the last one. An item is in at most two numbers.
"""

from __future__ import annotations

from dataclasses import dataclass

from concomp.impl.mechanisms import parameters
from concomp.impl.mechanisms.counters.budgets import Budget, one_budget
from concomp.impl.mechanisms.counters.counter import MOST_STEPS, EndlessCounter, read_step
from concomp.impl.mechanisms.counters.symmetric_noise import SymmetricNoise
from concomp.impl.mechanisms.noisy import Noisy
from concomp.impl.noise.randomness import Randomness
from concomp.impl.session.mechanism import Respond
from concomp.model.numbers import Exact


@dataclass(frozen=True, init=False, repr=False)
class TwoLevelCounter(EndlessCounter):
    """Counts the items of a stream of any length, by blocks.

    block: B, the items of a block; about √T is best for T items. e_eps or rho: what an item may lose, by geometric or
    Gaussian noise. differing: how many items may differ. Raises ParameterError for one out of its range.
    """

    block: int
    budget: Budget
    differing: int = 1

    def __init__(self, block: int, *, e_eps: Exact | None = None, rho: Exact | None = None, differing: int = 1) -> None:
        """Take B, what an item may lose, and how many may differ."""
        self._set(
            block=(parameters.positive, block),
            budget=(lambda budget: budget, one_budget(e_eps, rho)),
            differing=(parameters.differing, differing),
        )
        _ = self.noise

    @property
    def noise(self) -> SymmetricNoise:
        """The noise of a number: an item is in two, or only in its block if that is all of it."""
        return self.budget.noise(min(2, self.block))

    def start(self, noisy: Noisy, randomness: Randomness) -> Respond:
        """Start it."""
        disturb = self.noise.disturb(noisy)
        blocks = items = inside = step = 0

        def respond(item: int) -> object:
            nonlocal blocks, items, inside, step
            step, inside = step + 1, inside + item
            if step % self.block:
                items += disturb(item, randomness)
            else:
                blocks, items, inside = blocks + disturb(inside, randomness), 0, 0
            return blocks + items

        return respond

    def noises(self, step: int) -> dict[SymmetricNoise, int]:
        """The blocks so far, and the items after them."""
        return {self.noise: sum(divmod(read_step(step, MOST_STEPS), self.block))}
