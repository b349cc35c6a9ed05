"""The tests of noise notice a law that is not quite right, and randomness that is used twice."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from concomp.impl.noise import coins, inversion, laplace, magnitudes, rejection, sources, words
from concomp.impl.noise.inversion import Inversion
from concomp.impl.noise.magnitudes import GaussianMagnitudes, GeometricMagnitudes
from concomp.impl.noise.randomness import Numbers, Randomness
from concomp.impl.noise.sources import WordRandomness
from concomp.impl.noise.words import SystemWords
from tests.impl.noise import test_noise as of_noise
from tests.impl.noise import test_sources as of_sources
from tests.impl.noise.test_noise import TestGeometric as OfGeometric
from tests.impl.noise.test_noise import TestLazyInversion as OfInversion

Patch = pytest.MonkeyPatch
THIRD, TWO_THIRDS = Fraction(1, 3), Fraction(2, 3)


def coin_at_most(patch: Patch) -> None:
    """A coin that compares by ≤."""
    patch.setattr(Randomness, "falls", lambda self, chance: self.below(chance.denominator) <= chance.numerator)


def even_numbers_of_coins(patch: Patch) -> None:
    """The other parity of coins that fall."""
    right = coins._bernoulli_exp_within_one
    patch.setattr(coins, "_bernoulli_exp_within_one", lambda gamma, r: not right(gamma, r))


def no_more_than_one(patch: Patch) -> None:
    """A γ beyond 1 that counts as 1."""
    right = coins._bernoulli_exp_within_one
    patch.setattr(of_noise, "bernoulli_exp", lambda gamma, r: right(min(gamma, Fraction(1)), r))


def geometric_ratio(patch: Patch) -> None:
    """A ratio that is 1 % off."""
    right = of_noise.two_sided_geometric
    patch.setattr(of_noise, "two_sided_geometric", lambda ratio, r, most: right(ratio * Fraction(99, 100), r, most))


def zero_from_both_signs(patch: Patch) -> None:
    """A sign for zero, too: it is twice as likely."""

    def attempt(scale: Fraction, randomness: Randomness) -> int | None:
        remainder, quotient = randomness.below(scale.numerator), 0
        if not laplace.bernoulli_exp(Fraction(remainder, scale.numerator), randomness):
            return None
        while laplace.bernoulli_exp(laplace.ONE, randomness):
            quotient += 1
        magnitude = (remainder + scale.numerator * quotient) // scale.denominator
        return magnitude * (1 - 2 * randomness.below(2))

    patch.setattr(of_noise, "laplace_attempt", attempt)


def wide_gaussian(patch: Patch) -> None:
    """Gaussian noise of twice the variance."""
    right = of_noise.gaussian_attempt
    patch.setattr(of_noise, "gaussian_attempt", lambda variance, r: right(2 * variance, r))


def next_cell(patch: Patch) -> None:
    """Thresholds that are off by one cell."""

    def cells(self: GeometricMagnitudes, bits: int) -> Sequence[int]:
        return tuple(min(cell + 1, 2**bits - 1) for cell in magnitudes._GeometricCells(self.ratio, bits))

    patch.setattr(GeometricMagnitudes, "cells", cells)


def no_refinement(patch: Patch) -> None:
    """A word that begins like a chance decides."""
    patch.setattr(Inversion, "_refined", lambda self, place, _r: bisect_left(self._cells, place))


def other_side(patch: Patch) -> None:
    """The magnitude above a chance instead of the one below."""
    patch.setattr(inversion, "bisect_left", lambda cells, place: min(bisect_right(cells, place), len(cells) - 1))


def refined_by_old_words(patch: Patch) -> None:
    """Many at once: what is open is decided by the word that left it open."""
    right = Inversion.draw_many

    def draw_many(self: Inversion, size: int, randomness: Randomness) -> Any:
        with pytest.MonkeyPatch.context() as inner:
            no_refinement(inner)
            return right(self, size, randomness)

    patch.setattr(Inversion, "draw_many", draw_many)


def wide_cells(patch: Patch) -> None:
    """Thresholds of a variance that is 2 % off."""
    right = GaussianMagnitudes._chances
    patch.setattr(GaussianMagnitudes, "_chances", lambda self: right(replace(self, variance=self.variance * 51 / 50)))


def first_attempt(patch: Patch) -> None:
    """What is not accepted is 0."""
    patch.setattr(of_noise, "first_accepted", lambda attempt, r: attempt(r) or 0)


def by_remainder(patch: Patch) -> None:
    """Words by their remainder, none rejected."""
    patch.setattr(WordRandomness, "below", lambda self, bound: self.word() % bound)


def many_by_remainder(patch: Patch) -> None:
    """The same of numbers drawn at once."""

    def below_many(self: WordRandomness, bound: int, size: int) -> Numbers:
        return self._words.words(size) % np.uint64(bound)

    patch.setattr(WordRandomness, "below_many", below_many)


def buffer_kept_in_a_child(patch: Patch) -> None:
    """What was fetched before a fork is drawn after it, in both processes."""
    patch.setattr(SystemWords, "forget", lambda self: None)


def buffer_drawn_twice(patch: Patch) -> None:
    """A word stays in the buffer when it is drawn."""

    def word(self: SystemWords) -> int:
        self._buffer.words = self._buffer.words or self.words(words.BUFFER).tolist()
        return int(self._buffer.words[-1])

    patch.setattr(SystemWords, "word", word)


def unchecked(patch: Patch) -> None:
    """A source is believed."""
    patch.setattr(sources.CheckedRandomness, "below", lambda self, bound: self._source.below(bound))


BREAKAGES: dict[Callable[[Patch], None], Callable[[], object]] = {
    coin_at_most: lambda: of_noise.test_a_rational_coin(THIRD),
    even_numbers_of_coins: lambda: of_noise.test_a_coin_of_chance_e_to_minus_gamma(THIRD),
    no_more_than_one: lambda: of_noise.test_a_coin_of_chance_e_to_minus_gamma(Fraction(5, 2)),
    geometric_ratio: lambda: OfGeometric().test_two_sides_clamped(TWO_THIRDS, 3),
    zero_from_both_signs: lambda: of_noise.test_laplace_by_coins(THIRD),
    wide_gaussian: lambda: of_noise.test_gaussian_by_coins(Fraction(1)),
    next_cell: lambda: OfInversion().test_geometric(THIRD, 3),
    no_refinement: lambda: OfInversion().test_laplace(THIRD, 3),
    other_side: lambda: OfInversion().test_laplace(THIRD, 3),
    refined_by_old_words: lambda: OfInversion().test_laplace(THIRD, 3),
    wide_cells: lambda: OfInversion().test_gaussian(Fraction(1), 3),
    first_attempt: of_noise.test_what_is_accepted_has_the_law_of_one_attempt,
    by_remainder: lambda: of_sources.test_by_words_each_number_is_equally_likely(2, 3),
    many_by_remainder: lambda: of_sources.test_so_are_numbers_drawn_at_once_and_each_pair(3),
    buffer_kept_in_a_child: of_sources.test_a_child_and_its_parent_draw_different_numbers,
    buffer_drawn_twice: of_sources.test_threads_never_share_a_word,
    unchecked: lambda: of_sources.test_a_source_that_answers_anything_else_is_noticed(True),
}


@pytest.mark.parametrize("breakage", BREAKAGES, ids=lambda breakage: breakage.__name__)
def test_a_breakage_is_noticed(breakage: Callable[[Patch], None]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        breakage(patch)
        with pytest.raises((AssertionError, pytest.fail.Exception, IndexError)):
            BREAKAGES[breakage]()


def test_unbroken_it_passes() -> None:
    assert rejection.first_accepted(lambda r: r.below(1), sources.SeededRandomness(1)) == 0
    for test in BREAKAGES.values():
        test()
