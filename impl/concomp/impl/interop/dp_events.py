"""Losses as events of dp-accounting, and back."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from concomp.impl.accounting.guarantees import ZCDP, ApproxDP, GaussianDP, Guarantee, PureDP
from concomp.impl.accounting.parameters import RationalLoss
from concomp.impl.accounting.rounding import ball_up
from concomp.impl.accounting.together import Asked, losses_of
from concomp.impl.interop.libraries import library
from concomp.impl.interop.library_losses import float_down, float_up, number_from
from concomp.model.numbers import NumberError, ParameterError

Reader = Callable[[Any], tuple[Guarantee, ...]]
MOST = 100_000
"""The most events that one is taken apart into."""
TOO_MANY = f"give a list of mechanisms, at most {MOST} at once"
TOO_OLD = (
    "dp-accounting has an event for (epsilon, delta) in versions newer than 0.6.0: upgrade it, "
    "or give what is known of the loss as PureDP or ZCDP"
)
STATE = "no session counts it: state what it loses, as PureDP, ApproxDP or ZCDP"


def to_dp_event(*losses: Asked) -> Any:
    """The event of dp-accounting for losses, rounded up to floats; several are composed.

    A pure loss is the randomised response of two answers that loses as much, of which every mechanism with this loss is
    a post-processing. Raises ParameterError for Rényi losses and trade-off functions, which have no event; for (ε, δ)
    where the dp-accounting that is there has none; or if there is no dp-accounting.
    """
    events = library("dp_accounting", "dp_accounting.dp_event")
    made = [_event(events, loss) for asked in losses for loss in losses_of(asked)]
    return made[0] if len(made) == 1 else events.ComposedDpEvent(made)


def from_dp_event(event: Any) -> tuple[Guarantee, ...]:
    """The losses that an event of dp-accounting stands for, one for each mechanism.

    A Gaussian event is μ-GDP; Laplace, discrete Laplace and randomised response are their ε. Raises ParameterError for
    other events, such as samples, for one that loses everything, and for very many.
    """
    library("dp_accounting", "dp_accounting.dp_event")
    losses: list[Guarantee] = []
    waiting = [event]
    for _ in range(MOST):
        if not waiting:
            return tuple(losses)
        if len(waiting) > MOST:
            break
        each = waiting.pop()
        kind = type(each).__name__
        try:
            if kind in PARTS:
                waiting += PARTS[kind](each)
            else:
                losses += _reader(kind)(each)
        except NumberError as error:
            raise ParameterError("event", kind, str(error)) from None
    raise ParameterError("event", type(event).__name__, TOO_MANY)


def _reader(kind: str) -> Reader:
    reader = READERS.get(kind)
    if reader is None:
        raise NumberError(STATE)
    return reader


def _event(events: Any, loss: Guarantee) -> Any:
    if isinstance(loss, PureDP):
        return events.RandomizedResponseDpEvent(float_down(2 / (1 + _e_eps_up(loss))), 2)
    if isinstance(loss, ApproxDP):
        if not hasattr(events, "EpsilonDeltaDpEvent"):
            raise ParameterError("loss", loss, TOO_OLD)
        return events.EpsilonDeltaDpEvent(float_up(loss.epsilon_up), float_up(loss.delta))
    if isinstance(loss, ZCDP):
        return events.ZCDpEvent(float_up(loss.rho), 0.0)
    if isinstance(loss, GaussianDP):
        return events.GaussianDpEvent(float_down(1 / loss.mu_up)) if loss.mu_up else events.NoOpDpEvent()
    raise ParameterError("loss", loss, "dp-accounting has no event for it: give what is known of it as PureDP or ZCDP")


def _e_eps_up(loss: PureDP) -> Fraction:
    """E = e^ε, or a rational just above it."""
    pure = loss.loss
    return pure.e_eps if isinstance(pure, RationalLoss) else ball_up(lambda: pure.power(1))


def _nothing(event: Any) -> tuple[Guarantee, ...]:
    return ()


def _epsilon_delta(event: Any) -> tuple[Guarantee, ...]:
    epsilon, delta = number_from(event.epsilon), number_from(event.delta)
    return (ApproxDP(epsilon, delta) if delta else PureDP(epsilon),)


def _concentrated(event: Any) -> tuple[Guarantee, ...]:
    if event.xi:
        raise NumberError("no session counts an xi: state what it loses, as ApproxDP")
    return (ZCDP(number_from(event.rho)),)


def _gaussian(event: Any) -> tuple[Guarantee, ...]:
    return (GaussianDP(1 / _positive(event.noise_multiplier)),)


def _laplace(event: Any) -> tuple[Guarantee, ...]:
    return (PureDP(1 / _positive(event.noise_multiplier)),)


def _discrete_laplace(event: Any) -> tuple[Guarantee, ...]:
    return (PureDP(_positive(event.noise_parameter) * _whole(event.sensitivity)),)


def _randomised_response(event: Any) -> tuple[Guarantee, ...]:
    """With chance p one of k answers at random, otherwise the truth: (1 − p + p/k) to p/k."""
    noise = _positive(event.noise_parameter)
    buckets = _whole(event.num_buckets)
    if not buckets:
        raise NumberError("give the number of answers, 1 at least")
    return (PureDP(e_eps=1 + buckets * (1 - noise) / noise),)


def _times(event: Any) -> list[Any]:
    times = _whole(event.count)
    if times > MOST:
        raise NumberError(TOO_MANY)
    return [event.event] * times


def _composed(event: Any) -> list[Any]:
    """Those that it is of, the first last, as that is the next."""
    if not isinstance(event.events, list | tuple) or len(event.events) > MOST:
        raise NumberError(TOO_MANY)
    return list(reversed(event.events))


def _positive(noise: Any) -> Fraction:
    number = number_from(noise)
    if number <= 0:
        raise NumberError("without noise it loses everything: give a positive noise multiplier")
    return number


def _whole(number: Any) -> int:
    if isinstance(number, bool) or not isinstance(number, int) or number < 0:
        raise NumberError("give a whole number, not below 0")
    return number


READERS: dict[str, Reader] = {
    "NoOpDpEvent": _nothing,
    "EpsilonDeltaDpEvent": _epsilon_delta,
    "ZCDpEvent": _concentrated,
    "GaussianDpEvent": _gaussian,
    "LaplaceDpEvent": _laplace,
    "DiscreteLaplaceDpEvent": _discrete_laplace,
    "RandomizedResponseDpEvent": _randomised_response,
}
"""The events whose losses a session counts, and how they are read."""
PARTS: dict[str, Callable[[Any], list[Any]]] = {"SelfComposedDpEvent": _times, "ComposedDpEvent": _composed}
"""The events that are made of events."""
