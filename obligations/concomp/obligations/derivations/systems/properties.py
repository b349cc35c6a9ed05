"""What is said of systems in words: privacy and what it supposes."""

from __future__ import annotations

from concomp.obligations.derivations.kernel.indices import Index
from concomp.obligations.derivations.kernel.language import Proposition, Real


def private(system: Index, parameters: Index) -> Proposition:
    """That a system is (ε,δ)-DP."""
    return Proposition("{} is {}-DP", (system, parameters))


def discrete(system: Index) -> Proposition:
    """That whatever a system is asked, its answers have a law on countably many values."""
    return Proposition("{} has discrete answers", (system,))


def positive(parameters: Index) -> Proposition:
    """That ε > 0."""
    return Proposition("ε > 0 in {}", (parameters,))


def zero(parameters: Index) -> Proposition:
    """That ε = 0."""
    return Proposition("ε = 0 in {}", (parameters,))


def pure(parameters: Index) -> Proposition:
    """That δ = 0."""
    return Proposition("δ = 0 in {}", (parameters,))


def simulated(system: Index, parameters: Index) -> Proposition:
    """What Lemma 4.7 says of a mechanism."""
    return Proposition("some T ∘* RR_{1}(b) and {0} are equivalent, for b = 0 and b = 1", (system, parameters))


def simulated_lazily(budget: Real, system: Index, parameters: Index) -> Proposition:
    """What Lemma 5.6 says of a continual mechanism: that an interactive response with this budget is enough."""
    return Proposition(
        f"some T ∘* IRR_{{1}}, the bit exposed with probability {budget}, and {{0}} are equivalent, for b = 0 and "
        "b = 1; T queries IRR at most once while all pairs are identical, and at most twice",
        (system, parameters),
    )
