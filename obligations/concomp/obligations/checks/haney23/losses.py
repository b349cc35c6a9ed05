"""Privacy losses: Rényi moments, trade-off functions, and when two laws are as close as a loss says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from concomp.model.filters.as_printed.measures import is_distance
from concomp.model.filters.measures import APPROXIMATE, F_DP, PrivacyMeasure, divergence, is_f_close, renyi
from concomp.model.filters.messages import loss_text
from concomp.model.laws.indistinguishability import PrivacyParameters, events, hockey_stick
from concomp.model.laws.law import ONE, ZERO, Law
from concomp.model.laws.renyi import (
    Moment,
    renyi_moment,
    renyi_moment_as_printed,
    renyi_moment_over_the_first,
)
from concomp.model.laws.trade_off import of_parameters, trade_off
from concomp.model.mechanisms.randomised_response import response
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.expectation import expect, first_case
from concomp.obligations.families.filters.noisy_bits import pure
from concomp.obligations.families.small.laws import laws

ORDERS = (2, 3, 5)
PAIRS_OF = "all pairs of laws on three outcomes with weights k/4"


@cache
def _pairs() -> tuple[tuple[Law[int], Law[int]], ...]:
    return tuple((p, q) for p in laws(3, 4) for q in laws(3, 4))


# Rényi divergence.


def _squared_ratio_by_hand(p: Law[Any], q: Law[Any], order: int) -> Moment:
    """Σ P^α / Q^(α−1), outcome by outcome; infinite where P is and Q is not."""
    total = ZERO
    for outcome, weight in p.items():
        if q[outcome] == 0:
            return None
        total += weight**order / q[outcome] ** (order - 1)
    return total


@check("Haney23 Definition 1.2 (repaired)", "Haney23 Definition 4.1 (repaired)", "Lyu22 Definition 3")
def the_moment_in_three_forms() -> Outcome:
    """E_Q[(P/Q)^α], E_P[(P/Q)^(α−1)] and Σ P^α Q^(1−α) are the same number, or all infinite."""
    cases = list(product(_pairs(), ORDERS))
    for (p, q), order in cases:
        forms = (
            renyi_moment(p, q, order),
            renyi_moment_over_the_first(p, q, order),
            _squared_ratio_by_hand(p, q, order),
        )
        expect(len(set(forms)) == 1, f"the forms of the moment of order {order} differ for {p}, {q}: {forms}")
    p, q, order, moment = first_case(
        ((p, q, order, m) for (p, q), order in cases if (m := renyi_moment(p, q, order)) is not None and m > 1),
        "no two laws have a finite divergence but 0",
    )
    expect(any(renyi_moment(p, q, 2) is None for p, q in _pairs()), "no divergence is infinite")
    expect(renyi_moment_as_printed(p, q, order) != moment, "the power outside the expectation makes no difference")
    return Outcome(
        verdict="exact",
        scope=f"{PAIRS_OF}, orders {', '.join(map(str, ORDERS))}; divergences compared by e^((α−1)D)",
        size=len(cases),
        witness=f"{p} and {q} have the moment {moment} of order {order}",
        control="with the power outside the expectation it is 1",
    )


PRINTED = (
    Law({0: Fraction(2, 11), 1: Fraction(9, 22), 2: Fraction(3, 22), 3: Fraction(3, 11)}),
    Law({0: Fraction(8, 19), 1: Fraction(2, 19), 2: Fraction(1, 19), 3: Fraction(8, 19)}),
)


@check("Haney23 Definition 1.2", "Haney23 Definition 4.1")
def the_printed_divergence_is_always_zero() -> Outcome:
    """With the power outside the expectation the divergence of any two laws with one support is 0."""
    p, q = PRINTED
    printed, meant = renyi_moment_as_printed(p, q, 3), renyi_moment(p, q, 3)
    expect(printed == 1 and meant == Fraction(616949, 85184), f"the moments are {printed} and {meant}")
    shared = [(p, q) for p, q in _pairs() if p.support == q.support]
    expect(all(renyi_moment_as_printed(p, q, 2) == 1 for p, q in shared), "a printed moment is not 1")
    return Outcome(
        verdict="refuted",
        scope=f"the pair of the erratum, and {PAIRS_OF} with one support",
        size=1 + len(shared),
        witness=f"e^(2·D) = {meant} by the repaired definition",
        control="the repaired definition gives 1 for equal laws only",
        counterexample={
            "P": [str(p[place]) for place in range(4)],
            "Q": [str(q[place]) for place in range(4)],
            "order": 3,
            "(E_Q[P/Q])^3": str(printed),
            "E_Q[(P/Q)^3]": str(meant),
        },
    )


@check("Haney23 Definition 1.3", "Haney23 Definition 4.2")
def renyi_closeness_is_a_bound_on_a_divergence() -> Outcome:
    """Two laws are ε-close of order α if the moment, and if the sum of a convex homogeneous function, is within ε."""
    losses = (None, *map(Fraction, ("1", "5/4", "2", "9")))
    return _closeness([renyi(order) for order in ORDERS], losses, "e^((α−1)ε) in 1, 5/4, 2, 9, ∞", _pairs())


# Closeness.


def _closeness(
    measures: list[PrivacyMeasure[Any]], losses: tuple[Any, ...], named: str, pairs: Sequence[tuple[Law[Any], Law[Any]]]
) -> Outcome:
    """That both ways to say closeness agree, are monotone, and hold for merged outcomes and for mixtures."""
    close: list[Any] = []
    far: list[Any] = []
    bent: list[Any] = []
    cases = list(product(measures, pairs, losses))
    for measure, (p, q), loss in cases:
        by_bounds = all(bound.admits(divergence(bound, p, q)) for bound in measure.bounds(loss))
        expect(measure.close(p, q, loss) == by_bounds, f"{measure} says two things of {p}, {q} at {loss}")
        (close if by_bounds else far).append((measure, p, q, loss))
        if by_bounds:
            merged = p.map(lambda outcome: outcome // 2), q.map(lambda outcome: outcome // 2)
            expect(measure.close(*merged, loss), f"{measure}: merging outcomes takes {p}, {q} apart at {loss}")
            worse = [other for other in losses if measure.within(loss, other)]
            expect(all(measure.close(p, q, other) for other in worse), f"{measure} is not monotone at {loss}")
            bent += [(measure, p, q, loss)] if p != q and not measure.close(q, p, loss) else []
    for measure in measures:
        mine = [(p, q, loss) for of, p, q, loss in close if of is measure]
        for (p, q, loss), (r, s, other) in zip(mine, mine[7:], strict=False):
            if loss == other:
                half, other_half = (Law.uniform(range(2)).bind(both.__getitem__) for both in ((p, r), (q, s)))
                expect(measure.close(half, other_half, loss), f"{measure}: a mixture is further apart than {loss}")
    _, p, q, loss = first_case((c for c in close if c[1] != c[2] and c[3] is not None), "only equal laws are close")
    first_case(far, "all laws are close")
    other = first_case(bent, "closeness is the same in both orders of the laws")
    return Outcome(
        verdict="exact",
        scope=f"{', '.join(map(repr, measures))}; {PAIRS_OF}; {named}; merged outcomes and even mixtures",
        size=len(cases),
        witness=f"{p} and {q} are close at {loss_text(loss)} and differ",
        control=f"in the other order of the laws {other[1]} and {other[2]} are not close at {loss_text(other[3])}",
    )


def _parameters() -> tuple[PrivacyParameters, ...]:
    return tuple(PrivacyParameters(Fraction(e), Fraction(d, 4)) for e in (1, 2, 3) for d in range(4))


@check("Haney23 Definition 2.1")
def measures_are_relations_closed_under_processing_and_mixing() -> Outcome:
    """(ε,δ)-DP as a relation: two formulations, monotone in the product order, kept by merging and by mixing."""
    return _closeness([APPROXIMATE], _parameters(), "e^ε in 1, 2, 3 and δ in quarters", _pairs())


@check("Haney23 Definition 1.14")
def closeness_in_two_parameters_is_no_distance() -> Outcome:
    """A noisy bit is close at (3, 0), (2, 1/4) and (1, 1/2), of which none is below another; no pair lies below all."""
    p, q = (response(pure(1), bit) for bit in (0, 1))
    minimal = [PrivacyParameters(Fraction(e), Fraction(d)) for e, d in (("3", "0"), ("2", "1/4"), ("1", "1/2"))]
    grid = [PrivacyParameters(1 + Fraction(e, 4), Fraction(d, 8)) for e in range(13) for d in range(9)]
    for loss in minimal:
        expect(APPROXIMATE.close(p, q, loss), f"the two laws are not close at {loss}")
        below = [other for other in grid if APPROXIMATE.within(other, loss) and other != loss]
        expect(not any(APPROXIMATE.close(p, q, other) for other in below), f"{loss} is not minimal on the grid")
    expect(not any(is_distance(loss, p, q, minimal + grid) for loss in grid), "an element of the grid is the distance")
    least = PrivacyParameters(ONE, ZERO)
    expect(not APPROXIMATE.close(p, q, least), "the two laws are equal")
    expect(is_distance(least, p, p, grid), "equal laws have no distance either")
    return Outcome(
        verdict="refuted",
        scope="a noisy bit with odds 3 to 1; pairs (e^ε, δ) on a grid of quarters and eighths",
        size=len(grid) + len(minimal),
        witness="the least pair (1, 0) is the distance of equal laws",
        control="as a relation closeness is monotone in the product order, on the same grid",
        counterexample={
            "laws": {
                str(bit): [str(law[outcome]) for outcome in sorted(p.support, key=repr)]
                for bit, law in enumerate((p, q))
            },
            "close, and minimal": [f"({loss.e_eps}, {loss.delta})" for loss in minimal],
            "what lies below all of them": "(1, 0), at which the laws are not close",
        },
    )


# Trade-off functions.

LEVELS = tuple(Fraction(level, 12) for level in range(13))


def _best_of_tests(p: Law[Any], q: Law[Any], level: Fraction) -> Fraction:
    """The least type II error of a randomised test of type I error at most `level`: two events, mixed."""
    points = [(sum((p[y] for y in event), ZERO), 1 - sum((q[y] for y in event), ZERO)) for event in events(p, q)]
    best = [missed for alarm, missed in points if alarm <= level]
    for (alarm, missed), (more, fewer) in product(points, repeat=2):
        if alarm < level < more:
            best.append(missed + (fewer - missed) * (level - alarm) / (more - alarm))
    return min(best)


def _by_lines(p: Law[Any], q: Law[Any], level: Fraction) -> Fraction:
    """The highest line 1 − Σ max(0, Q − x·P) − x·α, over the odds x at which the sum bends."""
    odds = {q[y] / p[y] for y in p.support} | {ZERO}
    return max(1 - hockey_stick(q, p, x) - x * level for x in odds)


@check("Haney23 Definition 3.1 (repaired)")
def trade_offs_are_what_the_best_tests_reach() -> Outcome:
    """At every level the trade-off function is the least error of two events mixed, and the highest supporting line."""
    pairs = _pairs()[::5]
    for p, q in pairs:
        function = trade_off(p, q)
        for level in LEVELS:
            errors = (function(level), _best_of_tests(p, q, level), _by_lines(p, q, level))
            expect(len(set(errors)) == 1, f"T({p}, {q}) at {level} is {errors}")
            expect(errors[0] <= 1 - level, f"T({p}, {q}) exceeds 1 − α at {level}")
    noisy = tuple(response(pure(1), bit) for bit in (0, 1))
    grid = [Fraction(level, 40) for level in range(41)]
    claimed = of_parameters(pure(1))
    expect(all(trade_off(*noisy)(level) == claimed(level) for level in grid), "a noisy bit has another function")
    p, q, level = first_case(
        (
            (p, q, level)
            for p, q in pairs
            for level in LEVELS
            if trade_off(p, q)(level) != min(b for a, b in _events_of(p, q) if a <= level)
        ),
        "tests that are not randomised reach the same",
    )
    return Outcome(
        verdict="exact",
        scope=f"every fifth of {PAIRS_OF}, levels in twelfths; a noisy bit with odds 3 to 1 at levels in fortieths",
        size=len(pairs) * len(LEVELS) + len(grid),
        witness=f"T({p}, {q})({level}) = {trade_off(p, q)(level)}",
        control="tests that are not randomised do not reach it",
    )


def _events_of(p: Law[Any], q: Law[Any]) -> Iterator[tuple[Fraction, Fraction]]:
    for event in events(p, q):
        yield sum((p[y] for y in event), ZERO), 1 - sum((q[y] for y in event), ZERO)


@check("Haney23 Definition 3.1")
def with_a_strict_inequality_nothing_is_a_test_at_level_zero() -> Outcome:
    """At α = 0 no test has a type I error below α, though there is one of error 0 that misses 2/3 only."""
    p = Law({0: Fraction(1, 2), 1: Fraction(1, 2)})
    q = Law({0: Fraction(1, 3), 1: Fraction(1, 3), 2: Fraction(1, 3)})
    strict = [missed for alarm, missed in _events_of(p, q) if alarm < 0]
    meant = trade_off(p, q)(ZERO)
    expect(not strict and meant == Fraction(2, 3), f"the strict infimum is over {strict}, the other is {meant}")
    noisy = tuple(response(pure(1), bit) for bit in (0, 1))
    level = Fraction(1, 4)
    below = min(missed for alarm, missed in _events_of(*noisy) if alarm < level)
    expect(below == 1 and trade_off(*noisy)(level) == level, f"without randomisation {below} is reached below {level}")
    for positive in LEVELS[1:]:
        expect(trade_off(p, q)(positive) == _best_of_tests(p, q, positive), f"the two differ at {positive}")
    return Outcome(
        verdict="refuted",
        scope="the pair of the erratum; a noisy bit with odds 3 to 1 and tests that are not randomised",
        size=2,
        witness="at every level above 0 randomised tests reach the same with either inequality",
        control="with ≤ the infimum at 0 is attained",
        counterexample={
            "P": ["1/2", "1/2", "0"],
            "Q": ["1/3", "1/3", "1/3"],
            "level": "0",
            "tests with an error below it": 0,
            "least type II error of tests with an error of at most 0": str(meant),
        },
    )


@check("Haney23 Definition 3.2")
def f_closeness_is_a_finite_list_of_hockey_sticks() -> Outcome:
    """T(P, Q) ≥ f, breakpoint by breakpoint, if the hockey-sticks at the slopes of f say so; (ε,δ) is f_{ε,δ}."""
    functions = (*map(of_parameters, _parameters()[1::3]), *(trade_off(p, q) for p, q in _pairs()[3::40]))
    for (p, q), loss in product(_pairs(), _parameters()[::2]):
        both = APPROXIMATE.close(p, q, loss) and APPROXIMATE.close(q, p, loss)
        expect(is_f_close(p, q, of_parameters(loss)) == both, f"f at {loss} says something else of {p}, {q}")
    named = f"{len(functions)} functions, among them f_(ε,δ) for e^ε in 1, 2, 3 and some δ"
    counted = _closeness([F_DP], functions, named, _pairs()[::5])
    return counted.model_copy(update={"size": (counted.size or 0) + len(_pairs()) * len(_parameters()[::2])})
