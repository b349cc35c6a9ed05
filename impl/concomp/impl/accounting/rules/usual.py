"""The rule of a budget for which none is named."""

from __future__ import annotations

from concomp.impl.accounting.guarantees import GUARANTEES, ZCDP, ApproxDP, GaussianDP, Guarantee, PureDP, RenyiDP
from concomp.impl.accounting.rules.basic import basic
from concomp.impl.accounting.rules.gaussian import gaussian
from concomp.impl.accounting.rules.pure import pure
from concomp.impl.accounting.rules.renyi import renyi
from concomp.impl.accounting.rules.rule import Rule, RuleFor
from concomp.impl.accounting.rules.zcdp import zcdp
from concomp.model.numbers import ParameterError

_USUAL: dict[type, RuleFor] = {
    PureDP: pure,
    ApproxDP: basic,
    ZCDP: zcdp,
    RenyiDP: renyi,
    GaussianDP: gaussian,
}


def usual_rule(budget: Guarantee) -> Rule:
    """The rule by which losses of the budget's measure add up.

    Raises ParameterError for what is no budget, and for a trade-off function, whose losses do not add up.
    """
    rule = _USUAL.get(type(demand_guarantee(budget)))
    if rule is None:
        raise ParameterError("the rule", None, f"within {budget!r} losses do not add up: name slots([…]) or on_menu(…)")
    return rule(budget)


def demand_guarantee(budget: Guarantee) -> Guarantee:
    """The budget; ParameterError for what is none."""
    if type(budget) in GUARANTEES:
        return budget
    remedy = "give PureDP(…), ApproxDP(…), RenyiDP(…), ZCDP(…), GaussianDP(…) or FDP(…)"
    raise ParameterError("the budget", budget, remedy)
