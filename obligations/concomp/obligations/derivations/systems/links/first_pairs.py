"""Mechanisms that get identical pairs.

A mechanism that gets identical pairs only answers the same in both worlds, on every tape. Under a first-pair consistent
function it does if its first pair is identical.
"""

from __future__ import annotations

from collections.abc import Sequence

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.sorts import BOOL
from concomp.model.language.syntax.terms import Term
from concomp.obligations.derivations.kernel.indices import BIT_0, BIT_1, Index
from concomp.obligations.derivations.systems.descriptions.execution import HEARD
from concomp.obligations.derivations.systems.descriptions.guards import identical
from concomp.obligations.derivations.systems.descriptions.kernels import admits, continues, initial, reads
from concomp.obligations.derivations.systems.descriptions.messages import MESSAGE, apply, declare, paired
from concomp.obligations.derivations.systems.descriptions.parts import Config
from concomp.obligations.derivations.systems.descriptions.table import with_left
from concomp.obligations.derivations.systems.language import (
    IDENTICAL_ALWAYS,
    IDENTICAL_FIRST,
    F,
    M,
    guarded_world,
    world,
)
from concomp.obligations.derivations.systems.links.bisimulation import Bisimulation, Relation, all_running, same
from concomp.obligations.derivations.systems.suppositions import Instance, Law, Supposition

PAIR = terms.leaf("message", MESSAGE, "m")


def _began(function: str, reading: Term) -> Term:
    """Whether what a function has read begins with a pair of identical messages."""
    return apply(declare(f"{function}.began identical", (reads(function),), BOOL), reading)


def _beginning(function: str) -> tuple[Law, ...]:
    """To read a first identical pair is to begin so; to read on does not change how it began."""
    at_first, reading = initial(function), terms.leaf("message", reads(function), "r")
    first = terms.conjunction([apply(admits(function), at_first, PAIR), identical(PAIR)])
    later = terms.conjunction([apply(admits(function), reading, PAIR), _began(function, reading)])
    return (
        Law((PAIR,), terms.implication(first, _began(function, apply(continues(function), at_first, PAIR)))),
        Law((reading, PAIR), terms.implication(later, _began(function, apply(continues(function), reading, PAIR)))),
    )


def _consistent(function: str) -> tuple[Law, ...]:
    """Moreover what began identical goes on identical."""
    reading = terms.leaf("message", reads(function), "r")
    admitted = [_began(function, reading), apply(admits(function), reading, PAIR), paired(PAIR)]
    goes_on = terms.implication(terms.conjunction(admitted), identical(PAIR))
    return (*_beginning(function), Law((reading, PAIR), goes_on))


def consistent(function: Index) -> Supposition:
    """That a function is first-pair consistent."""
    return Supposition(
        "{0} is first-pair consistent, for a predicate “f.began identical”", (function,), ("f",), _consistent
    )


def reads_pairs(function: Index) -> Supposition:
    """What is so of every function: the predicate on how a sequence began."""
    return Supposition("{0} reads pairs, for a predicate “f.began identical”", (function,), ("f",), _beginning)


def _runs(name: str, worlds: tuple[Index, Index], related: Relation, *supposed: Supposition) -> Bisimulation:
    """Both worlds of V[f] ∘* I(b) ∘* M, in front of which something may let some pairs pass only."""
    zero, one = worlds

    def alike(left: Config, right: Config) -> Sequence[Term]:
        return [*related(left, right), *all_running(left, right)]

    def working(left: Config, right: Config) -> Sequence[Term]:
        return [terms.negation(left[with_left(zero)]), terms.negation(right[with_left(one)])]

    def known(left: Config, right: Config) -> Sequence[Instance]:
        values = {PAIR: HEARD}
        return [
            law.at(*(values.get(symbol, left["f.read"]) for symbol in law.symbols))
            for each in supposed
            for law in each.laws
        ]

    return Bisimulation(name, zero, one, alike, working=working, supposed=supposed, known=known)


def _worlds(guard: Index) -> tuple[Index, Index]:
    return guarded_world(guard, F, BIT_0, M), guarded_world(guard, F, BIT_1, M)


def _began_alike(left: Config, right: Config) -> Sequence[Term]:
    begun, reading = f"{IDENTICAL_FIRST()}.begun", left["f.read"]
    began = terms.choice(left[begun], _began("f", reading), terms.equality(reading, initial("f")))
    return [*same([begun, "f.read", "M.state", "M.heard"])(left, right), began]


_same_run = same(["f.read", "M.state", "M.heard"])
IDENTICAL_RUNS = _runs("identical pairs, identical runs", _worlds(IDENTICAL_FIRST()), _began_alike, consistent(F))
IDENTICAL_PAIRS = _runs("identical pairs only", _worlds(IDENTICAL_ALWAYS()), _same_run)
UNLIKE_PAIRS = _runs("any pairs", (world(F, BIT_0, M), world(F, BIT_1, M)), _same_run)
"""What is false: pairs may differ."""
INCONSISTENT = _runs("identical runs without consistency", _worlds(IDENTICAL_FIRST()), _began_alike, reads_pairs(F))
"""What is false: f need not be first-pair consistent."""
