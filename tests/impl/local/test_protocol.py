"""Local protocols at run time have the law of the model, and say what is wrong with what they are given."""

from __future__ import annotations

from collections.abc import Generator
from fractions import Fraction as F
from itertools import product
from typing import Any

import pytest

from concomp.impl.local.protocol import Asked, LocalProtocol, LocalUser
from concomp.impl.mechanisms.responses import RandomisedResponse
from concomp.impl.noise.randomness import Randomness
from concomp.impl.noise.sources import SeededRandomness
from concomp.impl.noise.tapes import enumerate_tape
from concomp.impl.session.answers import HALTED
from concomp.model.applications.local_privacy import Exchanges, server_view
from concomp.model.applications.local_privacy import LocalProtocol as Described
from concomp.model.applications.local_protocol import AskUser
from concomp.model.laws.law import Law
from concomp.model.mechanisms.interactive import EVERYTHING, HALT, InteractiveMechanism
from concomp.model.numbers import ParameterError

TRUTHFUL = F(2, 3)
"""The chance of a true answer at E = 2."""
USER = LocalUser(RandomisedResponse("2", 0), lambda bit, question: bit ^ question)


def adaptive() -> Generator[Asked, Any, str]:
    """Asks user 0 for the bit; then, by the answer, user 1 for the bit or for its opposite."""
    _, first = yield Asked(0, False)
    _, second = yield Asked(1, first)
    return f"{int(first)}{int(second)}"


def described_rule(_: Any, seen: Exchanges) -> AskUser | None:
    if len(seen) == 2:
        return None
    return AskUser(index=len(seen) + 1, question=bool(seen and seen[0][1]))


def response(bit: Any, question: Any) -> Law[Any]:
    true = bit ^ question
    return Law({(HALT, true): TRUTHFUL, (HALT, not true): 1 - TRUTHFUL})


@pytest.mark.parametrize("data", list(product((False, True), repeat=2)))
def test_the_view_has_the_law_of_the_model(data: tuple[bool, bool]) -> None:
    def seen(randomness: Randomness) -> Any:
        view: Any = LocalProtocol((USER, USER), adaptive).begin(randomness)(data)
        assert view.found == "".join(str(int(each.answer[1])) for each in view.exchanges)
        return tuple((each.user + 1, each.question, each.answer[1]) for each in view.exchanges)

    user = InteractiveMechanism(response, (False, True), EVERYTHING)
    law = server_view(Described((user, user), Law.point(None), described_rule), data)
    expected = law.map(lambda view: tuple((asked.index, asked.question, answer) for asked, answer in view[1]))
    assert enumerate_tape(seen).masses == dict(expected.items())


def test_a_user_answers_within_its_own_loss() -> None:
    def twice() -> Generator[Asked, Any, Any]:
        yield Asked(0, False)
        return (yield Asked(0, False))

    seeded = SeededRandomness(1)
    view = LocalProtocol([LocalUser(Once(), lambda bit, question: bit)], twice).run(
        [True], randomness=seeded, trust="seeded"
    )
    assert view.found is HALTED


class Once(RandomisedResponse):
    """A response that halts, where the others refuse."""

    def __init__(self) -> None:
        super().__init__("2", 0, differing=2)

    def start(self, noisy: Any, randomness: Randomness) -> Any:
        answer, asked = super().start(noisy, randomness), 0

        def respond(bit: bool) -> Any:
            nonlocal asked
            asked += 1
            return answer(bit) if asked == 1 else HALT

        return respond


def test_the_mechanism_of_a_protocol_takes_one_message() -> None:
    started = LocalProtocol((USER, USER), adaptive).begin(SeededRandomness(2))
    assert started((True, False)) is not HALT
    assert started((True, False)) is HALT


@pytest.mark.parametrize(
    ("data", "asked", "message"),
    [
        ([True], 0, r"^data is 'of 1 users': give those of 2, one for each$"),
        ([True, False], 2, r"^server is Asked\(user=2, .*: let it yield Asked\(user, question\), users from 0 to 1$"),
        ([True, False], -1, r"^server is Asked\(user=-1, .*, users from 0 to 1$"),
        ([True, False], True, r"^server is Asked\(user=True, .*, users from 0 to 1$"),
        ([True, False], "0", r"^server is Asked\(user='0', .*, users from 0 to 1$"),
    ],
)
def test_what_does_not_fit_is_refused(data: list[bool], asked: int, message: str) -> None:
    def server() -> Generator[Asked, Any, None]:
        yield Asked(asked, False)

    with pytest.raises(ParameterError, match=message):
        LocalProtocol((USER, USER), server).run(data)


def test_what_was_asked_cannot_change_later() -> None:
    def server() -> Generator[Asked, Any, None]:
        yield Asked(0, ["first"])  # type: ignore[arg-type]

    with pytest.raises(ParameterError, match=r"^question is \['first'\]: ask by a value that never changes"):
        LocalProtocol((USER, USER), server).run([True, False])


def test_known_randomness_has_to_be_trusted() -> None:
    with pytest.raises(ParameterError, match=r"say trust='seeded' to use it"):
        LocalProtocol((USER, USER), adaptive).run([True, False], randomness=SeededRandomness(1))
