"""Mechanisms of Tumult Core, as a session launches them."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from concomp.impl.accounting.guarantees import ZCDP, ApproxDP, Guarantee, PureDP
from concomp.impl.interop.libraries import library
from concomp.impl.interop.library_losses import number_from
from concomp.impl.interop.mechanism import BorrowedMechanism, digest_of, name_of
from concomp.model.numbers import NumberError, ParameterError


@dataclass(frozen=True, eq=False)
class TumultSource:
    """A measurement of Tumult Core; its release may be a queryable."""

    measurement: Any

    def run(self, data: Any) -> Any:
        """What it releases; OutOfDomainError for data outside its domain."""
        self.measurement.input_domain.validate(data)
        return self.measurement(data)

    def is_queryable(self, answer: Any) -> bool:
        """Whether it is one of Tumult's queryables."""
        interactive = library("tmlt.core", "tmlt.core.measurements.interactive_measurements")
        return isinstance(answer, interactive.Queryable)


def from_tumult(measurement: Any, d_in: Any = 1, *, name: str | None = None) -> BorrowedMechanism:
    """A measurement of Tumult Core as a mechanism for `Session.create(…, trust="declared")`.

    It is sent `data(…)` first. A release is its only answer; a queryable is asked by `query(…)`. d_in: how far apart
    neighbours are, in the measurement's metric; its privacy function says the loss. name: for logs and ledgers. Raises
    ParameterError for what is no measurement, a distance that its privacy function does not take, and a loss that no
    session counts.
    """
    if not isinstance(measurement, library("tmlt.core", "tmlt.core.measurements.base").Measurement):
        raise ParameterError("measurement", measurement, "give a Measurement of Tumult Core")
    measure = type(measurement.output_measure).__name__
    loss = _loss(measure, _distance(measurement, d_in))
    description = f"Tumult {type(measurement).__name__} under {measure}, d_in = {d_in}"
    # Tumult writes no measurement down, so that each object is a mechanism of its own.
    digest = digest_of("tmlt.core", secrets.token_hex(16))
    return BorrowedMechanism(name_of(name, description), digest, loss, TumultSource(measurement))


def _distance(measurement: Any, d_in: Any) -> Any:
    """What the privacy function says; ParameterError for a distance that it does not take."""
    try:
        return measurement.privacy_function(d_in)
    except Exception as error:
        problem = (str(error) or type(error).__name__).split("\n")[0]
    raise ParameterError("d_in", d_in, f"the measurement's privacy function does not take it: {problem}")


def _loss(measure: str, distance: Any) -> Guarantee:
    reader = READERS.get(measure)
    if reader is None:
        raise ParameterError("the measure of the measurement", measure, f"give one of {', '.join(READERS)}")
    try:
        return reader(distance)
    except NumberError as error:
        remedy = str(error)
    raise ParameterError("the loss of the measurement", repr(distance), remedy)


def _number(distance: Any) -> Fraction:
    """The exact number, or the float above it where it is no rational."""
    written = distance.expr
    if written.is_Rational:
        return Fraction(int(written.p), int(written.q))
    return number_from(distance.to_float(round_up=True))


def _pure(distance: Any) -> Guarantee:
    return PureDP(_number(distance))


def _approximate(distance: Any) -> Guarantee:
    epsilon, delta = map(_number, distance)
    return ApproxDP(epsilon, delta) if delta else PureDP(epsilon)


def _concentrated(distance: Any) -> Guarantee:
    return ZCDP(_number(distance))


READERS: dict[str, Callable[[Any], Guarantee]] = {
    "PureDP": _pure,
    "ApproxDP": _approximate,
    "RhoZCDP": _concentrated,
}
"""The measures of Tumult Core, and how a distance is read."""
