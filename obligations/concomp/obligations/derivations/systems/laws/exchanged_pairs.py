"""Functions that do not care which side of a pair is which."""

from __future__ import annotations

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.sorts import BOOL
from concomp.model.language.syntax.terms import Term
from concomp.obligations.derivations.systems.descriptions.kernels import admits, continues, initial, reads
from concomp.obligations.derivations.systems.descriptions.messages import (
    MESSAGE,
    Function,
    apply,
    declare,
    first,
    pair,
    paired,
    second,
)
from concomp.obligations.derivations.systems.laws.law import Law


def own(function: str) -> tuple[Function, ...]:
    """Whether both are what is read of the same pairs, in the other with their sides exchanged."""
    return (declare(f"{function}.read exchanged", (reads(function), reads(function)), BOOL),)


def read_exchanged(function: str, one: Term, other: Term) -> Term:
    """That they are."""
    [predicate] = own(function)
    return apply(predicate, one, other)


def _laws(function: str, same_verdict: bool) -> tuple[Law, ...]:
    here, there = (terms.leaf("message", reads(function), name) for name in ("r", "rˣ"))
    message = terms.leaf("message", MESSAGE, "m")
    other = pair(second(message), first(message))
    verdicts = [apply(admits(function), reading, said) for reading, said in ((here, message), (there, other))]
    after = [apply(continues(function), reading, said) for reading, said in ((here, message), (there, other))]
    known = terms.conjunction([read_exchanged(function, here, there), paired(message)])
    goes_on = [terms.equality(*verdicts)] if same_verdict else []
    goes_on += [read_exchanged(function, *after)]
    return (
        Law((), read_exchanged(function, initial(function), initial(function))),
        Law((here, there, message), terms.implication(known, terms.conjunction(goes_on))),
    )


def invariant(function: str) -> tuple[Law, ...]:
    """The verdicts are the same, and what is read goes on exchanged."""
    return _laws(function, same_verdict=True)


def reads_both_ways(function: str) -> tuple[Law, ...]:
    """What is so of every function: what is read goes on exchanged."""
    return _laws(function, same_verdict=False)
