"""A private mechanism is a post-processing of one randomised response: HSV26 Lemma 4.7.

Exposed, a history of world b has the weight X(b, h) = δ·φ^b(h). The rest of its weight is divided between the two noisy
outcomes, whose weights N(c, h) = (1 − δ)·ψ^c(h) do not depend on the world: the response brings them together in the
proportion e^ε to 1. If ε = 0 it brings them together evenly, and both are the rest. No case is needed for δ = 0 or
δ = 1: an outcome without probability has no weight at any history.
"""

from __future__ import annotations

from collections.abc import Mapping

from concomp.obligations.derivations.kernel.facts import Fact, given, instance, solved, stated
from concomp.obligations.derivations.kernel.indices import EMPTY, OTHER, Constructor, Index
from concomp.obligations.derivations.kernel.language import Quantity, Real, eq, le, lt, real, total
from concomp.obligations.derivations.kernel.linear import combined
from concomp.obligations.derivations.kernel.rules import comparison, convergence, summation
from concomp.obligations.derivations.reduction.sharing import BUDGET_RANGE, BUDGETS_CONVERGE, CONDITION_III, SUITS
from concomp.obligations.derivations.reduction.simulation_rules import (
    System,
    equivalence,
    response,
    simulated,
    simulation,
)
from concomp.obligations.derivations.reduction.splitting import (
    BUDGET_START,
    WORLDS,
    budget,
)
from concomp.obligations.derivations.reduction.weights import (
    DELTA,
    HQA,
    MARGINAL,
    PARAMETERS,
    START,
    WEIGHT,
    WEIGHTS_CONVERGE,
    A,
    B,
    G,
    H,
    at_least_0,
    mu,
)

D, R = Quantity("d"), Quantity("r")
EXPOSED: dict[Index, Index] = {bit: Constructor(f"exposed {bit}", (), "response", f"⊤{bit}")() for bit in WORLDS}
NOISY: dict[Index, Index] = {bit: Constructor(f"noisy {bit}", (), "response", f"⊥{bit}")() for bit in WORLDS}

POSITIVE_EPSILON = (
    given("ε > 0", "by hypothesis", lt(1, G)),
    given("d is 1/(e^ε − 1)", "by definition", eq(D * (G - 1), 1)),
)
NO_EPSILON = given("ε = 0", "by hypothesis", eq(G, 1))
NORMALISED = given("r is 1/(1 + e^ε)", "HSV26 Definition 2.3", eq(R * (1 + G), 1))


def noisy(bit: Index, history: Index) -> Real:
    """(1 − δ)·ψ: the weight of a history when the response is the bit with noise."""
    return Quantity("N", (bit, history))


def _chances(bit: Index) -> dict[Index, Fact]:
    """The law of the response to a bit: what each outcome weighs alike for both bits, times a factor."""
    factors: dict[Index, Real] = {
        EXPOSED[bit]: DELTA * real(1),
        EXPOSED[OTHER(bit)]: DELTA * real(0),
        NOISY[bit]: (1 - DELTA) * (R * G),
        NOISY[OTHER(bit)]: (1 - DELTA) * R,
    }
    return {
        outcome: given("the response", "HSV26 Definition 2.3", eq(response(bit, outcome), chance))
        for outcome, chance in factors.items()
    }


def _exposed(place: int) -> System:
    bit = WORLDS[place]
    return System(
        at_least_0(budget(bit, H), BUDGET_RANGE[place]),
        instance(BUDGET_START, {B: bit}),
        solved("handed on", eq(total(A, budget(bit, HQA)), budget(bit, H)), CONDITION_III),
    )


def is_noisy(bit: Index, history: Index) -> Fact:
    """What the noisy outcome of a bit weighs, if ε > 0."""
    surplus = G * (mu(bit, history) - budget(bit, history)) - (mu(OTHER(bit), history) - budget(OTHER(bit), history))
    return given("what the noise explains", "by definition", eq(noisy(bit, history), D * surplus))


WEIGHT_IN: dict[Index, Fact] = {bit: instance(WEIGHT, {B: bit}) for bit in WORLDS}


def _converge(bit: Index) -> tuple[Fact, ...]:
    return (*(instance(WEIGHTS_CONVERGE, {B: world}) for world in (bit, OTHER(bit))), *BUDGETS_CONVERGE)


def _noisy_system(bit: Index) -> System:
    definition, of_answer = is_noisy(bit, H), is_noisy(bit, HQA)
    inverse = solved("d ≥ 0", le(0, D), *POSITIVE_EPSILON)
    positive = solved("ψ ≥ 0", le(0, noisy(bit, H)), definition, inverse, SUITS)
    rate = D * G * mu(bit, HQA) + D * budget(OTHER(bit), HQA)
    below = solved(
        "no more than a combination",
        le(noisy(bit, HQA), rate),
        of_answer,
        inverse,
        *PARAMETERS,
        *(instance(fact, {H: HQA}) for fact in (*BUDGET_RANGE, WEIGHT_IN[bit], WEIGHT_IN[OTHER(bit)])),
    )
    combination_ = convergence(A, rate, _converge(bit))
    converges = comparison(A, instance(positive, {H: HQA}), below, combination_)
    return System(
        positive,
        solved(
            "at the start",
            eq(noisy(bit, EMPTY), 1 - DELTA),
            is_noisy(bit, EMPTY),
            *(instance(fact, {B: world}) for fact in (BUDGET_START, START) for world in WORLDS),
            *POSITIVE_EPSILON,
            witness=(eq(4 * DELTA, 1), eq(G, 2)),
        ),
        solved(
            "handed on",
            eq(total(A, noisy(bit, HQA)), noisy(bit, H)),
            summation(A, of_answer, (converges, *_converge(bit))),
            definition,
            CONDITION_III,
            *(instance(MARGINAL, {B: world}) for world in WORLDS),
        ),
    )


SYSTEMS: dict[Index, System] = {
    **{EXPOSED[bit]: _exposed(place) for place, bit in enumerate(WORLDS)},
    **{NOISY[bit]: _noisy_system(bit) for bit in WORLDS},
}


def _same_weight(bit: Index, systems: Mapping[Index, System], *mixed: Fact) -> Fact:
    """The weights of the simulation are those of the mechanism."""
    chances = _chances(bit)
    everything = combined([(real(1), response(bit, outcome)) for outcome in systems])
    complete = solved("all the outcomes", eq(everything, 1), *chances.values(), NORMALISED, witness=(eq(G, 2),))
    weights = simulation(bit, H, systems, chances, complete)
    return solved("the same weight", eq(simulated(bit, H), mu(bit, H)), weights, NORMALISED, *mixed)


SIMULATED = stated(
    equivalence(
        H,
        *(_same_weight(bit, SYSTEMS, *(is_noisy(world, H) for world in WORLDS), *POSITIVE_EPSILON) for bit in WORLDS),
    ),
    "HSV26 Lemma 4.7",
)


# ε = 0: both noisy outcomes have the rest of the weight, which is the same in both worlds.
def is_rest(bit: Index, history: Index) -> Fact:
    """What the noisy outcome of a bit weighs, if ε = 0."""
    return given("the rest", "by definition", eq(noisy(bit, history), mu(bit, history) - budget(bit, history)))


def _rest_system(place: int) -> System:
    bit = WORLDS[place]
    definition, of_answer, range_ = is_rest(bit, H), is_rest(bit, HQA), BUDGET_RANGE[place]
    positive = solved("the rest ≥ 0", le(0, noisy(bit, H)), definition, range_)
    below = solved("part of the weight", le(noisy(bit, HQA), mu(bit, HQA)), of_answer, instance(range_, {H: HQA}))
    converges = comparison(A, instance(positive, {H: HQA}), below, instance(WEIGHTS_CONVERGE, {B: bit}))
    return System(
        positive,
        solved(
            "at the start",
            eq(noisy(bit, EMPTY), 1 - DELTA),
            is_rest(bit, EMPTY),
            *(instance(fact, {B: bit}) for fact in (BUDGET_START, START)),
        ),
        solved(
            "handed on",
            eq(total(A, noisy(bit, HQA)), noisy(bit, H)),
            summation(A, of_answer, (converges, *_converge(bit))),
            definition,
            CONDITION_III,
            instance(MARGINAL, {B: bit}),
        ),
    )


SYSTEMS_WITHOUT_NOISE: dict[Index, System] = {
    **{EXPOSED[bit]: _exposed(place) for place, bit in enumerate(WORLDS)},
    **{NOISY[bit]: _rest_system(place) for place, bit in enumerate(WORLDS)},
}
SIMULATED_AT_ZERO = stated(
    equivalence(
        H,
        *(
            _same_weight(bit, SYSTEMS_WITHOUT_NOISE, *(is_rest(world, H) for world in WORLDS), NO_EPSILON, SUITS)
            for bit in WORLDS
        ),
    ),
    "HSV26 Section 4.2: Lemma 4.7 at eps = 0",
)
