"""The catalogue of defects of noise, and how soon each is found."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from concomp.conformance.statistics.cell_laws import (
    CellLaw,
    discrete_gaussian,
    discrete_laplace,
    one_sided,
    rounded_gaussian,
    rounded_laplace,
    two_sided_geometric,
    zero_twice,
)
from concomp.conformance.statistics.power import draws_for_law

FACTORS = (Fraction(2), Fraction(1, 2), Fraction(11, 10), Fraction(21, 20), Fraction(101, 100))
"""By how much a scale is wrong, the coarsest first."""
COIN = 16
"""The values of four random bits, from which no coin of another chance than so many sixteenths is thrown."""
WithScale = Callable[[Fraction, int], CellLaw]


@dataclass(frozen=True)
class Power:
    """What a test finds with a chance of 0.999.

    draws: for each defect, within how many; None for what is out of reach.
    """

    draws: Mapping[str, int | None]

    def within(self, most: int) -> tuple[str, ...]:
        """The defects that are found within so many draws, the hardest to find first."""
        found = {name: draws for name, draws in self.draws.items() if draws is not None and draws <= most}
        return tuple(sorted(found, key=lambda name: -found[name]))

    def beyond(self, most: int) -> tuple[str, ...]:
        """The defects that are not."""
        reached = self.within(most)
        return tuple(name for name in self.draws if name not in reached)

    def sentence(self, most: int, what: str = "draws") -> str:
        """What a vector that makes so many draws says about itself."""
        within, beyond = self.within(most), self.beyond(most)
        finds = f"With a chance of 0.999, {self.draws[within[0]]} {what} find {within[0]}" if within else ""
        misses = f"out of reach within {most} {what}: {', '.join(beyond)}" if beyond else ""
        text = "; ".join(part for part in (finds, misses) if part)
        return text[:1].upper() + text[1:]


def laplace_defects(scale: Fraction, last: int) -> dict[str, CellLaw]:
    """Discrete Laplace noise of a scale, done wrong."""
    law = discrete_laplace(scale, last)
    return {
        **_wrong_scales(discrete_laplace, scale, last),
        **_wrong_noise(law),
        "rounded continuous Laplace": rounded_laplace(scale, last),
    }


def gaussian_defects(variance: Fraction, last: int) -> dict[str, CellLaw]:
    """Discrete Gaussian noise of a parameter σ², done wrong."""
    law = discrete_gaussian(variance, last)
    return {
        **_wrong_scales(discrete_gaussian, variance, last),
        **_wrong_noise(law),
        "rounded continuous Gaussian": rounded_gaussian(variance, last),
    }


def geometric_defects(ratio: Fraction, last: int) -> dict[str, CellLaw]:
    """Two-sided geometric noise of a ratio, done wrong."""
    wrong = {"the ratio squared": two_sided_geometric(ratio**2, last)}
    coarse = Fraction(ceil(ratio * COIN), COIN)
    if coarse != ratio:
        wrong["coins of four random bits"] = two_sided_geometric(coarse, last)
    return {**wrong, **_wrong_noise(two_sided_geometric(ratio, last))}


def power(law: CellLaw, defects: Mapping[str, CellLaw], alpha: Fraction) -> Power:
    """How soon the test of a law at α finds each defect; out of reach is what takes more than MOST_DRAWS."""
    return Power({name: draws_for_law(law, defect, alpha) for name, defect in defects.items()})


def _wrong_scales(noise: WithScale, right: Fraction, last: int) -> dict[str, CellLaw]:
    return {f"{factor} times the parameter": noise(right * factor, last) for factor in FACTORS}


def _wrong_noise(law: CellLaw) -> dict[str, CellLaw]:
    return {"zero drawn twice": zero_twice(law), "without a sign": one_sided(law)}
