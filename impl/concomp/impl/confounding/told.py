"""What is told given each secret, as whole numbers over one denominator.

A kernel from the data is a matrix. The numerators of independent mechanisms multiply answer by answer; the chances of
the data, divided by all the denominators of a row, are brought to one denominator. What is told is then a product of
two matrices of whole numbers, one of the answers of the first mechanisms and one of those of the rest.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import lcm, prod
from typing import Any, Generic, TypeVar

from flint import fmpz_mat

from concomp.model.confounding.composition import effective
from concomp.model.confounding.deployment import Deployment
from concomp.model.confounding.kernels import Kernel
from concomp.model.laws.law import ONE, Law

S = TypeVar("S", bound=Hashable)
Column = list[int]


@dataclass(frozen=True)
class Told(Generic[S]):
    """Secret ↦ the law of what is told.

    answers: what may be told. weights: secret ↦ one whole number for each answer. total: what these sum to.
    """

    answers: Sequence[Any]
    weights: Mapping[S, Sequence[int]]
    total: int


def composed(deployment: Deployment) -> Told[str]:
    """M: what the mechanisms of a deployment tell together."""
    data = deployment.setting.data
    if deployment.dependent is not None:
        told = through(data, [deployment.dependent])
        return Told([answers for (answers,) in told.answers], told.weights, told.total)
    return through(data, list(deployment.mechanisms.values()))


def multiplied(deployment: Deployment) -> Told[str]:
    """N: what they would tell if each had data of its own; of what M tells, the answers in another order."""
    setting = deployment.setting
    each = [effective(setting, mechanism) for mechanism in deployment.mechanisms.values()]
    return through({secret: Law.point(secret) for secret in setting.data}, each)


def itself(data: Kernel[S, Any]) -> Told[S]:
    """What is told if the data themselves are."""
    values = list(dict.fromkeys(x for law in data.values() for x in law))
    total = lcm(*(chance.denominator for law in data.values() for _, chance in law.items()))
    return Told(values, {s: _whole([law[x] for x in values], total) for s, law in data.items()}, total)


def through(data: Kernel[S, Any], kernels: Sequence[Kernel[Any, Any]]) -> Told[S]:
    """What kernels tell that are independent given the data, all on the same data, as tuples."""
    inputs = list(dict.fromkeys(x for law in data.values() for x in law))
    outputs = [list(dict.fromkeys(y for x in inputs for y in kernel[x])) for kernel in kernels]
    below = {x: [lcm(*(weight.denominator for _, weight in kernel[x].items())) for kernel in kernels] for x in inputs}
    columns = [
        [[int(kernel[x][y] * below[x][place]) for x in inputs] for y in told]
        for place, (kernel, told) in enumerate(zip(kernels, outputs, strict=True))
    ]
    chances = {s: [law[x] / prod(below[x]) for x in inputs] for s, law in data.items()}
    total = lcm(*(chance.denominator for row in chances.values() for chance in row))
    middle = _middle([len(told) for told in outputs])
    left, right = _side_by_side(columns[:middle], len(inputs)), _side_by_side(columns[middle:], len(inputs))
    return Told(
        list(product(*outputs)), {s: _sums(left, _whole(row, total), right) for s, row in chances.items()}, total
    )


def ratio(weight: int, told: Told[Any]) -> Fraction:
    """A whole number as a chance."""
    return ONE * weight / told.total


def _whole(row: Sequence[Fraction], total: int) -> Column:
    return [chance.numerator * (total // chance.denominator) for chance in row]


def _middle(sizes: Sequence[int]) -> int:
    """Where to divide a list so that the products of both halves are as equal as can be."""
    return min(range(len(sizes) + 1), key=lambda place: max(prod(sizes[:place]), prod(sizes[place:])))


def _side_by_side(factors: Sequence[list[Column]], size: int) -> list[Column]:
    """The columns of all combinations of answers, the last one changing first."""
    columns = [[1] * size]
    for factor in factors:
        columns = [[a * b for a, b in zip(column, each, strict=True)] for column in columns for each in factor]
    return columns


def _sums(left: list[Column], weights: Column, right: list[Column]) -> Column:
    """Σ_x left(x)·weight(x)·right(x), for each of the left ones every right one."""
    weighted = fmpz_mat([[a * b for a, b in zip(column, weights, strict=True)] for column in right])
    return list(map(int, (fmpz_mat(left) * weighted.transpose()).entries()))
