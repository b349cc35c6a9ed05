"""Two systems as mixtures of four: Lyu22's Theorem 3 and its lemmas, on families of systems."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import product

from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import ONE, ZERO
from concomp.model.laws.linear import Point, solves
from concomp.model.mechanisms.equivalence import equivalent
from concomp.model.mechanisms.interactive import InteractiveMechanism, State
from concomp.model.mechanisms.noninteractive import as_interactive
from concomp.model.mechanisms.postprocessing import post_process
from concomp.model.mechanisms.randomised_response import BITS, EXPOSED, NOISY, randomised_response
from concomp.model.reduction.control import WeightPair
from concomp.model.reduction.existence import simulation_from_response, simulator_from_response
from concomp.model.reduction.laziness import History, Likelihoods, extensions
from concomp.model.reduction.lyu import (
    NotIndistinguishable,
    decomposition,
    exposed_weights,
    mixed,
    remainder,
    system,
    unmixed,
)
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.expectation import expect, first_case
from concomp.obligations.families.reductions.systems import (
    FAMILIES,
    SCOPE,
    CloseSystems,
    instances,
    of_world,
    proper,
    proper_one,
)
from concomp.obligations.families.small.laws import ODDS


def _is_system(weights: Mapping[History, Fraction], chances: Likelihoods) -> bool:
    """Whether weights of histories are those of a system: 1 at the start, ≥ 0, shared out among the answers."""
    return (
        weights[()] == 1
        and all(weights[history] >= 0 for history in chances)
        and all(
            sum((weights[each] for each in extended), ZERO) == weights[past]
            for (past, _), extended in extensions(chances).items()
        )
    )


@check("Lyu22 Definition 1")
def a_system_is_what_it_does_to_histories() -> Outcome:
    """A mechanism with hidden states and the system of its chances of histories answer alike."""
    cases = [(each, bit) for each in instances()[:: len(ODDS)] for bit in BITS]
    for instance, bit in cases:
        weights = of_world(instance.chances, bit)
        expect(_is_system(weights, instance.chances), f"the chances of {instance} are not shared out")
        expect(_same(instance, instance.game.states[bit], system(weights)), f"{instance} and its system differ")
    control_case = first_case(
        (each for each in instances() if not _same(each, each.game.states[0], system(of_world(each.chances, 1)))),
        "every mechanism answers alike in both worlds",
    )
    return Outcome(
        verdict="exact",
        scope="; ".join(family.name for family, _, _ in FAMILIES),
        size=len(cases),
        witness=f"{cases[-1][0].mechanism}, which has hidden states",
        control=f"the system of world 1 is not {control_case.mechanism} in world 0",
    )


def _same(instance: CloseSystems, state: State, other: InteractiveMechanism) -> bool:
    return equivalent((instance.mechanism, state), (other, ()), instance.game.queries, instance.game.rounds)


@check("Lyu22 Lemma 1")
def the_exposing_systems_exist() -> Outcome:
    """E⁰ and E¹, built answer by answer, are systems within M and leave the worlds within e^ε; not so below δ."""
    built = [(instance, exposed_weights(instance.chances, instance.privacy)) for instance in instances()]
    for instance, taken in built:
        _is_exposing(instance, taken)
    small = []
    for instance in filter(proper, instances()):
        less = PrivacyParameters(instance.privacy.e_eps, instance.privacy.delta * Fraction(9, 10))
        try:
            exposed_weights(instance.chances, less)
        except NotIndistinguishable:
            small.append(instance)
    expect(len(small) == sum(map(proper, instances())), "an instance is decomposed below its least δ")
    at_zero = sum(each.privacy.e_eps == 1 and each.privacy.delta > 0 for each in instances())
    return Outcome(
        verdict="exact",
        scope=SCOPE,
        size=len(built),
        witness=f"{proper_one()}",
        control=f"with nine tenths of δ there is no E for {small[0]}, nor for the other {len(small) - 1} like it",
        notes=(
            f"{at_zero} instances have ε = 0, which the proof leaves to continuity: with weights kept within M the "
            "same construction serves them.",
        ),
    )


def _is_exposing(instance: CloseSystems, taken: dict[History, WeightPair]) -> None:
    e_eps, delta = instance.privacy.e_eps, instance.privacy.delta
    for bit in BITS:
        if delta:
            exposed = {history: weight / delta for history, weight in of_world(taken, bit).items()}
            expect(_is_system(exposed, instance.chances), f"E^{bit} of {instance} is no system")
        for history, weights in instance.chances.items():
            left, other = weights[bit] - taken[history][bit], weights[1 - bit] - taken[history][1 - bit]
            expect(0 <= left <= e_eps * other, f"{instance} at {history}: {left} and {other} are left")


def _noise(instance: CloseSystems) -> dict[History, WeightPair]:
    taken = exposed_weights(instance.chances, instance.privacy)
    return remainder(instance.chances, taken, instance.privacy.delta)


@check("Lyu22 Lemma 2")
def what_is_left_is_a_system() -> Outcome:
    """M less δ·E, scaled, is a system in each world, and mixing it with E gives M back."""
    cases = [instance for instance in instances() if instance.privacy.delta < 1]
    for instance in cases:
        taken, left = exposed_weights(instance.chances, instance.privacy), _noise(instance)
        for bit in BITS:
            expect(_is_system(of_world(left, bit), instance.chances), f"N^{bit} of {instance} is no system")
        for history, weights in instance.chances.items():
            again = [taken[history][bit] + (1 - instance.privacy.delta) * left[history][bit] for bit in BITS]
            expect(again == list(weights), f"{instance} at {history}: the mixture gives {again}")
    control_case = first_case((each for each in cases if _outside(each)), "E within M is never needed")
    return Outcome(
        verdict="exact",
        scope=SCOPE,
        size=len(cases),
        witness=f"{proper_one()}",
        control=f"with E⁰ and E¹ exchanged, which are not within M, what is left is negative for {control_case}",
    )


def _outside(instance: CloseSystems) -> bool:
    taken = exposed_weights(instance.chances, instance.privacy)
    return any(weights[bit] < taken[history][1 - bit] for history, weights in instance.chances.items() for bit in BITS)


@check("Lyu22 Lemma 3")
def close_systems_are_noisy_mixtures() -> Outcome:
    """Two systems within e^ε of each other are mixtures of two others with the odds e^ε to 1."""
    cases = [instance for instance in instances() if instance.privacy.delta < 1]
    for instance in cases:
        e_eps, left = instance.privacy.e_eps, _noise(instance)
        pure = unmixed(left, e_eps)
        for bit in BITS:
            expect(_is_system(of_world(pure, bit), instance.chances), f"N′^{bit} of {instance} is no system")
        for history, weights in left.items():
            again = [(e_eps * pure[history][bit] + pure[history][1 - bit]) / (1 + e_eps) for bit in BITS]
            expect(again == list(weights), f"{instance} at {history}: the mixture gives {again}")
    control_case = first_case(
        (
            each
            for each in cases
            if each.privacy.e_eps > 1
            and min(min(pair) for pair in unmixed(each.chances, each.privacy.e_eps).values()) < 0
        ),
        "M itself is always such a mixture",
    )
    return Outcome(
        verdict="exact",
        scope=SCOPE,
        size=len(cases),
        witness=f"{proper_one()}",
        control=f"M itself, not within e^ε, would need a negative weight for {control_case}",
    )


def _reproduces(point: Point, instance: CloseSystems) -> bool:
    """Whether the four systems, run as a post-processing of the randomised response, answer as M in both worlds."""
    composed = post_process(
        simulator_from_response(point, instance.chances), as_interactive(randomised_response(instance.privacy))
    )
    return all(_same(instance, instance.game.states[bit], _started(composed, bit)) for bit in BITS)


def _started(composed: InteractiveMechanism, bit: int) -> InteractiveMechanism:
    start = composed.initial_states[bit]
    return InteractiveMechanism(
        lambda state, query: composed.respond(start if state == () else state, query), ((),), composed.queries
    )


@check("Lyu22 Theorem 3 (repaired)")
def four_systems_imitate_two() -> Outcome:
    """The four systems solve the linear system of post-processings, mix to M, and answer as M when they are run."""
    for instance in instances():
        e_eps, delta = instance.privacy.e_eps, instance.privacy.delta
        point = decomposition(instance.chances, instance.privacy)
        expect(
            solves(simulation_from_response(instance.chances, instance.privacy), point),
            f"the four systems of {instance} are not a post-processing",
        )
        again = mixed(point, instance.chances, delta, e_eps / (1 + e_eps), 1 / (1 + e_eps))
        expect(again == dict(instance.chances), f"the four systems of {instance} mix to something else")
    run = [each for each in instances() if 0 < each.privacy.delta < 1][::6]
    for instance in run:
        expect(
            _reproduces(decomposition(instance.chances, instance.privacy), instance), f"{instance} answers otherwise"
        )
    control_case = first_case((each for each in instances() if not _without_exposure(each)), "E is never needed")
    return Outcome(
        verdict="exact",
        scope=SCOPE,
        size=len(instances()),
        witness=f"{proper_one()}; {len(run)} decompositions are run as well",
        control=f"with N in place of E the mixture is another for {control_case}",
    )


def _without_exposure(instance: CloseSystems) -> bool:
    e_eps, delta = instance.privacy.e_eps, instance.privacy.delta
    point = dict(decomposition(instance.chances, instance.privacy))
    for bit, history in product(BITS, instance.chances):
        point[(EXPOSED, bit), history] = point[(NOISY, bit), history]
    return mixed(point, instance.chances, delta, e_eps / (1 + e_eps), 1 / (1 + e_eps)) == dict(instance.chances)


@check("Lyu22 Theorem 3")
def the_printed_weights_are_too_large() -> Outcome:
    """At ε = 0 the printed weight e^ε/(1 + ε) of N^b is 1; with 1/2 for N^{1−b} the mixture weighs more than 1."""
    instance = first_case(
        (each for each in instances() if each.privacy.e_eps == 1 and each.privacy.delta < 1), "no instance has ε = 0"
    )
    point = decomposition(instance.chances, instance.privacy)
    as_printed = mixed(point, instance.chances, instance.privacy.delta, ONE, Fraction(1, 2))
    expect(as_printed[()] != instance.chances[()], "the printed weights sum to 1")
    again = mixed(point, instance.chances, instance.privacy.delta, Fraction(1, 2), Fraction(1, 2))
    expect(again == dict(instance.chances), "nor do the right ones give the mechanism back")
    return Outcome(
        verdict="refuted",
        scope="the first system of the family at ε = 0, where e^ε/(1 + ε) is rational",
        size=1,
        witness="the weights 1/2 and 1/2 give the mechanism back",
        control="for every ε ≥ 0 and δ < 1 the printed weights sum to more than 1, because e^ε ≥ 1 + ε",
        counterexample={
            "systems": repr(instance.mechanism),
            "ε": "0",
            "δ (least)": str(instance.privacy.delta),
            "printed weights of N^b and N^{1−b}": "1 and 1/2",
            "weight of all transcripts together": str(as_printed[()][0]),
            "it must be": "1",
        },
    )
