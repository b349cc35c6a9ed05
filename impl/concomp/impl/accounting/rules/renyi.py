"""Rényi losses add up: the session goes on while, at every order that is fixed in advance, Σε ≤ ε₀.

That it holds at some order, which the launches choose, is not enough for any theorem known.
"""

from __future__ import annotations

from concomp.impl.accounting.conversions import as_renyi
from concomp.impl.accounting.guarantees import Guarantee, RenyiDP
from concomp.impl.accounting.rules.additive import Additive
from concomp.impl.accounting.rules.rule import demand_budget


def renyi(budget: Guarantee) -> Additive[RenyiDP]:
    """The rule for a Rényi budget, at all its orders (Haney23 Theorem 4.6); ParameterError for another budget."""
    orders = tuple(order for order, _ in demand_budget(RenyiDP, budget).orders)
    return Additive(
        demand_budget(RenyiDP, budget),
        "renyi",
        "Haney23 Theorem 4.6",
        reader=lambda loss: as_renyi(loss, orders),
        numbers=lambda loss: tuple(epsilon for _, epsilon in loss.orders),
        guarantee=lambda numbers: RenyiDP.of(orders=tuple(zip(orders, numbers, strict=True))),
    )
