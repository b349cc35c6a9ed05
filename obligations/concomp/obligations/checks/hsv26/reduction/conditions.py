"""The reduction of HSV26 section 10.2: conditions, families of laws, and the simulator, on finite mechanisms."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction

from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import ONE, ZERO, Law
from concomp.model.laws.linear import Point, solves
from concomp.model.mechanisms.equivalence import equivalent
from concomp.model.mechanisms.interaction import Adversary, view
from concomp.model.mechanisms.interactive import HALT
from concomp.model.mechanisms.noninteractive import as_interactive
from concomp.model.mechanisms.postprocessing import InteractivePostProcessing, post_process
from concomp.model.mechanisms.randomised_response import (
    BITS,
    EXPOSED,
    interactive_randomised_response,
    randomised_response,
)
from concomp.model.reduction.conditions import (
    Weights,
    below_control,
    depending_on_the_world_with_budget,
    failing,
    inconsistent,
    too_far_apart,
)
from concomp.model.reduction.dividing import exposing_by_division
from concomp.model.reduction.existence import simulation_from_response, simulator_from_response
from concomp.model.reduction.families import late_simulator, next_answer
from concomp.model.reduction.laziness import History, extensions, queries_of, same_answers
from concomp.model.reduction.lyu import as_point, noisy_weights
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.checks.hsv26.composition.laziness import branch_only
from concomp.obligations.expectation import expect, found
from concomp.obligations.families.reductions.mechanisms import (
    SCOPE,
    Instance,
    built,
    built_for_laziness,
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
    witness = found(one_sided, "every history is possible in both worlds")
    control = found(
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


def _chance_of_view(instance: Instance, history: History, bit: int) -> Fraction:
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
    for instance, made in built():
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
    for instance, made in built():
        expect(_completes(made.weights, instance.privacy, instance), f"{instance}: φ cannot be completed")
    for instance, budget, made in built_for_laziness():
        phi = made.weights
        wrong = [
            *failing(phi, instance.chances, budget),
            *depending_on_the_world_with_budget(phi, instance.chances, budget),
        ]
        expect(not wrong, f"{instance}: a condition fails at {wrong}")
    spoiled = [(instance, _spoiled(made.weights)) for instance, made in built()]
    met = [(instance, phi) for instance, phi in spoiled if not _violated(phi, instance)]
    for instance, phi in met:
        expect(_completes(phi, instance.privacy, instance), f"{instance}: the conditions are not enough")
    broken = [(instance, phi) for instance, phi in spoiled if _violated(phi, instance) and instance.privacy.delta]
    for instance, phi in broken:
        expect(not _completes(phi, instance.privacy, instance), f"{instance}: the conditions are not needed")
    control = found((instance for instance, _ in broken), "no φ breaks a condition")
    return Outcome(
        verdict="exact",
        scope=SCOPE,
        size=len(built()) + len(built_for_laziness()),
        witness=f"{proper_one()}",
        control=f"of {len(spoiled)} spoiled φ, {len(broken)} break a condition, the first for {control}; these, and no "
        "others, are no simulations",
    )


Failing = Callable[[Weights, Instance], Iterable[object]]


def _condition(breaking: Failing, spoiling: str, spoil: Callable[[Weights], Weights]) -> Outcome:
    """The outcome of a condition that φ must meet at every history, and that a spoiled φ does not."""
    cases = 0
    for instance, phi in _simulations():
        cases += len(phi)
        wrong = list(breaking(phi, instance))
        expect(not wrong, f"{instance}: the condition fails at {wrong}")
    control = found(
        (instance for instance, made in built() if list(breaking(spoil(made.weights), instance))),
        f"{spoiling} the condition still holds",
    )
    return Outcome(
        verdict="exact",
        scope=SCOPE,
        size=cases,
        witness=f"{proper_one()}",
        control=f"{spoiling} it fails for {control}",
    )


def _simulations() -> Iterator[tuple[Instance, Weights]]:
    """φ by the construction of the paper, by division, and, for some instances, by linear programming."""
    for place, (instance, made) in enumerate(built()):
        yield instance, made.weights
        yield instance, exposing_by_division(instance.chances, instance.privacy)
        if place % SOME == 0 and instance.privacy.delta:
            settled = settle(simulation_from_response(instance.chances, instance.privacy))
            expect(isinstance(settled, Feasible), f"{instance} has no simulation")
            assert isinstance(settled, Feasible)
            yield instance, _exposed(settled.point, instance)


def _exposed(point: Point, instance: Instance) -> Weights:
    return {history: (point[(EXPOSED, 0), history], point[(EXPOSED, 1), history]) for history in instance.chances}


def _violated(phi: Weights, instance: Instance) -> bool:
    return any(True for _ in failing(phi, instance.chances, instance.privacy))


def _completes(phi: Weights, privacy: PrivacyParameters, instance: Instance) -> bool:
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


# The families of laws, and the simulator.


@check("HSV26 Section 10.2.2: F_(BOT,b)")
def the_exposing_laws_multiply_to_phi() -> Outcome:
    """The laws of the exposing branch are laws, and multiplied along a history give φ."""
    return _family(lambda phi, instance: phi, "φ")


@check("HSV26 Section 10.2.3: psi_t and F_(TOP,b)")
def the_noisy_laws_multiply_to_psi() -> Outcome:
    """ψ is as printed, 1 at the start; the laws of the noisy branch are laws, and multiplied along a history give ψ."""
    for instance, made in built():
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


def _family(weights_of: Callable[[Weights, Instance], Weights], name: str) -> Outcome:
    cases, empty = 0, []
    for instance, made in built():
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
    other = found(
        (instance for instance, made in built() if dict(weights_of(made.weights, instance)) != dict(instance.chances)),
        f"{name} is μ everywhere",
    )
    witness = found(empty, f"{name} is 0 nowhere")
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
    for instance, made in built():
        cases += len(made.weights)
        wrong = _unmixed(instance, made.weights, noisy_weights(made.weights, instance.chances, instance.privacy))
        expect(not wrong, f"{instance}: the mixture is not μ at {wrong}")
    control = found(
        (instance for instance, made in built() if _unmixed(instance, made.weights, made.weights)),
        "φ serves in the noisy branch too",
    )
    surely = found((instance for instance, _ in built() if instance.privacy.delta == 1), "no instance has δ = 1")
    return Outcome(
        verdict="exact",
        scope=SCOPE,
        size=cases,
        witness=f"{proper_one()}; at δ = 1: {surely}",
        control=f"with φ in place of ψ it fails for {control}",
    )


def _unmixed(instance: Instance, phi: Weights, psi: Weights) -> list[History]:
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
    for instance, made in built()[::SOME]:
        simulator = _late(made.weights, instance, instance.privacy)
        expect(_imitates(simulator, instance, instance.privacy), f"P ∘* IRR is not {instance}")
    patient = 0
    for instance, budget, made in built_for_laziness():
        if not _lazy_prefix(instance):
            continue
        patient += 1
        simulator = _late(made.weights, instance, budget)
        expect(_imitates(simulator, instance, budget), f"P ∘* IRR with the budget {budget.delta} is not {instance}")
        expect(_waits(simulator, instance, budget), f"P asks for the bit too early for {instance}")
    impatient = found(
        (
            instance
            for instance, made in built()
            if _lazy_prefix(instance)
            and not _waits(_late(made.weights, instance, instance.privacy), instance, instance.privacy)
        ),
        "with δ itself P always waits",
    )
    return Outcome(
        verdict="exact",
        scope=SCOPE,
        size=len(built()[::SOME]) + patient,
        witness=f"{patient} mechanisms answer alike in both worlds at first; meanwhile P asks for the branch only",
        control=f"with δ itself P asks for the bit too early for {impatient}",
    )


@check("HSV26 Lemma 4.7")
def division_makes_a_simulator() -> Outcome:
    """φ by division, run as a post-processing of one RR_{ε,δ}(b), answers as the mechanism in world b."""
    for instance in instances():
        phi = exposing_by_division(instance.chances, instance.privacy)
        expect(_completes(phi, instance.privacy, instance), f"{instance}: division makes no simulation")
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
    apart = found(
        (
            instance
            for instance, made in built()
            if made.weights != exposing_by_division(instance.chances, instance.privacy)
        ),
        "division gives what the paper's construction gives",
    )
    little = [each for each in instances() if each.tight and each.privacy.delta]
    for instance in little:
        less = PrivacyParameters(instance.privacy.e_eps, instance.privacy.delta * Fraction(9, 10))
        phi = exposing_by_division(instance.chances, less)
        expect(not _completes(phi, less, instance), f"{instance} is simulated below its least δ")
    return Outcome(
        verdict="exact",
        scope=SCOPE,
        size=len(instances()),
        witness=f"{len(run)} of them are run, {run[0]} first; for {apart} φ is another than in the paper",
        control=f"with nine tenths of δ, division fails for each of {len(little)} instances at their least δ",
    )


def _late(phi: Weights, instance: Instance, privacy: PrivacyParameters) -> InteractivePostProcessing:
    return late_simulator(phi, noisy_weights(phi, instance.chances, privacy))


def _imitates(simulator: InteractivePostProcessing, instance: Instance, privacy: PrivacyParameters) -> bool:
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


def _lazy_prefix(instance: Instance) -> int:
    """How many of the first queries both worlds answer alike, whatever they are."""
    alike = same_answers(instance.chances)
    return max(
        rounds
        for rounds in range(instance.game.rounds + 1)
        if all(alike(queries_of(history)) for history in instance.chances if len(history) <= rounds)
    )


def _waits(simulator: InteractivePostProcessing, instance: Instance, privacy: PrivacyParameters) -> bool:
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
