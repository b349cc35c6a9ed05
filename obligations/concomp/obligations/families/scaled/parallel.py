"""Parallel compositions at scale: a leak that adds up, a budget on δ in its four true forms, and pure mechanisms."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache

from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import ONE, ZERO
from concomp.model.reduction.laziness import identical_pairs, likelihoods
from concomp.model.reduction.waiting import waiting_budget
from concomp.obligations.families.compositions.components import Component
from concomp.obligations.families.compositions.small_games import SHORT
from concomp.obligations.families.family import Family
from concomp.obligations.families.scaled.components import (
    HALF_EXPOSED,
    LARGE,
    SMALL,
    Parts,
    blur,
    late,
    machines,
    opposite,
    opposite_noise,
    opposite_or_noisy,
    pure_trees,
    shown_response,
    stream,
    trees,
)
from concomp.obligations.families.scaled.composition import Scaled, relabel
from concomp.obligations.families.scaled.mechanisms import EVENT, RISING_EVENT, RISING_SECRET, SECRET_FIRST
from concomp.obligations.families.scaled.terms import OneException, SharedBudget, total_exposure
from concomp.obligations.families.small.leaking import THEN_EITHER, THEN_RISING, leaking_mechanism


@cache
def leaks() -> Family[Scaled]:
    """Copies of one leak, of which one may be treated differently."""
    sizes = (
        (Fraction(1, 4), (1, 2, 3, 5, 10, 20, 40)),
        (Fraction(1, 10), (4, 30)),
        (Fraction(1, 2), (4, 24)),
        (ONE, (1, 3)),
    )
    short = [((_leak(delta),) * count, delta) for delta, counts in sizes for count in counts]
    lasting = [
        ((late(PrivacyParameters(ONE, delta), rounds, EVENT),) * count, delta)
        for delta, rounds, count in ((Fraction(1, 4), 6, 4), (Fraction(1, 4), 30, 2), (Fraction(1, 10), 4, 8))
    ]
    return Family(
        "1 to 40 copies of M_δ, δ = 1, 1/2, 1/4 and 1/10, and 2 to 8 copies of mechanisms that announce within up to "
        "29 rounds whether they are going to leak",
        tuple(Scaled(parts, OneException(delta)) for parts, delta in (*short, *lasting)),
    )


@cache
def _leak(delta: Fraction) -> Component:
    return Component(leaking_mechanism(delta), SHORT, PrivacyParameters(ONE, delta), 2)


# A budget on δ. Each case: the parts, and how many of them may be exceptional.

CompositionCase = tuple[Parts, int]


def within_budget(cases: Iterable[CompositionCase]) -> tuple[Scaled, ...]:
    """The cases, with the e^ε of so many of the parts as slots, and what all are charged for as the budget."""
    return tuple(Scaled(parts, SharedBudget(_slots(parts, count), total_exposure(parts))) for parts, count in cases)


def _slots(parts: Parts, count: int) -> tuple[Fraction, ...]:
    """The e^ε of `count` of the parts, as different ones as there are."""
    odds = [part.privacy.e_eps for part in parts]
    kinds = list(dict.fromkeys(odds))
    return tuple(sorted([*kinds, *odds][:count] if count >= len(kinds) else kinds[:count]))


def _chosen_adaptively(parts: Parts, count: int) -> tuple[Scaled, ...]:
    """The parts as a menu: budgets that not all of them fit, between the largest δ and that of all."""
    deltas = sorted(part.privacy.delta for part in parts)
    budgets = {deltas[-1], 1 - (1 - deltas[-1]) * (1 - deltas[0]), 1 - (1 - deltas[-1]) * (1 - deltas[-2])}
    return tuple(Scaled(parts, SharedBudget(_slots(parts, count), budget)) for budget in sorted(budgets))


@cache
def one_slot() -> Family[Scaled]:
    """One exceptional mechanism, any functions."""
    drawn = machines(4, 4, RISING_EVENT, 2)
    cases: tuple[CompositionCase, ...] = (
        *(((late(LARGE, 2, RISING_EVENT),) * count, 1) for count in (2, 4, 8)),
        ((late(LARGE, 8, RISING_EVENT),) * 3, 1),
        ((late(LARGE, 30, RISING_EVENT), late(PrivacyParameters(Fraction(2), Fraction(1, 10)), 30, EVENT)), 1),
        ((shown_response(LARGE, 5, RISING_SECRET),) * 4, 1),
        ((opposite(Fraction(1, 2), Fraction(2), THEN_RISING),) * 6, 1),
        ((opposite_or_noisy(Fraction(10, 9), THEN_RISING),) * 5, 1),
        ((*drawn, drawn[0]), 1),
        (machines(3, 4, RISING_EVENT, 3), 1),
        (trees(4, 6, RISING_EVENT, 2), 1),
        (machines(4, 6, RISING_EVENT, 2, Fraction(1, 2)), 1),
        (trees(4, 8, RISING_EVENT, 2, Fraction(1, 2)), 1),
    )
    menu = (
        *(late(LARGE, 3, RISING_EVENT),) * 2,
        late(PrivacyParameters(Fraction(2), Fraction(1, 10)), 3, EVENT),
        opposite(Fraction(1, 2), Fraction(2), THEN_RISING),
    )
    return Family(
        "two to eight mechanisms, one of them exceptional, any functions: announced and shown responses over up to "
        "30 rounds, opposed kinds, a hidden bit, full memory; menus of four with budgets that not all fit",
        (*within_budget(cases), *_chosen_adaptively(menu, 1)),
    )


@cache
def swap_invariant_ones() -> Family[Scaled]:
    """Several exceptional mechanisms, functions that do not change when the sides are exchanged."""
    drawn = machines(4, 3, EVENT, 2)
    mixed = (late(LARGE, 3, EVENT), late(LARGE, 3, EVENT), late(SMALL, 3, EVENT), late(HALF_EXPOSED, 3, EVENT))
    cases: tuple[CompositionCase, ...] = (
        *(((late(LARGE, 2, EVENT),) * count, slots) for count, slots in ((3, 2), (6, 3), (8, 4), (4, 4))),
        ((late(LARGE, 6, EVENT),) * 4, 2),
        ((late(LARGE, 30, EVENT), late(SMALL, 30, EVENT)), 2),
        (mixed, 2),
        (mixed, 3),
        ((shown_response(LARGE, 5, SECRET_FIRST),) * 4, 3),
        ((opposite(Fraction(1, 2), Fraction(2), THEN_EITHER),) * 6, 3),
        ((opposite_or_noisy(Fraction(10, 9), THEN_EITHER),) * 5, 3),
        ((*drawn[:3], drawn[0]), 2),
        (machines(3, 3, EVENT, 3), 2),
        (trees(4, 7, EVENT, 2), 3),
        (machines(4, 6, EVENT, 2, Fraction(1, 2)), 2),
        (trees(4, 8, EVENT, 2), 2),
    )
    menu = (late(LARGE, 3, EVENT), late(LARGE, 3, EVENT), late(SMALL, 3, EVENT), shown_response(SMALL, 3, SECRET_FIRST))
    return Family(
        "two to eight mechanisms, two to four of them exceptional, swap-invariant functions: announced and shown "
        "responses over up to 30 rounds with one or three different labels, opposed kinds, a hidden bit, full memory; "
        "menus of four with budgets that not all fit",
        (*within_budget(cases), *_chosen_adaptively(menu, 2)),
    )


def double_delta(part: Component) -> Fraction:
    """min(1, 2δ)."""
    return min(ONE, 2 * part.privacy.delta)


def waiting_budget_of(part: Component) -> Fraction:
    """The least budget of a lazy simulation."""
    return waiting_budget(likelihoods(part.game), part.privacy.e_eps, identical_pairs)


@cache
def doubled_deltas() -> Family[Scaled]:
    """Several exceptional mechanisms, any functions, each charged for min(1, 2δ)."""
    return Family(_asymmetric_name("min(1, 2δ)"), _recharged(double_delta))


@cache
def waiting_budgets() -> Family[Scaled]:
    """The same, each charged for the least budget of a lazy simulation."""
    return Family(_asymmetric_name("the least budget for laziness"), _recharged(waiting_budget_of))


def _asymmetric_name(charge: str) -> str:
    return (
        f"two to eight mechanisms charged for {charge}, two or three of them exceptional, functions that accept (0,1) "
        "where they do not accept (1,0): opposed kinds, with noise and without, announced responses over up to 6 "
        "rounds, a hidden bit, full memory"
    )


def _recharged(charge: Callable[[Component], Fraction]) -> tuple[Scaled, ...]:
    return within_budget(
        (tuple(relabel(part, PrivacyParameters(part.privacy.e_eps, charge(part))) for part in parts), slots)
        if len(set(parts)) > 1
        else ((relabel(parts[0], PrivacyParameters(parts[0].privacy.e_eps, charge(parts[0]))),) * len(parts), slots)
        for parts, slots in asymmetric_cases()
    )


@cache
def asymmetric_cases() -> tuple[CompositionCase, ...]:
    """Mechanisms with their own labels, asymmetric functions, several of them exceptional."""
    drawn = machines(3, 4, RISING_EVENT, 2, Fraction(1, 4))
    kinds = [
        opposite(chance, e_eps, THEN_RISING)
        for chance, e_eps in ((Fraction(1, 2), Fraction(2)), (Fraction(1, 10), Fraction(10, 9)))
    ]
    sizes = ((3, 2), (4, 2), (4, 3), (6, 3), (8, 3))
    return (
        *(((kind,) * count, slots) for kind in kinds for count, slots in sizes),
        *(((opposite_or_noisy(Fraction(10, 9), THEN_RISING),) * count, slots) for count, slots in sizes[:4]),
        *(
            ((late(PrivacyParameters(Fraction(2), Fraction(1, 10)), rounds, RISING_EVENT),) * 4, 2)
            for rounds in (2, 4, 6)
        ),
        ((*drawn, drawn[0]), 2),
        (machines(3, 4, RISING_EVENT, 3, Fraction(1, 3)), 2),
        (trees(4, 6, RISING_EVENT, 2, Fraction(1, 2)), 3),
        (machines(4, 6, RISING_EVENT, 2, Fraction(1, 2)), 3),
        (trees(4, 8, RISING_EVENT, 2, Fraction(1, 2)), 2),
    )


# Pure mechanisms.

PURE_LABELS = (PrivacyParameters(Fraction(2), ZERO), PrivacyParameters(Fraction(3), ZERO))


@cache
def pure_ones() -> Family[Scaled]:
    """Mechanisms that are (ε,0)-DP, some of them exceptional."""
    two, three = PURE_LABELS
    drawn = (*pure_trees(3, 9, RISING_EVENT, 2), *pure_trees(2, 9, EVENT, 2))
    cases: tuple[CompositionCase, ...] = (
        *(((late(two, 2, RISING_EVENT),) * count, slots) for count, slots in ((3, 1), (6, 3), (8, 4))),
        ((late(two, 6, RISING_EVENT),) * 4, 2),
        ((stream(two, 60, RISING_EVENT), stream(three, 60, EVENT)), 2),
        ((stream(two, 12, RISING_EVENT),) * 3, 2),
        (
            (
                stream(two, 5, RISING_EVENT),
                late(three, 4, EVENT),
                shown_response(two, 4, RISING_SECRET),
                shown_response(three, 4, SECRET_FIRST),
            ),
            3,
        ),
        *(((opposite_noise(two, THEN_RISING),) * count, slots) for count, slots in ((3, 2), (6, 3), (8, 3))),
        ((blur(three, 8, RISING_SECRET),) * 3, 2),
        (drawn[:3], 2),
        ((*drawn[:2], *drawn[3:]), 2),
        (pure_trees(4, 10, RISING_EVENT, 2), 2),
        (pure_trees(4, 11, EVENT, 2), 3),
    )
    return Family(
        "two to eight (ε,0)-DP mechanisms, one to four of them exceptional, symmetric and asymmetric functions: "
        "noisy bits told late, shown late, blurred, one for each of up to 60 messages; noise of opposite kinds; full "
        "memory",
        within_budget(cases),
    )
