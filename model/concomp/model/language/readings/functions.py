"""Definitions that run.

A definition with values for its parameters and meanings for what it declares is a verification function,
wherever the definition came from: a monitor, a file, or a change made to another definition.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cached_property, lru_cache
from typing import Any, TypeAlias

from concomp.model.language.readings.at_lengths import at_lengths
from concomp.model.language.readings.evaluation import Program
from concomp.model.language.readings.valued import Valued
from concomp.model.language.syntax import terms
from concomp.model.language.syntax.definition import Definition
from concomp.model.language.syntax.errors import Position
from concomp.model.language.syntax.sameness import is_plain, key
from concomp.model.language.syntax.sorts import Sort
from concomp.model.language.syntax.terms import Term
from concomp.model.language.syntax.values import Value, exact

_MEMORY = 1 << 16


class Rejected(Enum):
    """The state after a failed requirement, which no message leaves."""

    REJECTED = "rejected"

    def __repr__(self) -> str:
        return "REJECTED"


REJECTED = Rejected.REJECTED


class ExactState(tuple[Hashable, ...]):
    """Registers of which some are opaque: the same as others if they hold the same, not what Python takes for equal."""

    sorts: tuple[Sort, ...]

    @classmethod
    def of(cls, sorts: tuple[Sort, ...], registers: Iterable[Hashable]) -> ExactState:
        """The state with these values of registers of these sorts."""
        made = cls(registers)
        made.sorts = sorts
        return made

    def __eq__(self, other: object) -> bool:
        if isinstance(other, ExactState) and other.sorts is self.sorts:
            return self._key == other._key
        return isinstance(other, tuple) and len(self) == len(other) and self._key == self._key_of(other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash(self._key)

    @cached_property
    def _key(self) -> Hashable:
        return self._key_of(self)

    def _key_of(self, registers: tuple[Hashable, ...]) -> Hashable:
        return tuple(map(key, self.sorts, registers))


State: TypeAlias = tuple[Hashable, ...] | Rejected


@dataclass(frozen=True)
class Rejection:
    """Why a sequence is rejected: at which message, by which line of the definition, with which registers."""

    index: int
    message: object
    reason: str
    position: Position
    registers: Mapping[str, Value]

    def __str__(self) -> str:
        held = ", ".join(f"{name} = {value!r}" for name, value in self.registers.items())
        return f"message {self.index}, {self.message!r}: {self.reason} ({self.position}; {held or 'no registers'})"


class DefinitionFunction(Valued[Definition]):
    """The verification function that a definition says, evaluated by the book.

    Without a value for each parameter it stands for all of them and does not run.
    """

    def _at_lengths(self, definition: Definition) -> Definition:
        return at_lengths(definition, self.parameter_values)

    @cached_property
    def initial(self) -> State:
        """The registers before the first message; LanguageError if a parameter has no value."""
        return self._state(self.first_registers())

    def advance(self, state: State, message: object) -> tuple[bool, State]:
        """The verdict on the sequence up to this pair of messages, and the state after it.

        What is no pair of messages of the definition's sort, or has a side outside the query space, is rejected
        for ever, like a failed requirement.
        """
        if state is REJECTED or complaint(self.definition.message, message) is not None:
            return False, REJECTED
        verdict: tuple[bool, State] = self._remember(state, message, self._exactly(state, message))
        return verdict

    def _exactly(self, state: State, message: Any) -> Hashable:
        """What is remembered beside what Python takes for equal, which need not be the same where a part is opaque."""
        if self._is_plain:
            return None
        pair = tuple(key(self.definition.message, side) for side in message)
        return pair if type(state) is ExactState else (pair, exact(state))

    def __call__(self, messages: Iterable[object]) -> bool:
        """The verdict on the whole sequence; the empty sequence is accepted."""
        verdict, state = True, self.initial
        for message in messages:
            verdict, state = self.advance(state, message)
        return verdict

    def explain(self, messages: Iterable[object]) -> Rejection | None:
        """Why the whole sequence is rejected, or None if it is accepted."""
        rejection, state = None, self.initial
        for index, message in enumerate(messages):
            assert not isinstance(state, Rejected)
            rejection = self._explain_step(index, state, message)
            _, state = self.advance(state, message)
            if state is REJECTED:
                return rejection
        return rejection

    @cached_property
    def _program(self) -> Program:
        definition = self.definition
        guard = terms.conjunction([definition.allowed, definition.guard])
        return Program([guard, definition.verdict, *(r.update for r in definition.registers)], self.meanings)

    @cached_property
    def _is_plain(self) -> bool:
        return all(map(is_plain, (self.definition.message, *self._sorts)))

    @cached_property
    def _remember(self) -> Any:
        return lru_cache(maxsize=_MEMORY)(lambda state, message, exactly: self._evaluate(state, message))

    def _evaluate(self, state: tuple[Hashable, ...], message: tuple[Value, Value]) -> tuple[bool, State]:
        guard, verdict, *registers = self._program(self._inputs(state, message))
        return (verdict, self._state(registers)) if guard else (False, REJECTED)

    def _state(self, registers: Iterable[Hashable]) -> State:
        return tuple(registers) if self._is_plain else ExactState.of(self._sorts, registers)

    @cached_property
    def _sorts(self) -> tuple[Sort, ...]:
        return tuple(each.symbol.sort for each in self.definition.registers)

    def _inputs(self, state: tuple[Hashable, ...], message: tuple[Value, Value]) -> dict[Term, Value]:
        definition = self.definition
        inputs = {**self.symbols, definition.left: message[0], definition.right: message[1]}
        inputs.update(zip((register.symbol for register in definition.registers), state, strict=True))
        return inputs

    def _explain_step(self, index: int, state: tuple[Hashable, ...], message: Any) -> Rejection | None:
        definition = self.definition
        registers = {register.name: value for register, value in zip(definition.registers, state, strict=True)}
        reason = complaint(definition.message, message) or self._outside(message)
        if reason is not None:
            return Rejection(index, message, reason, definition.position, registers)
        stated = [*definition.requirements, *definition.verdicts]
        held = Program([each.condition for each in stated], self.meanings)(self._inputs(state, message))
        failed = next((each for each, holds in zip(stated, held, strict=True) if not holds), None)
        if failed is None:
            return None
        return Rejection(index, message, f"`{failed.position.text}` fails", failed.position, registers)

    def _outside(self, message: tuple[Value, Value]) -> str | None:
        member = Program([self.definition.membership], self.meanings)
        for side, value in zip(("left", "right"), message, strict=True):
            if not member({**self.symbols, self.definition.left: value})[0]:
                return f"the {side} message {value!r} is not in the query space"
        return None


def complaint(sort: Sort, message: object) -> str | None:
    """What is wrong with a message that is to be a pair of messages of the sort; None if nothing is."""
    if type(message) is not tuple or len(message) != 2:
        return f"{message!r} is no pair of messages"
    for side, value in zip(("left", "right"), message, strict=True):
        if not sort.contains(value):
            return f"the {side} message {value!r} is not of the sort {sort.name}"
    return None
