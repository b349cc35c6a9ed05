"""Between filters and odometers, and through post-processing: what is printed without its condition, and with it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from concomp.model.filters.filtered import Losses, filtered_composition, filtered_concurrent_composition
from concomp.model.filters.measures import APPROXIMATE, PURE, PrivacyMeasure, renyi
from concomp.model.filters.messages import Launch, at_once
from concomp.model.filters.odometers import Accumulator, concurrent_odometer, is_valid_odometer, odometer
from concomp.model.filters.postprocessing import post_process_from_start
from concomp.model.filters.validity import Menu, Offer, is_valid_accumulator, rule_of, rule_refutation
from concomp.model.filters.views import is_private
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import ONE
from concomp.model.mechanisms.interactive import InteractiveMechanism
from concomp.model.mechanisms.privacy import Game, least_delta
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.checks.haney23.odometers import INTERACTIVE, ONE_SHOT, THRESHOLDS, accumulators
from concomp.obligations.checks.haney23.transformations import starts
from concomp.obligations.checks.haney23.validity import messages_of, replay
from concomp.obligations.expectation import expect, first_case
from concomp.obligations.families.filters.noisy_bits import ASK, BITS, UNIT, answers, loss, responses, verified
from concomp.obligations.families.filters.processings import FORWARD, PROCESSINGS, QUERIES


def nothing_once_launched(losses: Losses) -> Any:
    """G(∅) = ∞, and no loss once something is launched."""
    return ONE if losses else None


def _refuted(measure: PrivacyMeasure[Any], cost: Fraction) -> Outcome:
    """That the accumulator is valid at 0, 1 and 5 units, and its rule lets two noisy bits into budget 0."""
    mechanism = at_once(responses(1))
    menu = Menu((0, 1), (Offer(Launch(mechanism, cost)), Offer(Launch(mechanism, cost))))
    thresholds = [ONE, cost, cost**5]
    expect(is_valid_accumulator(nothing_once_launched, menu, thresholds, measure), "the accumulator is not valid")
    game = Game(concurrent_odometer(nothing_once_launched, lambda _: True, BITS), (0, 1), messages_of(menu), 2)
    expect(is_valid_odometer(game, thresholds, measure), "an adversary of the odometer exceeds a threshold")
    rule = rule_of(nothing_once_launched, measure)
    refutation = rule_refutation(rule, menu, ONE, measure)
    if refutation is None:
        expect(False, "the rule is valid at budget 0")
    assert refutation is not None
    machine = filtered_concurrent_composition(rule, ONE, lambda _: True, BITS)
    expect(replay(machine, refutation, 2), "the filter does not reach it")
    bounded = rule_of(lambda losses: ONE if not losses else cost ** len(losses), measure)
    expect(rule_refutation(bounded, menu, ONE, measure) is None, "with G(∅) = 0 the sum is not valid")
    return Outcome(
        verdict="refuted",
        scope=f"{measure}, G(∅) = ∞ and G = 0 else, two noisy bits, thresholds of 0, 1 and 5 units",
        size=3,
        witness="all truncated views are empty, by listing the adversaries of the odometer",
        control="the sum, with G(∅) = 0, gives a valid rule on the same menu",
        counterexample={
            "G(empty)": "infinite",
            "G of other lists": "0",
            "launches": "two noisy bits with odds 3 to 1",
            "budget": "0",
            "divergence reached": str(refutation.worth),
            "divergence allowed": str(refutation.bound.at_most),
        },
    )


@check("Haney23 Lemma 2.19", "Haney23 Lemma B.1")
def an_accumulator_may_be_valid_and_its_rule_not() -> Outcome:
    """With G(∅) = ∞ every truncated view is empty, and the rule 1[G ⪯ d] lets in whatever is launched."""
    return _refuted(PURE, UNIT)


@check("Haney23 Lemma 1.26")
def a_renyi_accumulator_may_be_valid_and_its_rule_not() -> Outcome:
    """The same for Rényi DP of order 2."""
    return _refuted(renyi(2), Fraction(7, 3))


@check("Haney23 Lemma 2.19 (repaired)", "Haney23 Lemma B.1 (repaired)")
def accumulators_and_their_rules_are_valid_together() -> Outcome:
    """Where G(∅) lies below the thresholds, odometer and filter are private together, each by listing."""
    below = [number for number in range(10) if number != 3]
    cases = 0
    valid: list[Any] = []
    invalid: list[Any] = []
    for menu, rounds, thresholds in ((ONE_SHOT, 2, THRESHOLDS[1:4]), (INTERACTIVE, 3, THRESHOLDS[::2])):
        first, second = (offer.launch.loss for offer in menu.offers[:2])
        for number in below if menu is ONE_SHOT else below[:4]:
            accumulator = accumulators(first, second)[number]
            if menu is ONE_SHOT:
                machine = odometer(accumulator, verified, BITS)
            else:
                machine = concurrent_odometer(accumulator, verified, BITS)
            for d in thresholds:
                if not APPROXIMATE.within(accumulator(()), d):
                    continue
                rule = rule_of(accumulator, APPROXIMATE)
                build = filtered_composition if menu is ONE_SHOT else filtered_concurrent_composition
                of_filter = is_private(
                    Game(build(rule, d, verified, BITS), (0, 1), messages_of(menu), rounds), APPROXIMATE, d
                )
                of_odometer = is_valid_odometer(Game(machine, (0, 1), messages_of(menu), rounds), [d], APPROXIMATE)
                expect(of_filter == of_odometer, f"{number} at {d}: filter {of_filter}, odometer {of_odometer}")
                (valid if of_filter else invalid).append((number, d))
                cases += 1
    high = accumulators(loss(2), loss(3))[3]
    broken = first_case((d for d in THRESHOLDS if _odometer_only(high, d)), "the condition on G(∅) makes no difference")
    first_case(invalid, "every accumulator is valid")
    return Outcome(
        verdict="exact",
        scope="accumulators on lists of two launches, one-shot and interactive, thresholds with G(∅) below them; all "
        "adversaries of two and three messages",
        size=cases,
        witness=f"{len(valid)} are valid and {len(invalid)} are not, the sum among the valid ones",
        control=f"with G high on the empty list the odometer is valid at e^ε = {broken.e_eps} and the filter is not",
    )


def _odometer_only(accumulator: Accumulator, d: PrivacyParameters) -> bool:
    """Whether the odometer is valid at a threshold and the filter is not."""
    messages = messages_of(ONE_SHOT)
    rule = rule_of(accumulator, APPROXIMATE)
    of_odometer = Game(odometer(accumulator, verified, BITS), (0, 1), messages, 2)
    of_filter = Game(filtered_composition(rule, d, verified, BITS), (0, 1), messages, 2)
    return is_valid_odometer(of_odometer, [d], APPROXIMATE) and not is_private(of_filter, APPROXIMATE, d)


@check("Haney23 Lemma 1.26 (repaired)")
def renyi_accumulators_and_their_rules_are_valid_together() -> Outcome:
    """The same for Rényi DP of order 2, noisy bits, and accumulators that begin at 0."""
    measure = renyi(2)
    unit = Fraction(7, 3)
    mechanism = at_once(responses(1))
    launch = Launch(mechanism, unit)
    found: dict[bool, list[Any]] = {True: [], False: []}
    families: dict[str, Any] = {
        "the sum": lambda losses: unit ** len(losses),
        "the last": lambda losses: unit ** min(1, len(losses)),
        "nothing": lambda losses: ONE,
        "twice the sum": lambda losses: unit ** (2 * len(losses)),
    }
    for name, accumulator in families.items():
        for d in (ONE, unit, unit**2):
            odometer_game = Game(concurrent_odometer(accumulator, lambda _: True, BITS), (0, 1), (launch,), 2)
            rule = rule_of(accumulator, measure)
            filter_game = Game(filtered_concurrent_composition(rule, d, lambda _: True, BITS), (0, 1), (launch,), 2)
            both = is_valid_odometer(odometer_game, [d], measure), is_private(filter_game, measure, d)
            expect(both[0] == both[1], f"{name} at {d}: {both}")
            found[both[0]].append((name, d))
    expect(("the sum", unit) in found[True] and ("nothing", ONE) in found[False], f"{found}")
    return Outcome(
        verdict="exact",
        scope="four accumulators that begin at 0, two noisy bits, thresholds of 0, 1 and 2 of them, order 2",
        size=12,
        witness="the sum is valid at the loss of one noisy bit",
        control=f"{found[False][0][0]} is not valid at {found[False][0][1]}",
    )


@check("Haney23 Theorem 2.17 (repaired)", "Haney23 Theorem 1.23")
def processing_gains_nothing() -> Outcome:
    """The best adversary against P ∘ M, with three queries, gains no more than the best against M with three."""
    alone = _profile(answers(3), (ASK,))
    cases = 0
    equal: list[Any] = []
    less: list[Any] = []
    for processing in PROCESSINGS:
        machine = post_process_from_start(processing, answers(3))
        reached = _profile(machine, QUERIES)
        for e_eps, of_m, of_p in zip(JUDGED, alone, reached, strict=True):
            expect(of_p <= of_m, f"{machine} has δ = {of_p} at e^ε = {e_eps}, M has {of_m}")
            cases += 1
            (equal if of_p == of_m else less).append((processing, e_eps))
    expect((FORWARD, JUDGED[0]) in equal, "what passes all on loses something")
    control = first_case(less, "no post-processing loses anything")
    once = _profile(answers(1), (ASK,))
    expect(any(of_p > of_m for of_p, of_m in zip(alone, once, strict=True)), "one answer gives as much as three")
    return Outcome(
        verdict="exact",
        scope="three noisy answers behind three post-processings, adversaries of three queries, e^ε in 1, 3/2, 3, 9",
        size=cases,
        witness="what passes all on, or asks twice, attains what M has",
        control=f"{control[0]} has less at e^ε = {control[1]}; one noisy answer has less than three",
    )


JUDGED = tuple(map(Fraction, ("1", "3/2", "3", "9")))


def _profile(machine: InteractiveMechanism, queries: tuple[str, ...]) -> list[Fraction]:
    """The least δ at each e^ε, by backward induction from the started states."""
    zero, one = (state for state, _ in starts(machine))
    return [least_delta(Game(machine, (zero, one), queries, 3), e_eps) for e_eps in JUDGED]
