"""Trade-off functions, f-DP of non-interactive and of continual mechanisms, finite communication."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice, product
from typing import Any

from pydantic import JsonValue

from concomp.model.composition.extended import extended_concurrent_composition
from concomp.model.laws.indistinguishability import PrivacyParameters, distance, events, hockey_stick
from concomp.model.laws.law import ONE, ZERO, Law, product_law
from concomp.model.laws.linear import Row, System
from concomp.model.laws.optimum import Minimum, is_minimum
from concomp.model.laws.trade_off import TradeOff, greatest_below, lower_hull, of_parameters, symmetric, trade_off
from concomp.model.mechanisms.interaction import deterministic_strategies
from concomp.model.mechanisms.interactive import InteractiveMechanism
from concomp.model.mechanisms.measures.communication import communicates_within
from concomp.model.mechanisms.measures.trade_offs import game_trade_off, is_f_private, trade_off_by_definition
from concomp.model.mechanisms.noninteractive import NonInteractiveMechanism, as_interactive, is_private
from concomp.model.mechanisms.privacy import Game, exchange_worlds, possible_answers, views
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check, check_of_findings
from concomp.obligations.expectation import expect, first_case
from concomp.obligations.families.small.laws import laws, pairs_of_laws
from concomp.obligations.families.small.mechanisms import BITS, random_machines, random_trees, trees

HALF = Fraction(1, 2)
LEVELS = tuple(Fraction(level, 8) for level in range(9))
FAIR = Law({0: HALF, 1: HALF})


# Tests.


def deterministic(p: Law[Any], q: Law[Any], level: Fraction) -> Fraction:
    """The least type II error of a deterministic test of type I error at most `level`, by all of them."""
    errors = [(sum((p[y] for y in event), ZERO), sum((q[y] for y in event), ZERO)) for event in events(p, q)]
    return min(1 - caught for alarm, caught in errors if alarm <= level)


@check("HSV26 Definition 14.2")
def a_coin_beside_the_answer_changes_deterministic_tests() -> Outcome:
    """With tests that are not randomised T(1/2) of one certain outcome is 1, and 1/2 with a fair coin beside it."""
    sure = Law.point(0)
    alone, beside = deterministic(sure, sure, HALF), deterministic(*(product_law([sure, FAIR]),) * 2, HALF)
    expect((alone, beside) == (ONE, HALF), f"the errors are {alone} and {beside}")
    randomised = trade_off(sure, sure), trade_off(*(product_law([sure, FAIR]),) * 2)
    expect(randomised[0] == randomised[1] and randomised[0](HALF) == HALF, "a coin changes randomised tests")
    larger = [
        (p, q, level) for p, q in _pairs() for level in LEVELS if deterministic(p, q, level) < trade_off(p, q)(level)
    ]
    expect(not larger, f"a deterministic test does better than the best: {larger[:1]}")
    return Outcome(
        verdict="refuted",
        scope="one certain outcome under both hypotheses, alone and with an independent fair coin; α = 1/2",
        size=2,
        witness="with randomised tests T(1/2) is 1/2 in both cases",
        control="no deterministic test does better than randomised ones on all pairs of laws on two outcomes with "
        "weights k/5",
        counterexample={
            "laws": "Y_0 = Y_1 = the certain outcome 0",
            "with an independent fair coin": "Y_0 = Y_1 = a fair coin",
            "T(Y_0, Y_1)(1/2), tests that are not randomised": str(alone),
            "the same with the coin": str(beside),
            "claimed": "T says how well two laws can be told apart, so that post-processing does not decrease it",
        },
    )


def _pairs() -> Iterator[tuple[Law[int], Law[int]]]:
    return iter(pairs_of_laws(2, 5))


def _tried() -> list[tuple[Law[int], Law[int], Fraction]]:
    """Pairs of laws on three outcomes and levels for which the best test is found by a linear program."""
    members = list(islice(laws(3, 4), 0, None, 2))
    cases = [(p, q) for p, q in product(members, members) if p != q]
    return [(p, q, level) for (p, q), level in zip(islice(cases, 0, None, 3), LEVELS * 4, strict=False)]


def tests(p: Law[Any], q: Law[Any], level: Fraction) -> System:
    """The randomised tests φ of type I error at most `level`, with their type II error."""
    outcomes = sorted(p.support | q.support, key=repr)
    rejected, kept = [("rejected", y) for y in outcomes], [("kept", y) for y in outcomes]
    shares = [Row(((one, ONE), (other, ONE)), ONE) for one, other in zip(rejected, kept, strict=True)]
    alarm = Row((*((name, p[name[1]]) for name in rejected), ("spare", ONE)), level)
    missed = Row((*((name, q[name[1]]) for name in rejected), ("missed", ONE)), ONE)
    return System((*rejected, *kept, "spare", "missed"), (*shares, alarm, missed))


def _programs() -> JsonValue:
    """The best test for each case, with the multipliers that show that none is better."""
    from concomp.obligations.solvers.optimum import minimise

    found: list[JsonValue] = []
    for p, q, level in _tried():
        system = tests(p, q, level)
        minimum = minimise(system, "missed")
        point: list[JsonValue] = [str(minimum.point[each]) for each in system.unknowns]
        multipliers: list[JsonValue] = [str(each) for each in minimum.multipliers]
        found.append({"test": point, "multipliers": multipliers})
    return found


@check_of_findings("HSV26 Definition 14.2 (repaired)", find=_programs)
def the_best_tests_are_those_of_the_linear_program(findings: JsonValue) -> Outcome:
    """At every level T is the least error of a linear program over randomised tests, with its certificate."""
    cases = _tried()
    assert isinstance(findings, list)
    for (p, q, level), found in zip(cases, findings, strict=True):
        minimum = _read(tests(p, q, level), found)
        expect(is_minimum(tests(p, q, level), "missed", minimum), f"the certificate for {p}, {q} at {level} fails")
        best = minimum.point["missed"]
        expect(trade_off(p, q)(level) == best, f"T({p}, {q})({level}) is {trade_off(p, q)(level)}, not {best}")
    for p, q in _pairs():
        coined = trade_off(product_law([p, FAIR]), product_law([q, FAIR]))
        expect(coined == trade_off(p, q), f"a coin beside {p}, {q} changes T")
    p, q, level = first_case(
        ((p, q, level) for p, q, level in cases if deterministic(p, q, level) > trade_off(p, q)(level) > 0),
        "deterministic tests are as good",
    )
    return Outcome(
        verdict="exact",
        scope=f"{len(cases)} pairs of laws on three outcomes with weights k/4 at levels in eighths, by linear "
        "programs; "
        "an independent coin beside all pairs on two outcomes with weights k/5",
        size=len(cases) + len(list(_pairs())),
        witness=f"T({p}, {q})({level}) = {trade_off(p, q)(level)}",
        control=f"tests that are not randomised reach {deterministic(p, q, level)} there",
    )


def _read(system: System, found: Any) -> Minimum:
    point = dict(zip(system.unknowns, map(Fraction, found["test"]), strict=True))
    return Minimum(point, tuple(map(Fraction, found["multipliers"])))


# f-DP.

PARAMETERS = tuple(PrivacyParameters(Fraction(e), Fraction(d, 4)) for e in (1, 2, 3) for d in range(5))


def _by_formula(privacy: PrivacyParameters, level: Fraction) -> Fraction:
    """max(0, 1 − δ − e^ε·α, e^−ε·(1 − δ − α))."""
    kept = 1 - privacy.delta
    return max(ZERO, kept - privacy.e_eps * level, (kept - level) / privacy.e_eps)


def _one_line(privacy: PrivacyParameters) -> TradeOff:
    """max(0, 1 − δ − e^ε·α)."""
    kept = 1 - privacy.delta
    return lower_hull([(ZERO, kept), (kept / privacy.e_eps, ZERO), (ONE, ZERO)])


@check("HSV26 Definition 14.3")
def approximate_privacy_is_a_trade_off_function() -> Outcome:
    """f_{ε,δ}-DP of neighbours both ways is (ε,δ)-DP, at the least δ and just below it; f_{ε,δ} is what is printed."""
    for privacy, level in product(PARAMETERS, (Fraction(k, 24) for k in range(25))):
        found = of_parameters(privacy)(level)
        expect(found == _by_formula(privacy, level), f"f at {privacy} and {level} is {found}")
    pairs = [(p, q) for p, q in product(laws(3, 3), repeat=2) if p != q]
    both, one_way, cases = [(0, 1), (1, 0)], [], 0
    for (p, q), e_eps in product(pairs, map(Fraction, (1, 2, 3))):
        mechanism, least = NonInteractiveMechanism((p, q).__getitem__, BITS), distance(p, q, e_eps)
        for delta in {least, max(ZERO, least - Fraction(1, 10**9))}:
            privacy = PrivacyParameters(e_eps, delta)
            private = is_private(mechanism, both, privacy)
            close = is_f_private(mechanism, both, of_parameters(privacy))
            expect(private == close == (delta == least), f"{p}, {q} are judged differently at {privacy}")
            cases += 1
        of_one = PrivacyParameters(e_eps, hockey_stick(q, p, e_eps))
        if is_f_private(mechanism, [(0, 1)], _one_line(of_one)) and not is_private(mechanism, both, of_one):
            one_way.append((p, q, of_one))
    p, q, of_one = first_case(one_way, "one line of f says as much as both")
    own = trade_off(p, q)
    expect(is_f_private(NonInteractiveMechanism((p, q).__getitem__, BITS), [(0, 1)], own), "a pair exceeds its own T")
    return Outcome(
        verdict="exact",
        scope="non-interactive mechanisms on two data sets: all pairs of laws on three outcomes with weights k/3, both "
        "ways; e^ε = 1, 2, 3 at the least δ and just below; f_{ε,δ} at levels in twenty-fourths for δ in quarters",
        size=cases + 25 * len(PARAMETERS),
        witness=f"{p} and {q} have {own}",
        control=f"the line 1 − δ − e^ε·α alone says one direction only: it is below T({p}, {q}) for e^ε = "
        f"{of_one.e_eps}, "
        f"δ = {of_one.delta}, and they are not close",
    )


def _games() -> Iterator[Game]:
    families = ((trees(2, 2), 1, 97), (random_trees(2, 2, 4, 4, seed=141), 2, 1), (random_machines(2, 5, 4, 142), 2, 1))
    for family, queries, every in families:
        for mechanism in islice(family, 0, None, every):
            zero, one = mechanism.initial_states
            yield Game(mechanism, (zero, one), tuple(range(queries)), 2)


@check("HSV26 Definition 14.6")
def adversaries_one_by_one_and_backwards() -> Outcome:
    """The greatest convex function below all adversaries' T is the conjugate of the best hockey-sticks at all odds."""
    games, coins = list(_games()), []
    for game in games:
        found = game_trade_off(game)
        expect(found == trade_off_by_definition(game), f"{game.mechanism} has two trade-off functions")
        single = _singly(game)
        coins += [(game, level, best) for level in LEVELS if (best := min(f(level) for f in single)) > found(level)]
        both = symmetric(found) >= greatest_below([found, game_trade_off(exchange_worlds(game))])
        expect(both, f"{game.mechanism}: symmetrised it is smaller")
    game, level, best = first_case(coins, "no adversary gains by a coin")
    return Outcome(
        verdict="exact",
        scope=f"{len(games)} mechanisms of two rounds: every 97th tree with one query and weights k/2, 4 random trees "
        "with two queries, 4 random ones with a hidden bit, against every adversary",
        size=len(games),
        witness=f"{game.mechanism} has {game_trade_off(game)}",
        control=f"without the adversary's coins no T is below {best} at {level}, with them one is "
        f"{game_trade_off(game)(level)}",
    )


def _singly(game: Game) -> list[TradeOff]:
    strategies = deterministic_strategies(game.queries, possible_answers(game), game.rounds)
    return [trade_off(*views(game, tree)) for tree in strategies]


@check("HSV26 Definition 14.4")
def messages_and_rounds_are_counted() -> Outcome:
    """The least c is the largest of the numbers of queries, answers and rounds; what goes on for ever has none."""
    cases: list[tuple[InteractiveMechanism, int]] = [
        *(
            (mechanism, max(queries, 2, rounds))
            for queries, rounds in ((1, 1), (1, 2), (2, 2), (3, 2), (1, 3))
            for mechanism in islice(random_trees(queries, rounds, 3, 3, seed=143), 1, 3)
        ),
        (as_interactive(NonInteractiveMechanism((FAIR, FAIR).__getitem__, BITS)), 2),
    ]
    for mechanism, least in cases:
        bounds = [bound for bound in range(5) if communicates_within(mechanism, bound)]
        expect(bounds == list(range(least, 5)), f"{mechanism} communicates within {bounds}, not from {least} on")
    endless = [extended_concurrent_composition(), *islice(random_machines(1, 4, 2, seed=144), 2)]
    expect(not any(communicates_within(each, 4) for each in endless), "what goes on for ever communicates finitely")
    return Outcome(
        verdict="exact",
        scope="trees with up to three queries, two answers and up to three rounds, a non-interactive mechanism; "
        "ExtConComp, and two mechanisms that never halt; c up to 4",
        size=5 * len(cases) + len(endless),
        witness=f"{cases[0][0]} communicates within {cases[0][1]}",
        control="ExtConComp lists no queries, and mechanisms that never halt answer more than c of them",
    )
