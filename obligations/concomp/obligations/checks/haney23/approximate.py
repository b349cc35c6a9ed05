"""(ε,δ)-DP: what holds for randomised responses holds for interactive mechanisms with the same losses."""

from __future__ import annotations

from typing import Any

from concomp.model.filters.filtered import Losses
from concomp.model.filters.measures import APPROXIMATE
from concomp.model.filters.messages import Launch, at_once, loss_text
from concomp.model.filters.rules import basic_total
from concomp.model.filters.validity import Menu, Offer, is_valid_accumulator, is_valid_rule
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.checks.haney23.validity import rules_on
from concomp.obligations.expectation import expect, first_case
from concomp.obligations.families.compositions.bounds import response_profile
from concomp.obligations.families.filters.noisy_bits import ASK, answers, loss, menu_of, pure, response_of

TWO_ANSWERS = Offer(Launch(answers(2), pure(2)), (ASK,), 2)
ONE_ANSWER = Offer(Launch(answers(1), pure(1)), (ASK,), 1)
EXPOSING = Offer(Launch(at_once(response_of(loss(2, "1/4"))), loss(2, "1/4")))
MENUS = tuple(Menu((0, 1), pair) for pair in ((TWO_ANSWERS, EXPOSING), (ONE_ANSWER, TWO_ANSWERS)))
BUDGETS = (pure(2), pure(3), loss(18, "1/4"), loss(3, "1/2"))


def losses_of(menu: Menu) -> Losses:
    """The losses on a menu."""
    return tuple(offer.launch.loss for offer in menu.offers)


def everything(losses: Losses, budget: Any) -> bool:
    """The rule that refuses nothing."""
    return True


@check("Haney23 Theorem 1.8")
def interleaved_mechanisms_stay_within_their_responses() -> Outcome:
    """Interleaved at will, mechanisms stay within the composition of responses with their losses, where it bends."""
    cases, tight = 0, []
    for menu in MENUS:
        promised = response_profile(losses_of(menu))
        for e_eps, delta in promised.vertices:
            budget = PrivacyParameters(e_eps, delta)
            expect(is_valid_rule(everything, menu, [budget], APPROXIMATE), f"{losses_of(menu)} exceed {budget}")
            cases += 1
            alone = PrivacyParameters(e_eps, response_profile(losses_of(menu)[:1])(e_eps))
            tight += [alone] if not is_valid_rule(everything, menu, [alone], APPROXIMATE) else []
    control = first_case(tight, "one mechanism alone is enough")
    return Outcome(
        verdict="exact",
        scope="one, two noisy answers and a response with (2, 1/4), two at a time, interleaved by the answers so far; "
        "at every e^ε where the composition of the responses bends",
        size=cases,
        witness=f"{len(tight)} of these are more than one mechanism alone loses",
        control=f"what the first mechanism alone loses, {loss_text(control)}, is exceeded",
    )


@check("Haney23 Corollary 3.5", "Haney23 Theorem 1.20")
def rules_for_responses_are_rules_for_interactive_mechanisms() -> Outcome:
    """A rule that is valid for responses is valid for interactive mechanisms with their losses; so is the sum."""
    valid: list[Any] = []
    invalid: list[Any] = []
    for menu in MENUS:
        of_responses = menu_of(*losses_of(menu))
        for rule in rules_on(menu):
            for budget in BUDGETS:
                for_responses = is_valid_rule(rule, of_responses, [budget], APPROXIMATE)
                for_all = is_valid_rule(rule, menu, [budget], APPROXIMATE)
                expect(for_all or not for_responses, f"a rule is valid for responses alone at {budget}")
                (valid if for_responses else invalid).append((budget, rule, for_all))
        for one in (of_responses, menu):
            expect(is_valid_accumulator(basic_total, one, BUDGETS, APPROXIMATE), "the sum is not valid")
    both = (pure(2), loss(2, "1/4"))
    launched = first_case((b for b, rule, _ in valid if rule(both, b) and rule(both[:1], b)), "nothing is launched")
    control = first_case((b for b, _, for_all in invalid if not for_all), "every rule is valid")
    return Outcome(
        verdict="exact",
        scope="all rules on lists of two mechanisms: one, two noisy answers and a response with (2, 1/4), four "
        "budgets; responses with the same losses; the sum as an accumulator",
        size=len(valid) + len(invalid),
        witness=f"both are launched within {loss_text(launched)}",
        control=f"a rule that is valid neither for responses nor for mechanisms exceeds {loss_text(control)}",
        notes=("What is valid for interactive mechanisms is so for one-shot ones, which are among them.",),
    )
