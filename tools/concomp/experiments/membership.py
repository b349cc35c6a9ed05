"""Zhang24's experiment, run again: what membership inference reaches against a composition, and against one release."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import inf, nextafter

from concomp.impl.confounding.gaussian_design import Design, largest_shift, single, with_copula, with_one_more
from concomp.impl.confounding.membership import (
    Pool,
    area_between_releases,
    attack,
    expected_area,
    mean_and_deviation,
)
from concomp.impl.noise.randomness import Randomness
from concomp.model.confounding.areas import ceiling, gaussian_area
from concomp.model.confounding.measured_areas import COPULA, DELTA, INDEPENDENT, Measured, Row
from concomp.model.numbers import ParameterError

ARMS: tuple[tuple[str, Sequence[Row], Callable[[Fraction, Fraction], Design]], ...] = (
    ("Table VIII", INDEPENDENT, with_one_more),
    ("Table IX", COPULA, with_copula),
)
"""What is printed, and the design that uses up the target in its place."""
TOLERATED = 8
"""How many standard errors, estimated from five repeats or more, a mean may exceed what is possible."""
LARGEST = 20_000_000
"""How many numbers are held at once, at most, of one kind."""


@dataclass(frozen=True)
class Size:
    """How much is measured: repeats, each of so many releases, so many people scored in each."""

    repeats: int
    releases: int
    people: int


def demand_size(size: Size, people: int, places: int) -> None:
    """ParameterError for an experiment on so many people and places that would hold too many numbers at once."""
    for name, numbers in (
        ("people × places", people * places),
        ("places × places", places * places),
        ("releases × people", size.releases * people),
        ("releases × scored × places", size.releases * size.people * places),
    ):
        if numbers > LARGEST:
            raise ParameterError(name, numbers, f"give numbers whose product is at most {LARGEST}")


@dataclass(frozen=True)
class Areas:
    """A mean area and its standard deviation, against one design, by two attackers.

    informed: who knows everybody else's bit. by_frequencies: who knows the pool alone.
    """

    informed: tuple[float, float]
    by_frequencies: tuple[float, float]


@dataclass(frozen=True)
class Tested:
    """One row of the printed tables, measured.

    expected: the area of the informed attacker in this pool. gaussian: the most of any attacker on Gaussian releases,
    and most: on any that are (ε_g, δ)-private; both rounded up.
    """

    table: str
    row: Row
    composition: Areas
    single: Areas
    expected: float
    gaussian: float
    most: float

    @property
    def impossible_by(self) -> float | None:
        """By how many of its standard deviations a printed area exceeds the most, the lesser of two; None if not."""
        beyond = min(_deviations_above(each, self.most) for each in self.row.measured)
        return beyond if beyond > 0 else None

    def exceeds(self, repeats: int) -> bool:
        """Whether what is measured here is more than is possible."""
        measured = (*vars(self.composition).values(), *vars(self.single).values())
        return any(mean - TOLERATED * deviation / repeats**0.5 > self.gaussian for mean, deviation in measured)


def experiment(pool: Pool, size: Size, randomness: Randomness, step: Callable[[], None]) -> Iterator[Tested]:
    """Each row of Tables VIII and IX, measured; step: called after each of its two designs."""
    for table, rows, designed in ARMS:
        for row in rows:
            target, each = largest_shift(row.epsilon, DELTA), largest_shift(row.each, DELTA)
            composition, alone = designed(target, each), single(target)
            measured = []
            for design in (composition, alone):
                measured.append(_areas(pool, design, size, randomness))
                step()
            yield Tested(
                table=table,
                row=row,
                composition=measured[0],
                single=measured[1],
                expected=expected_area(pool, alone),
                gaussian=_up(max(gaussian_area(design.told)[1] for design in (composition, alone))),
                most=_up(ceiling(row.epsilon, DELTA)[1]),
            )


def designs() -> int:
    """How many designs an experiment measures."""
    return 2 * sum(len(rows) for _, rows, _ in ARMS)


def _areas(pool: Pool, design: Design, size: Size, randomness: Randomness) -> Areas:
    attacks = [attack(pool, design, size.releases, size.people, randomness) for _ in range(size.repeats)]
    informed = [area_between_releases(each.informed, each.took_part) for each in attacks]
    by_frequencies = [area_between_releases(each.by_frequencies, each.took_part) for each in attacks]
    return Areas(mean_and_deviation(informed), mean_and_deviation(by_frequencies))


def _deviations_above(measured: Measured, most: float) -> float:
    return float((measured.mean - Fraction(most)) / measured.deviation)


def _up(number: Fraction) -> float:
    """The number as a float that is no less."""
    found = float(number)
    return found if Fraction(found) >= number else nextafter(found, inf)
