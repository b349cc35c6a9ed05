"""The four conditions on the weights φ of the exposing branch."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import ZERO
from concomp.model.mechanisms.interactive import Message
from concomp.model.mechanisms.randomised_response import BITS
from concomp.model.reduction.control import WeightPair, control
from concomp.model.reduction.laziness import History, Likelihoods, extensions, queries_of, same_answers
from concomp.model.registry.tags import realises

Weights = Mapping[History, WeightPair]


@realises("HSV26 Condition (I)", "HSV26 Conditions (I)-(IV)")
def below_control(phi: Weights, chances: Likelihoods, privacy: PrivacyParameters) -> Iterator[History]:
    """The histories at which δ·φ^b ≥ L^b fails for some b."""
    needed = control(chances, privacy.e_eps)
    for history, weights in phi.items():
        if any(privacy.delta * weights[bit] < needed[history][bit] for bit in BITS):
            yield history


@realises("HSV26 Condition (II)", "HSV26 Conditions (I)-(IV)")
def too_far_apart(phi: Weights, chances: Likelihoods, privacy: PrivacyParameters) -> Iterator[History]:
    """The histories at which δ·φ^b − e^{−ε}·δ·φ^{1−b} ≤ μ^b − e^{−ε}·μ^{1−b} fails for some b."""
    e_eps, delta = privacy.e_eps, privacy.delta
    for history, weights in phi.items():
        chance = chances[history]
        if any(
            delta * (weights[bit] - weights[1 - bit] / e_eps) > chance[bit] - chance[1 - bit] / e_eps for bit in BITS
        ):
            yield history


@realises("HSV26 Condition (III)", "HSV26 Conditions (I)-(IV)")
def inconsistent(phi: Weights, chances: Likelihoods) -> Iterator[tuple[History, Message]]:
    """The histories and queries at which φ of the answers does not add up to φ of the history."""
    for (past, query), extended in extensions(chances).items():
        if any(sum((phi[each][bit] for each in extended), ZERO) != phi[past][bit] for bit in BITS):
            yield past, query


@realises("HSV26 Conditions (I)-(IV)")
def failing(phi: Weights, chances: Likelihoods, privacy: PrivacyParameters) -> Iterator[object]:
    """Where (I), (II) or (III) fails; nowhere if φ can be completed to a simulation."""
    yield from below_control(phi, chances, privacy)
    yield from too_far_apart(phi, chances, privacy)
    yield from inconsistent(phi, chances)


@realises("HSV26 Condition (IV)", "HSV26 Conditions (I)-(IV)")
def depending_on_the_world(phi: Weights, chances: Likelihoods, e_eps: Fraction) -> Iterator[History]:
    """The histories, among those whose queries both worlds answer alike, at which φ⁰ = φ¹ ≥ min(μ, L⁰ + L¹) fails."""
    return _unequal_or_below(phi, chances, e_eps, Fraction(1))


@realises("HSV26 Condition (IV) (repaired)")
def depending_on_the_world_with_budget(
    phi: Weights, chances: Likelihoods, privacy: PrivacyParameters
) -> Iterator[History]:
    """The same with the bound that the induction needs: φ⁰ = φ¹ and δ·φ⁰ ≥ min(μ, L⁰ + L¹)."""
    return _unequal_or_below(phi, chances, privacy.e_eps, privacy.delta)


def _unequal_or_below(phi: Weights, chances: Likelihoods, e_eps: Fraction, factor: Fraction) -> Iterator[History]:
    alike, needed = same_answers(chances), control(chances, e_eps)
    for history, (zero, one) in phi.items():
        if alike(queries_of(history)):
            bound = min(chances[history][0], sum(needed[history]))
            if zero != one or factor * zero < bound:
                yield history
