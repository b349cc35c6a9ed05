"""Randomised responses created adaptively within a budget on δ, more of them than can be played by enumeration.

The engine plays a menu of responses of which the adversary uses what it likes, when it likes, and in whichever
direction, while the rule allows it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import product

from concomp.impl.audit.curves import Curve
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import ONE, ZERO
from concomp.model.mechanisms.privacy import Game, continual_game
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.expectation import expect, first_case
from concomp.obligations.families.compositions.bounds import chance_of_no_exposure, pure_profile, with_exposure
from concomp.obligations.families.compositions.components import response_component
from concomp.obligations.families.compositions.engine_games import curve_of, delta_at, with_filter

PAIRS = ((0, 1), (1, 0))
DELTAS = tuple(map(Fraction, ("1/2", "1/3", "1/4", "1/10")))
COPIES = 3
BUDGETS = tuple(map(Fraction, ("1/4", "1/2", "5/8", "3/4", "9/10", "99/100")))
SLOTS = ((Fraction(2), Fraction(2), Fraction(3)), (Fraction(3, 2), Fraction(3)), (Fraction(2),) * 4)
"""The e^ε of pure responses."""


@cache
def _game(label: PrivacyParameters) -> Game:
    part = response_component(label)
    return continual_game(part.function, part.mechanism, PAIRS, 1)


def _exposing() -> list[PrivacyParameters]:
    """The menu of responses RR_{0,δ}."""
    return [PrivacyParameters(ONE, delta) for delta in DELTAS for _ in range(COPIES)]


def within(budget: Fraction, slots: Sequence[Fraction], spent: Sequence[PrivacyParameters]) -> bool:
    """Whether 1 − ∏(1 − δ_j) stays within the budget, and the e^ε of the pure responses fit the slots."""
    pure = Counter(label.e_eps for label in spent if label.delta == 0)
    return pure <= Counter(slots) and 1 - chance_of_no_exposure([label.delta for label in spent]) <= budget


@cache
def greatest_delta(budget: Fraction, slots: tuple[Fraction, ...]) -> Curve:
    """What is reached with the menu, and two pure responses more than there are slots, within budget and slots."""
    menu = [*_exposing(), *(PrivacyParameters(e_eps, ZERO) for e_eps in (*slots, *slots[:2]))]
    games = [_game(label) for label in menu]
    return curve_of(with_filter(games, menu, lambda spent: within(budget, slots, spent)))


def most_exposed(budget: Fraction) -> Fraction:
    """The largest 1 − ∏(1 − δ_j) within the budget, over everything that can be chosen from the menu."""
    chosen = product(range(COPIES + 1), repeat=len(DELTAS))
    exposed = (
        1 - chance_of_no_exposure([d for d, times in zip(DELTAS, counts, strict=True) for _ in range(times)])
        for counts in chosen
    )
    return max(each for each in exposed if each <= budget)


@check("HSV26 Lemma 5.9", "HSV26 Section 11: restatement of Lemma 5.9")
def many_exposures_stay_within_their_budget() -> Outcome:
    """Of twelve responses RR_{0,δ_j} the adversary reaches, at ε = 0, exactly the most that the budget allows."""
    for budget in BUDGETS:
        apart, allowed = delta_at(greatest_delta(budget, ()), ONE), most_exposed(budget)
        expect(apart == allowed <= budget, f"responses within {budget} are {apart} apart, {allowed} is allowed")
    exact = [budget for budget in BUDGETS if most_exposed(budget) == budget]
    witness = first_case(exact, "no budget is reached exactly")
    limited = delta_at(curve_of(with_filter(*_menu(), lambda spent: max(each.delta for each in spent) <= witness)), ONE)
    expect(limited > witness, f"with every δ_j alone within {witness} only {limited} is reached")
    return Outcome(
        verdict="exact",
        scope=f"adaptive choice among {len(_exposing())} responses RR_{{0,δ_j}}, three each with δ_j in "
        f"{', '.join(map(str, DELTAS))}, pairs (0,1) and (1,0); budgets {', '.join(map(str, BUDGETS))}; all "
        "adversaries, at ε = 0",
        size=len(BUDGETS),
        witness=f"the budgets {', '.join(map(str, exact))} are reached with equality, the others up to what the δ_j "
        "make possible",
        control=f"if each δ_j alone is bounded by {witness} instead of the product, {limited} is reached",
    )


def _menu() -> tuple[list[Game], list[PrivacyParameters]]:
    labels = _exposing()
    return [_game(label) for label in labels], labels


def _cases() -> Iterator[tuple[tuple[Fraction, ...], Fraction]]:
    yield from product(SLOTS, BUDGETS[:4])


@check("HSV26 Lemma 5.11")
def many_exposures_and_noise_multiply() -> Outcome:
    """With slots for pure responses exactly 1 − (1 − δ(E))(1 − δ') is reached, where δ' is the most that is exposed."""
    vertices, sum_is_wasteful = 0, []
    for slots, budget in _cases():
        curve, exposed = greatest_delta(budget, slots), most_exposed(budget)
        for e_eps, claimed in with_exposure(pure_profile(slots), exposed):
            delta = delta_at(curve, e_eps)
            expect(delta == claimed, f"slots {slots}, budget {budget}: {delta} is reached at {e_eps}, not {claimed}")
            vertices += 1
        sum_is_wasteful += [(slots, budget)] if pure_profile(slots)(ONE) + exposed > delta_at(curve, ONE) else []
    exact = first_case((case for case in _cases() if most_exposed(case[1]) == case[1]), "no budget is reached exactly")
    control = first_case((case for case in _cases() if _exceeds_one_slot_less(*case)), "a slot does not count")
    alone = first_case((case for case in _cases() if _exceeds_the_larger(*case)), "the larger of the two is enough")
    return Outcome(
        verdict="exact",
        scope=f"slots e^ε = {'; '.join(', '.join(map(str, slots)) for slots in SLOTS)}, two more pure responses than "
        f"slots, {len(_exposing())} responses RR_{{0,δ_j}} as in Lemma 5.9, budgets "
        f"{', '.join(map(str, BUDGETS[:4]))}; pairs (0,1) and (1,0), all adversaries, every E ≥ 1",
        size=vertices,
        witness=f"equality at all {vertices} vertices with what the δ_j make possible, so with the budget itself for "
        f"slots {_slots_text(exact[0])} and the budget {exact[1]}",
        control=f"one slot fewer is exceeded with slots {_slots_text(control[0])} and the budget {control[1]}, "
        f"the larger of "
        f"δ and δ' with slots {_slots_text(alone[0])} and the budget {alone[1]}",
        notes=(
            f"In {len(sum_is_wasteful)} of {len(list(_cases()))} cases the sum δ + δ' is larger than what is reached.",
        ),
    )


def _slots_text(slots: Sequence[Fraction]) -> str:
    return ", ".join(map(str, slots))


def _exceeds_one_slot_less(slots: tuple[Fraction, ...], budget: Fraction) -> bool:
    claimed = with_exposure(pure_profile(slots[1:]), budget) if slots[1:] else ((ONE, budget),)
    return any(delta_at(greatest_delta(budget, slots), e_eps) > bound for e_eps, bound in claimed)


def _exceeds_the_larger(slots: tuple[Fraction, ...], budget: Fraction) -> bool:
    return any(
        delta_at(greatest_delta(budget, slots), e_eps) > max(delta, budget)
        for e_eps, delta in pure_profile(slots).vertices
    )
