"""Advice in other measures can be wrong, and is then found out: by leaks, exact compositions, and what is refuted."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction as F
from pathlib import Path
from typing import Any

import pytest

from concomp.advisor.advice import Advice, UntrustedSource, advice_on
from concomp.advisor.guarantees.guarantee import Guarantee
from concomp.advisor.guarantees.theorems import Theorem
from concomp.advisor.hypotheses.conditions import ALL_CONSISTENT, ALL_DATA_FIRST
from concomp.advisor.hypotheses.situation import Situation
from concomp.advisor.losses import scale
from concomp.advisor.losses.stated import Stated
from concomp.advisor.measures.guarantees import OfCurve, of_loss
from concomp.advisor.measures.leaks import seen
from concomp.advisor.measures.theorems import FUNCTIONS, MOMENTS
from concomp.advisor.plans.plan import make_plan
from concomp.impl.accounting.measures.renyi import RenyiLoss
from concomp.impl.accounting.optimal.best_composition import best_composition
from concomp.impl.accounting.parameters import PrivacyLoss, RationalLoss, with_e_eps
from concomp.model.laws.concentrated import within
from concomp.model.laws.divergences import divergences
from tests.tools.advisor.situations import REGISTRY, mechanism, told

LEAKY = {"name": "each", "function": "event level", "moment": "2", "count": "unbounded"}


def advice(theorems: tuple[Theorem, ...], **fields: Any) -> Advice:
    plan = {"discrete": True, "measure": "renyi", "order": 2, **fields}
    return advice_on(make_plan(plan), Path(), told, REGISTRY, theorems=theorems)


def parallel(theorems: tuple[Theorem, ...], **fields: Any) -> Advice:
    return advice(theorems, creation="parallel", at_most=1, mechanisms=[LEAKY], **fields)


def leaks_more(given: Advice) -> bool:
    """Whether copies with the plan's moment reach more than is guaranteed."""
    if given.chosen is None or given.leak is None:
        return False
    guarantee = given.chosen.guarantee
    assert isinstance(guarantee, OfCurve)
    assert isinstance(guarantee.curve, RenyiLoss)
    moments = guarantee.curve.moments
    assert moments is not None
    return max(each.high for _, each in given.leak.reached) > moments.high


@pytest.mark.parametrize("created", [{}, {"created_at_most": 4}], ids=["unbounded", "four"])
def test_the_theorems_as_they_are_promise_nothing_that_leaks(created: dict[str, int]) -> None:
    given = parallel(MOMENTS, **created)
    assert (given.chosen is None) == (not created)
    assert not leaks_more(given)


def test_consistency_cannot_be_left_out() -> None:
    lax = tuple(
        replace(each, hypotheses=tuple(one for one in each.hypotheses if one not in (ALL_CONSISTENT, ALL_DATA_FIRST)))
        for each in MOMENTS
    )
    assert leaks_more(parallel(lax))


def test_a_maximum_in_place_of_the_sum_leaks() -> None:
    [original] = [each for each in MOMENTS if each.statement == "concomp Proposition 21"]

    def largest(situation: Situation) -> Guarantee:
        assert situation.measured is not None
        return of_loss(situation.measured.said[0])

    assert leaks_more(parallel((replace(original, guarantee=largest),), created_at_most=4))


def test_a_pure_loss_brought_to_too_small_a_moment_is_exceeded(monkeypatch: pytest.MonkeyPatch) -> None:
    fields = {"creation": "fixed", "mechanisms": [mechanism(E="3", count=2)], "order": 3, "at_E": ["8"]}
    exact = best_composition([with_e_eps(3)] * 2).delta(F(8)).low

    def promised() -> F:
        found = advice(MOMENTS, **fields).at_e[0].delta
        assert found is not None
        return found.high

    assert promised() >= exact
    original = scale.to_order

    def too_small(loss: Stated, order: F) -> Stated | scale.Unsaid:
        """Wrong: a moment at a hundredth of what E is above 1."""
        match loss:
            case PrivacyLoss(RationalLoss(e_eps)):
                return RenyiLoss(order, moment=1 + (e_eps - 1) / 100)
            case _:
                return original(loss, order)

    monkeypatch.setattr(scale, "to_order", too_small)
    assert promised() < exact


def test_a_leak_that_announces_more_often_is_not_as_private_as_the_plan_says() -> None:
    concentrated = {"name": "each", "function": "event level", "rho": "1/2", "count": "unbounded"}
    fields = {"measure": "zcdp", "order": None, "mechanisms": [concentrated]}
    given = advice(MOMENTS, creation="parallel", at_most=1, **fields)
    assert given.leak is not None
    assert within(divergences(*seen(given.leak.announces, given.leak.tells)), F(1, 2))
    assert not within(divergences(*seen(8 * given.leak.announces, given.leak.tells)), F(1, 2))


@pytest.mark.parametrize("number", ["7", "8", "9"])
def test_what_is_refuted_as_printed_is_no_source(number: str) -> None:
    [repaired] = [each for each in FUNCTIONS if each.statement == f"HSV26 Corollary 14.{number} (repaired)"]
    printed = replace(repaired, statement=f"HSV26 Corollary 14.{number}", printed=None)
    with pytest.raises(UntrustedSource, match="false as printed"):
        parallel((printed,))
