"""Records as they are turned into messages: numbers are clamped, and of a user's contributions only some count.

Each is an interactive post-processing, of which it is proved for every length that it takes what may be sent to it to
what the mechanism may be sent, as HSV26 Theorem 6.1 asks.
"""

from __future__ import annotations

from concomp.impl.mechanisms.functions import Numbers, Stream
from concomp.model.language import (
    Bool,
    Int,
    Map,
    Max,
    Min,
    Monitor,
    Opaque,
    PostProcessing,
    Record,
    ite,
    parameter,
    register,
    require,
    when,
)


class Contribution(Record):
    """A number that somebody contributes."""

    user: Int
    number: Int


class Answer(Opaque):
    """An answer of the mechanism, which is handed on as it is."""


class AnyNumbers(Monitor):
    """So many numbers, each of which may differ as far as one likes."""

    most = parameter(Int, where=lambda most: most >= 1)
    sent = register(Int, 0)

    def step(self, left: Int, right: Int) -> None:
        require(self.sent < self.most)
        self.sent = self.sent + 1


class AnyStream(Monitor):
    """Any number of numbers, of which `differing` may differ as far as one likes."""

    differing = parameter(Int, where=lambda differing: differing >= 1)
    used = register(Int, 0)

    def step(self, left: Int, right: Int) -> None:
        with when(left != right):
            require(self.used < self.differing)
            self.used = self.used + 1


class OneUser(Monitor):
    """Any number of contributions, of which those of one user may differ; whose they are may not."""

    has_differed = register(Bool, False)
    user = register(Int, 0)

    def step(self, left: Contribution, right: Contribution) -> None:
        require(left.user == right.user)
        with when(left.number != right.number):
            require(~self.has_differed | (left.user == self.user))
            self.has_differed = True
            self.user = left.user


class Clamp(PostProcessing):
    """Hands on each number, clamped to `low` and `low` + `apart`."""

    low = parameter(Int)
    apart = parameter(Int, where=lambda apart: apart >= 1)

    def on_left(self, number: Int) -> None:
        self.send_right(Min(Max(number, self.low), self.low + self.apart))

    def on_right(self, answer: Answer) -> None:
        self.send_left(answer)


class BoundContributions(PostProcessing):
    """Hands on the first `differing` contributions of each user, clamped from 0 to `apart`, and 0 for all others."""

    differing = parameter(Int, where=lambda differing: differing >= 1)
    apart = parameter(Int, where=lambda apart: apart >= 1)
    contributed = register(Map[Int, Int], 0)

    def on_left(self, contribution: Contribution) -> None:
        before = self.contributed[contribution.user]
        clamped = Min(Max(contribution.number, 0), self.apart)
        self.contributed[contribution.user] = before + 1
        self.send_right(ite(before < self.differing, clamped, 0))

    def on_right(self, answer: Answer) -> None:
        self.send_left(answer)


Route = tuple[type[PostProcessing], type[Monitor], type[Monitor]]
"""A post-processing, what may be sent to it, and what it may send."""
ROUTES: tuple[Route, ...] = (
    (Clamp, AnyNumbers, Numbers),
    (Clamp, AnyStream, Stream),
    (BoundContributions, OneUser, Stream),
)
"""What is proved."""
