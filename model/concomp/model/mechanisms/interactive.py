"""Interactive mechanisms.

An interactive mechanism is a randomised map (state, query) ↦ (new state, answer) with a set of initial states.
Two conventions that the definition leaves open are fixed here: a mechanism halts by answering HALT, and a
halted mechanism answers HALT to everything; a query outside the query space makes it halt.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Hashable
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from concomp.model.laws.law import Law
from concomp.model.mechanisms.demands import demand_law, demand_parts, demand_same
from concomp.model.mechanisms.sameness import Distinct
from concomp.model.registry.tags import realises

State = Hashable
Message = Hashable
Step = Callable[[Any, Any], Law[Any]]


class Signal(Enum):
    """Messages with a meaning of their own."""

    HALT = "halt"
    ACKNOWLEDGED = "⊤"
    START = "λ"

    def __repr__(self) -> str:
        return self.value


HALT = Signal.HALT
ACKNOWLEDGED = Signal.ACKNOWLEDGED
START = Signal.START


class Everything:
    """The universal message set: every message belongs to it."""

    def __contains__(self, message: object) -> bool:
        return True


ASKED_TWICE = 100
"""How many of its first questions a state function is asked twice."""
EVERYTHING = Everything()
REALISES = {"EVERYTHING": ("HSV26 Remark 3.4",), "Message": ("HSV26 Remark 2.7",)}


@realises("HSV26 Definition 2.6", "Haney23 Definition 1.4")
@dataclass(frozen=True, eq=False)
class InteractiveMechanism:
    """An interactive mechanism: a randomised state function with initial states.

    step: (state, query) ↦ law of (new state, answer), asked only for queries of the query space.
    initial_states: the states it may be started in, at least one.
    queries: the query space; iterable as well where it is finite.
    name: what to call it in messages and traces.
    Raises MechanismError if one of them is none of this and, when it is asked, if `step` is no such function; also for
    states, queries or answers that are equal and not the same, such as 1 and True.
    """

    step: Step
    initial_states: tuple[State, ...]
    queries: Container[Message]
    name: str = "mechanism"
    _responses: dict[tuple[State, Message], tuple[State, Message, Law[Any]]] = field(default_factory=dict, repr=False)
    _met: Distinct = field(default_factory=Distinct, repr=False)

    def __post_init__(self) -> None:
        demand_parts(self.name, self.step, self.initial_states, self.queries)
        for state in self.initial_states:
            self._met.known(self.name, "state", state)
        for query in self.queries if isinstance(self.queries, tuple | list) else ():
            self._met.known(self.name, "query", query)

    def respond(self, state: State, query: Message) -> Law[tuple[State, Message]]:
        """The law of (new state, answer) on `query` in `state`, halting as the module says."""
        asked_before = self._responses.get((state, query))
        if asked_before is not None and asked_before[0] is state and asked_before[1] is query:
            return asked_before[2]
        state, query = self._met.known(self.name, "state", state), self._met.known(self.name, "query", query)
        if asked_before is not None:
            return asked_before[2]
        law = self._response(state, query)
        self._responses[state, query] = state, query, law
        return law

    def _response(self, state: State, query: Message) -> Law[tuple[State, Message]]:
        if state is HALT or query is HALT or query not in self.queries:
            return Law.point((HALT, HALT))
        law = self._law(state, query)
        if len(self._responses) < ASKED_TWICE:
            demand_same(self.name, state, query, law, self._law(state, query))
        return law.map(_absorb)

    def _law(self, state: State, query: Message) -> Law[tuple[State, Message]]:
        law = demand_law(self.name, state, query, self.step(state, query))
        return self._met.outcomes(self.name, query, law)

    @property
    @realises("HSV26 Notation 2.8")
    def initial_state(self) -> State:
        """The only initial state; ValueError if there are several and one must be named."""
        if len(self.initial_states) != 1:
            raise ValueError(f"{self.name} has {len(self.initial_states)} initial states: name the one to start in")
        return self.initial_states[0]

    def __repr__(self) -> str:
        return self.name


def _absorb(outcome: tuple[State, Message]) -> tuple[State, Message]:
    """After a halt the state is HALT, so that halting is for ever."""
    return (HALT, HALT) if outcome[1] is HALT else outcome
