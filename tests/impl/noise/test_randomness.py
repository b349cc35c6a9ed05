"""What is drawn has exactly the law it is drawn from."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from concomp.impl.noise.randomness import SeededRandomness, SystemRandomness, draw
from concomp.model.laws.law import Law


class Fixed:
    """The number that it is given."""

    def __init__(self, number: int) -> None:
        self.number, self.bound = number, 0

    def below(self, bound: int) -> int:
        self.bound = bound
        return self.number


@pytest.mark.parametrize(
    "law",
    [Law({"a": Fraction(1, 3), "b": Fraction(1, 4), "c": Fraction(5, 12)}), Law.point("a"), Law.uniform(range(5))],
)
def test_over_all_tapes_outcomes_have_their_weights(law: Law[object]) -> None:
    probe = Fixed(0)
    draw(law, probe)
    counts = Counter(draw(law, Fixed(number)) for number in range(probe.bound))
    assert {outcome: Fraction(count, probe.bound) for outcome, count in counts.items()} == dict(law.items())


@pytest.mark.parametrize("randomness", [SystemRandomness(), SeededRandomness(7)])
def test_numbers_are_below_the_bound(randomness: SystemRandomness | SeededRandomness) -> None:
    assert {randomness.below(3) for _ in range(200)} == {0, 1, 2}


def test_a_seed_gives_the_same_numbers() -> None:
    first, second = SeededRandomness(5), SeededRandomness(5)
    assert [first.below(1000) for _ in range(9)] == [second.below(1000) for _ in range(9)]
