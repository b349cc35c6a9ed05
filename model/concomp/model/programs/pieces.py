"""On which noise a step shows a certain answer: boxes of intervals whose ends move with what is hidden.

What is hidden is t, or −t, or a number. Terms are read as sums of a moving integer and of draws. A comparison that a
box of draws does not decide splits the box in two, until every comparison is decided everywhere on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.terms import Term
from concomp.model.programs.exponential_sums import Moving
from concomp.model.programs.vocabulary import ProgramError


@dataclass(frozen=True)
class Interval:
    """The integers from low to high; None is no end."""

    low: Moving | None = None
    high: Moving | None = None

    @property
    def point(self) -> Moving | None:
        """Its only integer, if it has one only."""
        return self.low if self.low == self.high else None


@dataclass(frozen=True)
class Sum:
    """A moving integer plus draws, each so many times."""

    moving: Moving
    draws: tuple[tuple[str, int], ...] = ()


NOTHING = Sum(Moving(0))
Box = Mapping[str, Interval]


@dataclass(frozen=True)
class Piece:
    """A box of draws on which a condition holds, and the values of some terms there."""

    box: Box
    values: tuple[Sum | bool, ...]


class _Split(Exception):
    """A comparison depends on whether a draw is at most a point."""

    def __init__(self, draw: str, point: Moving) -> None:
        self.draw = draw
        self.point = point


def pieces(
    condition: Term, wanted: Sequence[Term], known: Mapping[str, Sum | bool], draws: Iterable[str]
) -> tuple[list[Piece], int]:
    """The boxes of draws on which the condition holds, with the values of wanted terms; and from which t on it is so.

    known: what the leaves are that are no draws, by name. Raises ProgramError for a comparison of two draws.
    """
    found: list[Piece] = []
    since = _collect(found, condition, wanted, known, {name: Interval() for name in draws})
    return found, since


def _collect(
    found: list[Piece], condition: Term, wanted: Sequence[Term], known: Mapping[str, Sum | bool], box: Box
) -> int:
    reading = _Reading(known, box)
    try:
        holds = reading.of(condition)
        values = tuple(reading.of(each) for each in wanted) if holds else ()
    except _Split as split:
        since = reading.since
        for half in _halves(box[split.draw], split.point):
            empty, settled = _is_empty(half)
            below = 0 if empty else _collect(found, condition, wanted, known, {**box, split.draw: half})
            since = max(since, settled, below)
        return since
    if holds:
        found.append(Piece(box, values))
    ends = [end for each in box.values() for end in (each.low, each.high) if end is not None]
    return max([reading.since, *(end.plus(by).settled for end in ends for by in (-1, 0))])


def _halves(interval: Interval, point: Moving) -> tuple[Interval, Interval]:
    return replace(interval, high=point), replace(interval, low=point.plus(1))


def _is_empty(interval: Interval) -> tuple[bool, int]:
    if interval.low is None or interval.high is None:
        return False, 0
    length = _minus(interval.high, interval.low)
    return length.is_negative, length.settled


def _minus(left: Moving, right: Moving) -> Moving:
    return Moving(left.constant - right.constant, left.slope - right.slope)


class _Reading:
    """Terms on one box; `since` is from which t on what was decided is so."""

    def __init__(self, known: Mapping[str, Sum | bool], box: Box) -> None:
        self._known = known
        self._box = box
        self.since = 0

    def of(self, term: Term) -> Any:
        """The value of a term: a Sum, or a truth value."""
        match term.operator:
            case "constant":
                value = terms.constant_value(term)
                return value if isinstance(value, bool) else Sum(Moving(int(value)))
            case "register" | "message" | "parameter":
                return self._leaf(terms.leaf_name(term))
            case "not":
                return not self.of(term.arguments[0])
            case "and":
                return all(self.of(each) for each in term.arguments)
            case "or":
                return any(self.of(each) for each in term.arguments)
            case "choice":
                condition, then, otherwise = term.arguments
                return self.of(then if self.of(condition) else otherwise)
            case "less" | "at most" | "equal":
                return self._compare(term.operator, *map(self.of, term.arguments))
            case "sum" | "difference":
                left, right = map(self.of, term.arguments)
                return _combined(left, right, 1 if term.operator == "sum" else -1)
            case "product":
                return _product(*map(self.of, term.arguments))
            case "minus":
                return _combined(NOTHING, self.of(term.arguments[0]), -1)
            case "absolute":
                value = self.of(term.arguments[0])
                return _combined(NOTHING, value, -1) if self._at_most(value) else value
            case _:
                raise ProgramError(f"{term.operator!r} has no place in a program whose law is wanted")

    def _leaf(self, name: str) -> Sum | bool:
        if name in self._known:
            return self._known[name]
        point = self._box[name].point if name in self._box else None
        return Sum(Moving(0), ((name, 1),)) if point is None else Sum(point)

    def _compare(self, operator: str, left: Any, right: Any) -> bool:
        if isinstance(left, bool):
            return left is right
        difference = _combined(left, right, -1)
        if operator == "equal":
            return self._at_most(difference) and not self._at_most(_combined(difference, Sum(Moving(-1)), -1))
        return self._at_most(difference if operator == "at most" else _combined(difference, Sum(Moving(-1)), -1))

    def _at_most(self, difference: Sum) -> bool:
        """Whether a sum is at most 0."""
        if not difference.draws:
            lowered = difference.moving.plus(-1)
            self.since = max(self.since, lowered.settled)
            return lowered.is_negative
        if len(difference.draws) > 1 or abs(difference.draws[0][1]) != 1:
            raise ProgramError("a comparison of several draws, or of a multiple of one: its law is not read off")
        [(draw, sign)] = difference.draws
        moving = difference.moving
        # The draw is at most −moving, or it is at least moving, which is not at most moving − 1.
        point = Moving(-moving.constant, -moving.slope) if sign > 0 else moving.plus(-1)
        return self._is_at_most(draw, point) == (sign > 0)

    def _is_at_most(self, draw: str, point: Moving) -> bool:
        interval = self._box[draw]
        if interval.high is not None and self._ordered(interval.high, point):
            return True
        if interval.low is not None and self._ordered(point.plus(1), interval.low):
            return False
        raise _Split(draw, point)

    def _ordered(self, left: Moving, right: Moving) -> bool:
        difference = _minus(left, right).plus(-1)
        self.since = max(self.since, difference.settled)
        return difference.is_negative


def _combined(left: Sum, right: Sum, sign: int) -> Sum:
    moving = Moving(left.moving.constant + sign * right.moving.constant, left.moving.slope + sign * right.moving.slope)
    counts = dict(left.draws)
    for name, count in right.draws:
        counts[name] = counts.get(name, 0) + sign * count
    return Sum(moving, tuple(sorted((name, count) for name, count in counts.items() if count)))


def _product(left: Sum, right: Sum) -> Sum:
    for one, other in ((left, right), (right, left)):
        if not one.draws and not one.moving.slope:
            by = one.moving.constant
            moving = Moving(by * other.moving.constant, by * other.moving.slope)
            return Sum(moving, tuple((name, by * count) for name, count in other.draws if by))
    raise ProgramError("a product of two things that are not known: its law is not read off")
