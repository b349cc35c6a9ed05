"""Functions that are first-pair consistent, by what they have read."""

from __future__ import annotations

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.sorts import BOOL
from concomp.model.language.syntax.terms import Term
from concomp.obligations.derivations.systems.descriptions.guards import identical
from concomp.obligations.derivations.systems.descriptions.kernels import admits, continues, initial, reads
from concomp.obligations.derivations.systems.descriptions.messages import MESSAGE, Function, apply, declare, paired
from concomp.obligations.derivations.systems.laws.law import Law

PAIR = terms.leaf("message", MESSAGE, "m")


def own(function: str) -> tuple[Function, ...]:
    """Whether what a function has read begins with a pair of identical messages."""
    return (declare(f"{function}.began identical", (reads(function),), BOOL),)


def began(function: str, reading: Term) -> Term:
    """That it does."""
    [predicate] = own(function)
    return apply(predicate, reading)


def beginning(function: str) -> tuple[Law, ...]:
    """To read a first identical pair is to begin so; to read on does not change how it began."""
    at_first, reading = initial(function), terms.leaf("message", reads(function), "r")
    first = terms.conjunction([apply(admits(function), at_first, PAIR), identical(PAIR)])
    later = terms.conjunction([apply(admits(function), reading, PAIR), began(function, reading)])
    return (
        Law((PAIR,), terms.implication(first, began(function, apply(continues(function), at_first, PAIR)))),
        Law((reading, PAIR), terms.implication(later, began(function, apply(continues(function), reading, PAIR)))),
    )


def consistent(function: str) -> tuple[Law, ...]:
    """Moreover what began identical goes on identical."""
    reading = terms.leaf("message", reads(function), "r")
    admitted = [began(function, reading), apply(admits(function), reading, PAIR), paired(PAIR)]
    goes_on = terms.implication(terms.conjunction(admitted), identical(PAIR))
    return (*beginning(function), Law((reading, PAIR), goes_on))
