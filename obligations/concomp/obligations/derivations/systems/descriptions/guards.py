"""Guards in front of a verifier: what lets some pairs pass only, and what exchanges the sides of all."""

from __future__ import annotations

from dataclasses import dataclass

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.sorts import BOOL
from concomp.model.language.syntax.terms import FALSE, TRUE, Term
from concomp.obligations.derivations.systems.descriptions.messages import first, pair, paired, second
from concomp.obligations.derivations.systems.descriptions.parts import (
    Config,
    Gate,
    Halting,
    Register,
    Turn,
    only_if,
    send,
)


def identical(message: Term) -> Term:
    """Whether a message is a pair of identical ones."""
    return terms.conjunction([paired(message), terms.equality(first(message), second(message))])


@dataclass(frozen=True, slots=True)
class _Identical(Gate):
    """Lets pairs of identical messages pass; or all, once the first was one."""

    name: str
    always: bool

    @property
    def registers(self) -> tuple[Register, ...]:
        return (Register(f"{self.name}.begun", BOOL, FALSE),)

    def hear_left(self, config: Config, message: Term) -> Turn:
        begun = f"{self.name}.begun"
        fits = identical(message) if self.always else terms.disjunction([config[begun], identical(message)])
        return only_if(fits, send({**config, begun: TRUE}, TRUE, message), config)


@dataclass(frozen=True, slots=True)
class _Exchange(Gate):
    """(x, y) becomes (y, x)."""

    registers: tuple[Register, ...] = ()

    def hear_left(self, config: Config, message: Term) -> Turn:
        return only_if(paired(message), send(config, TRUE, pair(second(message), first(message))), config)


def identical_first(name: str) -> Halting:
    """What lets everything pass if the first message is a pair of identical ones, and else nothing."""
    return Halting(name, _Identical(name, always=False))


def identical_always(name: str) -> Halting:
    """What lets pairs of identical messages pass only."""
    return Halting(name, _Identical(name, always=True))


def exchanging(name: str) -> Halting:
    """What exchanges the sides of all pairs."""
    return Halting(name, _Exchange())
