"""Mechanisms: what the best attacker of the claimed mechanism gains from the target's own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from concomp.conformance.experiments.forked_draws import ForkedDraws
from concomp.conformance.experiments.played_game import PlayedGame
from concomp.conformance.protocol.claims import Claim
from concomp.conformance.statistics.catalogue import Power
from concomp.conformance.statistics.cell_laws import independent, repeated, two_sided_geometric
from concomp.conformance.statistics.power import draws_for_law
from concomp.conformance.statistics.shares import SHARE
from concomp.conformance.vectors.messages import expect, loss, opened
from concomp.conformance.vectors.vector import Vector
from concomp.impl.mechanisms.thresholds import SparseVector
from concomp.model.numbers import rational_text

RESPONSE, RELEASE, COUNTER, THRESHOLD = (
    "HSV26 Lemma 2.4",
    "concomp Proposition 7",
    "concomp Proposition 9",
    "concomp Proposition 10",
)
BITS = [0, 1]
SHARED = 25
"""How many games share a session; its budget is enough for ε = 24 each, so that who loses much is not refused."""


FAR = "10000"
"""A value that is far above its threshold."""
FORKED, FORKED_LAST = 200, 2
"""How many numbers are released in a process and in its copy, and up to which size they have cells of their own."""


@dataclass(frozen=True)
class Case:
    """A mechanism with its fields, the law that it claims, where it is judged, and how many games.

    e_eps: E of the bound. wrong: the laws of defects, of which it is said how soon they are found. more: other fields
    of the experiment.
    """

    name: str
    statement: str
    mechanism: dict[str, Any]
    claimed: dict[str, Any]
    e_eps: str
    games: int
    why: str
    wrong: dict[str, dict[str, Any]]
    more: dict[str, Any] = field(default_factory=dict)


def continual(kernel: dict[str, Any], horizon: int = 1, kind: str = "any") -> dict[str, Any]:
    """The file of a named law."""
    return {"type": "cm", "kernel": kernel, "horizon": horizon, "verification": {"kind": kind}}


def response(e_eps: str, delta: str = "0") -> dict[str, Any]:
    """The file of a randomised response."""
    return continual({"law": "randomised_response", "E": e_eps, "delta": delta})


def release(ratio: str) -> dict[str, Any]:
    """The file of a number with geometric noise; what is clamped to the two values loses nothing."""
    return continual({"law": "two_sided_geometric", "ratio": ratio, "clamp": BITS})


def above_threshold(threshold_ratio: str, query_ratio: str, horizon: int) -> dict[str, Any]:
    """The file of a sparse vector with one positive."""
    kernel = {"law": "above_threshold", "threshold_ratio": threshold_ratio, "query_ratio": query_ratio}
    return continual(kernel, horizon)


def sparse_vector(threshold_ratio: str, query_ratio: str, positives: int, rounds: int) -> dict[str, Any]:
    """The file of a sparse vector."""
    made = SparseVector(threshold_ratio=threshold_ratio, query_ratio=query_ratio, positives=positives)
    return made.to_audit(rounds)


def counter(ratio: str) -> dict[str, Any]:
    """The file of a counter of two items, by their two sums, each with noise of its own."""
    return continual({"law": "running_counter", "ratio": ratio, "clamp": BITS}, 2, "event level")


CASES = (
    Case(
        "response-coarse",
        RESPONSE,
        {"kind": "randomised_response", "e_eps": "3"},
        response("3"),
        "2",
        4_000,
        "A bit with odds 6 to 1 for one with odds 3 to 1.",
        {"odds of 6": response("6")},
    ),
    Case(
        "response",
        RESPONSE,
        {"kind": "randomised_response", "e_eps": "3"},
        response("3"),
        "3",
        16_000,
        "A bit that is right with chance 0.80, for one of 0.75.",
        {"0.80 for 0.75": response("4")},
        {"planned_at": "2"},
    ),
    Case(
        "response-exposed",
        RESPONSE,
        {"kind": "randomised_response", "e_eps": "2", "delta": "1/8"},
        response("2", "1/8"),
        "2",
        6_000,
        "A bit that is exposed with chance 1/8 is not exposed with chance 1/4.",
        {"delta doubled": response("2", "1/4"), "odds doubled": response("4", "1/8")},
        {"launches": 4},
    ),
    Case(
        "release",
        RELEASE,
        {"kind": "two_sided_geometric", "ratio": "1/2"},
        release("1/2"),
        "2",
        7_000,
        "A number with too little noise.",
        {"a ratio of 1/3 for 1/2": release("1/3")},
        {"planned_at": "3/2", "clamp": BITS},
    ),
    Case(
        "release-wide",
        RELEASE,
        {"kind": "two_sided_geometric", "ratio": "2/3"},
        release("2/3"),
        "1",
        6_000,
        "A number with more noise, and still too little.",
        {"a ratio of 1/3 for 2/3": release("1/3")},
        {"clamp": BITS},
    ),
    Case(
        "above-threshold-noise",
        THRESHOLD,
        {"kind": "above_threshold", "threshold_ratio": "3/4", "query_ratio": "1/4"},
        above_threshold("3/4", "1/4", 4),
        "1",
        1_000,
        "Without noise on the threshold each comparison stands alone, and every one of them costs.",
        {"a threshold without noise": above_threshold("1/1000", "1/4", 4)},
    ),
    Case(
        "above-threshold-queries",
        THRESHOLD,
        {"kind": "above_threshold", "threshold_ratio": "2/3", "query_ratio": "1/2"},
        above_threshold("2/3", "1/2", 4),
        "5/2",
        3_500,
        "With too little noise on the values the threshold shows through.",
        {"a ratio of 1/10 for 1/2": above_threshold("2/3", "1/10", 4)},
    ),
    Case(
        "sparse-vector",
        THRESHOLD,
        {"kind": "sparse_vector", "threshold_ratio": "3/4", "query_ratio": "1/4", "positives": 2},
        sparse_vector("3/4", "1/4", 2, 6),
        "3/2",
        1_000,
        "After a positive the threshold is drawn anew, with noise.",
        {"thresholds without noise": sparse_vector("1/1000", "1/4", 2, 6)},
    ),
    Case(
        "counter",
        COUNTER,
        {"kind": "counter", "steps": 2, "e_eps": "4"},
        counter("1/2"),
        "2",
        2_000,
        "An item is in two sums: each of them has the noise of half its loss.",
        {"the ratio squared": counter("1/4")},
        {"clamp": BITS},
    ),
)


def build() -> Iterator[Vector]:
    """The played games; what is asked after the last positive; what is drawn after a fork."""
    for case in CASES:
        yield _played(case)
    yield from (_halted(positives) for positives in (1, 2))
    yield from (_forked(ratio) for ratio in ("1/2", "4/5"))


def _played(case: Case) -> Vector:
    experiment = PlayedGame.model_validate(
        {
            "mechanism": case.mechanism,
            "budget": {"epsilon": "600", "delta": "1"},
            "launches": SHARED,
            "claimed": case.claimed,
            "e_eps": case.e_eps,
            "games": case.games,
            "alpha": rational_text(SHARE),
            **case.more,
        }
    )
    return Vector(
        id=f"mechanisms-{case.name}",
        family="mechanisms",
        statements=(case.statement,),
        claims=(Claim(claim="mechanism", name=case.mechanism["kind"]),),
        experiment=experiment,
        why=f"{case.why} {_power(experiment, case.wrong)}.",
    )


def _halted(positives: int) -> Vector:
    """A sparse vector whose positives are spent; a value so large is above but for a chance of 2^−10000."""
    fields = {"threshold_ratio": "1/2", "query_ratio": "1/2", "positives": positives}
    mechanism = {"kind": "sparse_vector", **fields}
    sent = {"cmd": "ask", "on": "$2.handle", "query": [FAR, FAR]}
    above = {"send": sent, "expect": expect("equal", fields={"answer": "above"}, cost="utility")}
    return Vector.model_validate(
        {
            "id": f"mechanisms-sparse-vector-halts-after-{positives}",
            "family": "mechanisms",
            "statements": (THRESHOLD,),
            "claims": [{"claim": "mechanism", "name": "sparse_vector"}],
            "steps": [
                {"send": opened("approximate", loss(epsilon="600"), kind="session"), "expect": expect("granted")},
                {"send": {"cmd": "launch", "on": "$1.handle", "mechanism": mechanism}, "expect": expect("granted")},
                *([above] * positives),
                {"send": sent, "expect": expect("declined")},
                {"send": sent, "expect": expect("declined")},
            ],
            "why": "After its last positive a sparse vector answers nothing: the loss was for so many.",
        }
    )


def _forked(ratio: str) -> Vector:
    law = two_sided_geometric(Fraction(ratio), FORKED_LAST)
    draws = draws_for_law(independent(law), repeated(law), SHARE)
    return Vector(
        id=f"mechanisms-forked-{ratio.replace('/', '-')}",
        family="mechanisms",
        statements=(RELEASE,),
        claims=(Claim(claim="mechanism", name="two_sided_geometric"), Claim(claim="copies")),
        experiment=ForkedDraws(
            ratio=ratio,
            budget={"epsilon": "600", "delta": "1"},
            last=FORKED_LAST,
            pairs=FORKED,
            alpha=rational_text(SHARE),
        ),
        why=f"A copied process does not repeat the noise. With a chance of 0.999, {draws} pairs find one that does.",
    )


def _power(experiment: PlayedGame, wrong: dict[str, dict[str, Any]]) -> str:
    """What the games find."""
    found = Power({name: experiment.finds(law) for name, law in wrong.items()})
    return found.sentence(experiment.games, "games")
