"""The derivations about Rényi moments, evaluated in small conversations, and false steps in them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.indices import NEXT
from concomp.obligations.derivations.kernel.interpretation import Interpretation, counterexample, unconditional_facts
from concomp.obligations.derivations.kernel.language import Quantity, eq, le, lt, total
from concomp.obligations.derivations.kernel.logic import GIVEN, hypothesis, instance, solve
from concomp.obligations.derivations.kernel.proofs import establish, steps
from concomp.obligations.derivations.kernel.statements import SUPPOSED
from concomp.obligations.derivations.theories.control.weights import HQA, A, B, H, N, Q
from concomp.obligations.derivations.theories.filters import truncation
from concomp.obligations.derivations.theories.renyi import (
    exceptional,
    few,
    filtered,
    metered,
    moments,
    potential,
    side_by_side,
    sparse,
    unlimited,
)
from concomp.obligations.expectation import Violation
from tests.obligations.derivations import conversations, few_of_many
from tests.obligations.derivations.mechanisms import spoiled

EPSILON = Quantity("ε")
SUBJECTS: dict[str, tuple[tuple[Fact, ...], Callable[[], Interpretation]]] = {
    "side by side": ((side_by_side.SIDE_BY_SIDE, side_by_side.AT_EVERY_ORDER), conversations.side_by_side),
    "under a filter": (
        (unlimited.LIMITED, unlimited.FILTERED, unlimited.CONCENTRATED, metered.METERED),
        conversations.filtered,
    ),
    "few of many": ((sparse.FEW_OF_MANY, sparse.TWO_COPIES), few_of_many.few_of_many),
}


def given(facts: tuple[Fact, ...]) -> list[Fact]:
    found = {step.formula: step for fact in facts for step in steps(fact) if step.rule in GIVEN}
    return unconditional_facts(list(found.values()))


def wrong(facts: list[Fact], world: Interpretation) -> list[str]:
    return [str(fact.formula) for fact in facts if counterexample(world, fact.formula) is not None]


@pytest.mark.parametrize("subject", SUBJECTS)
def test_what_is_given_and_what_is_proved_hold(subject: str) -> None:
    facts, world = SUBJECTS[subject]
    assert not wrong([*given(facts), *facts], world())


SPOILED = [
    *(("side by side", name) for name in ("Asks", "Touches", "λ", "ω", "R", "Asked", "V", "Best", "T", "∏V", "∏ω")),
    *(("side by side", name) for name in ("Joint", "D", "Then", "∏W", "Σρ", "Wρ")),
    *(("under a filter", name) for name in ("Launches", "Launched", "Loss", "Spent", "Left", "Rest", "W", "Fits")),
    *(
        ("few of many", name)
        for name in ("E", "New", "Alike", "Base", "Gain", "Based", "Few", "FewAfter", "Left", "Σe")
    ),
    *(("under a filter", name) for name in ("Ω", "M", "Touches", "T", "R", "Cut", "Kept", "Next", "Declared", "Worth")),
]


@pytest.mark.full
@pytest.mark.parametrize(("subject", "name"), SPOILED)
def test_what_is_given_notices_a_spoiled_quantity(subject: str, name: str) -> None:
    facts, make = SUBJECTS[subject]
    world = spoiled(make(), name)
    assert any(counterexample(world, fact.formula) is not None for fact in given(facts))


FALSE_STEPS: dict[str, Callable[[], Fact]] = {
    "a rule that looks back only": lambda: solve(
        "one message more",
        le(filtered.spent(HQA), EPSILON),
        filtered.SPENT[1],
        hypothesis("before the launch", SUPPOSED, le(filtered.spent(H), EPSILON)),
        filtered.LOSS,
    ),
    "a launch that is not paid": lambda: solve(
        "if it is launched",
        le(total(A, filtered.LAUNCHING.greatest), filtered.LAUNCHES * filtered.BEFORE),
        filtered.SUM_WHEN_LAUNCHED,
        filtered.NOT_LAUNCHED_YET,
        filtered.BY_LAUNCH[0],
        hypothesis("the price is at least 1", SUPPOSED, le(1, filtered.COST)),
    ),
    "a loss that is kept above the threshold": lambda: solve(
        "one message more",
        le(filtered.spent(HQA), metered.D),
        filtered.SPENT[1],
        hypothesis("before the message", SUPPOSED, le(filtered.spent(H), metered.D)),
        metered.OF_WHAT_IS_KEPT,
        truncation.ONE_OR_NONE[1],
    ),
    "a mechanism that is launched again": lambda: solve(
        "what is launched has not answered before",
        le(filtered.LAUNCHES, filtered.LAUNCHES * filtered.BEFORE),
        instance(moments.PART_SMALL, {N: NEXT(N)}),
        filtered.LAUNCHES_POSITIVE,
    ),
    "a message with two answers": lambda: solve(
        "by one of them", eq(potential.T * potential.TOUCHED, 0), potential.ANSWERED_ONCE, moments.ONE_OR_NONE[1]
    ),
    "a mechanism that listens to another": lambda: solve(
        "for a strategy",
        le(moments.MOMENT_AFTER, moments.TOUCHES * moments.V_AFTER + (1 - moments.TOUCHES) * moments.V),
        instance(moments.AT_MOST_BEST, {H: HQA}),
        moments.AT_MOST_BEST,
        moments.ONE_OR_NONE[1],
    ),
    "a difference that takes no slot": lambda: solve(
        "none is taken",
        le(
            sparse.left(H, few.NEXT_U) * potential.reached(N, potential.K, B, moments.S, HQA),
            sparse.left(H, few.NEXT_U) * few.few_of(few.NEXT_U, history=HQA),
        ),
        hypothesis(
            "before",
            SUPPOSED,
            le(
                sparse.left(HQA, few.NEXT_U) * potential.reached(N, potential.K, B, moments.S, HQA),
                sparse.left(HQA, few.NEXT_U) * few.few_of(few.NEXT_U, history=HQA),
            ),
        ),
        instance(sparse.LEFT_LATER, {few.U: few.NEXT_U}),
        exceptional.NEW_OR_NOT[0],
    ),
    "worlds that differ before a pair does": lambda: solve(
        "all answers",
        le(total(A, exceptional.based(N, B, moments.J, H, Q)), moments.TOUCHES * exceptional.BASE_BEFORE),
        exceptional.SUMS_UP,
        *exceptional.NEW_OR_NOT,
    ),
    "the largest of the moments for their sum": lambda: solve(
        "one more",
        le(few.few_of(few.NEXT_U, count=NEXT(potential.K)), sparse.price(potential.K) * few.few_of(few.U)),
        few.FEW[2],
        few.POSITIVE,
        instance(few.POSITIVE, {few.U: few.NEXT_U}),
    ),
    "an order below 1": lambda: solve(
        "the exponent is at least 0",
        le(0, (filtered.ALPHA - 1) * filtered.loss(H, Q)),
        filtered.LOSS,
        hypothesis("α > 0", SUPPOSED, lt(0, filtered.ALPHA)),
    ),
}


@pytest.mark.parametrize("step", FALSE_STEPS)
def test_a_false_step_is_refuted(step: str) -> None:
    with pytest.raises(Violation):
        establish(FALSE_STEPS[step]())


def test_the_price_of_a_launch_is_reached() -> None:
    """What a mechanism loses is what some strategy makes of it: the bounds are not idle."""
    moment, one = conversations.filtered().quantities["M"], (conversations.LAUNCH, 1, 1)
    assert moment(2, 0, one, ()) == conversations.PRICE > 1


def test_few_of_many_reach_more_than_one_of_them() -> None:
    """The bound for one differing mechanism of two is above the largest moment of one, and is needed."""
    world = few_of_many.few_of_many()
    reached = max(world.quantities["D"](2, 2, 0, s, ()) for s in world.domains["strategy"])
    assert 1 < reached <= world.quantities["Σe"](2, 2)
