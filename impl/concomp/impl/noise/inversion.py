"""Lazy inversion: symmetric noise from one random word, and from further words where the first leaves it open.

A word is the beginning of a uniform real U from 0 to 1. The noise has magnitude k where P(|Z| < k) ≤ U < P(|Z| ≤ k).
This is decided unless U begins like one of these chances: then U is drawn further, and compared with more of their
bits. So the law is exact, whatever the width of a word is.
"""

from __future__ import annotations

from bisect import bisect_left
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from concomp.impl.noise.magnitudes import TABLE, Magnitudes
from concomp.impl.noise.randomness import Numbers, Randomness, whole

WIDTH = 64
"""The bits of a word: one for the sign, the others for the magnitude."""
FINER = 16
"""How many finer tables are kept, each of which is needed for one word in 2^50 or so."""
Integers = NDArray[np.int64]


class Inversion:
    """Symmetric noise by lazy inversion."""

    def __init__(self, magnitudes: Magnitudes, width: int = WIDTH) -> None:
        """Take the law, and the bits of a word, at least 2."""
        self.magnitudes, self.width = magnitudes, width
        self._span = 1 << width
        self._cells = magnitudes.cells(width - 1)
        self._finer = lru_cache(maxsize=FINER)(magnitudes.cells)

    def draw(self, randomness: Randomness) -> int:
        """A number with exactly the law."""
        word = randomness.below(self._span)
        place = word >> 1
        k = bisect_left(self._cells, place)
        if self._cells[k] == place:
            k = self._refined(place, randomness)
        return -k if word & 1 else k

    def draw_many(self, size: int, randomness: Randomness) -> Integers:
        """So many of them, independent of each other."""
        wanted = whole("size", size, 0)
        if len(self._cells) > TABLE:
            return np.fromiter((self.draw(randomness) for _ in range(wanted)), np.int64, wanted)
        words = randomness.below_many(self._span, wanted)
        places = words >> np.uint64(1)
        found = self._table.searchsorted(places)
        for i in np.flatnonzero(self._table[found] == places):
            found[i] = self._refined(int(places[i]), randomness)
        return np.where(words & np.uint64(1), -found, found)

    @cached_property
    def _table(self) -> Numbers:
        return np.array(self._cells, np.uint64)

    def _refined(self, place: int, randomness: Randomness) -> int:
        """The magnitude where U begins like a chance: the first of these that is larger, to so many more bits."""
        bits = self.width - 1
        while True:
            bits, place = bits + self.width, place << self.width | randomness.below(self._span)
            cells = self._finer(bits)
            k = bisect_left(cells, place)
            if cells[k] != place:
                return k
