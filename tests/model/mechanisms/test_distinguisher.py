"""Plans are worth what their decision tree is worth, and are refused where the game does not allow them."""

from fractions import Fraction as F
from typing import Any

import pytest

from concomp.model.laws.law import Law
from concomp.model.mechanisms.distinguisher import Distinguisher, Query, Verdict, advantage, tree_size
from concomp.model.mechanisms.interactive import InteractiveMechanism
from concomp.model.mechanisms.privacy import Game


def game(rounds: int) -> Game:
    """It shows its bit with chance 2/3, anew each time it is asked."""

    def step(bit: Any, _: Any) -> Law[Any]:
        return Law.coin(F(2, 3), (bit, str(bit)), (bit, str(1 - bit)))

    return Game(InteractiveMechanism(step, (0, 1), ("ask",)), (0, 1), ("ask",), rounds)


SILENT, SPEAKING = Verdict(False), Verdict(True)
ONCE: Distinguisher = (SILENT, SPEAKING, Query("ask", (("0", 1), ("1", 0))))
MAJORITY: Distinguisher = (
    SILENT,
    SPEAKING,
    Query("ask", (("0", 1), ("1", 0))),
    Query("ask", (("0", 1), ("1", 2))),
    Query("ask", (("0", 2), ("1", 0))),
    Query("ask", (("0", 3), ("1", 4))),
)


def test_a_plan_speaks_up_with_its_chance_in_either_world() -> None:
    assert advantage(game(1), ONCE, F(1)) == F(2, 3) - F(1, 3)
    assert advantage(game(1), ONCE, F(3)) == F(2, 3) - 3 * F(1, 3)
    assert advantage(game(3), MAJORITY, F(1)) == F(20, 27) - F(7, 27)


def test_hidden_states_that_meet_again_are_added_up() -> None:
    """The mechanism flips a hidden coin, forgets it, and shows its bit."""
    after: dict[Any, Law[Any]] = {}
    for bit in (0, 1):
        after[bit, "new"] = Law.coin(F(1, 2), ((bit, "heads"), "flipped"), ((bit, "tails"), "flipped"))
        for side in ("heads", "tails"):
            after[bit, side] = Law.point(((bit, "told"), str(bit)))
    mechanism = InteractiveMechanism(lambda state, _: after[state], ((0, "new"), (1, "new")), ("ask",))
    whole = Game(mechanism, ((0, "new"), (1, "new")), ("ask",), 2)
    plan = (SILENT, SPEAKING, Query("ask", (("0", 1), ("1", 0))), Query("ask", (("flipped", 2),)))
    assert advantage(whole, plan, F(1)) == 1


def test_what_is_shared_counts_as_often_as_it_is_met() -> None:
    assert (tree_size(ONCE), tree_size(MAJORITY), tree_size((SILENT,))) == (1, 5, 0)


def test_an_answer_that_is_not_listed_ends_the_plan_in_silence() -> None:
    assert advantage(game(1), (SPEAKING, Query("ask", (("0", 0),))), F(1)) == F(1, 3)
    assert advantage(game(1), (Query("ask", ()),), F(1)) == 0


def test_a_plan_that_is_longer_than_the_game_is_refused() -> None:
    with pytest.raises(ValueError, match="sends 3 queries in a row: the game has 2 rounds"):
        advantage(game(2), MAJORITY, F(1))


def test_a_plan_that_sends_what_is_no_query_is_refused() -> None:
    with pytest.raises(ValueError, match="sends 'tell': it is not a query of the game"):
        advantage(game(1), (SPEAKING, Query("tell", (("0", 0),))), F(1))
