"""The histogram that runs: it is Algorithm 4 before its parts, and loses what it says."""

from __future__ import annotations

import copy
import json
import pickle
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import concomp
from concomp.impl.accounting.losses import RationalLoss
from concomp.impl.mechanisms.histograms.histogram import ContinualHistogram
from concomp.impl.mechanisms.histograms.twin import twin
from concomp.impl.noise.sources import SeededRandomness
from concomp.obligations.families.applications.histogram_by_lines import Choices, Told, by_lines
from tests.impl.mechanisms.histograms.noise import WithoutNoise
from tests.impl.mechanisms.histograms.streams import at_random

EXACT = 4096
"""E = 2^12, of which all roots that are taken are rational."""


@pytest.mark.parametrize("columns", [1, 3])
def test_without_noise_it_shows_what_the_lines_of_the_algorithm_do(columns: int) -> None:
    histogram = ContinualHistogram(columns, e_eps=10**12)
    rows = [at_random(columns, time, 0) for time in range(300)]
    respond = histogram.start(WithoutNoise(), SeededRandomness(1))
    sums: list[tuple[int, ...]] = []
    current: list[int] = []

    def parts(told: Told) -> Any:
        """Parts without noise, in the words of the algorithm."""
        match told:
            case ("test", since):
                current[:] = since
            case ("look", row, threshold):
                current[:] = [total + bit for total, bit in zip(current, row, strict=True)]
                return max(current) > threshold
            case ("disturb", value):
                return value
            case ("count", interval):
                sums.append(interval)
                return tuple(map(sum, zip(*sums, strict=True)))
        return None

    margins = histogram.margins
    choices = Choices(
        lambda time, interval: Fraction(margins.gamma(time, interval)),
        lambda time, interval: Fraction(margins.xi(time, interval)),
        max,
    )
    shown, _ = by_lines(columns, choices, rows, parts)
    assert [respond(row) for row in rows] == shown
    assert len(sums) > 2


def test_the_code_that_runs_has_the_law_of_its_twin() -> None:
    histogram = ContinualHistogram(1, e_eps=EXACT)
    instance = histogram.instance(1)
    exact = twin(instance, histogram.parts, histogram._counter, histogram.query)
    for row in instance.messages:
        run, law = instance.law([row], cut="1/64"), exact.law([row])
        assert sum(law.masses.values()) == 1
        assert all(run.mass(answers) <= chance <= run.mass(answers) + run.cut for answers, chance in law.masses.items())


@pytest.mark.full
@pytest.mark.parametrize(("columns", "rounds", "cut"), [(1, 2, "1/16"), (2, 1, "1/64")])
def test_so_it_has_for_more(columns: int, rounds: int, cut: str) -> None:
    histogram = ContinualHistogram(columns, e_eps=EXACT)
    instance = histogram.instance(rounds)
    exact = twin(instance, histogram.parts, histogram._counter, histogram.query)
    for row in instance.messages:
        sent = [row, *[instance.messages[-1]] * (rounds - 1)]
        run, law = instance.law(sent, cut=cut), exact.law(sent)
        assert all(run.mass(answers) <= chance <= run.mass(answers) + run.cut for answers, chance in law.masses.items())


@pytest.mark.parametrize(("columns", "rounds"), [(1, 2), (2, 1)])
def test_an_audit_confirms_the_loss(columns: int, rounds: int) -> None:
    histogram = ContinualHistogram(columns, e_eps=EXACT)
    least = concomp.audit(histogram.to_audit(rounds), delta=0).e_eps.high
    assert 1 < least < EXACT


@pytest.mark.full
def test_one_column_stays_below_five_sixths() -> None:
    """With one column and its own sum as the query the test loses half: E^(5/6) in all."""
    least = concomp.audit(ContinualHistogram(1, e_eps=EXACT).to_audit(3), delta=0).e_eps.high
    assert 50 < least < 1024


@pytest.mark.full
def test_gaussian_noise_loses_no_more() -> None:
    histogram = ContinualHistogram(1, e_eps=EXACT, delta="1/1000")
    assert concomp.audit(histogram.to_audit(2), e_eps=EXACT, delta="1/1000")
    assert not concomp.audit(histogram.to_audit(2), e_eps=2, delta="1/1000")


@pytest.mark.parametrize("columns", [1, 2, 8])
@pytest.mark.parametrize("e_eps", ["3/2", 2, EXACT])
def test_its_parts_lose_no_more_than_it_says(columns: int, e_eps: Any) -> None:
    histogram = ContinualHistogram(columns, e_eps=e_eps)
    lost = Fraction(1)
    for part in (histogram.parts.counter, histogram.parts.test, histogram.parts.noise):
        assert isinstance(part.loss, concomp.PureDP)
        assert isinstance(part.loss.loss, RationalLoss)
        assert part.loss.loss.e_eps**3 <= histogram.e_eps * (1 + Fraction(1, 10**9))
        lost *= part.loss.loss.e_eps
    assert Fraction(99, 100) * histogram.e_eps < lost <= histogram.e_eps


def test_a_session_admits_its_parts_within_what_it_says() -> None:
    """A counter, a test and a number, of which alone the inputs may differ, are charged no more than all of it."""
    histogram = ContinualHistogram(3, e_eps=2)
    session = concomp.Session(concomp.PureDP(e_eps=2))
    for part in (histogram.parts.counter, histogram.parts.test, histogram.parts.noise):
        session.create(part)
    with pytest.raises(concomp.InsufficientBudget):
        session.create(concomp.DiscreteLaplace("1.001"))


@pytest.mark.parametrize("delta", ["1/1000", "1e-9"])
def test_its_counter_is_approximately_private_for_a_third(delta: str) -> None:
    histogram = ContinualHistogram(4, e_eps=8, delta=delta)
    concentrated = histogram.parts.counter.loss
    assert isinstance(concentrated, concomp.ZCDP)
    assert Fraction(199, 100) < concentrated.at_delta(delta).e_eps_down <= 2


def test_a_session_launches_it_and_counts_its_loss() -> None:
    session = concomp.Session(concomp.ApproxDP(e_eps=10, delta="1/100"))
    handle = session.create(ContinualHistogram(2, e_eps=2))
    other = session.create(ContinualHistogram(2, e_eps=3, delta="1/1000"))
    for row in [(True, False), (False, False), (True, True)]:
        assert type(handle.send(row)) is int
        assert type(other.send(row)) is int
    assert repr(session.privacy_loss()) == repr(concomp.ApproxDP(e_eps=6, delta="1/1000"))


@pytest.mark.parametrize("row", [(True,), (True,) * 3, (1, 0), (True, 1), [True, False], None, "tt", (True, None)])
def test_what_is_no_row_is_refused_and_changes_nothing(row: Any) -> None:
    session = concomp.Session(concomp.PureDP(e_eps=10))
    handle = session.create(ContinualHistogram(2, e_eps=2))
    with pytest.raises(concomp.InvalidQuery, match="refuses the message"):
        handle.send(row)
    assert type(handle.send((True, False))) is int


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ({"columns": 0}, "columns"),
        ({"columns": 17}, "columns"),
        ({"columns": True}, "columns"),
        ({"e_eps": 1}, "e_eps"),
        ({"e_eps": 2.0}, "e_eps"),
        ({"e_eps": float("nan")}, "e_eps"),
        ({"delta": "-1/2"}, "delta"),
        ({"delta": float("inf")}, "delta"),
        ({"beta": 0}, "beta"),
        ({"beta": "3/2"}, "beta"),
        ({"query": max}, "query"),
    ],
)
def test_a_parameter_out_of_its_range_is_refused(given: dict[str, Any], named: str) -> None:
    with pytest.raises(concomp.ParameterError, match=rf"^{named} is "):
        ContinualHistogram(**{"columns": 2, "e_eps": 2, **given})


@pytest.mark.parametrize(("steps", "largest", "named"), [(0, 1, "steps"), (5, -1, "largest"), (5, 0.5, "largest")])
def test_so_it_is_for_the_bound(steps: Any, largest: Any, named: str) -> None:
    with pytest.raises(concomp.ParameterError, match=rf"^{named} is "):
        ContinualHistogram(2, e_eps=2).error_bound(steps, largest)


def test_there_is_no_error_for_all_streams() -> None:
    with pytest.raises(concomp.ParameterError, match="error_bound"):
        ContinualHistogram(2, e_eps=2).error("1/20")


def test_it_is_a_value() -> None:
    histogram = ContinualHistogram(2, e_eps=2, delta="1/100", query=concomp.LargestSum(2))
    for same in (copy.deepcopy(histogram), pickle.loads(pickle.dumps(histogram))):
        assert same == histogram
        assert same.digest == histogram.digest
    assert "HSV26 Section 7.2" in histogram.describe()


def test_it_forgets_the_parts_that_have_ended() -> None:
    """What it holds after many intervals is no more than after few."""
    histogram = ContinualHistogram(1, e_eps=10**20)
    held = []
    for steps in (60, 400):
        respond = histogram.begin(SeededRandomness(1))
        for row in [(True,)] * steps:
            respond(row)
        cells = [each.cell_contents for each in respond.__closure__ or ()]
        answer = next(each for each in cells if getattr(each, "__qualname__", "").startswith("Parts.start"))
        held.append(max(len(each) for each in _dictionaries(answer)))
    assert held[0] == held[1]


def _dictionaries(function: Any) -> list[dict[Any, Any]]:
    """The dictionaries of numbers that a closure, and those in it, hold."""
    found, waiting = [], [function]
    while waiting:
        for cell in waiting.pop().__closure__ or ():
            inside = cell.cell_contents
            if isinstance(inside, dict):
                found += [inside] if all(isinstance(key, int) for key in inside) else []
                waiting += [each for each in inside.values() if hasattr(each, "__closure__")]
    return found


def test_the_example_is_the_twin_of_two_rows() -> None:
    example = Path(__file__).parents[4] / "examples" / "histogram_twin.json"
    assert json.loads(example.read_text(encoding="utf-8")) == ContinualHistogram(1, e_eps=EXACT).to_audit(2)


def test_errors_may_be_bounded_with_no_confidence() -> None:
    assert ContinualHistogram(2, e_eps=2, beta=1).error_bound(10, 5) < ContinualHistogram(2, e_eps=2).error_bound(10, 5)
