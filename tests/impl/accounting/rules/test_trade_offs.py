"""Trade-off functions that are fixed in advance: what they cost, and who exceeds a budget."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction as F
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from concomp.impl.accounting.conversions import as_fdp
from concomp.impl.accounting.fixed_list import fixed_list
from concomp.impl.accounting.guarantees import FDP, ZCDP, ApproxDP, PureDP
from concomp.impl.accounting.parameters import RationalLoss
from concomp.impl.accounting.rules import on_menu as menus
from concomp.impl.accounting.rules import trade_offs
from concomp.impl.accounting.rules.conjunction import all_of
from concomp.impl.accounting.rules.on_menu import on_menu
from concomp.impl.accounting.rules.rule import Refusal, RuleFor
from concomp.impl.accounting.rules.slots import slots
from concomp.impl.accounting.rules.trade_offs import NOTHING, tensor_product
from concomp.model.filters.measures import F_DP
from concomp.model.filters.messages import Launch
from concomp.model.filters.validity import Menu, Offer, is_valid_rule
from concomp.model.laws.law import Law
from concomp.model.laws.trade_off import lower_hull, symmetric, trade_off
from concomp.model.mechanisms.noninteractive import NonInteractiveMechanism
from concomp.model.numbers import ParameterError
from tests.impl.accounting.rules.test_rules import admitted, after
from tests.model.laws.strategies import laws

TWO, THREE, LATE, EXPOSED = PureDP(e_eps=2), PureDP(e_eps=3), PureDP(e_eps="5/3"), ApproxDP(e_eps=1, delta="1/4")
SLOTS = (THREE, EXPOSED)
COST = tensor_product(SLOTS)

e_eps = st.fractions(1, 5, max_denominator=4)
parameters = st.builds(
    lambda e_eps, delta: ApproxDP(e_eps=e_eps, delta=delta), e_eps, st.sampled_from(["0", "0", "1/5", "1"])
)


@settings(max_examples=25, deadline=None)
@given(st.lists(parameters, min_size=1, max_size=4), e_eps)
def test_a_tensor_product_of_parameters_is_their_optimal_composition(listed: list[ApproxDP], e_eps: F) -> None:
    known = fixed_list([each.parameters for each in listed]).delta(RationalLoss(e_eps))
    assert known.low <= tensor_product(listed).at_e_eps(e_eps).delta <= known.high


def a_little_better(loss: FDP) -> FDP:
    """A trade-off function just above the one of a loss."""
    points = [(alpha, min(1 - alpha, beta and beta + F(1, 10**9))) for alpha, beta in loss.function.vertices]
    return FDP(dict(symmetric(lower_hull(points)).vertices))


def weakest(mechanism: tuple[Law[int], Law[int]]) -> FDP:
    """What a mechanism loses, in both orders of the worlds."""
    both = (trade_off(*mechanism), trade_off(*mechanism[::-1]))
    return FDP(dict(lower_hull(vertex for each in both for vertex in each.vertices).vertices))


def strongest(mechanism: tuple[Law[int], Law[int]]) -> FDP:
    """What it would lose if what holds in one order held in both; not what it loses."""
    return FDP(dict(symmetric(trade_off(*mechanism)).vertices))


def is_exceeded(
    loss: Callable[[tuple[Law[int], Law[int]]], FDP], mechanisms: list[tuple[Law[int], Law[int]]], free: int
) -> bool:
    """Whether who launches some of the mechanisms by their answers exceeds slots for the first of them."""
    losses = [loss(each) for each in mechanisms]
    budget = tensor_product(losses[:free])
    rule = slots(losses[:free])(budget)
    offers = [
        Offer(Launch(NonInteractiveMechanism(each.__getitem__, (0, 1)), index)) for index, each in enumerate(mechanisms)
    ]

    def accepts(launched: tuple[int, ...], _: object) -> bool:
        return all(admitted(rule, *(losses[index] for index in launched)))

    return not is_valid_rule(accepts, Menu((0, 1), tuple(offers)), [budget.function], F_DP)


@settings(max_examples=4, deadline=None)
@given(st.lists(st.tuples(laws(size=3), laws(size=3)), min_size=3, max_size=3))
def test_whatever_is_launched_costs_no_more_than_the_slots(mechanisms: list[tuple[Law[int], Law[int]]]) -> None:
    assert not is_exceeded(weakest, mechanisms, 2)


def test_a_function_of_one_order_would_be_exceeded() -> None:
    mechanism = Law({0: F(1, 2), 1: F(1, 2)}), Law({0: F(1, 8), 1: F(1, 4), 2: F(5, 8)})
    assert is_exceeded(strongest, [mechanism], 1)
    assert not is_exceeded(weakest, [mechanism], 1)


class TestSlots:
    def test_each_launch_takes_one(self) -> None:
        rule = slots(SLOTS)(COST)
        assert admitted(rule, LATE, EXPOSED, THREE, NOTHING) == [True, False, True, False]
        assert admitted(rule, EXPOSED, EXPOSED, THREE) == [True, False, True]
        assert admitted(rule, ApproxDP(e_eps=2, delta="1/8"), NOTHING, NOTHING, NOTHING) == [False, True, True, False]

    def test_one_that_is_no_trade_off_function_is_refused(self) -> None:
        rule = slots(SLOTS)(COST)
        with pytest.raises(ParameterError, match="choose a delta"):
            rule.charge(rule.start, ZCDP(1))
        with pytest.raises(ParameterError, match="choose a delta"):
            slots([ZCDP(1)])(COST)

    def test_a_refusal_names_the_free_ones(self) -> None:
        rule = slots(SLOTS)(COST)
        refused = rule.charge(after(rule, LATE), EXPOSED)
        assert isinstance(refused, Refusal)
        assert refused.remains.guarantees == (as_fdp(THREE),)
        assert refused.spent.guarantee == COST

    def test_all_are_paid_as_soon_as_one_is_taken(self) -> None:
        rule = slots(SLOTS)(COST)
        assert rule.spent(rule.start).guarantee == NOTHING
        assert rule.spent(after(rule, EXPOSED)).guarantee == COST

    def test_their_product_may_be_no_worse_than_the_budget(self) -> None:
        slots(SLOTS)(as_fdp(COST.at_e_eps(3)))
        less = a_little_better(COST)
        with pytest.raises(ParameterError) as thrown:
            slots(SLOTS)(less)
        assert str(thrown.value) == (
            "the slots is [FDP({0: 1, '1/4': '1/4', 1: 0}), FDP({0… (66 characters): together they come to ~0.75 at "
            "alpha = 0, and the budget is ~0.75 there: give fewer or smaller ones"
        )

    def test_none_is_refused(self) -> None:
        with pytest.raises(ParameterError, match=r"the slots is \[\]: give at least one"):
            slots([])(COST)

    def test_a_product_that_bends_too_often_is_refused(self, monkeypatch: pytest.MonkeyPatch) -> None:
        assert len(tensor_product([THREE] * 40).function.vertices) == 42
        monkeypatch.setattr(trade_offs, "STEPS", 50)
        with pytest.raises(ParameterError, match="the losses is 'the first 5': their tensor product bends too often"):
            tensor_product([PureDP(e_eps=e) for e in (2, 3, 5, 7, 11, 13)])

    def test_the_name_tells_lists_apart(self) -> None:
        assert slots(SLOTS)(COST).name != slots([EXPOSED, THREE])(COST).name


MENU = (TWO, THREE, EXPOSED)
TWO_F, THREE_F, EXPOSED_F = map(as_fdp, MENU)
EITHER = FDP(dict(lower_hull([*tensor_product([TWO, THREE]).function.vertices, *EXPOSED_F.function.vertices]).vertices))
"""What a launcher may lose who chooses between 2 and 3, and (1, 1/4), at the start."""


def either(launched: tuple[FDP, ...]) -> bool:
    """Two first, then three; or the exposed one alone."""
    return launched in [(TWO_F,), (TWO_F, THREE_F), (EXPOSED_F,)]


def any_matching(launched: tuple[FDP, ...]) -> bool:
    """What was launched can be matched with the slots in some way; not valid."""
    return any(
        all(slot.function <= each.function for slot, each in zip(order, launched, strict=False))  # type: ignore[operator]
        for order in permutations(map(as_fdp, SLOTS))
    ) and len(launched) <= len(SLOTS)


class TestOnMenu:
    def test_what_no_launcher_exceeds_is_admitted(self) -> None:
        rule = on_menu(MENU, either)(EITHER)
        assert admitted(rule, THREE, TWO, EXPOSED, THREE, NOTHING) == [False, True, False, True, False]
        assert admitted(rule, EXPOSED, TWO, THREE) == [True, False, False]
        assert admitted(rule, LATE, TWO, NOTHING) == [True, True, False]
        with pytest.raises(ParameterError, match="together they come to"):
            slots(MENU)(EITHER)

    def test_what_a_launcher_exceeds_is_refused(self) -> None:
        with pytest.raises(ParameterError, match="who chooses launches by their answers exceeds the budget: admit"):
            on_menu(MENU, either)(a_little_better(EITHER))

    def test_slots_that_are_matched_anew_are_refused(self) -> None:
        menu = (LATE, *SLOTS)
        with pytest.raises(ParameterError, match="exceeds the budget"):
            on_menu(menu, any_matching)(COST)
        rule = slots(SLOTS)(COST)
        on_menu(menu, lambda launched: all(admitted(rule, *launched)))(COST)

    def test_the_product_of_what_was_launched_is_refused(self) -> None:
        with pytest.raises(ParameterError, match="exceeds the budget"):
            on_menu((LATE, *SLOTS), lambda launched: tensor_product(launched).function >= COST.function)(COST)

    def test_the_table_that_was_searched_is_the_one_that_runs(self) -> None:
        asked: list[bool] = []

        def once(launched: tuple[FDP, ...]) -> bool:
            asked.append(True)
            return launched == (THREE_F,)

        make = on_menu((THREE, THREE), once)
        count = len(asked)
        rule = make(THREE_F)
        assert admitted(rule, THREE, THREE) == [True, False]
        assert len(asked) == count

    def test_equal_losses_are_launched_as_often_as_they_are_offered(self) -> None:
        budget = tensor_product([THREE, THREE])
        rule = on_menu([THREE, THREE, EXPOSED], lambda launched: EXPOSED_F not in launched)(budget)
        assert admitted(rule, THREE, EXPOSED, THREE, THREE) == [True, False, True, False]
        assert rule.spent(after(rule, THREE)).guarantee == budget
        assert rule.spent(rule.start).guarantee == NOTHING
        assert rule.remaining(after(rule, THREE)).guarantees == (THREE_F,)

    def test_a_menu_that_is_too_large_is_refused(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(menus, "STEPS", 20)
        with pytest.raises(ParameterError, match="its search takes more than 20 steps: give less"):
            on_menu(MENU, either)(EITHER)
        monkeypatch.setattr(menus, "ORDERS", 4)
        with pytest.raises(ParameterError, match="it has more than 4 orders: give less"):
            on_menu(MENU, lambda launched: True)

    def test_the_name_tells_tables_apart(self) -> None:
        assert on_menu(MENU, either)(EITHER).name != on_menu(MENU, lambda launched: launched == (TWO_F,))(EITHER).name


@pytest.mark.parametrize(
    ("make", "text"),
    [
        (lambda: slots(5), "the slots is 5: give a list of losses"),  # type: ignore[arg-type]
        (lambda: slots([5])(COST), "the loss is 5: give a loss that is fdp, or count in another measure"),  # type: ignore[list-item]
        (lambda: tensor_product("x"), "the losses is 'x': give a list of losses"),  # type: ignore[arg-type]
        (lambda: on_menu(5, bool), "the menu is 5: give a list of losses"),  # type: ignore[arg-type]
        (lambda: on_menu([THREE], 5), "accepts is 5: give a function of the losses so far, the new one last"),  # type: ignore[arg-type]
        (lambda: on_menu([], bool)(COST), "the slots is []: give at least one"),
    ],
)
def test_what_makes_no_rule_is_refused(make: Callable[[], object], text: str) -> None:
    with pytest.raises(ParameterError) as thrown:
        make()
    assert str(thrown.value) == text


def test_all_of_several_keeps_to_each() -> None:
    budget = tensor_product([TWO, THREE])
    rule = all_of([slots([TWO, THREE]), on_menu([TWO, THREE], lambda launched: launched[0] == THREE_F)])(budget)
    assert admitted(rule, TWO, THREE, TWO, TWO) == [True, False, True, False]


@pytest.mark.parametrize("rule", [slots([THREE]), on_menu([THREE], lambda launched: True)])
def test_another_budget_is_refused(rule: RuleFor) -> None:
    with pytest.raises(ParameterError, match=r"the budget is ZCDP\(rho=1\): this rule is for a budget made by "):
        rule(ZCDP(1))
