"""What a mechanism in Python may be wrong in: refused with place, value and remedy, as it is made or run."""

from __future__ import annotations

import time
from collections.abc import Callable
from fractions import Fraction as F
from itertools import count
from pathlib import Path
from typing import Any

import pytest

import concomp
from concomp import InteractiveMechanism, Law
from tests.tools.cli.auditing import run

STAY = Law({("s", 0): 1})
COUNTER = count()
LAW = r"return a Law of pairs \(new state, answer\)"


def audit(step: Any, states: Any = ("s", "t"), queries: Any = ("q",), rounds: Any = 2) -> object:
    return concomp.audit(concomp.game(InteractiveMechanism(step, states, queries, "M"), rounds=rounds), e_eps=1)


STEPS: list[tuple[Callable[[Any, Any], Any], str]] = [
    (lambda s, q: {(s, 0): 1}, rf"step of M at \('s', 'q'\): what it returns is {{\('s', 0\): 1}}: {LAW}"),
    (lambda s, q: None, rf"what it returns is None: {LAW}"),
    (lambda s, q: (yield), rf"what it returns is <generator .*: {LAW}"),
    (lambda s, q: Law({"x": 1}), rf"an outcome is 'x': {LAW}"),
    (lambda s, q: Law({"xy": 1}), rf"an outcome is 'xy': {LAW}"),
    (lambda s, q: Law({(s, 1, 2): 1}), rf"an outcome is \('s', 1, 2\): {LAW}"),
    (lambda s, q: Law({(s, float("nan")): 1}), r"the answer in an outcome is nan: it is not equal to itself"),
    (
        lambda s, q: Law({((0, float("nan")), 0): 1}),
        r"the state in an outcome is \(0, nan\): it is not equal",
    ),
    (
        lambda s, q: Law({(s, next(COUNTER)): 1}),
        r"the law of its answers, Law\(.*\) before, is Law\(.*\): state and",
    ),
]


@pytest.mark.parametrize(("step", "message"), STEPS)
def test_a_step_is_judged_as_it_is_run(step: Callable[[Any, Any], Any], message: str) -> None:
    with pytest.raises(concomp.MechanismError, match=message):
        audit(step)


def test_a_step_is_judged_inside_a_continual_mechanism_as_well() -> None:
    class Every(concomp.Monitor):
        def step(self, left: concomp.model.Int, right: concomp.model.Int) -> None:
            pass

    inner = InteractiveMechanism(lambda s, q: Law({"xy": 1}), ("s",), (0, 1), "M")  # type: ignore[arg-type]
    with pytest.raises(concomp.MechanismError, match=r"step of M at .*: an outcome is 'xy'"):
        concomp.audit(concomp.game(inner, rounds=1, function=Every()), e_eps=1)


PARTS: list[tuple[dict[str, Any], str]] = [
    ({"step": None}, "step of M is None: give a function"),
    ({"states": None}, "initial_states of M is None: give a tuple"),
    ({"states": 5}, "initial_states of M is 5: give a tuple"),
    ({"states": ([], [])}, r"initial_states\[0\] of M is \[\]: it is not hashable: write a tuple"),
    ({"states": (float("nan"), 0)}, r"initial_states\[0\] of M is nan: it is not equal to itself"),
    ({"queries": None}, "queries of M is None: give a tuple"),
    ({"queries": 5}, "queries of M is 5: give a tuple"),
    ({"queries": "ask"}, "queries of M is 'ask': give a tuple"),
    ({"queries": [[]]}, r"queries\[0\] of M is \[\]: it is not hashable"),
    ({"rounds": "3"}, "rounds is '3': give the largest number of messages"),
    ({"rounds": None}, "rounds is None: give the largest number of messages"),
    ({"rounds": True}, "rounds is True: give the largest number of messages"),
]


@pytest.mark.parametrize(("parts", "message"), PARTS)
def test_parts_of_a_mechanism_are_judged_when_it_is_made(parts: dict[str, Any], message: str) -> None:
    with pytest.raises(concomp.MechanismError, match=message):
        audit(**{"step": lambda s, q: STAY, **parts})


@pytest.mark.parametrize("parts", [{"rounds": 10**9}, {"rounds": 10_001}, {"queries": range(10**12)}])
def test_what_is_out_of_reach_is_refused_at_once(parts: dict[str, Any]) -> None:
    start = time.monotonic()
    with pytest.raises(concomp.TooLarge, match=r"rounds is \d+: give at most 10000|queries of M are more than 100000"):
        audit(lambda s, q: STAY, **parts)
    assert time.monotonic() - start < 1


def test_a_game_that_is_made_without_the_door_is_judged_as_well() -> None:
    mechanism = InteractiveMechanism(lambda s, q: STAY, ("s", "t"), ("q",), "M")
    with pytest.raises(concomp.TooLarge, match="rounds is 1000000000: give at most 10000"):
        concomp.audit(concomp.Game(mechanism, ("s", "t"), ("q",), 10**9))
    with pytest.raises(concomp.MechanismError, match="queries of the game cannot be listed"):
        concomp.audit(concomp.Game(mechanism, ("s", "t"), None, 1))  # type: ignore[arg-type]


def test_laws_of_one_output_have_outcomes_that_equal_themselves() -> None:
    nan = Law({float("nan"): 1})
    with pytest.raises(concomp.MechanismError, match=r"the answer in an outcome is nan: it is not equal to itself"):
        concomp.audit((nan, nan), e_eps=1)


SAME = "Python takes them for equal, and they are not the same; write one of them throughout"


@pytest.mark.parametrize(("one", "other"), [(1, True), (1, 1.0), (0.0, -0.0), (F(1), 1), ((1,), (True,))])
def test_what_is_equal_and_not_the_same_is_refused_wherever_it_comes_up(one: Any, other: Any) -> None:
    worlds: dict[str, Any] = {"s": one, "t": other}

    def answer(state: str, query: Any) -> Law[tuple[str, Any]]:
        return Law({(state, worlds[state]): 1})

    def remember(state: Any, query: str) -> Law[tuple[Any, str]]:
        return Law({(worlds.get(state, state), type(state).__name__): 1})

    with pytest.raises(concomp.MechanismError, match=f"M has the answer .* beside the answer .*: {SAME}"):
        audit(answer)
    with pytest.raises(concomp.MechanismError, match=f"M has the state .* beside the state .*: {SAME}"):
        audit(remember)
    with pytest.raises(concomp.MechanismError, match=f"M has the query .* beside the query .*: {SAME}"):
        audit(lambda s, q: STAY, queries=(one, other))
    with pytest.raises(concomp.MechanismError, match=f"the state .* of the class Law beside the state .*: {SAME}"):
        concomp.audit((Law({one: 1}), Law({other: 1})), e_eps=1)
    asked = InteractiveMechanism(lambda s, q: STAY, ("s",), (one,), "M")
    with pytest.raises(concomp.MechanismError, match=f"M has the query .* beside the query .*: {SAME}"):
        asked.respond("s", other)


def test_a_state_may_be_equal_to_an_answer_and_not_the_same() -> None:
    told = audit(lambda s, q: Law({(s, s == 1): 1}), states=(0, 1))
    assert "δ = 1" in repr(told)


def test_what_holds_itself_is_no_message() -> None:
    class Holder:
        def __init__(self) -> None:
            self.itself = self

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Holder)

        def __hash__(self) -> int:
            return 0

    with pytest.raises(concomp.MechanismError, match="holds itself, or what it holds lies too deep: write what has"):
        audit(lambda s, q: STAY, queries=(Holder(), Holder()))


def test_what_is_no_mechanism_has_no_game() -> None:
    with pytest.raises(concomp.MechanismError, match="the mechanism is None: give an InteractiveMechanism"):
        concomp.game(None, rounds=1)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ([1, 2], r"the weights are \[1, 2\]: give a mapping from outcomes to weights"),
        (None, "the weights are None: give a mapping from outcomes to weights"),
        ({"a": None}, "weight of 'a' is None: write a rational \"p/q\""),
        ({"a": True}, "weight of 'a' is True: write a rational \"p/q\""),
    ],
)
def test_weights_that_make_no_law(weights: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Law(weights)
    assert Law({0: F(1, 2), 1: "1/2"}) == Law({0: F(1, 2), 1: F(1, 2)})  # type: ignore[dict-item]


def test_the_command_shows_the_same_text(tmp_path: Path) -> None:
    file = tmp_path / "games.py"
    file.write_text(
        "from concomp import Game, InteractiveMechanism, Law\n"
        "wrong = Game(InteractiveMechanism(lambda s, q: Law({'xy': 1}), (0, 1), ('q',), 'M'), (0, 1), ('q',), 2)\n"
        "long = Game(InteractiveMechanism(lambda s, q: Law({(s, 0): 1}), (0, 1), ('q',), 'M'), (0, 1), ('q',), 10**9)\n"
    )
    wrong, long = run(f"{file}:wrong"), run(f"{file}:long")
    text = "step of M at (0, 'q'): an outcome is 'xy': return a Law of pairs (new state, answer)"
    assert (wrong.exit_code, wrong.stderr) == (2, f"concomp: {file}:wrong: {text}\n")
    assert (long.exit_code, long.stderr) == (3, f"concomp: {file}: rounds is 1000000000: give at most 10000\n")
