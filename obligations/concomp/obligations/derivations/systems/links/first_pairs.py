"""Mechanisms that get identical pairs.

A mechanism that gets identical pairs only answers the same in both worlds, on every tape. Under a first-pair consistent
function it does if its first pair is identical.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.sorts import BOOL
from concomp.model.language.syntax.terms import FALSE, TRUE, Term
from concomp.obligations.derivations.kernel.indices import BIT_0, BIT_1
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
from concomp.obligations.derivations.systems.language import ALL_IDENTICAL, FIRST_IDENTICAL, C, consistent
from concomp.obligations.derivations.systems.links.bisimulation import Bisimulation, none_of, same


@dataclass(frozen=True)
class _IdenticalFirst(Relay):
    """Lets messages pass unless the first is no pair of identical ones."""

    registers: tuple[Register, ...] = (Register("begun", BOOL, FALSE),)

    def fits(self, config: Config, message: Term) -> Term:
        """Whether a message may pass."""
        return terms.disjunction([config["begun"], identical(message)])

    def hear(self, config: Config, from_right: Term, message: Term) -> Turn:
        fits = self.fits(config, message)
        forward = branch(fits, send({**config, "begun": TRUE}, TRUE, message), send(config, FALSE, HALTING))
        return branch(from_right, send(config, FALSE, message), forward)


@dataclass(frozen=True)
class _IdenticalAlways(_IdenticalFirst):
    """Lets pairs of identical messages pass only."""

    def fits(self, config: Config, message: Term) -> Term:
        return identical(message)


@dataclass(frozen=True)
class _Anything(_IdenticalFirst):
    """Lets all pass."""

    def fits(self, config: Config, message: Term) -> Term:
        return TRUE


IDENTICAL_PAIRS, ANY_PAIRS = _IdenticalAlways(), _Anything()
"""What lets pass pairs of identical messages only, and what lets everything pass."""


def identical(message: Term) -> Term:
    """Whether a message is a pair of identical ones."""
    return terms.conjunction([paired(message), terms.equality(first(message), second(message))])


def world(bit: Term, lets_pass: _IdenticalFirst | None = None) -> Halting:
    """V[f] ∘* I(bit) ∘* M, its first pair identical, or as another guard wants it."""
    guard = InARow("guards", verifier("f"), identifier("I", bit))
    first_ = Halting("first pair", lets_pass or _IdenticalFirst())
    checked = Halting("guard", InARow("first", first_, Halting("checked", guard)))
    return Halting("all", InARow("outer", checked, mechanism("M")))


BEGAN_IDENTICAL = declare("began identical", (reads("f"),), BOOL)
"""What f has read begins with a pair of identical messages."""


def _reads_on(config: Config) -> Term:
    return apply(continues("f"), config["f.read"], HEARD)


def _admitted(config: Config) -> Term:
    return apply(admits("f"), config["f.read"], HEARD)


def _by_definition(left: Config, right: Config) -> Sequence[Term]:
    """Reading a first identical pair begins so; reading on does not change how it began."""
    begins = terms.conjunction([terms.negation(left["begun"]), identical(HEARD)])
    began = apply(BEGAN_IDENTICAL, left["f.read"])
    so_begun = terms.conjunction([_admitted(left), terms.disjunction([begins, began])])
    return [terms.implication(so_begun, apply(BEGAN_IDENTICAL, _reads_on(left)))]


def _consistent(left: Config, right: Config) -> Sequence[Term]:
    """Moreover f is first-pair consistent."""
    began = terms.conjunction([apply(BEGAN_IDENTICAL, left["f.read"]), _admitted(left), paired(HEARD)])
    return [*_by_definition(left, right), terms.implication(began, identical(HEARD))]


def _alike_anyhow(left: Config, right: Config) -> Sequence[Term]:
    overs = ["guard.over", "first pair.over", "checked.over", "f.over", "I.over", "M.over"]
    return [*same(["begun", "f.read", "M.state", "M.heard"])(left, right), *none_of(overs)(left, right)]


def _alike(left: Config, right: Config) -> Sequence[Term]:
    return [
        *_alike_anyhow(left, right),
        terms.implication(left["begun"], apply(BEGAN_IDENTICAL, left["f.read"])),
    ]


_with_mechanism = none_of(["outer.with left"])
IDENTICAL_RUNS = Bisimulation(
    "identical pairs, identical runs",
    FIRST_IDENTICAL(C, BIT_0),
    FIRST_IDENTICAL(C, BIT_1),
    world(FALSE),
    world(TRUE),
    _alike,
    working=_with_mechanism,
    assumed=_consistent,
    supposing=(consistent(C),),
)
IDENTICAL_ALWAYS = Bisimulation(
    "identical pairs only",
    ALL_IDENTICAL(C, BIT_0),
    ALL_IDENTICAL(C, BIT_1),
    world(FALSE, IDENTICAL_PAIRS),
    world(TRUE, IDENTICAL_PAIRS),
    _alike_anyhow,
    working=_with_mechanism,
)
UNLIKE_PAIRS = Bisimulation(
    "any pairs",
    IDENTICAL_ALWAYS.one,
    IDENTICAL_ALWAYS.other,
    world(FALSE, ANY_PAIRS),
    world(TRUE, ANY_PAIRS),
    _alike_anyhow,
    working=_with_mechanism,
)
"""A false variant: pairs may differ."""
INCONSISTENT = Bisimulation(
    "identical runs without consistency",
    IDENTICAL_RUNS.one,
    IDENTICAL_RUNS.other,
    world(FALSE),
    world(TRUE),
    _alike,
    working=_with_mechanism,
    assumed=_by_definition,
)
"""A false variant: f need not be first-pair consistent."""
