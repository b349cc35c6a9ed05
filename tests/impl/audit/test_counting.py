"""Where nothing is chosen, counting by polynomials comes to what induction finds."""

from fractions import Fraction as F
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from benchmarks.machines import ring
from concomp.impl.audit.engine import Audit
from concomp.impl.audit.induction import curve_at_start
from concomp.impl.audit.lattice.counting import counted
from concomp.impl.audit.rationals import inside, outside
from concomp.impl.audit.setting import of_game, of_interleaving
from concomp.model.laws.law import Law
from concomp.model.mechanisms.interactive import InteractiveMechanism
from concomp.model.mechanisms.privacy import Game, profile
from tests.impl.audit.audits import UNHURRIED, audit, plenty
from tests.impl.audit.games import counters, side_by_side
from tests.model.files.documents import e_values


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
