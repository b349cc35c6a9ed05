"""Mechanisms whose first pair is identical.

Under a first-pair consistent function, a mechanism whose first pair is identical gets identical pairs only; then it
answers the same in both worlds, on every tape.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from concomp.model.language import terms
from concomp.model.language.sorts import BOOL
from concomp.model.language.terms import FALSE, TRUE, Term
from concomp.obligations.derivations.composition.systems import (
    FIRST_IDENTICAL,
    C,
    consistent,
)
from concomp.obligations.derivations.composition.tapewise.bisimulation import Bisimulation
from concomp.obligations.derivations.composition.tapewise.execution import HEARD
from concomp.obligations.derivations.composition.tapewise.kernels import (
    admits,
    continues,
    identifier,
    mechanism,
    reads,
    verifier,
)
from concomp.obligations.derivations.composition.tapewise.messages import (
    HALTING,
    apply,
    declared,
    first,
    paired,
    second,
)
from concomp.obligations.derivations.composition.tapewise.parts import (
    Call,
    Config,
    Halting,
    InARow,
    Register,
    Turn,
    either,
    sent,
)
from concomp.obligations.derivations.kernel.indices import BIT_0, BIT_1


@dataclass(frozen=True)
class _IdenticalFirst:
    """Lets messages pass unless the first is no pair of identical ones."""

    registers: tuple[Register, ...] = (Register("begun", BOOL, FALSE),)

    def calls(self, config: Config) -> tuple[Call, ...]:
        return ()

    def hear(self, config: Config, from_right: Term, message: Term) -> Turn:
        fits = terms.disjunction([config["begun"], identical(message)])
        forward = either(fits, sent({**config, "begun": TRUE}, TRUE, message), sent(config, FALSE, HALTING))
        return either(from_right, sent(config, FALSE, message), forward)

    def move(self, config: Config) -> Turn:
        return sent(config, FALSE, HALTING)


def identical(message: Term) -> Term:
    """Whether a message is a pair of identical ones."""
    return terms.conjunction([paired(message), terms.equality(first(message), second(message))])


def world(bit: Term) -> Halting:
    """V[f] ∘* I(bit) ∘* M, its first pair identical."""
    guard = InARow("guards", verifier("f"), identifier("I", bit))
    checked = Halting("guard", InARow("first", Halting("first pair", _IdenticalFirst()), Halting("checked", guard)))
    return Halting("all", InARow("outer", checked, mechanism("M")))


BEGAN_IDENTICAL = declared("began identical", (reads("f"),), BOOL)
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


def _alike(left: Config, right: Config) -> Sequence[Term]:
    names = ("begun", "f.read", "M.state", "M.heard")
    overs = ("guard.over", "first pair.over", "checked.over", "f.over", "I.over", "M.over")
    began = terms.implication(left["begun"], apply(BEGAN_IDENTICAL, left["f.read"]))
    return [
        *(terms.equality(left[name], right[name]) for name in names),
        *(terms.negation(config[over]) for config in (left, right) for over in overs),
        began,
    ]


def _with_mechanism(left: Config, right: Config) -> Sequence[Term]:
    return [terms.negation(config["outer.with left"]) for config in (left, right)]


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
