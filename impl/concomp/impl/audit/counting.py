"""Curves without choices.

Where every place has one move at most, an adversary only counts. On a lattice of losses the weights of all histories
that end in one place are the coefficients of a polynomial, integers over a common denominator, and a round is a
multiplication by small polynomials. Half of the rounds are counted from the start, half from the end, so that no
intermediate polynomial is as long as the result.
"""

from __future__ import annotations

from math import gcd, lcm

from flint import fmpq, fmpz, fmpz_poly

from concomp.impl.audit.arena import EXCLUDED, NEVER, Arena
from concomp.impl.audit.curves import Curve
from concomp.impl.audit.losses import Losses, losses
from concomp.impl.audit.rationals import ZERO
from concomp.model.mechanisms.positions import Allowance

LONGEST = 1 << 17
"""The longest polynomial."""
WORD = 1 << 12
"""Bits that count as one step."""

Step = tuple[int, list[tuple[int, int, int, int]]]
"""(common factor of the weights, branches (place after it, degree, odd part, power of 2 of the rest))."""


def counted(arena: Arena, allowance: Allowance) -> Curve | None:
    """The curve at the start; None where there is a choice, or no lattice that is of use."""
    if any(len(arena.options(place)) > 1 for place in range(len(arena.places))):
        return None
    used = sorted({odds for place in range(len(arena.places)) for odds, _, _ in _branches(arena, place)})
    lattice = losses([arena.numbers.odds.values[odds] for odds in used], arena.rounds)
    if lattice is None:
        return None
    packed = {odds: lattice.packed(index) for index, odds in enumerate(used)}
    lowest = min([0, *packed.values()])
    if (max([0, *packed.values()]) - lowest) * arena.rounds > LONGEST:
        return None
    steps, denominator = _steps(arena, packed, lowest)
    length = 1 + (max([0, *packed.values()]) - lowest) * arena.rounds
    edges = sum(len(each) for _, each in steps)
    allowance.spend(arena.rounds * edges * (1 + length // 8 * (1 + denominator.bit_length() * arena.rounds // WORD)))
    width = 1 + (denominator.bit_length() * (arena.rounds - arena.rounds // 2)) // 8
    total = _met(steps, arena.start, arena.rounds, width)
    return _curve(total, denominator**arena.rounds, lattice, lowest * arena.rounds)


def _branches(arena: Arena, place: int) -> list[tuple[int, int, int]]:
    """The branches of the only move that exclude no world."""
    return [branch for branches in arena.options(place) for branch in branches if branch[0] not in (NEVER, EXCLUDED)]


def _steps(arena: Arena, packed: dict[int, int], lowest: int) -> tuple[list[Step], int]:
    """The steps of the places, with the common denominator of their weights; a place without a move stays."""
    weights = arena.numbers.weights.values
    used = {weight for place in range(len(arena.places)) for _, weight, _ in _branches(arena, place)}
    denominator = lcm(*(int(weights[weight].q) for weight in used))
    steps: list[Step] = []
    for place in range(len(arena.places)):
        moving = [
            (then, packed[odds] - lowest, int(weights[weight].p) * (denominator // int(weights[weight].q)))
            for odds, weight, then in _branches(arena, place)
        ]
        steps.append(_step(moving if arena.places[place] else [(place, -lowest, denominator)]))
    return steps, denominator


def _step(moving: list[tuple[int, int, int]]) -> Step:
    """A step by (place after it, degree, weight), with as little multiplication as possible."""
    common = gcd(*(weight for _, _, weight in moving))
    rests = [(then, degree, weight // common) for then, degree, weight in moving]
    powers = [(weight & -weight).bit_length() - 1 for _, _, weight in rests]
    return common, [
        (then, degree, rest >> power, power) for (then, degree, rest), power in zip(rests, powers, strict=True)
    ]


def _move(counts: fmpz, bits: int, odd: int) -> fmpz:
    return (counts if odd == 1 else counts * odd) << bits


def _met(steps: list[Step], start: int, rounds: int, width: int) -> fmpz_poly:
    """The polynomial of all histories of so many rounds, counted from both sides.

    width: the bytes that a coefficient of half of the rounds needs; polynomials are kept as their values at a power
    of 2 so high that no coefficient reaches into the next.
    """
    bits = 8 * width
    reached = {start: fmpz(1)}
    for _ in range(rounds - rounds // 2):
        after: dict[int, fmpz] = {}
        for place, counts in reached.items():
            common, branches = steps[place]
            scaled = counts * common
            for then, degree, odd, power in branches:
                moved = _move(scaled, degree * bits + power, odd)
                after[then] = after[then] + moved if then in after else moved
        reached = after
    ahead = _ahead(steps, frozenset(reached), rounds // 2, bits)
    products = (_unpack(counts, width) * _unpack(ahead[place], width) for place, counts in reached.items())
    return sum(products, fmpz_poly([]))


def _ahead(steps: list[Step], places: frozenset[int], rounds: int, bits: int) -> dict[int, fmpz]:
    """For each of the places the packed polynomial of all that can follow in so many rounds."""
    layers = [places]
    for _ in range(rounds):
        layers.append(frozenset(then for place in layers[-1] for then, *_ in steps[place][1]))
    ahead = dict.fromkeys(layers.pop(), fmpz(1))
    while layers:
        ahead = {place: _gather(steps[place], ahead, bits) for place in layers.pop()}
    return ahead


def _gather(step: Step, ahead: dict[int, fmpz], bits: int) -> fmpz:
    """What can follow a step."""
    moved = (_move(ahead[then], degree * bits + power, odd) for then, degree, odd, power in step[1])
    return sum(moved, fmpz(0)) * step[0]


def _unpack(packed: fmpz, width: int) -> fmpz_poly:
    """The polynomial that a number packs."""
    number = int(packed)
    data = number.to_bytes(-(-number.bit_length() // (8 * width)) * width, "little")
    return fmpz_poly([int.from_bytes(data[at : at + width], "little") for at in range(0, len(data), width)])


def _curve(counts: fmpz_poly, denominator: int, lattice: Losses, offset: int) -> Curve:
    """The curve of the outcomes by their odds; what is missing to one excludes world 1."""
    hinges, excluded = [], denominator
    for degree in range(counts.degree() + 1):
        count = int(counts[degree])
        if count:
            odds = lattice.odds(degree + offset)
            hinges.append((1 / odds, odds * fmpq(count, denominator)))
            excluded -= count
    return Curve(fmpq(excluded, denominator) if excluded else ZERO, tuple(sorted(hinges, key=lambda each: each[0])))
