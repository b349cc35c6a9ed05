"""Four systems in place of two: the decomposition of Lyu22.

Two systems M⁰, M¹ that no adversary tells apart beyond (ε,δ) are written as mixtures,

    M^b = δ·E^b + (1 − δ)·(e^ε/(1 + e^ε)·N^b + 1/(1 + e^ε)·N^{1−b}),

so that a randomised response of b and four fixed systems imitate them. A system is here what it does to a history: the
chance of its answers given its queries. E^b must take enough of each history, at least what an adversary can still
gain, which is the control function; and not so much of one world that what is left would tell the worlds apart. Where
the answers to a query get too little in all, they are raised one after another, each as far as the rest allows.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import ZERO, Law
from concomp.model.laws.linear import Point
from concomp.model.mechanisms.interactive import EVERYTHING, HALT, InteractiveMechanism, Message, State
from concomp.model.mechanisms.randomised_response import BITS, EXPOSED, NOISY
from concomp.model.reduction.control import WeightPair, control
from concomp.model.reduction.laziness import History, Likelihoods, extensions
from concomp.model.registry.tags import realises

Weights = Mapping[History, WeightPair]


@realises("Lyu22 Definition 1")
def system(weights: Mapping[History, Fraction], name: str = "system") -> InteractiveMechanism:
    """The interactive mechanism that remembers the history and nothing else, with given chances of histories.

    weights: history ↦ chance of its answers given its queries. It halts on queries that have no answers there. After
    a history of chance 0, where any answers will do, it halts as well.
    """
    following = extensions({history: (weight, weight) for history, weight in weights.items()})

    def step(state: State, query: Message) -> Law[tuple[State, Message]]:
        past: Any = state
        if not weights[past] or (past, query) not in following:
            return Law.point((HALT, HALT))
        return Law.gather(
            ((history, history[-1][1]), weights[history] / weights[past]) for history in following[past, query]
        )

    return InteractiveMechanism(step, ((),), EVERYTHING, name)


class NotIndistinguishable(ValueError):
    """Thrown if two systems can be told apart beyond the parameters, so that there is no decomposition."""


@realises("Lyu22 Claim 2")
def upper(weights: WeightPair, e_eps: Fraction) -> WeightPair:
    """Upper^b of a history for both worlds b: μ^b − e^{−ε}·μ^{1−b}; it may be negative."""
    zero, one = weights
    return zero - one / e_eps, one - zero / e_eps


@realises("Lyu22 Lemma 1")
def exposed_weights(chances: Likelihoods, privacy: PrivacyParameters) -> dict[History, WeightPair]:
    """δ·E^b for both worlds b: the weight that the exposing branch takes of each history.

    Raises NotIndistinguishable if the systems are not (ε,δ)-indistinguishable.
    """
    needed = control(chances, privacy.e_eps)
    taken: dict[History, WeightPair] = {(): (privacy.delta, privacy.delta)}
    if max(needed[()]) > privacy.delta:
        raise NotIndistinguishable(f"δ is {privacy.delta}: the systems need at least {max(needed[()])}")
    for (past, _), extended in sorted(extensions(chances).items(), key=lambda entry: len(entry[0][0])):
        gaps = [taken[past][bit] - sum((needed[each][bit] for each in extended), ZERO) for bit in BITS]
        for history in extended:
            taken[history] = _raise(chances[history], needed[history], (gaps[0], gaps[1]), privacy.e_eps)
            gaps = [gaps[bit] - taken[history][bit] + needed[history][bit] for bit in BITS]
        if any(gaps):
            raise AssertionError(f"the answers after {past!r} leave the gaps {gaps}")
    return taken


def _raise(weights: WeightPair, needed: WeightPair, gaps: WeightPair, e_eps: Fraction) -> WeightPair:
    """The largest weights within the gaps, and within the history's own, that leave the worlds close enough.

    Each world's limit rises with the other's weight, so that there is a largest pair: both worlds are at a limit.
    """
    most = (min(weights[0], needed[0] + gaps[0]), min(weights[1], needed[1] + gaps[1]))
    ahead = upper(weights, e_eps)
    pairs = (weights, (most[0], ahead[1] + most[0] / e_eps), (ahead[0] + most[1] / e_eps, most[1]), most)
    allowed = [
        pair
        for pair in pairs
        if all(pair[bit] <= most[bit] and pair[bit] <= ahead[bit] + pair[1 - bit] / e_eps for bit in BITS)
    ]
    return max(allowed, key=sum)


@realises("Lyu22 Lemma 2")
def remainder(whole: Likelihoods, taken: Weights, delta: Fraction) -> dict[History, WeightPair]:
    """N with M = δ·E + (1 − δ)·N, in both worlds, where `taken` is δ·E and δ < 1."""
    return {
        history: ((zero - taken[history][0]) / (1 - delta), (one - taken[history][1]) / (1 - delta))
        for history, (zero, one) in whole.items()
    }


@realises("Lyu22 Lemma 3")
def unmixed(systems: Weights, e_eps: Fraction) -> dict[History, WeightPair]:
    """N′ with N^b = e^ε/(1 + e^ε)·N′^b + 1/(1 + e^ε)·N′^{1−b}; N itself if ε is 0, where both worlds agree."""
    if e_eps == 1:
        return dict(systems)
    return {
        history: ((e_eps * zero - one) / (e_eps - 1), (e_eps * one - zero) / (e_eps - 1))
        for history, (zero, one) in systems.items()
    }


@realises("HSV26 Section 10.2.3: psi_t and F_(TOP,b)", "HSV26 Section 10.2.4: mixture identity")
def noisy_weights(exposed: Weights, chances: Likelihoods, privacy: PrivacyParameters) -> dict[History, WeightPair]:
    """N, and HSV26's ψ: what E leaves of the systems, scaled, with the odds e^ε to 1 taken out; E itself at δ = 1."""
    delta = privacy.delta
    if delta == 1:
        return dict(exposed)
    taken = {history: (delta * zero, delta * one) for history, (zero, one) in exposed.items()}
    return unmixed(remainder(chances, taken, delta), privacy.e_eps)


def as_point(exposed: Weights, noisy: Weights) -> Point:
    """The four systems as a solution of `existence.simulation_from_response`: (response, history) ↦ weight."""
    return {
        ((branch, bit), history): pair[bit]
        for branch, weights in ((EXPOSED, exposed), (NOISY, noisy))
        for history, pair in weights.items()
        for bit in BITS
    }


@realises("Lyu22 Theorem 3 (repaired)")
def decomposition(chances: Likelihoods, privacy: PrivacyParameters) -> Point:
    """The four systems: (EXPOSED, b) stands for E^b, (NOISY, b) for N^b; (response, history) ↦ weight.

    E at δ = 0, which is never drawn, repeats M. The weights can be run as a post-processing of RR_{ε,δ}(b). HSV26 finds
    another E, by dividing (`dividing.exposing_by_division`); what follows from it is the same.
    Raises NotIndistinguishable if the systems are not (ε,δ)-indistinguishable.
    """
    delta, taken = privacy.delta, exposed_weights(chances, privacy)
    exposed = {history: (zero / delta, one / delta) for history, (zero, one) in taken.items()} if delta else chances
    return as_point(exposed, noisy_weights(exposed, chances, privacy))


@realises("Lyu22 Theorem 3", "Lyu22 Theorem 3 (repaired)")
def mixed(
    point: Point, chances: Likelihoods, delta: Fraction, heavy: Fraction, light: Fraction
) -> dict[History, WeightPair]:
    """δ·E^b + (1 − δ)·(heavy·N^b + light·N^{1−b}) for both worlds b; the paper prints heavy = e^ε/(1 + ε)."""

    def of(history: History, bit: int) -> Fraction:
        noise = heavy * point[(NOISY, bit), history] + light * point[(NOISY, 1 - bit), history]
        return delta * point[(EXPOSED, bit), history] + (1 - delta) * noise

    return {history: (of(history, 0), of(history, 1)) for history in chances}
