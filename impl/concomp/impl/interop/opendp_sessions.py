"""A session as a measurement of OpenDP: its queryable launches mechanisms, and talks to them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from concomp.impl.accounting.guarantees import ZCDP, ApproxDP, Guarantee, PureDP
from concomp.impl.interop.libraries import library
from concomp.impl.interop.library_losses import float_up
from concomp.impl.session.handle import Handle
from concomp.impl.session.mechanism import ContinualMechanism
from concomp.impl.session.session import Session
from concomp.model.numbers import ParameterError


@dataclass(frozen=True)
class Launch:
    """The query that launches a mechanism; it is answered by a number, by which `Send` names it.

    trust: as `Session.create` takes it.
    """

    mechanism: ContinualMechanism
    trust: Literal["declared"] | None = None


@dataclass(frozen=True)
class Send:
    """The query that sends a message to a mechanism that was launched.

    number: by which it was answered. message: makes the message of the data, so that data that are neighbours give a
    pair of messages that the mechanism's verification function accepts; this nobody checks.
    """

    number: int
    message: Callable[[Any], object]


def to_opendp(session: Session, input_domain: Any, input_metric: Any, d_in: Any = 1) -> Any:
    """A session as a user measurement of OpenDP (features contrib and honest-but-curious).

    On data it gives a queryable that takes `Launch` and `Send`. Its privacy map says the session's whole budget for
    distances up to `d_in`, rounded up, and refuses others. All its invocations share the one budget. Raises
    ParameterError for what is no session, for a budget that no measure of OpenDP takes, or if OpenDP is not there.
    """
    if not isinstance(session, Session):
        raise ParameterError("session", session, "give a Session")
    dp = library("opendp", "opendp.prelude")
    measure, distance = _measured(dp, session.privacy_budget)

    def converse(data: Any) -> Any:
        handles: list[Handle] = []

        def answer(asked: Any, _is_internal: bool) -> Any:
            if isinstance(asked, Launch):
                handles.append(session.create(asked.mechanism, trust=asked.trust))
                return len(handles)
            if isinstance(asked, Send) and 1 <= asked.number <= len(handles):
                return handles[asked.number - 1].send(asked.message(data))
            raise ValueError("give Launch(mechanism), or Send(number, message) with a number that was answered")

        return dp.new_queryable(answer, Q="ExtrinsicObject", A="ExtrinsicObject")

    def privacy_map(distance_in: Any) -> Any:
        if not 0 <= distance_in <= d_in:
            raise ValueError(f"the session is for data at most {d_in} apart")
        return distance

    return dp.m.make_user_measurement(input_domain, input_metric, measure, converse, privacy_map)


def _measured(dp: Any, budget: Guarantee) -> tuple[Any, Any]:
    """The measure of OpenDP, and the distance under it."""
    if isinstance(budget, PureDP):
        return dp.max_divergence(), float_up(budget.epsilon_up)
    if isinstance(budget, ApproxDP):
        return dp.approximate(dp.max_divergence()), (float_up(budget.epsilon_up), float_up(budget.delta))
    if isinstance(budget, ZCDP):
        return dp.zero_concentrated_divergence(), float_up(budget.rho)
    raise ParameterError("the session's budget", budget, "OpenDP takes PureDP, ApproxDP and ZCDP: give one of these")
