"""Choices by rational weights."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from concomp.model.laws.law import Law
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.expectation import expect, first_case

WEIGHTS = (Fraction(3, 2), Fraction(2), Fraction(3))
DISTANCES = (1, 2)
SCORES = range(4)
CANDIDATES = (1, 2, 3)
Scores = tuple[int, ...]


def choice(weight: Fraction, scores: Scores) -> Law[int]:
    """The law of the exponential mechanism: a candidate with a chance proportional to w^score."""
    weights = [weight**score for score in scores]
    return Law({candidate: each / sum(weights) for candidate, each in enumerate(weights)})


def pairs(distance: int) -> Iterator[tuple[Scores, Scores]]:
    """Scores of as many candidates on both sides, at most so far apart."""
    for candidates in CANDIDATES:
        for zero, one in product(product(SCORES, repeat=candidates), repeat=2):
            if all(abs(x - y) <= distance for x, y in zip(zero, one, strict=True)):
                yield zero, one


def loss(weight: Fraction, zero: Scores, one: Scores) -> Fraction:
    """The largest ratio of chances, of world 0 to world 1."""
    first, second = choice(weight, zero), choice(weight, one)
    return max(chance / second[candidate] for candidate, chance in first.items())


def moves_one_way(zero: Scores, one: Scores) -> bool:
    """Whether all scores that differ are larger on the same side."""
    signs = {x < y for x, y in zip(zero, one, strict=True) if x != y}
    return len(signs) <= 1


@check("concomp Proposition 12")
def choices_lose_the_weight_of_twice_the_distance() -> Outcome:
    """No scores lose more than w^{2Δ}, or w^Δ where all move one way; which some lose, and some more without that."""
    judged, attained, beyond = 0, [], []
    for weight, distance in product(WEIGHTS, DISTANCES):
        for zero, one in pairs(distance):
            lost = loss(weight, zero, one)
            expect(lost <= weight ** (2 * distance), f"{zero} and {one} lose {lost} at w = {weight}")
            if moves_one_way(zero, one):
                expect(lost <= weight**distance, f"{zero} and {one} lose {lost} at w = {weight} one way")
            elif lost > weight**distance:
                beyond.append((weight, zero, one, lost))
            attained += [(weight, zero, one)] if lost > 1 else []
            judged += 1
    witness = first_case(attained, "no scores lose anything")
    control = first_case(beyond, "no scores lose more than w^Δ")
    return Outcome(
        verdict="exact",
        scope=f"w = {', '.join(map(str, WEIGHTS))}, Δ = 1, 2, up to {CANDIDATES[-1]} candidates of scores 0 to 3",
        size=judged,
        witness=f"w = {witness[0]}: {witness[1]} and {witness[2]} can be told apart",
        control=f"refuted: “w^Δ whichever way scores move”, by w = {control[0]}, {control[1]} and {control[2]}",
    )
