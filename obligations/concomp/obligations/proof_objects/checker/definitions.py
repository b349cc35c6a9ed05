"""Definitions: each says what one quantity is, by what comes before it; so all have a solution, whatever else is so."""

from collections.abc import Iterable, Iterator
from graphlib import TopologicalSorter
from itertools import combinations, product

from .terms import CONSTRUCTORS, EMPTY, ZERO, Term, at, demand, free, make, nodes, ordered, symbols

Definition = tuple[Term, Term, tuple[Term, ...]]
"""An equation; the quantity that it is about, its head; and the quantities by which that is defined."""


def definition(rule: str, formula: Term) -> Definition:
    """What a fact of a rule defines: the head, less or times something, is the right side; Refused if it is nothing."""
    guard, equation = formula[1:] if formula[0] == "if" else (None, formula[1] if rule == "quotient" else formula)
    left = equation[1]
    head, *beside = left[1:] if left[0] in ("-", "*") else (left,)
    positive = ("<", "0", left[2]) if left[0] == "*" and rule != "quotient" else None
    one = equation[0] == "=" and head[0] == "quantity"
    demand(one and guard == positive, "{} defines no one quantity", formula)
    for each in (listed := [each for argument in head[2:] for each, _ in nodes(argument)]):
        made = each[0] in ("successor", "extended", "other") or len(each) == 1
        demand(made or (each[0] == "var" and listed.count(each) == 1), "{} is not at any indices, each by itself", head)
    for bit in free(equation) - free(head):
        opposite = at(equation, {bit: make("other", bit)})
        symmetric = bit[2] == "bit" and opposite[1] == left and ordered(opposite[2]) == ordered(equation[2])
        demand(symmetric, "{} does not depend on {}", head, bit)
    found = [each for term in (equation[2], *beside) for each in nodes(term)]
    return equation, head, tuple(at(each, dict(map(fresh, bound))) for each, bound in found if each[0] == "quantity")


def fresh(bound: Term) -> tuple[Term, Term]:
    """A variable that is bound, and one that stands for it, called as no variable of an object can be."""
    return bound, ("var", ("bound", bound[1]), bound[2])


def meet(one: Term, other: Term) -> bool:
    """Whether two quantities, or two indices, may be the same: they may unless they are made in different ways."""
    if one[0] == other[0] == "quantity":
        return one[1] == other[1] and len(one) == len(other) and all(map(meet, one[2:], other[2:]))
    made = all(each[0] in ("successor", "extended") or len(each) == 1 for each in (one, other))
    return not made or (one[0] == other[0] and all(map(meet, one[1:], other[1:])))


def special(one: Definition, other: Definition) -> bool:
    """Whether a definition is another one at some of its indices."""
    return bool(at(one[0], dict(zip(one[1][2:], other[1][2:], strict=True))) == other[0])


def time(term: Term) -> Iterator[Term]:
    """The numbers and histories that a quantity stands at, in their order; h·q·a is h, then a."""
    for each in term[2:] if term[0] == "quantity" else (term[1], term[3]):
        sort = each[2] if each[0] == "var" else CONSTRUCTORS.get(each[0], "").rpartition(" ")[2]
        if sort in ("number", "history"):
            yield from time(each) if each[0] == "extended" else (each,)


def is_history(index: Term) -> bool:
    """Whether one of these is a history; of any length, if it is a variable."""
    return bool(index == EMPTY or index[0] == "exchanged history" or index[-1] == "history")


def smaller(one: Term, other: Term) -> bool:
    """Whether a number is smaller than another whatever the variables are."""
    return bool(other[0] == "successor" and (one in (ZERO, other[1]) or smaller(one, other[1])))


def earlier(used: Term, head: Term) -> bool:
    """Whether a quantity comes before another; Refused if it comes neither before nor at the same time.

    Up to the first history the first number that differs decides, or that there is none. From there on, what comes
    before is shorter, or as long and smaller where it differs first: else there would be no end of coming before, as 1,
    01, 001 and so on.
    """
    rest, left, histories = list(time(used)), list(time(head)), False
    while rest and left and rest[0] == left[0]:
        rest, left, histories = rest[1:], left[1:], histories or is_history(left[0])
    histories = histories or all(map(is_history, rest[:1] + left[:1]))
    lower = bool(rest and left) and smaller(rest[0], left[0])
    long = len(left) - sum(map(is_history, left))
    shorter = not any(map(is_history, rest)) and (len(rest) < long or (lower and len(rest) == long))
    before = rest == left or (shorter if histories else lower or not rest)
    demand(before, "{} is defined by {}, which does not come before it", head, used)
    return rest != left


def demand_consistent(definitions: Iterable[Definition]) -> None:
    """Make sure that definitions can stand together: each quantity is defined once, by what comes before it.

    CycleError where they go round in a circle.
    """
    different = list({each[0]: each for each in definitions}.values())
    for one, other in ((one, other) for one, other in combinations(different, 2) if meet(one[1], other[1])):
        demand(special(one, other) or special(other, one), "{} is defined by {} and by {}", one[1], one[0], other[0])
    reached = {name: set[tuple[str, int]]() for _, head, _ in different for name in symbols(head)}
    for _, head, uses in different:
        reached[head[1], len(head)].update(*map(symbols, uses))
    for middle, found in product(reached, reached.values()):
        found |= reached[middle] if middle in found else set()
    before: dict[Definition, set[Definition]] = {each: set() for each in different}
    for each in different:
        for used in each[2]:
            circular = symbols(each[1]) <= reached.get((used[1], len(used)), set())
            if circular and not earlier(used, each[1]):
                before[each] |= {other for other in different if meet(used, other[1])}
    TopologicalSorter(before).prepare()
