"""Budgets are split into parts that suit, whatever suits together."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from random import Random

import pytest

from concomp.model.reduction.control import WeightPair
from concomp.model.reduction.split import Share, shared, split, suits

ODDS = (Fraction(1), Fraction(3, 2), Fraction(4))


def below(random: Random, e_eps: Fraction) -> WeightPair:
    """A pair in the cone of what a budget may fall short of the weight: −(u + v/e^ε, u/e^ε + v), u, v ≥ 0."""
    u, v = Fraction(random.randint(0, 6), 6), Fraction(random.randint(0, 6), 6)
    return -(u + v / e_eps), -(u / e_eps + v)


def plus(left: WeightPair, right: WeightPair) -> WeightPair:
    return left[0] + right[0], left[1] + right[1]


def cases(e_eps: Fraction) -> Iterator[tuple[WeightPair, Share, Share]]:
    """Budgets that suit two shares together, each of which needs what suits it."""
    random = Random(7)
    for _ in range(3000):
        weights = [(Fraction(random.randint(0, 12), 6), Fraction(random.randint(0, 12), 6)) for _ in range(2)]
        first, second = (Share(plus(weight, below(random, e_eps)), weight) for weight in weights)
        budget = plus(plus(*weights), below(random, e_eps))
        if suits(budget, Share(plus(first.least, second.least), plus(*weights)), e_eps):
            yield budget, first, second


@pytest.mark.parametrize("e_eps", ODDS)
def test_both_parts_suit(e_eps: Fraction) -> None:
    count = 0
    for budget, first, second in cases(e_eps):
        part = split(budget, first, second.weight, e_eps)
        left = budget[0] - part[0], budget[1] - part[1]
        assert suits(part, first, e_eps)
        assert suits(left, second, e_eps)
        count += 1
    assert count > 100


@pytest.mark.parametrize("e_eps", ODDS)
def test_to_give_what_is_needed_is_not_always_enough(e_eps: Fraction) -> None:
    """If the first history gets only what it needs, what is left may be too much for the second."""
    assert any(
        not suits((budget[0] - first.least[0], budget[1] - first.least[1]), second, e_eps)
        for budget, first, second in cases(e_eps)
    )


@pytest.mark.parametrize("e_eps", ODDS)
def test_shares_sum_up(e_eps: Fraction) -> None:
    for budget, first, second in cases(e_eps):
        parts = list(shared(budget, [first, second], e_eps))
        assert plus(*parts) == budget
        assert suits(parts[1], second, e_eps)
