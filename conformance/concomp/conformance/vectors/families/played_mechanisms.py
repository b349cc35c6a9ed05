"""Mechanisms that are launched: what they claim, where games are judged, the defects found; what they tell plainly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from concomp.impl.mechanisms.thresholds import SparseVector

RESPONSE, RELEASE, COUNTER, THRESHOLD = (
    "HSV26 Lemma 2.4",
    "concomp Proposition 7",
    "concomp Proposition 9",
    "concomp Proposition 10",
)
BITS = [0, 1]


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
        1_300,
        "A bit with odds 6 to 1 for one with odds 3 to 1.",
        {"odds of 6": response("6")},
    ),
    Case(
        "response",
        RESPONSE,
        {"kind": "randomised_response", "e_eps": "3"},
        response("3"),
        "3",
        6_000,
        "A bit that is right with chance 0.80, for one of 0.75.",
        {"0.80 for 0.75": response("4")},
        {"planned_at": "2"},
    ),
    Case(
        "response-low",
        RESPONSE,
        {"kind": "randomised_response", "e_eps": "3/2"},
        response("3/2"),
        "3/2",
        5_200,
        "A bit that is hardly told: right with chance 2/3, for one of 3/5.",
        {"odds of 2": response("2")},
        {"planned_at": "1"},
    ),
    Case(
        "response-two",
        RESPONSE,
        {"kind": "randomised_response", "e_eps": "2"},
        response("2"),
        "2",
        5_600,
        "A bit that is right with chance 8/11, for one of 2/3.",
        {"odds of 8/3": response("8/3")},
        {"planned_at": "1"},
    ),
    Case(
        "response-exposed-alone",
        RESPONSE,
        {"kind": "randomised_response", "e_eps": "1", "delta": "1/4"},
        response("1", "1/4"),
        "1",
        1_200,
        "A bit that is exposed or not told at all.",
        {"delta doubled": response("1", "1/2")},
        {"launches": 4},
    ),
    Case(
        "response-exposed-often",
        RESPONSE,
        {"kind": "randomised_response", "e_eps": "3/2", "delta": "1/4"},
        response("3/2", "1/4"),
        "3/2",
        1_500,
        "A bit that is exposed with chance 1/4 is not exposed with chance 1/2.",
        {"delta doubled": response("3/2", "1/2")},
        {"launches": 4},
    ),
    Case(
        "response-exposed",
        RESPONSE,
        {"kind": "randomised_response", "e_eps": "2", "delta": "1/8"},
        response("2", "1/8"),
        "2",
        4_000,
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
        2_700,
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
        2_500,
        "A number with more noise, and still too little.",
        {"a ratio of 1/3 for 2/3": release("1/3"), "the ratio squared": release("4/9")},
        {"clamp": BITS},
    ),
    Case(
        "release-narrow",
        RELEASE,
        {"kind": "two_sided_geometric", "ratio": "1/3"},
        release("1/3"),
        "2",
        700,
        "A number with little noise, and less than that.",
        {"a ratio of 1/9 for 1/3": release("1/9")},
        {"clamp": BITS},
    ),
    Case(
        "above-threshold-noise",
        THRESHOLD,
        {"kind": "above_threshold", "threshold_ratio": "3/4", "query_ratio": "1/4"},
        above_threshold("3/4", "1/4", 4),
        "1",
        500,
        "Without noise on the threshold each comparison stands alone, and every one of them costs.",
        {"a threshold without noise": above_threshold("1/1000", "1/4", 4)},
    ),
    Case(
        "above-threshold-more-noise",
        THRESHOLD,
        {"kind": "above_threshold", "threshold_ratio": "4/5", "query_ratio": "1/3"},
        above_threshold("4/5", "1/3", 4),
        "1",
        800,
        "The same with more noise on both.",
        {"a threshold without noise": above_threshold("1/100", "1/3", 4)},
    ),
    Case(
        "above-threshold-queries",
        THRESHOLD,
        {"kind": "above_threshold", "threshold_ratio": "2/3", "query_ratio": "1/2"},
        above_threshold("2/3", "1/2", 4),
        "5/2",
        3_600,
        "With too little noise on the values the threshold shows through.",
        {"a ratio of 1/10 for 1/2": above_threshold("2/3", "1/10", 4)},
    ),
    Case(
        "above-threshold-values",
        THRESHOLD,
        {"kind": "above_threshold", "threshold_ratio": "1/2", "query_ratio": "1/2"},
        above_threshold("1/2", "1/2", 3),
        "2",
        1_300,
        "Without noise on the values each comparison tells where the threshold is.",
        {"values without noise": above_threshold("1/2", "1/1000", 3)},
    ),
    Case(
        "above-threshold-all-values",
        THRESHOLD,
        {"kind": "above_threshold", "threshold_ratio": "1/3", "query_ratio": "1/2"},
        above_threshold("1/3", "1/2", 3),
        "5/2",
        900,
        "The same where the threshold has less noise than the values.",
        {"values with next to no noise": above_threshold("1/3", "1/100", 3)},
    ),
    Case(
        "sparse-vector",
        THRESHOLD,
        {"kind": "sparse_vector", "threshold_ratio": "3/4", "query_ratio": "1/4", "positives": 2},
        sparse_vector("3/4", "1/4", 2, 6),
        "3/2",
        500,
        "After a positive the threshold is drawn anew, with noise.",
        {"thresholds without noise": sparse_vector("1/1000", "1/4", 2, 6)},
    ),
    Case(
        "counter",
        COUNTER,
        {"kind": "counter", "steps": 2, "e_eps": "4"},
        counter("1/2"),
        "2",
        1_200,
        "An item is in two sums: each of them has the noise of half its loss.",
        {"the ratio squared": counter("1/4")},
        {"clamp": BITS},
    ),
    Case(
        "counter-narrow",
        COUNTER,
        {"kind": "counter", "steps": 2, "e_eps": "9"},
        counter("1/3"),
        "3/2",
        800,
        "The same for an item that may lose more.",
        {"the ratio squared": counter("1/9")},
        {"clamp": BITS},
    ),
    Case(
        "counter-wide",
        COUNTER,
        {"kind": "counter", "steps": 2, "e_eps": "9/4"},
        counter("2/3"),
        "3/2",
        2_500,
        "The same for an item that may lose less.",
        {"the ratio squared": counter("4/9")},
        {"clamp": BITS},
    ),
)


@dataclass(frozen=True)
class Telling:
    """A mechanism with next to no noise: queries, a text for each data, and the answers in the two worlds."""

    statement: str
    mechanism: dict[str, Any]
    told: Sequence[tuple[tuple[str, str], tuple[Any, Any]]]


LEAST, MOST = f"1/{10**9}", f"{10**9}"
"""A ratio, and an E, at which noise is nothing but for a chance of about 1e-9."""
CERTAIN = {"threshold_ratio": LEAST, "query_ratio": LEAST}
TELLING = (
    Telling(
        RESPONSE,
        {"kind": "randomised_response", "e_eps": MOST},
        [(("1", "0"), ("noisy 1", "noisy 0"))],
    ),
    Telling(RELEASE, {"kind": "two_sided_geometric", "ratio": LEAST}, [(("7", "-3"), (7, -3))]),
    Telling(
        THRESHOLD,
        {"kind": "above_threshold", **CERTAIN},
        [(("0", "-1"), ("below", "below")), (("-5", "0"), ("below", "below")), (("1", "1"), ("above", "above"))],
    ),
    Telling(
        THRESHOLD,
        {"kind": "sparse_vector", **CERTAIN, "positives": 2},
        [(("1", "0"), ("above", "below")), (("0", "1"), ("below", "above")), (("1", "1"), ("above", "above"))],
    ),
    Telling(
        COUNTER,
        {"kind": "counter", "steps": 3, "e_eps": f"{10**18}"},
        [(("1", "0"), (1, 0)), (("0", "1"), (1, 1)), (("1", "1"), (2, 2))],
    ),
)
"""What is told, of each kind."""
ILL_ASKED: Mapping[str, Any] = {
    "by-a-text": "10",
    "by-another-text": "01",
    "by-one-digit-twice": "11",
    "by-one-text": ["1"],
    "by-three-texts": ["1", "0", "1"],
    "by-four-texts": ["0", "1", "0", "1"],
}
"""Queries that are none."""
