"""Tapes are all run, each with its weight, whatever a program does with what it draws."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from math import comb
from typing import Any

import numpy as np
import pytest

from concomp.impl.noise.randomness import Randomness
from concomp.impl.noise.tapes import Tape, enumerate_tape
from concomp.model.numbers import ParameterError

SIXTH = Fraction(1, 6)


def in_a_thread(n: int) -> object:
    found: list[bool] = []
    thread = threading.Thread(target=lambda: found.append(n < 2))
    thread.start()
    thread.join()
    return found[0]


def with_everything_suppressed(n: int) -> object:
    with contextlib.suppress(BaseException):
        return n < 2
    return "suppressed"


@dataclass(frozen=True)
class Kept:
    """A value that is not compared."""

    number: int = field(compare=False)


USES: dict[str, Callable[[int], object]] = {
    "itself": lambda n: n,
    "compared": lambda n: (n < 2, n <= 2, n > 3, n >= 3, n < Fraction(5, 2), n <= 2.5, n == 3, n < float("inf")),
    "arithmetic": lambda n: (n + 1, 1 - n, n * n, 7 % (n + 1), divmod(n, 2), pow(2, n, 7), n.bit_length()),
    "bits": lambda n: (n >> 1, n & 1, 1 << n, ~n),
    "index": lambda n: "abcdef"[n],
    "an array": lambda n: int(np.arange(6)[n]),
    "fraction": lambda n: Fraction(n, 6),
    "text": lambda n: f"{n:d}",
    "its type": lambda n: (type(n) is int, isinstance(n, int)),
    "suppressed": with_everything_suppressed,
    "a thread": in_a_thread,
    "not compared": Kept,
}


@pytest.mark.parametrize("use", USES)
def test_each_number_has_its_chance(use: str) -> None:
    found = enumerate_tape(lambda randomness: USES[use](randomness.below(6)))
    expected: dict[object, Fraction] = {}
    for number in range(6):
        outcome = USES[use](number)
        expected[outcome] = expected.get(outcome, Fraction(0)) + SIXTH
    assert found.masses == expected
    assert found.cut == 0


def test_draws_are_independent() -> None:
    found = enumerate_tape(lambda randomness: sum(randomness.below(3) < 1 for _ in range(4)))
    assert found.masses == {k: Fraction(comb(4, k) * 2 ** (4 - k), 81) for k in range(5)}


def test_what_is_drawn_may_depend_on_what_was() -> None:
    found = enumerate_tape(lambda randomness: randomness.below(1 + randomness.below(3)))
    assert found.masses == {0: Fraction(11, 18), 1: Fraction(5, 18), 2: Fraction(1, 9)}


def test_tapes_are_run_within_tapes() -> None:
    def program(randomness: Randomness) -> Fraction:
        number = randomness.below(3)
        return enumerate_tape(lambda inner: inner.below(2) < number).mass(True)

    third = Fraction(1, 3)
    assert enumerate_tape(program).masses == {Fraction(0): third, Fraction(1, 2): third, Fraction(1): third}


def test_a_coin_makes_two_tapes() -> None:
    runs = 0

    def program(randomness: Randomness) -> bool:
        nonlocal runs
        runs += 1
        return randomness.falls(Fraction(1, 10**100))

    assert enumerate_tape(program).masses == {True: Fraction(1, 10**100), False: 1 - Fraction(1, 10**100)}
    assert runs == 2


def test_what_is_cut_is_no_more_than_was_said() -> None:
    def first_heads(randomness: Randomness) -> int:
        count = 0
        while randomness.below(2):
            count += 1
        return count

    found = enumerate_tape(first_heads, "1/100")
    assert all(mass == Fraction(1, 2 ** (k + 1)) for k, mass in found.masses.items())
    assert sum(found.masses.values()) == 1 - found.cut
    assert found.cut <= Fraction(1, 100)
    assert set(range(6)) <= set(found.masses)


def test_numbers_may_be_drawn_at_once() -> None:
    found = enumerate_tape(lambda randomness: tuple(randomness.below_many(2, 3).tolist()))
    assert set(found.masses.values()) == {Fraction(1, 8)}
    assert len(found.masses) == 8


@pytest.mark.parametrize("bound", [0, -1, True, 2.5, "2", None])
def test_bounds_are_positive_integers(bound: Any) -> None:
    with pytest.raises(ParameterError, match="give an integer of at least 1"):
        Tape().below(bound)


def test_a_program_that_draws_otherwise_when_it_is_run_again_is_noticed() -> None:
    bounds = iter((2, 3, 4, 5))
    with pytest.raises(ParameterError, match="let it draw from nothing else"):
        enumerate_tape(lambda randomness: randomness.below(next(bounds)))


@pytest.mark.parametrize(
    ("run", "text"),
    [
        (lambda: enumerate_tape(lambda randomness: [randomness.below(2)]), "an outcome is"),  # type: ignore[type-var]
        (lambda: enumerate_tape(lambda randomness: 0, 1), "cut is 1: write a number from 0 to below 1"),
        (lambda: enumerate_tape(lambda randomness: 0, "nan"), "cut is 'nan'"),
    ],
)
def test_what_cannot_be_enumerated_is_refused(run: Callable[[], object], text: str) -> None:
    with pytest.raises(ParameterError) as caught:
        run()
    assert text in str(caught.value)
