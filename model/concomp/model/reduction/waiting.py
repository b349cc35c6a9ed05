"""How much exposure waiting costs.

While the queries are lazy a simulator of a mechanism must not know the bit. If it stops waiting after the history h,
the rest of the mechanism may still tell the worlds apart by as much as L⁰(h) or L¹(h), the largest hockey-sticks in
either direction that remain; with the bit exposed in time it would have had to pay only one of them. An adversary
chooses where the waiting ends, and the worst sum of max(L⁰(h), L¹(h)) over the histories it stops at is the budget
that a lazy simulator needs.
"""

from __future__ import annotations

from fractions import Fraction

from concomp.model.laws.law import ZERO
from concomp.model.mechanisms.interactive import Message
from concomp.model.reduction.control import control
from concomp.model.reduction.laziness import History, Lazy, Likelihoods, extensions, queries_of
from concomp.model.registry.tags import realises


@realises("HSV26 Lemma 5.6 (repaired)")
def waiting_budget(chances: Likelihoods, e_eps: Fraction, lazy: Lazy) -> Fraction:
    """The largest Σ max(L⁰(h), L¹(h)) over the histories h at which an adversary ends its lazy queries."""
    return stopping_costs(chances, e_eps, lazy)[()]


def stopping_costs(chances: Likelihoods, e_eps: Fraction, lazy: Lazy) -> dict[History, Fraction]:
    """The same from every history on: to stop there costs max(L⁰, L¹), to wait the sum over the answers."""
    following: dict[History, dict[Message, list[History]]] = {}
    for (past, query), extended in extensions(chances).items():
        following.setdefault(past, {})[query] = extended
    needed = control(chances, e_eps)
    costs: dict[History, Fraction] = {}
    for history in sorted(chances, key=len, reverse=True):
        waiting = [
            sum((costs[then] for then in extended), ZERO)
            for query, extended in following.get(history, {}).items()
            if lazy((*queries_of(history), query))
        ]
        costs[history] = max(*needed[history], *waiting)
    return costs
