"""Privacy losses and budgets in messages."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from concomp.conformance.protocol.numbers import Double, Number, epsilon_between, read_number
from concomp.impl.accounting.guarantees import Guarantee, read_guarantee
from concomp.impl.accounting.parameters import PureLoss, pure_loss
from concomp.model.laws.measures import Measure
from concomp.model.numbers import ParameterError, rational_text

MOST = 1_000_000
"""The most mechanisms in a list."""


class Part(BaseModel):
    """A part of a message: what is not known in it is passed over."""

    model_config = ConfigDict(extra="ignore", frozen=True)


class Loss(Part):
    """A privacy loss, or a budget, in the measure that was named before.

    e_eps or epsilon, with delta: E = e^ε or ε, and δ. epsilon_between: the doubles around ε. rho: of zCDP.
    mu: of Gaussian differential privacy. orders: of Rényi differential privacy, ε by α.
    """

    e_eps: Number | None = None
    epsilon: Number | None = None
    delta: Number = "0"
    epsilon_between: tuple[Double, Double] | None = None
    rho: Number | None = None
    mu: Number | None = None
    orders: dict[str, Number] | None = None


class Listed(Loss):
    """An entry of a list to be composed: a loss, or a list of its own, so many times.

    losses: the list, in which case nothing else is given but `count`.
    """

    losses: list[Listed] | None = None
    count: Annotated[int, Field(ge=1, le=MOST)] = 1


def pure_part(loss: Loss) -> PureLoss:
    """The ε or the E of a loss; ParameterError unless it has exactly one of them, and it is a loss."""
    epsilon = None if loss.epsilon is None else read_number(loss.epsilon)
    return pure_loss(epsilon, None if loss.e_eps is None else read_number(loss.e_eps))


def as_guarantee(loss: Loss, measure: Measure) -> Guarantee:
    """A loss or budget as concomp has it; ParameterError or NumberError for what is none in this measure."""
    return read_guarantee(measure, _fields(loss, measure))


def _fields(loss: Loss, measure: Measure) -> dict[str, str]:
    match measure:
        case Measure.PURE:
            return _pure_fields(loss)
        case Measure.APPROXIMATE:
            return {**_pure_fields(loss), "delta": _text(loss.delta)}
        case Measure.ZCDP:
            return {"rho": _text(loss.rho)}
        case Measure.GAUSSIAN:
            return {"mu_squared": rational_text(read_number(loss.mu) ** 2)}
        case Measure.RENYI:
            orders = {read_number(order): read_number(epsilon) for order, epsilon in (loss.orders or {}).items()}
            return {rational_text(order): rational_text(epsilon) for order, epsilon in sorted(orders.items())}
    raise ParameterError("measure", str(measure), "name pure, approximate, zcdp, renyi or gaussian")


def _pure_fields(loss: Loss) -> dict[str, str]:
    if loss.e_eps is not None:
        return {"e_eps": _text(loss.e_eps)}
    epsilon = _text(loss.epsilon)
    # ε = 0 is the same as E = 1, and is written so.
    return {"e_eps": "1"} if epsilon == "0" else {"epsilon": epsilon}


def _text(number: object) -> str:
    return rational_text(read_number(number))


def written(guarantee: Guarantee) -> dict[str, object]:
    """A loss as messages write it, with the doubles around its ε."""
    fields = dict(guarantee.fields)
    loss = getattr(guarantee, "loss", None)
    if loss is not None:
        return {**fields, "epsilon_between": list(epsilon_between(loss))}
    if guarantee.measure is Measure.RENYI:
        return {"orders": fields}
    return dict(fields)
