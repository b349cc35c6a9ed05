"""Gaussian losses add up as squares: the session goes on while Σμ² ≤ μ₀².

That adaptively chosen μ compose so is taken from elsewhere (Smith and Thakurta 2022); that it carries over to
interleaved mechanisms holds for mechanisms with finitely many answers and rounds, which the session demands.
"""

from __future__ import annotations

from concomp.impl.accounting.conversions import as_gaussian
from concomp.impl.accounting.guarantees import GaussianDP, Guarantee
from concomp.impl.accounting.rules.additive import Additive
from concomp.impl.accounting.rules.rule import demand_budget


def gaussian(budget: Guarantee) -> Additive[GaussianDP]:
    """The rule for a Gaussian budget (Haney23 Theorem 3.4); ParameterError for another budget."""
    return Additive(
        demand_budget(GaussianDP, budget),
        "gaussian",
        "Haney23 Theorem 3.4, where fully adaptive composition of Gaussian losses is assumed",
        reader=as_gaussian,
        numbers=lambda loss: (loss.mu_squared,),
        guarantee=lambda numbers: GaussianDP.of(mu_squared=numbers[0]),
    )
