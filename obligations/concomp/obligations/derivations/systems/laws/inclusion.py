"""Functions of which one admits whatever is valid for the other, as a relation that every step keeps."""

from __future__ import annotations

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.sorts import BOOL
from concomp.model.language.syntax.terms import Term
from concomp.obligations.derivations.systems.descriptions.kernels import admits, continues, initial, reads
from concomp.obligations.derivations.systems.descriptions.messages import MESSAGE, Function, apply, declare
from concomp.obligations.derivations.systems.laws.law import Law


def own(outer: str, inner: str) -> tuple[Function, ...]:
    """Whether f and f' have read one sequence, which is valid for f."""
    return (declare(f"{outer} along {inner}", (reads(outer), reads(inner)), BOOL),)


def read_together(names: tuple[str, str], outer: Term, inner: Term) -> Term:
    """That they have."""
    [relation] = own(*names)
    return apply(relation, outer, inner)


def included(outer: str, inner: str) -> tuple[Law, ...]:
    """What f admits after such a sequence, f' admits, and they have read one sequence again."""
    names = (outer, inner)
    reading, along = (terms.leaf("message", reads(name), place) for name, place in ((outer, "r"), (inner, "r'")))
    message = terms.leaf("message", MESSAGE, "m")
    known = terms.conjunction([read_together(names, reading, along), apply(admits(outer), reading, message)])
    after = (apply(continues(name), read, message) for name, read in ((outer, reading), (inner, along)))
    kept = terms.conjunction([apply(admits(inner), along, message), read_together(names, *after)])
    return (
        Law((), read_together(names, initial(outer), initial(inner))),
        Law((reading, along, message), terms.implication(known, kept)),
    )
