"""Post-processings for the tests: the server of a local protocol, and wrong or small ones."""

from __future__ import annotations

from concomp.model.language import (
    Bool,
    Int,
    Opaque,
    PostProcessing,
    Record,
    common,
    elsewhen,
    otherwise,
    parameter,
    per_copy,
    register,
    when,
)


class Start(Record):
    """Asks for a run of the protocol."""

    seed: Int


class Answer(Opaque):
    """What a user answers."""


class Dataset(Opaque):
    """The data of a user."""


class Question(Opaque):
    """What a user is asked."""


class View(Opaque):
    """What the protocol gives."""


class Choice(Record):
    """What the protocol does next: ask the user of this index, or stop and show this view."""

    index: Int
    question: Question
    view: View


class NewUser(Record):
    """Creates a user."""


class Assign(Record):
    """Hands a user the data."""

    index: Int
    data: Dataset


class AskUser(Record):
    """Asks a user."""

    index: Int
    question: Question


class Server(PostProcessing):
    """Creates n users, hands each a data set, then asks what the protocol says."""

    n = parameter(Int, where=lambda n: n >= 1)
    secret = per_copy(Dataset)
    protocol = common(Choice)
    made = register(Int, 0)
    given = register(Int, 0)

    def on_left(self, start: Start) -> None:
        self.create_user()

    def on_right(self, answer: Answer) -> None:
        with when(self.made < self.n):
            self.create_user()
        with elsewhen(self.given < self.n):
            self.given += 1
            self.send_right(Assign(index=self.given, data=self.secret))
        with elsewhen((self.protocol.index >= 1) & (self.protocol.index <= self.n)):
            self.send_right(AskUser(index=self.protocol.index, question=self.protocol.question))
        with otherwise():
            self.send_left(self.protocol.view)

    def create_user(self) -> None:
        """Create the next user."""
        self.made += 1
        self.send_right(NewUser())


class Doubler(PostProcessing):
    """Passes numbers to the right and doubles what comes back, which it counts."""

    count = register(Int, 0)

    def on_left(self, number: Int) -> None:
        self.send_right(number)

    def on_right(self, number: Int) -> None:
        self.count += 1
        self.send_left(2 * number)


class Forgetful(PostProcessing):
    """Wrong: on an odd count it sends nothing to the left."""

    odd = register(Bool, False)

    def on_left(self, number: Int) -> None:
        self.odd = ~self.odd
        self.send_right(number)

    def on_right(self, number: Int) -> None:
        with when(~self.odd):
            self.send_left(number)
