"""A post-processing without coins, and two copies of it: HSV26 section 6.1.

It is three functions of its state, of the side that a message comes from, and of the message: its next state, whether
it sends to the right, and what it sends.
"""

from __future__ import annotations

from dataclasses import dataclass

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.sorts import BOOL, Sort
from concomp.model.language.syntax.terms import FALSE, TRUE, Term
from concomp.obligations.derivations.systems.descriptions.kernels import start
from concomp.obligations.derivations.systems.descriptions.messages import (
    HALTING,
    MESSAGE,
    apply,
    declare,
    first,
    halts,
    pair,
    paired,
    second,
)
from concomp.obligations.derivations.systems.descriptions.parts import (
    Config,
    Halting,
    Register,
    Relay,
    Turn,
    branch,
    send,
)


@dataclass(frozen=True, slots=True)
class ProcessingStep:
    """What P does in a state on a message: its new state, whether it sends to the right, and what it sends."""

    state: Term
    to_right: Term
    message: Term


@dataclass(frozen=True, slots=True)
class Steps:
    """The step functions of this name."""

    name: str

    @property
    def states(self) -> Sort:
        """The sort of the states."""
        return start(self.name).sort

    def step(self, state: Term, from_right: Term, message: Term) -> ProcessingStep:
        """One step; a halt goes to the left."""
        domain = (self.states, BOOL, MESSAGE)
        following, side, said = (
            apply(declare(f"{self.name}.{what}", domain, sort), state, from_right, message)
            for what, sort in (("next", self.states), ("to right", BOOL), ("said", MESSAGE))
        )
        return ProcessingStep(following, terms.conjunction([side, terms.negation(halts(said))]), said)


@dataclass(frozen=True, slots=True)
class _Once(Relay):
    """P."""

    steps: Steps

    @property
    def _state(self) -> str:
        return f"{self.steps.name}.state"

    @property
    def registers(self) -> tuple[Register, ...]:
        return (Register(self._state, self.steps.states, start(self.steps.name)),)

    def hear(self, config: Config, from_right: Term, message: Term) -> Turn:
        done = self.steps.step(config[self._state], from_right, message)
        return send({**config, self._state: done.state}, done.to_right, done.message)


@dataclass(frozen=True, slots=True)
class _Twice(Relay):
    """P²."""

    steps: Steps

    @property
    def _states(self) -> tuple[str, str]:
        return f"{self.steps.name}_0.state", f"{self.steps.name}_1.state"

    @property
    def registers(self) -> tuple[Register, ...]:
        return tuple(Register(name, self.steps.states, start(self.steps.name)) for name in self._states)

    def hear(self, config: Config, from_right: Term, message: Term) -> Turn:
        return branch(
            from_right,
            self._both(config, TRUE, message, message),
            branch(
                paired(message),
                self._both(config, FALSE, first(message), second(message)),
                send(config, FALSE, HALTING),
            ),
        )

    def _both(self, config: Config, from_right: Term, left: Term, right: Term) -> Turn:
        name_0, name_1 = self._states
        zero = self.steps.step(config[name_0], from_right, left)
        one = self.steps.step(config[name_1], from_right, right)
        message = terms.choice(zero.to_right, pair(zero.message, one.message), zero.message)
        return send({**config, name_0: zero.state, name_1: one.state}, zero.to_right, message)


def once(name: str, steps: str) -> Halting:
    """The post-processing with these step functions."""
    return Halting(name, _Once(Steps(steps)))


def twice(name: str, steps: str) -> Halting:
    """Two copies of it."""
    return Halting(name, _Twice(Steps(steps)))
