"""Finite mechanisms at run time: the table that was audited is the table that runs."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from concomp.impl.accounting.guarantees import Guarantee
from concomp.impl.noise.randomness import Randomness, draw
from concomp.impl.session.mechanism import Respond
from concomp.model.files.evidence import LossEvidence, PropertyEvidence
from concomp.model.language.readings.plain_values import NotPlain, plain_text
from concomp.model.language.readings.runnable import Runnable
from concomp.model.laws.law import Law
from concomp.model.mechanisms.interactive import HALT, InteractiveMechanism
from concomp.model.numbers import ParameterError, rational_text

ROWS = 100_000
"""The most rows of a table."""
START = 0


Row = Law[tuple[int, int]]
"""The law of the next state and of the place of the answer."""


@dataclass(frozen=True, eq=False, repr=False)
class Kernel:
    """The rows of a finite mechanism that so many messages reach; states are numbered from 0, the initial one.

    places: the answers, each once, to which the rows point. So an answer is one object, whatever the records are.
    """

    rows: Mapping[tuple[int, Hashable], Row]
    places: tuple[Hashable, ...]

    def __post_init__(self) -> None:
        """Keep copies that nobody changes."""
        object.__setattr__(self, "places", tuple(self.places))
        object.__setattr__(self, "rows", MappingProxyType(dict(self.rows)))

    @property
    def answers(self) -> tuple[Hashable, ...]:
        """The answers, but for HALT; two of them may be equal."""
        return tuple(answer for answer in self.places if answer is not HALT)

    @property
    def digest(self) -> str:
        """The SHA-256 of the table; messages and answers count by what they are, exactly."""
        rows = [[state, plain_text(query), _written(law)] for (state, query), law in self.rows.items()]
        written = [rows, [plain_text(answer) for answer in self.places]]
        return hashlib.sha256(json.dumps(written).encode()).hexdigest()

    def as_mechanism(self, queries: tuple[Hashable, ...], name: str) -> InteractiveMechanism:
        """The mechanism that runs by this table; it answers the places of answers, which nothing takes for equal."""

        def step(state: int, query: Hashable) -> Law[tuple[int, Hashable]]:
            return self.rows[state, query].map(
                lambda outcome: (outcome[0], HALT if self.places[outcome[1]] is HALT else outcome[1])
            )

        return InteractiveMechanism(step, (START,), queries, name)


def _written(law: Row) -> list[tuple[int, int, str]]:
    return sorted((after, place, rational_text(weight)) for (after, place), weight in law.items())


def tabulate(mechanism: InteractiveMechanism, queries: Iterable[Hashable], rounds: int) -> Kernel:
    """The table of a mechanism with one initial state.

    Raises ParameterError if it has too many rows, or an answer is no plain value.
    """
    listed, numbers = tuple(queries), {mechanism.initial_state: START}
    rows: dict[tuple[int, Hashable], Row] = {}
    answers: dict[str, tuple[int, Hashable]] = {}

    def place(answer: Hashable) -> int:
        try:
            return answers.setdefault(plain_text(answer), (len(answers), answer))[0]
        except NotPlain as error:
            problem = str(error)
        raise ParameterError("an answer", f"of {mechanism!r}", problem)

    reached = [mechanism.initial_state]
    for _ in range(rounds):
        known = len(numbers)
        for state in reached:
            for query in listed:
                law = mechanism.respond(state, query)
                # States are numbered as they are met, in the order in which laws list them.
                for after, _answer in law:
                    numbers.setdefault(after, len(numbers))
                rows[numbers[state], query] = law.map(lambda outcome: (numbers[outcome[0]], place(outcome[1])))
                if len(rows) > ROWS:
                    raise ParameterError("the mechanism", mechanism, f"its table has more than {ROWS} rows")
        reached = list(numbers)[known:]
    return Kernel(rows, tuple(answer for _, answer in answers.values()))


@dataclass(frozen=True, eq=False, repr=False)
class KernelMechanism:
    """A finite continual mechanism as a session launches it.

    Its table answers every message that the verification function accepts, so that it cannot fail.
    """

    name: str
    function: Runnable
    loss: Guarantee
    evidence: LossEvidence
    properties: tuple[PropertyEvidence, ...]
    kernel: Kernel

    @property
    def digest(self) -> str:
        """The hash of the table."""
        return self.kernel.digest

    @property
    def answers(self) -> tuple[Hashable, ...]:
        """The answers in the table."""
        return self.kernel.answers

    def begin(self, randomness: Randomness) -> Respond:
        """Start it in its initial state."""
        rows, places, state = self.kernel.rows, self.kernel.places, START

        def respond(message: Any) -> object:
            nonlocal state
            state, place = draw(rows[state, message], randomness)
            return places[place]

        return respond

    def __repr__(self) -> str:
        return f"<{self.name}: {self.loss!r}, by {self.evidence.kind}>"
