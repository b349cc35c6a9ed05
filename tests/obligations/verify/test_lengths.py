"""Vectors whose length is a parameter: what is proved is proved for every length, and refuted at a small one."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import pytest

from concomp.model.applications.histogram import HistogramSteps, histogram_mechanism
from concomp.model.language import Int, Monitor, Vector, every, function, parameter, require
from concomp.obligations.families.applications.histogram_variants import (
    CountsTwice,
    NeverCleared,
    rows_to_parts,
    sensitive,
)
from concomp.obligations.verify.case import report
from concomp.obligations.verify.certificates import directories
from concomp.obligations.verify.encoding.scalars import lower
from concomp.obligations.verify.postprocessing import processing_case
from concomp.obligations.verify.properties.properties import compare
from concomp.obligations.verify.properties.validity import MAPS
from concomp.obligations.verify.proving import induction
from concomp.obligations.verify.proving.attempt import Attempt
from concomp.obligations.verify.proving.proofs import obligations
from concomp.obligations.verify.proving.rechecking import are_accepted
from concomp.obligations.verify.proving.stages import new_worker
from concomp.obligations.verify.verdicts import Report
from concomp.obligations.verify.verification import case_of
from tests.obligations.verify.coordinates import impossible
from tests.obligations.verify.lengths import AlikeOnce, Differences, Gradients, OfChosenLength, Totals, rows_of
from tests.obligations.verify.settling import verify

embedding = function(Vector(Int, "d"), result=Vector(Int, "d"), name="embedding")  # type: ignore[arg-type, var-annotated]


def settled(*properties: str, steps: type[HistogramSteps] = HistogramSteps, known: bool = True) -> Report:
    """What is found of HSS, or of a variant, for vectors of any length."""
    given = sensitive("d") if known else ()
    case = processing_case(histogram_mechanism("d", steps), rows_to_parts("d"), given)
    with new_worker() as worker:
        return report(worker, case, properties, 60.0)


def test_what_histograms_do_next_is_public_in_every_dimension() -> None:
    found = settled("total", "destination")
    assert [each.verdict for each in found.verdicts] == ["proved", "proved"]
    assert found["total"].scope == "all lengths, all d ≥ 1, dimension = 'd', query is 1-sensitive"
    assert found.witness.verdict == "proved"


@pytest.mark.full
def test_histograms_have_all_properties_in_every_dimension() -> None:
    found = settled("response", MAPS)
    assert [each.verdict for each in found.verdicts] == ["proved", "proved"]
    assert "length 1: read at any coordinate" in found[MAPS].tried


@pytest.mark.full
@pytest.mark.parametrize("steps", [NeverCleared, CountsTwice])
def test_wrong_histograms_are_refuted_at_a_small_length(steps: type[HistogramSteps]) -> None:
    found = settled(MAPS, steps=steps)[MAPS]
    assert found.verdict == "refuted"
    assert found.scope.endswith("d = 1")


@pytest.mark.full
def test_without_sensitivity_the_inner_test_may_differ_by_more() -> None:
    assert settled(MAPS, known=False)[MAPS].verdict == "refuted"


def test_functions_of_a_users_own_vectors_are_proved_for_every_length() -> None:
    found = verify(Gradients(), ["prefix closed", "swap invariant", "diagonal"])
    assert [each.verdict for each in found.verdicts] == ["proved"] * 3
    assert found["diagonal"].scope == "all lengths, all clip > 0, all d ≥ 1"
    same = verify(Totals(), ["equivalent"], within=Differences())
    assert same["equivalent"].verdict == "proved"


def test_at_a_length_that_is_given_they_are_functions_as_any_other() -> None:
    found = verify(Gradients(), ["swap invariant"], parameters={"d": 3, "clip": 1})["swap invariant"]
    assert (found.verdict, found.scope) == ("proved", "all lengths, d = 3, clip = 1")


class Long(Gradients):
    """Gradients of more than two coordinates."""

    d = parameter(Int, where=lambda d: d > 2)


class Embedded(Monitor):
    """Rows are embedded alike."""

    def step(self, left: Annotated[Vector[Int], "d"], right: Annotated[Vector[Int], "d"]) -> None:
        require(every(lambda x: x == 0, embedding(left)))


def test_a_length_may_be_bounded_from_below_by_a_small_number() -> None:
    found = verify(Long(), ["swap invariant", "first-pair consistent"])
    assert [each.verdict for each in found.verdicts] == ["proved", "refuted"]
    assert found["swap invariant"].scope == "all lengths, all clip > 0, all d with (d ≥ 1) and (d > 2)"
    assert found["first-pair consistent"].scope == "2 messages, clip = 1, d = 3"


def test_a_function_that_gives_vectors_is_refused_at_once() -> None:
    found = verify(Embedded(), ["swap invariant"])["swap invariant"]
    assert found.verdict == "unknown"
    assert found.seconds < 5
    assert any("embedding" in line and "let it give numbers" in line for line in found.tried)


ONE, TWO, THREE = (0, 1), (1, 2), (0, 2)


def test_what_is_true_of_one_coordinate_only_is_refuted_at_two() -> None:
    found = verify(rows_of(ONE)(), ["included"], within=rows_of((0,), (1,))())["included"]
    assert (found.verdict, found.scope) == ("refuted", "1 message, d = 2")
    assert verify(rows_of((0,), (1,))(), ["included"], within=rows_of(ONE)())["included"].verdict == "proved"


def test_what_is_true_of_two_coordinates_only_is_not_proved() -> None:
    """The functions have no registers, so a proof would be that no step whatever is bad."""
    three, pairs = rows_of((0, 1, 2))().definition, rows_of(ONE, TWO, THREE)().definition
    [wrong] = obligations(lower(compare("included", three, pairs).system).system)
    [right] = obligations(lower(compare("included", pairs, three).system).system)
    assert induction.from_nothing(right, 10_000) == ()
    assert induction.from_nothing(wrong, 10_000) is None


def test_a_certificate_for_every_length_is_rechecked(tmp_path: Path) -> None:
    name, case = "equivalent", case_of(Totals(), Differences())
    with new_worker() as worker:
        [verdict] = report(worker, case, [name], 60.0).verdicts
        directories.write_all(tmp_path, verdict.certificates)
        assert are_accepted(Attempt(worker, 60.0), case.inquiries(name), tmp_path)


def test_the_system_at_one_coordinate_does_what_the_interpreter_says() -> None:
    assert list(impossible(range(100))) == []


@pytest.mark.full
def test_the_system_at_one_coordinate_does_what_the_interpreter_says_thousands_of_times() -> None:
    assert list(impossible(range(100, 2000))) == []


def test_the_shortest_violation_of_all_lengths_is_shown() -> None:
    found = verify(AlikeOnce, ["reflexive"])["reflexive"]
    assert (found.verdict, found.length, found.scope) == ("refuted", 1, "1 message, d = 2")


def test_a_length_that_a_declared_function_decides_may_be_any() -> None:
    found = verify(OfChosenLength, ["diagonal", "first-pair consistent"])
    assert found.words() == {"diagonal": "proved", "first-pair consistent": "refuted"}
    assert "chosen(d) > 0" in found["diagonal"].scope
