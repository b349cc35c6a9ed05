"""Bounds of the composition that always hold: by the data, by each mechanism on any data, by the dependence.

Local composition is exact for mechanisms that have few joint answers on few data. Beyond that it is basic composition
of what each mechanism loses over all pairs of data, with δ spent on one of them; and a mechanism with too many of
these is bounded at δ = 0 alone, where each answer needs only its least and largest chance.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import Any

from concomp.impl.confounding.region import Region, dependence
from concomp.impl.confounding.told import itself, through
from concomp.model.confounding.deployment import Deployment
from concomp.model.confounding.kernels import Kernel
from concomp.model.confounding.safe_bounds import Bound, DependenceBound
from concomp.model.confounding.setting import all_pairs
from concomp.model.laws.law import ONE, ZERO, Law

WEIGHED = 500_000
"""The most answers, counted for every pair of data, that local composition looks at."""


def safe_bounds(deployment: Deployment, joint: Region[str], product: Region[str]) -> dict[str, Bound]:
    """The bounds that hold of a deployment, by the name of what says so; of M and N their regions are known."""
    setting = deployment.setting
    secrets = {secret for pair in setting.pairs for secret in pair}
    return {
        "R1, the ceiling of the data": Region(itself(setting.data), setting.pairs),
        "R4, local composition": local_bound(deployment),
        "R5, the dependence of the answers": DependenceBound(product, *dependence(joint.told, product.told, secrets)),
    }


def local_bound(deployment: Deployment) -> Bound:
    """What holds of mechanisms whatever the law of the data."""
    kernels = list(deployment.mechanisms.values()) if deployment.dependent is None else [deployment.dependent]
    together = _alone(kernels)
    return together if together is not None else BasicComposition(tuple(map(_of_mechanism, kernels)))


def _of_mechanism(kernel: Kernel[Any, Any]) -> Bound:
    alone = _alone([kernel])
    return PureBound(_pure(kernel)) if alone is None else alone


def _alone(kernels: Sequence[Kernel[Any, Any]]) -> Bound | None:
    """The profile over all pairs of data, of different rows; None where there are too many."""
    rows = list(dict.fromkeys(tuple(kernel[x] for kernel in kernels) for x in kernels[0]))
    answers = prod(len({y for row in rows for y in row[place]}) for place in range(len(kernels)))
    if len(rows) == 1:
        return PureBound(ONE)
    if len(rows) * (len(rows) - 1) * answers > WEIGHED:
        return None
    data = range(len(rows))
    told = through(
        {x: Law.point(x) for x in data}, [{x: rows[x][place] for x in data} for place in range(len(kernels))]
    )
    return Region(told, all_pairs(data))


def _pure(kernel: Kernel[Any, Any]) -> Fraction | None:
    """The least E at δ = 0 over all pairs of data: for some answer, the largest chance over the least."""
    laws = set(kernel.values())
    extremes = [(min(law[y] for law in laws), max(law[y] for law in laws)) for y in {y for law in laws for y in law}]
    return max(high / low for low, high in extremes) if all(low for low, _ in extremes) else None


@dataclass(frozen=True)
class PureBound:
    """What is bounded at δ = 0 alone.

    pure: an E that is enough there; None if there is none.
    """

    pure: Fraction | None

    def __call__(self, e_eps: Fraction) -> Fraction:
        return ONE if self.pure is None or e_eps < self.pure else ZERO

    def least_e_eps(self, delta: Fraction) -> Fraction | None:
        return ONE if delta >= 1 else self.pure


@dataclass(frozen=True)
class BasicComposition:
    """Several bounds, all but one of them at δ = 0: their E are multiplied."""

    parts: tuple[Bound, ...]

    def __call__(self, e_eps: Fraction) -> Fraction:
        return min((part(e_eps / rest) for part, rest in self._with_rest() if e_eps >= rest), default=ONE)

    def least_e_eps(self, delta: Fraction) -> Fraction | None:
        needed = ((part.least_e_eps(delta), rest) for part, rest in self._with_rest())
        least = min((e_eps * rest for e_eps, rest in needed if e_eps is not None), default=None)
        return ONE if delta >= 1 else least

    def _with_rest(self) -> Iterator[tuple[Bound, Fraction]]:
        """Each part that may spend δ, with what the others lose at δ = 0."""
        pure = [part.least_e_eps(ZERO) for part in self.parts]
        for place, part in enumerate(self.parts):
            others = [e_eps for other, e_eps in enumerate(pure) if other != place]
            if None not in others:
                yield part, prod((e_eps for e_eps in others if e_eps is not None), start=ONE)
