"""Membership inference: areas by counting, attacks beside what is expected, and pools that are refused."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from concomp.impl.confounding.gaussian_design import Design, single, with_copula
from concomp.impl.confounding.membership import (
    Pool,
    area_between_releases,
    attack,
    expected_area,
    mean_and_deviation,
)
from concomp.impl.noise.sources import WordRandomness
from concomp.impl.noise.words import SeededWords
from concomp.model.numbers import ParameterError


def pool() -> Pool:
    drawn = WordRandomness(SeededWords(5)).below_many(3, 60 * 12)
    return Pool(drawn.astype(np.int8).reshape(60, 12))


def counted(scores: np.ndarray, bits: np.ndarray) -> float:
    """The area between releases, pair by pair."""
    places = list(product(range(scores.shape[0]), range(scores.shape[1])))
    pairs = [(a, b) for a, b in product(places, places) if a[0] != b[0] and bits[a] and not bits[b]]
    return sum(float(scores[a] > scores[b]) + float(scores[a] == scores[b]) / 2 for a, b in pairs) / len(pairs)


def demand_area() -> None:
    randomness = WordRandomness(SeededWords(2))
    scores = randomness.below_many(5, 30).astype(float).reshape(5, 6)
    bits = randomness.below_many(2, 30).astype(bool).reshape(5, 6)
    assert area_between_releases(scores, bits) == pytest.approx(counted(scores, bits), abs=1e-12)


def demand_expected(design: Design) -> None:
    """Who knows everybody else's bit reaches the area that is expected, within five standard errors."""
    people, randomness = pool(), WordRandomness(SeededWords(3))
    attacks = [attack(people, design, 40, 30, randomness) for _ in range(12)]
    mean, deviation = mean_and_deviation([area_between_releases(each.informed, each.took_part) for each in attacks])
    assert abs(mean - expected_area(people, design)) < 5 * deviation / 12**0.5
    blind, _ = mean_and_deviation([area_between_releases(each.by_frequencies, each.took_part) for each in attacks])
    assert 0.5 < blind < mean


def test_areas_are_counted_between_releases_only() -> None:
    demand_area()


@pytest.mark.parametrize("design", [single(Fraction(3, 2)), with_copula(Fraction(3, 2), Fraction(1, 2))])
def test_an_attack_reaches_what_is_expected(design: Design) -> None:
    demand_expected(design)


def test_the_expected_area_of_people_of_one_norm_is_that_of_normal_laws() -> None:
    two = Pool(np.array([[0, 2], [2, 0]], dtype=np.int8))
    assert expected_area(two, single(Fraction(1))) == pytest.approx(0.76025, abs=1e-5)  # Φ(1/√2)


def test_one_area_has_no_deviation() -> None:
    assert mean_and_deviation([0.5]) == (0.5, 0.0)


@pytest.mark.parametrize(
    ("table", "line"),
    [
        ([[0, 1]], "genotypes is .*: give two people or more, and one place or more"),
        ([[0, 3], [1, 1]], "genotypes is 3: give 0, 1 or 2 alleles for each place"),
        ([[1, 1], [1, 1]], "genotypes is .*: all people are alike: give a pool in which they differ"),
    ],
)
def test_what_is_no_pool_is_refused_in_one_line(table: list[list[int]], line: str) -> None:
    with pytest.raises(ParameterError, match=f"^{line}$"):
        Pool(np.array(table, dtype=np.int8))


def test_scores_of_one_release_cannot_be_compared() -> None:
    with pytest.raises(ParameterError, match=r"^releases is 1: no two can be compared: give more releases or people$"):
        area_between_releases(np.array([[1.0, 2.0]]), np.array([[True, False]]))
