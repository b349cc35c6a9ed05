"""Total variation and couplings, on families of laws."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from concomp.model.laws.coupling import is_coupling, maximal_coupling, overlap, parting
from concomp.model.laws.indistinguishability import (
    PrivacyParameters,
    hockey_stick,
    indistinguishable_by_events,
    total_variation,
    total_variation_by_events,
)
from concomp.model.laws.law import ONE, ZERO, Law, product_law
from concomp.model.laws.linear import Row, System
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.expectation import expect, first_case
from concomp.obligations.families.family import Family
from concomp.obligations.families.small.laws import PairOfLaws, pairs_of_laws, random_pairs_of_laws
from concomp.obligations.solvers.optimum import minimise

SMALL, LARGE = pairs_of_laws(3, 4), random_pairs_of_laws(6, 12, 40, seed=113)
FAMILIES: tuple[Family[PairOfLaws], ...] = (SMALL, LARGE)
PAIRS = tuple(pair for family in FAMILIES for pair in family)
SCOPE = " and ".join(family.name for family in FAMILIES)
DELTAS = tuple(Fraction(k, 12) for k in range(13))


def _half_of_the_differences(p: Law[int], q: Law[int]) -> Fraction:
    return sum((abs(p[x] - q[x]) for x in p.support | q.support), ZERO) / 2


@check("HSV26 Definition 11.3")
def total_variation_in_three_ways() -> Outcome:
    """The largest difference of an event, the positive parts, and half the absolute differences are one number."""
    for p, q in PAIRS:
        by_events, apart = total_variation_by_events(p, q), total_variation(p, q)
        expect(by_events == apart == _half_of_the_differences(p, q), f"the distances of {p} and {q} disagree")
    witness = first_case(((p, q) for p, q in LARGE if 0 < total_variation(p, q) < 1), "all are equal or disjoint")
    control = first_case(
        ((p, q) for p, q in SMALL if max(p[x] - q[x] for x in p) < total_variation(p, q)),
        "single outcomes are always enough",
    )
    return Outcome(
        verdict="exact",
        scope=SCOPE,
        size=len(PAIRS),
        witness=f"{witness[0]} and {witness[1]} are {total_variation(*witness)} apart",
        control=f"events of one outcome are not enough for {control[0]} and {control[1]}",
    )


@check("HSV26 Lemma 11.4")
def pure_delta_indistinguishability_is_total_variation() -> Outcome:
    """By all events, (0,δ)-indistinguishability in both directions holds exactly for δ from the total variation on."""
    cases = list(product(PAIRS, DELTAS))
    for (p, q), delta in cases:
        expect(
            indistinguishable_by_events(p, q, PrivacyParameters(ONE, delta)) == (total_variation(p, q) <= delta),
            f"{p} and {q} at δ = {delta}",
        )
    witness = first_case(
        ((p, q) for p, q in PAIRS if total_variation(p, q) in DELTAS[1:-1]),
        "no distance is a δ strictly within 0 and 1",
    )
    control = first_case(
        ((p, q) for p, q in SMALL if hockey_stick(p, q, Fraction(2)) != hockey_stick(q, p, Fraction(2))),
        "the two directions agree at e^ε = 2 as well",
    )
    return Outcome(
        verdict="exact",
        scope=f"{SCOPE}, δ in twelfths",
        size=len(cases),
        witness=f"{witness[0]} and {witness[1]} are {total_variation(*witness)} apart",
        control=f"at e^ε = 2 one direction is not the other for {control[0]} and {control[1]}",
    )


def _couplings(p: Law[int], q: Law[int]) -> System:
    """The couplings of p and q, and what they leave apart."""
    cells = tuple(product(sorted(p), sorted(q)))
    rows = [Row(tuple((cell, ONE) for cell in cells if cell[0] == x), p[x]) for x in p]
    columns = [Row(tuple((cell, ONE) for cell in cells if cell[1] == y), q[y]) for y in q]
    apart = Row((*((cell, ONE) for cell in cells if cell[0] != cell[1]), ("apart", -ONE)), ZERO)
    return System((*cells, "apart"), (*rows, *columns, apart))


@check("HSV26 Lemma 11.6")
def the_maximal_coupling_meets_most_often() -> Outcome:
    """The coupling has the right marginals, meets with Σ min, and a linear program finds no better one."""
    for p, q in PAIRS:
        joint = maximal_coupling(p, q)
        expect(is_coupling(joint, p, q), f"{joint} is no coupling of {p} and {q}")
        on_both = sum((min(p[x], q[x]) for x in p.support & q.support), ZERO)
        expect(1 - parting(joint) == overlap(p, q) == on_both, f"{joint} does not meet with {on_both}")
    few = PAIRS[::7]
    for p, q in few:
        least = minimise(_couplings(p, q), "apart")
        expect(least.point["apart"] == parting(maximal_coupling(p, q)), f"some coupling of {p}, {q} meets more often")
    witness = first_case(((p, q) for p, q in LARGE if 0 < overlap(p, q) < 1), "no pair overlaps in part")
    control = first_case(
        ((p, q) for p, q in PAIRS if parting(product_law([p, q]).map(_pair)) > parting(maximal_coupling(p, q))),
        "independent draws meet as often",
    )
    return Outcome(
        verdict="exact",
        scope=f"{SCOPE}; the linear program on every seventh",
        size=len(PAIRS),
        witness=f"{witness[0]} and {witness[1]} meet with {overlap(*witness)}",
        control=f"independent draws of {control[0]} and {control[1]} meet less often",
    )


def _pair(draws: tuple[int, ...]) -> tuple[int, int]:
    return draws[0], draws[1]


def _mixtures(p: Law[int], q: Law[int]) -> list[Law[tuple[int, int]]]:
    """Couplings between the maximal one and independent draws."""
    maximal, independent = maximal_coupling(p, q), product_law([p, q]).map(_pair)
    return [Law.coin(Fraction(k, 3), maximal, independent).bind(lambda chosen: chosen) for k in range(4)]


@check("HSV26 Lemma 11.7")
def no_coupling_meets_more_than_the_total_variation_allows() -> Outcome:
    """Total variation is at most the chance to part, for couplings between independent draws and the maximal one."""
    cases = [(p, q, joint) for p, q in PAIRS[::3] for joint in _mixtures(p, q)]
    for p, q, joint in cases:
        expect(is_coupling(joint, p, q), f"{joint} is no coupling of {p} and {q}")
        expect(total_variation(p, q) <= parting(joint), f"{joint} parts with less than the total variation")
    witness = first_case(
        ((p, q, joint) for p, q, joint in cases if 0 < total_variation(p, q) < parting(joint) < 1),
        "the inequality is never strict",
    )
    control = first_case(
        ((p, q, joint) for p, q, joint in cases if total_variation(p, q) > parting(joint) / 2),
        "half the chance to part is enough",
    )
    return Outcome(
        verdict="exact",
        scope=f"every third of {SCOPE}; four couplings each",
        size=len(cases),
        witness=f"{witness[0]} and {witness[1]}: {total_variation(witness[0], witness[1])} < {parting(witness[2])}",
        control=f"half the chance to part is not enough for {control[0]} and {control[1]}",
    )
