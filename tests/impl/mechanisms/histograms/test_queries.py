"""Queries are monotone and 1-sensitive, or refused where they are found not to be."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

import concomp
from concomp.impl.mechanisms.histograms.queries import DeclaredQuery, LargestSum, demand_monotone

Sums = tuple[int, ...]


def half_of_the_largest(sums: Sums) -> int:
    return max(sums) // 2


@pytest.mark.parametrize("query", [LargestSum(), LargestSum(2), LargestSum(5), DeclaredQuery(half_of_the_largest)])
@pytest.mark.parametrize("columns", [1, 2, 3])
def test_right_ones_are_taken(query: LargestSum | DeclaredQuery, columns: int) -> None:
    demand_monotone(query, columns)


WRONG: dict[str, tuple[Callable[[Sums], object], str]] = {
    "the sum of all": (sum, "1-sensitive"),
    "twice the largest": (lambda sums: 2 * max(sums), "1-sensitive"),
    "the range": (lambda sums: max(sums) - min(sums), "monotone"),
    "falls at 2": (lambda sums: max(sums) - (max(sums) == 2) * 2, "monotone"),
    "a mean": (lambda sums: sum(sums) / len(sums), "integers"),
    "below zero": (lambda sums: max(sums) - 5, "at least 0"),
    "a bit": (lambda sums: max(sums) > 0, "integers"),
}


@pytest.mark.parametrize("which", WRONG)
def test_wrong_ones_are_refused(which: str) -> None:
    function, said = WRONG[which]
    with pytest.raises(concomp.ParameterError, match=said) as refused:
        concomp.ContinualHistogram(2, e_eps=2, query=DeclaredQuery(function))  # type: ignore[arg-type]
    assert str(refused.value).startswith("query is ")


def test_what_is_tried_is_enough_on_a_box() -> None:
    """q(x) ≤ q(y) ≤ q(x) + 1 for x ≤ y ≤ x + 1 says the same as monotone and 1-sensitive: on all queries of a box."""
    points = list(product(range(2), repeat=2))
    cube = [(x, y) for x in points for y in points]
    for values in product(range(3), repeat=len(points)):
        query = dict(zip(points, values, strict=True))
        ordered = [(x, y) for x, y in cube if all(a <= b for a, b in zip(x, y, strict=True))]
        both = all(query[x] <= query[y] for x, y in ordered) and all(abs(query[x] - query[y]) <= 1 for x, y in cube)
        assert both == all(query[x] <= query[y] <= query[x] + 1 for x, y in ordered)


def test_a_query_is_known_by_what_it_gives() -> None:
    def largest(sums: Sums) -> int:
        return max(sums)

    queries = [LargestSum(), LargestSum(2), DeclaredQuery(half_of_the_largest), DeclaredQuery(largest)]
    made = [concomp.ContinualHistogram(2, e_eps=2, query=query) for query in queries]
    assert len({each.digest for each in made}) == len(queries)
    assert made[0].digest == concomp.ContinualHistogram(2, e_eps=2).digest


def test_a_query_that_has_no_text_is_refused_when_it_is_launched() -> None:
    held = object()
    query = DeclaredQuery(lambda sums: max(sums) if held else 0)
    with pytest.raises(concomp.ParameterError, match="query"):
        _ = concomp.ContinualHistogram(2, e_eps=2, query=query).digest


@pytest.mark.parametrize("place", [0, -1, 1.5, True, "1"])
def test_a_place_is_a_positive_number(place: object) -> None:
    with pytest.raises(concomp.ParameterError, match=r"^place is "):
        LargestSum(place)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("function", "error"),
    [(lambda sums: 1 // sums[0], "ZeroDivisionError"), (lambda: 1, "TypeError"), (5, "TypeError")],
)
def test_a_query_has_a_value_everywhere(function: Any, error: str) -> None:
    with pytest.raises(concomp.ParameterError, match=rf"has a value everywhere: at \(0, 0\) it raises {error}$"):
        concomp.ContinualHistogram(2, e_eps=2, query=DeclaredQuery(function))
