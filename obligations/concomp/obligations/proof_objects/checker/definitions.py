"""Definitions: each says what one quantity is, by what comes before it; so all have a solution, whatever else is so."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from itertools import combinations

from .terms import (
    BINDERS,
    CONSTRUCTORS,
    EMPTY,
    ZERO,
    Refused,
    Term,
    at,
    demand,
    free,
    make,
    polynomial,
    show,
    symbols,
)


@dataclass(frozen=True)
class Definition:
    """An equation that says what its head is: the head, less or times what is beside it, is the right side."""

    equation: Term
    head: Term
    beside: tuple[Term, ...]

    @property
    def uses(self) -> list[Term]:
        """The quantities by which the head is defined."""
        return [each for term in (self.equation[2], *self.beside) for each in occurrences(term)]


def definition(rule: str, formula: Term) -> Definition:
    """What a fact of a rule defines; Refused if it defines nothing."""
    guard, equation = formula[1:] if formula[0] == "if" else (None, formula[1] if rule == "quotient" else formula)
    left = equation[1]
    head, *beside = left[1:] if left[0] in ("-", "*") else (left,)
    demand(equation[0] == "=" and head[0] == "quantity", f"{show(equation)} does not begin with what it defines")
    divides = left[0] == "*" and rule != "quotient"
    demand(guard == (("<", "0", left[2]) if divides else None), f"{show(formula)} holds in other cases than it may")
    listed = [each for argument in head[2:] for each in parts_of(argument)]
    demand(len(listed) == len(set(listed)), f"{show(head)} is at one index twice")
    for bit in free(equation) - free(head):
        opposite = at(equation, {bit: make("other", bit)})
        symmetric = bit[2] == "bit" and opposite[1] == left and polynomial(opposite[2]) == polynomial(equation[2])
        demand(symmetric, f"{show(head)} does not depend on {show(bit)}")
    return Definition(equation, head, tuple(beside))


def parts_of(argument: Term) -> Iterator[Term]:
    """The variables of an index that is made of them by 1+, h·q·a, 1− and constants; Refused for another."""
    made = argument[0] in ("var", "successor", "extended", "other") or len(argument) == 1
    demand(made, f"{show(argument)} is not arbitrary")
    yield from (argument,) if argument[0] == "var" else ()
    for each in argument[1:] if argument[0] != "var" else ():
        yield from parts_of(each)


def occurrences(term: Term) -> Iterator[Term]:
    """The quantities of a term, at their indices; a bound variable is not the same as a free one of its name."""
    if isinstance(term, str) or term[0] == "quantity":
        yield from () if isinstance(term, str) else (term,)
    elif term[0] in BINDERS:
        _, (_, name, sort), body, *_ = term
        yield from occurrences(at(body, {term[1]: ("var", f"bound {name}", sort)}))
    else:
        for each in term[1:]:
            yield from occurrences(each)


def meet(one: Term, other: Term) -> bool:
    """Whether two quantities, or two indices, may be the same for some values of their variables."""
    if {one[0], other[0]} & {"var", "other"}:
        return True
    alike = one[:2] == other[:2] if one[0] == "quantity" else one[0] == other[0]
    pairs = zip(one[1 + (one[0] == "quantity") :], other[1 + (one[0] == "quantity") :], strict=False)
    return alike and len(one) == len(other) and all(meet(*pair) for pair in pairs)


def special(one: Definition, other: Definition) -> bool:
    """Whether a definition is another one at some of its indices."""
    pairs = zip(one.head[2:], other.head[2:], strict=True)
    return bool(at(one.equation, {old: new for old, new in pairs if old[0] == "var"}) == other.equation)


def time(term: Term) -> Iterator[Term]:
    """The numbers and histories that a quantity stands at, in their order; h·q·a is h, then a."""
    for each in term[2:] if term[0] == "quantity" else (term[1], term[3]):
        if each[0] == "extended":
            yield from time(each)
        elif (each[2] if each[0] == "var" else CONSTRUCTORS.get(each[0], "").rpartition(" ")[2]) in (
            "number",
            "history",
        ):
            yield each


def smaller(one: Term, other: Term) -> bool:
    """Whether a number is smaller than another whatever the variables are."""
    return bool(other[0] == "successor" and (one in (ZERO, other[1]) or smaller(one, other[1])))


def earlier(used: Term, head: Term) -> bool:
    """Whether a quantity comes before another; Refused if it comes neither before nor at the same time.

    Up to the first history the first number that differs decides. From there on, what comes before is shorter, or as
    long and smaller where it differs first: else there would be no end of coming before, as 1, 01, 001 and so on.
    """
    one, other = list(time(used)), list(time(head))
    place = 0
    while place < min(len(one), len(other)) and one[place] == other[place]:
        place += 1
    histories = [each == EMPTY or each[0].endswith("history") or each[-1] == "history" for each in other]
    rest, left = one[place:], other[place:]
    lower = bool(rest and left) and smaller(rest[0], left[0])
    if (not rest and not left) or (lower and not any(histories[:place])):
        return lower
    long = len(left) - sum(histories[place:])
    ends = not any(each == EMPTY or each[-1] == "history" or each[0].endswith("history") for each in rest)
    before = ends and (len(rest) < long or (lower and len(rest) == long))
    demand(before, f"{show(head)} is defined by {show(used)}, which does not come before it")
    return True


def demand_consistent(definitions: Iterable[Definition]) -> None:
    """Make sure that definitions can stand together: each quantity is defined once, by what comes before it."""
    different = list({each.equation: each for each in definitions}.values())
    for one, other in combinations(different, 2):
        once = not meet(one.head, other.head) or special(one, other) or special(other, one)
        demand(once, f"{show(one.head)} is defined by {show(one.equation)} and by {show(other.equation)}")
    reached = {name: set[tuple[str, int]]() for each in different for name in symbols(each.head)}
    for each in different:
        reached[each.head[1], len(each.head)] |= {(used[1], len(used)) for used in each.uses}
    for middle in reached:
        for found in reached.values():
            found |= reached[middle] if middle in found else set()
    before: dict[Definition, set[Definition]] = {each: set() for each in different}
    for each in different:
        for used in each.uses:
            circular = symbols(each.head) <= reached.get((used[1], len(used)), set())
            if circular and not earlier(used, each.head):
                before[each] |= {other for other in different if meet(used, other.head)}
    try:
        TopologicalSorter(before).prepare()
    except CycleError as error:
        raise Refused(f"definitions go round in a circle: {[show(each.head) for each in error.args[1]]}") from error
