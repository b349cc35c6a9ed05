"""Randomised response is universal: every private pair of laws is a post-processing of it.

Which post-processing is a question of linear feasibility. The unknowns are the weights w[r, y] with which the response
r is turned into the outcome y; the equations say that they are laws and that both laws are reproduced.

One solution can be written down. Of each law, what exceeds e^ε times the other must be exposed; if one law has more of
that, as much of the other is exposed besides, and then the same share of both, until δ is used up. What is left of the
two laws is within e^ε, and noise gives it.
"""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from typing import Any, TypeVar

from concomp.model.laws.indistinguishability import PrivacyParameters, distance
from concomp.model.laws.law import ONE, ZERO, Law
from concomp.model.laws.linear import Point, Row, System
from concomp.model.mechanisms.randomised_response import BITS, EXPOSED, NOISY, Response, response
from concomp.model.registry.tags import realises

Y = TypeVar("Y", bound=Hashable)
RESPONSES: tuple[Response, ...] = ((EXPOSED, 0), (EXPOSED, 1), (NOISY, 0), (NOISY, 1))
"""Every outcome of a randomised response."""


@realises("HSV26 Theorem 2.5")
def post_processing_system(p0: Law[Y], p1: Law[Y], privacy: PrivacyParameters) -> System:
    """The system whose solutions are the post-processings that make p0 and p1 of RR_{ε,δ}(0) and RR_{ε,δ}(1).

    Unknowns are pairs (response, outcome).
    """
    outcomes = sorted(p0.support | p1.support, key=repr)
    complete = [Row(tuple(((shown, y), ONE) for y in outcomes), ONE) for shown in RESPONSES]
    reproduced = [
        Row(tuple(((shown, y), chance) for shown, chance in response(privacy, bit).items()), law[y])
        for bit, law in zip(BITS, (p0, p1), strict=True)
        for y in outcomes
    ]
    return System(tuple((shown, y) for shown in RESPONSES for y in outcomes), (*complete, *reproduced))


def post_processing(point: Point) -> dict[Response, Law[Any]]:
    """The post-processing of responses, response ↦ law of the outcome, that a solution describes."""
    weights: dict[Response, dict[Any, Any]] = {shown: {} for shown in RESPONSES}
    for unknown, weight in point.items():
        shown, outcome = _parts(unknown)
        weights[shown][outcome] = weights[shown].get(outcome, ZERO) + weight
    return {shown: Law(of_shown) for shown, of_shown in weights.items()}


def _parts(unknown: Any) -> tuple[Response, Any]:
    shown, outcome = unknown
    return shown, outcome


@realises("HSV26 Theorem 2.5")
def post_processed(kernel: dict[Response, Law[Y]], privacy: PrivacyParameters) -> tuple[Law[Y], Law[Y]]:
    """The laws of the post-processed RR_{ε,δ}(0) and RR_{ε,δ}(1)."""
    zero, one = (response(privacy, bit).bind(kernel.__getitem__) for bit in BITS)
    return zero, one


class NotPrivate(ValueError):
    """Thrown if two laws are not (ε,δ)-indistinguishable, so that no post-processing makes them of RR_{ε,δ}."""


@realises("HSV26 Theorem 2.5")
def explicit_post_processing(p0: Law[Y], p1: Law[Y], privacy: PrivacyParameters) -> dict[Response, Law[Y]]:
    """A post-processing of responses that makes p0 and p1 of RR_{ε,δ}(0) and RR_{ε,δ}(1), in closed form.

    Raises NotPrivate if there is none.
    """
    least = distance(p0, p1, privacy.e_eps)
    if least > privacy.delta:
        raise NotPrivate(f"δ is {privacy.delta}: the two laws need at least {least}")
    of_noise = _left_to_noise((p0, p1), privacy)
    noisy = _unmix(of_noise, privacy.e_eps)
    kernel = {}
    for bit, law in zip(BITS, (p0, p1), strict=True):
        exposed = {y: law[y] - of_noise[bit].get(y, ZERO) for y in law}
        kernel[EXPOSED, bit] = _normalise(exposed, privacy.delta, law)
        kernel[NOISY, bit] = _normalise(noisy[bit], 1 - privacy.delta, law)
    return kernel


def _left_to_noise(laws: tuple[Law[Y], Law[Y]], privacy: PrivacyParameters) -> list[dict[Y, Fraction]]:
    """What noise must give of either law: within e^ε of each other, and 1 − δ in all."""
    outcomes = list(dict.fromkeys((*laws[0], *laws[1])))
    e_eps = privacy.e_eps
    rests = [{y: min(law[y], e_eps * other[y]) for y in outcomes} for law, other in (laws, laws[::-1])]
    sums = [sum(rest.values(), ZERO) for rest in rests]
    if min(sums) == 0:
        return rests
    large, small = (0, 1) if sums[0] > sums[1] else (1, 0)
    far = sums[large] - sums[small] / e_eps
    share = (sums[large] - sums[small]) / far if far else ZERO
    rests[large] = {y: (1 - share) * rests[large][y] + share * rests[small][y] / e_eps for y in outcomes}
    scale = (1 - privacy.delta) / sums[small]
    return [{y: scale * weight for y, weight in rest.items()} for rest in rests]


def _unmix(weights: list[dict[Y, Fraction]], e_eps: Fraction) -> list[dict[Y, Fraction]]:
    """What must be given where the noisy bit is 0, and where it is 1, so that noise gives these weights."""
    if e_eps == 1:
        return weights
    return [{y: (e_eps * mine[y] - other[y]) / (e_eps - 1) for y in mine} for mine, other in (weights, weights[::-1])]


def _normalise(weights: dict[Y, Fraction], total: Fraction, otherwise: Law[Y]) -> Law[Y]:
    """Weights scaled to a law; if they are nothing in all, the branch is never taken and any law will do."""
    return Law({y: weight / total for y, weight in weights.items()}) if total else otherwise
