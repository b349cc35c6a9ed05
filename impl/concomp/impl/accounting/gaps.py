"""Why the bounds that a composition gives are apart, in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from concomp.impl.accounting.fixed_list import FixedList
from concomp.impl.accounting.fixed_mechanisms import Alone, Between, Composition
from concomp.impl.accounting.laws.composition import LawComposition
from concomp.impl.accounting.numbers import Bounds
from concomp.impl.accounting.optimal.halves import HalvesComposition
from concomp.impl.accounting.optimal.lattice_composition import OptimalComposition
from concomp.impl.accounting.optimal.product_composition import ProductComposition

ROUNDED = Fraction(1, 10**15)
"""The part of a number by which bounds differ that are one number, rounded outward: as much as a float shows."""


def reasons(composition: Composition, answers: Iterable[Bounds]) -> tuple[str, ...]:
    """Why the answers are bounds that are apart; none if they are exact, or differ by no more than rounding."""
    if all(answer.high - answer.low <= ROUNDED * answer.high for answer in answers):
        return ()
    return tuple(dict.fromkeys(_reasons(composition)))


def _reasons(composition: Composition) -> Iterator[str]:
    if isinstance(composition, FixedList):
        yield from _of_parameters(composition)
    elif isinstance(composition, LawComposition):
        yield from _of_laws(composition)
    elif isinstance(composition, Between):
        yield "no single law reaches a whole profile: from above a point of it counts, from below what is attained"
        for each in (*composition.above, *composition.below):
            if not isinstance(each, Alone):
                yield from _reasons(each)


def _of_parameters(composition: FixedList) -> Iterator[str]:
    if isinstance(composition.composition, OptimalComposition | ProductComposition):
        yield "E = e^eps lies between two rationals"
    elif isinstance(composition.composition, HalvesComposition):
        yield "the losses have no common unit of use: outcomes are summed as floats, rounded outward"
    else:
        yield "the losses have no common unit of use: a little noise is added to their sum, or they lie on a fine grid"


def _of_laws(composition: LawComposition) -> Iterator[str]:
    if not composition.unexposed.is_exact:
        yield "noise is cut where next to nothing is left"
    if composition.placement is not None and not composition.placement.is_exact:
        yield "the losses have no common unit of use: they are brought to a grid, which says a little less, or more"
    if composition.attained is not None:
        yield "a law that is not the same in both orders of the data sets counts as the larger one from above"
