"""What is drawn from a finite law has exactly that law."""

from __future__ import annotations

from fractions import Fraction

import pytest

from concomp.impl.noise.randomness import draw
from concomp.impl.noise.tapes import enumerate_tape
from concomp.model.laws.law import Law


@pytest.mark.parametrize(
    "law",
    [Law({"a": Fraction(1, 3), "b": Fraction(1, 4), "c": Fraction(5, 12)}), Law.point("a"), Law.uniform(range(5))],
)
def test_over_all_tapes_outcomes_have_their_weights(law: Law[str]) -> None:
    found = enumerate_tape(lambda randomness: draw(law, randomness))
    assert found.masses == dict(law.items())
    assert found.cut == 0
