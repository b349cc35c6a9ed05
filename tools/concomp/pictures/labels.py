"""Where what a line is called is written: beside it, where it is clear of every other line and name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

Places = NDArray[np.float64]
ASIDE, ABOVE = 7, 4
"""How far a name stands from the point that it is written beside, in points."""
CLEAR = 3
"""How far it stands at least from every line."""
ENOUGH = 24
"""A distance beyond which more is no better."""
SPACING = 3


@dataclass(frozen=True)
class Box:
    """A rectangle on the page, in points from the bottom left."""

    left: float
    bottom: float
    width: float
    height: float

    def distance(self, places: Places) -> float:
        """From the nearest of some places; 0 if one lies inside."""
        if not len(places):
            return float("inf")
        aside = np.maximum(self.left - places[:, 0], places[:, 0] - self.left - self.width)
        apart = np.maximum(self.bottom - places[:, 1], places[:, 1] - self.bottom - self.height)
        return float(np.hypot(np.maximum(aside, 0), np.maximum(apart, 0)).min())

    def edges(self) -> Places:
        """Places that lie close all over it."""
        xs = np.linspace(self.left, self.left + self.width, 2 + int(self.width / SPACING))
        ys = np.linspace(self.bottom, self.bottom + self.height, 2 + int(self.height / SPACING))
        return np.array([(x, y) for x in xs for y in ys])

    def lies_in(self, other: Box) -> bool:
        """Whether no part of it is outside another."""
        return (
            other.left <= self.left
            and other.bottom <= self.bottom
            and self.left + self.width <= other.left + other.width
            and self.bottom + self.height <= other.bottom + other.height
        )


def densely(places: Places) -> Places:
    """Places along a broken line, close together."""
    parts = [places[:1]]
    for left, right in pairwise(places):
        count = 1 + int(np.hypot(*(right - left)) / SPACING)
        parts.append(left + (right - left) * np.linspace(0, 1, count + 1)[1:, None])
    return np.concatenate(parts)


def place(
    sizes: Sequence[tuple[float, float]], along: Sequence[Places], taken: Places, inside: Box
) -> list[Box | None]:
    """A box for the name of each line, of these sizes, each beside its own; None where there is no room.

    along: the places of each line. taken: places where something else stands.
    """
    boxes: list[Box | None] = []
    for size, own in zip(sizes, along, strict=True):
        others = np.concatenate([taken, *(each for each in along if each is not own)])
        boxes.append(_best(size, own, others, inside))
        if boxes[-1] is not None:
            taken = np.concatenate([taken, boxes[-1].edges()])
    return boxes


def _best(size: tuple[float, float], own: Places, others: Places, inside: Box) -> Box | None:
    """The box that is clearest of the other lines, the first among equals."""
    found: tuple[float, Box] | None = None
    for box in _beside(size, own):
        if not box.lies_in(inside) or box.distance(own) < CLEAR - 1:
            continue
        clear = min(box.distance(others), ENOUGH)
        if clear >= CLEAR and (found is None or clear > found[0]):
            found = clear, box
    return None if found is None else found[1]


def _beside(size: tuple[float, float], own: Places) -> Iterator[Box]:
    """Boxes to the right above a line, those near its middle first, then to the left below it."""
    width, height = size
    if not len(own):
        return
    middle = own[:, 0].min() + np.ptp(own[:, 0]) * 0.3
    ordered = own[np.argsort(np.abs(own[:, 0] - middle), kind="stable")][::4]
    for x, y in ordered:
        yield Box(x + ASIDE, y + ABOVE, width, height)
    for x, y in ordered:
        yield Box(x - ASIDE - width, y - ABOVE - height, width, height)
