"""Zero-concentrated losses add up: the session goes on while Σρ ≤ ρ₀."""

from __future__ import annotations

from concomp.impl.accounting.conversions import as_zcdp
from concomp.impl.accounting.guarantees import ZCDP, Guarantee
from concomp.impl.accounting.rules.additive import Additive
from concomp.impl.accounting.rules.rule import demand_budget


def zcdp(budget: Guarantee) -> Additive[ZCDP]:
    """The rule for a budget in ρ (Haney23 Theorem 4.10); ParameterError for another budget."""
    return Additive(
        demand_budget(ZCDP, budget),
        "zcdp",
        "Haney23 Theorem 4.10",
        reader=as_zcdp,
        numbers=lambda loss: (loss.rho,),
        guarantee=lambda numbers: ZCDP.of(rho=numbers[0]),
    )
