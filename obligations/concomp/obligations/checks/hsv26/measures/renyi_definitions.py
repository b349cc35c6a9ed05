"""Rényi divergence, and Rényi privacy of non-interactive and of continual mechanisms."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice, pairwise, product

from concomp.model.laws.balls import above, ball, below, precision
from concomp.model.laws.divergences import divergence, largest_odds
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import ONE, ZERO, Law
from concomp.model.laws.renyi import Moment, renyi_moment
from concomp.model.mechanisms.measures.renyi import (
    at_most,
    has_bounded_moments,
    has_bounded_odds,
    largest_divergences,
    largest_moment,
    loss,
    moment_by_definition,
)
from concomp.model.mechanisms.noninteractive import NonInteractiveMechanism, is_private
from concomp.model.mechanisms.privacy import Game, exchange_worlds
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.expectation import expect, first_case
from concomp.obligations.families.small.laws import laws, pairs_of_laws
from concomp.obligations.families.small.mechanisms import random_machines, random_trees, trees

BITS_OF_BALLS = 200
SMALL = Fraction(1, 10**40)
WHOLE = (2, 3, 5)
ORDERS = tuple(map(Fraction, ("1", "5/4", "3/2", "2", "5/2", "3", "5", "64")))


def _pairs() -> Iterator[tuple[Law[int], Law[int]]]:
    """Pairs of different laws of which the first stays within the support of the second."""
    members = laws(3, 4)
    return ((p, q) for p, q in product(members, members) if p != q and p.support <= q.support)


@check("HSV26 Definition 13.1", "Lyu22 Definition 3")
def divergences_of_all_orders_fit_together() -> Outcome:
    """At whole orders the balls hold ln S/(α − 1); over all orders they rise, from D_1 to D_∞, and tend to it."""
    pairs = list(_pairs())
    for p, q in pairs:
        _rise(p, q)
    p, q = next(iter(pairs))
    with precision(BITS_OF_BALLS):
        in_bits = divergence(p, q, Fraction(2)) / ball(Fraction(2)).log()
        moment = renyi_moment(p, q, 2)
        assert moment is not None
        expect(not (in_bits.exp()).contains(ball(moment)), "the base of the logarithm makes no difference")
        nats = divergence(p, q, Fraction(2))
    odds = largest_odds(*first_case(((p, q) for p, q in pairs if len(p) == 3), "no two laws have full support"))
    expect(all(largest_odds(q, p) is None for p, q in pairs if len(p) < len(q)), "odds are finite beyond a support")
    return Outcome(
        verdict="exact",
        scope="all pairs of laws on three outcomes with weights k/4, the first within the support of the second; the "
        "orders 1, 5/4, 3/2, 2, 5/2, 3, 5, 64 and ∞, whole ones against rational moments",
        size=len(pairs) * len(ORDERS),
        witness=f"the moment {moment} of order 2 has the divergence {nats.str(6, radius=False)} in nats; the largest "
        "odds "
        f"of another pair are {odds}",
        control="with the logarithm to base 2 the exponential is not the moment",
    )


def _rise(p: Law[int], q: Law[int]) -> None:
    """Expect that the divergences of two laws rise with the order, between the bounds that their limit gives."""
    odds = largest_odds(p, q)
    assert odds is not None
    with precision(BITS_OF_BALLS):
        found = [divergence(p, q, order) for order in ORDERS]
        for order in WHOLE:
            moment = renyi_moment(p, q, order)
            assert moment is not None
            power = (ball(Fraction(order - 1)) * found[ORDERS.index(Fraction(order))]).exp()
            expect(power.overlaps(ball(moment)), f"{p}, {q}: {power} is not {moment}")
            expect(above(power) - below(power) < SMALL, f"{p}, {q}: {power} is too wide")
        expect(not any(bool(low > high) for low, high in pairwise(found)), f"the divergences of {p}, {q} fall")
        expect(not bool(found[-1] > ball(odds).log()), f"{p}, {q}: a divergence is larger than D_∞")
        place = max(p, key=lambda outcome: p[outcome] / q[outcome])
        near = (64 * ball(odds).log() + ball(q[place]).log()) / 63
        expect(not bool(found[-1] < near), f"{p}, {q}: the divergence of order 64 is too far from D_∞")


@check("HSV26 Definition 13.2")
def neighbours_are_close_in_both_directions() -> Outcome:
    """RDP by moments of both directions, monotone in the order; at ∞ it is pure DP."""
    pairs = [pair for pair in pairs_of_laws(2, 5) if pair[0] != pair[1]]
    one_way, private = [], 0
    for p, q in pairs:
        mechanism, relation = NonInteractiveMechanism((p, q).__getitem__, (0, 1)), [(0, 1)]
        moments = {order: _larger(renyi_moment(p, q, order), renyi_moment(q, p, order)) for order in WHOLE}
        for order, least in moments.items():
            expect(has_bounded_moments(mechanism, relation, order, least), f"{p}, {q} exceed their own moment {least}")
            less = ONE if least is None else least - Fraction(1, 10**9)
            expect(not has_bounded_moments(mechanism, relation, order, less), f"{p}, {q} need less than {least}")
            one_way += [(p, q, least)] if at_most(renyi_moment(p, q, order), less) else []
        two, three, five = (moments[order] for order in WHOLE)
        expect(
            two is None or (three is not None and five is not None and two**2 <= three and three**2 <= five),
            f"the divergences of {p}, {q} fall with the order",
        )
        for e_eps in map(Fraction, ("1", "3/2", "4")):
            pure = is_private(mechanism, relation, PrivacyParameters(e_eps, ZERO))
            expect(has_bounded_odds(mechanism, relation, e_eps) == pure, f"at ∞ {p}, {q} are not judged as pure DP is")
            private += pure
    p, q, least = first_case((case for case in one_way if case[2] is not None), "both directions always agree")
    expect(private > 0, "nothing is pure")
    return Outcome(
        verdict="exact",
        scope="non-interactive mechanisms on two data sets: all pairs of laws on two outcomes with weights k/5; orders "
        "2, 3, 5 at and just below the least moment; order ∞ at e^ε = 1, 3/2, 4",
        size=len(pairs) * (2 * len(WHOLE) + 3),
        witness=f"{private} cases of order ∞ are private, as pure DP has it",
        control=f"in one direction only {p}, {q} would need less than {least}",
    )


def _larger(first: Moment, second: Moment) -> Moment:
    return None if first is None or second is None else max(first, second)


def _games() -> Iterator[Game]:
    """Mechanisms of one and two rounds, with one query and with two; some of their moments are infinite."""
    families = ((trees(2, 2), 1, 2, 97), (random_trees(2, 2, 4, 6, seed=133), 2, 2, 1))
    for family, queries, rounds, every in families:
        for mechanism in islice(family, 0, None, every):
            zero, one = mechanism.initial_states
            yield Game(mechanism, (zero, one), tuple(range(queries)), rounds)
    for mechanism in random_machines(2, 7, 4, seed=134):
        yield Game(mechanism, (0, 1), (0, 1), 2)


@check("HSV26 Definition 13.3", "Lyu22 Definition 3")
def adversaries_one_by_one_and_backwards() -> Outcome:
    """The largest moment over the list of all adversaries is that of backward induction, at each order."""
    games, finite, shorter = list(_games()), [], []
    for game, order in product(games, (2, 3)):
        backwards = largest_moment(game, order)
        expect(backwards == moment_by_definition(game, order), f"{game.mechanism} has two moments of order {order}")
        finite += [(game, order, backwards)] if backwards is not None and backwards > 1 else []
        once = largest_moment(Game(game.mechanism, game.states, game.queries, 1), order)
        shorter += [(game, once, backwards)] if once is not None and once != backwards else []
    for game, order, moment in finite:
        curve = largest_divergences(game)
        with precision(BITS_OF_BALLS):
            power = (ball(Fraction(order - 1)) * curve.at(Fraction(order))).exp()
            expect(bool(power.overlaps(ball(moment))), f"{game.mechanism}: by balls the moment is {power}")
            expect(not bool(curve.at(Fraction(7, 2)) < curve.at(Fraction(order))), "a divergence falls")
    bent = first_case((case for case in finite if loss(case[0], case[1]) != case[2]), "the directions never differ")
    expect(largest_moment(exchange_worlds(bent[0]), bent[1]) != bent[2], "the worlds are not exchanged")
    game, once, whole = first_case(shorter, "one query is enough")
    return Outcome(
        verdict="exact",
        scope=f"{len(games)} mechanisms of two rounds: every 97th tree with one query and weights k/2, 6 random trees "
        "with two queries, 4 random ones with a hidden bit; orders 2 and 3, and by balls 7/2",
        size=2 * len(games),
        witness=f"{bent[0].mechanism} has the moment {bent[2]} of order {bent[1]}, and another one the other way",
        control=f"with one query only {once} is reached, not {whole}",
    )
