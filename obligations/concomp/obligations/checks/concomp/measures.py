"""What the papers do not say of Rényi divergence and trade-off functions: an attack, a sharp bound, what is loose."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, islice
from typing import Any

from concomp.model.composition.renyi import sparse_moment_bound
from concomp.model.laws.balls import above, ball, below, precision
from concomp.model.laws.concentrated import least_rho, within
from concomp.model.laws.divergences import divergences
from concomp.model.laws.law import ONE, ZERO, Law
from concomp.model.laws.renyi import renyi_moment
from concomp.model.laws.trade_off import TradeOff, tensor
from concomp.model.mechanisms.interactive import HALT, InteractiveMechanism
from concomp.model.mechanisms.measures.renyi import ODDS, largest_divergences, largest_moment
from concomp.model.mechanisms.measures.trade_offs import game_trade_off
from concomp.model.mechanisms.privacy import Game, continual_game, exchange_worlds, value
from concomp.model.mechanisms.randomised_response import BITS, noisy_bit
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.checks.hsv26.measures.trade_off_compositions import interleaved
from concomp.obligations.expectation import expect, first_case
from concomp.obligations.families.compositions.interleaving import Node, unfold, within_slots
from concomp.obligations.families.compositions.shapes import distinct, standard
from concomp.obligations.families.compositions.small_games import SHORT
from concomp.obligations.families.measures.moments import NONE, interleaved_moment, single_moment
from concomp.obligations.families.measures.noisy_leaking import noisy_leaking_mechanism
from concomp.obligations.families.small.functions import ANY
from concomp.obligations.families.small.leaking import THEN_EITHER, THEN_RISING, two_noisy_kinds

PAIRS = ((0, 0), (0, 1), (1, 0), (1, 1))
PROBE_AND_REVEAL = ((0, 0), (0, 1))

# Concentrated DP in parallel.

RHO = Fraction(1, 2)
RARELY, ERRS = Fraction(1, 1000), Fraction(1, 64)
CASES = tuple((Fraction(rho), Fraction(odds)) for rho in ("1/2", "1/100", "3") for odds in (3, 63, 1000))
"""(ρ, odds of what is told)."""


def _one_copy(announced: Fraction, errs: Fraction) -> Game:
    return continual_game(SHORT, noisy_leaking_mechanism(announced, 1 - errs), PROBE_AND_REVEAL, 2)


@check("concomp Proposition 20")
def rare_leaks_are_concentrated_and_add_up() -> Outcome:
    """M_{p,q} with a small p is ρ-zCDP, at all orders at once; what many of them tell has D_1 = (2q − 1)·ln odds."""
    for game in (_one_copy(RARELY, ERRS), exchange_worlds(_one_copy(RARELY, ERRS))):
        curve = largest_divergences(game)
        found = least_rho(curve, None, Fraction(1, 10**4))
        expect(found is not None and Fraction(4835, 10**4) < found[0] < Fraction(4837, 10**4), f"ρ is in {found}")
        expect(within(curve, RHO), "one copy is not 1/2-zCDP")
        expect(within(curve, RHO, Fraction(10)), "one copy is not (1/2, 10)-tCDP")
    told = tuple(noisy_bit((1 - ERRS) / ERRS, bit) for bit in BITS)
    with precision(128):
        at_one, at_peak = (
            divergences(*told).at(ONE),
            largest_divergences(_one_copy(RARELY, ERRS)).at(Fraction(478, 100)),
        )
    expect(
        Fraction(401, 100) < below(at_one) and above(at_one) < Fraction(402, 100), f"D_1 of what is told is {at_one}"
    )
    expect(above(at_peak) / Fraction(478, 100) > Fraction(4835, 10**4), "the largest D_α/α is not near α = 4.78")
    expect(not within(divergences(*told), Fraction(4)), "what many copies tell is 4-zCDP")
    expect(not within(divergences(*told), Fraction(4), Fraction(11, 10)), "what many copies tell is (4, 1.1)-tCDP")
    for rho, odds in CASES:
        errs = 1 / (1 + odds)
        chance = small_enough(rho, odds)
        expect(within(largest_divergences(_one_copy(chance, errs)), rho), f"p = {chance} is not small enough for {rho}")
    late = largest_divergences(_one_copy(8 * RARELY, ERRS))
    expect(not within(late, RHO), "with eight times the chance it is 1/2-zCDP too")
    return Outcome(
        verdict="exact",
        scope="ρ = 1/2, p = 1/1000, 1 − q = 1/64, both orders of the worlds; the p of the statement for ρ = 1/2, "
        "1/100, "
        "3 and odds 3, 63, 1000; all real orders, and ω = 10, 11/10",
        size=6 + len(CASES),
        witness="one copy has the least ρ 0.4836, near α = 4.78; unboundedly many have D_1 ≥ 4.01, so that they are "
        "ρ-zCDP, or (ρ,ω)-tCDP for some ω > 1, for no ρ < 4.01",
        control="with p = 8/1000 one copy is not 1/2-zCDP",
        notes=(
            "Copies of what is (1/2)-zCDP tell nearly the bit: l of them have the mixture of what is told, with the "
            "chance 1 − (1 − p)^l, and nothing; D_1 of it is (1 − (1 − p)^l)·(2q − 1)·ln(q/(1 − q)).",
        ),
    )


def small_enough(rho: Fraction, odds: Fraction) -> Fraction:
    """A p with p·(K_α − 1) ≤ e^{α(α−1)ρ} − 1 for all α > 1, where K is that of what is told with these odds.

    From A ≥ L/ρ on, L = ln(odds), K_α ≤ e^{(α−1)L} suffices. Up to A, by convexity, K_α − 1 is at most
    (α − 1)·(K_A − 1)/(A − 1), and e^{α(α−1)ρ} − 1 ≥ (α − 1)·ρ.
    """
    with precision(64):
        last = int(above(ball(odds).log() / ball(rho))) + 2
    told = renyi_moment(noisy_bit(odds, 0), noisy_bit(odds, 1), last)
    assert told is not None
    return min(ONE, rho * (last - 1) / (told - 1))


# A declared number of creations.

KINDS = two_noisy_kinds(3)


@cache
def _nodes() -> tuple[Node, ...]:
    """Mechanisms of which a difference may come late, up to names."""
    return distinct(unfold(each, function, PAIRS, 2) for each in KINDS for function in (THEN_RISING, THEN_EITHER, ANY))


def _reached(group: tuple[Node, ...], exceptional: int, order: int) -> Fraction:
    found = interleaved_moment(group, order, NONE, within_slots([""] * len(group), [""] * exceptional))
    assert found is not None
    return found


def _alone(group: tuple[Node, ...], order: int) -> list[Fraction]:
    found = [single_moment(each, order) for each in group]
    return [each for each in found if each is not None]


@check("concomp Proposition 21")
def few_of_many_stay_within_the_symmetric_polynomials() -> Outcome:
    """Of n mechanisms of which k get differing pairs the moment is at most Σ_{i≤k} e_i(S_1 − 1, …, S_n − 1)."""
    groups = [
        (nodes, order)
        for count in (2, 3)
        for nodes in combinations_with_replacement(_nodes(), count)
        for order in (2, 3)
    ]
    tighter = []
    cases = [(*group, few) for group in islice(groups, 0, None, 23) for few in range(1, len(group[0]) + 1)]
    for nodes, order, few in cases:
        found, bound = _reached(nodes, few, order), sparse_moment_bound(_alone(nodes, order), few)
        expect(found <= bound, f"{few} of {len(nodes)} reach {found}, the bound is {bound}")
        expect(few < len(nodes) or found == bound, f"all {few} reach {found}, their product is {bound}")
        tighter += [(found, bound, max(_alone(nodes, order)))] if few == 1 and found > max(_alone(nodes, order)) else []
    for inverse in (8, 64, 1024):
        chance = Fraction(1, inverse)
        rare = standard(unfold(_rare_leak(chance), SHORT, PROBE_AND_REVEAL, 2))
        found = _reached((rare, rare), 1, 2)
        expect(single_moment(rare, 2) == 2 and found == 3 - chance, f"at p = {chance} two copies reach {found}")
    found, bound, single = first_case(tighter, "one exceptional mechanism never exceeds what one reaches alone")
    return Outcome(
        verdict="exact",
        scope=f"{KINDS.name}, up to names, for rising pairs, for either and for any: every 23rd pair and triple, "
        "k from "
        "1 to n, the orders 2 and 3; two copies with S = 2, announced with chance p = 1/8, 1/64, 1/1024",
        size=len(cases) + 3,
        witness="two copies with S = 2, one of them exceptional, reach 3 − p: the bound 3 is sharp; with k = n it is "
        "the "
        "product",
        control=f"the largest moment of one, {single}, is exceeded: {found} is reached, the bound is {bound}",
    )


def _rare_leak(chance: Fraction) -> InteractiveMechanism:
    """Announced with chance p, and then told so that the moment of order 2 is 2, world 0 over world 1.

    (1, 0) against (y, 1 − y) has the moment 1/y, which is 1 + 1/p for y = p/(1 + p).
    """
    y = chance / (1 + chance)

    def step(state: Any, bit: Any) -> Law[Any]:
        if state == "start":
            return Law.coin(chance, ("telling", "⊥"), ("silent", "⊤"))
        if state == "silent":
            return Law.point((HALT, HALT))
        return Law.coin(ONE if bit == 0 else y, (HALT, 0), (HALT, 1))

    return InteractiveMechanism(step, ("start",), BITS, f"rare leak, p = {chance}")


# Pure mechanisms.


@check("concomp Proposition 22")
def pure_mechanisms_are_no_worse_than_responses() -> Outcome:
    """What is (ε,0)-DP has at most the moments of RR_ε, and is ε·tanh(ε/2)-zCDP."""
    games = [
        continual_game(function, each, PAIRS, 2)
        for each in islice(KINDS, 1, None, 8)
        for function in (THEN_RISING, ANY)
    ]
    met = 0
    for game in games:
        odds = max(filter(None, (value(game, ODDS), value(exchange_worlds(game), ODDS))))
        p, q = noisy_bit(odds, 0), noisy_bit(odds, 1)
        for order in (2, 3, 5):
            found, claimed = largest_moment(game, order), renyi_moment(p, q, order)
            assert found is not None
            assert claimed is not None
            expect(found <= claimed, f"{game.mechanism}, e^ε = {odds}: the moment {found} of order {order}")
            met += found == claimed > 1
        rho = _tanh_above(odds)
        expect(odds == 1 or within(largest_divergences(game), rho), f"{game.mechanism} is not {rho}-zCDP")
    expect(met > 0, "no mechanism is as bad as a response")
    for odds in map(Fraction, ("11/10", "3", "40", "1000")):
        curve = divergences(noisy_bit(odds, 0), noisy_bit(odds, 1))
        rho = _tanh_above(odds)
        expect(
            within(curve, rho) and not within(curve, rho * Fraction(99, 100)), f"RR with odds {odds} is decided wrong"
        )
    return Outcome(
        verdict="exact",
        scope=f"every eighth of {KINDS.name}, for rising pairs and for any, at their least ε; orders 2, 3, 5, and all "
        "real "
        "orders for ρ; randomised responses with odds 11/10, 3, 40, 1000",
        size=4 * len(games) + 4,
        witness=f"{met} of them reach the moment of the response; at odds 3 ρ = 0.5494 is enough, where ε²/2 = 0.6035",
        control="a hundredth less than ε·tanh(ε/2) is not enough for responses",
        notes=(
            "By Lemma 4.7 such a mechanism is a post-processing of RR_ε, which no moment survives. With s = (α − "
            "1/2)², "
            "(α − 1)·D_α of RR is ln cosh(ε√s) − ln cosh(ε/2), concave in s, and α(α − 1) is s − 1/4: so D_α/α is a "
            "slope of chords from s = 1/4, which falls, and is largest as α tends to 1, where it is D_1.",
        ),
    )


def _tanh_above(odds: Fraction) -> Fraction:
    """A number just above ε·tanh(ε/2) = ln(odds)·(odds − 1)/(odds + 1)."""
    with precision(64):
        return Fraction(int(above(ball(odds).log()) * (odds - 1) / (odds + 1) * (1 << 20)) + 1, 1 << 20)


# Tensor products.

THIRD, QUARTER = Fraction(1, 3), Fraction(1, 4)


def _either(state: Any, query: Any) -> Law[Any]:
    """Query a: a noisy bit with odds 2. Query b: the bit, with chance 1/4. One query."""
    if query == "a":
        return noisy_bit(Fraction(2), state).map(lambda shown: (HALT, shown))
    return Law.coin(QUARTER, (HALT, ("told", state)), (HALT, "nothing"))


@check("concomp Proposition 23")
def two_copies_do_not_reach_the_tensor_product() -> Outcome:
    """A choice between two kinds of loss: side by side two copies stay above f ⊗ f, at 1/9 by 5/144."""
    game = Game(InteractiveMechanism(_either, BITS, ("a", "b"), "either"), (0, 1), ("a", "b"), 1)
    single, both = game_trade_off(game), interleaved((game, game))
    product_of_both = tensor(single, single)
    expected = (
        _through("0 3/4", "1/3 1/3", "3/4 0"),
        _through("0 9/16", "1/4 1/4", "9/16 0"),
        _through("0 9/16", "1/9 7/18", "7/18 1/9", "9/16 0"),
    )
    expect((single, both, product_of_both) == expected, f"the functions are {single}, {both}, {product_of_both}")
    at = Fraction(1, 9)
    expect((both(at), product_of_both(at)) == (Fraction(61, 144), Fraction(56, 144)), "the gap is another one")
    expect(both >= product_of_both and not product_of_both >= both, "the tensor product is reached")
    noisy = Game(InteractiveMechanism(_either, BITS, ("a",), "a"), (0, 1), ("a",), 1)
    alone = game_trade_off(noisy)
    expect(interleaved((noisy, noisy)) == tensor(alone, alone), "without the choice it is not reached either")
    return Outcome(
        verdict="exact",
        scope="one mechanism, which answers one of two queries; two copies, every adversary",
        size=1,
        witness=f"two copies have {both}, and f ⊗ f is {product_of_both}",
        control="without the choice, with query a only, two copies have the tensor product exactly",
    )


def _through(*corners: str) -> TradeOff:
    points: Iterator[tuple[Fraction, ...]] = (tuple(map(Fraction, corner.split())) for corner in corners)
    return TradeOff((*((alpha, beta) for alpha, beta in points), (ONE, ZERO)))
