"""The server of a local protocol as a post-processing, against a plain account of what it does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

from concomp.model.applications.local_protocol import Answer, AskUser, Assign, NewUser, Rule, Run, Server
from concomp.model.language import elsewhen, otherwise, when
from concomp.model.mechanisms.postprocessing import LEFT, RIGHT
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.checks.propositions import mistake
from concomp.obligations.expectation import expect, first_case

Script = tuple[int, ...]
"""Whom the rules name, one after the other; who is no user means to stop."""


class HandsOut(Server):
    """Wrong: after the last user one more is handed data."""

    def on_right(self, answer: Answer) -> None:
        with when(self.made < self.n):
            self.create()
        with elsewhen(self.given <= self.n):
            self.given = self.given + 1
            self.send_right(Assign(index=self.given, data=self.data()))
        with elsewhen(self.goes_on()):
            self.send_right(AskUser(index=self.rule.index, question=self.question()))
        with otherwise():
            self.send_left(self.shown())


def plain(users: int, data: Sequence[str], script: Script) -> list[Any]:
    """What S_P sends: n creations, x_i to user i for each i, questions as the rules say, and at last the view."""
    named = next((place for place, index in enumerate(script) if not 1 <= index <= users), len(script))
    asked = [AskUser(index=index, question=f"question {place}") for place, index in enumerate(script[:named])]
    handed = [Assign(index=index, data=data[index - 1]) for index in range(1, users + 1)]
    return [*([NewUser()] * users), *handed, *asked, f"view {named}"]


def transcript(server: Server, users: int, data: Sequence[str], script: Script) -> list[Any]:
    """What the post-processing sends, its first message to the left being the last."""
    machine = server.with_values(n=users)
    listed: list[Any] = []
    state, side, message = machine.respond(machine.initial, LEFT, Run(), _drawn(data, script, 0, users))
    while side is RIGHT:
        listed.append(message)
        state, side, message = machine.respond(state, RIGHT, "", _drawn(data, script, len(listed), users))
    return [*listed, message]


def _drawn(data: Sequence[str], script: Script, step: int, users: int) -> dict[str, Any]:
    """The data of the user whose turn it is, and what the rules say after so many messages to the right."""
    turn, place = step - users, step - 2 * users
    index = script[place] if 0 <= place < len(script) else 0
    secret = data[turn] if 0 <= turn < users else ""
    return {"secret": secret, "rule": Rule(index=index, question=f"question {place}", view=f"view {place}")}


def _cases() -> Iterator[tuple[int, tuple[str, ...], Script]]:
    for users in (1, 2, 3):
        for length in range(3):
            for script in product(range(users + 2), repeat=length):
                yield users, tuple("xyz"[:users]), script


@check("HSV26 Section 8: M_P and S_P")
def the_server_creates_hands_out_and_plays() -> Outcome:
    """The post-processing sends what a plain account of the server says, for all rules of up to two questions."""
    cases = list(_cases())
    for case in cases:
        expect(
            transcript(Server(), *case) == plain(*case),
            f"of {case} the post-processing sends {transcript(Server(), *case)}",
        )
    longest = max(cases, key=lambda case: len(plain(*case)))
    _, data, _ = first_case(
        (case for case in cases if transcript(HandsOut(), *case) != plain(*case)), "one user more may get data"
    )
    return Outcome(
        verdict="exact",
        scope="S_P for 1, 2 and 3 users, all rules that put up to two questions, to users or to nobody; its data are "
        "those of the user whose turn it is",
        size=len(cases),
        witness=f"for 3 users and 2 questions {len(plain(*longest))} messages are sent",
        control=f"told apart with {len(data)} user: “{mistake(HandsOut)}”",
    )
