"""Losses as events of dp-accounting, and back: none becomes smaller."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

import pytest

from concomp.impl.accounting.guarantees import ZCDP, ApproxDP, GaussianDP, PureDP, RenyiDP
from concomp.impl.accounting.together import Together
from concomp.impl.interop.dp_events import from_dp_event, to_dp_event
from concomp.model.numbers import ParameterError

events: Any = pytest.importorskip("dp_accounting.dp_event", reason="dp-accounting comes with the extra `peers`")
LOSSES = (PureDP(e_eps=3), PureDP(0), ZCDP("1/8"), GaussianDP(2), GaussianDP("1/4"))


@pytest.mark.parametrize("loss", LOSSES, ids=repr)
def test_what_floats_hold_comes_back_as_it_was(loss: Any) -> None:
    assert from_dp_event(to_dp_event(loss)) == (loss,)


@pytest.mark.parametrize("loss", [PureDP("1/3"), PureDP(e_eps=2), PureDP(600), ZCDP("1/3"), GaussianDP(3)])
def test_what_floats_do_not_hold_comes_back_a_little_larger(loss: Any) -> None:
    (back,) = from_dp_event(to_dp_event(loss))
    measured = [part for part in ("epsilon_up", "delta", "rho", "mu_squared") if hasattr(loss, part)]
    for part in measured:
        ours, theirs = getattr(loss, part), getattr(back, part)
        assert ours <= theirs <= ours * (1 + Fraction(1, 10**14))
    assert back != loss


def test_several_losses_are_composed() -> None:
    event = to_dp_event(*LOSSES[:2], Together(LOSSES[2:]))
    assert isinstance(event, events.ComposedDpEvent)
    assert from_dp_event(event) == LOSSES
    assert from_dp_event(events.SelfComposedDpEvent(event, 2)) == LOSSES * 2
    assert from_dp_event(to_dp_event()) == from_dp_event(events.NoOpDpEvent()) == ()


def test_noise_is_read_as_what_it_loses() -> None:
    assert from_dp_event(events.GaussianDpEvent(4.0)) == (GaussianDP("1/4"),)
    assert from_dp_event(events.LaplaceDpEvent(4.0)) == (PureDP("1/4"),)
    assert from_dp_event(events.DiscreteLaplaceDpEvent(0.25, 3)) == (PureDP("3/4"),)
    assert from_dp_event(events.RandomizedResponseDpEvent(0.5, 4)) == (PureDP(e_eps=5),)


def test_an_accountant_of_theirs_counts_them() -> None:
    dp_accounting = pytest.importorskip("dp_accounting", reason="dp-accounting comes with the extra `peers`")
    accountant = dp_accounting.pld.PLDAccountant(dp_accounting.NeighboringRelation.REPLACE_ONE)
    accountant.compose(to_dp_event(PureDP("1/2"), PureDP("1/4")))
    assert 0.749 < accountant.get_epsilon(1e-12) < 0.751


@pytest.mark.parametrize(
    "event",
    [
        events.NonPrivateDpEvent(),
        events.UnsupportedDpEvent(),
        events.ZCDpEvent(0.5, 0.1),
        events.GaussianDpEvent(0.0),
        events.LaplaceDpEvent(float("nan")),
        events.RandomizedResponseDpEvent(0.0, 2),
        events.RandomizedResponseDpEvent(2.0, 2),
        events.DiscreteLaplaceDpEvent(1.0, -1),
        events.PoissonSampledDpEvent(0.1, events.GaussianDpEvent(1.0)),
        events.SelfComposedDpEvent(events.LaplaceDpEvent(1.0), 10**9),
        events.ComposedDpEvent([events.NonPrivateDpEvent()]),
        events.ComposedDpEvent([events.SelfComposedDpEvent(events.LaplaceDpEvent(1.0), 40_000)] * 3),
        events.ComposedDpEvent(3),
        events.SelfComposedDpEvent(events.NoOpDpEvent(), 10**30),
        events.RandomizedResponseDpEvent(0.5, 0),
        "an event",
    ],
    ids=lambda event: type(event).__name__,
)
def test_what_no_session_counts_is_refused(event: Any) -> None:
    with pytest.raises(ParameterError):
        from_dp_event(event)


def test_many_of_many_take_no_memory() -> None:
    event = events.NoOpDpEvent()
    for _ in range(9):
        event = events.SelfComposedDpEvent(event, 100_000)
    with pytest.raises(ParameterError, match="at most 100000"):
        from_dp_event(event)


@pytest.mark.parametrize("width", [1, 2, 3])
def test_events_of_events_of_events_are_read_or_refused(width: int) -> None:
    event = events.LaplaceDpEvent(1.0)
    for _ in range(3000):
        event = events.ComposedDpEvent([event] * width)
    if width == 1:
        assert from_dp_event(event) == (PureDP(1),)
    else:
        with pytest.raises(
            ParameterError, match="event is 'ComposedDpEvent': give a list of mechanisms, at most 100000"
        ):
            from_dp_event(event)


def test_a_loss_without_an_event_is_refused() -> None:
    with pytest.raises(ParameterError, match="dp-accounting has no event for it"):
        to_dp_event(RenyiDP({2: 1}))


def test_older_ones_have_no_event_for_a_delta_and_it_is_said_which(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(events, "EpsilonDeltaDpEvent", raising=False)
    with pytest.raises(ParameterError, match=r"in versions newer than 0\.6\.0: upgrade it"):
        to_dp_event(ApproxDP(1, "1/4"))


def test_newer_ones_have_an_event_for_a_delta(monkeypatch: pytest.MonkeyPatch) -> None:
    class EpsilonDeltaDpEvent(NamedTuple):
        epsilon: float
        delta: float

    monkeypatch.setattr(events, "EpsilonDeltaDpEvent", EpsilonDeltaDpEvent, raising=False)
    assert from_dp_event(to_dp_event(ApproxDP("1/2", "1/8"))) == (ApproxDP("1/2", "1/8"),)
    assert from_dp_event(EpsilonDeltaDpEvent(1.0, 0.0)) == (PureDP(1),)
    with pytest.raises(ParameterError, match="give a finite number"):
        from_dp_event(EpsilonDeltaDpEvent(float("inf"), 0.0))
