"""Definitions: equations that say what a new quantity is, and so contradict nothing.

A definition determines a quantity: its left side is the quantity at variables, at constants, or at what is made of
variables, and all that its right side depends on occurs there. Two definitions of one quantity are about different
indices. A definition may use the quantity itself, or others that use it in their turn, only at what comes before: at a
smaller number, or earlier in a history, of which the answers count as numbers. A quotient is defined where what it
divides by is positive.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from graphlib import CycleError, TopologicalSorter
from itertools import combinations

from concomp.obligations.derivations.kernel.indices import (
    EXTENDED,
    NEXT,
    OTHER,
    Compound,
    Index,
    Values,
    Var,
    variables,
)
from concomp.obligations.derivations.kernel.language import (
    Arithmetic,
    BoundTerm,
    Comparison,
    Conjunction,
    Formula,
    Implication,
    Quantity,
    Rational,
    Real,
    formula_at,
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
    names = ("of", "left", "right", "parts", "premise", "conclusion", "body")
    found = (getattr(what, name, ()) for name in names)
    return tuple(part for each in found for part in (each if isinstance(each, tuple) else (each,)))


def defined_quantity(formula: Formula) -> Quantity:
    """The quantity, at its indices, that a formula determines; NoDefinition if it determines none."""
    defining = equation_of(formula)
    head = head_of(defining)
    if isinstance(formula, Conjunction):
        raise NoDefinition(f"{formula} says more than what {head} is")
    _demand_guard(formula, defining)
    loose = free(defining) - free(head)
    if loose and not _symmetric(defining, loose):
        raise NoDefinition(f"{formula} depends on {', '.join(sorted(map(str, loose)))}, which {head} does not")
    if head in _uses(defining):
        raise NoDefinition(f"{head} is defined by itself")
    return head


def equation_of(formula: Formula) -> Comparison:
    """The equation that says what a quantity is, without its guard and what follows; NoDefinition if there is none."""
    defining = formula.conclusion if isinstance(formula, Implication) else formula
    defining = defining.parts[0] if isinstance(defining, Conjunction) else defining
    if not isinstance(defining, Comparison) or defining.relation != "=":
        raise NoDefinition(f"{formula} is no equation")
    return defining


def _demand_guard(formula: Formula, defining: Comparison) -> None:
    """Make sure that a quantity times something is defined where that is positive only."""
    if _is_arithmetic(defining.left, "*"):
        assert isinstance(defining.left, Arithmetic)
        guard = Comparison("<", Rational(Fraction(0)), defining.left.of[1])
        if not isinstance(formula, Implication) or formula.premise != guard:
            raise NoDefinition(f"{formula} divides by what may be 0: let it hold if {guard}")
    elif isinstance(formula, Implication):
        raise NoDefinition(f"{formula} says what something is in some cases only")


def head_of(formula: Comparison) -> Quantity:
    """What an equation begins with: the quantity itself, less something, or times something."""
    head = formula.left.of[0] if isinstance(formula.left, Arithmetic) else formula.left
    if not isinstance(head, Quantity) or _is_arithmetic(formula.left, "+") or _is_arithmetic(formula.left, "max"):
        raise NoDefinition(f"{formula} does not begin with what it defines")
    if any(not _is_pattern(index) for index in head.at) or _repeats(head):
        raise NoDefinition(f"{head} is not at arbitrary indices, each by itself")
    return head


def _is_arithmetic(term: Real, operator: str) -> bool:
    return isinstance(term, Arithmetic) and term.operator == operator


def _uses(formula: Comparison) -> list[Quantity]:
    """What is used to say what the left side begins with."""
    rest = formula.left.of[1:] if isinstance(formula.left, Arithmetic) else ()
    return [each for term in (formula.right, *rest) for each in occurrences(term)]


def _symmetric(formula: Comparison, loose: frozenset[Var]) -> bool:
    """Whether bits that only the right side depends on make no difference there."""
    return all(
        bit.sort == "bit" and _normal_form(term_at(formula.right, {bit: OTHER(bit)})) == _normal_form(formula.right)
        for bit in loose
    )


def _normal_form(term: Real) -> Real:
    """A term with the order of what is added, multiplied or compared made no difference of."""
    match term:
        case Arithmetic(operator, (left, right)):
            parts = (_normal_form(left), _normal_form(right))
            return Arithmetic(operator, parts if operator == "-" else (min(parts, key=str), max(parts, key=str)))
        case BoundTerm(binder, variable, body, start):
            return BoundTerm(binder, variable, _normal_form(body), start)
    return term


def _is_pattern(index: Index) -> bool:
    if isinstance(index, Var):
        return True
    return (index.constructor in (NEXT, EXTENDED, OTHER) or not index.arguments) and all(
        map(_is_pattern, index.arguments)
    )


def _repeats(head: Quantity) -> bool:
    listed = [each for index in head.at for each in _variables_of(index)]
    return len(listed) != len(set(listed))


def _variables_of(index: Index) -> Iterator[Var]:
    if isinstance(index, Var):
        yield index
    else:
        for argument in index.arguments:
            yield from _variables_of(argument)


def demand_compatible(definitions: Iterable[Formula]) -> None:
    """Make sure that definitions can stand beside each other; NoDefinition if they cannot."""
    equations = dict.fromkeys(map(equation_of, definitions))
    listed = {equation: head_of(equation) for equation in equations}
    for (one, head), (other, also) in combinations(listed.items(), 2):
        if symbol(head) == symbol(also) and not _apart(head, also) and not _instance(one, other):
            raise NoDefinition(f"{head} is defined as {one} and as {other}")
    circles = _circles(listed)
    before: dict[object, set[object]] = {}
    for formula, head in listed.items():
        for used in _uses(formula):
            if symbol(used) in circles[symbol(head)] and not _earlier(used, head):
                before.setdefault(_place(head), set()).add(_place(used))
    try:
        TopologicalSorter(before).prepare()
    except CycleError as error:
        raise NoDefinition(f"a definition goes round in a circle: {error.args[1]}") from error


def _circles(listed: Mapping[Comparison, Quantity]) -> dict[Symbol, set[Symbol]]:
    """The quantities that a quantity uses, and that use it in their turn."""
    uses: dict[Symbol, set[Symbol]] = {symbol(head): set() for head in listed.values()}
    for formula, head in listed.items():
        uses[symbol(head)] |= {symbol(used) for used in _uses(formula)}
    reached = {each: _reachable(each, uses) for each in uses}
    return {each: {other for other in reached[each] if each in reached.get(other, ())} for each in uses}


def _reachable(start: Symbol, uses: Mapping[Symbol, set[Symbol]]) -> set[Symbol]:
    found: set[Symbol] = set()
    waiting = [start]
    while waiting:
        for each in uses.get(waiting.pop(), ()):
            if each not in found:
                found.add(each)
                waiting.append(each)
    return found


def _apart(one: Quantity, other: Quantity) -> bool:
    """Whether no index is meant by both."""
    return any(_differ(left, right) for left, right in zip(one.at, other.at, strict=True))


def _differ(left: Index, right: Index) -> bool:
    if isinstance(left, Var) or isinstance(right, Var):
        return False
    if left.constructor != right.constructor:
        return OTHER not in (left.constructor, right.constructor)
    return any(map(_differ, left.arguments, right.arguments))


def _instance(one: Comparison, other: Comparison) -> bool:
    """Whether one definition is the other at some of its indices."""
    return any(
        formula_at(general, _matching(head_of(general), head_of(special))) == special
        for general, special in ((one, other), (other, one))
    )


def _matching(general: Quantity, special: Quantity) -> Values:
    return {left: right for left, right in zip(general.at, special.at, strict=True) if isinstance(left, Var)}


def _place(quantity: Quantity) -> object:
    """What tells quantities apart that come at the same time: the name, and the bits."""
    bits = tuple(str(index) for index in quantity.at if index.sort == "bit" and not variables(index))
    return (*symbol(quantity), bits)


def _earlier(used: Quantity, head: Quantity) -> bool:
    """Whether a quantity comes before another; NoDefinition if it does not come before, nor at the same time."""
    for one, other in zip(_time(used), _time(head), strict=False):
        if one == other:
            continue
        if _smaller(one, other):
            return True
        raise NoDefinition(f"{head} is defined by {used}, which does not come before it")
    if len(_time(used)) > len(_time(head)):
        raise NoDefinition(f"{head} is defined by {used}, which comes later")
    return len(_time(used)) < len(_time(head))


def _time(quantity: Quantity) -> list[Index]:
    """Numbers and histories, in the order of the indices; (h, q, k) and h·q·k are h, then q, then k."""
    found: list[Index] = []
    for index in quantity.at:
        found += _spread(index)
    return found


def _spread(index: Index) -> list[Index]:
    if isinstance(index, Compound) and index.constructor is EXTENDED:
        return [each for argument in index.arguments for each in _spread(argument)]
    return [index] if index.sort in ("number", "history", "query") else []


def _smaller(one: Index, other: Index) -> bool:
    """Whether a number is smaller than another whatever the variables are."""
    if not isinstance(other, Compound) or other.constructor is not NEXT:
        return False
    [predecessor] = other.arguments
    return one == predecessor or _smaller(one, predecessor) or (isinstance(one, Compound) and not one.arguments)
