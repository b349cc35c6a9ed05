"""A private mechanism is a post-processing of one randomised response: HSV26 Lemma 4.7.

Exposed, a history of world b has the weight X(b, h) = δ·φ^b(h). The rest of its weight is divided between the two noisy
outcomes, whose weights N(c, h) = (1 − δ)·ψ^c(h) do not depend on the world: the response brings them together in the
proportion e^ε to 1. If ε = 0 it brings them together evenly, and both are the rest. No case is needed for δ = 0 or
δ = 1: an outcome without probability has no weight at any history.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.indices import EMPTY, OTHER, Constructor, Index
from concomp.obligations.derivations.kernel.language import Quantity, Real, eq, le, lt, real, total
from concomp.obligations.derivations.kernel.linear import term_of
from concomp.obligations.derivations.kernel.logic import define, define_quotient, hypothesis, instance, solve, state
from concomp.obligations.derivations.kernel.rules import comparison, convergence, summation
from concomp.obligations.derivations.theories.control.weights import (
    AT_LEAST_1,
    DELTA,
    HQA,
    MARGINAL,
    PARAMETERS,
    START,
    WEIGHT,
    WEIGHTS_CONVERGE,
    WORLDS,
    A,
    B,
    G,
    H,
    at_least_0,
    mu,
)
from concomp.obligations.derivations.theories.simulation.sharing import SHARED_BY_CONTROL, SUITS, Sharing
from concomp.obligations.derivations.theories.simulation.simulation_rules import (
    Weights,
    equivalence,
    response,
    simulated_weight,
    simulation,
)

D, R = Quantity("d"), Quantity("r")
EXPOSED: dict[Index, Index] = {bit: Constructor(f"exposed {bit}", (), "response", f"⊤{bit}")() for bit in WORLDS}
NOISY: dict[Index, Index] = {bit: Constructor(f"noisy {bit}", (), "response", f"⊥{bit}")() for bit in WORLDS}

EPSILON = hypothesis("ε > 0", "by hypothesis", lt(1, G))
POSITIVE_EPSILON = (
    EPSILON,
    define_quotient("d is 1/(e^ε − 1)", "by definition", D, solve("e^ε − 1 > 0", lt(0, G - 1), EPSILON)),
)
NO_EPSILON = hypothesis("ε = 0", "by hypothesis", eq(G, 1))
NORMALISED = define_quotient(
    "r is 1/(1 + e^ε)", "HSV26 Definition 2.3", R, solve("1 + e^ε > 0", lt(0, 1 + G), AT_LEAST_1, variant=lt(2, 1 + G))
)


WEIGHT_IN: dict[Index, Fact] = {bit: instance(WEIGHT, {B: bit}) for bit in WORLDS}


@dataclass(frozen=True, eq=False)
class Simulation:
    """The four systems that a response chooses from, and what it has in common with the mechanism."""

    shared: Sharing

    @property
    def delta(self) -> Real:
        """The budget: the probability that the bit is exposed."""
        return self.shared.of.bound.budget

    def budget(self, bit: Index, history: Index) -> Real:
        """δ·φ: the weight of a history when the bit is exposed."""
        return self.shared.of.budget(bit, history)

    def noisy(self, bit: Index, history: Index) -> Real:
        """(1 − δ)·ψ: the weight of a history when the response is the bit with noise."""
        return Quantity(f"N{self.shared.of.bound.mark}", (bit, history))

    def chances(self, bit: Index) -> dict[Index, Fact]:
        """The law of the response to a bit: what each outcome weighs alike for both bits, times a factor."""
        factors: dict[Index, Real] = {
            EXPOSED[bit]: self.delta * real(1),
            EXPOSED[OTHER(bit)]: self.delta * real(0),
            NOISY[bit]: (1 - self.delta) * (R * G),
            NOISY[OTHER(bit)]: (1 - self.delta) * R,
        }
        return {
            outcome: define("the response", "HSV26 Definition 2.3", eq(response(bit, outcome), chance))
            for outcome, chance in factors.items()
        }

    def exposed_system(self, place: int) -> Weights:
        """The weights of the outcome that exposes a bit."""
        bit, budget = WORLDS[place], self.budget
        return Weights(
            at_least_0(budget(bit, H), self.shared.range[place]),
            instance(self.shared.of.budget_start, {B: bit}),
            solve("handed on", eq(total(A, budget(bit, HQA)), budget(bit, H)), self.shared.condition_iii),
        )

    def is_noisy(self, bit: Index, history: Index) -> Fact:
        """What the noisy outcome of a bit weighs, if ε > 0."""
        rest = [mu(world, history) - self.budget(world, history) for world in (bit, OTHER(bit))]
        explained = D * (G * rest[0] - rest[1])
        return define("what the noise explains", "by definition", eq(self.noisy(bit, history), explained))

    def converge(self, bit: Index) -> tuple[Fact, ...]:
        """The weights of the answers have a sum, and so have their budgets."""
        weights = (instance(WEIGHTS_CONVERGE, {B: world}) for world in (bit, OTHER(bit)))
        return (*weights, *self.shared.converge)

    def _noisy_system(self, bit: Index) -> Weights:
        noisy, shared = self.noisy, self.shared
        definition, of_answer = self.is_noisy(bit, H), self.is_noisy(bit, HQA)
        inverse = solve("d ≥ 0", le(0, D), *POSITIVE_EPSILON)
        positive = solve("ψ ≥ 0", le(0, noisy(bit, H)), definition, inverse, shared.suits)
        rate = D * G * mu(bit, HQA) + D * self.budget(OTHER(bit), HQA)
        below = solve(
            "no more than a combination",
            le(noisy(bit, HQA), rate),
            of_answer,
            inverse,
            *PARAMETERS,
            *(instance(fact, {H: HQA}) for fact in (*shared.range, WEIGHT_IN[bit], WEIGHT_IN[OTHER(bit)])),
        )
        combination_ = convergence(A, rate, self.converge(bit))
        converges = comparison(A, instance(positive, {H: HQA}), below, combination_)
        return Weights(
            positive,
            solve(
                "at the start",
                eq(noisy(bit, EMPTY), 1 - self.delta),
                self.is_noisy(bit, EMPTY),
                *(instance(fact, {B: world}) for fact in (shared.of.budget_start, START) for world in WORLDS),
                *POSITIVE_EPSILON,
                witness=(eq(4 * self.delta, 1), eq(G, 2)),
            ),
            solve(
                "handed on",
                eq(total(A, noisy(bit, HQA)), noisy(bit, H)),
                summation(A, of_answer, (converges, *self.converge(bit))),
                definition,
                shared.condition_iii,
                *(instance(MARGINAL, {B: world}) for world in WORLDS),
            ),
        )

    @cached_property
    def systems(self) -> dict[Index, Weights]:
        """The weights of every outcome, if ε > 0."""
        return {
            **{EXPOSED[bit]: self.exposed_system(place) for place, bit in enumerate(WORLDS)},
            **{NOISY[bit]: self._noisy_system(bit) for bit in WORLDS},
        }

    def same_weight(self, bit: Index, systems: Mapping[Index, Weights], *mixed: Fact) -> Fact:
        """The weights of the simulation are those of the mechanism."""
        chances = self.chances(bit)
        everything = term_of([(real(1), response(bit, outcome)) for outcome in systems])
        complete = solve("all the outcomes", eq(everything, 1), *chances.values(), NORMALISED, witness=(eq(G, 2),))
        weights = simulation(bit, H, systems, chances, complete)
        return solve("the same weight", eq(simulated_weight(bit, H), mu(bit, H)), weights, NORMALISED, *mixed)

    def same_weights(self) -> tuple[Fact, ...]:
        """The same in both worlds, if ε > 0."""
        return tuple(
            self.same_weight(bit, self.systems, *(self.is_noisy(world, H) for world in WORLDS), *POSITIVE_EPSILON)
            for bit in WORLDS
        )


BY_CONTROL = Simulation(SHARED_BY_CONTROL)
budget, noisy = BY_CONTROL.budget, BY_CONTROL.noisy
SIMULATED = state(equivalence(H, *BY_CONTROL.same_weights()), "HSV26 Lemma 4.7")


# ε = 0: both noisy outcomes have the rest of the weight, which is the same in both worlds.
def is_rest(bit: Index, history: Index) -> Fact:
    """What the noisy outcome of a bit weighs, if ε = 0."""
    return define(
        "the rest",
        "by definition",
        eq(noisy(bit, history), mu(bit, history) - budget(bit, history)),
    )


def _rest_system(place: int) -> Weights:
    bit = WORLDS[place]
    definition, of_answer, range_ = is_rest(bit, H), is_rest(bit, HQA), BY_CONTROL.shared.range[place]
    positive = solve("the rest ≥ 0", le(0, noisy(bit, H)), definition, range_)
    below = solve("part of the weight", le(noisy(bit, HQA), mu(bit, HQA)), of_answer, instance(range_, {H: HQA}))
    converges = comparison(A, instance(positive, {H: HQA}), below, instance(WEIGHTS_CONVERGE, {B: bit}))
    return Weights(
        positive,
        solve(
            "at the start",
            eq(noisy(bit, EMPTY), 1 - DELTA),
            is_rest(bit, EMPTY),
            *(instance(fact, {B: bit}) for fact in (BY_CONTROL.shared.of.budget_start, START)),
        ),
        solve(
            "handed on",
            eq(total(A, noisy(bit, HQA)), noisy(bit, H)),
            summation(A, of_answer, (converges, *BY_CONTROL.converge(bit))),
            definition,
            BY_CONTROL.shared.condition_iii,
            instance(MARGINAL, {B: bit}),
        ),
    )


SYSTEMS_WITHOUT_NOISE: dict[Index, Weights] = {
    **{EXPOSED[bit]: BY_CONTROL.exposed_system(place) for place, bit in enumerate(WORLDS)},
    **{NOISY[bit]: _rest_system(place) for place, bit in enumerate(WORLDS)},
}
SIMULATED_AT_ZERO = state(
    equivalence(
        H,
        *(
            BY_CONTROL.same_weight(
                bit, SYSTEMS_WITHOUT_NOISE, *(is_rest(world, H) for world in WORLDS), NO_EPSILON, SUITS
            )
            for bit in WORLDS
        ),
    ),
    "HSV26 Section 4.2: Lemma 4.7 at eps = 0",
)
