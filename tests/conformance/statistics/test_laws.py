"""Laws on cells, and the test of a law: never failed for rounding, and a supermartingale."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from concomp.conformance.statistics.cell_laws import (
    CellLaw,
    biased,
    discrete_gaussian,
    discrete_laplace,
    exact_law,
    independent,
    one_sided,
    repeated,
    rounded_gaussian,
    rounded_laplace,
    two_sided_geometric,
    zero_twice,
)
from concomp.conformance.statistics.cells import Cells, Integers, Outcomes, Pairs, count
from concomp.conformance.statistics.mixture import first_rejection, log_mixture, log_ratio, rejects
from concomp.conformance.statistics.power import regret
from concomp.impl.noise.samplers import laplace_noise
from concomp.impl.noise.sources import SeededRandomness
from concomp.model.laws.balls import ball, precision
from concomp.model.laws.law import Law

ONE = Fraction(1)
ALPHA = Fraction(1, 10**9)
EVERY = [
    discrete_laplace(ONE, 3),
    discrete_gaussian(Fraction(4), 5),
    two_sided_geometric(Fraction(1, 3), 2),
    rounded_laplace(ONE, 3),
    rounded_gaussian(Fraction(4), 5),
    zero_twice(discrete_laplace(ONE, 3)),
    one_sided(discrete_laplace(ONE, 3)),
    independent(discrete_laplace(ONE, 1)),
    repeated(discrete_laplace(ONE, 1)),
    biased(3, 256),
]


@pytest.mark.parametrize("law", EVERY)
def test_the_chances_of_all_cells_are_rounded_up_and_come_to_one(law: CellLaw) -> None:
    assert len(law.cells.names) == len(law.chances)
    assert 1 <= sum(law.upper) < 1 + Fraction(1, 10**30)
    with precision(256):
        assert all(ball(upper) >= chance for upper, chance in zip(law.upper, law.chances, strict=True))


def test_laws_are_those_of_their_names() -> None:
    r = math.exp(-1)
    weights = [math.exp(-(z * z) / 8) for z in range(-60, 61)]
    expected = {
        0: [r**4 / (1 + r), *((1 - r) / (1 + r) * r ** abs(z) for z in range(-3, 4)), r**4 / (1 + r)],
        1: [weights[60 + z] / sum(weights) for z in range(-5, 6)],
        2: [float(Fraction(1, 36)), *(float(Fraction(1, 2) / 3 ** abs(z)) for z in range(-2, 3)), 1 / 36],
        3: [None, *((math.exp(-abs(z)) * math.sinh(0.5) if z else 1 - math.exp(-0.5)) for z in range(-3, 4)), None],
        4: [None, *((math.erf((z + 0.5) / 8**0.5) - math.erf((z - 0.5) / 8**0.5)) / 2 for z in range(-5, 6)), None],
    }
    expected[1] = [None, *expected[1], None]
    for place, chances in expected.items():
        for found, wanted in zip(EVERY[place].chances, chances, strict=True):
            assert wanted is None or float(found.mid()) == pytest.approx(wanted, rel=1e-12)


@pytest.mark.parametrize(
    ("cells", "value", "name"),
    [
        (Integers(2), -2, "-2"),
        (Integers(2), -3, "< -2"),
        (Integers(2), 10**40, "> 2"),
        (Outcomes(("a", "b")), "b", "b"),
        (Pairs(Integers(1)), [0, 7], "(0, > 1)"),
    ],
)
def test_every_value_has_its_cell(cells: Cells, value: Any, name: str) -> None:
    place = cells.cell(value)
    assert place is not None
    assert cells.names[place] == name


@pytest.mark.parametrize(
    ("cells", "value"),
    [(Integers(2), 1.0), (Integers(2), True), (Integers(2), "1"), (Outcomes(("a",)), "c"), (Pairs(Integers(1)), [0])],
)
def test_what_is_no_value_has_none(cells: Cells, value: Any) -> None:
    assert cells.cell(value) is None
    assert count(cells, [value]) == ((0,) * len(cells.names), 1)
    assert first_rejection(CellLaw(cells, ()), [], ALPHA) is None


def test_the_mixture_is_a_law_of_series() -> None:
    with precision(128):
        for cells, draws in ((2, 5), (3, 4)):
            series = product(range(cells), repeat=draws)
            total = sum(log_mixture([each.count(k) for k in range(cells)]).exp() for each in series)
            assert total.contains(1)


def test_the_ratio_has_mean_one_at_most() -> None:
    law = exact_law(Law({"a": Fraction(1, 2), "b": Fraction(1, 3), "c": Fraction(1, 6)}))

    def share(series: tuple[int, ...]) -> Fraction:
        ratio = log_ratio(law, [series.count(k) for k in range(3)]).exp()
        return math.prod(law.upper[k] for k in series) * Fraction(float(ratio))

    with precision(128):
        mean = sum(share(series) for series in product(range(3), repeat=4))
    assert float(mean) == pytest.approx(1, rel=1e-12)


def test_what_a_law_never_gives_is_rejected_at_once() -> None:
    law = repeated(discrete_laplace(ONE, 1))
    assert first_rejection(law, [[(0, 0), (1, 1)], [(0, 1)]], ALPHA) == 3
    assert first_rejection(discrete_laplace(ONE, 3), [[0, "0"]], ALPHA) == 2


def test_noise_of_twice_the_scale_is_found_and_the_right_one_is_not() -> None:
    randomness, law = SeededRandomness(1), discrete_laplace(ONE, 3)
    right, wide = laplace_noise(1), laplace_noise(2)
    batches = [[int(z) for z in right.draw_many(100, randomness)] for _ in range(10)]
    assert first_rejection(law, batches, ALPHA) is None
    found = first_rejection(law, ([int(z) for z in wide.draw_many(100, randomness)] for _ in range(10)), ALPHA)
    assert found is not None
    assert found <= 400


def test_a_count_of_one_cell_is_rejected_just_where_the_ratio_says() -> None:
    """Of a fair coin, n heads in a row have the ratio 2ⁿ·(1/2)(3/4)…((2n−1)/2n)."""
    law = exact_law(Law({"heads": Fraction(1, 2), "tails": Fraction(1, 2)}))

    def ratio(n: int) -> Fraction:
        return math.prod((Fraction(2 * k - 1, 2 * k) for k in range(1, n + 1)), start=Fraction(2**n))

    for n in range(1, 20):
        assert rejects(law, (n, 0), 1 / (ratio(n) - Fraction(1, 10**9)))
        assert not rejects(law, (n, 0), 1 / (ratio(n) + Fraction(1, 10**9)))


@pytest.mark.parametrize("counts", [(0, 7, 3), (10, 0, 0), (4, 3, 3), (1, 0, 0, 0, 0, 0), (100, 200, 1, 5)])
def test_the_mixture_loses_no_more_than_is_stated(counts: tuple[int, ...]) -> None:
    draws = sum(counts)
    with precision(128):
        likeliest = sum(n * math.log(n / draws) for n in counts if n)
        assert likeliest - float(log_mixture(counts)) <= float(regret(draws, len(counts))) + 1e-9
