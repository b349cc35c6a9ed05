"""Lyu22's four systems, on a mechanism small enough to see."""

from fractions import Fraction as F

import pytest

from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.mechanisms.randomised_response import EXPOSED, NOISY
from concomp.model.reduction.control import control, lower, until
from concomp.model.reduction.lyu import NotIndistinguishable, decomposition, exposed_weights, upper

YES, NO = (("ask", "yes"),), (("ask", "no"),)
RESPONSE = {(): (F(1), F(1)), YES: (F(3, 4), F(1, 4)), NO: (F(1, 4), F(3, 4))}
"""A randomised response at e^ε = 3."""


def test_a_pure_response_needs_no_exposure_at_its_own_odds() -> None:
    assert control(RESPONSE, F(3))[()] == (0, 0)
    assert exposed_weights(RESPONSE, PrivacyParameters(F(3), F(0)))[YES] == (0, 0)
    point = decomposition(RESPONSE, PrivacyParameters(F(3), F(0)))
    assert point[(NOISY, 0), YES] == 1
    assert point[(NOISY, 0), NO] == 0


def test_at_smaller_odds_the_difference_is_exposed() -> None:
    assert lower(RESPONSE, F(2)) == {((), "ask"): (F(1, 4), F(1, 4))}
    assert upper(RESPONSE[YES], F(2)) == (F(5, 8), F(-1, 8))
    taken = exposed_weights(RESPONSE, PrivacyParameters(F(2), F(1, 4)))
    assert (taken[YES], taken[NO]) == ((F(1, 4), 0), (0, F(1, 4)))
    assert decomposition(RESPONSE, PrivacyParameters(F(2), F(1, 4)))[(EXPOSED, 0), YES] == 1


def test_too_small_a_delta_is_an_error() -> None:
    with pytest.raises(NotIndistinguishable, match="δ is 1/5: the systems need at least 1/4"):
        exposed_weights(RESPONSE, PrivacyParameters(F(2), F(1, 5)))


def test_a_shorter_horizon_needs_less() -> None:
    assert control(until(RESPONSE, 0), F(2)) == {(): (0, 0)}
