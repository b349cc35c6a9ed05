"""Tapes are all run, each with its weight, whatever a program does with what it draws."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import comb

import pytest

from concomp.impl.noise.randomness import Randomness
from concomp.impl.noise.tapes import Tape, enumerate_tape
from concomp.model.numbers import ParameterError

USES: dict[str, Callable[[int], object]] = {
    "itself": lambda n: n,
    "compared": lambda n: (n < 2, n <= 2, n > 3, n >= 3, n < Fraction(5, 2), n <= 2.5),
    "equal": lambda n: (n == 3, n != 3),
    "arithmetic": lambda n: (n + 1, 1 - n, n * n, n // 2, 7 % (n + 1), divmod(n, 2), n**2, -n, abs(n)),
    "bits": lambda n: (n >> 1, n & 1, 1 << n, n ^ 3, ~n),
    "index": lambda n: "abcdef"[n],
    "fraction": lambda n: Fraction(n, 6) + Fraction(1, n + 1),
    "text": str,
    "truth": bool,
    "nested": lambda n: (0, (n,)),
    "range": lambda n: tuple(range(n)),
}


@pytest.mark.parametrize("use", USES)
def test_each_number_has_its_chance(use: str) -> None:
    found = enumerate_tape(lambda randomness: USES[use](randomness.below(6)))
    expected: dict[object, Fraction] = {}
    for number in range(6):
        outcome = USES[use](number)
        expected[outcome] = expected.get(outcome, Fraction(0)) + Fraction(1, 6)
    assert found.masses == expected
    assert found.cut == 0


def test_draws_are_independent() -> None:
    found = enumerate_tape(lambda randomness: sum(randomness.below(3) < 1 for _ in range(4)))
    assert found.masses == {k: Fraction(comb(4, k) * 2 ** (4 - k), 81) for k in range(5)}


def test_a_coin_makes_two_tapes() -> None:
    runs = 0

    def program(randomness: Randomness) -> bool:
        nonlocal runs
        runs += 1
        return randomness.below(10**100) < 10**99

    assert enumerate_tape(program).mass(True) == Fraction(1, 10)
    assert runs == 3


def test_what_is_cut_is_no_more_than_was_said() -> None:
    def first_heads(randomness: Randomness) -> int:
        count = 0
        while randomness.below(2):
            count += 1
        return count

    found = enumerate_tape(first_heads, Fraction(1, 100))
    assert found.masses == {k: Fraction(1, 2 ** (k + 1)) for k in range(7)}
    assert found.cut == Fraction(1, 128)


def test_numbers_may_be_drawn_at_once() -> None:
    found = enumerate_tape(lambda randomness: tuple(randomness.below_many(2, 3).tolist()))
    assert set(found.masses.values()) == {Fraction(1, 8)}
    assert len(found.masses) == 8


@pytest.mark.parametrize("bound", [0, -1, True])
def test_bounds_are_positive(bound: int) -> None:
    with pytest.raises(ParameterError, match="numbers are drawn below an integer of at least 1"):
        Tape().below(bound)
