"""Filter games: menus on which the best attacker who launches by the answers is found exactly."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from concomp.conformance.vectors.vector import Vector

VALID = "Haney23 Definition 2.8"
UNIVERSAL = "HSV26 Theorem 2.5"
BASIC = "HSV26 Theorem 12.4"


def offered(e_eps: str, delta: str = "0", **more: Any) -> dict[str, Any]:
    """A response on the menu."""
    return {"e_eps": e_eps, "delta": delta, **more}


@dataclass(frozen=True)
class Case:
    """A menu, a budget (E, δ), and how often something is asked for."""

    name: str
    budget: tuple[str, str]
    menu: tuple[dict[str, Any], ...]
    depth: int
    why: str
    reads: str = "launches"


TWO, THREE, TENTH = offered("2"), offered("3"), offered("11/10")
FAILING = "instead of 1"
CASES = (
    Case(
        "chosen-by-answers",
        ("3/2", "3/8"),
        (TWO, THREE),
        6,
        "Who chooses each loss by the answers so far reaches 89/216, though every list needs at most 3/8.",
    ),
    Case(
        "chosen-by-answers-shallow",
        ("3/2", "3/8"),
        (TWO, THREE, offered("1", "1/4")),
        2,
        "With 2 and then 3, or 2 and then δ = 1/4, a list needs 3/8; who chooses by the first answer reaches 11/24.",
    ),
    Case(
        "chosen-by-answers-exposed",
        ("5/4", "3/10"),
        (offered("1", "1/8"), offered("6/5", "1/16")),
        4,
        "What is exposed, and what is told by degrees, are one budget.",
    ),
    Case(
        "chosen-by-answers-inside",
        ("3/2", "2/5"),
        (TWO, THREE),
        5,
        "Every list that is granted needs less than 2/5; who chooses by the answers reaches 89/216 all the same.",
    ),
    Case(
        "chosen-by-answers-further-inside",
        ("3/2", "19/50"),
        (THREE, TWO),
        4,
        "The same with a little less of δ, and in another order.",
    ),
    Case(
        "one-loss",
        ("5", "1/64"),
        (TWO,),
        4,
        "One loss, again and again.",
    ),
    Case(
        "two-losses",
        ("7", "0"),
        (TWO, THREE),
        4,
        "2·3 is within 7; nothing more is.",
    ),
    Case(
        "just-over",
        ("5/2", "0"),
        (TWO, offered("3/2")),
        3,
        "Each is within 5/2, no two are.",
    ),
    Case(
        "many-small",
        ("5/2", "0"),
        (TENTH,),
        10,
        "Nine launches of 11/10 are within 5/2, ten are not: what is rounded down each time is a launch in the end.",
    ),
    Case(
        "fine-print",
        ("26/25", "0"),
        (offered("101/100"),),
        6,
        "Three launches of 101/100 are within 26/25, and no fourth.",
    ),
    Case(
        "three-halves",
        ("45/4", "0"),
        (offered("3/2"),),
        7,
        "Five launches of 3/2 are within 45/4, and no sixth: their ε come to 2.433, and 45/4 is 2.420.",
    ),
    Case(
        "large-among-nothings",
        ("19/2", "3/8"),
        (offered("1"), offered("16")),
        6,
        "Launches that lose nothing make one that loses much no smaller.",
    ),
    Case(
        "large-among-small",
        ("37/4", "1/2"),
        (offered("101/100"), offered("20")),
        6,
        "Many small losses make a large one no smaller.",
    ),
    Case(
        "large-among-smallest",
        ("9", "2/5"),
        (offered("1001/1000"), offered("16")),
        6,
        "However small they are.",
    ),
    Case(
        "deltas",
        ("1", "3/10"),
        (offered("1", "1/8"), offered("1", "1/5")),
        4,
        "δ adds up where ε is nothing.",
    ),
    Case(
        "deltas-of-losses",
        ("10", "1/5"),
        (offered("2", "1/8"), offered("2", "1/16")),
        4,
        "δ adds up while ε does.",
    ),
    Case(
        "negative-loss",
        ("5/2", "0"),
        (TWO, offered("1", stated={"e_eps": "1/2", "delta": "0"})),
        5,
        "There is no loss of E = 1/2, which would pay for one of 2.",
    ),
    Case(
        "negative-delta",
        ("1", "1/5"),
        (offered("1", "1/8"), offered("1", stated={"e_eps": "1", "delta": "-1/8"})),
        5,
        "There is no loss of δ = −1/8, which would pay for one of 1/8.",
    ),
    Case(
        "negative-epsilon",
        ("5/2", "0"),
        (TWO, offered("1", stated={"epsilon": "-1", "delta": "0"})),
        4,
        "There is no loss of ε = −1.",
    ),
    Case(
        "failing",
        ("5/2", "0"),
        (offered("2", fails=FAILING),),
        4,
        "A mechanism that fails instead of answering 1 has told that, and is paid for.",
        "answers",
    ),
    Case(
        "failing-or-not",
        ("5", "0"),
        (offered("2", fails=FAILING), offered("2")),
        3,
        "Failures are paid for like other answers, whatever is launched between them.",
        "answers",
    ),
    Case(
        "failing-with-delta",
        ("4", "1/5"),
        (offered("3/2", "1/8", fails=FAILING),),
        4,
        "A mechanism that fails has spent its δ.",
        "answers",
    ),
    Case(
        "by-answers",
        ("9/2", "0"),
        (TWO, THREE),
        3,
        "What is charged does not depend on what was answered.",
        "answers",
    ),
    Case(
        "by-answers-of-one",
        ("5/2", "1/100"),
        (TWO,),
        4,
        "An answer gives nothing back.",
        "answers",
    ),
    Case(
        "after-refusals",
        ("3", "0"),
        (TWO, offered("8")),
        5,
        "A refusal opens nothing, and gives nothing back.",
    ),
    Case(
        "after-refusals-of-delta",
        ("2", "1/4"),
        (offered("1", "1/5"), offered("1", "1/2")),
        5,
        "A refusal for its δ opens nothing, and gives nothing back.",
    ),
)


def build() -> Iterator[Vector]:
    """The filter games."""
    for case in CASES:
        e_eps, delta = case.budget
        yield Vector.model_validate(
            {
                "id": f"filter-game-{case.name}",
                "family": "filter",
                "statements": (VALID, UNIVERSAL, BASIC),
                "claims": _claims(case),
                "experiment": {
                    "kind": "filter_game",
                    "budget": {"e_eps": e_eps, "delta": delta},
                    "menu": case.menu,
                    "depth": case.depth,
                    "reads": case.reads,
                },
                "why": case.why,
            }
        )


def _claims(case: Case) -> list[dict[str, str]]:
    """A filter; that failures are dealt with, where something fails."""
    fails = any("fails" in each for each in case.menu)
    return [{"claim": "filter", "measure": "approximate"}, *([{"claim": "failures"}] if fails else [])]
