"""Definitions beside each other: of different things, and by what comes before.

Two definitions of one quantity are about different indices. A definition may use the quantity itself, or others that
use it in their turn, only at what comes before. What comes before is decided by the numbers and histories that a
quantity is about, in the order of its indices: up to the first history by the first number that differs; then by all
that the rest is put together of, where what is shorter comes before, and of what is as long the first number that
differs decides. Neither can go down for ever.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from graphlib import CycleError, TopologicalSorter
from itertools import combinations

from concomp.obligations.derivations.kernel.definitions import (
    NoDefinition,
    Symbol,
    demand_determined,
    equation_of,
    head_of,
    symbol,
    uses,
)
from concomp.obligations.derivations.kernel.indices import EMPTY, EXTENDED, NEXT, ZERO, Compound, Index, Values, Var
from concomp.obligations.derivations.kernel.language import Comparison, Formula, Quantity, formula_at


def demand_compatible(definitions: Iterable[Formula]) -> None:
    """Make sure that definitions can stand beside each other; NoDefinition if they cannot."""
    listed = {equation: head_of(equation) for equation in map(equation_of, definitions)}
    for equation in listed:
        demand_determined(equation)
    for (one, head), (other, also) in combinations(listed.items(), 2):
        if _meet(head, also) and not _instance(one, other):
            raise NoDefinition(f"{head} is defined as {one} and as {other}")
    circles = _circles(listed)
    before: dict[Comparison, set[Comparison]] = {equation: set() for equation in listed}
    for equation, head in listed.items():
        for used in uses(equation):
            if symbol(used) in circles[symbol(head)] and not _earlier(used, head):
                before[equation] |= {other for other, also in listed.items() if _meet(used, also)}
    try:
        TopologicalSorter(before).prepare()
    except CycleError as error:
        circle = "; ".join(map(str, error.args[1]))
        raise NoDefinition(f"definitions go round in a circle: {circle}") from error


def _circles(listed: Mapping[Comparison, Quantity]) -> dict[Symbol, set[Symbol]]:
    """The quantities that a quantity uses, and that use it in their turn."""
    used_by: dict[Symbol, set[Symbol]] = {symbol(head): set() for head in listed.values()}
    for formula, head in listed.items():
        used_by[symbol(head)] |= {symbol(used) for used in uses(formula)}
    reached = {each: _reachable(each, used_by) for each in used_by}
    return {each: {other for other in reached[each] if each in reached.get(other, ())} for each in used_by}


def _reachable(start: Symbol, used_by: Mapping[Symbol, set[Symbol]]) -> set[Symbol]:
    found: set[Symbol] = set()
    waiting = [start]
    while waiting:
        for each in used_by.get(waiting.pop(), ()):
            if each not in found:
                found.add(each)
                waiting.append(each)
    return found


def _meet(one: Quantity, other: Quantity) -> bool:
    """Whether two quantities may be the same at some of their indices: a variable may be anything."""
    return symbol(one) == symbol(other) and not any(map(_differ, one.at, other.at))


def _differ(one: Index, other: Index) -> bool:
    """Whether two indices are made in different ways, and so are never the same."""
    if isinstance(one, Var) or isinstance(other, Var) or not (_is_made(one) and _is_made(other)):
        return False
    return one.constructor != other.constructor or any(map(_differ, one.arguments, other.arguments))


def _is_made(index: Compound) -> bool:
    """Whether an index says how its value is made: it is a constant, a successor, or an extended history."""
    return index.constructor in (NEXT, EXTENDED) or not index.arguments


def _instance(one: Comparison, other: Comparison) -> bool:
    """Whether one definition is the other at some of its indices."""
    return any(
        formula_at(general, _matching(head_of(general), head_of(special))) == special
        for general, special in ((one, other), (other, one))
    )


def _matching(general: Quantity, special: Quantity) -> Values:
    pairs = zip(general.at, special.at, strict=True)
    return {left: right for left, right in pairs if isinstance(left, Var) and left.sort == right.sort}


def _earlier(used: Quantity, head: Quantity) -> bool:
    """Whether a quantity comes before another; NoDefinition if it does not come before, nor at the same time."""
    (numbers, parts), (of_head, parts_of_head) = _time(used), _time(head)
    numbers, of_head = _from_difference(numbers, of_head)
    if numbers or of_head:
        is_earlier = not numbers or _precedes(numbers, of_head)
    else:
        parts, parts_of_head = _from_difference(parts, parts_of_head)
        if not parts and not parts_of_head:
            return False
        # A history that is a variable may be of any length, also of none.
        longest, shortest = len(parts), sum(each.sort != "history" for each in parts_of_head)
        is_bounded = all(each.sort != "history" for each in parts)
        is_earlier = is_bounded and (longest < shortest or (longest == shortest and _precedes(parts, parts_of_head)))
    if not is_earlier:
        raise NoDefinition(f"{head} is defined by {used}, which does not come before it")
    return True


def _from_difference(one: list[Index], other: list[Index]) -> tuple[list[Index], list[Index]]:
    """What is left of two lists after all that they begin with alike."""
    alike = 0
    while alike < min(len(one), len(other)) and one[alike] == other[alike]:
        alike += 1
    return one[alike:], other[alike:]


def _precedes(one: list[Index], other: list[Index]) -> bool:
    return bool(one and other) and _smaller(one[0], other[0])


def _time(quantity: Quantity) -> tuple[list[Index], list[Index]]:
    """What a quantity is about up to the first history, and what all else consists of: (h, q, k) as h·q·k does."""
    timely = [index for index in quantity.at if index.sort in ("number", "history", "query")]
    first = next((place for place, index in enumerate(timely) if index.sort == "history"), len(timely))
    return timely[:first], [part for index in timely[first:] for part in _spread(index)]


def _spread(index: Index) -> list[Index]:
    if isinstance(index, Compound) and index.constructor == EXTENDED:
        return [each for argument in index.arguments for each in _spread(argument)]
    return [] if index == EMPTY else [index]


def _smaller(one: Index, other: Index) -> bool:
    """Whether a number is smaller than another whatever the variables are."""
    if not isinstance(other, Compound) or other.constructor != NEXT:
        return False
    [predecessor] = other.arguments
    return one in (predecessor, ZERO) or _smaller(one, predecessor)
