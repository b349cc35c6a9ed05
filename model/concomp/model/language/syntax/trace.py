"""The trace.

While `step` runs once on symbols, the recorder keeps what it said: the value of each register
on the path taken, under which conditions, and each requirement with its place.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, Self

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.containers import bind_cell
from concomp.model.language.syntax.errors import LanguageError, Position, author_position
from concomp.model.language.syntax.expressions import wrap
from concomp.model.language.syntax.terms import Term

_recording: ContextVar[Recorder | None] = ContextVar("recording", default=None)


@dataclass(frozen=True)
class Requirement:
    """A condition that the step states, with the place in the author's file where it stands."""

    condition: Term
    position: Position


@dataclass(eq=False)
class Block:
    """A guarded stretch of the step: its guard, the registers in it, and the guards just before it."""

    guard: Term
    registers: dict[str, Term]
    preceding: list[Term] = field(default_factory=list)


class Recorder:
    """What one run of a step has said so far."""

    def __init__(self, owner: object, registers: Mapping[str, Term]) -> None:
        """Take the object whose step runs and the symbols of its registers."""
        self.owner = owner
        self.requirements: list[Requirement] = []
        self.verdicts: list[Requirement] = []
        self.assigned: set[str] = set()
        self.blocks = [Block(terms.TRUE, dict(registers))]
        self.changes = dict.fromkeys(registers, 0)

    @property
    def block(self) -> Block:
        """The innermost open block."""
        return self.blocks[-1]

    @property
    def path(self) -> Term:
        """The condition under which the current statement counts."""
        return terms.conjunction(block.guard for block in self.blocks)

    def read(self, name: str) -> Any:
        """The register's value at this point."""
        term = self.block.registers[name]
        return bind_cell(wrap(term.sort, term), RegisterCell(self, name, self.block, self.changes[name]))

    def assign(self, name: str, term: Term) -> None:
        """Give the register a value, where the open blocks' guards hold."""
        self.block.registers[name] = term
        self.assigned.add(name)

    def require(self, condition: Term, position: Position | None = None) -> None:
        """Record a requirement at the author's line, unless another place is given."""
        self.requirements.append(Requirement(terms.implication(self.path, condition), position or author_position()))

    def accept_if(self, condition: Term, position: Position | None = None) -> None:
        """Record a condition for the verdict on this prefix at the author's line, unless another place is given."""
        self.verdicts.append(Requirement(terms.implication(self.path, condition), position or author_position()))

    def open(self, guard: Term) -> None:
        """Begin a block under a guard."""
        self.blocks.append(Block(guard, dict(self.block.registers)))

    def close(self) -> None:
        """End the innermost block: a register holds what the block gave it where the guard holds."""
        inner = self.blocks.pop()
        outer = self.block.registers
        for name, term in inner.registers.items():
            outer[name] = terms.choice(inner.guard, term, outer[name])

    def __enter__(self) -> Self:
        self._token = _recording.set(self)
        return self

    def __exit__(self, *raised: object) -> None:
        _recording.reset(self._token)


@dataclass
class RegisterCell:
    """The register that a vector or map was read from, and how often an entry of it had been changed."""

    recorder: Recorder
    name: str
    block: Block
    changes: int

    def check_current(self) -> None:
        """Raise LanguageError if an entry of the register was changed since."""
        if self.changes != self.recorder.changes[self.name]:
            raise LanguageError(
                f"an entry of register {self.name!r} was changed after it was read", f"read self.{self.name} again"
            )

    def replace(self, held: Term, term: Term) -> None:
        """Assign the register with an entry changed; LanguageError if it does not hold that value any more."""
        if self.recorder.block.registers[self.name] is not held:
            raise LanguageError(
                f"an entry is assigned of what register {self.name!r} held before it was assigned",
                f"assign to self.{self.name} itself",
            )
        self.recorder.assign(self.name, term)
        self.recorder.changes[self.name] += 1
        # In an inner block this handle would go on to show a value that holds only there.
        if self.block is self.recorder.block:
            self.changes += 1


@contextmanager
def apart() -> Iterator[None]:
    """Run a function of its own: its guarded blocks and those around it do not follow each other."""
    recorder = _recording.get()
    if recorder is None:
        yield
        return
    block = recorder.block
    before, block.preceding = block.preceding, []
    yield
    block.preceding = before


def interrupt() -> None:
    """Note that a statement stands between the last guarded block and what follows."""
    recorder = _recording.get()
    if recorder is not None:
        recorder.block.preceding = []


def recorder_of(owner: object) -> Recorder | None:
    """The recorder of the step of `owner` that is running, or None."""
    recorder = _recording.get()
    return recorder if recorder is not None and recorder.owner is owner else None


def current_recorder(what: str) -> Recorder:
    """The recorder of the running step; LanguageError, naming `what` was used, if none runs."""
    recorder = _recording.get()
    if recorder is None:
        raise LanguageError(f"{what} is used outside a step", "use it in `step` or in what `step` calls")
    return recorder
