"""The assignments in the text of a post-processing: each with its line, its value, and the condition that it is under.

A definition says what a register is after a step, whichever lines brought that about. Here the two methods are read
once more, and each line that assigns a register is noted.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from concomp.model.language.handlers import SendingRecorder
from concomp.model.language.postprocessing import PostProcessing
from concomp.model.language.readings.machine import read_method
from concomp.model.language.syntax.errors import Position, author_position
from concomp.model.language.syntax.expressions import wrap
from concomp.model.language.syntax.terms import Term
from concomp.model.mechanisms.postprocessing import LEFT, RIGHT, Side


@dataclass(frozen=True)
class Assignment:
    """A line that assigns a register.

    origin: the side of the message on which it does so. condition, value: terms over the message and over the
    registers before the step. position: the author's line.
    """

    register: str
    origin: Side
    condition: Term
    value: Term
    position: Position


def assignments(machine: PostProcessing) -> tuple[Assignment, ...]:
    """The assignments of a post-processing: those on a message from the left, then those on one from the right."""
    definition = machine.definition
    symbols = {each.name: each.symbol for each in definition.registers}
    noted: list[Assignment] = []
    for side, method in ((LEFT, machine.on_left), (RIGHT, machine.on_right)):
        handler = definition.handler(side)
        with _Noting(machine, symbols, side) as recorder:
            received = wrap(handler.received.sort, handler.received)
            read_method(method, received, remedy="send it", position=handler.position)
        noted += recorder.noted
    return tuple(noted)


class _Noting(SendingRecorder):
    """A recorder that notes each assignment."""

    def __init__(self, owner: object, registers: Mapping[str, Term], origin: Side) -> None:
        super().__init__(owner, registers)
        self._origin = origin
        self.noted: list[Assignment] = []

    def assign(self, name: str, term: Term) -> None:
        self.noted.append(Assignment(name, self._origin, self.path, term, author_position()))
        super().assign(name, term)
