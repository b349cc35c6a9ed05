"""The engine against the model, on generated files of every type."""

import json
from fractions import Fraction as F
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, example, given, reject, settings
from hypothesis import strategies as st

from benchmarks.machines import ring
from concomp.impl.audit import strategy
from concomp.impl.audit.arena import END
from concomp.impl.audit.beliefs import COMPUTED, explore
from concomp.impl.audit.bounds import bounds
from concomp.impl.audit.curves import Curve
from concomp.impl.audit.engine import FEW, Audit
from concomp.impl.audit.induction import curve_at_start, frontiers, simplified_curves
from concomp.impl.audit.lattice.counting import counted
from concomp.impl.audit.lattice.single import value_at
from concomp.impl.audit.rationals import inside, outside
from concomp.impl.audit.replay import views as seen
from concomp.impl.audit.scattered import scattered_value
from concomp.impl.audit.setting import of_document, of_game, of_interleaving
from concomp.model.files import game, interleaving, read
from concomp.model.laws.indistinguishability import hockey_stick
from concomp.model.laws.law import Law
from concomp.model.mechanisms.distinguisher import Distinguisher, Query, Verdict, advantage, tree_size
from concomp.model.mechanisms.interaction import Tree, deterministic_strategies
from concomp.model.mechanisms.interactive import InteractiveMechanism
from concomp.model.mechanisms.interleaving import solve
from concomp.model.mechanisms.positions import Allowance, TooLarge
from concomp.model.mechanisms.privacy import Game, exchange_worlds, possible_answers, profile, views
from tests.impl.audit.games import counters, side_by_side
from tests.model.files.documents import compositions, continual_mechanisms, documents, e_values, mechanisms

UNHURRIED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


def document(data: dict[str, Any]) -> Any:
    return read(json.dumps(data).encode())


def audit(data: dict[str, Any]) -> Audit:
    return Audit(of_document(document(data)))


def plenty() -> Allowance:
    return Allowance(10**9)


CUT: dict[str, Any] = {
    "type": "composition",
    "mode": "concurrent",
    "components": [
        {
            "type": "cm",
            "states": ["s"],
            "messages": ["0", "1"],
            "answers": ["a", "b"],
            "init": "s",
            "kernel": {
                "s|0": [["1/4", "s", "a"], ["3/4", "s", "b"]],
                "s|1": [["3/4", "s", "a"], ["1/4", "s", "b"]],
            },
            "horizon": 2,
            "verification": {"kind": "any"},
        }
    ],
    "horizon": 1,
}
"""One randomised response that could be asked twice, in a whole that is asked once."""


@st.composite
def copies(draw: st.DrawFn) -> dict[str, Any]:
    """A composition in which components are repeated, so that some can change places."""
    data = draw(compositions(rounds=1))
    first, *others = data["components"]
    data["components"] = [first, *others, first]
    if "labels" in data:
        data["labels"] = [*data["labels"], data["labels"][0]]
    data["horizon"] = None
    return data


@settings(UNHURRIED, max_examples=150)
@given(documents | copies())
@example(CUT)
def test_the_profile_is_the_models_at_every_vertex(data: dict[str, Any]) -> None:
    expected, found = solve(interleaving(document(data))).curve, audit(data).curve
    assert found.profile() == expected.profile()
    knees = [F(0), *(knee for knee, _ in expected.hinges), *(outside(knee) for knee, _ in found.hinges)]
    for x in [*knees, *((a + b) / 2 for a, b in pairwise(sorted(knees))), max(knees) + 1]:
        assert outside(found(inside(x))) == expected(x)


@settings(UNHURRIED, max_examples=25)
@given(mechanisms(rounds=3) | continual_mechanisms())
def test_the_profile_is_that_of_backward_induction_over_beliefs(data: dict[str, Any]) -> None:
    """A second definition, which shares nothing with positions."""
    assert audit(data).curve.profile() == profile(game(document(data)))


@settings(UNHURRIED, max_examples=100)
@given(documents | copies(), e_values)
def test_the_value_at_one_e_is_that_of_the_curve(data: dict[str, Any], e_eps: F) -> None:
    expected = solve(interleaving(document(data))).curve
    arena = audit(data).whole.arena
    for x in (e_eps, 1 / e_eps):
        found = value_at(arena, inside(x), plenty())
        # Some generated files have more different odds than a lattice is looked for.
        if found is None:
            reject()
        assert outside(found) == expected(x)


@settings(UNHURRIED, max_examples=40)
@given(documents | copies(), e_values)
def test_the_value_at_one_e_without_a_lattice_is_that_of_the_curve(data: dict[str, Any], e_eps: F) -> None:
    expected, arena = solve(interleaving(document(data))).curve, audit(data).whole.arena
    for x in (e_eps, 1 / e_eps):
        assert outside(scattered_value(arena, inside(x), plenty())) == expected(x)


@settings(UNHURRIED, max_examples=40)
@given(documents | copies())
def test_frontiers_are_the_curves_by_rationals(data: dict[str, Any]) -> None:
    arena = audit(data).whole.arena
    by_rationals = [list(layer.items()) for layer in simplified_curves(arena, plenty(), lambda curve: curve)]
    by_integers = [[(place, each.curve()) for place, each in layer.items()] for layer in frontiers(arena, plenty())]
    assert by_integers == by_rationals


@settings(UNHURRIED, max_examples=60)
@given(documents | copies(), e_values)
def test_deltas_are_the_same_with_and_without_the_curve(data: dict[str, Any], e_eps: F) -> None:
    expected, found = solve(interleaving(document(data))).curve, audit(data)
    assert found.deltas(e_eps) == (expected.forward(e_eps), expected.backward(e_eps))
    assert "curve" not in vars(found) or found.core is None or len(found._outcomes.hinges) > FEW
    _ = found.curve
    assert found.deltas(e_eps) == (expected.forward(e_eps), expected.backward(e_eps))


@settings(UNHURRIED, max_examples=60)
@given(documents | copies(), e_values)
@example(CUT, F(1))
def test_strategies_reach_the_value_when_they_are_replayed(data: dict[str, Any], e_eps: F) -> None:
    whole, found = game(document(data)), audit(data)
    forward, backward = found.deltas(e_eps)
    for world, (turned, delta) in enumerate([(whole, forward), (exchange_worlds(whole), backward)]):
        plan = found.plan(e_eps, world)
        tree = as_tree(plan, len(plan) - 1)
        assert hockey_stick(*views(turned, tree), e_eps) == advantage(turned, plan, e_eps) == delta
        assert found.replay(whole, e_eps, world) == delta
        assert tree_size(plan) == size(tree)


def as_tree(plan: Distinguisher, index: int) -> Tree:
    """A plan as a decision tree, without its verdicts."""
    step = plan[index]
    return (
        (step.message, tuple((a, as_tree(plan, then)) for a, then in step.following))
        if isinstance(step, Query)
        else None
    )


def size(tree: Tree) -> int:
    return 0 if tree is None else 1 + sum(size(then) for _, then in tree[1])


@settings(UNHURRIED, max_examples=40)
@given(mechanisms() | compositions(rounds=1), st.integers(2, 4))
def test_moments_are_those_of_the_best_adversary(data: dict[str, Any], order: int) -> None:
    whole = game(document(data))
    trees = deterministic_strategies(whole.queries, possible_answers(whole), whole.rounds)
    seen = [views(whole, tree) for tree in trees]
    forward, backward = (
        [moment(*(laws if direction == 0 else laws[::-1]), order) for laws in seen] for direction in (0, 1)
    )
    assert audit(data).moment(order) == (largest(forward), largest(backward))


def moment(p: Law[Any], q: Law[Any], order: int) -> F | None:
    """Σ P^order Q^(1−order), None if it is infinite."""
    if any(q[outcome] == 0 for outcome, _ in p.items()):
        return None
    return sum((weight**order / q[outcome] ** (order - 1) for outcome, weight in p.items()), F(0))


def largest(moments: list[F | None]) -> F | None:
    finite = [found for found in moments if found is not None]
    return max(finite) if len(finite) == len(moments) else None


@settings(UNHURRIED, max_examples=60)
@given(documents)
def test_the_trade_off_curve_is_the_best_of_all_tests(data: dict[str, Any]) -> None:
    """At each slope x the least β + x·α is 1 − Φ(x), and it is convex from α = 0 to α = 1."""
    curve = audit(data).curve
    trade_off = curve.trade_off()
    assert trade_off[0][0] == 0
    assert trade_off[-1] == (F(1), F(0))
    slopes = [(b[1] - a[1]) / (b[0] - a[0]) for a, b in pairwise(trade_off)]
    assert slopes == sorted(slopes)
    for x in [F(0), F(1, 3), F(1), F(5, 2), *(outside(knee) for knee, _ in curve.hinges)]:
        assert min(beta + x * alpha for alpha, beta in trade_off) == 1 - outside(curve(inside(x)))


# Without choices.


@settings(UNHURRIED, max_examples=80)
@given(counters())
def test_counting_is_induction(given_: Game) -> None:
    found = Audit(of_game(given_))
    both = counted([found.whole.arena], plenty())
    assert both is not None
    by_counting, above = both
    assert by_counting == above
    assert by_counting.hinges == curve_at_start(found.whole.arena, plenty()).hinges
    assert by_counting.profile() == profile(given_)


@settings(UNHURRIED, max_examples=60)
@given(st.lists(counters(), min_size=1, max_size=3), st.integers(1, 40), e_values)
def test_few_bits_bound_what_is_counted(games: list[Game], bits: int, e_eps: F) -> None:
    """Low bits are dropped every few rounds; what is lost is counted to the side above."""
    setting = of_interleaving(side_by_side(games, sum(game.rounds for game in games)))
    arenas = [part.arena for part in Audit(setting).apart.components]
    exact, around = counted(arenas, plenty()), counted(arenas, plenty(), bits)
    assert (exact is None) == (around is None)
    assume(exact is not None and around is not None)  # None where the polynomial would be too long
    assert exact is not None
    assert around is not None
    for x in (inside(e_eps), inside(1 / e_eps)):
        assert around[0](x) <= exact[0](x) <= around[1](x)


def test_many_bits_are_close_to_what_is_counted() -> None:
    given_ = response_of_rounds(200)
    arena = Audit(of_game(given_)).whole.arena
    exact, around = counted([arena], plenty()), counted([arena], plenty(), 96)
    assert exact is not None
    assert around is not None
    low, high = (outside(curve(inside(F(2)))) for curve in around)
    assert low < outside(exact[0](inside(F(2)))) < high < low + F(1, 2**70)


@pytest.mark.parametrize(("states", "rounds"), [(4, 50), (7, 60), (10, 41)])
def test_many_rounds_in_slots_that_grow(states: int, rounds: int) -> None:
    """Half of the rounds from each side, in several stages, come to what induction finds."""
    arena = Audit(of_game(ring(states, 1, rounds))).whole.arena
    both = counted([arena], plenty())
    assert both is not None
    assert both[0] == both[1] == curve_at_start(arena, plenty())


def response_of_rounds(rounds: int) -> Game:
    """A bit shown with odds 3:2 or 9:4, by turns, so that play does not come back at once."""

    def step(state: Any, _: Any) -> Law[Any]:
        bit, turn = state
        shown = F(3, 5) if turn else F(9, 13)
        return Law({((bit, 1 - turn), bit): shown, ((bit, 1 - turn), 1 - bit): 1 - shown})

    return Game(InteractiveMechanism(step, ((0, 0), (1, 0)), ("ask",)), ((0, 0), (1, 0)), ("ask",), rounds)


def test_places_after_which_a_world_is_surely_excluded() -> None:
    """With chance 1/3 the next answer is the bit itself."""

    def step(state: Any, _: Any) -> Law[Any]:
        bit, opened = state
        if opened:
            return Law.point((state, bit))
        return Law({((bit, True), "open"): F(1, 3), ((bit, False), bit): F(2, 5), ((bit, False), 1 - bit): F(4, 15)})

    states = (0, False), (1, False)
    for rounds in range(1, 6):
        given_ = Game(InteractiveMechanism(step, states, ("ask",)), states, ("ask",), rounds)
        arena = Audit(of_game(given_)).whole.arena
        exact, around = counted([arena], plenty()), counted([arena], plenty(), 4)
        assert exact is not None
        assert around is not None
        assert exact[0] == curve_at_start(arena, plenty())
        assert around[0](inside(F(1))) <= exact[0](inside(F(1))) <= around[1](inside(F(1)))


def test_a_round_that_comes_back_to_its_place_is_a_power() -> None:
    once = Game(InteractiveMechanism(_shown, (0, 1), ("ask",)), (0, 1), ("ask",), 300)
    found = Audit(of_game(once))
    by_power = counted([found.whole.arena], plenty())
    assert by_power is not None
    assert by_power[0] == curve_at_start(found.whole.arena, plenty())
    assert len(by_power[0].hinges) == 301


def _shown(bit: Any, _: Any) -> Law[Any]:
    return Law({(bit, bit): F(3, 5), (bit, 1 - bit): F(2, 5)})


def test_a_choice_is_not_counted() -> None:
    data = {
        "type": "mechanism",
        "states": ["s", "t"],
        "queries": ["0", "1"],
        "answers": ["a", "b"],
        "init": ["s", "t"],
        "kernel": {
            "s|0": [["1/3", "s", "a"], ["2/3", "s", "b"]],
            "t|0": [["2/3", "t", "a"], ["1/3", "t", "b"]],
            "s|1": [["1/4", "s", "a"], ["3/4", "s", "b"]],
            "t|1": [["1/4", "t", "a"], ["3/4", "t", "b"]],
        },
        "horizon": 3,
    }
    assert counted([audit(data).whole.arena], plenty()) is None


# Size.


def copies_of_attack(count: int) -> dict[str, Any]:
    """So many copies of a mechanism that opens up with probability 1/4, of which one may get a differing pair."""
    kernel = {
        f"{state}|{message}": (
            [["1/4", "open", "open"], ["3/4", "shut", "closed"]]
            if state == "new"
            else [["1", state, message if state == "open" else "closed"]]
        )
        for state in ("new", "open", "shut")
        for message in ("0", "1")
    }
    component = {
        "type": "cm",
        "states": ["new", "open", "shut"],
        "messages": ["0", "1"],
        "answers": ["0", "1", "open", "closed"],
        "init": "new",
        "kernel": kernel,
        "horizon": 2,
        "verification": {"kind": "any"},
    }
    return {
        "type": "composition",
        "mode": "parallel",
        "components": [component] * count,
        "labels": ["1"] * count,
        "params": ["1"],
        "horizon": None,
    }


def test_copies_are_interchangeable() -> None:
    """Twelve copies: 3^12 places each by name, but few by how many copies stand where."""
    found = audit(copies_of_attack(12))
    assert found.deltas(F(1)) == (1 - F(3, 4) ** 12,) * 2
    assert len(found.whole.arena.places) < 1000


def test_what_is_too_large_is_refused() -> None:
    with pytest.raises(TooLarge, match="takes more than 100 steps: lower the horizon"):
        _ = Audit(of_document(document(copies_of_attack(6))), steps=100).curve
    single = document({**copies_of_attack(1)["components"][0], "type": "cm"})
    with pytest.raises(TooLarge, match="even coarse bounds take more than"):
        bounds(of_document(single), game(single), steps=100)


def test_a_plan_is_larger_than_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strategy, "SITUATIONS", 3)
    with pytest.raises(TooLarge, match="the plan distinguishes more than 3 situations: lower the horizon"):
        audit(copies_of_attack(2)).plan(F(1), 0)


@settings(UNHURRIED, max_examples=40)
@given(documents | copies(), e_values, st.booleans())
def test_what_is_not_written_down_is_replayed(data: dict[str, Any], e_eps: F, known: bool) -> None:
    """By values at one E, and by curves where there are these."""
    whole, found = game(document(data)), audit(data)
    _ = found._core_layers if known else None
    assert tuple(found.replay(whole, e_eps, world) for world in (0, 1)) == found.deltas(e_eps)


@settings(UNHURRIED, max_examples=40)
@given(counters(), e_values)
def test_what_leaves_no_choice_is_replayed(given_: Game, e_eps: F) -> None:
    """By polynomials on the lattice of losses, and by odds; none is looked for in what the engine counted."""
    found = Audit(of_game(given_))
    assert tuple(found.replay(given_, e_eps, world) for world in (0, 1)) == found.deltas(e_eps)
    steps = seen._explored(given_, given_.queries, given_.rounds)
    assert seen.views(given_, given_.queries, given_.rounds) == seen._by_odds(steps, given_.rounds)


def test_orders_below_two_are_refused() -> None:
    with pytest.raises(ValueError, match="order is 1: give an integer of at least 2"):
        audit(copies_of_attack(1)).moment(1)


def test_a_game_that_refuses_everything_gives_nothing_away() -> None:
    nothing = Game(InteractiveMechanism(lambda state, query: Law.point((state, 0)), (0, 1), ()), (0, 1), ("q",), 3)
    found = Audit(of_game(nothing))
    assert found.whole.arena.start == END
    assert found.deltas(F(1)) == (F(0), F(0))
    assert found.plan(F(1), 0) == (Verdict(False),)


@settings(UNHURRIED, max_examples=30)
@given(compositions())
def test_an_interleaving_under_any_rule_is_audited(data: dict[str, Any]) -> None:
    given_ = interleaving(document(data))
    assert Audit(of_interleaving(given_)).curve.profile() == solve(given_).curve.profile()


def test_curves_of_engine_and_model_are_the_same_objects() -> None:
    found: Curve = audit(copies_of_attack(2)).curve
    assert found.of_the_model() == solve(interleaving(document(copies_of_attack(2)))).curve


def test_the_laws_of_a_mechanism_count_no_steps() -> None:
    """What is listed or looked up is allowed however many its outcomes are, so that it stays exact."""
    outcomes = 2000
    laws = [Law({(("end", side), n): F(1, outcomes) for n in range(side, outcomes + side)}) for side in (0, 1)]
    release = Game(InteractiveMechanism(lambda side, _: laws[side], (0, 1), ("draw",)), (0, 1), ("draw",), 1)
    allowance = Allowance(1000)
    explore(release, allowance)
    assert allowance.left > 800


def test_laws_in_closed_form_count_steps() -> None:
    """How far a clamped sum is beyond its clamp has laws without number, which take long to compute."""
    steps = {"law": "two_sided_geometric", "ratio": "1/2"}
    kernel = {"law": "running_sum", "of": steps, "clamp": [0, 2]}
    hidden = {"type": "cm", "kernel": kernel, "horizon": 64, "verification": {"kind": "any"}}
    (component,) = interleaving(document(hidden)).components
    with pytest.raises(TooLarge):
        explore(component, Allowance(COMPUTED * 1000))
    assert len(component.mechanism._responses) < 500
