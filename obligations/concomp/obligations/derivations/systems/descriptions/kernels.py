"""The smallest parts: unknown kernels, verifiers, identifiers.

A kernel is a mechanism or a post-processing of which nothing is known but that what it does depends on its state and
on what it hears. A verifier and an identifier do what their definitions say, at once.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.relations import Declared
from concomp.model.language.syntax.sorts import BOOL, Sort
from concomp.model.language.syntax.terms import FALSE, TRUE, Term
from concomp.obligations.derivations.systems.descriptions.messages import (
    HALTING,
    MESSAGE,
    apply,
    declare,
    first,
    opaque,
    paired,
    second,
)
from concomp.obligations.derivations.systems.descriptions.parts import (
    Call,
    Config,
    Gate,
    Halting,
    Register,
    Turn,
    keep,
    only_if,
    send,
)

WORLD = terms.leaf("parameter", BOOL, "bit")
"""Which world it is, for the identifiers and responses that do not say so themselves."""


def start(kernel: str) -> Term:
    """The state that a kernel starts in, with its whole tape."""
    return terms.leaf("parameter", opaque(f"{kernel}.State"), f"{kernel}.start")


@dataclass(frozen=True, slots=True)
class _Kernel(ABC):
    """What is asked of an unknown kernel: all that it reads are its registers, the first of which is its state."""

    kernel: str

    @property
    @abstractmethod
    def registers(self) -> tuple[Register, ...]:
        """Its state, and what it has heard."""

    @property
    @abstractmethod
    def _results(self) -> tuple[Term, ...]:
        """Its next state, and what it does."""

    @property
    def tapes(self) -> tuple[str, ...]:
        """Its own."""
        return (self.kernel,)

    @property
    def _state(self) -> Register:
        initial = start(self.kernel)
        return Register(f"{self.kernel}.state", initial.sort, initial)

    @property
    def _heard(self) -> Register:
        return Register(f"{self.kernel}.heard", MESSAGE, HALTING)

    def _result(self, name: str, sort: Sort) -> Term:
        return terms.leaf("message", sort, f"{self.kernel}.{name}")

    def calls(self, config: Config) -> tuple[Call, ...]:
        arguments = tuple(config[register.name] for register in self.registers)
        return (Call(self.kernel, TRUE, arguments, self._results),)


@dataclass(frozen=True, slots=True)
class _Processing(_Kernel):
    """An unknown post-processing."""

    @property
    def registers(self) -> tuple[Register, ...]:
        return self._state, Register(f"{self.kernel}.heard from right", BOOL, FALSE), self._heard

    @property
    def _results(self) -> tuple[Term, Term, Term]:
        following = self._result("next", self._state.sort)
        return following, self._result("to right", BOOL), self._result("said", MESSAGE)

    def hear(self, config: Config, from_right: Term, message: Term) -> Turn:
        return keep({**config, f"{self.kernel}.heard from right": from_right, f"{self.kernel}.heard": message})

    def move(self, config: Config) -> Turn:
        following, to_right, said = self._results
        return send({**config, f"{self.kernel}.state": following}, to_right, said)


@dataclass(frozen=True, slots=True)
class _Mechanism(_Kernel):
    """An unknown mechanism."""

    @property
    def registers(self) -> tuple[Register, ...]:
        return self._state, self._heard

    @property
    def _results(self) -> tuple[Term, Term]:
        return self._result("next", self._state.sort), self._result("said", MESSAGE)

    def hear(self, config: Config, from_right: Term, message: Term) -> Turn:
        return keep({**config, f"{self.kernel}.heard": message})

    def move(self, config: Config) -> Turn:
        following, said = self._results
        return send({**config, f"{self.kernel}.state": following}, FALSE, said)


@dataclass(frozen=True, slots=True)
class _Identifier(Gate):
    """I(b), b the parameter `bit`."""

    name: str
    bit: Term

    registers: tuple[Register, ...] = ()

    def hear_left(self, config: Config, message: Term) -> Turn:
        chosen = terms.choice(self.bit, second(message), first(message))
        return only_if(paired(message), send(config, TRUE, chosen), config)


@dataclass(frozen=True, slots=True)
class Verifier(Gate):
    """V[f], f an unknown predicate on what it has read and the next message."""

    function: str

    @property
    def _read(self) -> str:
        return f"{self.function}.read"

    @property
    def registers(self) -> tuple[Register, ...]:
        return (Register(self._read, reads(self.function), initial(self.function)),)

    def hear_left(self, config: Config, message: Term) -> Turn:
        admitted = apply(admits(self.function), config[self._read], message)
        following = apply(continues(self.function), config[self._read], message)
        return only_if(admitted, send({**config, self._read: following}, TRUE, message), config)


def reads(function: str) -> Sort:
    """The sort of what a verification function has read."""
    return opaque(f"{function}.Read")


def initial(function: str) -> Term:
    """What it has read before the first message."""
    return terms.leaf("parameter", reads(function), f"{function}.initial")


def admits(function: str) -> Declared[Any]:
    """Whether the sequence read so far may go on with a message."""
    return declare(f"{function}.admits", (reads(function), MESSAGE), BOOL)


def continues(function: str) -> Declared[Any]:
    """The sequence read so far with a message more."""
    return declare(f"{function}.continues", (reads(function), MESSAGE), reads(function))


def processing(kernel: str) -> Halting:
    """An unknown post-processing of this name."""
    return Halting(kernel, _Processing(kernel))


def mechanism(kernel: str) -> Halting:
    """An unknown mechanism of this name."""
    return Halting(kernel, _Mechanism(kernel))


def identifier(name: str, bit: Term) -> Halting:
    """I(bit)."""
    return Halting(name, _Identifier(name, bit))
