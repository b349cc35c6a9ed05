"""Curves under choices: backward induction over the places of an arena."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import reduce

from flint import fmpq

from concomp.impl.audit import frontiers as frontier
from concomp.impl.audit.arena import NEVER, Arena, Branch
from concomp.impl.audit.curves import STOP, Curve, highest, mixture
from concomp.impl.audit.frontiers import Frontier
from concomp.impl.audit.rounds import tell
from concomp.model.mechanisms.positions import Allowance

WORD = 128
"""Bits of a rational that count as one step."""
Simplify = Callable[[Curve], Curve]


def reachable(arena: Arena) -> list[frozenset[int]]:
    """The places that can be reached by so many moves, from none to all rounds, or until there are none."""
    layers = [frozenset({arena.start})]
    successors = [frozenset(after for _, branches in moves for _, _, after in branches) for moves in arena.places]
    known: dict[frozenset[int], frozenset[int]] = {}
    while layers[-1] and len(layers) <= arena.rounds:
        here = layers[-1]
        if here not in known:
            known[here] = frozenset().union(*(successors[place] for place in here))
        layers.append(known[here])
    return layers


def frontiers(arena: Arena, allowance: Allowance) -> Iterator[dict[int, Frontier]]:
    """The frontiers of the places that can be reached, from after the last query to before the first.

    Raises TooLarge if it takes more than is allowed.
    """
    layers = reachable(arena)
    rounds = len(layers) - 1
    moves = {
        place: [_chances(arena, branches) for branches in arena.options(place)] for place in range(len(arena.places))
    }
    later: dict[int, Frontier] = dict.fromkeys(layers.pop(), frontier.STOP)
    yield later
    while layers:
        later = {place: _furthest(moves[place], later, allowance) for place in layers.pop()}
        tell(rounds - len(layers), rounds)
        yield later


def _chances(arena: Arena, branches: tuple[Branch, ...]) -> list[tuple[fmpq, fmpq, int]]:
    """(chance in world 0, chance in world 1, place after it) of the branches that do not exclude world 0."""
    return [(*arena.numbers.chances(branch), branch[2]) for branch in branches if branch[0] != NEVER]


def _furthest(moves: list[list[tuple[fmpq, fmpq, int]]], later: dict[int, Frontier], allowance: Allowance) -> Frontier:
    """The best of the moves of a place; to stop there is no better, and is what there is without moves."""
    found = []
    for branches in moves:
        parts = [(p, q, later[after]) for p, q, after in branches]
        allowance.spend(sum(after.work for _, q, after in parts if q != 0))
        found.append(frontier.mixture(parts))
    return frontier.highest(found) if found else frontier.STOP


def curve_at_start(arena: Arena, allowance: Allowance) -> Curve:
    """The curve of the start; TooLarge if it takes more than is allowed."""
    *_, first = frontiers(arena, allowance)
    return first[arena.start].curve()


def simplified_curves(arena: Arena, allowance: Allowance, simplify: Simplify) -> Iterator[dict[int, Curve]]:
    """Curves of the places that can be reached, from after the last query to before the first.

    simplify: what each curve becomes before it is used. Raises TooLarge if it takes more than is allowed.
    """
    layers = reachable(arena)
    rounds = len(layers) - 1
    later: dict[int, Curve] = dict.fromkeys(layers.pop(), STOP)
    yield later
    while layers:
        later = {place: _best(arena, place, later, allowance, simplify) for place in layers.pop()}
        tell(rounds - len(layers), rounds)
        yield later


def simplified_curve(arena: Arena, allowance: Allowance, simplify: Simplify) -> Curve:
    """The simplified curve of the start; TooLarge if it takes more than is allowed."""
    *_, first = simplified_curves(arena, allowance, simplify)
    return first[arena.start]


def _best(arena: Arena, place: int, later: dict[int, Curve], allowance: Allowance, simplify: Simplify) -> Curve:
    """The best of the moves of a place, and of stopping there."""
    options = arena.options(place)
    if not options:
        return STOP
    curves = [simplify(_worth(arena, branches, later, allowance)) for branches in options]
    return simplify(reduce(highest, curves, STOP))


def _worth(arena: Arena, branches: tuple[Branch, ...], later: dict[int, Curve], allowance: Allowance) -> Curve:
    """The curve of a move."""
    odds, weights = arena.numbers.odds.values, arena.numbers.weights.values
    parts = [(weights[weight], odds[ratio], later[after]) for ratio, weight, after in branches if ratio != NEVER]
    allowance.spend(sum(_size(curve) for _, _, curve in parts))
    return mixture(parts)


def _size(curve: Curve) -> int:
    """The work that a curve makes: its hinges, counted more often if their numbers are long."""
    if not curve.hinges:
        return 1
    knee, weight = curve.hinges[len(curve.hinges) // 2]
    return len(curve.hinges) * (1 + (int(knee.p).bit_length() + int(weight.q).bit_length()) // WORD)
