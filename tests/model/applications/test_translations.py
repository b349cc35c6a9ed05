"""Post-processings do what the lines of their pseudocode do, run one after another by an interpreter.

Algorithm 4 and Algorithm 3 have checks of their own (HSV26 Algorithm 4, HSV26 Algorithm 3).
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from concomp.model.applications.guess_and_check_of_parts import (
    Answer,
    Check,
    Guess,
    GuessAndCheck,
    NewAnswers,
    NewCheck,
    Show,
    Verdict,
)
from concomp.model.applications.local_protocol import AskUser, Assign, NewUser, Rule, Run, Server
from concomp.model.mechanisms.postprocessing import LEFT, RIGHT
from concomp.obligations.families.applications.guess_variants import AsksForTwice, ShowsValues, SkipsZero

Told = list[Any]
Parts = Callable[[Any], Any]
"""What is sent to the parts ↦ what they answer."""


def guesses_by_lines(guesses: list[tuple[int, int]], parts: Parts) -> Told:
    """Lyu22, proof of Theorem 5: create A1 and A2; feed each query into A1; if it is WRONG, query A2; report."""
    told: Told = []

    def ask(*message: Any) -> Any:
        told.append(message)
        return parts(message)

    ask("create A1")
    ask("create A2")
    for value, guess in guesses:
        outcome = ask("A1", value, guess)
        if outcome == "WRONG":
            told.append(("report", "WRONG", ask("A2", value)))
        else:
            told.append(("report", outcome, 0))
    return told


def guesses_by_messages(machine: GuessAndCheck, guesses: list[tuple[int, int]], parts: Parts) -> Told:
    """The same by the post-processing."""
    told: Told = []
    state = machine.initial
    for value, guess in guesses:
        state, side, sent = machine.respond(state, LEFT, Guess(value=value, guess=guess))
        while side is RIGHT:
            told.append(in_words(sent))
            state, side, sent = machine.respond(state, RIGHT, as_answer(parts(told[-1])))
        told.append(("report", sent.verdict.name, sent.shown))
    return told


def in_words(message: Any) -> tuple[Any, ...]:
    match message:
        case NewCheck():
            return ("create A1",)
        case NewAnswers():
            return ("create A2",)
        case Check():
            return "A1", message.value, message.guess
        case Show():
            return "A2", message.value
    raise AssertionError(message)


def as_answer(said: Any) -> Any:
    verdict = Verdict[said] if isinstance(said, str) else Verdict.PASS
    return Answer(verdict=verdict, shown=said if isinstance(said, int) else 0)


def chance(seed: int) -> Parts:
    """Parts that answer by chance."""
    random = Random(seed)

    def parts(message: Any) -> Any:
        if message[0] == "A1":
            return random.choice(("PASS", "WRONG", "HALTED"))
        return random.randrange(-5, 5) if message[0] == "A2" else None

    return parts


def streams() -> list[list[tuple[int, int]]]:
    random = Random(5)
    return [[(random.randrange(3), random.randrange(3)) for _ in range(6)] for _ in range(100)]


def same(machine: GuessAndCheck) -> bool:
    return all(
        guesses_by_lines(each, chance(seed)) == guesses_by_messages(machine, each, chance(seed))
        for seed, each in enumerate(streams())
    )


def test_guess_and_check_does_what_its_lines_do() -> None:
    assert same(GuessAndCheck())


@pytest.mark.parametrize("wrong", [SkipsZero, ShowsValues, AsksForTwice])
def test_a_wrong_guess_and_check_does_not(wrong: type[GuessAndCheck]) -> None:
    assert not same(wrong())


def server_by_lines(data: list[str], rule: Callable[[Told], tuple[int, str] | None], parts: Parts) -> Told:
    """HSV26 section 8: create n users, hand user i the data x_i, ask whom the rules name, and return the view."""
    told: Told = []
    for _ in data:
        told.append(("create",))
        parts(told[-1])
    for index, each in enumerate(data, 1):
        told.append(("hand", index, each))
        parts(told[-1])
    view: Told = []
    while (asked := rule(view)) is not None:
        told.append(("ask", *asked))
        view.append((asked, parts(told[-1])))
    return [*told, ("return", tuple(view))]


def server_by_messages(data: list[str], rule: Callable[[Told], tuple[int, str] | None], parts: Parts) -> Told:
    """The same by the post-processing, told by the values from outside what the rules say."""
    machine = Server(n=len(data))
    told: Told = []
    view: Told = []
    state, origin, message, side = machine.initial, LEFT, Run(), RIGHT
    while side is RIGHT:
        given, asked = state[1], rule(view)
        index, question = asked or (0, None)
        outside = {
            "secret": data[min(int(given), len(data) - 1)],
            "rule": Rule(index=index, question=question, view=tuple(view)),
        }
        state, side, sent = machine.respond(state, origin, message, outside)
        if side is LEFT:
            told.append(("return", sent))
            break
        told.append(server_in_words(sent))
        answer = parts(told[-1])
        if isinstance(sent, AskUser):
            view.append((asked, answer))
        origin, message = RIGHT, answer
    return told


def server_in_words(message: Any) -> tuple[Any, ...]:
    match message:
        case NewUser():
            return ("create",)
        case Assign():
            return "hand", message.index, message.data
        case AskUser():
            return "ask", message.index, message.question
    raise AssertionError(message)


def test_a_server_does_what_its_lines_do() -> None:
    """Rules that ask by what was answered, one to three users."""

    def rule(view: Told) -> tuple[int, str] | None:
        if len(view) == 4:
            return None
        return 1 + sum(answer for _, answer in view) % users, f"question {len(view)}"

    for users in (1, 2, 3):
        for seed in range(10):
            runs = []
            for run in (server_by_lines, server_by_messages):
                random = Random(seed)
                runs.append(run([f"x{index}" for index in range(users)], rule, lambda _, r=random: r.randrange(5)))
            assert runs[0] == runs[1]
            assert len(runs[0]) == 2 * users + 5
