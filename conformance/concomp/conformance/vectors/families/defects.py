"""What the libraries of `adapters/` were found to break, put so that every target is held to it.

Each rests on its statement as the others do; that a library broke it is how it was thought of.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from concomp.conformance.experiments.forked_draws import ForkedDraws
from concomp.conformance.protocol.claims import Claim
from concomp.conformance.statistics.shares import SHARE
from concomp.conformance.vectors.messages import about, ask, expect, handle, launch, loss, opened
from concomp.conformance.vectors.vector import Vector
from concomp.model.numbers import rational_text

VALID = "Haney23 Theorem 1.20"
AT_LAUNCH = "Haney23 Definition 2.7"
RENYI = "Haney23 Theorem 4.9"
RELEASE = "concomp Proposition 7"
PURE = {"claim": "filter", "measure": "pure"}


def composition() -> Iterator[Vector]:
    """Losses that are none."""
    yield _vector(
        "composition-gaussian-nan",
        "composition",
        (RENYI,),
        [{"claim": "composition", "measure": "gaussian", "grade": "upper"}],
        [
            {
                "send": {
                    "cmd": "compose",
                    "measure": "gaussian",
                    "losses": [{"mu": "1", "count": 1}, {"mu": "nan", "count": 1}],
                    "at": {"delta": "1/1000000"},
                },
                "expect": expect("value", infinite=True),
            }
        ],
        "What is no number bounds nothing, and least of all by 0.",
    )


def filter() -> Iterator[Vector]:
    """Launches that fail although they were too large, and transformations that are declined."""
    failing = {"send": launch(1, loss("7"), fails="always"), "expect": expect("anything")}
    yield _vector(
        "filter-refused-does-not-fail",
        "filter",
        (AT_LAUNCH,),
        [PURE, {"claim": "failures"}],
        [
            {"send": opened("pure", loss("6")), "expect": expect("granted")},
            failing,
            failing,
            {"send": about("ran", 1), "expect": expect("between", field="count", least=0, most=0)},
        ],
        "Whether a launch is too large is decided before it runs: otherwise it tells by failing what it may not tell.",
    )
    answers = {"0": ["left"], "1": ["right"]}
    transformed: Mapping[str, Any] = {"kind": "transformation", "stability": "1/2"}
    exchange = {"send": {"cmd": "launch", "on": handle(1), "mechanism": transformed}, "expect": expect("declined")}
    asked = {"send": launch(1, loss("2"), answers), "expect": expect("granted")}
    for name, before in (("", [exchange]), ("-twice", [exchange, exchange]), ("-between", [asked, exchange])):
        steps = [{"send": opened("pure", loss("6"), data="1"), "expect": expect("granted")}, *before, asked]
        yield _vector(
            f"filter-declined-transformation{name}",
            "filter",
            (VALID, AT_LAUNCH),
            [PURE, {"claim": "mechanism", "name": "transformation"}],
            [*steps, {"send": ask(len(steps)), "expect": expect("equal", fields={"answer": "right"})}],
            "A transformation that is declined changes nothing: what is asked next would be charged for other data.",
        )


def robustness() -> Iterator[Vector]:
    """Threads, where the list of what was spent is long."""
    lost = loss(epsilon="2/401")
    yield _vector(
        "robustness-storm-of-many",
        "robustness",
        (VALID, AT_LAUNCH),
        [PURE, {"claim": "threads"}],
        [
            {"send": opened("pure", loss(epsilon="1")), "expect": expect("granted")},
            {
                "send": about("storm", 1, mechanism=launch(1, lost)["mechanism"], threads=8, each=100),
                "expect": expect("between", field="granted", least=200, most=200),
            },
        ],
        "The longer it takes to add up what was spent, the more launches come in between.",
    )


def mechanisms() -> Iterator[Vector]:
    """A process that is copied after noise was drawn in it."""
    for ratio in ("1/2", "4/5"):
        experiment = ForkedDraws(
            ratio=ratio,
            budget={"epsilon": "600", "delta": "1"},
            last=2,
            pairs=60,
            before=3,
            copies=3,
            alpha=rational_text(SHARE),
        )
        yield Vector(
            id=f"mechanisms-forked-after-use-{ratio.replace('/', '-')}",
            family="mechanisms",
            statements=(RELEASE,),
            claims=(Claim(claim="mechanism", name="two_sided_geometric"), Claim(claim="copies")),
            experiment=experiment,
            why="A copied process does not repeat the noise, though random numbers were in store when it was copied.",
            source="defect",
        )


def _vector(name: str, family: str, statements: tuple[str, ...], claims: Any, steps: Any, why: str) -> Vector:
    fields: Mapping[str, Any] = {"statements": statements, "claims": claims, "steps": steps, "why": why}
    return Vector.model_validate({"id": name, "family": family, "source": "defect", **fields})
