"""Composition of lists that are fixed in advance, in every form in which a target takes a list."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from concomp.conformance.protocol.commands import At
from concomp.conformance.protocol.lists import flat, pure_question
from concomp.conformance.protocol.losses import Listed
from concomp.conformance.protocol.numbers import read_number
from concomp.conformance.vectors.expectations import Value
from concomp.conformance.vectors.messages import loss
from concomp.conformance.vectors.oracles.compositions import least_delta, least_loss
from concomp.conformance.vectors.vector import Vector

OPTIMAL = "HSV26 Theorem 4.12"
TIGHT = "HSV26 Lemma 2.4"
REPEATED = 200
"""The longest list that is written out."""


@dataclass(frozen=True)
class Case:
    """A list, where it is asked.

    entries: each loss, with how often it stands in the list.
    """

    name: str
    entries: Sequence[tuple[Mapping[str, Any], int]]
    at: Mapping[str, Any]
    why: str
    statements: tuple[str, ...] = field(default=(OPTIMAL, TIGHT))


def _delta(number: str) -> dict[str, Any]:
    return {"delta": number}


def _at(e_eps: str) -> dict[str, Any]:
    asked = loss(e_eps)
    return {"e_eps": e_eps, "epsilon_between": asked["epsilon_between"]}


TENTH, HUNDREDTH = loss(epsilon="1/10"), loss(epsilon="1/100")
CASES = (
    Case("one", [(loss("2"), 1)], _delta("0"), "One mechanism loses what it says."),
    Case("one-at-delta", [(loss("4"), 1)], _delta("1/10"), "A δ buys some ε, and no more."),
    Case("two-pure", [(loss("2"), 1), (loss("3"), 1)], _delta("0"), "At δ = 0 losses add up."),
    Case(
        "two-mixed-delta",
        [(loss("2"), 1), (loss("3"), 1)],
        _at("4"),
        "Of two different losses neither may be taken for the other.",
    ),
    Case(
        "deltas-add",
        [(loss("1", "1/4"), 3)],
        _at("1"),
        "Three mechanisms with δ = 1/4 each come to 37/64, not to their maximum.",
    ),
    Case(
        "deltas-of-many",
        [(loss("11/10", "1/1000000"), 50)],
        _delta("1/10000"),
        "The δ of fifty mechanisms are spent before the δ that is asked buys any ε.",
    ),
    Case(
        "delta-too-small",
        [(loss("2", "1/100"), 5)],
        _delta("1/100"),
        "No ε is enough for a δ below what is exposed.",
    ),
    Case("nothing", [(loss("1"), 100)], _delta("0"), "Mechanisms that lose nothing lose nothing together."),
    Case(
        "hundred",
        [(loss("11/10"), 100)],
        _delta("1/1000000"),
        "A hundred like mechanisms; the answer is between the roots of √k and k.",
    ),
    Case(
        "hundred-tiny-delta",
        [(loss("11/10"), 100)],
        _delta("1/1000000000000000"),
        "Far in the tail the noise of a fast Fourier transform is larger than the truth.",
    ),
    Case(
        "thousand-at-e",
        [(HUNDREDTH, 1000)],
        _at("3/2"),
        "A thousand small losses, asked for δ.",
    ),
    Case(
        "thousand-tail",
        [(HUNDREDTH, 1000)],
        _at("8"),
        "δ is about 1e-10 of what floating point would round away.",
    ),
    Case(
        "fifty-tail",
        [(loss("11/10"), 50)],
        _at("60"),
        "δ is about 1e-11, and is lost all the same.",
    ),
    Case(
        "mixed",
        [(loss("2"), 5), (loss("3"), 3), (loss("3/2", "1/1000"), 2)],
        _at("20"),
        "A mixed list is no list of its mean, its maximum or its first entry.",
    ),
    Case(
        "mixed-at-delta",
        [(loss("2"), 5), (loss("3"), 3), (loss("3/2", "1/1000"), 2)],
        _delta("1/100"),
        "The same list, asked for ε.",
    ),
    Case(
        "epsilon-and-e",
        [(TENTH, 3), (loss("11/10"), 2)],
        _delta("1/100000"),
        "Losses without a common unit: ε = 1/10 and E = 11/10.",
    ),
    Case(
        "hundred-thousand",
        [(loss(epsilon="1/1000", delta="1/1000000000000"), 100_000)],
        _delta("1/1000000"),
        "A hundred thousand tiny losses, each with a tiny δ.",
    ),
    Case(
        "large",
        [(loss(epsilon="30"), 3)],
        _delta("1/1000"),
        "Large losses, where e^ε has forty digits.",
    ),
    Case(
        "tiny",
        [(loss(epsilon="1/10000000000"), 1000)],
        _delta("1/1000000000000"),
        "Losses near the last digits of a double.",
    ),
    Case(
        "three-thousand-at-e",
        [(loss("1001/1000"), 3000)],
        _at("2"),
        "δ is 1.4e-39: exactly it has ten thousand digits, which few can write; among rounded numbers it is lost.",
    ),
    Case(
        "one-and-many",
        [(loss("16"), 1), (TENTH, 20)],
        _delta("1/1000"),
        "One large loss among small ones.",
    ),
)
"""The lists; each is asked in every form that is short enough."""


def build() -> Iterator[Vector]:
    """The vectors of the family."""
    for case in CASES:
        listed = [{**entry, "count": count} for entry, count in case.entries]
        yield _vector(case, "count", listed, "upper")
        yield _vector(case, "count", listed, "exact")
        if sum(count for _, count in case.entries) <= REPEATED:
            yield _vector(
                case,
                "repeated",
                [{**entry, "count": 1} for entry, count in case.entries for _ in range(count)],
                "upper",
            )
        yield _vector(case, "nested", _nested(listed), "upper")


def _nested(listed: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The same list as one of lists, each of which stands there by the least number above 1 that divides its count."""
    times = [next((n for n in range(2, each["count"] + 1) if each["count"] % n == 0), 1) for each in listed]
    return [
        {"losses": [{**each, "count": each["count"] // n}], "count": n} for each, n in zip(listed, times, strict=True)
    ]


def _vector(case: Case, form: str, listed: Sequence[Mapping[str, Any]], grade: str) -> Vector:
    send = {"cmd": "compose", "measure": "approximate", "losses": list(listed), "at": dict(case.at)}
    truth = _truth(listed, case.at, grade).model_dump(by_alias=True, exclude_none=True)
    claim = {"claim": "composition", "measure": "approximate", "grade": grade, "forms": [form]}
    return Vector.model_validate(
        {
            "id": f"composition-{case.name}-{form}" + "-exact" * (grade == "exact"),
            "family": "composition",
            "statements": case.statements,
            "claims": [claim],
            "steps": [{"send": send, "expect": truth}],
            "why": case.why,
        }
    )


def _truth(listed: Sequence[Mapping[str, Any]], at: Mapping[str, Any], grade: str) -> Value:
    losses = flat([Listed.model_validate(each) for each in listed])
    question = At.model_validate(at)
    if question.delta is not None:
        return least_loss(losses, Fraction(read_number(question.delta)), grade)
    return least_delta(losses, pure_question(question), grade)
