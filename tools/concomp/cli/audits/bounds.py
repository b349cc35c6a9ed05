"""`concomp audit --bounds`: what is known on both sides where exact values are too large."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from concomp.cli.audits.answered import Answered
from concomp.cli.audits.questions import Questions
from concomp.cli.audits.subjects import file_name
from concomp.cli.errors import Undecided
from concomp.door.mechanisms import Subject
from concomp.impl.audit.bounds import STEPS as BOUND_STEPS
from concomp.impl.audit.engine import STEPS, Audit
from concomp.impl.audit.sides import Between
from concomp.model.laws.law import ONE, ZERO
from concomp.model.mechanisms.positions import TooLarge
from concomp.model.numbers import rational_text
from concomp.report.quantities import approximate, at_most_queries, epsilon_at_most, exact_and_approximate

if TYPE_CHECKING:
    from concomp.schemas.privacy import BoundsOutput

EXCEEDED = 1
LONG = 10
"""Exact values are tried first, with this part of the steps."""


@dataclass(frozen=True)
class Found:
    """Bounds of the least δ at each E asked for, and of the least E; equal where they are exact.

    reasons: why they are apart, in words.
    """

    horizon: int
    deltas: tuple[tuple[Fraction, Between], ...]
    least: tuple[Fraction | None, Fraction | None] | None
    aimed: Between | None
    reasons: tuple[str, ...] = ()


def answer_by_bounds(subject: Subject, file: str, questions: Questions, as_data: bool) -> Answered:
    """An audit with bounds; Undecided if they are too large, or do not decide the target."""
    try:
        found = _exactly(subject, asked_about(questions), questions)
    except TooLarge:
        try:
            found = between(subject, questions, BOUND_STEPS)
        except TooLarge as error:
            raise Undecided(f"{file_name(file)}: {error}") from None
    return Answered(_status(found, questions, file_name(file)), (bounds_text(found, questions, as_data),))


def asked_about(questions: Questions) -> tuple[Fraction, ...]:
    """The E at which bounds of the least δ are given: 1 if nothing else is asked."""
    others = questions.delta is not None or questions.target is not None or questions.measures.asked
    return questions.e_eps or (() if others else (ONE,))


def bounds_text(found: Found, questions: Questions, as_data: bool) -> str:
    """Bounds for people, or for machines."""
    return json.dumps(_data(found, questions), indent=1) if as_data else "\n".join(_lines(found, questions))


def _exactly(subject: Subject, asked: tuple[Fraction, ...], questions: Questions) -> Found:
    profile = Audit(subject.setting, STEPS // LONG).curve.profile()
    questions = questions.decide_target(lambda e_eps: (profile(e_eps),) * 2)
    least = None if questions.delta is None else (profile.least_e_eps(questions.delta),) * 2
    aimed = None if questions.target is None else (profile(questions.target.e_eps),) * 2
    return Found(subject.horizon, tuple((e, (profile(e), profile(e))) for e in asked), least, aimed)


def between(subject: Subject, questions: Questions, steps: int) -> Found:
    """Bounds by so many steps; TooLarge if they are not enough for any."""
    found = subject.bounds(steps)
    asked = asked_about(questions)
    questions = questions.decide_target(found.delta)
    least = None if questions.delta is None else found.least_e_eps(questions.delta)
    aimed = None if questions.target is None else found.delta(questions.target.e_eps)
    return Found(subject.horizon, tuple((e, found.delta(e)) for e in asked), least, aimed, found.reasons)


def _status(found: Found, questions: Questions, file: str) -> int:
    """Whether the target is exceeded; Undecided if the bounds lie around it."""
    if found.aimed is None or questions.target is None:
        return 0
    low, high = found.aimed
    if low <= questions.target.delta < high:
        raise Undecided(
            f"{file}: the least delta lies between {approximate(low)} and {approximate(high)}, on both sides of the "
            "target: give another target, or lower the horizon"
        )
    return EXCEEDED if low > questions.target.delta else 0


def _data(found: Found, questions: Questions) -> BoundsOutput:
    data: BoundsOutput = {
        "schema": "concomp.audit.bounds/1",
        "horizon": found.horizon,
        "results": [
            {"e_eps": rational_text(e_eps), "delta_low": rational_text(low), "delta_high": rational_text(high)}
            for e_eps, (low, high) in found.deltas
        ],
        "reasons": list(found.reasons),
    }
    if questions.delta is not None and found.least is not None:
        low, high = (None if each is None else rational_text(each) for each in found.least)
        data["least"] = {"delta": rational_text(questions.delta), "e_eps_low": low, "e_eps_high": high}
    if questions.target is not None and found.aimed is not None:
        data["target"] = {
            "e_eps": rational_text(questions.target.e_eps),
            "delta": rational_text(questions.target.delta),
            "exceeded": found.aimed[0] > questions.target.delta,
        }
    return data


def _lines(found: Found, questions: Questions) -> Iterator[str]:
    yield f"Certified bounds against every adaptive adversary, {at_most_queries(found.horizon)}."
    yield from questions.notes
    for e_eps, between in found.deltas:
        yield f"At E = {exact_and_approximate(e_eps)}: delta {_range(between)}"
    if questions.delta is not None and found.least is not None:
        yield f"For delta = {exact_and_approximate(questions.delta)}: {_least_line(found.least)}"
    if questions.target is not None and found.aimed is not None:
        verdict = "is exceeded" if found.aimed[0] > questions.target.delta else "holds"
        yield f"The target {verdict}: the least delta {_range(found.aimed)}"
    if found.reasons:
        yield f"Why the bounds are apart: {'; '.join(found.reasons)}."


def _range(between: Between) -> str:
    low, high = between
    if low == high:
        return f"= {exact_and_approximate(low)}"
    return f"from {approximate(low)} to {approximate(high)} (gap {approximate(high - low)})"


def _least_line(least: tuple[Fraction | None, Fraction | None]) -> str:
    low, high = least
    if high is None:
        return "no E is known to suffice" if low is not None else "no E suffices"
    if low == high:
        return f"the least E is {exact_and_approximate(high)}, eps {epsilon_at_most(high)}"
    between = f"from {approximate(low or ZERO)} to {approximate(high)}"
    return f"the least E lies {between}, eps {epsilon_at_most(high)}"
