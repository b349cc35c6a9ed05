"""Noise has exactly the law of the model, by the enumeration of all that its code may draw."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import Any

import pytest
from flint import arb

from concomp.impl.noise import choice, gaussian, laplace
from concomp.impl.noise.choice import choice_attempt, choose, choose_exp
from concomp.impl.noise.coins import bernoulli_exp
from concomp.impl.noise.gaussian import gaussian_attempt
from concomp.impl.noise.geometric import geometric, two_sided_geometric
from concomp.impl.noise.inversion import Inversion
from concomp.impl.noise.laplace import laplace_attempt
from concomp.impl.noise.magnitudes import GaussianMagnitudes, GeometricMagnitudes, LaplaceMagnitudes
from concomp.impl.noise.randomness import Randomness
from concomp.impl.noise.rejection import first_accepted
from concomp.impl.noise.tapes import TapeLaw, enumerate_tape
from concomp.model.laws.balls import ball, precision
from concomp.model.mechanisms.named.gaussian import DiscreteGaussian
from concomp.model.mechanisms.named.geometric import TwoSidedGeometric
from concomp.model.mechanisms.named.laplace import DiscreteLaplace

CUT = Fraction(1, 1 << 20)


class Drawn(Randomness):
    """A source that has numbers only; its coins are what all sources of numbers have."""

    def __init__(self, tape: Randomness) -> None:
        self.tape = tape

    def below(self, bound: int) -> int:
        return self.tape.below(bound)


COIN_BITS = 64
BITS = 256


def lies_within(mass: Fraction, chance: arb, above: Fraction) -> bool:
    """Whether a chance is from `mass` to `above`, by balls of BITS bits: what is equal cannot be told from them."""
    known = chance.rad() < ball(Fraction(1, 1 << BITS // 2))
    return bool(known) and not bool(chance < ball(mass)) and not bool(chance > ball(above))


def demand(found: TapeLaw[Any], mass: Callable[[Any], arb]) -> None:
    """Every outcome's chance is at least what the tapes give it, and at most that and what was cut."""
    with precision(BITS):
        assert all(lies_within(found.mass(z), mass(z), found.mass(z) + found.cut) for z in found.masses)


def demand_accepted(found: TapeLaw[Any], mass: Callable[[Any], arb], slack: Fraction) -> None:
    """The same of what is accepted of an attempt: given that it is, it has the law."""
    accepted = sum((weight for z, weight in found.masses.items() if z is not None), Fraction(0))
    outcomes = [z for z in found.masses if z is not None]
    with precision(BITS):
        for z in outcomes:
            low = (found.mass(z) - slack) / (accepted + found.cut + slack)
            high = (found.mass(z) + found.cut + slack) / (accepted - slack)
            assert lies_within(low, mass(z), high)


@contextmanager
def rational_coins(*modules: Any) -> Iterator[Fraction]:
    """Coins of chance e^{−γ} replaced by coins whose chance is as close as 2^-COIN_BITS: their own test is another.

    Yields how much the law of a program that throws at most 2^8 of them may change.
    """

    def nearly(gamma: Fraction, randomness: Randomness) -> bool:
        with precision(BITS):
            nearest = (ball(-gamma).exp() * (1 << COIN_BITS)).floor().unique_fmpz()
        return randomness.falls(Fraction(int(nearest), 1 << COIN_BITS))

    with pytest.MonkeyPatch.context() as patch:
        for module in modules:
            patch.setattr(module, "bernoulli_exp", nearly)
        yield Fraction(1 << 8, 1 << COIN_BITS)


@pytest.mark.parametrize("chance", [Fraction(0), Fraction(1, 3), Fraction(5, 7), Fraction(1)])
def test_a_rational_coin(chance: Fraction) -> None:
    found = enumerate_tape(lambda tape: Drawn(tape).falls(chance))
    assert found.mass(True) == chance
    assert found == enumerate_tape(lambda tape: tape.falls(chance))


@pytest.mark.parametrize("gamma", [Fraction(0), Fraction(1, 3), Fraction(1), Fraction(5, 2), Fraction(7)])
def test_a_coin_of_chance_e_to_minus_gamma(gamma: Fraction) -> None:
    found = enumerate_tape(lambda tape: bernoulli_exp(gamma, tape), CUT)
    assert found.cut <= CUT
    with precision(BITS):
        chance = ball(-gamma).exp()
        assert lies_within(found.mass(True), chance, found.mass(True) + found.cut)


@pytest.mark.parametrize("ratio", [Fraction(1, 3), Fraction(2, 3), Fraction(9, 10)])
class TestGeometric:
    def test_one_side(self, ratio: Fraction) -> None:
        found = enumerate_tape(lambda tape: geometric(ratio, tape, 4))
        assert found.masses == {**{n: (1 - ratio) * ratio**n for n in range(4)}, 4: ratio**4}

    @pytest.mark.parametrize("most", [0, 1, 3])
    def test_two_sides_clamped(self, ratio: Fraction, most: int) -> None:
        found = enumerate_tape(lambda tape: two_sided_geometric(ratio, tape, most))
        assert found.cut == 0
        assert found.masses == dict(TwoSidedGeometric(ratio).released(0, (-most, most)).items())

    def test_two_sides(self, ratio: Fraction) -> None:
        found = enumerate_tape(lambda tape: two_sided_geometric(ratio, tape), Fraction(1, 1 << 12))
        demand(found, lambda z: ball(TwoSidedGeometric(ratio).mass(z)))


@pytest.mark.parametrize("width", [2, 3])
class TestLazyInversion:
    @pytest.mark.parametrize("ratio", [Fraction(1, 3), Fraction(2, 3)])
    def test_geometric(self, ratio: Fraction, width: int) -> None:
        self.demand(Inversion(GeometricMagnitudes(ratio), width), lambda z: ball(TwoSidedGeometric(ratio).mass(z)))

    @pytest.mark.parametrize("scale", [Fraction(1, 3), Fraction(1), Fraction(5, 2)])
    def test_laplace(self, scale: Fraction, width: int) -> None:
        self.demand(Inversion(LaplaceMagnitudes(scale), width), DiscreteLaplace(scale).mass)

    @pytest.mark.parametrize("variance", [Fraction(1, 5), Fraction(1), Fraction(9, 2)])
    def test_gaussian(self, variance: Fraction, width: int) -> None:
        self.demand(Inversion(GaussianMagnitudes(variance), width), DiscreteGaussian(variance).mass)

    @staticmethod
    def demand(noise: Inversion, mass: Callable[[int], arb]) -> None:
        found = enumerate_tape(noise.draw, CUT)
        assert found.cut <= CUT
        demand(found, mass)
        at_once = enumerate_tape(lambda tape: int(noise.draw_many(1, tape)[0]), CUT)
        assert at_once == found


@pytest.mark.parametrize("scale", [Fraction(1, 3), Fraction(1), Fraction(5, 2)])
def test_laplace_by_coins(scale: Fraction) -> None:
    with rational_coins(laplace) as slack:
        found = enumerate_tape(lambda tape: laplace_attempt(scale, tape), CUT)
    assert found.cut <= CUT
    demand_accepted(found, DiscreteLaplace(scale).mass, slack)


@pytest.mark.parametrize("variance", [Fraction(1, 5), Fraction(1), Fraction(9, 2)])
def test_gaussian_by_coins(variance: Fraction) -> None:
    with rational_coins(laplace, gaussian) as slack:
        found = enumerate_tape(lambda tape: gaussian_attempt(variance, tape), CUT)
    assert found.cut <= CUT
    demand_accepted(found, DiscreteGaussian(variance).mass, slack)


def test_laplace_by_its_own_coins() -> None:
    found = enumerate_tape(lambda tape: laplace_attempt(Fraction(3, 2), tape), Fraction(1, 1 << 9))
    demand_accepted(found, DiscreteLaplace(Fraction(3, 2)).mass, Fraction(0))


@pytest.mark.full
def test_laplace_by_its_own_coins_to_the_last() -> None:
    found = enumerate_tape(lambda tape: laplace_attempt(Fraction(3, 2), tape), CUT)
    demand_accepted(found, DiscreteLaplace(Fraction(3, 2)).mass, Fraction(0))


def test_what_is_accepted_has_the_law_of_one_attempt() -> None:
    def attempt(randomness: Randomness) -> int | None:
        return None if randomness.falls(Fraction(2, 5)) else randomness.below(3)

    found = enumerate_tape(lambda tape: first_accepted(attempt, tape), CUT)
    assert found.cut <= CUT
    assert all(mass <= Fraction(1, 3) <= mass + found.cut for mass in found.masses.values())
    assert set(found.masses) == {0, 1, 2}


def test_a_choice_by_weights() -> None:
    weights = [Fraction(1, 3), Fraction(0), Fraction(2), Fraction(1, 4)]
    found = enumerate_tape(lambda tape: choose(weights, tape))
    assert found.masses == {0: Fraction(4, 31), 2: Fraction(24, 31), 3: Fraction(3, 31)}


def test_a_choice_by_losses() -> None:
    losses = [Fraction(0), Fraction(1, 2), Fraction(3)]
    with rational_coins(choice) as slack:
        found = enumerate_tape(lambda tape: choice_attempt(losses, tape))
        shifted = enumerate_tape(lambda tape: choose_exp([loss + 5 for loss in losses], tape), Fraction(1, 1 << 7))
    with precision(BITS):
        weights = [ball(-loss).exp() for loss in losses]
        whole = sum(weights, arb(0))
        demand_accepted(found, lambda place: weights[place] / whole, slack)
        demand(shifted, lambda place: weights[place] / whole)
