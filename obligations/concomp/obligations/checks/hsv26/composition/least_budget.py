"""What a lazy simulation needs, exactly: proved for every mechanism, and made and run for finite ones."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import islice

from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import ONE
from concomp.model.laws.linear import solves
from concomp.model.mechanisms.privacy import least_delta
from concomp.model.mechanisms.randomised_response import BITS, EXPOSED
from concomp.model.reduction.conditions import Weights
from concomp.model.reduction.control import control
from concomp.model.reduction.dividing import lazy_exposing_by_division
from concomp.model.reduction.existence import simulation_from_response
from concomp.model.reduction.laziness import (
    BUDGET,
    History,
    Likelihoods,
    extensions,
    likelihoods,
    queries_of,
    same_answers,
    simulation_system,
)
from concomp.model.reduction.lyu import as_point, noisy_weights
from concomp.model.reduction.waiting import stopping_costs
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.checks.hsv26.composition.laziness import game_between_starts
from concomp.obligations.expectation import expect, first_case
from concomp.obligations.families.compositions.kinds import ODDS
from concomp.obligations.families.reductions.mechanisms import SCOPE, PrivateMechanism, instances
from concomp.obligations.families.small.agreeing import agreeing_trees
from concomp.obligations.families.small.mechanisms import trees
from concomp.obligations.solvers.optimum import minimise

STEP = 5
AGREEING = agreeing_trees(1, 3, 2, 3, 24, 22)


@cache
def _games() -> tuple[tuple[str, Likelihoods, Fraction, Fraction], ...]:
    """(name, likelihoods, e^ε, least δ) of mechanisms whose worlds answer alike at first."""
    games = [game_between_starts(mechanism, (0,), 2) for mechanism in islice(trees(2, 2), 0, None, STEP)]
    games += [game_between_starts(mechanism, (0,), 3) for mechanism in AGREEING]
    known = [(repr(game.mechanism), game, likelihoods(game)) for game in games]
    chosen = [(name, game, chances) for name, game, chances in known if same_answers(chances)((0,))]
    return tuple((name, chances, e_eps, least_delta(game, e_eps)) for name, game, chances in chosen for e_eps in ODDS)


@check("HSV26 Section 5.2: least budget for laziness")
def division_waits_with_the_least_budget() -> Outcome:
    """With W in place of δ, and with more, φ by division is a lazy simulation; by linear programming none has less."""
    more, between, checked = [], [], 0
    for name, chances, _, _ in _games()[:: len(ODDS)]:
        without = stopping_costs(chances, ONE, same_answers(chances))[()]
        expect(without == max(control(chances, ONE)[()]), f"{name} needs {without} at ε = 0, more than δ")
    for place, (name, chances, e_eps, delta) in enumerate(_games()):
        lazy = same_answers(chances)
        least = stopping_costs(chances, e_eps, lazy)[()]
        expect(max(control(chances, e_eps)[()]) == delta <= least <= min(ONE, 2 * delta), f"{name} needs {least}")
        expect(least == _best_stop(chances, e_eps), f"{name}: no way of stopping costs {least}")
        for budget in (PrivacyParameters(e_eps, least), PrivacyParameters(e_eps, (least + ONE) / 2)):
            phi = lazy_exposing_by_division(chances, budget, lazy)
            expect(_is_lazy_simulation(phi, chances, budget), f"{name}: with {budget.delta} division is not lazy")
        if least > delta:
            more.append((name, e_eps, delta, least))
            between += [(name, e_eps, delta, least)] if least < 2 * delta else []
            spoiled = lazy_exposing_by_division(chances, PrivacyParameters(e_eps, delta), lazy)
            expect(not _is_lazy_simulation(spoiled, chances, PrivacyParameters(e_eps, delta)), f"{name}: δ is enough")
        if place % 16 == 0 or least > delta:
            checked += 1
            optimum = minimise(simulation_system(chances, e_eps, lazy), BUDGET).point[BUDGET]
            expect(optimum == least, f"{name}: linear programming finds the budget {optimum}, not {least}")
    witness = first_case(between, "the least budget is always δ or 2δ")
    return Outcome(
        verdict="exact",
        scope=f"one in {STEP} of {trees(2, 2)!r}, and {AGREEING!r}, if their first answers agree; e^ε in 2, 3, 3/2",
        size=len(_games()),
        witness=f"{len(more)} need more than δ; {witness[0]} at e^ε = {witness[1]} has δ = {witness[2]} and needs "
        f"{witness[3]}; {checked} budgets are compared with linear programming",
        control=f"with δ itself division is no lazy simulation for any of these {len(more)}",
        notes=(
            "A third formulation lists the ways of stopping, and adds up max(L⁰, L¹) where each stops.",
            "At ε = 0 the least budget is δ: by Corollary 10.16, L⁰ = L¹ where both worlds answer alike.",
        ),
    )


def _best_stop(chances: Likelihoods, e_eps: Fraction) -> Fraction:
    """The largest Σ max(L⁰, L¹) over the ways of stopping, each listed as the set of histories at which it stops."""
    needed, lazy = control(chances, e_eps), same_answers(chances)
    following = extensions(chances)

    def stops(history: History) -> list[tuple[History, ...]]:
        ways: list[tuple[History, ...]] = [(history,)]
        for (past, query), extended in following.items():
            if past == history and lazy((*queries_of(history), query)):
                chosen: list[tuple[History, ...]] = [()]
                for each in extended:
                    chosen = [(*before, *way) for before in chosen for way in stops(each)]
                ways += chosen
        return ways

    return max(sum((max(needed[history]) for history in way), Fraction(0)) for way in stops(()))


def _is_lazy_simulation(phi: Weights, chances: Likelihoods, budget: PrivacyParameters) -> bool:
    """Whether φ and its ψ reproduce both worlds, and neither depends on the world where these answer alike."""
    lazy, psi = same_answers(chances), noisy_weights(phi, chances, budget)
    return solves(simulation_from_response(chances, budget), as_point(phi, psi)) and all(
        zero == one for weights in (phi, psi) for history, (zero, one) in weights.items() if lazy(queries_of(history))
    )


@check("HSV26 Section 10.2.2: condition (I) is necessary")
def no_solution_keeps_less() -> Outcome:
    """The least weight that the exposing branch can give a history, by linear programming, is at least L."""
    kept = [
        (instance, history, bit, _least_weight(instance, history, bit))
        for instance in instances()[::11]
        for history in [each for each in instance.chances if each][::2]
        for bit in BITS
        if instance.privacy.delta and len(instance.chances) < 16
    ]
    tight = 0
    for instance, history, bit, least in kept:
        needed = control(instance.chances, instance.privacy.e_eps)[history][bit]
        expect(least >= needed, f"{instance}: {history} can do with {least} in world {bit}, not {needed}")
        tight += least == needed > 0
    expect(tight > 0, "no simulation keeps exactly what is needed")
    less = first_case(
        (
            (instance, history)
            for instance, history, bit, least in kept
            if least < control(instance.chances, ONE)[history][bit]
        ),
        "the control function at ε = 0 is kept as well",
    )
    return Outcome(
        verdict="exact",
        scope=f"one in 11 of: {SCOPE}; fewer than 16 histories, every second one",
        size=len(kept),
        witness=f"at {tight} of them the least weight is L, and positive",
        control=f"L at ε = 0 is more than needed for {less[0]} at {less[1]}",
    )


def _least_weight(instance: PrivateMechanism, history: History, bit: int) -> Fraction:
    """The least that the exposing branch of a simulation can give a history in a world."""
    unknown = ((EXPOSED, bit), history)
    system = simulation_from_response(instance.chances, instance.privacy)
    return minimise(system, unknown).point[unknown] * instance.privacy.delta
