"""Measurements of Tumult Core in a session."""

from __future__ import annotations

from typing import Any

import numpy
import pytest

from concomp.impl.accounting.guarantees import ZCDP, ApproxDP, PureDP
from concomp.impl.interop.child import in_child
from concomp.impl.interop.messages import Queryable, data, query
from concomp.impl.interop.tumult_measurements import from_tumult
from concomp.impl.mechanisms.laplace import DiscreteLaplace
from concomp.impl.session.answers import FAILED, HALTED
from concomp.impl.session.session import Session
from concomp.model.numbers import ParameterError

WHY = "Tumult Core needs an environment of its own, with NumPy 1: pip install tmlt.core"
noise: Any = pytest.importorskip("tmlt.core.measurements.noise_mechanisms", reason=WHY)
interactive: Any = pytest.importorskip("tmlt.core.measurements.interactive_measurements", reason=WHY)
measures: Any = pytest.importorskip("tmlt.core.measures", reason=WHY)
TRUE = numpy.int64(7)
"""Data as their domain has them."""
COUNT = noise.AddGeometricNoise(alpha=2)


def sequential() -> Any:
    """Mechanisms of a budget, one after the other."""
    return interactive.SequentialComposition(
        input_domain=COUNT.input_domain,
        input_metric=COUNT.input_metric,
        output_measure=COUNT.output_measure,
        d_in=1,
        privacy_budget=1,
    )


def test_the_privacy_function_says_the_loss() -> None:
    assert from_tumult(COUNT).loss == PureDP("1/2")
    assert from_tumult(COUNT, 3).loss == PureDP("3/2")
    assert from_tumult(noise.AddDiscreteGaussianNoise(sigma_squared=2)).loss == ZCDP("1/4")
    leaky = interactive.SequentialComposition(
        COUNT.input_domain, COUNT.input_metric, measures.ApproxDP(), d_in=1, privacy_budget=(1, "1/8")
    )
    assert from_tumult(leaky).loss == ApproxDP(1, "1/8")


def test_what_is_no_measurement_and_what_is_no_distance_is_refused() -> None:
    with pytest.raises(ParameterError, match="give a Measurement of Tumult Core"):
        from_tumult(3)
    with pytest.raises(ParameterError, match="the measurement's privacy function does not take it"):
        from_tumult(COUNT, -1)
    free = interactive.SequentialComposition(
        COUNT.input_domain, COUNT.input_metric, COUNT.output_measure, d_in=1, privacy_budget="oo"
    )
    with pytest.raises(ParameterError, match="the loss of the measurement"):
        from_tumult(free)


def test_a_release_is_one_answer_and_data_outside_the_domain_a_failure() -> None:
    session = Session(PureDP(2))
    handle = session.create(from_tumult(COUNT), trust="declared")
    assert type(handle.send(data(TRUE))) is int
    assert handle.send(query(None)) is HALTED
    assert session.create(from_tumult(COUNT), trust="declared").send(data("a secret")) is FAILED


def test_two_interactive_ones_and_one_of_ours_are_interleaved_where_tumult_retires_the_first() -> None:
    asked = interactive.MeasurementQuery(interactive.MakeInteractive(COUNT))
    theirs = interactive.SequentialComposition(
        COUNT.input_domain, COUNT.input_metric, COUNT.output_measure, d_in=1, privacy_budget=2
    )(TRUE)
    one = theirs(interactive.MeasurementQuery(sequential()))
    theirs(interactive.MeasurementQuery(sequential()))
    with pytest.raises(ValueError, match="Queryable already retired"):
        one(asked)

    session = Session(PureDP(3))
    first, second = (session.create(from_tumult(sequential()), trust="declared") for _ in range(2))
    ours = session.create(DiscreteLaplace(2))
    assert first.send(data(TRUE)) == second.send(data(TRUE)) == Queryable(number=0)
    of_first, of_second = first.send(query(asked)), second.send(query(asked))
    answers = [first.send(query(None, of_first)), ours.send(int(TRUE)), second.send(query(None, of_second))]
    again = first.send(query(asked))
    assert {type(answer) for answer in (*answers, first.send(query(None, again)))} == {int}


def test_it_runs_in_a_child_process() -> None:
    handle = Session(PureDP(1)).create(in_child(from_tumult(COUNT)), trust="declared")
    assert type(handle.send(data(TRUE))) is int
