"""The sample of a randomised response, asked for at once or when it is wanted.

T asks its randomised response when it likes, once; P asks it before T has said anything, keeps the answer, and gives
it to T when T asks. On every tape both answer the same: a response that is asked once is its answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.sorts import BOOL
from concomp.model.language.syntax.terms import FALSE, TRUE, Term
from concomp.obligations.derivations.systems.descriptions.kernels import processing
from concomp.obligations.derivations.systems.descriptions.messages import HALTING, MESSAGE
from concomp.obligations.derivations.systems.descriptions.parts import (
    Config,
    Halting,
    InARow,
    Register,
    Relay,
    Turn,
    branch,
    send,
)
from concomp.obligations.derivations.systems.language import INFORMED, SIMULATORS, C
from concomp.obligations.derivations.systems.links.bisimulation import Bisimulation

SAMPLE = terms.leaf("parameter", MESSAGE, "sample")


@dataclass(frozen=True)
class Response(Relay):
    """A randomised response, its answer drawn: it gives the answer once, and then halts."""

    registers: tuple[Register, ...] = (Register("RR.asked", BOOL, FALSE),)

    def hear(self, config: Config, from_right: Term, message: Term) -> Turn:
        answer = send({**config, "RR.asked": TRUE}, FALSE, SAMPLE)
        return branch(config["RR.asked"], send(config, FALSE, HALTING), answer)


@dataclass(frozen=True)
class Keeper(Relay):
    """The part of P that keeps the sample: it stands between T and the response, which it has asked already.

    again: whether T may be given the sample a second time.
    """

    again: bool = False
    registers: tuple[Register, ...] = (Register("kept", MESSAGE, SAMPLE), Register("given", BOOL, FALSE))

    def hear(self, config: Config, from_right: Term, message: Term) -> Turn:
        give = send({**config, "given": TRUE}, FALSE, config["kept"])
        return give if self.again else branch(config["given"], send(config, FALSE, HALTING), give)


WHEN_WANTED = Halting("all", InARow("outer", processing("T"), Halting("RR", Response())))
"""T ∘* RR."""
AT_ONCE = Halting("all", InARow("outer", processing("T"), Halting("keeper", Keeper())))
"""T, given the sample that was kept."""
TWICE = Halting("all", InARow("outer", processing("T"), Halting("keeper", Keeper(again=True))))
"""T, given the sample as often as it asks."""


def _alike(left: Config, right: Config) -> Sequence[Term]:
    names = ("T.state", "T.heard", "T.heard from right")
    over = [left["T.over"], left["RR.over"], right["T.over"], right["keeper.over"]]
    return [
        *(terms.equality(left[name], right[name]) for name in names),
        terms.equality(left["RR.asked"], right["given"]),
        terms.equality(right["kept"], SAMPLE),
        *map(terms.negation, over),
    ]


def _with_t(left: Config, right: Config) -> Sequence[Term]:
    return [left["outer.with left"], right["outer.with left"]]


KEPT = Bisimulation(
    "the sample is kept", SIMULATORS(C), INFORMED(SIMULATORS(C)), WHEN_WANTED, AT_ONCE, _alike, working=_with_t
)
GIVEN_TWICE = Bisimulation(
    "the sample is given twice", KEPT.one, KEPT.other, WHEN_WANTED, TWICE, _alike, working=_with_t
)
"""A false variant: T is given the sample as often as it asks."""
