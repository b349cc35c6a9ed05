"""Conditions that say the same of every coordinate.

A line that somebody states may speak of whole vectors whose length is a parameter. Two are equal if their entries are,
at every coordinate, and `every(...)` says it itself: there the line is read at the arbitrary coordinate, as the system
is. Where vectors are to differ, some coordinate is spoken of and none in particular, and of one arbitrary coordinate
that says nothing.
"""

from __future__ import annotations

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.terms import Term
from concomp.model.language.syntax.vectors.open_vectors import Every, OpenVectorSort
from concomp.obligations.solvers.errors import Unsupported
from concomp.obligations.verify.encoding.coordinates import entry_at_any

SOMEWHERE = "it says that vectors differ, or that a condition fails, at some coordinate: state what holds at every one"
SEVERAL = "it says that one of several conditions holds at every coordinate: state which one"
NESTED = "it makes something else of what holds at every coordinate: state that by itself"


def at_every_coordinate(condition: Term) -> Term:
    """What a condition says of the arbitrary coordinate, if it says the same of every one; any other as it is.

    Raises Unsupported, with the reason, for one that says something else of whole vectors.
    """
    if not _speaks_of_vectors(condition):
        return condition
    arguments = condition.arguments
    match condition.operator:
        case "and":
            return terms.conjunction(map(at_every_coordinate, arguments))
        case "or":
            if sum(map(_speaks_of_vectors, arguments)) > 1:
                raise Unsupported(SEVERAL)
            return terms.disjunction(map(at_every_coordinate, arguments))
        case "not":
            return _negated(arguments[0])
        case "equal" if isinstance(arguments[0].sort, OpenVectorSort):
            return terms.equality(*map(entry_at_any, arguments))
        case "apply" if isinstance(condition.data, Every):
            return entry_at_any(arguments[0])
    raise Unsupported(NESTED)


def _negated(condition: Term) -> Term:
    """What the negation of a condition that speaks of vectors says of the arbitrary coordinate."""
    negated = map(terms.negation, condition.arguments)
    match condition.operator:
        case "and":
            return at_every_coordinate(terms.disjunction(negated))
        case "or":
            return at_every_coordinate(terms.conjunction(negated))
        case "not":
            return at_every_coordinate(condition.arguments[0])
    raise Unsupported(SOMEWHERE)


def _speaks_of_vectors(condition: Term) -> bool:
    return any(isinstance(each.sort, OpenVectorSort) for each in terms.descendants([condition]))
