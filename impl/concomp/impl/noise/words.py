"""Words: uniform integers of a fixed number of bits, as the operating system gives them."""

from __future__ import annotations

import os
import threading
from typing import Protocol
from weakref import WeakSet

import numpy as np

from concomp.impl.noise.randomness import Numbers

BUFFER = 512
"""How many words a thread fetches at once."""
BYTES = 8


class Words(Protocol):
    """A source of words."""

    @property
    def width(self) -> int:
        """The number of bits of a word, at most 64."""

    def word(self) -> int:
        """A uniform integer from 0 to 2^width − 1."""

    def words(self, size: int) -> Numbers:
        """So many of them."""


class _Buffer(threading.local):
    """The words that a thread has fetched and not used."""

    def __init__(self) -> None:
        self.words: list[int] = []


class SystemWords:
    """Words of 64 bits by the operating system's generator, some fetched ahead: a thread shares its own with nobody.

    What was fetched before a fork is dropped in the child, in which it would be drawn a second time.
    """

    __slots__ = ("__weakref__", "_buffer")
    width = 64

    def __init__(self) -> None:
        """Start with nothing fetched."""
        self._buffer = _Buffer()
        _EVERY.add(self)

    def word(self) -> int:
        """A uniform integer from 0 to 2^64 − 1."""
        buffer = self._buffer
        try:
            return buffer.words.pop()
        except IndexError:
            # A signal's handler may draw meanwhile: no list is ever refilled, so that no word is given twice.
            fetched: list[int] = self.words(BUFFER).tolist()
            last = fetched.pop()
            buffer.words = fetched
            return last

    def words(self, size: int) -> Numbers:
        """So many of them, none fetched ahead."""
        return np.frombuffer(os.urandom(BYTES * size), np.uint64)

    def forget(self) -> None:
        """Drop what was fetched, in all threads."""
        self._buffer = _Buffer()


class SeededWords:
    """Reproducible words of 64 bits, many at once: whoever knows the seed knows them all. For experiments."""

    __slots__ = ("_generator",)
    width = 64

    def __init__(self, seed: int) -> None:
        """Take the seed, at least 0."""
        self._generator = np.random.PCG64(seed)

    def word(self) -> int:
        """An integer from 0 to 2^64 − 1."""
        return int(self._generator.random_raw())

    def words(self, size: int) -> Numbers:
        """So many of them."""
        return self._generator.random_raw(size)


_EVERY: WeakSet[SystemWords] = WeakSet()


def _forget_all() -> None:
    for words in tuple(_EVERY):
        words.forget()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_all)
