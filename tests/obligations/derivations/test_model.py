"""What the derivations are about is what the model computes: control functions, and the weights made by division."""

from __future__ import annotations

from fractions import Fraction

import pytest

from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.reduction.control import control, lower
from concomp.model.reduction.dividing import exposing_by_division
from tests.obligations.derivations.mechanisms import HISTORIES, QUERIES, ROUNDS, interpretation

CASES = [(seed, g) for seed in range(4) for g in (Fraction(1), Fraction(2))]


@pytest.mark.parametrize(("seed", "g"), CASES)
def test_quantities_are_those_of_the_model(seed: int, g: Fraction) -> None:
    of = interpretation(seed, g).quantities
    chances = {h: (of["μ"](0, h), of["μ"](1, h)) for h in HISTORIES}
    assert control(chances, g) == {h: (of["L∞"](0, h), of["L∞"](1, h)) for h in HISTORIES}
    assert lower(chances, g) == {
        (h, q): (of["Lower"](ROUNDS - len(h) - 1, 0, h, q), of["Lower"](ROUNDS - len(h) - 1, 1, h, q))
        for h in HISTORIES
        if len(h) < ROUNDS
        for q in QUERIES
    }


@pytest.mark.parametrize(("seed", "g"), CASES)
def test_budgets_are_those_of_the_model(seed: int, g: Fraction) -> None:
    of = interpretation(seed, g).quantities
    delta = of["δ"]()
    divided = exposing_by_division({h: (of["μ"](0, h), of["μ"](1, h)) for h in HISTORIES}, PrivacyParameters(g, delta))
    assert delta > 0
    assert {h: (of["X"](0, h) / delta, of["X"](1, h) / delta) for h in HISTORIES} == divided
