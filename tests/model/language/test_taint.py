"""Tainted variables, read off the text of a post-processing."""

from __future__ import annotations

import pytest

from concomp.model.applications.histogram import histogram_mechanism
from concomp.model.applications.local_protocol import Server
from concomp.model.language import Bool, Int, PostProcessing, Record, otherwise, register, when
from concomp.model.language.taint import decides_by_untainted, shows_untainted, tainted_variables
from concomp.obligations.families.applications import histogram_variants, protocol_variants


class ToPart(Record):
    """A message for a part."""

    index: Int
    value: Int


class Relay(PostProcessing):
    """Hands on its input to the part that was answered last, and counts."""

    part = register(Int, 1)
    kept = register(Int, 0)
    copied = register(Int, 0)
    larger = register(Bool, False)
    steps = register(Int, 0)

    def on_left(self, message: Int) -> None:
        self.copied = self.kept
        self.kept = message
        with when(self.kept > 3):
            self.larger = True
        self.steps = self.steps + 1
        self.send_right(ToPart(index=self.part, value=message))

    def on_right(self, message: Int) -> None:
        self.part = message
        self.send_left(self.shown())

    def shown(self) -> Int:
        return self.steps


class ShowsCopy(Relay):
    def shown(self) -> Int:
        return self.copied


class AsksByInput(Relay):
    def on_left(self, message: Int) -> None:
        self.send_right(ToPart(index=message, value=self.part))


class SendsByInput(Relay):
    def on_left(self, message: Int) -> None:
        with when(message > 0):
            self.send_right(ToPart(index=1, value=message))
        with otherwise():
            self.send_left(0)


class Wrapped(Record):
    """A message for a part, in a cover."""

    inner: ToPart


class NewPart(Record):
    """Creates a part."""

    kind: Int


class CreatesByInput(Relay):
    def on_left(self, message: Int) -> None:
        self.send_right(NewPart(kind=message))


class CreatesOrAsks(Relay):
    """Asks the first part by an index that is public, and creates another by its input."""

    def on_left(self, message: Int) -> None:
        with when(self.part > 0):
            self.send_right(ToPart(index=self.part, value=message))
        with otherwise():
            self.send_right(NewPart(kind=message))


class CreatesPublicly(Relay):
    def on_left(self, message: Int) -> None:
        with when(self.part > 0):
            self.send_right(ToPart(index=self.part, value=message))
        with otherwise():
            self.send_right(NewPart(kind=self.steps))


class AsksUnderCover(Relay):
    def on_left(self, message: Int) -> None:
        self.send_right(Wrapped(inner=ToPart(index=message, value=0)))


class HandsOnWhatever(Relay):
    """Asks or creates as it is told."""

    def on_left(self, message: ToPart | NewPart) -> None:
        self.send_right(message)


class SendsPlainly(Relay):
    def on_left(self, message: Int) -> None:
        self.send_right(message)


class ShowsByCondition(Relay):
    def on_left(self, message: Int) -> None:
        with when(message > 0):
            self.send_left(0)
        with otherwise():
            self.send_left(1)


class ShowsByKeptCondition(Relay):
    """Shows constants, by a condition on what it was told earlier."""

    def on_left(self, message: Int) -> None:
        self.kept = message
        self.send_right(ToPart(index=1, value=message))

    def on_right(self, message: Int) -> None:
        with when(message > 0):
            with when(self.kept > 0):
                self.send_left(0)
            with otherwise():
                self.send_left(1)
        with otherwise():
            self.send_left(2)


class ShowsByAnswer(Relay):
    def on_right(self, message: Int) -> None:
        with when(message > 0):
            self.send_left(0)
        with otherwise():
            self.send_left(1)


def test_taint_goes_through_other_variables_and_through_conditions() -> None:
    assert tainted_variables(Relay().definition) == {"kept", "copied", "larger"}


@pytest.mark.parametrize(
    ("made", "decides", "shows"),
    [
        (Relay(), True, True),
        (ShowsCopy(), True, False),
        (AsksByInput(), False, True),
        (SendsByInput(), False, False),
        (CreatesByInput(), False, True),
        (CreatesOrAsks(), False, True),
        (CreatesPublicly(), True, True),
        (AsksUnderCover(), False, True),
        (HandsOnWhatever(), False, True),
        (SendsPlainly(), False, True),
        (ShowsByCondition(), False, False),
        (ShowsByKeptCondition(), False, False),
        (ShowsByAnswer(), True, True),
        (histogram_mechanism(2), True, True),
        (histogram_variants.wrong(histogram_variants.SkipsNoise), False, False),
        (histogram_variants.wrong(histogram_variants.ShowsSums), True, False),
        (Server(), True, True),
        (protocol_variants.StopsForData(), False, False),
        (protocol_variants.ShowsData(), True, False),
    ],
    ids=lambda value: repr(value),
)
def test_what_is_decided_and_shown(made: PostProcessing, decides: bool, shows: bool) -> None:
    assert (decides_by_untainted(made.definition), shows_untainted(made.definition)) == (decides, shows)
