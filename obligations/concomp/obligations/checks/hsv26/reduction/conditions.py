"""The conditions of HSV26 section 10.2 on the exposing branch, on finite mechanisms."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction

from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import ZERO, Law
from concomp.model.laws.linear import Point, solves
from concomp.model.mechanisms.interaction import Adversary, view
from concomp.model.mechanisms.interactive import HALT
from concomp.model.mechanisms.randomised_response import BITS, EXPOSED
from concomp.model.reduction.conditions import (
    Weights,
    below_control,
    depending_on_the_world_with_budget,
    failing,
    inconsistent,
    too_far_apart,
)
from concomp.model.reduction.dividing import exposing_by_division
from concomp.model.reduction.existence import simulation_from_response
from concomp.model.reduction.laziness import History, extensions, queries_of
from concomp.model.reduction.lyu import as_point, noisy_weights
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.expectation import expect, first_case
from concomp.obligations.families.reductions.mechanisms import (
    SCOPE,
    PrivateMechanism,
    exposing_weights,
    exposing_weights_for_laziness,
    instances,
    proper_one,
)
from concomp.obligations.solvers.linear import Feasible, settle

SOME = 5
"""One in so many instances is put to the slower, independent formulations."""


# What a history weighs.


@check("HSV26 Notation 10.1")
def the_weight_of_a_history_is_its_chance() -> Outcome:
    """μ^b of a history is how likely an adversary who asks its queries sees its answers; the answers share it out."""
    compared = [(instance, history) for instance in instances()[::SOME] for history in instance.chances]
    for instance, history in compared:
        for bit in BITS:
            chance = _chance_of_view(instance, history, bit)
            expect(
                chance == instance.chances[history][bit],
                f"{instance}: {history} has the chance {chance} in world {bit}",
            )
    one_sided = [(instance, history) for instance, history in compared if 0 in instance.chances[history]]
    witness = first_case(one_sided, "every history is possible in both worlds")
    control = first_case(
        (
            (instance, history)
            for instance, history in compared
            if _chance_of_view(instance, history, 0) != instance.chances[history][1]
        ),
        "the worlds are the same",
    )
    return Outcome(
        verdict="exact",
        scope=SCOPE,
        size=len(compared),
        witness=f"{witness[0]}: {witness[1]}, which one world never shows",
        control=f"the other world's chance is not that of the view for {control[0]} at {control[1]}",
    )


def _chance_of_view(instance: PrivateMechanism, history: History, bit: int) -> Fraction:
    """The chance that an adversary who asks these queries, whatever comes, ends with this history."""
    queries = queries_of(history)
    adversary = Adversary(Law.point(()), lambda _, answers: (*queries, HALT)[len(answers)])
    law = view(adversary, instance.mechanism, instance.game.states[bit], len(history))
    told = tuple(message for exchange in history for message in exchange)
    return sum((weight for (_, *said), weight in law.items() if tuple(said[: len(told)]) == told), ZERO)


# The conditions.


@check("HSV26 Condition (I)")
def the_exposing_branch_keeps_what_is_needed() -> Outcome:
    """δ·φ ≥ L for the printed construction, for division, and for every solution that linear programming finds."""
    return _condition(
        lambda phi, instance: below_control(phi, instance.chances, instance.privacy),
        "with φ exchanged between the worlds",
        lambda phi: {history: (one, zero) for history, (zero, one) in phi.items()},
    )


@check("HSV26 Condition (II)")
def what_is_left_is_noise() -> Outcome:
    """(II) for the printed construction, for division, and for linear programming; it holds exactly where ψ ≥ 0."""
    for instance, made in exposing_weights():
        if instance.privacy.delta < 1:
            for phi in (made.weights, _spoiled(made.weights)):
                psi = noisy_weights(phi, instance.chances, instance.privacy)
                negative = {history for history, pair in psi.items() if min(pair) < 0}
                expect(
                    negative == set(too_far_apart(phi, instance.chances, instance.privacy)),
                    f"{instance}: ψ is negative elsewhere than where (II) fails",
                )
    return _condition(
        lambda phi, instance: too_far_apart(phi, instance.chances, instance.privacy),
        "with the weight of two histories exchanged in world 0",
        _spoiled,
    )


@check("HSV26 Condition (III)", "HSV26 Claim 10.31")
def the_exposing_branch_is_consistent() -> Outcome:
    """Σ_a φ_t = φ_{t−1} for the printed construction, for division, and for linear programming."""
    return _condition(
        lambda phi, instance: inconsistent(phi, instance.chances),
        "with φ halved where it is largest",
        _halved,
    )


@check("HSV26 Conditions (I)-(IV)")
def the_conditions_say_what_a_lazy_simulation_needs() -> Outcome:
    """(I) to (III) are met exactly by what can be completed to a simulation; (IV), with its budget, in addition."""
    for instance, made in exposing_weights():
        expect(is_simulation(made.weights, instance.privacy, instance), f"{instance}: φ cannot be completed")
    for instance, budget, made in exposing_weights_for_laziness():
        phi = made.weights
        wrong = [
            *failing(phi, instance.chances, budget),
            *depending_on_the_world_with_budget(phi, instance.chances, budget),
        ]
        expect(not wrong, f"{instance}: a condition fails at {wrong}")
    spoiled = [(instance, _spoiled(made.weights)) for instance, made in exposing_weights()]
    met = [(instance, phi) for instance, phi in spoiled if not _violated(phi, instance)]
    for instance, phi in met:
        expect(is_simulation(phi, instance.privacy, instance), f"{instance}: the conditions are not enough")
    broken = [(instance, phi) for instance, phi in spoiled if _violated(phi, instance) and instance.privacy.delta]
    for instance, phi in broken:
        expect(not is_simulation(phi, instance.privacy, instance), f"{instance}: the conditions are not needed")
    control = first_case((instance for instance, _ in broken), "no φ breaks a condition")
    return Outcome(
        verdict="exact",
        scope=SCOPE,
        size=len(exposing_weights()) + len(exposing_weights_for_laziness()),
        witness=f"{proper_one()}",
        control=f"of {len(spoiled)} spoiled φ, {len(broken)} break a condition, the first for {control}; these, and no "
        "others, are no simulations",
    )


Failing = Callable[[Weights, PrivateMechanism], Iterable[object]]


def _condition(breaking: Failing, spoiling: str, spoil: Callable[[Weights], Weights]) -> Outcome:
    """The outcome of a condition that φ must meet at every history, and that a spoiled φ does not."""
    cases = 0
    for instance, phi in _simulations():
        cases += len(phi)
        wrong = list(breaking(phi, instance))
        expect(not wrong, f"{instance}: the condition fails at {wrong}")
    control = first_case(
        (instance for instance, made in exposing_weights() if list(breaking(spoil(made.weights), instance))),
        f"{spoiling} the condition still holds",
    )
    return Outcome(
        verdict="exact",
        scope=SCOPE,
        size=cases,
        witness=f"{proper_one()}",
        control=f"{spoiling} it fails for {control}",
    )


def _simulations() -> Iterator[tuple[PrivateMechanism, Weights]]:
    """φ by the construction of the paper, by division, and, for some instances, by linear programming."""
    for place, (instance, made) in enumerate(exposing_weights()):
        yield instance, made.weights
        yield instance, exposing_by_division(instance.chances, instance.privacy)
        if place % SOME == 0 and instance.privacy.delta:
            settled = settle(simulation_from_response(instance.chances, instance.privacy))
            expect(isinstance(settled, Feasible), f"{instance} has no simulation")
            assert isinstance(settled, Feasible)
            yield instance, _exposed(settled.point, instance)


def _exposed(point: Point, instance: PrivateMechanism) -> Weights:
    return {history: (point[(EXPOSED, 0), history], point[(EXPOSED, 1), history]) for history in instance.chances}


def _violated(phi: Weights, instance: PrivateMechanism) -> bool:
    return any(True for _ in failing(phi, instance.chances, instance.privacy))


def is_simulation(phi: Weights, privacy: PrivacyParameters, instance: PrivateMechanism) -> bool:
    """Whether φ and its ψ are the weights of a post-processing that reproduces the mechanism in both worlds."""
    point = as_point(phi, noisy_weights(phi, instance.chances, privacy))
    return solves(simulation_from_response(instance.chances, privacy), point)


def _spoiled(phi: Weights) -> dict[History, tuple[Fraction, Fraction]]:
    """φ with the weights of the first two sisters in the last round exchanged in world 0."""
    last = max(phi, key=len)
    sisters = next(extended for extended in extensions(phi).values() if last in extended)
    first, second = sisters[:2] if len(sisters) > 1 else (last, ())
    return {**phi, first: (phi[second][0], phi[first][1]), second: (phi[first][0], phi[second][1])}


def _halved(phi: Weights) -> dict[History, tuple[Fraction, Fraction]]:
    most = max((history for history in phi if history), key=lambda history: phi[history])
    return {**phi, most: (phi[most][0] / 2, phi[most][1])}
