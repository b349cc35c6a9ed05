"""A reply against what is expected of it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

from concomp.conformance.protocol.losses import Loss, pure_part
from concomp.conformance.protocol.numbers import INFINITE, read_number
from concomp.conformance.protocol.replies import Reply
from concomp.conformance.vectors.expectations import (
    Anything,
    Between,
    Cost,
    Covers,
    Declined,
    Enclosure,
    Equal,
    Expectation,
    Granted,
    Refused,
    SameAs,
    Value,
    Verdicts,
)
from concomp.impl.accounting.losses import rational_bounds
from concomp.impl.accounting.parameters import ExponentialLoss
from concomp.model.files.errors import shown
from concomp.model.numbers import NumberError, ParameterError

ROUNDING = Fraction(1, 10**12)
"""The part of a number by which it may be under-reported for that to count as rounding."""
EXACTLY = Fraction(1, 10**9)
"""The part of a number by which an exact answer, as a double, may be above it."""


@dataclass(frozen=True)
class Judgement:
    """What a reply is worth.

    cost: what breaking the expectation costs; None where it is met. reported: the reply, in short.
    above: the part of the truth by which a bound is above it.
    """

    cost: Cost | None
    reported: str
    above: Fraction | None = None

    @property
    def is_met(self) -> bool:
        """Whether the reply is as expected."""
        return self.cost is None


def judge(expected: Expectation, reply: Reply, earlier: Mapping[int, Reply]) -> Judgement:
    """Judge a reply; `earlier` are the replies to the steps before, by their numbers from 1."""
    reported = _reported(reply)
    if isinstance(expected, Anything):
        return Judgement(None, reported)
    if isinstance(expected, SameAs):
        other = earlier.get(expected.step)
        # What was never sent, for what it quotes was not granted, was not replied to: there is nothing to compare.
        same = other is None or _plain(reply) == _plain(other)
        return Judgement(None if same else expected.cost, reported)
    if reply.outcome == "errored" and not isinstance(expected, Declined):
        return Judgement("robustness", reported)
    if isinstance(expected, Refused | Declined):
        return Judgement(expected.cost if reply.ok is not None else None, reported)
    if isinstance(expected, Value) and expected.infinite:
        # Only of a composition is an infinite loss as much as a refusal: what is launched runs, whatever is said of it.
        told = reply.ok is not None and INFINITE not in (reply.ok.get("epsilon"), reply.ok.get("e_eps"))
        return Judgement(expected.cost if told else None, reported)
    if reply.ok is None:
        return Judgement("utility", reported)
    return _judge_result(expected, reply.ok, reported)


def _judge_result(expected: Expectation, result: Mapping[str, Any], reported: str) -> Judgement:
    match expected:
        case Granted():
            return Judgement(None, reported)
        case Equal():
            same = all(name in result and _same(result[name], each) for name, each in expected.fields.items())
            return Judgement(None if same else expected.cost, reported)
        case Verdicts():
            return Judgement(_cost_of_verdicts(expected, result.get("accepted", [])), reported)
        case Between():
            number = result.get(expected.field, -1)
            cost: Cost | None = expected.cost if number > expected.most else None
            return Judgement("utility" if number < expected.least else cost, reported)
        case Value():
            return _judge_value(expected, result, reported)
        case Covers():
            return _judge_reading(expected, Loss.model_validate(result.get("loss")), reported)
    raise TypeError(f"{expected} is judged by its reply")


def _cost_of_verdicts(expected: Verdicts, accepted: Sequence[bool]) -> Cost | None:
    """What other verdicts cost; a list of another length says nothing of some prefix."""
    if len(accepted) != len(expected.accepted):
        return "robustness"
    if any(ours > right for ours, right in zip(accepted, expected.accepted, strict=True)):
        return expected.cost
    return None if list(accepted) == expected.accepted else "utility"


def _judge_value(expected: Value, result: Mapping[str, Any], reported: str) -> Judgement:
    for name in ("epsilon", "e_eps", "delta"):
        if result.get(name) is None or not _is_told(expected, name):
            continue
        if result[name] == INFINITE:
            return Judgement("utility" if expected.grade == "exact" else None, reported)
        number = read_number(result[name])
        truth = _truth(expected, name, number)
        if truth is None:
            return Judgement(expected.cost, reported)
        low, high = truth
        if number < low:
            return Judgement("rounding" if low - number <= ROUNDING * low else expected.cost, reported)
        above = (number - high) / high if high > 0 and number > high else Fraction(0)
        is_too_much = expected.grade == "exact" and number > high * (1 + EXACTLY)
        return Judgement("utility" if is_too_much else None, reported, above)
    return Judgement("utility", reported)


def _is_told(expected: Value, name: str) -> bool:
    """Whether the truth is known in this form; E = e^ε is, where ε is."""
    return getattr(expected, name) is not None or (name == "e_eps" and expected.epsilon is not None)


def _truth(expected: Value, name: str, number: Fraction) -> tuple[Fraction, Fraction] | None:
    """Rationals around the truth in this form; None where it is far above the number, and too long to be written."""
    told: Enclosure | None = getattr(expected, name)
    if told is not None:
        return read_number(told[0]), read_number(told[1])
    low, high = map(read_number, expected.epsilon or ())
    # With more binary digits than a number has, 2^ε is above it, and e^ε far above: no power of e is computed.
    if low > number.numerator.bit_length():
        return None
    return rational_bounds(ExponentialLoss(low))[0], rational_bounds(ExponentialLoss(high))[1]


def _judge_reading(expected: Covers, loss: Loss, reported: str) -> Judgement:
    """What a reading costs that is below what was launched; what is no loss of the measure is no reading."""
    try:
        return Judgement(None if _covers(expected, loss) else expected.cost, reported)
    except (NumberError, ParameterError) as error:
        return Judgement("robustness", f"{reported}, which is no loss of the measure: {error}")


def _covers(expected: Covers, loss: Loss) -> bool:
    if expected.rho is not None:
        return read_number(loss.rho) >= read_number(expected.rho)
    vertices = [(read_number(at), read_number(delta)) for at, delta in expected.profile or []]
    last, delta = vertices[-1]
    # An ε above the number of binary digits of the last E is beyond it, however large: no power of e is computed.
    if loss.e_eps is None and loss.epsilon is not None and read_number(loss.epsilon) > last.numerator.bit_length():
        return read_number(loss.delta) >= delta
    e_eps, _ = rational_bounds(pure_part(loss))
    return read_number(loss.delta) >= _on_profile(vertices, e_eps)


def _on_profile(vertices: list[tuple[Fraction, Fraction]], e_eps: Fraction) -> Fraction:
    """δ at E: linear between the vertices, constant after the last."""
    for (left, high), (right, low) in pairwise(vertices):
        if left <= e_eps <= right:
            return high + (low - high) * (e_eps - left) / (right - left)
    return vertices[-1][1]


def _same(reported: Any, expected: Any) -> bool:
    """Whether two values of JSON are the same; true and 1 are not."""
    return json.dumps(reported, sort_keys=True) == json.dumps(expected, sort_keys=True)


def _plain(reply: Reply) -> tuple[str, str]:
    """What a reply says, but for handles and texts."""
    result = {name: each for name, each in (reply.ok or {}).items() if name != "handle"}
    return reply.outcome, json.dumps(result, sort_keys=True)


def _reported(reply: Reply) -> str:
    if reply.ok is None:
        text = getattr(reply, reply.outcome)
        return f"{reply.outcome}: {text}" if text else reply.outcome
    return ", ".join(f"{name} = {shown(each)}" for name, each in reply.ok.items()) or "ok"
