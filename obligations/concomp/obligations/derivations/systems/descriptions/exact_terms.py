"""Terms that a caller hands in for what solvers are asked: each as the language makes it, nothing that poses as one."""

from __future__ import annotations

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.terms import Term
from concomp.obligations.derivations.kernel.sealing import IllFormed, demand_exactly


def demand_terms(*roots: Term) -> None:
    """Make sure that these, and all that they are made of, are what the language makes of their parts."""
    waiting, seen = list(roots), set[int]()
    while waiting:
        term = waiting.pop()
        demand_exactly((Term,), term)
        if id(term) not in seen:
            seen.add(id(term))
            demand_exactly((str,), term.operator)
            demand_exactly((tuple,), term.arguments)
            waiting += term.arguments
            if terms.make(term.operator, term.arguments, term.data) is not term:
                raise IllFormed(f"{term!r} is not what the language makes of its parts: make it by the language")
