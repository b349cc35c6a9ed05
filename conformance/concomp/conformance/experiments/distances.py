"""Pairs of what was drawn one after the other, at several distances: each distance is a test of its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

NEAR, HALVINGS = 8, 6
"""The largest small distance at which draws are paired, and how many halvings of all of them are distances too."""


def distances(size: int) -> list[int]:
    """The distances at which so many values are paired, each a test of its own."""
    parts_of_a_call = [max(1, size // 2**k) for k in range(1, HALVINGS + 1)]
    return [*range(1, NEAR + 1), *parts_of_a_call, parts_of_a_call[0] + 1]


def paired(values: Sequence[Any], distance: int) -> list[tuple[Any, Any]]:
    """Pairs of values at a distance, each value in one of them at most."""
    firsts = (place for place in range(len(values) - distance) if place // distance % 2 == 0)
    return [(values[place], values[place + distance]) for place in firsts]
