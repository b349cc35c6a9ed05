"""Numbers for people: what is printed is on the right side of the number, and cheap however long the number is."""

from __future__ import annotations

import time
from fractions import Fraction as F

import pytest

import concomp
from concomp.impl.accounting.numbers import Bounds
from concomp.report.quantities import (
    approximate,
    approximate_epsilon,
    enough,
    epsilon_at_most,
    short,
    shown,
    shown_from_below,
)

HUGE = F(3**900_000, 2**7 * 5**3)
"""About 1.4 million bits."""
NUMBERS = [F(1, 3), F(2, 3), F(10**50 + 1), F(1, 7**1000), F(7**1000), F(10**5000 + 1), F(1, 10**5000), HUGE, 1 / HUGE]


@pytest.mark.parametrize("number", NUMBERS)
def test_a_bound_is_printed_on_its_side_of_the_number(number: F) -> None:
    above = shown(Bounds(F(0), number)).removeprefix("≤ ")
    below = shown_from_below(Bounds(number, number * 2)).removeprefix("≥ ")
    assert F(below) <= number <= F(above) <= F(below) * (1 + F(3, 10**5))
    assert F(below) < F(above)


def test_a_bound_of_few_digits_is_printed_as_it_is() -> None:
    assert (shown(Bounds(F(0), F(1, 4))), shown_from_below(Bounds(F(1, 4), F(1)))) == ("≤ 0.25", "≥ 0.25")
    assert shown(Bounds(F(-1), F(0))) == "≤ 0"


def test_printing_a_huge_number_is_cheap() -> None:
    start = time.monotonic()
    texts = [approximate(HUGE), short(HUGE), shown(Bounds(HUGE, HUGE + 1)), shown_from_below(Bounds(HUGE, HUGE + 1))]
    assert all(text.endswith("E+429404") for text in texts), texts
    assert approximate_epsilon(HUGE) == "~988741"
    assert epsilon_at_most(HUGE) == "at most 988742"
    assert time.monotonic() - start < 1


def test_answers_about_huge_losses_print_at_once() -> None:
    start = time.monotonic()
    found = concomp.compose([concomp.with_epsilon("1e6")] * 3, delta=0)
    assert str(found) == (
        "<ε = 3000000, E ≤ 2.79068E+1302883, for δ = 0: optimal composition of 3 mechanisms, fixed in advance>"
    )
    assert time.monotonic() - start < 3


@pytest.mark.parametrize("e_eps", [F(2), 1 + F(1, 10**300), F(120_027_999, 10**6), F(10**3000)])
def test_epsilon_is_not_understated(e_eps: F) -> None:
    above = F(epsilon_at_most(e_eps).removeprefix("at most "))
    about = concomp.impl.accounting.losses.epsilon_of(Bounds(e_eps, e_eps))
    assert about.high <= above <= about.low * (1 + F(2, 10**5))
    assert approximate_epsilon(F(1)) == epsilon_at_most(F(1)) == "0"


def test_a_number_that_is_enough_is_exact_or_not_below_the_number() -> None:
    assert enough(F(1, 4)) == "at most 1/4 (0.25)"
    slight = F(10**60 + 1, 3 * 10**60)
    assert F(enough(slight).removeprefix("at most ")) >= slight
