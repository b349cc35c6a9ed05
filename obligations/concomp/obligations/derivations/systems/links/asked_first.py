"""Samples that are asked for first.

P asks Comp[RR_1, …, RR_k] for all samples before it answers its first message, and never again. On every tape it
answers as if it had been given the samples at the start: what it does with them is a player of which nothing is known.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.sorts import BOOL
from concomp.model.language.syntax.terms import FALSE, TRUE, Term
from concomp.obligations.derivations.systems.descriptions.kernels import mechanism
from concomp.obligations.derivations.systems.descriptions.messages import ACKNOWLEDGEMENT, HALTING, MESSAGE, halts, pair
from concomp.obligations.derivations.systems.descriptions.parts import (
    Call,
    Config,
    Halting,
    InARow,
    Register,
    Turn,
    branch,
    send,
)
from concomp.obligations.derivations.systems.language import (
    INFORMED_PLAYER,
    RESPONSES,
    C,
    F,
    answers,
    responses_behind_player,
)
from concomp.obligations.derivations.systems.links.bisimulation import Bisimulation
from concomp.obligations.derivations.systems.links.samples import SAMPLE, Response


@dataclass(frozen=True)
class _AskingFirst:
    """P before a player: it asks for all samples before it answers its first message, and tells the player them."""

    player: Halting

    @property
    def registers(self) -> tuple[Register, ...]:
        return (
            Register("P.has asked", BOOL, FALSE),
            Register("P.samples", MESSAGE, HALTING),
            Register("P.first message", MESSAGE, HALTING),
            *self.player.registers,
        )

    def calls(self, config: Config) -> tuple[Call, ...]:
        return self.player.calls(config)

    def hear(self, config: Config, from_right: Term, message: Term) -> Turn:
        has_samples = {**config, "P.samples": message}
        begin = self.player.hear(has_samples, FALSE, pair(message, config["P.first message"]))
        go_on = self.player.hear(config, FALSE, pair(config["P.samples"], message))
        ask = send({**config, "P.has asked": TRUE, "P.first message": message}, TRUE, ACKNOWLEDGEMENT)
        return branch(from_right, begin, branch(config["P.has asked"], go_on, ask))

    def move(self, config: Config) -> Turn:
        return self.player.move(config)


@dataclass(frozen=True)
class _Informed:
    """The player, told the samples with every message."""

    player: Halting

    @property
    def registers(self) -> tuple[Register, ...]:
        return self.player.registers

    def calls(self, config: Config) -> tuple[Call, ...]:
        return self.player.calls(config)

    def hear(self, config: Config, from_right: Term, message: Term) -> Turn:
        return self.player.hear(config, FALSE, pair(SAMPLE, message))

    def move(self, config: Config) -> Turn:
        return self.player.move(config)


ASKING_FIRST = Halting("all", InARow("outer", Halting("P", _AskingFirst(mechanism("S"))), Halting("RR", Response())))
"""P ∘* Comp, P a player of which nothing is known that is told the samples."""
SAMPLES_FIRST = Halting("all", _Informed(mechanism("S")))
"""The player, told the samples that were drawn."""


def _informed_alike(left: Config, right: Config) -> Sequence[Term]:
    asked = left["P.has asked"]
    sample = terms.implication(asked, terms.equality(left["P.samples"], SAMPLE))
    overs = [left["P.over"], left["S.over"], left["RR.over"], right["S.over"]]
    return [
        *(terms.equality(left[name], right[name]) for name in ("S.state", "S.heard")),
        terms.equality(left["RR.asked"], asked),
        sample,
        *map(terms.negation, overs),
    ]


def _with_player(left: Config, right: Config) -> Sequence[Term]:
    return [left["outer.with left"], left["P.has asked"]]


def _sample_is_no_halt(left: Config, right: Config) -> Sequence[Term]:
    return [terms.negation(halts(SAMPLE))]


ASKED_FIRST = Bisimulation(
    "the samples are asked for first",
    responses_behind_player(F, RESPONSES(C)),
    INFORMED_PLAYER(F, C),
    ASKING_FIRST,
    SAMPLES_FIRST,
    _informed_alike,
    working=_with_player,
    assumed=_sample_is_no_halt,
    supposing=(answers(RESPONSES(C)),),
)
