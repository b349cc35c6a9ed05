"""Finite interpretations: every fact of a derivation evaluated, exactly, on small instances.

A proof is about arbitrary quantities; an interpretation gives each quantity a value at every index, and each sort a
finite domain. Sums run over finitely many answers, suprema over the domain; a limit is the value at the last number, so
quantities must have settled by then.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.indices import Compound, Index, Var
from concomp.obligations.derivations.kernel.language import (
    Arithmetic,
    BoundTerm,
    Comparison,
    Formula,
    Implication,
    Quantity,
    Rational,
    Real,
    comparisons,
    free,
)

Valuation = Mapping[Var, Any]


@dataclass(frozen=True)
class Interpretation:
    """What quantities and indices mean.

    quantities: the value of each quantity at its indices. domains: the values of each sort; what numbers that count
    answers range over is `answers`. constructors: what the constructors make, by their names.
    """

    quantities: Mapping[str, Callable[..., Fraction]]
    domains: Mapping[str, Sequence[Hashable]]
    constructors: Mapping[str, Callable[..., Any]]
    answers: int

    def index(self, index: Index, values: Valuation) -> Any:
        """The value of an index."""
        if isinstance(index, Compound):
            return self.constructors[index.constructor.name](*(self.index(part, values) for part in index.arguments))
        return values[index]

    def value(self, term: Real, values: Valuation) -> Fraction:
        """The value of a term."""
        match term:
            case Rational(number):
                return number
            case Quantity(name, at):
                return self.quantities[name](*(self.index(index, values) for index in at))
            case Arithmetic(operator, (left, right)):
                return _OPERATIONS[operator](self.value(left, values), self.value(right, values))
            case BoundTerm("sum", variable, body, start):
                answers = range(self.index(start, values), self.answers)
                return sum((self.value(body, {**values, variable: answer}) for answer in answers), Fraction(0))
            case BoundTerm("sup", variable, body, _):
                return max(self.value(body, {**values, variable: each}) for each in self.domains[variable.sort])
            case BoundTerm("lim", variable, body, _):
                return self.value(body, {**values, variable: self.domains[variable.sort][-1]})
        raise TypeError(f"{term} has no value")

    def holds(self, formula: Formula, values: Valuation) -> bool:
        """Whether the comparisons of a formula hold; what is opaque, or says that a finite sum converges, does."""
        if isinstance(formula, Implication):
            return not self.holds(formula.premise, values) or self.holds(formula.conclusion, values)
        return all(self._compares(comparison, values) for comparison in comparisons(formula))

    def valuations(self, formula: Formula) -> Iterator[Valuation]:
        """All values of the free variables of a formula."""
        variables = sorted(free(formula), key=lambda variable: (variable.sort, variable.name))
        for chosen in product(*(self.domains[variable.sort] for variable in variables)):
            yield dict(zip(variables, chosen, strict=True))

    def _compares(self, comparison: Comparison, values: Valuation) -> bool:
        left, right = self.value(comparison.left, values), self.value(comparison.right, values)
        return {"=": left == right, "<=": left <= right, "<": left < right}[comparison.relation]


_OPERATIONS: Mapping[str, Callable[[Fraction, Fraction], Fraction]] = {
    "+": lambda left, right: left + right,
    "-": lambda left, right: left - right,
    "*": lambda left, right: left * right,
    "max": max,
}

BASIC: Mapping[str, Callable[..., Any]] = {
    "bit 0": lambda: 0,
    "bit 1": lambda: 1,
    "other": lambda bit: 1 - bit,
    "zero": lambda: 0,
    "successor": lambda number: number + 1,
    "empty": lambda: (),
    "extended": lambda history, query, answer: (*history, (query, answer)),
    "exchanged query": lambda query: tuple(reversed(query)) if isinstance(query, tuple) else query,
    "exchanged history": lambda history: tuple(
        (tuple(reversed(query)) if isinstance(query, tuple) else query, answer) for query, answer in history
    ),
    "first query": lambda strategy: strategy[0],
    "rest of the strategy": lambda strategy, answer: strategy[1](answer),
}


def counterexample(interpretation: Interpretation, formula: Formula) -> Valuation | None:
    """Values of its free variables at which a formula fails, None if there are none."""
    cases = interpretation.valuations(formula)
    return next((values for values in cases if not interpretation.holds(formula, values)), None)


def unconditional_facts(facts: Sequence[Fact]) -> list[Fact]:
    """The facts that rest on no assumption, and so hold in every interpretation of what is given."""
    return [fact for fact in facts if not fact.assumptions]
