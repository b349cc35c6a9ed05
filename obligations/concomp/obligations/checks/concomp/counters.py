"""Counters: what an item changes in the numbers that are released."""

from __future__ import annotations

import random
from collections.abc import Iterator

from concomp.impl.mechanisms.counters.binary_tree import BinaryTreeCounter
from concomp.impl.mechanisms.counters.counter import Counter
from concomp.impl.mechanisms.counters.factorised import KINDS, FactorisationCounter
from concomp.impl.mechanisms.counters.two_level import TwoLevelCounter
from concomp.impl.mechanisms.counters.unbounded import UnboundedCounter
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.expectation import expect, first_case
from concomp.obligations.families.coupled_releases import differences

STEPS = range(1, 17)
BLOCKS = range(1, 5)
LARGEST = 10**20
"""Of an item."""


def changes(counter: Counter, steps: int) -> Iterator[tuple[int, list[int]]]:
    """For each place of an item that is larger by 1, what it changes in the numbers."""
    chosen = random.Random(steps)
    items = [chosen.randint(-LARGEST, LARGEST) for _ in range(steps)]
    for place in range(steps):
        larger = [item + (index == place) for index, item in enumerate(items)]
        yield place, differences(counter, items, larger, seed=place)


def trees() -> Iterator[tuple[Counter, int, int]]:
    """Counters that release sums of intervals, with the items sent, and how many numbers one is in at most."""
    for steps in STEPS:
        yield BinaryTreeCounter(steps, e_eps=2), steps, steps.bit_length()
        yield UnboundedCounter(e_eps=2), steps, (steps + 1).bit_length()
        for block in BLOCKS:
            yield TwoLevelCounter(block, e_eps=2), steps, min(2, block)


@check("concomp Proposition 9")
def an_item_changes_few_numbers_by_little() -> Outcome:
    """In the code that runs: in trees by 1 each, as many as there are levels; in factorisations as much as is said."""
    judged, more = 0, []
    for counter, steps, most in trees():
        for place, changed in changes(counter, steps):
            expect(set(changed) <= {0, 1}, f"item {place} of {counter!r} changes numbers by {changed}")
            bound = (place + 1).bit_length() if isinstance(counter, UnboundedCounter) else most
            expect(sum(changed) <= bound, f"item {place} of {counter!r} changes {sum(changed)} numbers")
            more += [(counter, place)] if sum(changed) == most > 1 else []
            judged += 1
    for steps in STEPS:
        for kind in KINDS:
            factorised = FactorisationCounter(steps, rho=1, factorisation=kind)
            for place, changed in changes(factorised, steps):
                squares = sum(change**2 for change in changed)
                expect(squares <= factorised.factors.squares, f"item {place} of {factorised!r} changes {squares}")
                judged += 1
    control = first_case(more, "no item is in as many numbers as there are levels")
    return Outcome(
        verdict="exact",
        scope=f"the code that runs, up to {STEPS[-1]} items, each place, blocks up to {BLOCKS[-1]}, {len(KINDS)} kinds",
        size=judged,
        witness=f"item {control[1] + 1} of {control[0]!r} is in as many numbers as there are levels",
        control=f"refuted: “one level less is enough”, by item {control[1] + 1} of {control[0]!r}",
    )
