"""Smoke tests: numbers that are drawn look like their law. What proves the law is the enumeration of tapes.

By chi-square, far beyond what chance brings: a right law fails once in some 10^9 runs, and the seed is fixed besides.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

import pytest
from flint import arb

from concomp.impl.noise.coins import bernoulli_exp
from concomp.impl.noise.gaussian import discrete_gaussian
from concomp.impl.noise.geometric import two_sided_geometric
from concomp.impl.noise.laplace import discrete_laplace
from concomp.impl.noise.samplers import Noise, gaussian_noise, geometric_noise, laplace_noise
from concomp.impl.noise.sources import SeededRandomness, SystemRandomness
from concomp.model.laws.balls import ball, precision
from concomp.model.mechanisms.named.gaussian import DiscreteGaussian
from concomp.model.mechanisms.named.geometric import TwoSidedGeometric
from concomp.model.mechanisms.named.laplace import DiscreteLaplace

SIZE, SIZE_OF_PEER = 1_000_000, 100_000
FARTHEST = 25
LAWS: dict[str, tuple[Noise, Callable[[int], Any]]] = {
    "geometric": (geometric_noise("10/11"), lambda z: ball(TwoSidedGeometric(Fraction(10, 11)).mass(z))),
    "laplace": (laplace_noise(10), DiscreteLaplace(Fraction(10)).mass),
    "gaussian": (gaussian_noise(100), DiscreteGaussian(Fraction(100)).mass),
}
ALGORITHMS: dict[str, Callable[[SeededRandomness], int]] = {
    "geometric": lambda randomness: two_sided_geometric(Fraction(10, 11), randomness),
    "laplace": lambda randomness: discrete_laplace(Fraction(10), randomness),
    "gaussian": lambda randomness: discrete_gaussian(Fraction(100), randomness),
}


def masses(mass: Callable[[int], arb]) -> dict[int, float]:
    """The chances of the numbers up to FARTHEST, all others being one."""
    with precision(64):
        inner = {z: float(mass(z)) for z in range(-FARTHEST, FARTHEST + 1)}
    return {**inner, FARTHEST + 1: 1 - sum(inner.values())}


def looks_like(drawn: Iterable[int], law: dict[int, float]) -> bool:
    """Whether the chi-square statistic is within six standard deviations."""
    counts = Counter(z if abs(z) <= FARTHEST else FARTHEST + 1 for z in drawn)
    size, degrees = counts.total(), len(law) - 1
    statistic = sum((counts[z] - size * chance) ** 2 / (size * chance) for z, chance in law.items())
    return statistic < degrees + 6 * (2 * degrees) ** 0.5 + 12


@pytest.mark.full
@pytest.mark.parametrize("name", LAWS)
def test_a_million_numbers_look_like_the_law(name: str) -> None:
    noise, mass = LAWS[name]
    law, randomness = masses(mass), SeededRandomness(11)
    assert looks_like(noise.draw_many(SIZE, randomness).tolist(), law)
    assert looks_like((noise.draw(randomness) for _ in range(SIZE)), law)


@pytest.mark.full
@pytest.mark.parametrize("name", LAWS)
def test_so_do_those_of_the_other_algorithm(name: str) -> None:
    randomness = SeededRandomness(5)
    assert looks_like((ALGORITHMS[name](randomness) for _ in range(SIZE_OF_PEER)), masses(LAWS[name][1]))


@pytest.mark.full
def test_what_is_off_by_little_does_not() -> None:
    law, randomness = masses(LAWS["laplace"][1]), SeededRandomness(3)
    assert not looks_like(laplace_noise("101/10").draw_many(SIZE, randomness).tolist(), law)
    doubled = (0 if z == 1 and randomness.below(10) == 0 else z for z in laplace_noise(10).draw_many(SIZE, randomness))
    assert not looks_like(map(int, doubled), law)
    assert not looks_like(map(int, geometric_noise("9/10").draw_many(SIZE, randomness)), law)


@pytest.mark.full
def test_coins_fall_as_often_as_they_should() -> None:
    randomness = SeededRandomness(7)
    fallen = sum(bernoulli_exp(Fraction(3, 2), randomness) for _ in range(SIZE_OF_PEER))
    assert abs(fallen - SIZE_OF_PEER * 0.22313016) < 6 * (SIZE_OF_PEER * 0.1733) ** 0.5


@pytest.mark.full
@pytest.mark.parametrize(("name", "make"), [("laplace", "make_laplace"), ("gaussian", "make_gaussian")])
def test_another_library_draws_the_same(name: str, make: str) -> None:
    dp = pytest.importorskip("opendp.prelude", reason="a second opinion needs the extra `peers`")
    dp.enable_features("contrib")
    space = dp.atom_domain(T=int), dp.absolute_distance(T=int if name == "laplace" else float)
    theirs = getattr(dp.m, make)(*space, scale=10.0)
    law, randomness = masses(LAWS[name][1]), SystemRandomness()
    assert looks_like((theirs(0) for _ in range(SIZE_OF_PEER)), law)
    assert looks_like((LAWS[name][0].draw(randomness) for _ in range(SIZE_OF_PEER)), law)
