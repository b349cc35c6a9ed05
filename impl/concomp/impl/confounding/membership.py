"""Membership inference against releases of allele counts: who of a pool takes part, by Gaussian releases of their sum.

The pool is public, and the frequencies of alleles in it; each person takes part with chance 1/2, whoever else does.
What is released is the sum of the participants' genotypes less the frequencies, with noise, several times. A person's
bit moves the sum by at most the largest norm in the pool: with that as its unit, the releases are those of a design.

Scores are log-likelihood ratios. An area under the curve counts pairs of a participant in one release and a person not
taking part in another: for independent releases it is at most that of (ε,δ)-indistinguishable hypotheses.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from concomp.impl.confounding.copula_noise import Floats, normals
from concomp.impl.confounding.gaussian_design import Design
from concomp.impl.noise.randomness import Randomness
from concomp.model.numbers import ParameterError

Bits = NDArray[np.bool_]
GROUPS = 64
"""Into how many groups of like norm the pool is divided where areas are averaged."""


@dataclass(frozen=True, eq=False)
class Pool:
    """A public pool of people; genotypes: a row for each person, a column for each place, of 0, 1 or 2 alleles.

    Raises ParameterError for fewer than two people, no place, another number of alleles, or people who are all alike.
    """

    genotypes: NDArray[np.int8]

    def __post_init__(self) -> None:
        """Take a table of numbers of alleles, of people who are not all alike."""
        shape = self.genotypes.shape
        if len(shape) != 2 or shape[0] < 2 or not shape[1]:
            raise ParameterError("genotypes", shape, "give two people or more, and one place or more")
        if not np.isin(self.genotypes, (0, 1, 2)).all():
            raise ParameterError("genotypes", int(self.genotypes.max()), "give 0, 1 or 2 alleles for each place")
        if not self.sensitivity:
            raise ParameterError("genotypes", shape, "all people are alike: give a pool in which they differ")

    @cached_property
    def centred(self) -> Floats:
        """Genotypes less the mean of the pool."""
        table = self.genotypes.astype(np.float64)
        centred: Floats = table - table.mean(axis=0)
        return centred

    @cached_property
    def norms(self) -> Floats:
        """How far each person moves the sum."""
        norms: Floats = np.sqrt((self.centred**2).sum(axis=1))
        return norms

    @property
    def sensitivity(self) -> float:
        """How far anybody does, at most."""
        return float(self.norms.max())


@dataclass(frozen=True, eq=False)
class Attack:
    """Scores of some people in some releases, a row for each release, and whether they took part.

    informed: by who knows everybody else's bit. by_frequencies: by who knows the frequencies in the pool alone.
    """

    took_part: Bits
    informed: Floats
    by_frequencies: Floats


def attack(pool: Pool, design: Design, releases: int, people: int, randomness: Randomness) -> Attack:
    """Release sums so often, each with other participants, and score so many people of each release."""
    count = len(pool.genotypes)
    took_part = randomness.below_many(2, releases * count).astype(np.bool_).reshape(releases, count)
    chosen = randomness.below_many(count, releases * people).astype(np.int64).reshape(releases, people)
    weight = float(design.told.squared) / pool.sensitivity**2
    noise = _mean_noise(design, releases * pool.genotypes.shape[1], randomness).reshape(releases, -1) * pool.sensitivity
    moved, bits = pool.centred[chosen], np.take_along_axis(took_part, chosen, axis=1)
    squares = pool.norms[chosen] ** 2
    # What is left of the sum when everybody else's part is known.
    alone = np.einsum("rpm,rm->rp", moved, noise) + bits * squares
    sums = took_part @ pool.centred + noise
    blurred = pool.centred.T @ pool.centred / 4 + np.eye(sums.shape[1]) / weight
    return Attack(
        took_part=bits,
        informed=(alone - squares / 2) * weight,
        by_frequencies=np.einsum("rpm,rm->rp", moved, np.linalg.solve(blurred, sums.T).T),
    )


def _mean_noise(design: Design, size: int, randomness: Randomness) -> Floats:
    """The noises of all mechanisms, in the mean of their answers that tells all that the answers tell."""
    alone = design.deviations if design.joined is None else design.deviations[2:]
    total = np.zeros(size)
    if design.joined is not None:
        # Both have one deviation, so that their sum tells all that both tell.
        first = design.joined.deviations[0]
        both = design.joined.draw_many(size, randomness).sum(axis=1)
        total += both / float(first**2 * (1 + design.joined.correlation))
    for deviation in alone:
        total += normals(size, randomness) / float(deviation)
    return total / float(design.told.squared)


def area_between_releases(scores: Floats, took_part: Bits) -> float:
    """How often a participant of one release has a larger score than somebody else in another, ties counting half.

    Raises ParameterError if there is no such pair.
    """
    wins, pairs = _wins(scores.ravel(), took_part.ravel())
    for row, bits in zip(scores, took_part, strict=True):
        own_wins, own_pairs = _wins(row, bits)
        wins, pairs = wins - own_wins, pairs - own_pairs
    if not pairs:
        raise ParameterError("releases", len(scores), "no two can be compared: give more releases or people")
    return wins / pairs


def _wins(scores: Floats, took_part: Bits) -> tuple[float, int]:
    """Over how many pairs of a participant and another the participant wins, and of how many."""
    inside, outside = scores[took_part], np.sort(scores[~took_part])
    below = np.searchsorted(outside, inside, side="left")
    at_most = np.searchsorted(outside, inside, side="right")
    return float((below + at_most).sum()) / 2, len(inside) * len(outside)


def expected_area(pool: Pool, design: Design) -> float:
    """The area of who knows everybody else's bit: Φ(√(μ_i² + μ_j²)/2), averaged over the people i and j of the pool.

    People of like norm are taken together.
    """
    groups = np.array_split(np.sort(pool.norms), min(GROUPS, len(pool.norms)))
    squares = [float(design.told.squared) * float((group**2).mean()) / pool.sensitivity**2 for group in groups]
    sizes = [len(group) for group in groups]
    cdf = NormalDist().cdf
    total = sum(
        m * n * cdf((a + b) ** 0.5 / 2)
        for a, m in zip(squares, sizes, strict=True)
        for b, n in zip(squares, sizes, strict=True)
    )
    return total / sum(sizes) ** 2


def mean_and_deviation(areas: Sequence[float]) -> tuple[float, float]:
    """The mean of areas, and their standard deviation; one alone has none, which counts 0."""
    deviation = float(np.std(areas, ddof=1)) if len(areas) > 1 else 0.0
    return float(np.mean(areas)), deviation
