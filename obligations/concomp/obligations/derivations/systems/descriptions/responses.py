"""Mechanisms that answer once, their answers drawn already, and what asks them at once.

A response that is asked once is its answer: on fixed tapes it gives that answer, and then halts. P of the composition
theorems asks for all samples before it answers its first message; what it does with them is left to a player.
"""

from __future__ import annotations

from dataclasses import dataclass

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.sorts import BOOL
from concomp.model.language.syntax.terms import FALSE, TRUE, Term
from concomp.obligations.derivations.systems.descriptions.messages import ACKNOWLEDGEMENT, HALTING, MESSAGE, pair
from concomp.obligations.derivations.systems.descriptions.parts import (
    Call,
    Config,
    Halting,
    Register,
    Relay,
    Turn,
    branch,
    send,
)


def sample_of(response: str) -> Term:
    """What a response of this name answers."""
    return terms.leaf("parameter", MESSAGE, f"sample of {response}")


@dataclass(frozen=True, slots=True)
class _Response(Relay):
    """A response, its answer drawn: it gives the answer once, and then halts."""

    response: str

    @property
    def registers(self) -> tuple[Register, ...]:
        return (Register(f"{self.response}.asked", BOOL, FALSE),)

    @property
    def tapes(self) -> tuple[str, ...]:
        return (self.response,)

    def hear(self, config: Config, from_right: Term, message: Term) -> Turn:
        asked = f"{self.response}.asked"
        answer = send({**config, asked: TRUE}, FALSE, sample_of(self.response))
        return branch(config[asked], send(config, FALSE, HALTING), answer)


@dataclass(frozen=True, slots=True)
class _Keeper(Relay):
    """What has kept the answer of a response, and gives it once; or, `again`, as often as it is asked."""

    response: str
    again: bool

    @property
    def registers(self) -> tuple[Register, ...]:
        kept = Register(f"{self.response}.kept", MESSAGE, sample_of(self.response))
        return kept, Register(f"{self.response}.given", BOOL, FALSE)

    @property
    def tapes(self) -> tuple[str, ...]:
        return (self.response,)

    def hear(self, config: Config, from_right: Term, message: Term) -> Turn:
        kept, given = f"{self.response}.kept", f"{self.response}.given"
        give = send({**config, given: TRUE}, FALSE, config[kept])
        return give if self.again else branch(config[given], send(config, FALSE, HALTING), give)


@dataclass(frozen=True, slots=True)
class _AskingFirst:
    """P before a player: it asks for all samples before it answers its first message, and tells the player them."""

    name: str
    player: Halting

    @property
    def registers(self) -> tuple[Register, ...]:
        return (
            Register(f"{self.name}.has asked", BOOL, FALSE),
            Register(f"{self.name}.samples", MESSAGE, HALTING),
            Register(f"{self.name}.first message", MESSAGE, HALTING),
            *self.player.registers,
        )

    @property
    def tapes(self) -> tuple[str, ...]:
        return self.player.tapes

    def calls(self, config: Config) -> tuple[Call, ...]:
        return self.player.calls(config)

    def hear(self, config: Config, from_right: Term, message: Term) -> Turn:
        has_asked, samples, first = (f"{self.name}.{what}" for what in ("has asked", "samples", "first message"))
        begin = self.player.hear({**config, samples: message}, FALSE, pair(message, config[first]))
        go_on = self.player.hear(config, FALSE, pair(config[samples], message))
        ask = send({**config, has_asked: TRUE, first: message}, TRUE, ACKNOWLEDGEMENT)
        return branch(from_right, begin, branch(config[has_asked], go_on, ask))

    def move(self, config: Config) -> Turn:
        return self.player.move(config)


@dataclass(frozen=True, slots=True)
class _Told:
    """A player that is told the samples with every message."""

    player: Halting
    response: str

    @property
    def registers(self) -> tuple[Register, ...]:
        return self.player.registers

    @property
    def tapes(self) -> tuple[str, ...]:
        return (self.response, *self.player.tapes)

    def calls(self, config: Config) -> tuple[Call, ...]:
        return self.player.calls(config)

    def hear(self, config: Config, from_right: Term, message: Term) -> Turn:
        return self.player.hear(config, FALSE, pair(sample_of(self.response), message))

    def move(self, config: Config) -> Turn:
        return self.player.move(config)


def asked(response: str) -> Halting:
    """The response as an interactive mechanism, its answer drawn."""
    return Halting(response, _Response(response))


def kept(name: str, response: str, again: bool = False) -> Halting:
    """Its answer, kept and given once; or, `again`, as often as it is asked for."""
    return Halting(name, _Keeper(response, again))


def asking_first(name: str, player: Halting) -> Halting:
    """The post-processing that asks for all samples first and tells the player them."""
    return Halting(name, _AskingFirst(name, player))


def told(name: str, player: Halting, response: str) -> Halting:
    """The player, told the samples that were drawn."""
    return Halting(name, _Told(player, response))
