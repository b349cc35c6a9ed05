"""What is said of systems in words: privacy and what it supposes."""

from __future__ import annotations

from concomp.obligations.derivations.kernel import sentences
from concomp.obligations.derivations.kernel.exactness import exactly
from concomp.obligations.derivations.kernel.indices import Index
from concomp.obligations.derivations.kernel.language import Proposition, Quantity


@exactly
def private(system: Index, parameters: Index) -> Proposition:
    """That a system is (ε,δ)-DP, or φ-DP, by what it promises: parameters, or a trade-off function."""
    return Proposition(sentences.PRIVATE, (system, parameters))


@exactly
def discrete(system: Index) -> Proposition:
    """That whatever a system is asked, its answers have a law on countably many values."""
    return Proposition(sentences.DISCRETE, (system,))


@exactly
def equivalent(one: Index, other: Index) -> Proposition:
    """That the views of every adversary have the same law for two systems."""
    return Proposition(sentences.EQUIVALENT, (one, other))


@exactly
def positive(parameters: Index) -> Proposition:
    """That ε > 0."""
    return Proposition(sentences.POSITIVE, (parameters,))


@exactly
def zero(parameters: Index) -> Proposition:
    """That ε = 0."""
    return Proposition(sentences.ZERO, (parameters,))


@exactly
def pure(parameters: Index) -> Proposition:
    """That δ = 0."""
    return Proposition(sentences.PURE, (parameters,))


@exactly
def simulated(system: Index, parameters: Index) -> Proposition:
    """What Lemma 4.7 says of a mechanism."""
    return Proposition(sentences.SIMULATED, (system, parameters))


@exactly
def simulated_by_pair(system: Index, trade_off: Index) -> Proposition:
    """What Lemma 14.5 says of a mechanism: that a pair of laws with its trade-off function is enough."""
    return Proposition(sentences.SIMULATED_BY_PAIR, (system, trade_off))


@exactly
def simulated_by_own_pair(system: Index, trade_off: Index) -> Proposition:
    """The same of a pair of laws that need not be enough for others: one that is φ-DP."""
    return Proposition(sentences.SIMULATED_BY_OWN_PAIR, (system, trade_off))


@exactly
def finite(system: Index) -> Proposition:
    """That a system communicates finitely, by Definition 14.4."""
    return Proposition(sentences.FINITE, (system,))


@exactly
def countable(trade_off: Index) -> Proposition:
    """That a trade-off function is made of countably many segments."""
    return Proposition(sentences.COUNTABLE, (trade_off,))


@exactly
def pairs_fit(composition: Index) -> Proposition:
    """That there is a pair of laws for every mechanism of a composition, with its trade-off function."""
    return Proposition(sentences.PAIRS_FIT, (composition,))


@exactly
def enough(budget: Quantity, system: Index, parameters: Index) -> Proposition:
    """That a budget is a probability, and no less than what waiting costs a continual mechanism."""
    return Proposition(sentences.BUDGET_IS_ENOUGH, (system, parameters), (budget,))


@exactly
def simulated_lazily(budget: Quantity, system: Index, parameters: Index) -> Proposition:
    """What Lemma 5.6 says of a continual mechanism: that an interactive response with this budget is enough."""
    return Proposition(sentences.SIMULATED_LAZILY, (system, parameters), (budget,))


@exactly
def simulated_lazily_by_delta(system: Index, parameters: Index) -> Proposition:
    """The same of an interactive response whose budget is the δ of the parameters."""
    return Proposition(sentences.SIMULATED_LAZILY_BY_DELTA, (system, parameters))
