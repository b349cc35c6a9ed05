"""Described systems, run.

With a finite kernel for each unknown one, a described system is a mechanism or a post-processing of the model: the
terms are evaluated by the book, and the kernel that is asked draws its answer by its law. So a description can be
compared with the objects of the model that it is about, exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from concomp.model.language.readings.evaluation import PLAIN, Meanings
from concomp.model.language.syntax import terms
from concomp.model.language.syntax.terms import Term
from concomp.model.laws.law import Law
from concomp.model.mechanisms.interactive import EVERYTHING, HALT, InteractiveMechanism
from concomp.model.mechanisms.postprocessing import (
    LEFT,
    PATIENCE,
    RIGHT,
    InteractivePostProcessing,
    Side,
    Unending,
)
from concomp.obligations.derivations.systems.descriptions.messages import MESSAGE
from concomp.obligations.derivations.systems.descriptions.parts import Call, Halting, System, Turn

Kernel = Callable[..., Law[Any]]
"""(state, what it hears) ↦ law of its results, as `Call` lists them."""
HEARD = terms.leaf("message", MESSAGE, "message")
"""The message that a system hears from outside."""


def kernel_of_mechanism(mechanism: InteractiveMechanism) -> Kernel:
    """The kernel of a mechanism: (state, message) ↦ (state, answer)."""
    return lambda state, message: mechanism.respond(state, message)


def kernel_of_processing(processing: InteractivePostProcessing) -> Kernel:
    """The kernel of a post-processing: (state, from the right?, message) ↦ (state, to the right?, message)."""

    def ask(state: Any, from_right: bool, message: Any) -> Law[Any]:
        answered = processing.respond(state, RIGHT if from_right else LEFT, message)
        return answered.map(lambda reply: (reply[0], reply[1] is RIGHT, reply[2]))

    return ask


class Execution:
    """A part with finite kernels, values of its parameters, and meanings of the functions it applies."""

    def __init__(
        self, part: Halting, kernels: Mapping[str, Kernel], parameters: Mapping[str, Hashable], meanings: Meanings
    ) -> None:
        """Take what the description leaves open, by name."""
        self._moves = _moves_of(part)
        self._kernels = kernels
        self._parameters = parameters
        self._meanings = meanings

    @property
    def mechanism(self) -> InteractiveMechanism:
        """The system as a mechanism."""
        return InteractiveMechanism(
            lambda state, message: self._run(state, False, message).map(lambda out: (out[0], out[2])),
            (self._initial,),
            EVERYTHING,
            "described",
        )

    @property
    def processing(self) -> InteractivePostProcessing:
        """The system as a post-processing."""

        def step(state: Any, origin: Side, message: Any) -> Law[Any]:
            law = self._run(state, origin is RIGHT, message)
            return law.map(lambda out: (out[0], RIGHT if out[1] else LEFT, out[2]))

        return InteractivePostProcessing(step, (self._initial,), "described")

    @property
    def _initial(self) -> tuple[Hashable, ...]:
        values = self._values({})
        return tuple(values(register.initial) for register in self._moves.system.registers)

    def _run(self, state: Any, from_right: bool, message: Any) -> Law[Any]:
        """The law of (state, to the right?, message) once the system has answered."""
        system = self._moves.system
        heard = self._outcome(
            self._moves.on_message, {**self._at(state), system.from_right: from_right, HEARD: message}
        )
        law: Law[Any] = Law.point(heard)
        for _ in range(PATIENCE):
            if not any(stays for _, stays, *_ in law):
                return law.map(lambda out: (out[0], out[2], out[3]))
            law = law.bind(lambda out: self._move(out[0]) if out[1] else Law.point(out))
        raise Unending(f"the described system asks {PATIENCE} kernels and does not answer")

    def _move(self, state: Any) -> Law[Any]:
        """The law of the outcome of one move."""
        values = self._values(self._at(state))
        [call] = [call for call in self._moves.calls if values(call.guard)]

        def after(drawn: tuple[Hashable, ...]) -> Any:
            results = dict(zip(call.results, drawn, strict=True))
            return self._outcome(self._moves.on_answer, {**self._at(state), **results})

        return self._kernels[call.kernel](*map(values, call.arguments)).map(after)

    def _at(self, state: tuple[Hashable, ...]) -> dict[Term, Any]:
        return {r.symbol: value for r, value in zip(self._moves.system.registers, state, strict=True)}

    def _outcome(self, turn: Turn, inputs: Mapping[Term, Any]) -> tuple[Any, bool, bool, Any]:
        """(registers, stays?, to the right?, message)."""
        values = self._values(inputs)
        config = tuple(values(turn.config[register.name]) for register in self._moves.system.registers)
        if values(turn.stays):
            return config, True, False, HALT
        return config, False, values(turn.to_right), values(turn.message)

    def _values(self, inputs: Mapping[Term, Any]) -> Callable[[Term], Any]:
        """Terms evaluated by the book, what is not needed left out: a choice asks for one of its branches only."""
        known = dict(inputs)

        def value(term: Term) -> Any:
            if term not in known:
                known[term] = self._evaluate(term, value)
            return known[term]

        return value

    def _evaluate(self, term: Term, value: Callable[[Term], Any]) -> Any:
        data: Any = term.data
        match term.operator:
            case "constant":
                return terms.constant_value(term)
            case "parameter":
                return self._parameters[terms.leaf_name(term)]
            case "choice":
                condition, then, otherwise = term.arguments
                return value(then if value(condition) else otherwise)
            case "and":
                return all(map(value, term.arguments))
            case "or":
                return any(map(value, term.arguments))
            case "apply":
                meaning = self._meanings.get(data.name, data.meaning)
                return data.value(tuple(map(value, term.arguments)), meaning)
            case operator:
                return PLAIN[operator](*map(value, term.arguments))


@dataclass(frozen=True, slots=True)
class _Moves:
    """The terms of a system's moves."""

    system: System
    on_message: Turn
    on_answer: Turn
    calls: tuple[Call, ...]


@cache
def _moves_of(part: Halting) -> _Moves:
    system = System(part)
    return _Moves(system, system.hear(HEARD), system.move, system.calls)
