"""The search on a menu refutes the rules that are known not to be valid, with the numbers that are known."""

from fractions import Fraction as F

import pytest

from concomp.model.filters.as_printed.rules import fully_adaptive_as_printed
from concomp.model.filters.filtered import ContinuationRule, Losses, filtered_composition
from concomp.model.filters.measures import APPROXIMATE, F_DP, PURE, PrivacyMeasure, divergence, renyi
from concomp.model.filters.messages import Ask, Launch, at_once
from concomp.model.filters.rules import additive, basic, basic_total, matched_anew, slots
from concomp.model.filters.validity import (
    Menu,
    Offer,
    accumulator_refutation,
    is_valid_accumulator,
    is_valid_rule,
    rule_of,
    rule_refutation,
)
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.trade_off import of_parameters, tensor
from concomp.model.mechanisms.interaction import Tree
from concomp.model.mechanisms.interactive import START
from concomp.model.mechanisms.privacy import Game, views
from concomp.obligations.families.compositions.bounds import response_profile
from concomp.obligations.families.filters.noisy_bits import (
    ASK,
    BITS,
    answers,
    loss,
    menu_of,
    pure,
    response_of,
    responses,
    verified,
)

TWO, THREE, EXPOSED, LATE = loss(2), loss(3), loss(1, "1/4"), loss("5/3")
THREE_HALVES = loss("3/2", "3/8")


def reached(rule: ContinuationRule, menu: Menu, budget: PrivacyParameters) -> F | None:
    """What the strategy that is found reaches against the filter itself; None if there is none."""
    refutation = rule_refutation(rule, menu, budget, APPROXIMATE)
    if refutation is None:
        return None
    machine = filtered_composition(rule, budget, verified, BITS)
    p, q = views(Game(machine, refutation.datasets, (), 4), refutation.strategy)
    assert divergence(refutation.bound, p, q) == refutation.worth
    assert not APPROXIMATE.close(p, q, budget)
    return refutation.worth


def either(*rules: ContinuationRule) -> ContinuationRule:
    return lambda losses, budget: any(rule(losses, budget) for rule in rules)


def test_the_disjunction_of_two_valid_rules_reaches_11_24() -> None:
    menu = menu_of(TWO, THREE, EXPOSED)
    first, second = slots((TWO, THREE)), slots((TWO, EXPOSED))
    assert reached(first, menu, THREE_HALVES) is None
    assert reached(second, menu, THREE_HALVES) is None
    assert reached(either(first, second), menu, THREE_HALVES) == F(11, 24)


def test_slots_matched_anew_reach_9_32_where_they_cost_1_4() -> None:
    menu, budget = menu_of(LATE, THREE, EXPOSED), loss(3, "1/4")
    assert response_profile((THREE, EXPOSED))(F(3)) == budget.delta
    assert reached(matched_anew((THREE, EXPOSED)), menu, budget) == F(9, 32)
    assert reached(slots((THREE, EXPOSED)), menu, budget) is None


def test_the_optimal_composition_of_what_was_launched_is_no_rule() -> None:
    def optimal(losses: Losses, budget: PrivacyParameters) -> bool:
        return response_profile(losses)(budget.e_eps) <= budget.delta

    assert reached(optimal, menu_of(TWO, THREE, EXPOSED), THREE_HALVES) == F(11, 24)


def test_the_tensor_of_what_was_launched_is_no_rule() -> None:
    floor = of_parameters(THREE_HALVES)

    def above(losses: Losses, budget: object) -> bool:
        return tensor(*map(of_parameters, losses)) >= floor

    for losses in ((TWO, THREE), (TWO, EXPOSED)):
        assert above(losses, None)
    refutation = rule_refutation(above, menu_of(TWO, THREE, EXPOSED), floor, F_DP)
    assert refutation is not None


def test_the_printed_rule_lets_a_response_of_100_into_11_10() -> None:
    assert reached(fully_adaptive_as_printed(F(1, 1000)), menu_of(loss(100)), loss("11/10", "1/100")) == F(989, 1010)


@pytest.mark.parametrize(("measure", "unit"), [(PURE, F(3)), (renyi(2), F(7, 3))])
def test_a_loss_of_nothing_launched_that_is_infinite_hides_all(measure: PrivacyMeasure[F | None], unit: F) -> None:
    mechanism = at_once(responses(1))
    menu = Menu((0, 1), (Offer(Launch(mechanism, unit)),) * 2)

    def hides(losses: Losses) -> F | None:
        return F(1) if losses else None

    assert is_valid_accumulator(hides, menu, [F(1), unit], measure)
    assert not is_valid_rule(rule_of(hides, measure), menu, [F(1)], measure)


def test_a_loss_that_is_read_before_the_reply_keeps_a_launch_too_many() -> None:
    menu = menu_of(pure(1), pure(1))

    def late(losses: Losses) -> PrivacyParameters:
        return basic_total(losses[:-1])

    assert is_valid_accumulator(basic_total, menu, [pure(0), pure(1), pure(2)], APPROXIMATE)
    refutation = accumulator_refutation(late, menu, pure(1), APPROXIMATE)
    assert refutation is not None
    # Two noisy bits where one is allowed: 9/16 − 3·1/16.
    assert refutation.worth == F(3, 8)
    assert not is_valid_accumulator(late, menu, [pure(0)], APPROXIMATE)


def test_interleaved_answers_add_up_and_no_more() -> None:
    menu = Menu(
        (0, 1),
        (Offer(Launch(answers(2), pure(2)), (ASK,), 2), Offer(Launch(answers(1), pure(1)), (ASK,), 1)),
    )
    assert is_valid_rule(basic, menu, [pure(1), pure(2), pure(3)], APPROXIMATE)
    refutation = rule_refutation(lambda losses, budget: True, menu, pure(2), APPROXIMATE)
    assert refutation is not None
    assert refutation.worth == F(27, 64) - 9 * F(1, 64)
    assert messages(refutation.strategy) >= {Ask(1, ASK), Ask(2, ASK), START}


def messages(tree: Tree) -> set[object]:
    """All that a strategy may send."""
    if tree is None:
        return set()
    return {tree[0], *(message for _, then in tree[1] for message in messages(then))}


def test_renyi_losses_add_up_exactly() -> None:
    unit = F(7, 3)
    menu = Menu((0, 1), tuple(Offer(Launch(at_once(responses(1)), unit)) for _ in range(3)))
    for count in range(4):
        assert is_valid_rule(additive, menu, [unit**count], renyi(2))
        everything = rule_refutation(lambda losses, budget: True, menu, unit**count, renyi(2))
        assert (everything is None) == (count == 3)


@pytest.mark.parametrize(("copies", "valid"), [(1, True), (2, False)])
def test_what_is_offered_once_is_launched_once(copies: int, valid: bool) -> None:
    menu = Menu((0, 1), (Offer(Launch(response_of(THREE), THREE)),) * copies)
    assert is_valid_rule(lambda losses, budget: True, menu, [THREE], APPROXIMATE) == valid
