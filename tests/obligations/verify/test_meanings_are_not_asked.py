"""What is verified holds of every meaning, and none that an author wrote is asked of what a solver chose."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NoReturn

import pytest

from concomp.model.language import (
    NOTHING,
    Abs,
    Conjunction,
    Int,
    Monitor,
    Opaque,
    PostProcessing,
    Product,
    Record,
    function,
    parameter,
    per_copy,
    register,
    relation,
    require,
)
from concomp.obligations.solvers.worker import Worker
from concomp.obligations.verify.case import report
from concomp.obligations.verify.postprocessing import processing_case, validity_of
from concomp.obligations.verify.proving.stages import new_worker
from concomp.obligations.verify.verification import case_of


class Row(Opaque): ...


class Create(Record):
    kind: Int


class Query(Record):
    index: Int
    payload: Row


def not_asked(*values: Any) -> NoReturn:
    raise AssertionError(f"a meaning is asked of {values!r}")


size = function(Row, result=Int, name="size", meaning=not_asked)
near = relation(Row, Row, name="near", symmetric=True, meaning=not_asked)


class Once(Monitor):
    """One pair, of two sizes next to each other."""

    n = register(Int, 0)

    def step(self, left: Row, right: Row) -> None:
        require(self.n <= 0)
        require((left == right) | (Abs(size(left) - size(right)) <= 1))
        self.n += 1


class FromLast(Monitor):
    """Each is near the last one, or small."""

    most = parameter(Row, where=lambda most: size(most) >= 0)
    last = register(Row, NOTHING)

    def step(self, left: Row, right: Row) -> None:
        require((left == right) | near(left, self.last) | (size(left) <= size(self.most)))
        self.last = right


class Masks(PostProcessing):
    secret = per_copy(Row)

    def on_left(self, row: Row) -> None:
        self.send_right(row)

    def on_right(self, answer: Int) -> None:
        self.send_left(answer + size(self.secret))


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    with new_worker() as started:
        yield started


@pytest.mark.parametrize(
    "function", [Once, FromLast, Product(Once(), Create, Query), Conjunction(Once(), FromLast())], ids=repr
)
def test_a_violation_that_rests_on_no_meaning_is_found(worker: Worker, function: Any) -> None:
    alone = case_of(function, parameters={})
    words = report(worker, alone, ("reflexive", "first-pair consistent"), 10).words()
    assert words["reflexive"] == ("proved" if function is FromLast else "refuted")
    assert set(words.values()) <= {"proved", "refuted"}


def test_nor_is_it_where_functions_are_compared_or_maps_validity(worker: Worker) -> None:
    assert report(worker, case_of(Once, FromLast), ("included",), 10).words() == {"included": "refuted"}
    case = processing_case(Masks, validity_of(Once, FromLast, {"secret": Once}))
    assert report(worker, case, case.usual, 10).words() == {
        "total": "proved",
        "destination": "proved",
        "response": "refuted",
        "f → f'": "refuted",
    }
