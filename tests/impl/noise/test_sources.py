"""Sources of randomness: uniform by the enumeration of their words, shared by no thread and no process."""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest

from concomp.impl.noise.randomness import Numbers, Randomness
from concomp.impl.noise.sources import CheckedRandomness, SeededRandomness, SystemRandomness, WordRandomness
from concomp.impl.noise.tapes import enumerate_tape
from concomp.impl.noise.words import BUFFER, SystemWords
from concomp.model.numbers import ParameterError


class Exhausted(Exception):
    """Thrown when more words are asked for than there are."""


class FewWords:
    """So many words of a few bits, from a tape."""

    def __init__(self, tape: Randomness, width: int, left: int) -> None:
        self.tape, self.width, self.left = tape, width, left

    def word(self) -> int:
        return int(self.words(1)[0])

    def words(self, size: int) -> Numbers:
        if size > self.left:
            raise Exhausted
        self.left -= size
        return self.tape.below_many(1 << self.width, size)


def law(draw: Callable[[WordRandomness], Hashable], width: int, words: int) -> dict[Hashable, Fraction]:
    """What is drawn of so many words; None where these are not enough."""

    def program(tape: Randomness) -> Hashable:
        try:
            return draw(WordRandomness(FewWords(tape, width, words)))
        except Exhausted:
            return None

    return enumerate_tape(program).masses


@pytest.mark.parametrize("width", [1, 2, 3])
@pytest.mark.parametrize("bound", [1, 2, 3, 5, 8, 9])
def test_by_words_each_number_is_equally_likely(width: int, bound: int) -> None:
    enough = max(1, -(-bound.bit_length() // width))
    span = 1 << width * (1 if bound <= 1 << width else enough)
    kept = Fraction(span // bound * bound, span)
    once = law(lambda source: source.below(bound), width, enough if bound > 1 << width else 1)
    assert once == {**dict.fromkeys(range(bound), kept / bound), **({None: 1 - kept} if kept < 1 else {})}
    # What is rejected is drawn anew.
    if enough == 1:
        twice = law(lambda source: source.below(bound), width, 2)
        assert twice.get(None, 0) == (1 - kept) ** 2
        assert {twice[number] for number in range(bound)} == {(1 - (1 - kept) ** 2) / bound}


@pytest.mark.parametrize("bound", [1, 3, 4, 7, 8])
def test_so_are_numbers_drawn_at_once_and_each_pair(bound: int) -> None:
    masses = law(lambda source: tuple(source.below_many(bound, 2).tolist()), 3, 3)
    missing = masses.pop(None, Fraction(0))
    assert set(masses) == set(product(range(bound), repeat=2))
    assert set(masses.values()) == {(1 - missing) / bound**2}
    assert missing <= Fraction(3, 8)


@pytest.mark.parametrize("source", [SystemRandomness(), SeededRandomness(1), CheckedRandomness(SeededRandomness(1))])
@pytest.mark.parametrize("bound", [0, -5, 2.5, Fraction(5, 2), True, "3"])
def test_bounds_are_positive_integers(source: Randomness, bound: Any) -> None:
    with pytest.raises(ParameterError, match="give an integer of at least 1"):
        source.below(bound)
    with pytest.raises(ParameterError, match="give an integer of at least 1"):
        source.below_many(bound, 1)


@pytest.mark.parametrize("bound", [np.int64(10), np.uint8(10), np.uint64(10)])
def test_integers_of_numpy_are_integers(bound: Any) -> None:
    number = SystemRandomness().below(bound)
    assert type(number) is int
    assert 0 <= number < 10


def test_numbers_drawn_at_once_have_a_limit() -> None:
    with pytest.raises(ParameterError, match=r"numbers drawn at once are below 2\^64: give a smaller bound"):
        SystemRandomness().below_many(1 << 65, 1)


@pytest.mark.parametrize("randomness", [SystemRandomness(), SeededRandomness(7)])
def test_numbers_are_below_the_bound(randomness: Randomness) -> None:
    assert {randomness.below(3) for _ in range(200)} == {0, 1, 2}
    assert set(randomness.below_many(3, 200).tolist()) == {0, 1, 2}
    assert max(randomness.below(1 << 200) for _ in range(20)) >= 1 << 128


def test_a_seed_gives_the_same_numbers() -> None:
    first, second = SeededRandomness(5), SeededRandomness(5)
    assert [first.below(1000) for _ in range(9)] == [second.below(1000) for _ in range(9)]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system has no fork")
def test_a_child_and_its_parent_draw_different_numbers() -> None:
    randomness = SystemRandomness()
    randomness.below(1 << 64)
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.write(writing, b"".join(randomness.below(1 << 64).to_bytes(8, "big") for _ in range(BUFFER // 2)))
        os._exit(0)
    os.waitpid(child, 0)
    sent = os.read(reading, 8 * BUFFER)
    os.close(reading)
    os.close(writing)
    theirs = {sent[i : i + 8] for i in range(0, len(sent), 8)}
    ours = {randomness.below(1 << 64).to_bytes(8, "big") for _ in range(BUFFER // 2)}
    assert len(theirs) == BUFFER // 2
    assert not theirs & ours


def test_threads_never_share_a_word() -> None:
    words = SystemWords()
    with ThreadPoolExecutor(8) as pool:
        drawn = list(pool.map(lambda _: words.word(), range(20_000)))
    assert len(set(drawn)) == len(drawn)


def test_words_fetched_at_once_are_none_of_those_fetched_ahead() -> None:
    words = SystemWords()
    first = words.word()
    ahead = set(words._buffer.words)
    many = set(words.words(BUFFER).tolist())
    assert first not in many
    assert not ahead & many


class Broken:
    """A source that answers what it is given."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def below(self, bound: int) -> Any:
        return self.answer

    def below_many(self, bound: int, size: int) -> Any:
        raise AssertionError("nobody looks at these")


@pytest.mark.parametrize("answer", [4, -1, 0.5, True, None, np.int64(1), "1"])
def test_a_source_that_answers_anything_else_is_noticed(answer: object) -> None:
    checked = CheckedRandomness(Broken(answer))
    with pytest.raises(ParameterError, match=r"below\(4\) answers an integer from 0 to 3"):
        checked.below(4)
    with pytest.raises(ParameterError, match=r"below\(4\) answers an integer from 0 to 3"):
        checked.below_many(4, 2)


def test_a_source_that_answers_as_it_should_is_heard() -> None:
    assert CheckedRandomness(Broken(3)).below(4) == 3
    assert CheckedRandomness(Broken(3)).below_many(4, 2).tolist() == [3, 3]
