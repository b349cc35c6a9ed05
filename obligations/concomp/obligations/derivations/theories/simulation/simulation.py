"""A private mechanism is a post-processing of one randomised response: HSV26 Lemma 4.7.

Exposed, a history of world b has the weight X(b, h) = δ·φ^b(h). The rest of its weight is divided between the two noisy
outcomes, whose weights N(c, h) = (1 − δ)·ψ^c(h) do not depend on the world: the response brings them together in the
proportion e^ε to 1. If ε = 0 it brings them together evenly, and both are the rest. No case is needed for δ = 0 or
δ = 1: an outcome without probability has no weight at any history.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.indices import BIT_0, BIT_1, EMPTY, OTHER, Index
from concomp.obligations.derivations.kernel.language import Quantity, Real, eq, le, lt, total
from concomp.obligations.derivations.kernel.logic import define, define_quotient, hypothesis, instance, solve, state
from concomp.obligations.derivations.kernel.rules import comparison, convergence, summation
from concomp.obligations.derivations.theories.control.weights import (
    AT_LEAST_1,
    CHAIN,
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
    Mixture,
    Outcomes,
    Weights,
    equivalence,
    mixed,
    simulation,
)

D, R = Quantity("d"), Quantity("r")

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
    def delta(self) -> Quantity:
        """The budget: the probability that the bit is exposed."""
        return self.shared.of.bound.budget

    def budget(self, bit: Index, history: Index) -> Real:
        """δ·φ: the weight of a history when the bit is exposed."""
        return self.shared.of.budget(bit, history)

    def noisy(self, bit: Index, history: Index) -> Real:
        """(1 − δ)·ψ: the weight of a history when the response is the bit with noise."""
        return Quantity(f"N{self.shared.of.bound.mark}", (bit, history))

    @cached_property
    def exposed_systems(self) -> tuple[Weights, Weights]:
        """The weights of the outcomes that expose a bit."""
        return self._exposed_system(0), self._exposed_system(1)

    def _exposed_system(self, place: int) -> Weights:
        bit, budget = WORLDS[place], self.budget
        return Weights(
            at_least_0(budget(bit, H), self.shared.range[place]),
            instance(self.shared.of.budget_start, {B: bit}),
            self.shared.converge[place],
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
        converges = comparison(A, instance(positive, {H: HQA}), below, convergence(A, rate, self.converge(bit)))
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
            converges,
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
    def outcomes(self) -> Outcomes:
        """The weights of every outcome, if ε > 0."""
        return Outcomes(self.exposed_systems, (self._noisy_system(BIT_0), self._noisy_system(BIT_1)))

    def mixtures(self, *of_noise: Fact) -> tuple[Fact, Fact]:
        """The outcomes mix to the mechanism in both worlds, by what the noisy ones weigh."""
        return self._mixture(BIT_0, of_noise), self._mixture(BIT_1, of_noise)

    def _mixture(self, bit: Index, of_noise: tuple[Fact, ...]) -> Fact:
        noisy = self.noisy(bit, H), self.noisy(OTHER(bit), H)
        return solve("the outcomes mix to M", mixed(bit, H, self.budget(bit, H), *noisy), *of_noise)

    @cached_property
    def of_noise(self) -> tuple[Fact, ...]:
        """What the noisy outcomes weigh, if ε > 0."""
        return (*(self.is_noisy(bit, H) for bit in WORLDS), *POSITIVE_EPSILON)

    @cached_property
    def probability(self) -> tuple[Fact, Fact]:
        """The budget is a probability: no less than what is needed at the start, and at most 1."""
        bound, at_start = self.shared.of.bound, {B: BIT_0, H: EMPTY}
        needed = (instance(bound.positive, at_start), instance(bound.start, {B: BIT_0}))
        return (
            solve("0 ≤ β", le(0, self.delta), *needed, variant=le(self.delta + 1, 0)),
            solve("β ≤ 1", le(self.delta, 1), *bound.probability),
        )

    def mixture(self, outcomes: Outcomes, mixtures: tuple[Fact, Fact]) -> Mixture:
        """Outcomes from which a response with the budget may choose."""
        return Mixture(H, self.delta, outcomes, mixtures, AT_LEAST_1, self.probability, (START, CHAIN))

    @cached_property
    def with_noise(self) -> Mixture:
        """Those for ε > 0."""
        return self.mixture(self.outcomes, self.mixtures(*self.of_noise))


BY_CONTROL = Simulation(SHARED_BY_CONTROL)
budget, noisy = BY_CONTROL.budget, BY_CONTROL.noisy
SIMULATED = state(equivalence(DELTA, simulation(BY_CONTROL.with_noise)), "HSV26 Lemma 4.7")


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
        converges,
        solve(
            "handed on",
            eq(total(A, noisy(bit, HQA)), noisy(bit, H)),
            summation(A, of_answer, (converges, *BY_CONTROL.converge(bit))),
            definition,
            BY_CONTROL.shared.condition_iii,
            instance(MARGINAL, {B: bit}),
        ),
    )


OUTCOMES_WITHOUT_NOISE = Outcomes(BY_CONTROL.exposed_systems, (_rest_system(0), _rest_system(1)))
MIXTURES_WITHOUT_NOISE = BY_CONTROL.mixtures(*(is_rest(bit, H) for bit in WORLDS), NO_EPSILON, SUITS)
SIMULATED_AT_ZERO = state(
    equivalence(DELTA, simulation(BY_CONTROL.mixture(OUTCOMES_WITHOUT_NOISE, MIXTURES_WITHOUT_NOISE))),
    "HSV26 Section 4.2: Lemma 4.7 at eps = 0",
)
