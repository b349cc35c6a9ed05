"""Noisy maximum and noisy sums: what Wang, Ding, Kifer and Zhang (CheckDP, 2020) put beside sparse vectors, right and
wrong.

Values come one by one. A maximum, or a sum, is shown when the common input `last` says that no more values come; a
smart sum (Chan, Shi, Song 2011, with blocks) shows all partial sums, and the common input `ends` says where a block
ends.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import prod
from typing import Any

from concomp.model.language.syntax.operations import ite
from concomp.model.language.syntax.sorts import BOOL, INT, Sort
from concomp.model.mechanisms.named.geometric import TwoSidedGeometric
from concomp.model.mechanisms.named.parameters import exact_ratio, integer
from concomp.model.numbers import ParameterError
from concomp.model.numbers import parameter as exact_parameter
from concomp.model.programs.exponential_sums import ExponentialSum, Moving, at_most, mass, product
from concomp.model.programs.program import Draw, NoisyProgram, message, register, term_of, terms_of

ETA = Draw("eta", "b")


def noisy_maximum(numbers: Sort = INT) -> NoisyProgram:
    """The place of the largest value with noise, the first one of equals."""
    return _maximum("noisy maximum", numbers, register("winner"))


def largest_value_shown(numbers: Sort = INT) -> NoisyProgram:
    """Wrong: the largest value with its noise is shown in place of where it stands."""
    return _maximum("noisy maximum that shows the value", numbers, register("best", numbers))


def chance_of_largest(ratio: Fraction, values: Sequence[int], largest: int) -> Fraction:
    """The chance that this is the largest of the values, each with noise of this ratio.

    Raises ParameterError for a ratio out of its range, and for what is no integer.
    """
    noise = TwoSidedGeometric(exact_parameter("ratio", exact_ratio, ratio))
    _integers([*_integers(values), largest])
    at_most, less = (prod(noise.at_most(end - value) for value in values) for end in (largest, largest - 1))
    return Fraction(at_most - less)


def chance_of_winner(ratio: Fraction, values: Sequence[int], winner: int) -> Fraction:
    """The chance that the value at this place is the largest, the first one of equals, each with noise of this ratio.

    That value is summed out: what comes before it is less, and what comes after it at most as large.
    Raises ParameterError for a ratio out of its range, for what is no integer, and for a place where no value is.
    """
    exact_parameter("ratio", exact_ratio, ratio)
    if type(winner) is not int or not 0 <= winner < len(_integers(values)):
        raise ParameterError("winner", winner, f"write the place of a value, from 0 to {len(values) - 1}")

    def at(place: Moving) -> ExponentialSum:
        others = [
            at_most(ratio, place.plus(-value - (1 if index < winner else 0)))
            for index, value in enumerate(values)
            if index != winner
        ]
        return product([mass(ratio, place.plus(-values[winner])), *others])

    reach = max(map(abs, values)) + 2
    tails = [at(Moving(0, slope)).total(reach) for slope in (1, -1)]
    return sum((at(Moving(place)).at(0) for place in range(1 - reach, reach)), sum(tails, Fraction(0)))


def _integers(values: Sequence[int]) -> Sequence[int]:
    if not values:
        raise ParameterError("values", values, "write one value or more")
    for value in values:
        exact_parameter("value", integer, value)
    return values


def partial_sum(numbers: Sort = INT) -> NoisyProgram:
    """The sum of all values, with noise."""
    total, value, last = register("total", numbers), message("value", numbers), message("last", BOOL)
    eta = message("eta", numbers)
    return NoisyProgram(
        "partial sum",
        numbers,
        (),
        (ETA,),
        {"total": term_of(0, numbers), "done": term_of(False)},
        (term_of(ite(last, total + eta, total - total)),),
        terms_of(total=ite(last, total, total + value), done=register("done", BOOL) | last),
        term_of(~register("done", BOOL)),
        common=("last",),
    )


def smart_sum(numbers: Sort = INT) -> NoisyProgram:
    """All partial sums: at the end of a block its exact sum with noise, otherwise the last answer and a noisy value."""
    return _smart_sum("smart sum", numbers, message("eta", numbers))


def smart_sum_without_noise(numbers: Sort = INT) -> NoisyProgram:
    """Wrong: at the end of a block there is no noise."""
    eta = message("eta", numbers)
    return _smart_sum("smart sum without noise at the end of a block", numbers, eta - eta)


def _maximum(name: str, numbers: Sort, shown: Any) -> NoisyProgram:
    best, winner, place = register("best", numbers), register("winner"), register("place")
    noisy, last = message("value", numbers) + message("eta", numbers), message("last", BOOL)
    larger = ~last & ((place == 0) | (noisy > best))
    return NoisyProgram(
        name,
        numbers,
        (),
        (ETA,),
        {"best": term_of(0, numbers), **terms_of(winner=0, place=0, done=False)},
        (term_of(ite(last, shown, shown - shown)),),
        terms_of(
            best=ite(larger, noisy, best),
            winner=ite(larger, place, winner),
            place=place + 1,
            done=register("done", BOOL) | last,
        ),
        term_of(~register("done", BOOL)),
        common=("last",),
        hidden="best",
    )


def _smart_sum(name: str, numbers: Sort, at_the_end: Any) -> NoisyProgram:
    total, shown = register("total", numbers), register("shown", numbers)
    value, eta, ends = message("value", numbers), message("eta", numbers), message("ends", BOOL)
    answer = ite(ends, total + value + at_the_end, shown + value + eta)
    return NoisyProgram(
        name,
        numbers,
        (),
        (ETA,),
        {"total": term_of(0, numbers), "shown": term_of(0, numbers)},
        (term_of(answer),),
        terms_of(total=ite(ends, total - total, total + value), shown=answer),
        term_of(True),
        common=("ends",),
    )
