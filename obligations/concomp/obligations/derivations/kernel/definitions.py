"""Definitions: equations that say what a new quantity is, and so contradict nothing.

A definition determines a quantity: it begins with the quantity at variables, at constants, or at what is made of
variables, and all that it depends on, on either side, occurs there; what it binds is called otherwise. A quotient is
defined where what it divides by is positive. How definitions stand together is in `recursion`.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from concomp.obligations.derivations.kernel.indices import (
    BIT_0,
    BIT_1,
    CLOSED_SORTS,
    EMPTY,
    EXTENDED,
    NEXT,
    OF_TRANSCRIPTS,
    OTHER,
    ZERO,
    Compound,
    Index,
    Var,
)
from concomp.obligations.derivations.kernel.language import (
    Arithmetic,
    BoundTerm,
    Comparison,
    Conjunction,
    Formula,
    Implication,
    Proposition,
    Quantity,
    Rational,
    Real,
    Summable,
    free,
    term_at,
)

Symbol = tuple[str, int]
"""A quantity's name, and at how many indices it stands."""


class NoDefinition(ValueError):
    """Thrown for a formula, or formulas together, that define nothing."""


def symbol(quantity: Quantity) -> Symbol:
    """What a definition defines."""
    return quantity.name, len(quantity.at)


def defined_symbol(formula: Formula) -> Symbol:
    """What a formula is the definition of."""
    return symbol(head_of(equation_of(formula)))


def symbols(what: Real | Formula) -> frozenset[Symbol]:
    """All quantities that occur in a term or a formula."""
    return frozenset(map(symbol, occurrences(what)))


def occurrences(what: object) -> Iterator[Quantity]:
    """All places at which a quantity stands in a term or a formula."""
    match what:
        case Quantity():
            yield what
        case BoundTerm(body=body):
            yield from occurrences(body)
        case _:
            for part in _parts(what):
                yield from occurrences(part)


def _parts(what: object) -> tuple[object, ...]:
    names = ("of", "left", "right", "parts", "premise", "conclusion", "body", "start")
    found = (getattr(what, name, ()) for name in names)
    return tuple(part for each in found for part in (each if isinstance(each, tuple) else (each,)))


def described(what: object) -> Iterator[Index]:
    """All indices that stand in a term or a formula for something that is put in: a system, a function and the like."""
    if isinstance(what, Var | Compound):
        if what.sort not in OF_TRANSCRIPTS:
            yield what
        for argument in what.arguments if isinstance(what, Compound) else ():
            yield from described(argument)
    elif isinstance(what, Quantity | Proposition):
        for index in what.at:
            yield from described(index)
    else:
        for part in _parts(what):
            yield from described(part)


def indices_of(what: object) -> Iterator[Index]:
    """All indices that stand in a term or a formula, bound ones among them."""
    if isinstance(what, Var | Compound):
        yield what
        for argument in what.arguments if isinstance(what, Compound) else ():
            yield from indices_of(argument)
    elif isinstance(what, Quantity | Proposition):
        for index in what.at:
            yield from indices_of(index)
        # The variables of a quantity that a sentence names are not written.
    else:
        if isinstance(what, BoundTerm | Summable):
            yield what.variable
        for part in _parts(what):
            yield from indices_of(part)


def defined_quantity(formula: Formula) -> Quantity:
    """The quantity, at its indices, that a formula determines; NoDefinition if it determines none."""
    defining = equation_of(formula)
    head = head_of(defining)
    if not isinstance(formula.conclusion if isinstance(formula, Implication) else formula, Comparison):
        raise NoDefinition(f"{formula} says more than what {head} is")
    _demand_guard(formula, defining)
    demand_determined(defining)
    if head in uses(defining):
        raise NoDefinition(f"{head} is defined by itself")
    return head


def demand_determined(defining: Comparison) -> None:
    """Make sure that all that an equation depends on occurs at what it begins with, and is not bound elsewhere."""
    head = head_of(defining)
    at_head = free(head)
    captured = at_head & _bound(defining)
    if captured:
        raise NoDefinition(f"{defining} binds {_listed(captured)}, which {head} is about: call what is bound otherwise")
    loose = free(defining) - at_head
    if loose and not _symmetric(defining, loose):
        raise NoDefinition(f"{defining} depends on {_listed(loose)}, which {head} does not")


def _listed(some: frozenset[Var]) -> str:
    return ", ".join(sorted(map(str, some)))


def _bound(what: object) -> frozenset[Var]:
    own = frozenset({what.variable}) if isinstance(what, BoundTerm) else frozenset[Var]()
    return own.union(*map(_bound, _parts(what)))


def equation_of(formula: Formula) -> Comparison:
    """The equation that says what a quantity is, without its guard and what follows; NoDefinition if there is none."""
    defining = formula.conclusion if isinstance(formula, Implication) else formula
    defining = defining.parts[0] if isinstance(defining, Conjunction) else defining
    if not isinstance(defining, Comparison) or defining.relation != "=":
        raise NoDefinition(f"{formula} is no equation")
    return defining


def _demand_guard(formula: Formula, defining: Comparison) -> None:
    """Make sure that a quantity times something is defined where that is positive only."""
    match defining.left:
        case Arithmetic("*", (_, divisor)):
            guard = Comparison("<", Rational(Fraction(0)), divisor)
            if not isinstance(formula, Implication) or formula.premise != guard:
                raise NoDefinition(f"{formula} divides by what may be 0: let it hold if {guard}")
        case _ if isinstance(formula, Implication):
            raise NoDefinition(f"{formula} says what something is in some cases only")


def head_of(formula: Comparison) -> Quantity:
    """What an equation begins with: the quantity itself, less something, or times something."""
    head = formula.left.of[0] if isinstance(formula.left, Arithmetic) else formula.left
    sums = isinstance(formula.left, Arithmetic) and formula.left.operator not in ("-", "*")
    if not isinstance(head, Quantity) or sums:
        raise NoDefinition(f"{formula} does not begin with what it defines")
    if any(not _is_pattern(index) for index in head.at) or _repeats(head):
        raise NoDefinition(f"{head} is not at arbitrary indices, each by itself")
    return head


def uses(formula: Comparison) -> list[Quantity]:
    """What is used to say what the left side begins with."""
    rest = formula.left.of[1:] if isinstance(formula.left, Arithmetic) else ()
    return [each for term in (formula.right, *rest) for each in occurrences(term)]


def _symmetric(formula: Comparison, loose: frozenset[Var]) -> bool:
    """Whether bits that what it begins with is not about make no difference to an equation, on either side."""
    return all(
        bit.sort == "bit" and _same_at_other(side, bit) for bit in loose for side in (formula.left, formula.right)
    )


def _same_at_other(side: Real, bit: Var) -> bool:
    return _normal_form(term_at(side, {bit: OTHER(bit)})) == _normal_form(side)


def _normal_form(term: Real) -> Real:
    """A term with the order of what is added, multiplied or compared made no difference of."""
    match term:
        case Arithmetic(operator, (left, right)):
            one, other = _normal_form(left), _normal_form(right)
            # By all that they consist of: terms that are printed alike need not be the same.
            ordered = operator == "-" or repr(one) <= repr(other)
            return Arithmetic(operator, (one, other) if ordered else (other, one))
        case BoundTerm(binder, variable, body, start):
            return BoundTerm(binder, variable, _normal_form(body), start)
    return term


def _is_pattern(index: Index) -> bool:
    """Whether an index is a variable, or says how it is made: of a closed sort by its own constructors only."""
    if isinstance(index, Var):
        return True
    known = index in (ZERO, EMPTY, BIT_0, BIT_1) or index.constructor in (NEXT, EXTENDED, OTHER)
    is_constant = index.sort not in CLOSED_SORTS and not index.arguments
    return (known or is_constant) and all(map(_is_pattern, index.arguments))


def _repeats(head: Quantity) -> bool:
    listed = [each for index in head.at for each in _variables_of(index)]
    return len(listed) != len(set(listed))


def _variables_of(index: Index) -> Iterator[Var]:
    if isinstance(index, Var):
        yield index
    else:
        for argument in index.arguments:
            yield from _variables_of(argument)
