"""The histogram mechanism does what Algorithm 4 says, line by line, whatever its parts answer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from concomp.model.applications.histogram import Disturb, NewCounter, NewNoise, histogram_mechanism, messages
from concomp.model.mechanisms.postprocessing import LEFT, RIGHT

Vector = tuple[int, ...]


def gamma(time: int, interval: int) -> Fraction:
    return Fraction(7 * time + 3, interval + 1)


def xi(time: int, interval: int) -> Fraction:
    return Fraction(time + interval, 2)


def query(sums: Vector) -> int:
    return max(sums)


@dataclass
class Algorithm:
    """Algorithm 4 with its parts taken from outside: what is sent to them, and what it returns, in order."""

    dimension: int
    parts: Iterator[Any]
    told: list[Any] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.sums = [0] * self.dimension
        self.estimate: Vector = (0,) * self.dimension
        self.time, self.interval = 0, 1
        self.threshold = gamma(1, 1)
        self.told += [("counter",), ("test", self.estimate)]

    def update(self, row: tuple[bool, ...]) -> int:
        self.time += 1
        for place in range(self.dimension):
            self.sums[place] += row[place]
        if self.ask("look", row, self.threshold):
            self.told.append(("noise",))
            noisy = self.ask("disturb", query(tuple(c + h for c, h in zip(self.sums, self.estimate, strict=True))))
            if noisy > self.threshold - xi(self.time, self.interval):
                self.threshold += gamma(self.time, self.interval)
            self.estimate = self.ask("count", tuple(self.sums))
            self.told.append(("test", self.estimate))
            self.sums = [0] * self.dimension
            self.interval += 1
            self.threshold += gamma(self.time, self.interval) - gamma(self.time, self.interval - 1)
        self.threshold += gamma(self.time + 1, self.interval) - gamma(self.time, self.interval)
        return query(self.estimate)

    def ask(self, *message: Any) -> Any:
        self.told.append(message)
        return next(self.parts)[{"look": "above", "disturb": "noisy", "count": "sums"}[message[0]]]


def answers(random: Random, dimension: int) -> Iterator[dict[str, Any]]:
    while True:
        sums = tuple(random.randrange(-3, 9) for _ in range(dimension))
        yield {"above": random.random() < 0.5, "noisy": random.randrange(-5, 30), "sums": sums}


def told(message: Any, dimension: int) -> tuple[Any, ...]:
    """A message to a part in the words of the algorithm."""
    kinds = messages(dimension)
    if isinstance(message, NewCounter | NewNoise):
        return ("counter",) if isinstance(message, NewCounter) else ("noise",)
    if isinstance(message, kinds.new_test):
        return "test", message.sums
    if isinstance(message, kinds.test):
        return "look", message.row, message.threshold
    return ("disturb", message.value) if isinstance(message, Disturb) else ("count", message.sums)


@pytest.mark.parametrize("dimension", [1, 2, 3])
@pytest.mark.parametrize("seed", range(5))
def test_it_is_algorithm_4_whatever_the_parts_answer(dimension: int, seed: int) -> None:
    random = Random(seed)
    rows = [tuple(random.random() < 0.5 for _ in range(dimension)) for _ in range(30)]
    algorithm = Algorithm(dimension, answers(Random(seed + 100), dimension))
    expected = [algorithm.update(row) for row in rows]

    machine = histogram_mechanism(dimension).with_values(gamma=gamma, xi=xi, query=query)
    parts = answers(Random(seed + 100), dimension)
    acknowledged = messages(dimension).answer(above=False, noisy=0, sums=(0,) * dimension)
    state, seen, sent = machine.initial, [], []
    for row in rows:
        state, side, message = machine.respond(state, LEFT, row)
        while side is RIGHT:
            sent.append(told(message, dimension))
            is_creation = sent[-1][0] in ("counter", "test", "noise")
            answer = acknowledged if is_creation else messages(dimension).answer(**next(parts))
            state, side, message = machine.respond(state, RIGHT, answer)
        seen.append(message)
    assert seen == expected
    assert sent == algorithm.told
    assert algorithm.interval > 5


def test_each_message_goes_to_the_part_that_was_created_for_it() -> None:
    machine = histogram_mechanism(1).with_values(gamma=gamma, xi=xi, query=query)
    kinds = messages(1)
    above = kinds.answer(above=True, noisy=0, sums=(4,))
    state, side, message = machine.respond(machine.initial, LEFT, (True,))
    sent = [message]
    while side is RIGHT:
        state, side, message = machine.respond(state, RIGHT, above)
        sent.append(message)
    created = [type(each) for each in sent if not hasattr(each, "index")]
    assert created[:4] == [NewCounter, kinds.new_test, NewNoise, kinds.new_test]
    assert [each.index for each in sent if hasattr(each, "index")] == [2, 3, 1]
    assert message == query((4,))
