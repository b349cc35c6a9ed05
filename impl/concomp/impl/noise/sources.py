"""Sources of randomness: the operating system, a seed, and whatever somebody brings, checked."""

from __future__ import annotations

import random

import numpy as np

from concomp.impl.noise.randomness import Numbers, Randomness, whole
from concomp.impl.noise.words import SystemWords, Words
from concomp.model.numbers import ParameterError


class WordRandomness(Randomness):
    """Uniform integers from words, by rejection: whatever lies above the last multiple of the bound is drawn again."""

    __slots__ = ("_span", "_width", "_words", "word")

    def __init__(self, words: Words) -> None:
        """Take the source of words."""
        self._words, self.word = words, words.word
        self._width, self._span = words.width, 1 << words.width

    def below(self, bound: int) -> int:
        """A uniform integer from 0 to bound − 1."""
        if bound == self._span:
            return self.word()
        bound = whole("bound", bound, 1)
        if bound > self._span:
            return self._below_long(bound)
        limit = self._span - self._span % bound
        while (number := self.word()) >= limit:
            pass
        return number % bound

    def _below_long(self, bound: int) -> int:
        """The same for a bound of more than one word."""
        count = -(-bound.bit_length() // self._width)
        span = 1 << count * self._width
        limit = span - span % bound
        while (number := self._long_word(count)) >= limit:
            pass
        return number % bound

    def _long_word(self, count: int) -> int:
        number = 0
        for _ in range(count):
            number = number << self._width | self.word()
        return number

    def below_many(self, bound: int, size: int) -> Numbers:
        """So many of them; bound is at most 2^width."""
        bound, size = whole("bound", bound, 1), whole("size", size, 0)
        if bound > self._span:
            raise ParameterError(
                "bound", bound, f"numbers drawn at once are below 2^{self._width}: give a smaller bound"
            )
        if self._span % bound == 0:
            return self._remainders(self._words.words(size), bound)
        limit = np.uint64(self._span - self._span % bound)
        kept = np.empty(0, np.uint64)
        while (missing := size - len(kept)) > 0:
            drawn = self._words.words(missing)
            kept = np.concatenate([kept, drawn[drawn < limit]])
        return self._remainders(kept, bound)

    def _remainders(self, words: Numbers, bound: int) -> Numbers:
        return words if bound == self._span else words % np.uint64(bound)


class SystemRandomness(WordRandomness):
    """The operating system's generator."""

    __slots__ = ()

    def __init__(self) -> None:
        """Draw from it."""
        super().__init__(SystemWords())


class SeededRandomness(Randomness):
    """Reproducible numbers, which protect nobody: whoever knows the seed knows them all. For tests and benchmarks."""

    __slots__ = ("_numbers",)

    def __init__(self, seed: int) -> None:
        """Take the seed."""
        self._numbers = random.Random(seed)

    def below(self, bound: int) -> int:
        """An integer from 0 to bound − 1."""
        return self._numbers.randrange(whole("bound", bound, 1))


class CheckedRandomness(Randomness):
    """Somebody's source of randomness, each of whose answers is looked at.

    Raises ParameterError for an answer that is no integer in its range.
    """

    __slots__ = ("_source",)

    def __init__(self, source: Randomness) -> None:
        """Take the source."""
        self._source = source

    def below(self, bound: int) -> int:
        """What the source answers, an integer from 0 to bound − 1."""
        bound = whole("bound", bound, 1)
        number = self._source.below(bound)
        if type(number) is not int or not 0 <= number < bound:
            raise ParameterError("randomness", number, f"below({bound}) answers an integer from 0 to {bound - 1}")
        return number
