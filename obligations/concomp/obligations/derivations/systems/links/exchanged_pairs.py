"""Pairs whose sides are exchanged.

V[f] ∘* I(b) ∘* M answers pairs as V[f] ∘* I(1-b) ∘* M answers them exchanged, on every tape, if f does not care which
side is which.
"""

from __future__ import annotations

from collections.abc import Sequence

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.sorts import BOOL
from concomp.model.language.syntax.terms import Term
from concomp.obligations.derivations.kernel.indices import Index
from concomp.obligations.derivations.systems.descriptions.execution import HEARD
from concomp.obligations.derivations.systems.descriptions.kernels import admits, continues, initial, reads
from concomp.obligations.derivations.systems.descriptions.messages import (
    MESSAGE,
    apply,
    declare,
    first,
    pair,
    paired,
    second,
)
from concomp.obligations.derivations.systems.descriptions.parts import Config
from concomp.obligations.derivations.systems.descriptions.table import with_left
from concomp.obligations.derivations.systems.language import BIT, F, M, exchanged_world, world
from concomp.obligations.derivations.systems.links.bisimulation import Bisimulation, all_running, same
from concomp.obligations.derivations.systems.suppositions import Instance, Law, Supposition


def _read_exchanged(function: str, one: Term, other: Term) -> Term:
    """Whether both are what is read of the same pairs, in the other with their sides exchanged."""
    return apply(declare(f"{function}.read exchanged", (reads(function), reads(function)), BOOL), one, other)


def _laws(function: str, same_verdict: bool) -> tuple[Law, ...]:
    here, there = (terms.leaf("message", reads(function), name) for name in ("r", "rˣ"))
    message = terms.leaf("message", MESSAGE, "m")
    other = pair(second(message), first(message))
    verdicts = [apply(admits(function), reading, said) for reading, said in ((here, message), (there, other))]
    after = [apply(continues(function), reading, said) for reading, said in ((here, message), (there, other))]
    known = terms.conjunction([_read_exchanged(function, here, there), paired(message)])
    goes_on = [terms.equality(*verdicts)] if same_verdict else []
    goes_on += [_read_exchanged(function, *after)]
    return (
        Law((), _read_exchanged(function, initial(function), initial(function))),
        Law((here, there, message), terms.implication(known, terms.conjunction(goes_on))),
    )


def invariant(function: Index) -> Supposition:
    """That a function does not care which side is which."""
    says = "{0} is invariant under exchanging the sides of all pairs, for a relation “f.read exchanged”"
    return Supposition(says, (function,), ("f",), lambda name: _laws(name, same_verdict=True))


def reads_both_ways(function: Index) -> Supposition:
    """What is so of every function: the relation between what is read both ways."""
    says = "{0} reads pairs both ways, for a relation “f.read exchanged”"
    return Supposition(says, (function,), ("f",), lambda name: _laws(name, same_verdict=False))


def _exchanged(name: str, supposed: Supposition) -> Bisimulation:
    one, other = world(F, BIT, M), exchanged_world(F, BIT, M)
    begins, goes_on = supposed.laws

    def related(left: Config, right: Config) -> Sequence[Term]:
        return [
            *same(["M.state", "M.heard"])(left, right),
            _read_exchanged("f", left["f.read"], right["f.read"]),
            *all_running(left, right),
        ]

    def working(left: Config, right: Config) -> Sequence[Term]:
        return [terms.negation(left[with_left(one)]), terms.negation(right[with_left(other)])]

    def known(left: Config, right: Config) -> Sequence[Instance]:
        return [goes_on.at(left["f.read"], right["f.read"], HEARD)]

    return Bisimulation(
        name, one, other, related, working=working, supposed=(supposed,), given=(begins.at(),), known=known
    )


SIDES_EXCHANGED = _exchanged("sides exchanged, worlds exchanged", invariant(F))
LOPSIDED = _exchanged("sides exchanged, whatever f is", reads_both_ways(F))
"""What is false: f need not admit a pair whose sides are exchanged."""
