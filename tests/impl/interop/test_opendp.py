"""Measurements of OpenDP in a session, and a session as a measurement of OpenDP."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from concomp.impl.accounting.guarantees import ZCDP, ApproxDP, GaussianDP, PureDP
from concomp.impl.interop import child
from concomp.impl.interop.child import in_child
from concomp.impl.interop.messages import Queryable, data, query
from concomp.impl.interop.opendp_measurements import from_opendp
from concomp.impl.interop.opendp_sessions import Launch, Send, to_opendp
from concomp.impl.interop.pipes import take
from concomp.impl.mechanisms.functions import Reveal, Secret
from concomp.impl.mechanisms.responses import InteractiveRandomisedResponse, RandomisedResponse
from concomp.impl.session.answers import FAILED, HALTED
from concomp.impl.session.ledger.ledger import Ledger
from concomp.impl.session.session import Session
from concomp.model.numbers import ParameterError

dp: Any = pytest.importorskip("opendp.prelude", reason="OpenDP comes with the extra `peers`")
dp.enable_features("contrib", "honest-but-curious")
SPACE = dp.atom_domain(T=bool), dp.discrete_distance()
RESPONSE = dp.m.make_randomized_response_bool(0.6)
CONCENTRATED = dp.c.make_pureDP_to_zCDP(RESPONSE)
SEQUENTIAL = dp.c.make_approximate(CONCENTRATED)
"""Under approximate zCDP, of which OpenDP does not allow that queryables are interleaved."""


def interactive(response: Any = SEQUENTIAL, distance: Any = (0.1, 0.0)) -> Any:
    """Two responses, one after the other."""
    return dp.c.make_adaptive_composition(*SPACE, response.output_measure, 1, [distance, distance])


@pytest.mark.parametrize(
    ("measurement", "kind"),
    [
        (RESPONSE, PureDP),
        (dp.c.make_approximate(RESPONSE), PureDP),
        (CONCENTRATED, ZCDP),
        (SEQUENTIAL, ZCDP),
        (dp.c.make_zCDP_to_approxDP(CONCENTRATED), ApproxDP),
        (dp.c.make_zCDP_to_approxDP(SEQUENTIAL), ApproxDP),
        (dp.c.make_fix_delta(dp.c.make_zCDP_to_approxDP(CONCENTRATED), 1e-6), ApproxDP),
    ],
    ids=["pure", "(ε, 0)", "zCDP", "(ρ, 0)", "profile", "profile and δ", "(ε, δ)"],
)
def test_the_privacy_map_says_the_loss(measurement: Any, kind: type) -> None:
    loss = from_opendp(measurement, 1, delta="1/1000000").loss
    assert type(loss) is kind
    if isinstance(loss, PureDP):
        assert loss.epsilon_up == RESPONSE.map(1)
    if isinstance(loss, ZCDP):
        assert loss.rho == CONCENTRATED.map(1)
    if isinstance(loss, ApproxDP):
        assert loss.delta == Fraction(1e-6)
        assert 0 < loss.epsilon_up < 6


def test_a_delta_of_its_own_is_added_to_the_one_that_is_chosen() -> None:
    leaky = dp.m.make_user_measurement(
        *SPACE, dp.approximate(dp.zero_concentrated_divergence()), lambda bit: bit, lambda _: (0.5, 0.25)
    )
    loss = from_opendp(leaky, 1, delta="1/8").loss
    assert isinstance(loss, ApproxDP)
    assert loss.delta == Fraction(3, 8)
    assert loss.epsilon_up == ZCDP("1/2").at_delta("1/8").epsilon_up
    with pytest.raises(ParameterError, match=r"its loss is a curve: say at which delta"):
        from_opendp(leaky, 1)


@pytest.mark.parametrize("loss", [float("inf"), float("nan"), -1.0, 1e300])
def test_a_loss_that_no_session_counts_is_refused(loss: float) -> None:
    odd = dp.m.make_user_measurement(*SPACE, dp.max_divergence(), lambda bit: bit, lambda _: loss)
    with pytest.raises(ParameterError):
        from_opendp(odd, 1)


def test_what_is_no_measurement_and_what_is_no_distance_is_refused() -> None:
    with pytest.raises(ParameterError, match="give a Measurement of OpenDP; of an Odometer, make a filter"):
        from_opendp(dp.c.make_fully_adaptive_composition(*SPACE, dp.max_divergence()), 1)
    with pytest.raises(ParameterError, match="d_in is -1: the measurement's privacy map does not take it"):
        from_opendp(RESPONSE, -1)
    curve = dp.m.make_user_measurement(*SPACE, dp.renyi_divergence(), lambda bit: bit, lambda _: lambda _: 1.0)
    with pytest.raises(ParameterError, match="the measure of the measurement is 'RenyiDivergence'"):
        from_opendp(curve, 1)


def test_the_same_measurement_is_the_same_mechanism() -> None:
    again = dp.m.make_randomized_response_bool(0.6)
    other = dp.m.make_randomized_response_bool(0.7)
    first = from_opendp(RESPONSE, 1)
    assert first.digest == from_opendp(again, 1).digest != from_opendp(other, 1).digest
    assert from_opendp(RESPONSE, 1, name="a response").name == "a response"
    for wrong in (3, "", "a\nb", "x" * 201):
        with pytest.raises(ParameterError, match="give printable text of 1 to 200 characters"):
            from_opendp(RESPONSE, 1, name=wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("delta", "remedy"),
    [
        (None, "say at which delta"),
        (2, "delta must be from 0 to 1"),
        (0, "says nothing at this delta"),
        (0.1, "rounded"),
    ],
)
def test_a_delta_at_which_a_profile_says_nothing_is_refused(delta: Any, remedy: str) -> None:
    with pytest.raises(ParameterError, match=remedy):
        from_opendp(dp.c.make_zCDP_to_approxDP(CONCENTRATED), 1, delta=delta)


def test_two_interactive_ones_and_one_of_ours_are_interleaved_where_opendp_refuses(tmp_path: Path) -> None:
    compositor = dp.c.make_adaptive_composition(*SPACE, SEQUENTIAL.output_measure, 1, [(0.2, 0.0), (0.2, 0.0)])(True)
    one, two = compositor(interactive()), compositor(interactive())
    assert two(SEQUENTIAL) in (True, False)
    with pytest.raises(dp.OpenDPException, match="only the most recent release"):
        one(SEQUENTIAL)

    ledger = tmp_path / "budget.db"
    session = Session.start(ledger, ZCDP("1/2"))
    first = session.create(from_opendp(interactive(), 1), trust="declared")
    second = session.create(in_child(from_opendp(interactive(), 1)), trust="declared")
    ours = session.create(InteractiveRandomisedResponse("3/2"))
    assert first.send(data(True)) == second.send(data(True)) == Queryable(number=0)
    answers = [
        second.send(query(SEQUENTIAL)),
        first.send(query(SEQUENTIAL)),
        ours.send(Secret(bit=True)) and ours.send(Reveal()),
        first.send(query(SEQUENTIAL)),
        second.send(query(SEQUENTIAL)),
    ]
    assert {type(answer) for answer in answers} == {bool}
    # More than its own compositor allows is its library's error.
    assert first.send(query(SEQUENTIAL)) is FAILED
    session.close()
    assert [(each.number, each.unanswered) for each in Ledger(ledger).states()] == [(3, 0)]
    assert Ledger(ledger).verify()[0].problem is None


def test_a_release_is_one_answer_and_data_outside_the_domain_a_failure(recwarn: Any) -> None:
    session = Session(PureDP(5))
    laplace = dp.space_of(list[int]) >> dp.t.then_count() >> dp.m.then_laplace(scale=2.0)
    handle = session.create(from_opendp(laplace, 1), trust="declared")
    assert type(handle.send(data([1, 2, 3]))) is int
    assert handle.send(query("more")) is HALTED
    bounded = dp.m.make_laplace(dp.atom_domain(T=int, bounds=(0, 3)), dp.absolute_distance(T=int), scale=2.0)
    for outside in (7, "a secret"):
        assert session.create(from_opendp(bounded, 1), trust="declared").send(data(outside)) is FAILED
    assert "secret" not in "".join(str(each.message) for each in recwarn)


def test_an_opendp_child_that_is_killed_in_mid_answer_has_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session(PureDP(5))
    slow = dp.m.make_laplace(
        dp.vector_domain(dp.atom_domain(T=int)), dp.l1_distance(T=int), scale=1.0
    )  # A number takes microseconds.
    handle = session.create(in_child(from_opendp(slow, 1)), trust="declared")
    process = handle._conversation._respond.__self__._process  # type: ignore[union-attr]
    taken: list[bool] = []

    def take_of_the_dead(pipe: Any) -> bytes:
        taken.append(process.poll() is None)
        process.kill()
        return take(pipe)

    monkeypatch.setattr(child, "take", take_of_the_dead)
    assert handle.send(data([0] * 500_000)) is FAILED
    assert taken == [True]
    assert session.create(RandomisedResponse(2)).send(True)


@pytest.mark.parametrize(
    ("budget", "distance"),
    [
        (PureDP("3/2"), 1.5),
        (ApproxDP(1, "1/4"), (1.0, 0.25)),
        (ZCDP("1/8"), 0.125),
        (PureDP("1/5"), 0.2),
    ],
)
def test_a_session_is_a_measurement_that_loses_its_budget(budget: Any, distance: Any) -> None:
    measurement = to_opendp(Session(budget), *SPACE)
    assert measurement.map(1) == distance
    with pytest.raises(dp.OpenDPException, match="the session is for data at most 1 apart"):
        measurement.map(2)


def test_distances_that_are_none_are_refused() -> None:
    numbers = dp.atom_domain(T=float, nan=False), dp.absolute_distance(T=float)
    measurement = to_opendp(Session(PureDP(1)), *numbers, d_in=1.0)
    assert measurement.map(0.5) == 1.0
    for odd in (float("nan"), -1.0, 1.5):
        with pytest.raises(dp.OpenDPException, match=r"the session is for data at most 1\.0 apart"):
            measurement.map(odd)


def test_a_session_runs_within_a_compositor_beside_opendps_own() -> None:
    compositor = dp.c.make_adaptive_composition(*SPACE, dp.max_divergence(), 1, [2.0, 0.5])(True)
    session = compositor(to_opendp(Session(PureDP(2)), *SPACE))
    number = session(Launch(InteractiveRandomisedResponse(2)))
    session(Send(number, lambda bit: Secret(bit=bit)))
    assert compositor(RESPONSE) in (True, False)
    assert session(Send(number, lambda _: Reveal())) in (True, False)
    with pytest.raises(dp.OpenDPException, match="the budget does not allow"):
        session(Launch(RandomisedResponse(8)))
    for wrong in (Send(9, lambda bit: bit), Send(0, lambda bit: bit), "a query"):
        with pytest.raises(dp.OpenDPException, match="give Launch"):
            session(wrong)


def test_its_invocations_share_one_budget() -> None:
    measurement = to_opendp(Session(PureDP(1)), *SPACE)
    measurement(True)(Launch(RandomisedResponse(2)))
    with pytest.raises(dp.OpenDPException, match="the budget does not allow"):
        measurement(False)(Launch(RandomisedResponse(2)))


def test_a_budget_that_opendp_does_not_count_is_refused() -> None:
    with pytest.raises(ParameterError, match="OpenDP takes PureDP, ApproxDP and ZCDP"):
        to_opendp(Session(GaussianDP(1)), *SPACE)
    with pytest.raises(ParameterError, match="session is 3: give a Session"):
        to_opendp(3, *SPACE)  # type: ignore[arg-type]
