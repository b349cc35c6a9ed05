"""Composed systems, described once.

A system is put together from parts: kernels, of which nothing is known, verifiers, identifiers, two parts in a row,
any number of parts side by side. What a part does when it hears a message is a term over its registers, so that one
description is read by a solver, and run with finite kernels in place of the unknown ones.

A system moves when a kernel is asked; all that verifiers and identifiers do between two such moments belongs to one
move. Randomness is in the kernels: a kernel's state holds the rest of its tape, a run draws its answer by its law.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.sorts import BOOL, Sort
from concomp.model.language.syntax.terms import FALSE, TRUE, Term
from concomp.obligations.derivations.systems.descriptions.messages import HALTING, halts

Config = Mapping[str, Term]
"""The registers of a system, by name."""
MOST_CROSSINGS = 8


@dataclass(frozen=True, slots=True)
class Register:
    """A register and what it holds at the start."""

    name: str
    sort: Sort
    initial: Term

    @property
    def symbol(self) -> Term:
        """What stands for it in terms."""
        return terms.leaf("register", self.sort, self.name)


@dataclass(frozen=True, slots=True)
class Call:
    """A kernel that may be asked in a move.

    kernel: its name; shared by the parts that run the same mechanism.
    guard: whether it is asked.
    arguments: its state, what is known of the message.
    results: the leaves that stand for its new state and what it sends.
    """

    kernel: str
    guard: Term
    arguments: tuple[Term, ...]
    results: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Turn:
    """What becomes of a message that a part hears, or that it works on.

    config: the registers afterwards.
    stays: whether the message is with a kernel of the part, which must move before anything is sent.
    to_right: otherwise, whether something is sent to the right.
    leftwards, rightwards: what is sent, if it is sent to that side.
    """

    config: Config
    stays: Term
    to_right: Term
    leftwards: Term
    rightwards: Term

    @property
    def message(self) -> Term:
        """What is sent."""
        return terms.choice(self.to_right, self.rightwards, self.leftwards)


class Part(Protocol):
    """A part of a system, between a left and a right neighbour; one that never sends to the right is a mechanism."""

    @property
    def registers(self) -> tuple[Register, ...]:
        """Its registers."""

    @property
    def tapes(self) -> tuple[str, ...]:
        """What draws a tape in it, by name, as often as it does: a kernel, or a response whose answer is drawn."""

    def calls(self, config: Config) -> tuple[Call, ...]:
        """The kernels that it may ask when a message is with it."""

    def hear(self, config: Config, from_right: Term, message: Term) -> Turn:
        """What becomes of a message from one side."""

    def move(self, config: Config) -> Turn:
        """What becomes of the message that is with one of its kernels, once the kernel has answered."""


def branch(condition: Term, then: Turn, otherwise: Turn) -> Turn:
    """One turn where the condition holds, else the other."""
    if condition in (TRUE, FALSE):
        return then if condition is TRUE else otherwise
    config = {name: terms.choice(condition, then.config[name], otherwise.config[name]) for name in then.config}
    return Turn(
        config,
        terms.choice(condition, then.stays, otherwise.stays),
        terms.choice(condition, then.to_right, otherwise.to_right),
        terms.choice(condition, then.leftwards, otherwise.leftwards),
        terms.choice(condition, then.rightwards, otherwise.rightwards),
    )


def send(config: Config, to_right: Term, message: Term) -> Turn:
    """A message that leaves the part at once."""
    leftwards = HALTING if to_right is TRUE else message
    return Turn(config, FALSE, to_right, leftwards, HALTING if to_right is FALSE else message)


def keep(config: Config) -> Turn:
    """A message that is now with a kernel."""
    return Turn(config, TRUE, FALSE, HALTING, HALTING)


@dataclass(frozen=True, slots=True)
class Relay:
    """A part that asks no kernel: what it hears, it answers or sends on at once."""

    @property
    def tapes(self) -> tuple[str, ...]:
        """None."""
        return ()

    def calls(self, config: Config) -> tuple[Call, ...]:
        """None."""
        return ()

    def move(self, config: Config) -> Turn:
        """It never comes to this, since no message stays with the part."""
        return send(config, FALSE, HALTING)


class Gate(Relay, ABC):
    """A relay that hands back to the left what comes from the right, as it is."""

    def hear(self, config: Config, from_right: Term, message: Term) -> Turn:
        """What it does with a message."""
        return branch(from_right, send(config, FALSE, message), self.hear_left(config, message))

    @abstractmethod
    def hear_left(self, config: Config, message: Term) -> Turn:
        """What it does with a message from the left."""


def only_if(fits: Term, turn: Turn, config: Config) -> Turn:
    """A turn if a message fits, and a halt if it does not."""
    return branch(fits, turn, send(config, FALSE, HALTING))


@dataclass(frozen=True, slots=True)
class Halting:
    """A part that halts for ever once it hears or sends HALT, as every mechanism and post-processing does."""

    name: str
    inner: Part

    @property
    def over(self) -> str:
        """The register that says whether it has halted."""
        return f"{self.name}.over"

    @property
    def registers(self) -> tuple[Register, ...]:
        return (Register(self.over, BOOL, FALSE), *self.inner.registers)

    @property
    def tapes(self) -> tuple[str, ...]:
        return self.inner.tapes

    def calls(self, config: Config) -> tuple[Call, ...]:
        return self.inner.calls(config)

    def hear(self, config: Config, from_right: Term, message: Term) -> Turn:
        over = terms.disjunction([config[self.over], halts(message)])
        heard = self._settled(self.inner.hear(config, from_right, message))
        # The registers of a part that is over do not matter, so they need no case of their own.
        return branch(over, send({**heard.config, self.over: TRUE}, FALSE, HALTING), heard)

    def move(self, config: Config) -> Turn:
        return self._settled(self.inner.move(config))

    def _settled(self, turn: Turn) -> Turn:
        """The turn, its end noted; a halt goes to the left."""
        halts_right = terms.conjunction([turn.to_right, halts(turn.rightwards)])
        halts_left = terms.conjunction([terms.negation(turn.to_right), halts(turn.leftwards)])
        ends = terms.conjunction([terms.negation(turn.stays), terms.disjunction([halts_right, halts_left])])
        over = terms.choice(ends, TRUE, turn.config[self.over])
        to_right = terms.conjunction([turn.to_right, terms.negation(halts(turn.rightwards))])
        leftwards = terms.choice(halts_right, HALTING, turn.leftwards)
        return Turn({**turn.config, self.over: over}, turn.stays, to_right, leftwards, turn.rightwards)


@dataclass(frozen=True, slots=True)
class InARow:
    """Two parts one after the other, P ∘* Q: messages between them go on until one leaves the pair."""

    name: str
    left: Part
    right: Part

    @property
    def _with_left(self) -> str:
        return f"{self.name}.with left"

    @property
    def registers(self) -> tuple[Register, ...]:
        return (Register(self._with_left, BOOL, FALSE), *self.left.registers, *self.right.registers)

    @property
    def tapes(self) -> tuple[str, ...]:
        return (*self.left.tapes, *self.right.tapes)

    def calls(self, config: Config) -> tuple[Call, ...]:
        with_left = config[self._with_left]
        return (
            *(_only_if(with_left, call) for call in self.left.calls(config)),
            *(_only_if(terms.negation(with_left), call) for call in self.right.calls(config)),
        )

    def hear(self, config: Config, from_right: Term, message: Term) -> Turn:
        return branch(
            from_right,
            self._from_right_part(self.right.hear(config, TRUE, message), MOST_CROSSINGS),
            self._from_left_part(self.left.hear(config, FALSE, message), MOST_CROSSINGS),
        )

    def move(self, config: Config) -> Turn:
        return branch(
            config[self._with_left],
            self._from_left_part(self.left.move(config), MOST_CROSSINGS),
            self._from_right_part(self.right.move(config), MOST_CROSSINGS),
        )

    def _from_left_part(self, turn: Turn, crossings: int) -> Turn:
        """What becomes of the left part's turn: what it sends to the right is heard by the right part."""
        out = Turn({**turn.config, self._with_left: TRUE}, turn.stays, FALSE, turn.leftwards, HALTING)
        across = terms.conjunction([terms.negation(turn.stays), turn.to_right])
        if across is FALSE:
            return out
        _require_crossings(self.name, crossings)
        heard = self._from_right_part(self.right.hear(turn.config, FALSE, turn.rightwards), crossings - 1)
        return branch(across, heard, out)

    def _from_right_part(self, turn: Turn, crossings: int) -> Turn:
        """What becomes of the right part's turn: what it sends to the left is heard by the left part."""
        out = Turn({**turn.config, self._with_left: FALSE}, turn.stays, TRUE, HALTING, turn.rightwards)
        across = terms.conjunction([terms.negation(turn.stays), terms.negation(turn.to_right)])
        if across is FALSE:
            return out
        _require_crossings(self.name, crossings)
        heard = self._from_left_part(self.left.hear(turn.config, TRUE, turn.leftwards), crossings - 1)
        return branch(across, heard, out)


def _only_if(condition: Term, call: Call) -> Call:
    return Call(call.kernel, terms.conjunction([condition, call.guard]), call.arguments, call.results)


def _require_crossings(name: str, crossings: int) -> None:
    if crossings == 0:
        raise ValueError(f"{name}: a message crosses {MOST_CROSSINGS} times and no kernel is asked; add the kernel")


@dataclass(frozen=True, slots=True)
class System:
    """A part as a whole, with what it does on a message from outside and when a kernel has answered.

    inputs: the side a message comes from and the message.
    """

    part: Part
    from_right: Term = field(default_factory=lambda: terms.leaf("message", BOOL, "from right"))

    @property
    def registers(self) -> tuple[Register, ...]:
        """All registers."""
        return self.part.registers

    @property
    def config(self) -> Config:
        """The registers as symbols."""
        return {register.name: register.symbol for register in self.registers}

    def hear(self, message: Term) -> Turn:
        """What becomes of a message from outside."""
        return self.part.hear(self.config, self.from_right, message)

    @property
    def calls(self) -> tuple[Call, ...]:
        """The kernels that may be asked."""
        return self.part.calls(self.config)

    @property
    def move(self) -> Turn:
        """What becomes of the message that is with a kernel."""
        return self.part.move(self.config)
