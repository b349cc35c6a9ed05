"""The inequalities of the print: Hölder's, dominance as a bound on the divergence, the chain rule, one step of a game.

At a whole order α, with β = α/(α − 1), everything is a matter of rationals: a function h is written as k^{α−1}, so that
h^β is k^α, and both sides are raised to the power α. P is β-dominated by K·Q if E_P[h]^α ≤ K^{α−1}·E_Q[h^β]^{α−1} for
all h ≥ 0. Orders above 2 are among those tried: at 2 the exponents α − 1 and 1 cannot be told apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import islice, product
from typing import Any

from concomp.model.laws.law import ONE, ZERO, Law
from concomp.model.laws.renyi import Moment, renyi_moment
from concomp.model.mechanisms.measures.renyi import largest_moment
from concomp.model.mechanisms.privacy import Game, at_start, beliefs_after, mass
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.expectation import expect, first_case
from concomp.obligations.families.small.laws import laws
from concomp.obligations.families.small.mechanisms import histories, random_machines, tree

ORDERS = (2, 3, 5)
VECTORS = tuple(tuple(map(Fraction, entries)) for entries in product(range(3), repeat=3) if any(entries))
"""Functions on three points with values 0, 1, 2."""


def _power_sum(values: Sequence[Fraction], order: int) -> Fraction:
    """‖f‖^α."""
    return sum((value**order for value in values), ZERO)


def _pairing(f: Sequence[Fraction], k: Sequence[Fraction], order: int) -> Fraction:
    """⟨f, k^{α−1}⟩."""
    return sum((one * other ** (order - 1) for one, other in zip(f, k, strict=True)), ZERO)


@check("Lyu22 Fact 1")
def the_pairing_is_at_most_the_norms() -> Outcome:
    """⟨f, h⟩^α ≤ ‖f‖^α·‖h‖_β^α for all f, h ≥ 0, with equality at h = f^{α−1}."""
    strict, cases = 0, 0
    for order, f, k in product(ORDERS, VECTORS, VECTORS):
        left, right = _pairing(f, k, order) ** order, _power_sum(f, order) * _power_sum(k, order) ** (order - 1)
        expect(left <= right, f"order {order}: f = {f}, h = {k}^{order - 1} have {left} > {right}")
        expect(f != k or left == right, f"order {order}: at h = f^(α−1), f = {f}, the norms are not reached")
        strict, cases = strict + (left < right), cases + 1
    wrong = first_case(
        (
            (order, f, k)
            for order, f, k in product(ORDERS, VECTORS, VECTORS)
            if _pairing(f, k, order) ** order > _power_sum(f, order) * _power_sum(k, order)
        ),
        "the exponent α − 1 makes no difference",
    )
    return Outcome(
        verdict="exact",
        scope="non-negative functions on three points with values 0, 1, 2; h the (α − 1)th powers of such; α = 2, 3, 5",
        size=cases,
        witness=f"{strict} cases are strict, those with h = f^(α−1) are equalities",
        control=f"with ‖h‖_β^β in place of its power α − 1 it fails at α = {wrong[0]}",
    )


def dominates(p: Law[Any], q: Law[Any], order: int, allowed: Fraction, k: Law[Any] | dict[Any, Fraction]) -> bool:
    """E_P[h]^α ≤ W·E_Q[h^β]^{α−1} for h = k^{α−1}, where W = e^{(α−1)B}."""
    on_p = sum((weight * k[outcome] ** (order - 1) for outcome, weight in p.items()), ZERO)
    on_q = sum((weight * k[outcome] ** order for outcome, weight in q.items()), ZERO)
    return on_p**order <= allowed * on_q ** (order - 1)


@check("Lyu22 Lemma 4")
def bounded_divergence_is_dominance() -> Outcome:
    """With W the moment all h satisfy the inequality, h = (P/Q)^{α−1} with equality, and with less W it does not."""
    pairs = [(p, q) for p, q in product(laws(3, 4), repeat=2) if p != q and p.support <= q.support]
    lost = []
    for (p, q), order in product(pairs, ORDERS):
        moment = renyi_moment(p, q, order)
        assert moment is not None
        for vector in VECTORS:
            k = dict(enumerate(vector))
            expect(dominates(p, q, order, moment, k), f"order {order}: {p}, {q} are not dominated at {vector}")
        extremal = {outcome: p[outcome] / q[outcome] if q[outcome] else ZERO for outcome in range(3)}
        below = moment - Fraction(1, 10**9)
        expect(dominates(p, q, order, moment, extremal), f"order {order}: {p}, {q} fail at the extremal h")
        expect(not dominates(p, q, order, below, extremal), f"order {order}: less than {moment} is enough for {p}, {q}")
        lost += [(p, q, order)] if not dominates(p, q, order, _root(moment, order), extremal) else []
    expect({order for _, _, order in lost} == {3, 5}, "without the exponent α − 1 nothing fails, or all")
    p, q, order = lost[0]
    narrow = first_case(((p, q) for p, q in pairs if len(p) < len(q)), "P has the support of Q everywhere")
    return Outcome(
        verdict="exact",
        scope="all pairs of laws on three outcomes with weights k/4, P within the support of Q; h the (α − 1)th powers "
        "of functions with values 0, 1, 2, and the extremal one; α = 2, 3, 5",
        size=len(pairs) * len(ORDERS) * (len(VECTORS) + 2),
        witness=f"{narrow[0]} and {narrow[1]} are dominated with their moment, and no less, though P has less support",
        control=f"with e^B in place of e^((α−1)B) {p}, {q} fail at α = {order}; at α = 2 it cannot be seen",
    )


def _root(moment: Fraction, order: int) -> Fraction:
    """A number between 1 and the moment, at least its root of order α − 1: what e^B is, rounded up."""
    if order == 2:
        return moment
    low, high = ONE, moment
    for _ in range(12):
        middle = (low + high) / 2
        low, high = (middle, high) if middle ** (order - 1) < moment else (low, middle)
    return high


# The chain rule.

JOINT = tuple((first, second) for first in range(3) for second in range(3))
PRINTED = (
    (2, "8 2 5 7 5 9 7 4 8", "8 7 8 8 3 5 5 4 5"),
    (3, "4 7 1 8 4 3 9 1 3", "2 9 8 5 4 6 1 5 2"),
    (5, "3 8 7 2 2 3 3 8 8", "6 9 7 2 4 6 1 4 9"),
)
"""The pairs of the erratum: the order, and the odds of (y_1, y_2), row by row."""


def _law(odds: str) -> Law[tuple[int, int]]:
    counts = list(map(Fraction, odds.split()))
    return Law({place: count / sum(counts) for place, count in zip(JOINT, counts, strict=True)})


def _given(law: Law[tuple[int, int]], first: int) -> Law[tuple[int, int]]:
    whole = law.probability(lambda place: place[0] == first)
    return Law({place: weight / whole for place, weight in law.items() if place[0] == first})


def _by_first(p: Law[tuple[int, int]], q: Law[tuple[int, int]], order: int, power: int) -> Fraction:
    """Σ P_1^α·Q_1^{1−α}·(e^{(α−1)D})^power, D the divergence of what follows y_1; power 1 is l_1^{α−1}."""
    p_1, q_1 = (law.map(lambda place: place[0]) for law in (p, q))
    total = ZERO
    for first, weight in p_1.items():
        following = renyi_moment(_given(p, first), _given(q, first), order)
        assert following is not None
        total += weight**order * q_1[first] ** (1 - order) * following**power
    return total


@check("Lyu22 Lemma 5")
def the_chain_rule_is_an_equality() -> Outcome:
    """Σ P_1^α·Q_1^{1−α}·l_1^{α−1} is the moment of the pair, for l_1 = e^D of what follows; not for e^((α−1)D)."""
    pairs = [(_law(p), _law(q)) for _, p, q in PRINTED]
    for (p, q), order in product(pairs, ORDERS):
        whole = renyi_moment(p, q, order)
        expect(_by_first(p, q, order, 1) == whole, f"order {order}: the chain rule gives {_by_first(p, q, order, 1)}")
        differs = _by_first(p, q, order, order - 1) != whole
        expect(differs == (order > 2), f"order {order}: with l_1 = e^((α−1)D) the two sides are told apart wrongly")
    p, q = pairs[1]
    whole, wrong = renyi_moment(p, q, 3), _by_first(p, q, 3, 2)
    expect(whole is not None and 21 < whole < 22 and 438 < wrong < 439, f"the sums are {whole}, {wrong}")
    return Outcome(
        verdict="exact",
        scope="three pairs of laws on 3 × 3 outcomes with full support; α = 2, 3, 5",
        size=len(pairs) * len(ORDERS),
        witness=f"at α = 3 both sides are {whole}, which is 21.53…",
        control="with l_1 = e^((α−1)D) the left side is 438.2… there; at α = 2 the two cannot be told apart",
        notes=("Where l_1 is the least, what the lemma says is this equality: the left side is at most e^((α−1)B).",),
    )


# One step of a game.


def _steps(game: Game, order: int) -> Iterator[tuple[Moment, Moment, Moment]]:
    """(V before, Σ P^α·Q^{1−α}·V after, the same with V^β for V) at the first query of a game, for each query."""
    start = largest_moment(game, order)
    for query in game.queries:
        after, without = ZERO, ZERO
        for beliefs in beliefs_after(game, at_start(game), query).values():
            p, q = map(mass, beliefs)
            if p == 0:
                continue
            following = _following(game, beliefs, order)
            after += p * (p / q) ** (order - 1) * following
            without += p * (p / q) ** (order - 1) * following**order
        yield start, after, without


def _following(game: Game, beliefs: Any, order: int) -> Fraction:
    """V after one query: the largest sum over the answers to another one, or 1 if that is larger."""
    p, q = map(mass, beliefs)
    best = ONE
    for query in game.queries:
        answers = beliefs_after(game, beliefs, query).values()
        shares = [(mass(zero) / p, mass(one) / q) for zero, one in answers]
        best = max(best, sum((one * (one / other) ** (order - 1) for one, other in shares if one), ZERO))
    return best


MACHINES = random_machines(2, 9, 40, seed=46)


def _games() -> tuple[Game, ...]:
    """Two-round mechanisms in which nothing is excluded."""
    full = (m for m in MACHINES if all(len(m.respond(state, query)) == 4 for state in (0, 1) for query in (0, 1)))
    return tuple(Game(each, (0, 1), (0, 1), 2) for each in islice(full, 5))


@check("Lyu22 Claim 3 (repaired)")
def what_can_be_made_never_grows() -> Outcome:
    """Σ P^α·Q^{1−α}·V after ≤ V before, for V = l^{α−1}, with equality at the best query."""
    cases, strict = 0, []
    for game, order in product(_games(), ORDERS):
        steps = list(_steps(game, order))
        for before, after, _ in steps:
            assert before is not None
            assert after is not None
            expect(after <= before, f"{game.mechanism}: at order {order} {before} grows to {after}")
            strict += [(before, after)] if after < before else []
        best = max(after for _, after, _ in steps if after is not None)
        expect(best == steps[0][0], f"{game.mechanism}: no query reaches {steps[0][0]}")
        cases += len(steps)
    broken = first_case(
        (
            (order, before, without)
            for game, order in product(_games(), ORDERS)
            for before, _, without in _steps(game, order)
            if before is not None and without is not None and without > before
        ),
        "the exponent 1/β makes no difference",
    )
    before, after = first_case(strict, "every query is the best")
    return Outcome(
        verdict="exact",
        scope="five random two-round mechanisms with a hidden bit and two queries, every first query; α = 2, 3, 5",
        size=cases,
        witness=f"a query that is not the best leaves {after} of {before}",
        control=f"without the exponent 1/β it fails: at α = {broken[0]} {broken[1]} becomes {broken[2]}",
        notes=("For every mechanism and order it is the step of the potential that lyu22.moments derives.",),
    )


@check("Lyu22 Claim 3")
def without_its_exponent_the_budget_grows() -> Outcome:
    """A first answer that tells nothing, then a noisy bit: P·l is not dominated by l_before·Q."""
    [(before, after, without)] = _steps(_late_noise(Fraction(1, 4)), 2)
    assert before is not None
    assert after is not None
    assert without is not None
    expect(without > before == after, f"l_0 is {before}; with the exponent {after}, without it {without}")
    expect(list(_steps(_late_noise(Fraction(1, 2)), 2)) == [(ONE, ONE, ONE)], "where nothing is told l is not 1")
    return Outcome(
        verdict="refuted",
        scope="α = β = 2, two rounds",
        size=1,
        witness=f"with l^(1/β) in place of l both sides are {after}",
        control="where nothing is told after the first answer, l = 1, the print holds with equality",
        counterexample={
            "first answer": "0 in both worlds",
            "second answer": "0 with chance 3/4 in world 0 and 1/4 in world 1, otherwise 1",
            "α": "2",
            "l_1 = l_0": str(before),
            "claimed at h = 1": "E_P[l_1]² ≤ l_0·E_Q[1]",
            "left side": str(without),
            "right side": str(before),
        },
    )


def _late_noise(wrong: Fraction) -> Game:
    """Two rounds, one query: the answer 0, and then the world, which is wrong with a chance."""
    nodes = [(bit, *history) for bit in (0, 1) for history in histories(1, 2)]
    coins = [ZERO if len(node) == 2 else abs(node[0] - wrong) for node in nodes]
    mechanism = tree(nodes, coins, 1, f"a bit that is wrong with the chance {wrong}, after a 0")
    return Game(mechanism, ((0,), (1,)), (0,), 2)
