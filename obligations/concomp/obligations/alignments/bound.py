"""What an alignment bounds the ratio of chances by, at certain ratios and parameters: ∏ ratio^−budget, exactly."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import prod

from concomp.model.language.readings.evaluation import evaluate
from concomp.model.language.syntax import terms
from concomp.model.language.syntax.terms import Term
from concomp.model.programs.vocabulary import ProgramError, demand_ratios, demand_values
from concomp.obligations.alignments.alignment import Alignment
from concomp.obligations.alignments.form import demand_form

LONGEST = 1_000_000
"""The bits of a bound."""


def bound(
    alignment: Alignment, ratios: Mapping[str, Fraction], parameters: Mapping[str, int | Fraction | bool]
) -> Fraction:
    """∏ ratio^−budget, what an alignment bounds the ratio of chances by.

    ratios: exactly those of the program. parameters: exactly those of the program and of the relation.
    Raises ProgramError for anything else, for parameters that are not as is supposed, and for a power that is
    irrational.
    """
    demand_form(alignment)
    name, sorts = alignment.program.name, alignment.parameter_sorts
    demand_ratios(name, ratios, alignment.program.ratios)
    demand_values(f"{name}: parameters", parameters, sorts)
    at = {terms.leaf("parameter", sort, each): parameters[each] for each, sort in sorts.items()}
    for supposed in (alignment.program.parameters, alignment.neighbours.parameters):
        if not evaluate(supposed, at):
            raise ProgramError(f"{name}: parameters are {dict(parameters)}; give such as the alignment supposes")
    budget: Mapping[str, Term] = alignment.budget
    return prod((_lost(ratios[each], Fraction(evaluate(term, at))) for each, term in budget.items()), start=Fraction(1))


def _lost(ratio: Fraction, budget: Fraction) -> Fraction:
    """ratio^−budget; ProgramError if it is irrational, or too long to be written."""
    if max(ratio.as_integer_ratio()).bit_length() * abs(budget.numerator) > LONGEST:
        raise ProgramError(f"budget is {budget} of ratio {ratio}: its power is too long; choose smaller parameters")
    power = (1 / ratio) ** budget.numerator
    numerator, denominator = (_root(part, budget.denominator) for part in (power.numerator, power.denominator))
    if numerator is None or denominator is None:
        raise ProgramError(f"budget is {budget} of ratio {ratio}: its power is irrational; choose another ratio")
    return Fraction(numerator, denominator)


def _root(number: int, degree: int) -> int | None:
    """The positive integer whose power this is, if there is one."""
    low, high = 0, 1 << (number.bit_length() // degree + 1)
    while low < high:
        middle = (low + high) // 2
        low, high = (middle + 1, high) if middle**degree < number else (low, middle)
    return low if low**degree == number else None
