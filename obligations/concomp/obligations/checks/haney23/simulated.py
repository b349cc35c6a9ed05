"""Adversaries that toss coins, and mechanisms whose views are those of a processed private one."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

from concomp.model.filters.filtered import filtered_composition, filtered_concurrent_composition
from concomp.model.filters.measures import APPROXIMATE, F_DP, PrivacyMeasure, renyi
from concomp.model.filters.messages import Ask
from concomp.model.filters.postprocessing import post_process_from_start
from concomp.model.filters.rules import basic
from concomp.model.filters.transformations import interactive_from_noninteractive
from concomp.model.filters.views import adversaries, is_private
from concomp.model.laws.law import Law
from concomp.model.laws.trade_off import of_parameters
from concomp.model.mechanisms.interaction import Tree, mixed_adversary, view
from concomp.model.mechanisms.privacy import Game, views
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.checks.haney23.transformations import REDUCTIONS, same
from concomp.obligations.expectation import expect, first_case
from concomp.obligations.families.filters.noisy_bits import (
    ASK,
    BITS,
    answers,
    at_start,
    loss,
    pure,
    responses,
    single,
    verified,
)

LOSSES: dict[PrivacyMeasure[Any], tuple[Any, ...]] = {
    APPROXIMATE: (pure(1), loss(1, "1/2"), loss(2, "1/4"), loss(3, "3/16"), pure(2)),
    renyi(2): (Fraction(7, 3), Fraction(49, 9)),
    F_DP: (of_parameters(pure(1)), of_parameters(loss(1, "5/8")), of_parameters(pure(2))),
}


@check("Haney23 Lemma 2.3")
def tossing_a_coin_between_adversaries_gains_nothing() -> Outcome:
    """The view of a coin between two deterministic adversaries is d-close if both views are; one may be sure."""
    mechanism = answers(2)
    game = Game(mechanism, (0, 1), (ASK,), 2)
    plans = list(adversaries(game))
    cases, between = 0, []
    for measure, losses in LOSSES.items():
        for first, second in product(plans[:4], plans[::3]):
            for share, d in product((Fraction(1, 3), Fraction(1)), losses):
                both = [measure.close(*views(Game(mechanism, (0, 1), (), 3), plan), d) for plan in (first, second)]
                mixed = measure.close(*_mixed_views(game, first, second, share), d)
                expect(mixed or not all(both), f"{measure}: a coin between {first} and {second} exceeds {d}")
                if share == 1:
                    expect(mixed == both[0], f"{measure}: drawing {first} surely is something else at {d}")
                between += [(measure, d)] if share < 1 and mixed and not all(both) else []
                cases += 1
    measure, d = first_case(between, "a coin never hides what one of the two sees")
    return Outcome(
        verdict="exact",
        scope="two noisy answers, pairs of deterministic adversaries of two queries, a coin of 1/3 and a sure one; "
        "(ε,δ)-DP, Rényi DP of order 2, f-DP",
        size=cases,
        witness="both views are close at e^ε = 9, and so is that of the coin",
        control=f"one coin is not enough: at {d} of {measure!r} it is close though one of the two adversaries is not",
    )


def _mixed_views(game: Game, first: Tree, second: Tree, share: Fraction) -> tuple[Law[Any], Law[Any]]:
    coin = mixed_adversary(Law.coin(share, first, second))
    zero, one = (view(coin, game.mechanism, state, game.rounds + 1) for state in game.states)
    return zero, one


@check("Haney23 Corollary 1.24", "Haney23 Corollary 2.18")
def what_has_the_views_of_a_processed_private_mechanism_is_private() -> Outcome:
    """F-FiltCon(IM) has the views of P ∘ F-Filt(NIM), and is private wherever F-Filt(NIM) is, both by listing."""
    inner = filtered_composition(basic, pure(2), lambda launch: launch.mechanism in (responses(1), responses(2)), BITS)
    direct = filtered_concurrent_composition(basic, pure(2), verified, BITS)
    talk = (single(1), Ask(1, ASK), Ask(2, ASK))
    processed = post_process_from_start(interactive_from_noninteractive(REDUCTIONS), inner)
    expect(same(processed, direct, talk, 4), "the views are not those of the processed filter")
    private: list[Any] = []
    leaking: list[Any] = []
    for measure, losses in LOSSES.items():
        for d in losses:
            of_inner = is_private(Game(inner, (0, 1), (at_start(2),), 1), measure, d)
            of_direct = is_private(Game(direct, (0, 1), (single(2), Ask(1, ASK)), 3), measure, d)
            expect(of_direct or not of_inner, f"the filter is not private at {d} of {measure}, M is")
            (private if of_direct else leaking).append((measure, d))
    expect((APPROXIMATE, pure(2)) in private, "two units are exceeded")
    measure, d = first_case(leaking, "everything is private")
    return Outcome(
        verdict="exact",
        scope="filters with a budget of two noisy answers, one-shot and interactive, adversaries of one launch and of "
        "three messages; (ε,δ)-DP, Rényi DP of order 2, f-DP",
        size=len(private) + len(leaking),
        witness=f"private at {len(private)} losses, the budget among them",
        control=f"at {d!r} of {measure!r} neither is private",
    )
