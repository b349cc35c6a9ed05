"""The rules of a session as continuation rules: no launcher from a menu exceeds their budget, by the model's search."""

from __future__ import annotations

from fractions import Fraction as F
from itertools import product

import pytest

from concomp.impl.accounting.guarantees import ApproxDP
from concomp.impl.accounting.rules.basic import basic
from concomp.impl.accounting.rules.conjunction import all_of
from concomp.impl.accounting.rules.fully_adaptive import fully_adaptive
from concomp.impl.accounting.rules.rule import Rule
from concomp.impl.accounting.rules.slots import slots
from concomp.impl.accounting.rules.totals import Totals
from concomp.model.filters import adaptive
from concomp.model.filters import rules as model
from concomp.model.filters.filtered import ContinuationRule, Losses
from concomp.model.filters.measures import APPROXIMATE
from concomp.model.filters.validity import is_valid_rule
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.obligations.families.filters.noisy_bits import loss, menu_of

SLOTS = (loss(3), loss(1, "1/4"))
MENU = menu_of(loss("5/3"), loss(3), loss(1, "1/4"), loss("3/2", "1/10"))


def guarantee(of: PrivacyParameters) -> ApproxDP:
    return ApproxDP(e_eps=of.e_eps, delta=of.delta)


def as_continuation(rule: Rule) -> ContinuationRule:
    """Whether the rule admits all of the losses, one after the other."""

    def accepts(losses: Losses, _: object) -> bool:
        totals = rule.start
        for each in losses:
            after = rule.charge(totals, guarantee(each))
            if not isinstance(after, Totals):
                return False
            totals = after
        return True

    return accepts


TENTH, WIDE = loss(12, "3/5"), loss(40, "1/2")
CASES = [
    (basic(guarantee(TENTH)), TENTH, model.basic),
    (basic(guarantee(loss(3, "1/4"))), loss(3, "1/4"), model.basic),
    (fully_adaptive("1/10")(guarantee(WIDE)), WIDE, adaptive.fully_adaptive(F(1, 10))),
    (slots([guarantee(each) for each in SLOTS])(guarantee(loss(3, "1/4"))), loss(3, "1/4"), model.slots(SLOTS)),
    (
        all_of([basic, fully_adaptive("1/10")])(guarantee(WIDE)),
        WIDE,
        model.all_of(model.basic, adaptive.fully_adaptive(F(1, 10))),
    ),
]


@pytest.mark.parametrize(("rule", "budget", "meant"), CASES, ids=lambda value: getattr(value, "name", ""))
def test_it_is_valid_and_admits_no_more_than_the_model(
    rule: Rule, budget: PrivacyParameters, meant: ContinuationRule
) -> None:
    accepts = as_continuation(rule)
    assert is_valid_rule(accepts, MENU, [budget], APPROXIMATE)
    assert not is_valid_rule(accepts, MENU, [loss(1, "1/10")], APPROXIMATE), "nothing of what it admits is seen"
    kinds = [offer.launch.loss for offer in MENU.offers]
    admitted = [listed for length in range(4) for listed in product(kinds, repeat=length) if accepts(listed, None)]
    assert all(meant(listed, budget) for listed in admitted)
    assert any(len(listed) > 1 for listed in admitted), "it admits no two launches"
