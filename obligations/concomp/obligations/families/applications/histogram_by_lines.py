"""Algorithm 4 once more, line by line, and the post-processing run beside it.

The parts are taken from outside: whoever runs the algorithm says what they answer. Noted is what is sent to the parts,
and what is returned, in order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from typing import Any

from concomp.model.applications.histogram import Disturb, NewCounter, NewNoise, messages
from concomp.model.language import PostProcessing
from concomp.model.mechanisms.postprocessing import LEFT, RIGHT

Sums = tuple[int, ...]
Row = tuple[bool, ...]
Told = tuple[Any, ...]
Parts = Callable[[Told], Any]
"""What is sent to a part, in the words of the algorithm ↦ what it answers; None for a creation."""


@dataclass(frozen=True)
class Choices:
    """The thresholds γ(t, j), ξ(t, j) and the query q."""

    gamma: Callable[[int, int], Fraction]
    xi: Callable[[int, int], Fraction]
    query: Callable[[Sums], int]


@dataclass
class Algorithm:
    """The state of Algorithm 4: c, h, t, j and Thresh."""

    dimension: int
    choices: Choices
    parts: Parts
    told: list[Told] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.sums = [0] * self.dimension
        self.estimate: Sums = (0,) * self.dimension
        self.time, self.interval = 0, 1
        self.threshold = self.choices.gamma(1, 1)
        self.ask("counter")
        self.ask("test", self.estimate)

    def update(self, row: Row) -> int:
        """Take an input, and return what is shown."""
        gamma, query = self.choices.gamma, self.choices.query
        self.time += 1
        for place in range(self.dimension):
            self.sums[place] += row[place]
        if self.ask("look", row, self.threshold):
            self.ask("noise")
            noisy = self.ask("disturb", query(tuple(c + h for c, h in zip(self.sums, self.estimate, strict=True))))
            if noisy > self.threshold - self.choices.xi(self.time, self.interval):
                self.threshold += gamma(self.time, self.interval)
            self.estimate = self.ask("count", tuple(self.sums))
            self.ask("test", self.estimate)
            self.sums = [0] * self.dimension
            self.interval += 1
            self.threshold += gamma(self.time, self.interval) - gamma(self.time, self.interval - 1)
        self.threshold += gamma(self.time + 1, self.interval) - gamma(self.time, self.interval)
        return query(self.estimate)

    def ask(self, *message: Any) -> Any:
        """Send something to a part."""
        self.told.append(message)
        return self.parts(message)


def by_lines(dimension: int, choices: Choices, rows: Sequence[Row], parts: Parts) -> tuple[list[int], list[Told]]:
    """What the algorithm shows on a stream, and what it sends to its parts."""
    algorithm = Algorithm(dimension, choices, parts)
    shown = [algorithm.update(row) for row in rows]
    return shown, algorithm.told


def by_messages(machine: PostProcessing, rows: Sequence[Row], parts: Parts) -> tuple[list[Any], list[Told]]:
    """What the post-processing shows on a stream, and what it sends to its parts."""
    dimension = len(rows[0])
    state, shown, told = machine.initial, [], []
    for row in rows:
        state, side, message = machine.respond(state, LEFT, row)
        while side is RIGHT:
            told.append(in_words(message, dimension))
            state, side, message = machine.respond(state, RIGHT, _answer(told[-1], parts(told[-1]), dimension))
        shown.append(message)
    return shown, told


def in_words(message: Any, dimension: int) -> Told:
    """A message to a part in the words of the algorithm."""
    kinds: Any = messages(dimension)
    if isinstance(message, NewCounter | NewNoise):
        return ("counter",) if isinstance(message, NewCounter) else ("noise",)
    if isinstance(message, kinds.new_test):
        return "test", message.sums
    if isinstance(message, kinds.test):
        return "look", message.row, message.threshold
    return ("disturb", message.value) if isinstance(message, Disturb) else ("count", message.sums)


def _answer(told: Told, answered: Any, dimension: int) -> Any:
    fields: dict[str, Any] = {"above": False, "noisy": 0, "sums": (0,) * dimension}
    asked = {"look": "above", "disturb": "noisy", "count": "sums"}
    if told[0] in asked:
        fields[asked[told[0]]] = answered
    return messages(dimension).answer(**fields)


class Unanswered(Exception):
    """Thrown when a script has no further answer; it says what was asked."""

    def __init__(self, told: Told) -> None:
        super().__init__(told[0])
        self.told = told


def scripts(run: Callable[[Parts], Any], menu: Callable[[Told], Sequence[Any]]) -> Iterator[tuple[Any, ...]]:
    """Every sequence of answers from a menu with which a run comes to its end."""
    waiting: list[tuple[Any, ...]] = [()]
    while waiting:
        script = waiting.pop()
        try:
            run(parts_by_script(script))
            yield script
        except Unanswered as more:
            waiting += [(*script, answer) for answer in menu(more.told)]


def parts_by_script(script: Sequence[Any]) -> Parts:
    """Parts that answer by a script, creations apart."""
    answers = iter(script)

    def parts(told: Told) -> Any:
        if told[0] in ("counter", "test", "noise"):
            return None
        try:
            return next(answers)
        except StopIteration:
            raise Unanswered(told) from None

    return parts


def streams(dimension: int, length: int) -> Iterator[tuple[Row, ...]]:
    """Every stream of so many rows."""
    return product(product((False, True), repeat=dimension), repeat=length)
