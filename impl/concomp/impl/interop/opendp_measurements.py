"""Mechanisms of OpenDP, as a session launches them."""

from __future__ import annotations

import secrets
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from threading import Lock
from typing import Any

from concomp.impl.accounting.guarantees import ZCDP, ApproxDP, Guarantee, PureDP
from concomp.impl.interop.libraries import library
from concomp.impl.interop.library_losses import number_from
from concomp.impl.interop.mechanism import BorrowedMechanism, digest_of, name_of
from concomp.model.numbers import Exact, NumberError, ParameterError, exact_delta

ONE_AT_A_TIME = Lock()
"""What is done to warnings is done to those of all threads, and two that undo it in another order leave it done."""
NEEDS_DELTA = "its loss is a curve: say at which delta, by from_opendp(measurement, d_in, delta=...)"


@dataclass(frozen=True, eq=False)
class OpenDPSource:
    """A measurement of OpenDP; its release may be a queryable."""

    measurement: Any

    def run(self, data: Any) -> Any:
        """What it releases; ValueError for data outside its domain, which OpenDP itself does not look for."""
        if not _is_member(self.measurement.input_domain, data):
            raise ValueError("the data are not in the measurement's domain")
        return self.measurement(data)

    def is_queryable(self, answer: Any) -> bool:
        """Whether it is one of OpenDP's queryables."""
        return isinstance(answer, library("opendp", "opendp.mod").Queryable)


def _is_member(domain: Any, data: Any) -> bool:
    """Whether data are in a domain; OpenDP warns of data that are not, and shows them."""
    with ONE_AT_A_TIME, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return bool(domain.member(data))


def from_opendp(
    measurement: Any, d_in: Any, *, delta: Exact | None = None, name: str | None = None
) -> BorrowedMechanism:
    """A measurement of OpenDP as a mechanism for `Session.create(…, trust="declared")`.

    It is sent `data(…)` first. A release is its only answer; a queryable is asked by `query(…)`. d_in: how far apart
    neighbours are, in the measurement's metric; its privacy map says the loss. delta: the δ at which a privacy profile
    is read, or approximate zCDP is turned into (ε, δ). name: for logs and ledgers. Raises ParameterError for what is
    no measurement, a distance that its map does not take, and a loss that no session counts.
    """
    if not isinstance(measurement, library("opendp", "opendp.mod").Measurement):
        raise ParameterError("measurement", measurement, "give a Measurement of OpenDP; of an Odometer, make a filter")
    measure = str(measurement.output_measure)
    loss = _loss(measure, _distance(measurement, d_in), None if delta is None else _at(delta))
    description = f"OpenDP measurement of {measurement.input_domain} under {measure}, d_in = {d_in}"
    digest = digest_of("opendp", _text(measurement), repr(d_in), str(loss.measure), *loss.fields.values())
    return BorrowedMechanism(name_of(name, description), digest, loss, OpenDPSource(measurement))


def _distance(measurement: Any, d_in: Any) -> Any:
    """What the privacy map says; ParameterError for a distance that it does not take."""
    try:
        return measurement.map(d_in)
    except Exception as error:
        problem = (getattr(error, "message", None) or str(error)).split("\n")[0]
    raise ParameterError("d_in", d_in, f"the measurement's privacy map does not take it: {problem}")


def _at(delta: Exact) -> Fraction:
    """δ as a float holds it, since OpenDP's profiles take floats."""
    try:
        return Fraction(float(exact_delta(delta)))
    except NumberError as error:
        remedy = str(error)
    raise ParameterError("delta", delta, remedy)


def _loss(measure: str, distance: Any, delta: Fraction | None) -> Guarantee:
    """The loss that a distance under a measure is; OpenDP rounds its distances up, so they are taken as they are."""
    reader = READERS.get(measure)
    if reader is None:
        remedy = f"no session counts it: turn it into one of {', '.join(READERS)}"
        raise ParameterError("the measure of the measurement", measure, remedy)
    try:
        return reader(distance, delta)
    except NumberError as error:
        remedy = str(error)
    raise ParameterError("the loss of the measurement", measure, remedy)


def _pure(distance: Any, delta: Fraction | None) -> Guarantee:
    return PureDP(number_from(distance))


def _approximate(distance: Any, delta: Fraction | None) -> Guarantee:
    epsilon, least = map(number_from, distance)
    return ApproxDP(epsilon, least) if least else PureDP(epsilon)


def _concentrated(distance: Any, delta: Fraction | None) -> Guarantee:
    return ZCDP(number_from(distance))


def _approximately_concentrated(distance: Any, delta: Fraction | None) -> Guarantee:
    """Without a δ of its own it is zCDP; with one, both δ add up."""
    rho, own = map(number_from, distance)
    if not own:
        return ZCDP(rho)
    at = ZCDP(rho).at_delta(_demand(delta))
    return ApproxDP(at.epsilon_up, at.delta + own)


def _profile(distance: Any, delta: Fraction | None) -> Guarantee:
    at = _demand(delta)
    return ApproxDP(_epsilon(distance, at), at)


def _approximate_profile(distance: Any, delta: Fraction | None) -> Guarantee:
    profile, own = distance
    at = _demand(delta)
    return ApproxDP(_epsilon(profile, at), at + number_from(own))


def _epsilon(profile: Any, delta: Fraction) -> Fraction:
    """What a privacy profile says at δ, which a float holds; NumberError where it says nothing."""
    try:
        return number_from(profile.epsilon(float(delta)))
    except Exception as error:
        problem = (getattr(error, "message", None) or str(error)).split("\n")[0]
    raise NumberError(f"its privacy profile says nothing at this delta: {problem}")


def _demand(delta: Fraction | None) -> Fraction:
    if delta is None:
        raise NumberError(NEEDS_DELTA)
    return delta


READERS: dict[str, Callable[[Any, Fraction | None], Guarantee]] = {
    "MaxDivergence": _pure,
    "Approximate(MaxDivergence)": _approximate,
    "ZeroConcentratedDivergence": _concentrated,
    "Approximate(ZeroConcentratedDivergence)": _approximately_concentrated,
    "SmoothedMaxDivergence": _profile,
    "Approximate(SmoothedMaxDivergence)": _approximate_profile,
}
"""The measures of OpenDP whose losses a session counts, and how a distance is read."""


def _text(measurement: Any) -> str:
    """What determines its law: as OpenDP writes it, or a text of its own where functions of a user are in it."""
    try:
        return str(library("opendp", "opendp.mod").serialize(measurement))
    except Exception:
        return secrets.token_hex(16)
