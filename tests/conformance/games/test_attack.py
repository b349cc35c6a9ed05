"""The best attacker of a filter: against sound rules, unsound ones, and two searches of another kind."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache

import pytest

from concomp.conformance.games.attack import Move, best_attack, describe, keeps
from concomp.conformance.games.menu import FAILS, Menu, Offer, responses
from concomp.conformance.games.reading import (
    Erratic,
    Record,
    Series,
    every_series,
    every_series_of_launches,
    launches_alone,
    record,
    whole,
)
from concomp.impl.accounting.guarantees import ApproxDP
from concomp.impl.accounting.rules.basic import basic
from concomp.impl.accounting.rules.fully_adaptive import fully_adaptive
from concomp.impl.accounting.rules.rule import Refusal, RuleFor
from concomp.impl.accounting.rules.slots import slots
from concomp.model.filters.measures import APPROXIMATE
from concomp.model.filters.messages import Launch
from concomp.model.filters.validity import Menu as LauncherMenu
from concomp.model.filters.validity import Offer as LauncherOffer
from concomp.model.filters.validity import rule_refutation
from concomp.model.laws.indistinguishability import PrivacyParameters, distance, hockey_stick
from concomp.model.laws.law import Law
from concomp.model.mechanisms.interaction import Tree, deterministic_strategies
from concomp.model.mechanisms.randomised_response import EXPOSED, composed_responses, randomised_response, response

Losses = tuple[PrivacyParameters, ...]
Accepts = Callable[[Losses, PrivacyParameters], bool]
BUDGET = PrivacyParameters(Fraction(3, 2), Fraction(3, 8))
TWO_AND_THREE = responses((2, 0), (3, 0), depth=6)


@cache
def optimal_delta(losses: Losses, e_eps: Fraction) -> Fraction:
    """The least δ of a fixed list."""
    return distance(*composed_responses(losses), e_eps)


def optimal_of_what_was_launched(losses: Losses, budget: PrivacyParameters) -> bool:
    """The rule that composes the list as if it had been fixed."""
    return optimal_delta(tuple(sorted(losses)), budget.e_eps) <= budget.delta


def by_rule(rule_for: RuleFor) -> Accepts:
    """A rule of the implementation as it decides about a list."""

    def accepts(losses: Losses, budget: PrivacyParameters) -> bool:
        rule = rule_for(ApproxDP(e_eps=budget.e_eps, delta=budget.delta))
        totals = rule.start
        for loss in losses:
            charged = rule.charge(totals, ApproxDP(e_eps=loss.e_eps, delta=loss.delta))
            if isinstance(charged, Refusal):
                return False
            totals = charged
        return True

    return accepts


def plays(
    accepts: Accepts, menu: Menu, budget: PrivacyParameters, every: Callable[[Menu], Iterator[Series]] = every_series
) -> Iterator[tuple[int, Series, list[bool]]]:
    """All series played against a rule, in both worlds."""
    for world in (0, 1):
        for series in every(menu):
            launched: Losses = ()
            replies = []
            for offer, _ in series:
                asked = (*launched, menu.offers[offer].loss)
                replies.append(accepts(asked, budget))
                launched = asked if replies[-1] else launched
            yield world, series, replies


def read_out(accepts: Accepts, menu: Menu, budget: PrivacyParameters) -> Record:
    """What a rule accepts, its answers left out."""
    return record(launches_alone, plays(accepts, menu, budget, every_series_of_launches))


def test_optimal_composition_of_what_was_launched_is_no_filter() -> None:
    reading = read_out(optimal_of_what_was_launched, TWO_AND_THREE, BUDGET)
    attack = best_attack(TWO_AND_THREE, reading, BUDGET.e_eps)
    assert attack.delta == Fraction(89, 216) > BUDGET.delta
    assert not keeps(TWO_AND_THREE, reading, BUDGET)
    assert describe(TWO_AND_THREE, attack.strategy) == (
        "launch (e_eps 2, delta 0) (after 0: launch (e_eps 3, delta 0); after 1: launch (e_eps 2, delta 0) "
        "(after 0: launch (e_eps 2, delta 0); after 1: stop))"
    )


def slots_of(*losses: tuple[int, Fraction]) -> RuleFor:
    """Slots with these losses."""
    return slots([ApproxDP(e_eps=e_eps, delta=delta) for e_eps, delta in losses])


EIGHTH = Fraction(1, 8)


@pytest.mark.parametrize(
    ("rule", "menu", "budget"),
    [
        (basic, responses((2, 0), (3, 0), depth=5), PrivacyParameters(Fraction(6), Fraction(0))),
        (basic, responses((2, EIGHTH), (1, EIGHTH), depth=4), PrivacyParameters(Fraction(4), Fraction(1, 4))),
        (
            slots_of((2, Fraction(0)), (2, Fraction(0)), (3, Fraction(0))),
            responses((2, 0), (3, 0), depth=5),
            PrivacyParameters(Fraction(3, 2), Fraction(1, 2)),
        ),
        (
            fully_adaptive(Fraction(1, 16)),
            responses((Fraction(11, 10), 0), (Fraction(6, 5), 0), depth=5),
            PrivacyParameters(Fraction(3, 2), Fraction(1, 16)),
        ),
    ],
)
def test_sound_filters_keep_their_budgets(rule: RuleFor, menu: Menu, budget: PrivacyParameters) -> None:
    reading = read_out(by_rule(rule), menu, budget)
    assert any(reading.accepts((), offer) == (True, True) for offer in range(len(menu.offers)))
    assert keeps(menu, reading, budget)


def test_a_filter_that_reaches_its_budget_exactly_keeps_it() -> None:
    menu = responses((1, EIGHTH), depth=3)
    budget = PrivacyParameters(Fraction(1), Fraction(3, 8))
    reading = read_out(by_rule(basic), menu, budget)
    assert best_attack(menu, reading, Fraction(1)).delta == 1 - (1 - EIGHTH) ** 3
    assert keeps(menu, reading, budget)
    assert not keeps(menu, reading, PrivacyParameters(Fraction(1), Fraction(41, 128)))


# Two searches of another kind.


def launcher_worth(accepts: Accepts, menu: Menu, budget: PrivacyParameters) -> Fraction:
    """The same by the model's search over launchers, who find each offer as often as something may be asked for.

    It says what is reached only where a budget is exceeded, so that it is asked for none.
    """
    launchers = LauncherMenu(
        (0, 1),
        tuple(
            LauncherOffer(Launch(randomised_response(offer.loss), offer.loss))
            for offer in menu.offers
            for _ in range(menu.depth)
        ),
    )
    nothing = PrivacyParameters(budget.e_eps, Fraction(0))
    refutation = rule_refutation(
        lambda losses, _: len(losses) <= menu.depth and accepts(losses, budget), launchers, nothing, APPROXIMATE
    )
    return Fraction(0) if refutation is None or refutation.worth is None else refutation.worth


def strategy_worth(accepts: Accepts, menu: Menu, budget: PrivacyParameters) -> Fraction:
    """The same by going through all deterministic strategies, each of them run in both worlds."""
    outcomes = sorted({outcome for offer in menu.offers for outcome in response(offer.loss, 0)}, key=repr)
    outcomes += [outcome for outcome in ((EXPOSED, 1),) if any(offer.loss.delta for offer in menu.offers)]
    trees = deterministic_strategies(tuple(range(len(menu.offers))), outcomes, menu.depth)

    def view(tree: Tree, world: int, launched: Losses, seen: tuple[object, ...]) -> Law[tuple[object, ...]]:
        if tree is None:
            return Law.point(seen)
        asked = (*launched, menu.offers[tree[0]].loss)
        if not accepts(asked, budget):
            return Law.point(seen)
        follows = dict(tree[1])
        return response(asked[-1], world).bind(lambda shown: view(follows[shown], world, asked, (*seen, shown)))

    return max(hockey_stick(view(tree, 0, (), ()), view(tree, 1, (), ()), budget.e_eps) for tree in trees)


CASES = [
    (optimal_of_what_was_launched, responses((2, 0), (3, 0), depth=3), BUDGET),
    (by_rule(basic), responses((2, 0), (3, 0), depth=2), PrivacyParameters(Fraction(6), Fraction(0))),
    (lambda losses, _: len(losses) < 3, responses((2, 0), (3, 0), depth=3), BUDGET),
]


@pytest.mark.parametrize(("accepts", "menu", "budget"), CASES)
def test_two_other_searches_find_the_same(accepts: Accepts, menu: Menu, budget: PrivacyParameters) -> None:
    found = best_attack(menu, read_out(accepts, menu, budget), budget.e_eps).delta
    assert found == launcher_worth(accepts, menu, budget)
    assert found == strategy_worth(accepts, menu, budget)


def test_the_model_finds_the_same_where_worlds_are_exposed() -> None:
    menu = responses((2, EIGHTH), (Fraction(4, 3), Fraction(1, 4)), depth=3)
    found = best_attack(menu, read_out(optimal_of_what_was_launched, menu, BUDGET), BUDGET.e_eps).delta
    assert found == launcher_worth(optimal_of_what_was_launched, menu, BUDGET) > 0


# Targets that look at more than losses.


def test_a_target_that_looks_at_answers_is_played_with_them() -> None:
    menu = responses((2, 0), depth=3)
    budget = PrivacyParameters(Fraction(2), Fraction(0))

    def replies(series: Series) -> list[bool]:
        """Whoever has heard a 0 may launch no more."""
        return [all(bit for _, bit in series[:place]) for place in range(len(series))]

    played = [(world, series, replies(series)) for world in (0, 1) for series in every_series(menu)]
    attack = best_attack(menu, record(whole, played), budget.e_eps)
    assert (attack.delta, attack.world) == (Fraction(2, 9), 1)
    with pytest.raises(Erratic, match=r"in world 0, after .* offer 0 was accepted once and refused once"):
        record(launches_alone, played)


def test_a_reply_that_depends_on_the_data_gives_the_world_away() -> None:
    menu = responses((2, 0), depth=1)
    played = [(0, ((0, 0),), [True]), (1, ((0, 0),), [False])]
    attack = best_attack(menu, record(launches_alone, played), Fraction(10))
    assert attack.delta == 1
    assert attack.strategy == Move(0, ())


def test_failures_that_are_free_are_used() -> None:
    """A launch that fails is not charged: who launches a mechanism that fails instead of a 1 launches on."""
    offer = Offer(PrivacyParameters(Fraction(2), Fraction(0)), shown=("0", FAILS))
    menu = Menu((offer,), 3)
    budget = PrivacyParameters(Fraction(2), Fraction(0))

    def replies(series: Series) -> list[bool]:
        charged, accepted = 0, []
        for place, bit in series:
            accepted.append(charged == 0)
            charged += accepted[-1] and menu.offers[place].shown[bit] is not FAILS
        return accepted

    played = [(world, series, replies(series)) for world in (0, 1) for series in every_series(menu)]
    assert not keeps(menu, record(whole, played), budget)


def test_a_refused_launch_that_gives_back_is_used() -> None:
    """After a refusal the target takes anything, so that the strategy asks for what is refused first."""
    menu = responses((2, 0), (8, 0), depth=3)
    budget = PrivacyParameters(Fraction(2), Fraction(0))

    def replies(series: Series) -> list[bool]:
        accepted, refusals = [], 0
        for offer, _ in series:
            accepted.append(refusals > 0 or (offer == 0 and not accepted))
            refusals += not accepted[-1]
        return accepted

    played = [(world, series, replies(series)) for world in (0, 1) for series in every_series_of_launches(menu)]
    attack = best_attack(menu, record(launches_alone, played), budget.e_eps)
    assert attack.delta > 0
    assert "once refused" in describe(menu, attack.strategy)
