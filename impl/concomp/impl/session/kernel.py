"""Finite mechanisms at run time: the table that was audited is the table that runs."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from concomp.impl.accounting.guarantees import Guarantee
from concomp.impl.noise.randomness import Randomness, draw
from concomp.impl.session.mechanism import Respond
from concomp.model.files.evidence import LossEvidence, PropertyEvidence, Runnable
from concomp.model.laws.law import Law
from concomp.model.mechanisms.interactive import HALT, InteractiveMechanism
from concomp.model.numbers import ParameterError, rational_text

ROWS = 100_000
"""The most rows of a table."""
START = 0


@dataclass(frozen=True, eq=False, repr=False)
class Kernel:
    """The rows of a finite mechanism that so many messages reach; states are numbered from 0, the initial one."""

    rows: Mapping[tuple[int, Hashable], Law[tuple[int, Hashable]]]
    answers: frozenset[Hashable]

    @property
    def digest(self) -> str:
        """The SHA-256 of the table; messages and answers count by how they are shown."""
        rows = [[state, repr(query), _written(law)] for (state, query), law in self.rows.items()]
        return hashlib.sha256(json.dumps(rows).encode()).hexdigest()


def _written(law: Law[tuple[int, Hashable]]) -> list[tuple[int, str, str]]:
    return sorted((after, repr(answer), rational_text(weight)) for (after, answer), weight in law.items())


def tabulate(mechanism: InteractiveMechanism, queries: Iterable[Hashable], rounds: int) -> Kernel:
    """The table of a mechanism with one initial state; ParameterError if it has too many rows."""
    listed, numbers = tuple(queries), {mechanism.initial_state: START}
    rows: dict[tuple[int, Hashable], Law[tuple[int, Hashable]]] = {}
    reached = [mechanism.initial_state]
    for _ in range(rounds):
        known = len(numbers)
        for state in reached:
            for query in listed:
                law = mechanism.respond(state, query)
                # States are numbered as they are met, in the order in which laws list them.
                for after, _answer in law:
                    numbers.setdefault(after, len(numbers))
                rows[numbers[state], query] = law.map(lambda outcome: (numbers[outcome[0]], outcome[1]))
                if len(rows) > ROWS:
                    raise ParameterError("the mechanism", mechanism, f"its table has more than {ROWS} rows")
        reached = list(numbers)[known:]
    answers = frozenset(answer for law in rows.values() for _, answer in law if answer is not HALT)
    return Kernel(rows, answers)


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
    def answers(self) -> frozenset[Hashable]:
        """The answers in the table."""
        return self.kernel.answers

    def begin(self, randomness: Randomness) -> Respond:
        """Start it in its initial state."""
        rows, state = self.kernel.rows, START

        def respond(message: Any) -> object:
            nonlocal state
            state, answer = draw(rows[state, message], randomness)
            return answer

        return respond

    def __repr__(self) -> str:
        return f"<{self.name}: {self.loss!r}, by {self.evidence.kind}>"
