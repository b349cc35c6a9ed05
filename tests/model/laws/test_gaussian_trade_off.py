"""G_μ by balls, against what trade-off functions have in common."""

from fractions import Fraction as F
from itertools import pairwise

import pytest

from concomp.model.laws.gaussian_trade_off import GaussianTradeOff, tensor
from concomp.model.laws.trade_off import PERFECT, conjugate, lower_hull

LEVELS = [F(k, 16) for k in range(17)]
SMALL = F(1, 10**20)


@pytest.mark.parametrize("squared", [F(1, 100), F(1), F(9)])
def test_values_are_enclosed_and_convex(squared: F) -> None:
    function = GaussianTradeOff(squared)
    found = [function(level) for level in LEVELS]
    assert all(0 <= high - low < SMALL for low, high in found)
    slopes = [(low[0] - high[1]) * 16 for high, low in pairwise(found)]
    assert all(steep <= flat + SMALL for steep, flat in pairwise(slopes))


def test_means_that_are_one_apart() -> None:
    low, high = GaussianTradeOff(F(1))(F(1, 2))
    assert low <= high < low + SMALL
    # Φ(−1), and the least δ at ε = 0, which is 2Φ(1/2) − 1.
    assert F("0.158655253931457051414") < high < F("0.158655253931457051415")
    assert F("0.38292492254802620727") < GaussianTradeOff(F(1)).delta(F(1))[0] < F("0.38292492254802620729")


@pytest.mark.parametrize("e_eps", [F(1), F(3, 2), F(3)])
def test_the_profile_is_that_of_chords_and_not_more(e_eps: F) -> None:
    """Chords through values are above G_μ, so that their δ is below; with more of them it comes near."""
    function = GaussianTradeOff(F(1))
    corners = [(F(k, 32), function(F(k, 32))[1]) for k in range(33)]
    chords = conjugate(lower_hull(corners))(e_eps)
    assert chords <= function.delta(e_eps)[1]
    assert function.delta(e_eps)[0] - chords < F(1, 50)


def test_squares_add_up() -> None:
    assert tensor([GaussianTradeOff(F(1, 4)), GaussianTradeOff(F(2))]) == GaussianTradeOff(F(9, 4))
    assert all(GaussianTradeOff(F(0))(level)[1] == PERFECT(level) for level in LEVELS)


def test_outside_its_levels_it_is_refused() -> None:
    with pytest.raises(ValueError, match="alpha is 2: a trade-off function is defined from 0 to 1"):
        GaussianTradeOff(F(1))(F(2))
