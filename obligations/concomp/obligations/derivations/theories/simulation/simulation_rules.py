"""The trusted rules that make a simulator of weights.

RR_ε,β(b) exposes the bit, as ⊤b, with the chance β; otherwise it shows a bit with noise, ⊥b with the chance
(1 − β)·e^ε/(1 + e^ε) and ⊥(1−b) with the chance (1 − β)/(1 + e^ε). What a rule says of it, it computes from β.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import final

from concomp.obligations.derivations.kernel import sentences
from concomp.obligations.derivations.kernel.definitions import symbols
from concomp.obligations.derivations.kernel.exactness import exactly
from concomp.obligations.derivations.kernel.facts import Argument, Fact, Rule, demand, deriving
from concomp.obligations.derivations.kernel.indices import BIT_0, BIT_1, EMPTY, EXTENDED, OTHER, Index, Var
from concomp.obligations.derivations.kernel.language import (
    Arithmetic,
    Comparison,
    Formula,
    Proposition,
    Quantity,
    Real,
    Summable,
    eq,
    free,
    le,
    real,
    term_at,
    total,
)
from concomp.obligations.derivations.kernel.logic import ANSWER, QUERY
from concomp.obligations.derivations.kernel.sealing import demand_exactly, sealed
from concomp.obligations.derivations.theories.control.weights import (
    CHAIN,
    DELTA,
    KERNEL,
    START,
    WORLDS,
    A,
    B,
    G,
    H,
    Q,
    kappa,
    mu,
)

MECHANISM = symbols(mu(B, H)) | symbols(kappa(B, H, Q, A)) | symbols(G) | symbols(DELTA)
"""μ, κ, e^ε and δ have a meaning of their own to these rules."""
LAW = frozenset({START.formula, CHAIN.formula})
_OF_THE_MECHANISM = (G, Quantity("μ", (B, H)))
"""What each sentence about M(s_b) and its response is about besides: e^ε, and the weights of M(s_b)."""

SIMULATION = Rule(
    "simulation",
    closed=True,
    speaks_of=MECHANISM,
    meanings=LAW,
    binds=frozenset({B, H, Q, A}),
)
VIEWS = Rule(
    "weights determine views",
    binds=frozenset({B, H, Q, A}),
)
LAZINESS = Rule(
    "laziness",
    closed=True,
    speaks_of=MECHANISM,
    meanings=LAW,
    binds=frozenset({B, H, Q, A}),
)
LOOKED_AT_LATER = Rule(
    "two responses",
    closed=True,
    speaks_of=MECHANISM,
    meanings=LAW,
    binds=frozenset({B, H, Q, A}),
)
_derive = deriving(SIMULATION, LAZINESS, LOOKED_AT_LATER)
_derive_views = deriving(VIEWS)


@exactly
def simulation_of(budget: Quantity) -> Proposition:
    """That a post-processing of a response with this budget gives histories the weights of the mechanism."""
    return Proposition(sentences.WEIGHED_ALIKE, (), (budget, *_OF_THE_MECHANISM))


@exactly
def equivalence_of(budget: Quantity) -> Proposition:
    """That a response with this budget for the bit is enough for a simulator."""
    return Proposition(sentences.SIMULATES, (), (budget, *_OF_THE_MECHANISM))


@exactly
def lazily(budget: Quantity, waits: Quantity) -> Proposition:
    """That an interactive response with this budget is enough for a simulator that waits where a quantity is 1."""
    return Proposition(sentences.SIMULATES_LAZILY, (), (budget, waits, *_OF_THE_MECHANISM))


@exactly
def later(budget: Quantity, waits: Quantity) -> Proposition:
    """That two responses, of which one exposes with this chance, are enough if the other is for later."""
    return Proposition(sentences.SIMULATES_LATER, (), (budget, waits, *_OF_THE_MECHANISM))


EQUIVALENT = equivalence_of(DELTA)
"""What Lemma 4.7 says of every (ε,δ)-DP mechanism M."""


@final
@sealed
@dataclass(frozen=True, slots=True)
class Weights:
    """The weights of one outcome: at least 0, what they start with, and that sums that converge hand them on."""

    positive: Fact
    start: Fact
    converges: Fact
    sums: Fact

    def __post_init__(self) -> None:
        """Refuse what is no fact."""
        demand_exactly((Fact,), self.positive, self.start, self.converges, self.sums)


@final
@sealed
@dataclass(frozen=True, slots=True)
class Outcomes:
    """The weights of the four outcomes: ⊤0 and ⊤1, which expose a bit, and ⊥0 and ⊥1, which show one with noise."""

    exposed: tuple[Weights, Weights]
    noisy: tuple[Weights, Weights]

    def __post_init__(self) -> None:
        """Refuse what only looks like weights."""
        demand_exactly((tuple,), self.exposed, self.noisy)
        demand_exactly((Weights,), *self.exposed, *self.noisy)


@exactly
def mixed(bit: Index, history: Var, exposed: Real, noisy: Real, other: Real) -> Comparison:
    """That the weights of outcomes mix to those of the mechanism, by the law of the response to a bit."""
    return eq((1 + G) * mu(bit, history), (1 + G) * exposed + (G * noisy + other))


@final
@sealed
@dataclass(frozen=True, slots=True)
class Mixture:
    """Weights for every outcome of RR_ε,β that mix to those of the mechanism.

    history: of which they are weights. budget: β. mixtures: that they mix, for either bit. odds: that e^ε ≥ 1.
    probability: that β ≥ 0, and that β ≤ 1. law: that the weights of the mechanism are those of its answers, the start
    and the chain rule.
    """

    history: Var
    budget: Quantity
    outcomes: Outcomes
    mixtures: tuple[Fact, Fact]
    odds: Fact
    probability: tuple[Fact, Fact]
    law: tuple[Fact, Fact]

    def __post_init__(self) -> None:
        """Refuse what only looks like outcomes, a history or a number."""
        demand_exactly((Var,), self.history)
        demand_exactly((Quantity,), self.budget)
        demand_exactly((Outcomes,), self.outcomes)
        demand_exactly((tuple,), self.mixtures, self.probability, self.law)
        demand_exactly((Fact,), *self.mixtures, self.odds, *self.probability, *self.law)

    @property
    def premises(self) -> tuple[Fact, ...]:
        """All that is known of the weights, an outcome after the other, of their mixtures, and of the response."""
        systems = (*self.outcomes.exposed, *self.outcomes.noisy)
        known = (fact for each in systems for fact in (each.positive, each.start, each.converges, each.sums))
        return (*known, *self.mixtures, self.odds, *self.probability, *self.law)

    def weights(self) -> tuple[Real, Real, Real, Real]:
        """The weights of ⊤0, ⊤1, ⊥0 and ⊥1; WrongStep unless each is a system of its mass, and they mix."""
        history, budget = self.history, self.budget
        demand(history.sort == "history", f"{history} stands for no history")
        demand(not budget.at, f"{budget} is no number with a name")
        _demand_all((self.odds, *self.probability), (le(1, G), le(0, budget), le(budget, 1)))
        of_answer = mu(B, history) * kappa(B, history, QUERY, ANSWER)
        answered = EXTENDED(history, QUERY, ANSWER)
        _demand_all(self.law, (eq(mu(B, EMPTY), 1), eq(mu(B, answered), of_answer)))
        zero, one = (_weight(history, weights, budget) for weights in self.outcomes.exposed)
        noisy_0, noisy_1 = (_weight(history, weights, 1 - budget) for weights in self.outcomes.noisy)
        in_world_0 = mixed(BIT_0, history, zero, noisy_0, noisy_1)
        _demand_all(self.mixtures, (in_world_0, mixed(BIT_1, history, one, noisy_1, noisy_0)))
        return zero, one, noisy_0, noisy_1


def _weight(history: Var, of: Weights, mass: Real) -> Real:
    """The weight of one outcome; WrongStep unless it is a system that starts at this mass."""
    zero, weight = _sides(of.positive, "<=")
    demand(zero == real(0), f"{of.positive.formula} does not say that a weight is at least 0")
    demand(free(weight) <= {history}, f"{weight} depends on more than the history {history}")
    at_start, of_answer = (term_at(weight, {history: at}) for at in (EMPTY, EXTENDED(history, QUERY, ANSWER)))
    wanted = (eq(at_start, mass), Summable(ANSWER, of_answer), eq(total(ANSWER, of_answer), weight))
    _demand_all((of.start, of.converges, of.sums), wanted)
    return weight


def _sides(fact: Fact, relation: str) -> tuple[Real, Real]:
    formula = fact.formula
    demand(isinstance(formula, Comparison), f"{formula} is no comparison")
    assert isinstance(formula, Comparison)
    demand(formula.relation == relation, f"{formula} is no comparison by {relation}")
    return formula.left, formula.right


def _demand_all(facts: tuple[Fact, ...], wanted: tuple[Formula, ...]) -> None:
    demand(len(facts) == len(wanted), f"{len(facts)} facts are not {len(wanted)}")
    demand_exactly((Fact,), *facts)
    for fact, formula in zip(facts, wanted, strict=True):
        demand(fact.formula == formula, f"{fact.formula} is not {formula}")


@exactly
def simulation(of: Mixture) -> Fact:
    """From weights for every outcome of RR_ε,β that mix to those of the mechanism in both worlds: a simulation."""
    demand_exactly((Mixture,), of)
    of.weights()
    return _derive(SIMULATION, simulation_of(of.budget), *of.premises, using={"over": of.history, "budget": of.budget})


@exactly
def equivalence(budget: Quantity, simulated: Fact) -> Fact:
    """From a simulation with this budget: it and the mechanism, whose answers have laws, are equivalent."""
    demand_exactly((Quantity,), budget)
    _demand_all((simulated,), (simulation_of(budget),))
    return _derive_views(VIEWS, equivalence_of(budget), simulated, START, CHAIN, *KERNEL, using={"budget": budget})


@final
@sealed
@dataclass(frozen=True, slots=True)
class Laziness:
    """Where a post-processing is to wait: λ, that it starts at 1, and what is left of it after a query."""

    waits: Fact
    start: Fact
    step: Fact
    goes_on: Fact

    def __post_init__(self) -> None:
        """Refuse what is no fact."""
        demand_exactly((Fact,), self.waits, self.start, self.step, self.goes_on)

    def of(self, history: Var) -> Quantity:
        """λ of a history; WrongStep unless it is 0 or 1, 1 at the start, and left by queries only."""
        square, waits = _sides(self.waits, "=")
        demand(
            isinstance(waits, Quantity) and square == waits * waits and free(waits) == {history},
            f"{self.waits.formula} is not λ·λ = λ of a history",
        )
        assert isinstance(waits, Quantity)
        demand(_sides(self.start, "=") == (term_at(waits, {history: EMPTY}), real(1)), "λ is not 1 at the start")
        after, product = _sides(self.step, "=")
        asked = term_at(waits, {history: EXTENDED(history, QUERY, ANSWER)})
        demand(
            after == asked and isinstance(product, Arithmetic), f"{self.step.formula} is not about λ after an answer"
        )
        assert isinstance(product, Arithmetic)
        factor = product.of[1]
        demand(product == waits * factor and free(factor) <= {history, QUERY}, f"{product} is not left by the query")
        demand(
            _sides(self.goes_on, "=") == (factor * factor, factor), f"{self.goes_on.formula}: {factor} is not 0 or 1"
        )
        return waits


@exactly
def lazy_equivalence(of: Mixture, laziness: Laziness, exposed_alike: Fact, noisy_alike: Fact) -> Fact:
    """As a simulation, from the interactive response, if the weights of outcomes that differ in the bit are alike.

    exposed_alike, noisy_alike: that λ times the weights of the outcomes that expose a bit, and of those that do not,
    are equal.
    """
    demand_exactly((Mixture,), of)
    demand_exactly((Laziness,), laziness)
    waits = laziness.of(of.history)
    zero, one, noisy_0, noisy_1 = (waits * weight for weight in of.weights())
    _demand_all((exposed_alike, noisy_alike), (eq(zero, one), eq(noisy_0, noisy_1)))
    of_waiting = (laziness.waits, laziness.start, laziness.step, laziness.goes_on)
    arguments: Mapping[str, Argument] = {"over": of.history, "budget": of.budget, "waits": waits}
    premises = (*of.premises, *of_waiting, exposed_alike, noisy_alike)
    return _derive(LAZINESS, lazily(of.budget, waits), *premises, using=arguments)


@dataclass(frozen=True, slots=True)
class Response:
    """The law of RR_ε,β: noise is 1/(1 + e^ε), odds is e^ε, budget is β."""

    odds: Real
    noise: Real
    budget: Real

    def shows(self, bit: Index, shown: Index) -> Real:
        """The chance to show a bit with noise in answer to a bit."""
        return (1 - self.budget) * (self.noise * self.odds if bit == shown else self.noise)

    def shows_any(self, bit: Index) -> Real:
        """The chance to expose nothing."""
        return self.shows(bit, bit) + self.shows(bit, OTHER(bit))


@exactly
def look_later(
    budget: Quantity,
    waits: Quantity,
    noise: Real,
    lazy: Fact,
    normalised: Fact,
    shown: tuple[Fact, ...],
    complete: tuple[Fact, ...],
) -> Fact:
    """From a lazy simulation by the interactive response: one by two independent responses, of which one is for later.

    budget, waits: β and λ of the lazy simulation. noise: r. normalised: r·(1 + e^ε) = 1. shown: for both bits, and both
    bits that it may show with noise, that RR_ε,β does so if RR_0,β exposes nothing and RR_ε,0 shows it. complete: that
    RR_ε,0 always shows one.
    """
    demand_exactly((Quantity,), budget, waits)
    demand(not free(noise), f"{noise} is no number")
    _demand_all((lazy, normalised), (lazily(budget, waits), eq(noise * (1 + G), 1)))
    at_once, for_later, both = two_responses(budget, noise)
    _demand_all(
        shown,
        tuple(
            eq(both.shows(bit, c), at_once.shows_any(bit) * for_later.shows(bit, c)) for bit in WORLDS for c in WORLDS
        ),
    )
    _demand_all(complete, tuple(eq(for_later.shows_any(bit), 1) for bit in WORLDS))
    arguments: Mapping[str, Argument] = {"budget": budget, "waits": waits, "noise": noise}
    return _derive(LOOKED_AT_LATER, later(budget, waits), lazy, normalised, *shown, *complete, using=arguments)


@exactly
def two_responses(budget: Quantity, noise: Real) -> tuple[Response, Response, Response]:
    """RR_0,β, RR_ε,0 and RR_ε,β."""
    half = real(Fraction(1, 2))
    return Response(real(1), half, budget), Response(G, noise, real(0)), Response(G, noise, budget)
