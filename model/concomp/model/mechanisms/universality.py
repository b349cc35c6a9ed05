"""Randomised response is universal: every private pair of laws is a post-processing of it.

Which post-processing is a question of linear feasibility. The unknowns are the weights w[r, y] with which the response
r is turned into the outcome y; the equations say that they are laws and that both laws are reproduced.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, TypeVar

from concomp.model.laws.indistinguishability import Privacy
from concomp.model.laws.law import ONE, ZERO, Law
from concomp.model.laws.linear import Point, Row, System
from concomp.model.mechanisms.randomised_response import BITS, EXPOSED, NOISY, Response, response
from concomp.model.statements.tags import realises

Y = TypeVar("Y", bound=Hashable)
RESPONSES: tuple[Response, ...] = ((EXPOSED, 0), (EXPOSED, 1), (NOISY, 0), (NOISY, 1))
"""Every outcome of a randomised response."""


@realises("HSV26 Theorem 2.5")
def post_processing_system(p0: Law[Y], p1: Law[Y], privacy: Privacy) -> System:
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
def post_processed(kernel: dict[Response, Law[Y]], privacy: Privacy) -> tuple[Law[Y], Law[Y]]:
    """The laws of the post-processed RR_{ε,δ}(0) and RR_{ε,δ}(1)."""
    zero, one = (response(privacy, bit).bind(kernel.__getitem__) for bit in BITS)
    return zero, one
