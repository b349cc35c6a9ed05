"""The rule of alignments on finite instances, by enumeration: whatever fits its premises has its conclusion."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

import pytest

NOISE, ANSWERS = 6, 3


@dataclass(frozen=True)
class Finite:
    """Finitely many values of noise with weights, what each brings in the two worlds, and a map of noise."""

    weights: tuple[Fraction, ...]
    zero: tuple[int, ...]
    one: tuple[int, ...]
    moved: Mapping[int, int]

    def chance(self, answers: tuple[int, ...], wanted: int) -> Fraction:
        return sum((w for w, answer in zip(self.weights, answers, strict=True) if answer == wanted), Fraction(0))

    def cost(self, answer: int) -> Fraction:
        """The most by which noise that brings the answer is likelier than its image."""
        return max(self.weights[n] / self.weights[self.moved[n]] for n in self.bringing(answer))

    def bringing(self, answer: int) -> list[int]:
        return [n for n in range(NOISE) if self.zero[n] == answer]

    def keeps(self, answer: int) -> bool:
        return all(self.one[self.moved[n]] == answer for n in self.bringing(answer))

    def is_one_to_one(self, answer: int) -> bool:
        images = [self.moved[n] for n in self.bringing(answer)]
        return len(set(images)) == len(images)


def finite(seed: int) -> Finite:
    chosen = random.Random(seed)
    parts = [chosen.randint(1, 9) for _ in range(NOISE)]
    zero = tuple(chosen.randrange(ANSWERS) for _ in range(NOISE))
    one = tuple(chosen.randrange(ANSWERS) for _ in range(NOISE))
    moved = {n: chosen.choice([m for m in range(NOISE) if one[m] == zero[n]] or [n]) for n in range(NOISE)}
    return Finite(tuple(Fraction(part, sum(parts)) for part in parts), zero, one, moved)


CASES = [(case, answer) for case in map(finite, range(2_000)) for answer in range(ANSWERS) if case.bringing(answer)]


def exceeds(case: Finite, answer: int) -> bool:
    return case.chance(case.zero, answer) > case.cost(answer) * case.chance(case.one, answer)


def test_an_alignment_bounds_the_chances() -> None:
    fitting = [(case, answer) for case, answer in CASES if case.keeps(answer) and case.is_one_to_one(answer)]
    assert len(fitting) > 500
    assert not any(exceeds(*each) for each in fitting)
    assert any(case.chance(case.zero, x) == case.cost(x) * case.chance(case.one, x) for case, x in fitting)


@pytest.mark.parametrize("left_out", ["keeps", "is_one_to_one"])
def test_each_premise_is_needed(left_out: str) -> None:
    [other] = {"keeps", "is_one_to_one"} - {left_out}
    assert any(exceeds(case, answer) for case, answer in CASES if getattr(case, other)(answer))
