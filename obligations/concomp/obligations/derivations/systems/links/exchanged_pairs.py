"""Pairs whose sides are exchanged.

V[f] ∘* I(b) ∘* M answers pairs as V[f] ∘* I(1-b) ∘* M answers them exchanged, on every tape, if f does not care which
side is which.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.sorts import BOOL
from concomp.model.language.syntax.terms import FALSE, TRUE, Term
from concomp.obligations.derivations.systems.descriptions.execution import HEARD
from concomp.obligations.derivations.systems.descriptions.kernels import (
    admits,
    continues,
    identifier,
    mechanism,
    reads,
    verifier,
)
from concomp.obligations.derivations.systems.descriptions.messages import (
    HALTING,
    apply,
    declare,
    first,
    pair,
    paired,
    second,
)
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
from concomp.obligations.derivations.systems.language import BIT, F, M, exchanged_world, invariant, verified_world
from concomp.obligations.derivations.systems.links.bisimulation import Bisimulation, none_of

WORLD = terms.leaf("parameter", BOOL, "bit")
READ_EXCHANGED = declare("read exchanged", (reads("f"), reads("f")), BOOL)
"""Both have read the same pairs, the one with their sides exchanged."""


@dataclass(frozen=True)
class _Exchange(Relay):
    """(x, y) becomes (y, x)."""

    registers: tuple[Register, ...] = ()

    def hear(self, config: Config, from_right: Term, message: Term) -> Turn:
        exchanged = send(config, TRUE, pair(second(message), first(message)))
        forward = branch(paired(message), exchanged, send(config, FALSE, HALTING))
        return branch(from_right, send(config, FALSE, message), forward)


def world(bit: Term) -> Halting:
    """V[f] ∘* I(bit) ∘* M."""
    guard = Halting("guard", InARow("guards", verifier("f"), identifier("I", bit)))
    return Halting("all", InARow("outer", guard, mechanism("M")))


def other_world(bit: Term) -> Halting:
    """V[f] ∘* I(1-bit) ∘* M, whose pairs are exchanged before they reach it."""
    checked = Halting("checked", InARow("guards", verifier("f"), identifier("I", terms.negation(bit))))
    guard = Halting("guard", InARow("first", Halting("X", _Exchange()), checked))
    return Halting("all", InARow("outer", guard, mechanism("M")))


def _alike(left: Config, right: Config) -> Sequence[Term]:
    overs = [left[f"{name}.over"] for name in ("guard", "f", "I", "M")]
    also = [right[f"{name}.over"] for name in ("guard", "X", "checked", "f", "I", "M")]
    return [
        *(terms.equality(left[name], right[name]) for name in ("M.state", "M.heard")),
        apply(READ_EXCHANGED, left["f.read"], right["f.read"]),
        *map(terms.negation, [*overs, *also]),
    ]


_with_mechanism = none_of(["outer.with left"])


def _reads_on(left: Config, right: Config, same_verdict: bool) -> Sequence[Term]:
    other = pair(second(HEARD), first(HEARD))
    here, there = (apply(admits("f"), config["f.read"], m) for config, m in ((left, HEARD), (right, other)))
    after, also = (apply(continues("f"), config["f.read"], m) for config, m in ((left, HEARD), (right, other)))
    verdict = terms.equality(here, there) if same_verdict else TRUE
    known = terms.conjunction([apply(READ_EXCHANGED, left["f.read"], right["f.read"]), paired(HEARD)])
    return [terms.implication(known, terms.conjunction([verdict, apply(READ_EXCHANGED, after, also)]))]


def _invariant(left: Config, right: Config) -> Sequence[Term]:
    return _reads_on(left, right, same_verdict=True)


def _not_invariant(left: Config, right: Config) -> Sequence[Term]:
    return _reads_on(left, right, same_verdict=False)


BEGINS = (apply(READ_EXCHANGED, *(terms.leaf("parameter", reads("f"), "f.initial"),) * 2),)
SIDES_EXCHANGED = Bisimulation(
    "sides exchanged, worlds exchanged",
    verified_world(F, M, BIT),
    exchanged_world(F, M, BIT),
    world(WORLD),
    other_world(WORLD),
    _alike,
    working=_with_mechanism,
    given=BEGINS,
    assumed=_invariant,
    supposing=(invariant(F),),
)
LOPSIDED = Bisimulation(
    "sides exchanged, whatever f is",
    SIDES_EXCHANGED.one,
    SIDES_EXCHANGED.other,
    world(WORLD),
    other_world(WORLD),
    _alike,
    working=_with_mechanism,
    given=BEGINS,
    assumed=_not_invariant,
)
"""A false variant: f need not admit a pair whose sides are exchanged."""
