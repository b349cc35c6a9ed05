"""What a launch, and a reading, have to be where less was granted than a vector expects.

A refusal that costs utility leaves more of the budget. Whether a later launch still has to be refused is then asked of
the oracle again, about the list that was granted; a failure of one step so hides none of another, and fails nobody.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from concomp.conformance.protocol.losses import Loss, as_guarantee
from concomp.conformance.protocol.numbers import read_number
from concomp.conformance.protocol.replies import Reply
from concomp.conformance.vectors.expectations import Anything, Covers, Declined, Expectation, Granted, Refused
from concomp.conformance.vectors.oracles.compositions import profile
from concomp.conformance.vectors.oracles.filters import budget
from concomp.conformance.vectors.vector import QUOTE, Step, Vector
from concomp.impl.accounting.guarantees import Guarantee
from concomp.model.laws.measures import Measure
from concomp.model.numbers import NumberError, ParameterError, rational_text

ANYTHING = Anything.model_validate({"is": "anything"})
NOTHING = ("1", "0")
"""The E and the δ of what loses nothing, which no profile shows."""
LONGEST = 10
"""The most losses whose profile is computed; of more a reading is not judged, once one of them was not granted."""


class Granting:
    """What was granted of a vector, as far as replies say it."""

    def __init__(self, vector: Vector, replies: Mapping[int, Reply]) -> None:
        """Take the vector, and the replies by the numbers of their steps."""
        self._vector = vector
        self._replies = replies
        self._is_exact = any(claim.arithmetic == "exact" for claim in vector.claims)

    def expected(self, number: int) -> Expectation:
        """What is expected of a step after what was granted before."""
        step = self._vector.steps[number - 1]
        session = self._session(step)
        if session is None or not self._lacks(session, number):
            return step.expect
        if isinstance(step.expect, Covers):
            return self._covered(session, number, step.expect)
        if isinstance(step.expect, Refused | Declined) and _command(step) == "launch":
            return step.expect if self._must_be_refused(session, number) else ANYTHING
        return step.expect

    def _lacks(self, session: int, before: int) -> bool:
        """Whether what is launched in a session need not be what is expected: of a storm it is known by its reply."""
        return any(
            _command(step) == "storm" or (isinstance(step.expect, Granted) and not _is_ok(self._replies.get(number)))
            for number, step in self._about(session, before)
        )

    def _must_be_refused(self, session: int, number: int) -> bool:
        """Whether the list that was granted and this launch exceed the budget; what is no loss is always refused."""
        if self._is_closed(session, number):
            return True
        try:
            measure, most = self._measure(session), self._budget(session)
            losses = [*self._granted(session, number, measure), _guarantee(self._mechanism(number), measure)]
            return most is not None and budget(measure, Loss.model_validate(most), self._is_exact).must_refuse(losses)
        except (KeyError, NumberError, ParameterError, ValueError):
            return True

    def _measure(self, session: int) -> Measure:
        """The measure of a session; of one within another, that of the other."""
        around = self._session(self._vector.steps[session - 1])
        return Measure(self._message(session)["measure"]) if around is None else self._measure(around)

    def _budget(self, session: int) -> Mapping[str, Any] | None:
        """The budget of a session, wherever it stands; none of an odometer, KeyError for what is no session."""
        message, mechanism = self._message(session), self._mechanism(session)
        found: Mapping[str, Any] | None = mechanism["budget"] if mechanism else message.get("budget")
        return found

    def _covered(self, session: int, number: int, expected: Covers) -> Covers | Anything:
        launches = [each for each, step in self._about(session, number) if _command(step) == "launch"]
        losses = [_stated(self._mechanism(each)) or {} for each in launches if _is_ok(self._replies.get(each))]
        if expected.rho is not None and all("rho" in each for each in losses):
            rho = sum(map(read_number, (each["rho"] for each in losses)), start=read_number(0))
            return expected.model_copy(update={"rho": rational_text(rho)})
        some = [each for each in losses if (each.get("e_eps"), each.get("delta")) != NOTHING]
        if len(some) > LONGEST or not all("e_eps" in each for each in some):
            return ANYTHING
        numbers = [[read_number(each[name]) for each in some] for name in ("e_eps", "delta")]
        return expected.model_copy(update={"profile": profile(*numbers) if some else [("1", "0")]})

    def _granted(self, session: int, before: int, measure: Measure) -> Iterator[Guarantee]:
        """The losses that were granted, of sessions within their whole budgets; what states none is not counted."""
        for number, step in self._about(session, before):
            reply, mechanism = self._replies.get(number), self._mechanism(number)
            if reply is None or reply.ok is None or _stated(mechanism) is None:
                continue
            yield from [_guarantee(mechanism, measure)] * (reply.ok["granted"] if _command(step) == "storm" else 1)

    def _about(self, session: int, before: int) -> Iterator[tuple[int, Step]]:
        """The steps before one that are about a session, or about a copy of it."""
        for number, step in enumerate(self._vector.steps[: before - 1], 1):
            if number != session and self._session(step) == session:
                yield number, step

    def _is_closed(self, session: int, before: int) -> bool:
        """Whether a session was closed, or one that it stands in."""
        around = self._session(self._vector.steps[session - 1])
        closed = any(
            _command(step) == "close" and _is_ok(self._replies.get(number))
            for number, step in self._about(session, before)
        )
        return closed or (around is not None and self._is_closed(around, before))

    def _session(self, step: Step) -> int | None:
        """The step that opened what a step is about, through copies."""
        quote = QUOTE.fullmatch(str(_message(step).get("on")))
        if quote is None:
            return None
        there = self._vector.steps[int(quote[1]) - 1]
        return self._session(there) if _command(there) == "duplicate" else int(quote[1])

    def _mechanism(self, number: int) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self._message(number).get("mechanism", {})
        return found

    def _message(self, number: int) -> Mapping[str, Any]:
        return _message(self._vector.steps[number - 1])


def _message(step: Step) -> Mapping[str, Any]:
    return step.send if isinstance(step.send, dict) else {}


def _command(step: Step) -> str | None:
    return _message(step).get("cmd")


def _is_ok(reply: Reply | None) -> bool:
    return reply is not None and reply.ok is not None


def _stated(mechanism: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """The loss that a mechanism states, of a session its budget; none of one whose loss follows from its law."""
    match mechanism.get("kind"):
        case "session":
            return mechanism.get("budget")
        case "randomised_response" if "e_eps" in mechanism:
            return {"e_eps": mechanism["e_eps"], "delta": mechanism.get("delta", "0")}
    return mechanism.get("loss")


def _guarantee(mechanism: Mapping[str, Any], measure: Measure) -> Guarantee:
    """What a mechanism states that it loses; KeyError if that is nothing."""
    stated = _stated(mechanism)
    if stated is None:
        raise KeyError("loss")
    return as_guarantee(Loss.model_validate(stated), measure)
