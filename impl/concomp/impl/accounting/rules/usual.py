"""The rule of a budget for which none is named."""

from __future__ import annotations

from concomp.impl.accounting.guarantees import ZCDP, ApproxDP, GaussianDP, Guarantee, PureDP, RenyiDP
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
    """The rule by which losses of the budget's measure add up; ParameterError for what is no budget."""
    rule = _USUAL.get(type(budget))
    if rule is None:
        raise ParameterError("the budget", budget, "give PureDP(…), ApproxDP(…), RenyiDP(…), ZCDP(…) or GaussianDP(…)")
    return rule(budget)
