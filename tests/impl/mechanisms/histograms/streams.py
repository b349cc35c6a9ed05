"""Streams of rows, some of them chosen by the answers so far, and how far answers are from the truth."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from concomp.impl.session.mechanism import Respond

Row = tuple[bool, ...]
Choose = Callable[[int, int, int], Row]
"""(columns, time, last answer) ↦ the next row."""


def all_ones(columns: int, time: int, last: int) -> Row:
    """Every sum grows with every row."""
    return (True,) * columns


def in_turns(columns: int, time: int, last: int) -> Row:
    """One sum grows with each row."""
    return tuple(place == time % columns for place in range(columns))


def rare(columns: int, time: int, last: int) -> Row:
    """A row in a hundred is of ones."""
    return (time % 100 == 0,) * columns


def until_noticed(columns: int, time: int, last: int) -> Row:
    """Ones as long as the answer stands still, for at most a thousand rows, and zeros after that."""
    return (last <= 0 and time <= 1000,) * columns


def at_random(columns: int, time: int, last: int) -> Row:
    """Bits that look random."""
    random = Random(time)
    return tuple(random.random() < 0.5 for _ in range(columns))


STREAMS: Mapping[str, Choose] = {each.__name__: each for each in (all_ones, in_turns, rare, until_noticed, at_random)}


def farthest(
    respond: Respond, query: Callable[[tuple[int, ...]], int], choose: Choose, columns: int, steps: int
) -> tuple[int, int]:
    """How far an answer was from the truth at most, and the largest value of the query."""
    sums, last, worst = [0] * columns, 0, 0
    for time in range(1, steps + 1):
        row = choose(columns, time, last)
        for place, bit in enumerate(row):
            sums[place] += bit
        last = respond(row)  # type: ignore[assignment]
        worst = max(worst, abs(last - query(tuple(sums))))
    return worst, query(tuple(sums))
