"""The equations that define a quantity, solved for it: its indices as patterns, and what it is there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import product

from concomp.obligations.derivations.kernel.definitions import equation_of, head_of
from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.indices import (
    BIT_0,
    BIT_1,
    EMPTY,
    EXTENDED,
    NEXT,
    OTHER,
    ZERO,
    Compound,
    Index,
    Values,
    Var,
)
from concomp.obligations.derivations.kernel.language import Arithmetic, Comparison, Quantity, Real, term_at

CONSTRUCTORS = {"bit": (BIT_0, BIT_1), "number": (ZERO, NEXT), "history": (EMPTY, EXTENDED)}


@dataclass(frozen=True)
class Equation:
    """A quantity at patterns, and what it is there: a term, over a divisor if there is one.

    quotient: whether the value is that of the library, which is 0 where the divisor is.
    """

    head: Quantity
    body: Real
    divisor: Real | None = None
    quotient: bool = False

    @property
    def is_plain(self) -> bool:
        """Whether it holds at all indices, and is no quotient."""
        return all(isinstance(index, Var) for index in self.head.at) and self.divisor is None


def equation(fact: Fact) -> Equation:
    """The equation of a definition, solved for what it defines."""
    if fact.rule.name == "quotient":
        name, (small, large) = fact.using["name"], (each.formula for each in fact.premises)
        assert isinstance(name, Quantity)
        assert isinstance(small, Comparison)
        assert isinstance(large, Comparison)
        return Equation(name, small.right, large.right, quotient=True)
    defining = equation_of(fact.formula)
    head, right = head_of(defining), defining.right
    match defining.left:
        case Arithmetic("-", (_, taken)):
            solved = Equation(head, Arithmetic("+", (right, taken)))
        case Arithmetic("*", (_, divisor)):
            solved = Equation(head, right, divisor)
        case _:
            solved = Equation(head, right)
    return _at_variables(solved)


def _at_variables(solved: Equation) -> Equation:
    """The same equation with a bit b for 1 − b at its head."""
    others = {
        index.arguments[0]: OTHER(index.arguments[0])
        for index in solved.head.at
        if isinstance(index, Compound) and index.constructor is OTHER and isinstance(index.arguments[0], Var)
    }
    values: Values = {variable: other for variable, other in others.items() if isinstance(variable, Var)}
    if not values:
        return solved
    head, body = term_at(solved.head, values), term_at(solved.body, values)
    assert isinstance(head, Quantity)
    return Equation(head, body, None if solved.divisor is None else term_at(solved.divisor, values), solved.quotient)


def without_instances(equations: Iterable[Equation]) -> list[Equation]:
    """Equations without those that another one says at some of its indices."""
    listed = list(dict.fromkeys(equations))
    return [each for each in listed if not any(other != each and _says(other, each) for other in listed)]


def _says(general: Equation, special: Equation) -> bool:
    return at(general, special.head) == special


def at(general: Equation, head: Quantity) -> Equation | None:
    """An equation at the indices of a quantity, None if its patterns do not fit them."""
    values: dict[Var, Index] = {}
    for pattern, index in zip(general.head.at, head.at, strict=True):
        if not _match(pattern, index, values):
            return None
    divisor = None if general.divisor is None else term_at(general.divisor, values)
    return replace(general, head=head, body=term_at(general.body, values), divisor=divisor)


def _match(pattern: Index, index: Index, values: dict[Var, Index]) -> bool:
    if isinstance(pattern, Var):
        values[pattern] = index
        return pattern.sort == index.sort
    if not isinstance(index, Compound) or pattern.constructor != index.constructor:
        return False
    return all(_match(*pair, values) for pair in zip(pattern.arguments, index.arguments, strict=True))


def are_complete(equations: Sequence[Equation]) -> bool:
    """Whether equations say what a quantity is at all indices."""
    columns = list(zip(*(each.head.at for each in equations), strict=True))
    kinds = [_kinds(column) for column in columns]
    return all(any(all(map(_covers, each.head.at, case)) for each in equations) for case in product(*kinds))


def _kinds(column: Sequence[Index]) -> list[object]:
    """The constructors of which an index of a column may be made; None if nothing there asks by which."""
    if all(isinstance(index, Var) for index in column):
        return [None]
    return list(CONSTRUCTORS[column[0].sort])


def _covers(pattern: Index, kind: object) -> bool:
    if isinstance(pattern, Var):
        return True
    return pattern == kind or pattern.constructor is kind
