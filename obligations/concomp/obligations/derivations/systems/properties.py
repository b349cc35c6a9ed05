"""What is said of systems in words: privacy and what it supposes."""

from __future__ import annotations

from concomp.obligations.derivations.kernel import sentences
from concomp.obligations.derivations.kernel.exactness import exactly
from concomp.obligations.derivations.kernel.indices import Index
from concomp.obligations.derivations.kernel.language import Proposition, Quantity


@exactly
def private(system: Index, parameters: Index) -> Proposition:
    """That a system is (ε,δ)-DP."""
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
