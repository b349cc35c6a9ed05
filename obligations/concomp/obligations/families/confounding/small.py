"""All settings and mechanisms of a few secrets, data and outputs, smallest first."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, permutations, product

from concomp.model.laws.law import Law
from concomp.obligations.families.confounding.model import Model
from concomp.obligations.families.family import Family
from concomp.obligations.families.small.laws import laws

BITS = 2


@cache
def kernels(inputs: int, outputs: int, denominator: int) -> tuple[dict[int, Law[int]], ...]:
    """Every kernel with weights k/denominator."""
    return tuple(dict(enumerate(rows)) for rows in product(laws(outputs, denominator), repeat=inputs))


@cache
def small_models(denominator: int, data: int = BITS) -> Family[Model]:
    """Two secrets, two mechanisms of two outputs, in no order."""
    return Family(
        f"all models of 2 secrets, {data} data and two mechanisms of 2 outputs with weights k/{denominator}",
        tuple(_models(denominator, data)),
    )


@cache
def distinct_models(denominator: int, data: int = BITS) -> Family[Model]:
    """One of all those that are one model under other names of secrets, data, outputs and mechanisms."""
    first: dict[str, Model] = {}
    for model in small_models(denominator, data):
        first.setdefault(_up_to_names(model), model)
    return Family(f"{small_models(denominator, data).name}, up to names", tuple(first.values()))


def halves() -> Family[Model]:
    """The distinct models of two data whose weights are halves."""
    return distinct_models(2)


def thirds() -> Family[Model]:
    """The distinct models of two data whose weights are thirds."""
    return distinct_models(3)


def _up_to_names(model: Model) -> str:
    data = [[law[x] for x in model.mechanisms[0]] for law in model.setting.data.values()]
    told = [[mechanism[x][1] for x in mechanism] for mechanism in model.mechanisms]
    key = min(
        ([[row[x] for x in order] for row in rows], sorted(_up_to_outputs(row, order) for row in told))
        for order in permutations(range(len(told[0])))
        for rows in permutations(data)
    )
    return repr(key)


def _up_to_outputs(ones: list[Fraction], order: tuple[int, ...]) -> list[Fraction]:
    return min([ones[x] for x in order], [1 - ones[x] for x in order])


def _models(denominator: int, data: int) -> Iterator[Model]:
    for chances in kernels(BITS, data, denominator):
        for first, second in combinations_with_replacement(kernels(data, BITS, denominator), 2):
            yield Model.of(chances, first, second)


def dependent(models: Family[Model]) -> Iterator[Model]:
    """Those whose outputs depend on each other differently given the two secrets."""
    return (model for model in models if model.is_dependent)
