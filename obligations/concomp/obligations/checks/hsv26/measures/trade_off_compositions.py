"""f-private mechanisms side by side: what is printed, refuted, and its repairs; the lower bound; filters."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, islice, product
from typing import Any

from concomp.model.composition.single import Ask, Neighbouring, Start, continual_from_interactive
from concomp.model.laws.law import ONE, ZERO, Law
from concomp.model.laws.trade_off import (
    TradeOff,
    canonical_pair,
    greatest_below,
    lower_hull,
    of_curve,
    tensor,
    trade_off,
)
from concomp.model.mechanisms.interactive import HALT, InteractiveMechanism
from concomp.model.mechanisms.interleaving import FREE, Interleaving, Rule, solve
from concomp.model.mechanisms.measures.trade_offs import game_trade_off, symmetric_trade_off
from concomp.model.mechanisms.noninteractive import NonInteractiveMechanism, as_interactive
from concomp.model.mechanisms.privacy import Game, continual_game, exchange_worlds
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.checks.hsv26.composition.parallel import one_slot
from concomp.obligations.expectation import expect, first_case
from concomp.obligations.families.compositions.small_games import leak
from concomp.obligations.families.small.functions import FIRST_PAIR_CONSISTENT
from concomp.obligations.families.small.leaking import THEN_RISING, two_noisy_kinds
from concomp.obligations.families.small.mechanisms import BITS, random_machines, random_trees

HALF = Fraction(1, 2)
RUN = "run"


def interleaved(games: Sequence[Game], rule: Rule = FREE) -> TradeOff:
    """The largest f of games that are played side by side under a rule, by backward induction."""
    rounds = sum(game.rounds for game in games)
    exchanged = tuple(map(exchange_worlds, games))
    return of_curve(solve(Interleaving(exchanged, rule, rounds, lambda query, _: query)).curve)


# As printed.

STEEP = (Law({0: Fraction(2, 3), 1: Fraction(1, 3)}), Law.point(0))
FLAT = (Law.point(1), Law({0: HALF, 1: HALF}))
"""Their trade-off functions go through (1/2, 1/4), with the slopes 3/2 and 1/2."""


def _choice(members: Sequence[tuple[Law[Any], Law[Any]]]) -> Game:
    """One mechanism may be created, and asked once."""

    def step(state: Any, place: Any) -> Law[Any]:
        return members[place][state].map(lambda answer: (HALT, answer)) if state in BITS else Law.point((HALT, HALT))

    return Game(InteractiveMechanism(step, BITS, tuple(range(len(members))), "one of several"), (0, 1), (0, 1), 1)


@check("HSV26 Corollary 14.7", "HSV26 Corollary 14.8", "HSV26 Corollary 14.9")
def a_coin_between_mechanisms_leaves_functions_that_are_not_convex() -> Outcome:
    """Two mechanisms with T(1/2) ≥ 1/4, in both orders, one of which a coin creates, have T(1/2) = 1/6."""
    wanted = Fraction(1, 4)
    backwards = STEEP[1], STEEP[0]
    for p, q in (STEEP, backwards):
        alone = trade_off(p, q)(HALF), trade_off(q, p)(HALF)
        expect(min(alone) >= wanted, f"the errors of one mechanism at 1/2 are {alone}")
    expect(trade_off(*FLAT)(HALF) == wanted == trade_off(*STEEP)(HALF), "the two do not go through (1/2, 1/4)")
    both, one = (game_trade_off(_choice(members)) for members in ((STEEP, backwards), (STEEP, FLAT)))
    expect((both(HALF), one(HALF)) == (Fraction(1, 6), Fraction(1, 8)), f"T(1/2) is {both(HALF)} and {one(HALF)}")
    convex = greatest_below([trade_off(*STEEP), trade_off(*FLAT)])
    expect(one >= convex, "a coin leaves a convex function")
    return Outcome(
        verdict="refuted",
        scope="k = 1, f_1 = f = 1/4 at α = 1/2 and 0 elsewhere; two non-interactive mechanisms on a pair of neighbours",
        size=2,
        witness="if only T(M(x_0), M(x_1)) has to be at least f_1, another pair and coin reach 1/8",
        control="the greatest convex function below both is left by no coin: it is 1/8 at 1/2",
        counterexample={
            "f_1 = f": "1/4 at α = 1/2, 0 elsewhere",
            "N_1": "answers 0 with chance 2/3 on x_0, surely on x_1; otherwise 1",
            "N_2": "N_1 with x_0 and x_1 exchanged",
            "adversary": "creates N_1 with chance 3/4 and N_2 with chance 1/4, by a coin that is in its view",
            "each alone": "T(1/2) is 1/4 and 1/3 in the two orders, at least f_1(1/2)",
            "claimed": "T ≥ f",
            "exact": f"T(1/2) = {both(HALF)}",
        },
    )


# With convex functions.

TREES, MACHINES = random_trees(2, 2, 4, 5, seed=147), random_machines(2, 5, 3, seed=148)
KINDS = two_noisy_kinds(3)
PAIRS = tuple(product(BITS, repeat=2))


@cache
def _members() -> tuple[Game, ...]:
    members = [*((each, (0, 1)) for each in MACHINES), *((each, each.initial_states) for each in TREES)]
    return tuple(Game(each, (zero, one), (0, 1), 2) for each, (zero, one) in members)


@cache
def _continual() -> tuple[Game, ...]:
    """Continual mechanisms with first-pair consistent functions, of two messages."""
    return tuple(continual_game(FIRST_PAIR_CONSISTENT, each, PAIRS, 2) for each in islice(KINDS, 1, None, 11))


@cache
def _started() -> tuple[Game, ...]:
    """Interactive mechanisms that are told where to start, on one state or on two."""
    function = Neighbouring(neighbouring=lambda first, second: first != second)
    starts, ask = (Start(state=(0,)), Start(state=(1,))), Ask(query=0)
    pairs = ((starts[0], starts[0]), (starts[0], starts[1]), (ask, ask))
    wrapped = (continual_from_interactive(each, (0,)) for each in random_trees(1, 2, 5, 2, seed=137))
    return tuple(continual_game(function, each, pairs, 3) for each in wrapped)


def _within(group: Sequence[Game], rule: Rule, bound: TradeOff) -> bool:
    """Whether a composition stays above the tensor product of its bounds, where it may be above strictly."""
    reached = interleaved(group, rule)
    expect(reached >= bound, f"{[game.mechanism for game in group]} have {reached}, which is below {bound}")
    return reached == bound


@check("HSV26 Corollary 14.7 (repaired)")
def side_by_side_they_are_above_the_tensor_product() -> Outcome:
    """No adversary that interleaves mechanisms gets below the tensor product of their functions, anywhere."""
    groups = list(islice(combinations_with_replacement(_members(), 2), 0, None, 3))
    reached = [group for group in groups if _within(group, FREE, tensor(*map(game_trade_off, group)))]
    either = [interleaved(group) >= tensor(*map(symmetric_trade_off, group)) for group in groups]
    expect(all(either), "with functions for both orders the bound fails")
    fewer = first_case(
        (group for group in groups if not interleaved(group) >= game_trade_off(group[0])), "one factor is enough"
    )
    telling = first_case((g for g in reached if game_trade_off(g[0]).vertices[0][1] > ZERO), "no bound is reached")
    return Outcome(
        verdict="exact",
        scope=f"{len(groups)} pairs of {TREES.name} and {MACHINES.name}, f_i the greatest convex function below all "
        "adversaries' T, in one order of the worlds and in both",
        size=2 * len(groups),
        witness=f"{len(reached)} pairs reach the tensor product, such as two with {game_trade_off(telling[0])}",
        control=f"one factor alone is no bound: of two mechanisms with {game_trade_off(fewer[0])} more is told",
    )


def _few(exceptional: int) -> Rule:
    """At most so many components may get differing pairs."""

    def charge(memory: Any, place: int, pair: Any) -> frozenset[int] | None:
        after: frozenset[int] = memory if pair[0] == pair[1] else memory | {place}
        return after if len(after) <= exceptional else None

    return Rule(frozenset(), charge)


def _parallel(members: Sequence[Game]) -> tuple[int, int]:
    """Expect of copies, k of them exceptional, the tensor power of k; how many cases, and how many reach it."""
    cases = [(game, count, few) for game in members for count, few in ((2, 1), (3, 1), (3, 2))]
    reached = [
        _within((game,) * count, _few(few), tensor(*(game_trade_off(game),) * few)) for game, count, few in cases
    ]
    return len(cases), sum(reached)


@check("HSV26 Corollary 14.8 (repaired)")
def consistent_mechanisms_stay_above_the_product_of_the_exceptional() -> Outcome:
    """Of n mechanisms with consistent functions, k exceptional, T is at least the product of k functions."""
    cases, reached = _parallel(_continual())
    late = (continual_game(THEN_RISING, each, ((0, 0), (0, 1)), 2) for each in islice(KINDS, 1, None, 4))
    copied = ((interleaved((game, game), _few(1)), game_trade_off(game)) for game in late)
    twice, once = first_case(
        ((twice, once) for twice, once in copied if not twice >= once), "functions that are not consistent do no harm"
    )
    return Outcome(
        verdict="exact",
        scope=f"every eleventh of {KINDS.name}, for first-pair consistent pairs: 2 and 3 copies, 1 and 2 exceptional",
        size=cases,
        witness=f"{reached} of them reach the tensor product of the exceptional ones",
        control=f"where the difference may come later, two copies with one exceptional have {twice}, one alone {once}",
    )


@check("HSV26 Corollary 14.9 (repaired)")
def interactive_mechanisms_stay_above_the_product_of_the_exceptional() -> Outcome:
    """Of n interactive mechanisms, k started on different states, T is at least the product of k functions."""
    cases, reached = _parallel(_started())
    game = first_case(
        (each for each in _started() if interleaved((each,) * 2) != game_trade_off(each)), "two lose as one"
    )
    return Outcome(
        verdict="exact",
        scope="two random two-round interactive mechanisms, told where to start: 2 and 3 copies, 1 and 2 exceptional",
        size=cases,
        witness=f"{reached} of them reach the tensor product of the exceptional ones",
        control=f"two exceptional copies have {interleaved((game,) * 2)}, one alone {game_trade_off(game)}",
    )


# Filters.

Spent = tuple[int, ...]


def _launched(accepts: Callable[[Spent], bool]) -> Rule:
    """What is asked first is launched, and must be accepted together with what was launched before."""

    def charge(memory: Any, place: int, query: Any) -> Spent | None:
        launched: Spent = memory
        if place in launched:
            return launched
        return (*launched, place) if accepts((*launched, place)) else None

    return Rule((), charge)


FILTERS: dict[str, Callable[[Spent], bool]] = {
    "at most one": lambda spent: len(spent) <= 1,
    "two, the first of them first": lambda spent: len(spent) <= 2 and spent[0] == 0,
    "the third alone, the others freely": lambda spent: 2 not in spent or len(spent) == 1,
}


def _one_shot(game: Game) -> Game:
    """N(b), the pair of the mechanism's function, as a mechanism that is asked once."""
    pair = canonical_pair(game_trade_off(game))
    return Game(as_interactive(NonInteractiveMechanism(pair.__getitem__, BITS)), (0, 1), (RUN,), 1)


@check("HSV26 Corollary 14.10")
def under_a_filter_one_shot_mechanisms_are_worst() -> Outcome:
    """What is launched by the answers so far has T at least that of one-shot mechanisms under the same filter."""
    groups = [*islice(combinations_with_replacement(_members(), 3), 11, None, 61)]
    cases = list(product(groups, FILTERS.items()))
    met = []
    for group, (name, accepts) in cases:
        bound = interleaved([_one_shot(game) for game in group], _launched(accepts))
        met += [(group, name, bound)] if _within(group, _launched(accepts), bound) else []
    group, name, bound = first_case((case for case in met if case[2](ZERO) > 0), "no filter's bound is reached")
    loose = first_case(
        (
            (each, bound)
            for each in groups
            if not interleaved(each, FREE)
            >= (bound := interleaved(list(map(_one_shot, each)), _launched(_at_most_one)))
        ),
        "the filter makes no difference",
    )
    return Outcome(
        verdict="exact",
        scope=f"{len(groups)} groups of three of {TREES.name} and {MACHINES.name}, launched in any order by the "
        "answers "
        f"so far under {len(FILTERS)} filters: {'; '.join(FILTERS)}",
        size=len(cases),
        witness=f"{len(met)} cases reach the bound, such as {bound} under “{name}”",
        control=f"without the filter more is told than {loose[1]}",
    )


_at_most_one = FILTERS["at most one"]


# The lower bound.

LEAKS = ((HALF, 1), (Fraction(1, 4), 1), (Fraction(1, 4), 2))
"""(δ, number of copies)."""


@check("HSV26 Section 14: f-DP lower bound")
def copies_of_a_leak_have_no_trade_off_left() -> Outcome:
    """Copies of M_δ, f_1 = f_{0,δ}, have T through (0, (1 − δ)^l) and ((1 − δ)^l, 0), which tends to 0."""
    for delta, count in LEAKS:
        found, hidden = game_trade_off(one_slot(leak(delta), count)), (1 - delta) ** count
        claimed = lower_hull([(ZERO, hidden), (hidden, ZERO), (ONE, ZERO)])
        expect(found == claimed, f"{count} copies of M_δ, δ = {delta}, have {found}")
    return Outcome(
        verdict="exact",
        scope="δ = 1/2 and one copy, δ = 1/4 and one and two copies; every adversary with at most 2l + 1 messages",
        size=len(LEAKS),
        witness="at δ = 1/4 two copies have T through (0, 9/16), (9/16, 0)",
        control="one copy has f_{0,δ}, so that a second one takes it below its slot's function",
        notes=("Trusted rule, monotone limit: (1 − δ)^l tends to 0, and T with it; the supports are disjoint.",),
    )
