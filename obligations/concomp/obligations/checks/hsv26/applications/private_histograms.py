"""The privacy of histograms on few rows: laws of the d-counter, and the least loss of it and of HSS with its parts.

The least e^ε for δ = 0 is the largest ratio of the chances that neighbouring streams give to the same answers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

from concomp.model.applications.d_counter import d_counter, doubling_counter
from concomp.model.applications.histogram import (
    ClampedSteps,
    histogram_mechanism,
)
from concomp.model.applications.private_histogram import (
    PrivateParts,
    Runs,
    after,
    answers_law,
    begun,
    noisy_number,
    private_histogram,
)
from concomp.model.laws.law import Law
from concomp.model.mechanisms.interactive import InteractiveMechanism
from concomp.model.mechanisms.named.above_threshold import AboveThreshold
from concomp.model.mechanisms.named.geometric import TwoSidedGeometric
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.expectation import expect, first_case

HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)
Stream = tuple[Any, ...]
Laws = Mapping[Stream, Law[tuple[Any, ...]]]


@check("HSV26 Section 7.1: d-counter")
def each_coordinate_has_a_counter_of_its_own() -> Outcome:
    """The chance of an answer of the d-counter is the product of its counters', each on its own coordinate."""
    counter, pairs = _counter(HALF, 2), list(product((0, 1), repeat=2))
    both = d_counter(counter, 2)
    streams = list(product(pairs, repeat=2))
    one = {bits: answers_law(counter, bits) for bits in product((0, 1), repeat=2)}
    for stream in streams:
        first, second = zip(*stream, strict=True)
        law = answers_law(both, stream)
        for answers in product(one[first], one[second]):
            wanted = one[first][answers[0]] * one[second][answers[1]]
            told = tuple(zip(*answers, strict=True))
            expect(law[told] == wanted, f"on {stream} the answers {told} have not the chance {wanted}")
    exchanged = first_case((s for s in streams if _exchanged(s, both, one)), "coordinates may be exchanged")
    return Outcome(
        verdict="exact",
        scope="d = 2; all streams of 2 pairs of bits, counters by trees with noise of ratio 1/2, clamped to 0 and 2",
        size=len(streams),
        witness=f"on {streams[-1]} {len(answers_law(both, streams[-1]))} series of answers are possible",
        control=f"with the coordinates exchanged it has another law, as on {exchanged}",
    )


def _exchanged(stream: Stream, both: InteractiveMechanism, one: Laws) -> bool:
    """Whether the law is another if the first counter is sent what the second ought to be."""
    first, second = zip(*stream, strict=True)
    law = answers_law(both, stream)
    wanted = {tuple(zip(a, b, strict=True)): one[second][a] * one[first][b] for a in one[first] for b in one[second]}
    return any(law[answers] != chance for answers, chance in wanted.items())


@check("HSV26 Corollary 7.5")
def counters_side_by_side_lose_the_sum() -> Outcome:
    """The least ε of two counters side by side is twice that of one, and no less."""
    counter = _counter(HALF, 1)
    one = _least(_laws(counter, (0, 1), 3))
    two = _least(_laws(d_counter(counter, 2), [(0, 0), (0, 1), (1, 0), (1, 1)], 3))
    expect(two == one**2, f"two counters lose {two}, and one loses {one}")
    return Outcome(
        verdict="exact",
        part="least losses",
        scope="d = 2; all neighbouring streams of 3 pairs of bits, counters by trees with noise of ratio 1/2, clamped",
        size=4**3,
        witness=f"one counter has the least e^ε {one}, two have {two}",
        control=f"that they lose what one does, {one}, is refuted",
    )


@check("HSV26 Section 7.2: HSS is private")
def few_rows_lose_less_than_is_claimed() -> Outcome:
    """The least ε of P ∘* ExtConComp over ~_H on few rows."""
    sizes = {1: (1, 2, 3), 2: (1,)}
    found = {(d, rows): least_loss(d, rows) for d, lengths in sizes.items() for rows in lengths}
    for (d, rows), least in found.items():
        claimed = CLAIMED if d > 1 else FIVE_SIXTHS
        expect(1 < least <= claimed, f"{rows} rows of {d} bits lose {least}, and {claimed} is claimed")
    alone = Fraction(16)
    largest = max(found.values())
    expect(largest > alone, "what one part loses bounds all of it")
    return Outcome(
        verdict="exact",
        part="the least loss of few rows",
        scope="e^ε = 4096; up to 3 rows of one bit, and a row of two bits; q the maximum, γ = ξ = 1, counters clamped "
        "to 0 and 1; held against ε, and against 5ε/6 where there is one column",
        size=sum(2 ** (d * rows) for d, rows in found),
        witness="the least e^ε is " + ", ".join(f"{float(e):.4g} for {n} rows of {d}" for (d, n), e in found.items()),
        control=f"that one part's loss, {alone}, bounds all of it is refuted by {float(largest):.4g}",
    )


CLAIMED, FIVE_SIXTHS = Fraction(4096), Fraction(1024)
"""e^ε, and e^(5ε/6)."""


def least_loss(dimension: int, rows: int) -> Fraction:
    """The least e^ε of HSS for e^ε = 4096, so that each kind of part has 16, on so many rows of so many bits."""
    values: dict[str, Any] = {"gamma": _one, "xi": _one, "query": max}
    processing = histogram_mechanism(dimension, ClampedSteps).with_values(**values)
    # In d columns a counter has 16^(1/d), and its noise in the tree of j + 1 levels the (j + 1)-th root of that.
    roots = {1: (Fraction(1, 16), QUARTER), 2: (QUARTER, HALF)}[dimension]
    counter = doubling_counter(lambda epoch, total: TwoSidedGeometric(roots[epoch]).released(total, (0, 1)))
    parts = PrivateParts(counter, AboveThreshold(QUARTER, HALF), noisy_number(Fraction(1, 16), (0, rows)))
    mechanism = private_histogram(dimension, processing, max, parts)
    return _least(_laws(mechanism, list(product((False, True), repeat=dimension)), rows))


def _one(time: int, interval: int) -> Fraction:
    return Fraction(1)


def _counter(ratio: Fraction, most: int) -> InteractiveMechanism:
    """A counter with noise of one ratio in all its trees, clamped."""
    return doubling_counter(lambda epoch, total: TwoSidedGeometric(ratio).released(total, (0, most)))


def _laws(mechanism: InteractiveMechanism, messages: Sequence[Any], length: int) -> Laws:
    """The law of the answers to each stream of so many messages."""
    runs: dict[Stream, Runs] = {(): begun(mechanism)}
    for _ in range(length):
        runs = {(*sent, each): after(mechanism, run, each) for sent, run in runs.items() for each in messages}
    return {sent: run.map(lambda reached: reached[0]) for sent, run in runs.items()}


def _least(laws: Laws) -> Fraction:
    """The largest ratio of chances of the same answers on streams that differ in one step."""
    return max(_ratio(laws[one], laws[other]) for one in laws for other in filter(partial(_differ_once, one), laws))


def _ratio(one: Law[tuple[Any, ...]], other: Law[tuple[Any, ...]]) -> Fraction:
    return max(chance / other[answers] for answers, chance in one.items())


def _differ_once(one: Stream, other: Stream) -> bool:
    return [x != y for x, y in zip(one, other, strict=True)].count(True) == 1
