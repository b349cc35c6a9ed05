"""Rules for launches: slots that are kept, conjunctions, and filters inside filters."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

from concomp.model.filters.filtered import (
    ContinuationRule,
    Losses,
    filtered_composition,
    filtered_concurrent_composition,
)
from concomp.model.filters.measures import APPROXIMATE, F_DP, PrivacyMeasure, renyi
from concomp.model.filters.messages import READY, Ask, Launch, Next, loss_text
from concomp.model.filters.rules import additive, all_of, basic, basic_total, for_groups, matched_anew, slots
from concomp.model.filters.validity import Menu, Offer, is_valid_rule, rule_refutation
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import ONE, Law
from concomp.model.laws.renyi import renyi_moment
from concomp.model.laws.trade_off import of_parameters, tensor
from concomp.model.mechanisms.interactive import HALT, START, InteractiveMechanism
from concomp.model.mechanisms.randomised_response import noisy_bit, response
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.checks.haney23.validity import BUDGETS, ONE_SHOT, replay, rules_on
from concomp.obligations.expectation import expect, first_case
from concomp.obligations.families.compositions.bounds import response_profile
from concomp.obligations.families.filters.noisy_bits import (
    ASK,
    BITS,
    UNIT,
    answers,
    loss,
    menu_of,
    pure,
    single,
    verified,
)

TWO, THREE, EXPOSED, LATE = loss(2), loss(3), loss(1, "1/4"), loss("5/3")
SLOTS = ((THREE, EXPOSED), (TWO, THREE), (loss(3, "1/4"), TWO))
OFFERS = menu_of(LATE, THREE, EXPOSED, TWO)


def cost(listed: tuple[PrivacyParameters, ...], e_eps: Fraction) -> PrivacyParameters:
    """What slots cost at e^ε: the composition of their randomised responses."""
    return PrivacyParameters(e_eps, response_profile(listed)(e_eps))


@check("concomp Proposition 1")
def what_is_launched_costs_what_the_slots_cost() -> Outcome:
    """No launcher exceeds the composition of the slots, for every e^ε as a trade-off function, and some attain it."""
    attained, judged = [], 0
    for listed in SLOTS:
        f = tensor(*(of_parameters(slot) for slot in listed))
        expect(rule_refutation(slots(listed), OFFERS, f, F_DP) is None, f"launches exceed the slots {listed}")
        for e_eps in {e for e, _ in response_profile(listed).vertices}:
            budget = cost(listed, e_eps)
            expect(is_valid_rule(slots(listed), OFFERS, [budget], APPROXIMATE), f"{listed} exceed {budget}")
            less = PrivacyParameters(e_eps, max(Fraction(0), budget.delta - Fraction(1, 1000)))
            tight = not is_valid_rule(slots(listed), OFFERS, [less], APPROXIMATE)
            attained += [budget] if budget.delta and tight else []
            judged += 1
    witness = first_case(attained, "no launcher attains what slots cost")
    budget = cost((THREE, EXPOSED), Fraction(3))
    anew = matched_anew((THREE, EXPOSED))
    refutation = rule_refutation(anew, menu_of(LATE, THREE, EXPOSED), budget, APPROXIMATE)
    if refutation is None:
        expect(False, "slots that are matched anew are valid")
    assert refutation is not None
    expect(budget.delta == Fraction(1, 4) and refutation.worth == Fraction(9, 32), f"{refutation.worth} is reached")
    expect(replay(filtered_composition(anew, budget, verified, BITS), refutation, 2), "the filter does not reach it")
    return Outcome(
        verdict="exact",
        scope="three lists of two slots; responses with e^ε = 5/3, 2, 3 and (1, 1/4) launched at most once each "
        "by the answers so far; as trade-off functions, and at each e^ε where the cost bends",
        size=judged + len(SLOTS),
        witness=f"{loss_text(witness)} is attained to within 1/1000",
        control="slots 3 and (1, 1/4) matched anew: 5/3, then 3 or (1, 1/4) by its answer, reaches 9/32 at e^ε = 3, "
        "where they cost 1/4, and does so against the filter",
    )


@check("concomp Proposition 2")
def what_both_rules_accept_is_valid_if_one_of_them_is() -> Outcome:
    """The conjunction of any rule with a valid one is valid; the disjunction of two valid ones is not always."""
    rules = list(rules_on(ONE_SHOT))
    pairs, strict = 0, []
    for budget in BUDGETS:
        valid = [rule for rule in rules if is_valid_rule(rule, ONE_SHOT, [budget], APPROXIMATE)]
        for one, other in product(valid, rules[::3]):
            expect(is_valid_rule(all_of(one, other), ONE_SHOT, [budget], APPROXIMATE), f"a conjunction at {budget}")
            pairs += 1
            strict += [budget] if other not in valid else []
    witness = first_case(strict, "all rules are valid")
    first, second = slots((TWO, THREE)), slots((TWO, EXPOSED))
    menu, budget = menu_of(TWO, THREE, EXPOSED), loss("3/2", "3/8")
    either = _any_of(first, second)
    for rule in (first, second):
        expect(is_valid_rule(rule, menu, [budget], APPROXIMATE), "one of the two is not valid")
    refutation = rule_refutation(either, menu, budget, APPROXIMATE)
    if refutation is None:
        expect(False, "the disjunction is valid")
    assert refutation is not None
    expect(refutation.worth == Fraction(11, 24), f"the disjunction reaches {refutation.worth}")
    expect(replay(filtered_composition(either, budget, verified, BITS), refutation, 2), "the filter does not reach it")
    return Outcome(
        verdict="exact",
        scope="all rules on lists of RR with e^ε = 2 and 3, five budgets, each valid one with a third of all",
        size=pairs,
        witness=f"with a rule that is not valid at {loss_text(witness)} too",
        control="fits the slots 2 and 3, or fits 2 and (1, 1/4): each is valid at (3/2, 3/8), together they reach "
        "11/24, and do so against the filter",
    )


def _any_of(*rules: ContinuationRule) -> ContinuationRule:
    """The disjunction, which is not valid."""

    def accepts(losses: Losses, budget: Any) -> bool:
        return any(rule(losses, budget) for rule in rules)

    return accepts


@check("concomp Proposition 3")
def a_filter_in_a_filter_costs_its_budget() -> Outcome:
    """Whoever launches inside and outside, interleaved, stays within the outer budget, which may be spent in full."""
    inner = filtered_concurrent_composition(basic, pure(1), verified, BITS)
    queries = (single(1), Ask(1, ASK))
    nested = Offer(Launch(inner, pure(1)), queries, 3)
    beside = Offer(Launch(answers(1), pure(1)), (ASK,), 1)
    menu = Menu((0, 1), (nested, beside))
    expect(is_valid_rule(basic, menu, [pure(2), pure(1), pure(3)], APPROXIMATE), "a nested filter costs more")
    expect(not is_valid_rule(lambda losses, budget: True, menu, [loss(8)], APPROXIMATE), "two units are not spent")
    understated = Menu((0, 1), (Offer(Launch(inner, loss(1)), queries, 3), beside))
    refutation = rule_refutation(basic, understated, pure(1), APPROXIMATE)
    expect(refutation is not None, "a nested filter may be declared to cost nothing")
    return Outcome(
        verdict="exact",
        scope="a filter of one unit, asked three times, beside a noisy answer; outer budgets of one to three units",
        size=3,
        witness="e^ε = 8 is exceeded where both are launched, and 9 is not",
        control="a nested filter that is declared to cost nothing exceeds an outer budget of one unit",
        notes=(f"Nothing is refunded: at e^ε = {ONE} the outer budget admits no nested filter, used or not.",),
    )


MEMBERS = 3
NOISY = partial(noisy_bit, UNIT)


def group(at_most: int, answer: Callable[[int], Law[Any]] = NOISY) -> InteractiveMechanism:
    """Three members that give one answer each: (i, bit) asks the i-th about the secret bit, or about none.

    The secret is for at most so many of them; the rest is answered about 0 in both worlds. What exceeds this halts.
    """

    def step(state: Any, message: Any) -> Next:
        if state in BITS:
            return Law.point(((state, at_most, frozenset()), READY) if message is START else (HALT, HALT))
        bit, left, asked = state
        if message is START or message[0] in asked or (message[1] and left == 0):
            return Law.point((HALT, HALT))
        member, about_the_secret = message
        then = bit, left - about_the_secret, asked | {member}
        return answer(bit if about_the_secret else 0).map(lambda shown: (then, shown))

    queries = tuple(product(range(MEMBERS), (False, True)))
    return InteractiveMechanism(step, BITS, (START, *queries), f"a group, at most {at_most} differ")


@check("concomp Proposition 4")
def a_group_takes_a_slot_for_each_member_that_may_differ() -> Outcome:
    """Groups of three, of which one or two get the secret, stay within the slots they take, beside noisy answers."""
    unit = pure(1)
    queries = tuple(product(range(MEMBERS), (False, True)))
    beside = Offer(Launch(answers(1), (unit,)), (ASK,), 1)
    judged, attained = 0, []
    for at_most in (1, 2):
        listed = (unit,) * (at_most + 1)
        together = Offer(Launch(group(at_most), (unit,) * at_most), queries, MEMBERS)
        menu = Menu((0, 1), (together, beside, beside))
        for e_eps, delta in response_profile(listed).vertices:
            expect(
                is_valid_rule(for_groups(slots(listed)), menu, [cost(listed, e_eps)], APPROXIMATE), f"{at_most} exceed"
            )
            judged += 1
            less = PrivacyParameters(e_eps, delta - Fraction(1, 1000)) if delta else None
            tight = less and not is_valid_rule(for_groups(slots(listed)), menu, [less], APPROXIMATE)
            attained += [(at_most, less)] if tight else []
    first_case(attained, "no group attains what its slots cost")
    understated = Menu((0, 1), (Offer(Launch(group(2), (unit,)), queries, MEMBERS),))
    expect(
        not is_valid_rule(for_groups(slots((unit,))), understated, [cost((unit,), Fraction(3))], APPROXIMATE),
        "two members that differ fit one slot",
    )
    return Outcome(
        verdict="exact",
        scope="groups of three noisy answers with at most one or two that get the secret, beside noisy answers "
        "of which one fits, launched and interleaved by the answers so far; slots of one unit, at each e^ε where "
        "their cost bends",
        size=judged,
        witness=f"what {attained[0][0] + 1} slots cost is attained to within 1/1000, with three members in the group",
        control="a group of which two may differ exceeds one slot",
    )


EXPOSING, ORDER = loss(2, "1/4"), 2


def _noisy_at_order() -> Fraction:
    """e^{(α−1)ε} of a noisy answer at the order α = 2."""
    moment = renyi_moment(noisy_bit(UNIT, 0), noisy_bit(UNIT, 1), ORDER)
    assert moment is not None
    return moment


AT_ORDER = _noisy_at_order()
ANSWERED: tuple[tuple[PrivacyMeasure[Any], ContinuationRule, Any, Callable[[int], Law[Any]]], ...] = (
    (APPROXIMATE, basic, pure(1), NOISY),
    (APPROXIMATE, basic, EXPOSING, partial(response, EXPOSING)),
    (renyi(ORDER), additive, AT_ORDER, NOISY),
)
"""Measures with a rule, a loss, and what has it."""


def _sum(measure: PrivacyMeasure[Any], lost: Any, times: int) -> Any:
    """What so many of these losses come to by the rule."""
    return lost**times if measure is not APPROXIMATE else basic_total((lost,) * times)


@check("concomp Proposition 11")
def a_group_in_a_filter_counts_for_its_members_that_may_differ() -> Outcome:
    """Beside single launches, groups of three stay within budgets that count a loss for each that may differ."""
    cases, spent, exceeded = 0, [], []
    queries = tuple(product(range(MEMBERS), (False, True)))
    for (measure, rule, lost, answer), at_most in product(ANSWERED, (1, 2)):
        single_one = Offer(Launch(_once(answer), (lost,)), (ASK,), 1)
        together = Offer(Launch(group(at_most, answer), (lost,) * at_most), queries, MEMBERS)
        menu = Menu((0, 1), (together, single_one, single_one))
        for times in range(1, at_most + 2):
            budget = _sum(measure, lost, times)
            refutation = rule_refutation(for_groups(rule), menu, budget, measure)
            expect(refutation is None, f"at most {at_most} of {lost} exceed {budget}")
            cases += 1
        expect(for_groups(rule)(((lost,) * at_most,), _sum(measure, lost, at_most)), "the group is never launched")
        less = _sum(measure, lost, at_most)
        spent += [at_most] if not is_valid_rule(_whatever, menu, [less], measure) else []
        understated = Menu((0, 1), (Offer(Launch(group(2, answer), (lost,)), queries, MEMBERS),))
        one = _sum(measure, lost, 1)
        exceeded += [measure] if not is_valid_rule(for_groups(rule), understated, [one], measure) else []
    expect(len(spent) == len(exceeded) == 2 * len(ANSWERED), "a group and more do not exceed what the group costs")
    return Outcome(
        verdict="exact",
        scope="groups of three mechanisms that answer once, at most one or two of which get the secret, beside two "
        "that answer once, launched and interleaved by the answers so far; noisy answers and responses with "
        "(2, 1/4) by basic composition, noisy answers at the Rényi order 2; budgets of one to three losses",
        size=cases,
        witness="a single launch beside the group exceeds what the group alone costs, under each rule",
        control="a group of which two may differ, counted as one launch, exceeds the budget of one, under each rule",
        notes=(
            "Members answer once, so that their verification function is first-pair consistent, as it has to be for "
            "losses with δ > 0 and at Rényi orders (HSV26 Theorems 5.14 and 13.6).",
        ),
    )


def _whatever(losses: Losses, _: Any) -> bool:
    """The rule that accepts everything."""
    return True


def _once(answer: Callable[[int], Law[Any]]) -> InteractiveMechanism:
    """A mechanism that answers once about the secret bit."""

    def step(state: Any, message: Any) -> Next:
        if message is START:
            return Law.point(((state, True), READY))
        bit, is_left = state
        return answer(bit).map(lambda shown: ((bit, False), shown)) if is_left else Law.point((HALT, HALT))

    return InteractiveMechanism(step, BITS, (START, ASK), "one answer")
