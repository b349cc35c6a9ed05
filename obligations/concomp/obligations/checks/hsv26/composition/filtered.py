"""Concurrent composition under a filter, its adversary choosing the privacy parameters."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from concomp.model.composition.extended import composition_game
from concomp.model.composition.filtered import sum_filter
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import ONE
from concomp.model.mechanisms.privacy import least_delta
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.expectation import expect, first_case
from concomp.obligations.families.compositions.bounds import response_profile
from concomp.obligations.families.compositions.components import menu, response_component
from concomp.obligations.families.compositions.markets import (
    Market,
    accepted_lists,
    labels_of,
    markets,
    response_game,
    stepwise,
    unequal,
)
from concomp.obligations.families.compositions.small_components import small_components
from concomp.obligations.families.compositions.verification import under_filter
from concomp.obligations.families.small.continual import two_stage


@check("HSV26 Theorem 12.4", "HSV26 Theorem 1.8")
def filtered_mechanisms_compose_like_responses() -> Outcome:
    """No adversary that chooses parameters and mechanisms by answers exceeds the game with randomised responses."""
    games = {market.name: market for market in reversed(markets())}
    profiles = {name: response_game(market) for name, market in games.items()}
    for name, market in games.items():
        for e_eps, delta in profiles[name].vertices:
            expect(market.of_responses().delta(e_eps) == delta, f"the two valuations of {name} differ at {e_eps}")
    met = []
    for market in markets():
        for e_eps, claimed in profiles[market.name].vertices:
            delta = market.delta(e_eps)
            expect(delta <= claimed, f"{market} reaches δ = {delta} at e^ε = {e_eps}, {claimed} is claimed")
            met += [(market, e_eps, delta)] if 0 < delta == claimed and e_eps > 1 else []
    _agrees_with_the_model()
    first_case(met, "no market meets its bound where ε > 0")
    witness = max(met, key=lambda case: case[2])
    several = games.values()
    listed = first_case((m for m in several if not _within_the_worst_list(m)), "the worst accepted list bounds all")
    fewer = first_case(
        (m for m in several if not m.within(response_game(_one_launch_fewer(m)))), "one launch is enough"
    )
    return Outcome(
        verdict="exact",
        scope=f"{'; '.join(repr(market) for market in games.values())}; for each label two "
        "mechanisms at a time (one where three are created) of "
        f"{two_stage(2).name}, up to names, for (0,0) then rising pairs, and noisy bits; every E ≥ 1",
        size=len(markets()),
        witness=f"{witness[0]}: δ = {witness[2]} is reached at e^ε = {witness[1]} with equality",
        control=f"the worst composition of a list that the filter accepts does not bound {listed}, one launch fewer "
        f"does not bound {fewer}",
        notes=(_adaptive_parameters(), "Labels with e^ε = 1 are among them."),
    )


@cache
def _one_launch_fewer(market: Market) -> Market:
    fewer = market.launches - 1
    return Market(market.name, lambda spent: len(spent) <= fewer and market.accepts(spent), fewer, market.mechanisms)


def _within_the_worst_list(market: Market) -> bool:
    """Whether at each vertex of the game's profile the worst composition of an accepted list bounds the market."""
    return all(
        market.delta(e_eps) <= max(response_profile(labels)(e_eps) for labels in accepted_lists(market))
        for e_eps in (ONE, Fraction(3, 2), Fraction(2), Fraction(3))
    )


def _adaptive_parameters() -> str:
    """Adaptive parameters do not compose like their list: 11/24 where both lists have 3/8."""
    market = next(market for market in markets() if market.accepts is stepwise)
    reached = market.of_responses().delta(Fraction(3, 2))
    first, second, third = labels_of("2 0", "3 0", "1 1/4")
    lists = {response_profile((first, other))(Fraction(3, 2)) for other in (second, third)}
    expect(reached == Fraction(11, 24), f"choosing the second response by the first reaches {reached}")
    expect(lists == {Fraction(3, 8)}, f"the lists have δ in {lists}")
    return (
        "Adaptive parameters do not compose like their list: at e^ε = 3/2 [RR_{ln 2}, RR_{ln 3}] and [RR_{ln 2}, "
        "RR_{0,1/4}] both have δ = 3/8; launching RR_{ln 2} first and choosing the second by its answer gives 11/24."
    )


@cache
def _agrees_with_the_model() -> None:
    """Expect that ExtConComp under the function in the language gives two small markets the same least δ."""
    first, second = small_components()
    response = response_component(PrivacyParameters(ONE, Fraction(1, 4)))
    for parts, accepts, e_eps in (
        ((second, response), sum_filter(PrivacyParameters(Fraction(3), Fraction(1, 2))), ONE),
        ((first, second), unequal, Fraction(3, 2)),
    ):
        market = Market("a small market", accepts, 2, parts)
        game = composition_game(under_filter(parts, accepts), menu(parts, 2), 2 + 1 + 2)
        expect(
            least_delta(game, e_eps) == market.delta(e_eps),
            f"ExtConComp and the trees differ for {parts} at e^ε = {e_eps}",
        )
