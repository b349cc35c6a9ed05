"""The families of laws of HSV26 section 10.2 and the simulator made of them, run on finite mechanisms."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import ONE
from concomp.model.mechanisms.equivalence import equivalent
from concomp.model.mechanisms.noninteractive import as_interactive
from concomp.model.mechanisms.postprocessing import InteractivePostProcessing, post_process
from concomp.model.mechanisms.randomised_response import BITS, interactive_randomised_response, randomised_response
from concomp.model.reduction.conditions import Weights
from concomp.model.reduction.dividing import exposing_by_division
from concomp.model.reduction.existence import simulator_from_response
from concomp.model.reduction.families import late_simulator, next_answer
from concomp.model.reduction.laziness import History, extensions, queries_of, same_answers
from concomp.model.reduction.lyu import as_point, noisy_weights
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.checks.hsv26.composition.laziness import branch_only
from concomp.obligations.checks.hsv26.reduction.conditions import SOME, is_simulation
from concomp.obligations.expectation import expect, first_case
from concomp.obligations.families.reductions.mechanisms import (
    SCOPE,
    PrivateMechanism,
    exposing_weights,
    exposing_weights_for_laziness,
    instances,
    proper_one,
)


@check("HSV26 Section 10.2.2: F_(BOT,b)")
def the_exposing_laws_multiply_to_phi() -> Outcome:
    """The laws of the exposing branch are laws, and multiplied along a history give φ."""
    return _family(lambda phi, instance: phi, "φ")


@check("HSV26 Section 10.2.3: psi_t and F_(TOP,b)")
def the_noisy_laws_multiply_to_psi() -> Outcome:
    """ψ is as printed, 1 at the start; the laws of the noisy branch are laws, and multiplied along a history give ψ."""
    for instance, made in exposing_weights():
        e_eps, delta = instance.privacy.e_eps, instance.privacy.delta
        psi = noisy_weights(made.weights, instance.chances, instance.privacy)
        expect(psi[()] == (ONE, ONE), f"{instance}: ψ starts at {psi[()]}")
        for history, pair in psi.items() if delta < 1 else ():
            mu, phi = instance.chances[history], made.weights[history]
            for bit in BITS:
                printed = (e_eps * mu[bit] - delta * e_eps * phi[bit] - mu[1 - bit] + delta * phi[1 - bit]) / (
                    (1 - delta) * (e_eps - 1)
                )
                expect(pair[bit] == printed, f"{instance} at {history}: ψ is {pair[bit]}, as printed {printed}")
    return _family(lambda phi, instance: noisy_weights(phi, instance.chances, instance.privacy), "ψ")


def _family(weights_of: Callable[[Weights, PrivateMechanism], Weights], name: str) -> Outcome:
    cases, empty = 0, []
    for instance, made in exposing_weights():
        weights = weights_of(made.weights, instance)
        following = extensions(instance.chances)
        products: dict[tuple[History, int], Fraction] = {((), bit): Fraction(1) for bit in BITS}
        for (past, _), extended in sorted(following.items(), key=lambda entry: len(entry[0][0])):
            for bit in BITS:
                law = next_answer(weights, extended, bit)
                empty += [instance] if weights[past][bit] == 0 else []
                for history in extended:
                    products[history, bit] = products[past, bit] * law[history[-1][1]]
                    cases += 1
        for (history, bit), chance in products.items():
            expect(chance == weights[history][bit], f"{instance} at {history}: the laws multiply to {chance}")
    other = first_case(
        (
            instance
            for instance, made in exposing_weights()
            if dict(weights_of(made.weights, instance)) != dict(instance.chances)
        ),
        f"{name} is μ everywhere",
    )
    witness = first_case(empty, f"{name} is 0 nowhere")
    return Outcome(
        verdict="exact",
        scope=SCOPE,
        size=cases,
        witness=f"{witness}, where a history has weight 0 and its law is a point mass",
        control=f"the laws do not multiply to μ for {other}",
    )


@check("HSV26 Section 10.2.4: mixture identity")
def the_branches_mix_to_the_mechanism() -> Outcome:
    """δ·φ^b + (1−δ)·(e^ε·ψ^b + ψ^{1−b})/(1+e^ε) = μ^b at every history; at δ = 1, φ = μ."""
    cases = 0
    for instance, made in exposing_weights():
        cases += len(made.weights)
        wrong = _unmixed(instance, made.weights, noisy_weights(made.weights, instance.chances, instance.privacy))
        expect(not wrong, f"{instance}: the mixture is not μ at {wrong}")
    control = first_case(
        (instance for instance, made in exposing_weights() if _unmixed(instance, made.weights, made.weights)),
        "φ serves in the noisy branch too",
    )
    surely = first_case(
        (instance for instance, _ in exposing_weights() if instance.privacy.delta == 1), "no instance has δ = 1"
    )
    return Outcome(
        verdict="exact",
        scope=SCOPE,
        size=cases,
        witness=f"{proper_one()}; at δ = 1: {surely}",
        control=f"with φ in place of ψ it fails for {control}",
    )


def _unmixed(instance: PrivateMechanism, phi: Weights, psi: Weights) -> list[History]:
    e_eps, delta = instance.privacy.e_eps, instance.privacy.delta
    return [
        history
        for history, chance in instance.chances.items()
        for bit in BITS
        if delta * phi[history][bit] + (1 - delta) * (e_eps * psi[history][bit] + psi[history][1 - bit]) / (1 + e_eps)
        != chance[bit]
    ]


@check("HSV26 Section 10.2.1: IPM P")
def the_simulator_answers_as_the_mechanism() -> Outcome:
    """P ∘* IRR(b) is the mechanism in world b for every sequence of queries; with min(1, L⁰+L¹) it waits as well."""
    for instance, made in exposing_weights()[::SOME]:
        simulator = _late(made.weights, instance, instance.privacy)
        expect(_imitates(simulator, instance, instance.privacy), f"P ∘* IRR is not {instance}")
    patient = 0
    for instance, budget, made in exposing_weights_for_laziness():
        if not _lazy_prefix(instance):
            continue
        patient += 1
        simulator = _late(made.weights, instance, budget)
        expect(_imitates(simulator, instance, budget), f"P ∘* IRR with the budget {budget.delta} is not {instance}")
        expect(_waits(simulator, instance, budget), f"P asks for the bit too early for {instance}")
    impatient = first_case(
        (
            instance
            for instance, made in exposing_weights()
            if _lazy_prefix(instance)
            and not _waits(_late(made.weights, instance, instance.privacy), instance, instance.privacy)
        ),
        "with δ itself P always waits",
    )
    return Outcome(
        verdict="exact",
        scope=SCOPE,
        size=len(exposing_weights()[::SOME]) + patient,
        witness=f"{patient} mechanisms answer alike in both worlds at first; meanwhile P asks for the branch only",
        control=f"with δ itself P asks for the bit too early for {impatient}",
    )


@check("HSV26 Lemma 4.7")
def division_makes_a_simulator() -> Outcome:
    """φ by division, run as a post-processing of one RR_{ε,δ}(b), answers as the mechanism in world b."""
    for instance in instances():
        phi = exposing_by_division(instance.chances, instance.privacy)
        expect(is_simulation(phi, instance.privacy, instance), f"{instance}: division makes no simulation")
    run = [each for each in instances() if 0 < each.privacy.delta < 1][::SOME]
    for instance in run:
        phi = exposing_by_division(instance.chances, instance.privacy)
        point = as_point(phi, noisy_weights(phi, instance.chances, instance.privacy))
        simulator = simulator_from_response(point, instance.chances)
        composed = post_process(simulator, as_interactive(randomised_response(instance.privacy)))
        for bit in BITS:
            same = equivalent(
                (composed, composed.initial_states[bit]),
                (instance.mechanism, instance.game.states[bit]),
                instance.game.queries,
                instance.game.rounds,
            )
            expect(same, f"the simulator of {instance} answers otherwise in world {bit}")
    apart = first_case(
        (
            instance
            for instance, made in exposing_weights()
            if made.weights != exposing_by_division(instance.chances, instance.privacy)
        ),
        "division gives what the paper's construction gives",
    )
    little = [each for each in instances() if each.tight and each.privacy.delta]
    for instance in little:
        less = PrivacyParameters(instance.privacy.e_eps, instance.privacy.delta * Fraction(9, 10))
        phi = exposing_by_division(instance.chances, less)
        expect(not is_simulation(phi, less, instance), f"{instance} is simulated below its least δ")
    return Outcome(
        verdict="exact",
        scope=SCOPE,
        size=len(instances()),
        witness=f"{len(run)} of them are run, {run[0]} first; for {apart} φ is another than in the paper",
        control=f"with nine tenths of δ, division fails for each of {len(little)} instances at their least δ",
    )


def _late(phi: Weights, instance: PrivateMechanism, privacy: PrivacyParameters) -> InteractivePostProcessing:
    return late_simulator(phi, noisy_weights(phi, instance.chances, privacy))


def _imitates(simulator: InteractivePostProcessing, instance: PrivateMechanism, privacy: PrivacyParameters) -> bool:
    composed = post_process(simulator, interactive_randomised_response(privacy))
    return all(
        equivalent(
            (composed, (bit, ((), ()))),
            (instance.mechanism, instance.game.states[bit]),
            instance.game.queries,
            instance.game.rounds,
        )
        for bit in BITS
    )


def _lazy_prefix(instance: PrivateMechanism) -> int:
    """How many of the first queries both worlds answer alike, whatever they are."""
    alike = same_answers(instance.chances)
    return max(
        rounds
        for rounds in range(instance.game.rounds + 1)
        if all(alike(queries_of(history)) for history in instance.chances if len(history) <= rounds)
    )


def _waits(simulator: InteractivePostProcessing, instance: PrivateMechanism, privacy: PrivacyParameters) -> bool:
    """Whether P does without the bit for as long as both worlds answer alike."""
    composed = post_process(simulator, branch_only(interactive_randomised_response(privacy)))
    return all(
        equivalent(
            (composed, (bit, ((), ()))),
            (instance.mechanism, instance.game.states[bit]),
            instance.game.queries,
            _lazy_prefix(instance),
        )
        for bit in BITS
    )
