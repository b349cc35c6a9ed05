"""Valid rules and accumulators: the best launcher found backwards, against every adversary of the machine itself."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from concomp.model.filters.filtered import (
    ContinuationRule,
    Losses,
    filtered_composition,
    filtered_concurrent_composition,
)
from concomp.model.filters.measures import APPROXIMATE, divergence
from concomp.model.filters.messages import Ask, Launch, at_once, loss_text, only
from concomp.model.filters.validity import Menu, Offer, Refutation, is_valid_rule, rule_refutation
from concomp.model.filters.views import is_private
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.mechanisms.interactive import START, InteractiveMechanism, Message
from concomp.model.mechanisms.privacy import Game, least_delta, views
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.expectation import expect, first_case
from concomp.obligations.families.filters.noisy_bits import (
    ASK,
    BITS,
    answers,
    loss,
    menu_of,
    response_of,
    verified,
)

TWO, THREE, EXPOSED = loss(2), loss(3), loss(1, "1/4")
ONE_SHOT = menu_of(TWO, THREE)
INTERACTIVE = Menu(
    (0, 1), (Offer(Launch(answers(1), loss(3)), (ASK,), 1), Offer(Launch(at_once(response_of(EXPOSED)), EXPOSED)))
)
BUDGETS = (TWO, THREE, loss(2, "1/4"), loss(6), loss(3, "1/6"))


def rules_on(menu: Menu) -> Iterator[ContinuationRule]:
    """Every rule on the lists of losses that can be launched from a menu of two, whatever the budget."""
    first, second = (offer.launch.loss for offer in menu.offers)
    lists = ((first,), (second,), (first, second), (second, first))
    for accepted in product((False, True), repeat=len(lists)):
        yield _accepting({listed for listed, yes in zip(lists, accepted, strict=True) if yes})


def _accepting(lists: set[Losses]) -> ContinuationRule:
    return lambda losses, budget: losses in lists


def messages_of(menu: Menu) -> tuple[Message, ...]:
    """What an adversary may send to a composition that launches from a menu."""
    queries = dict.fromkeys(query for offer in menu.offers for query in offer.queries)
    asks = (Ask(number, query) for number in range(1, len(menu.offers) + 1) for query in queries)
    return (*dict.fromkeys(offer.launch for offer in menu.offers), *asks)


def private_by_listing(machine: InteractiveMechanism, menu: Menu, budget: PrivacyParameters, rounds: int) -> bool:
    """Whether the views of all adversaries are within a budget."""
    return is_private(Game(machine, menu.datasets, messages_of(menu), rounds), APPROXIMATE, budget)


def private_by_beliefs(machine: InteractiveMechanism, menu: Menu, budget: PrivacyParameters, rounds: int) -> bool:
    """Whether the best adversary of the machine, found over beliefs about its state as a whole, is within a budget."""
    zero, one = (only(machine.respond(dataset, START))[0] for dataset in menu.datasets)
    return least_delta(Game(machine, (zero, one), messages_of(menu), rounds), budget.e_eps) <= budget.delta


def replay(machine: InteractiveMechanism, refutation: Refutation, rounds: int) -> bool:
    """Whether a strategy reaches against the machine itself what it is said to reach, beyond the bound."""
    p, q = views(Game(machine, refutation.datasets, (), rounds + 1), refutation.strategy)
    reached = divergence(refutation.bound, p, q)
    return reached == refutation.worth and not refutation.bound.admits(reached)


def _by_both(menu: Menu, rounds: int, machine_of: Any, private: Any) -> tuple[list[Any], list[Any]]:
    """Rules and budgets for which the filter is private, and for which it is not; both ways of deciding must agree."""
    valid: list[Any] = []
    invalid: list[Any] = []
    for rule in rules_on(menu):
        for budget in BUDGETS:
            machine = machine_of(rule, budget)
            stays = private(machine, menu, budget, rounds)
            found = is_valid_rule(rule, menu, [budget], APPROXIMATE)
            expect(stays == found, f"of the machine itself {stays}, of the menu {found}, at {budget}")
            refutation = rule_refutation(rule, menu, budget, APPROXIMATE)
            if refutation is not None:
                expect(replay(machine, refutation, rounds), f"the strategy found does not reach {refutation.worth}")
                invalid.append((budget, refutation))
            else:
                valid.append((budget, rule))
    return valid, invalid


def _outcome(valid: list[Any], invalid: list[Any], scope: str) -> Outcome:
    witness = first_case((budget for budget, rule in valid if rule((TWO,), budget) or rule((loss(3),), budget)), "none")
    budget, refutation = first_case(reversed(invalid), "every rule is valid")
    return Outcome(
        verdict="exact",
        scope=scope,
        size=len(valid) + len(invalid),
        witness=f"a rule that launches something is valid at {loss_text(witness)}",
        control=f"at {loss_text(budget)} another reaches {refutation.worth}, and does so when it is replayed",
    )


@check("Haney23 Definition 1.11", "Haney23 Definition 2.6")
def valid_on_one_shot_mechanisms() -> Outcome:
    """A rule is valid at a budget exactly if every listed adversary of F-Filt(NIM) stays within it."""

    def machine_of(rule: ContinuationRule, budget: Any) -> InteractiveMechanism:
        return filtered_composition(rule, budget, verified, BITS)

    valid, invalid = _by_both(ONE_SHOT, 2, machine_of, private_by_listing)
    return _outcome(valid, invalid, "RR with e^ε = 2 and with e^ε = 3, every rule on lists of them, five budgets")


@check("Haney23 Definition 1.18", "Haney23 Definition 2.8")
def valid_on_interactive_mechanisms() -> Outcome:
    """A rule is valid at a budget exactly if the best adversary of F-FiltCon(IM) stays within it."""

    def machine_of(rule: ContinuationRule, budget: Any) -> InteractiveMechanism:
        return filtered_concurrent_composition(rule, budget, verified, BITS)

    valid, invalid = _by_both(INTERACTIVE, 3, machine_of, private_by_beliefs)
    return _outcome(
        valid, invalid, "a noisy answer on demand, RR with (1, 1/4), every rule on lists of them, five budgets"
    )
