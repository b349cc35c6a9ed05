"""What a post-processing says, on symbols: what it sends on a message from each side, and how its registers change."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.annotations import union_of
from concomp.model.language.syntax.definition import NOWHERE, ParameterDefinition, sorts_of, symbols_by_name
from concomp.model.language.syntax.errors import LanguageError, Position, author_position
from concomp.model.language.syntax.expressions import lift, wrap
from concomp.model.language.syntax.relations import Declared
from concomp.model.language.syntax.sorts import RecordSort, Sort
from concomp.model.language.syntax.terms import Term
from concomp.model.language.syntax.trace import Recorder
from concomp.model.mechanisms.postprocessing import LEFT, Side


@dataclass(frozen=True)
class Send:
    """A message that is sent: to which side, under which condition, and where the author wrote it."""

    side: Side
    condition: Term
    message: Term
    position: Position


@dataclass(frozen=True)
class Handler:
    """What happens on a message from one side.

    received: the message, as a leaf.
    sends: what is sent; exactly one condition ought to hold.
    updates: the values of the registers afterwards, in their order.
    position: where the author wrote the method.
    """

    received: Term
    sends: tuple[Send, ...]
    updates: tuple[Term, ...]
    position: Position = field(default=NOWHERE, compare=False)

    def sent(self, side: Side) -> Term:
        """Whether a message is sent to the side."""
        return terms.disjunction(send.condition for send in self.sends if send.side is side)

    def message(self, side: Side) -> Term | None:
        """What is sent to the side, where something is; None if nothing ever is."""
        chosen: Term | None = None
        for send in reversed([send for send in self.sends if send.side is side]):
            chosen = send.message if chosen is None else terms.choice(send.condition, send.message, chosen)
        return chosen

    @property
    def exactly_one(self) -> Term:
        """Whether exactly one message is sent."""
        conditions = [send.condition for send in self.sends]
        apart = [
            terms.negation(terms.conjunction([one, other]))
            for index, one in enumerate(conditions)
            for other in conditions[:index]
        ]
        return terms.conjunction([terms.disjunction(conditions), *apart])


@dataclass(frozen=True)
class RegisterStart:
    """A register of a post-processing: its symbol, and its value before the first message."""

    name: str
    symbol: Term
    initial: Term


@dataclass(frozen=True)
class PostProcessingDefinition:
    """A post-processing over terms.

    per_copy, common: the values from outside, as leaves that are chosen afresh in each step.
    """

    name: str
    registers: tuple[RegisterStart, ...]
    parameters: tuple[ParameterDefinition, ...]
    per_copy: tuple[Term, ...]
    common: tuple[Term, ...]
    on_left: Handler
    on_right: Handler
    position: Position = field(default=NOWHERE, compare=False)

    def handler(self, origin: Side) -> Handler:
        """What happens on a message from the side."""
        return self.on_left if origin is LEFT else self.on_right

    @property
    def drawn(self) -> tuple[Term, ...]:
        """All values from outside."""
        return (*self.per_copy, *self.common)

    @property
    def roots(self) -> tuple[Term, ...]:
        """Every term that the definition consists of, the constraints on parameters included."""
        handlers = (self.on_left, self.on_right)
        sends = [term for h in handlers for send in h.sends for term in (send.condition, send.message)]
        updates = [update for h in handlers for update in h.updates]
        return (*sends, *updates, *(r.initial for r in self.registers), *(p.constraint for p in self.parameters))

    @property
    def declared(self) -> Mapping[str, Declared[Any]]:
        """The declared relations and functions that it uses, by name; LanguageError if two have one name."""
        return symbols_by_name(self.roots)

    @property
    def sorts(self) -> frozenset[Sort]:
        """The sorts of everything that the definition speaks of."""
        return sorts_of((*self.roots, self.on_left.received, self.on_right.received))


class SendingRecorder(Recorder):
    """What one run of a method on a received message has said so far."""

    def __init__(self, owner: object, registers: Mapping[str, Term]) -> None:
        super().__init__(owner, registers)
        self.sends: list[Send] = []

    def require(self, condition: Term, position: Position | None = None) -> None:
        raise LanguageError("a post-processing requires nothing", "guard what it sends, by `with when(condition):`")

    accept_if = require

    def send(self, side: Side, message: Term) -> None:
        """Record a message to the side at the author's line."""
        position = author_position()
        for earlier in self.sends:
            if _together(earlier.condition, self.path):
                raise LanguageError(
                    f"a second message is sent where line {earlier.position.line} sends one already",
                    "send exactly one message on each path: guard the two by `when` and `otherwise`",
                    position,
                )
        self.sends.append(Send(side, self.path, message, position))


def _together(one: Term, other: Term) -> bool:
    """Whether every run that comes by one of two conditions comes by the other."""
    conjuncts = [set(term.arguments) if term.operator == "and" else {term} - {terms.TRUE} for term in (one, other)]
    return conjuncts[0] <= conjuncts[1] or conjuncts[1] <= conjuncts[0]


def in_one_sort(sends: list[Send]) -> tuple[Send, ...]:
    """The sends, with all messages to one side in one sort: their own, or the union of the records among them."""
    sorts = {side: _common([send for send in sends if send.side is side]) for side in {send.side for send in sends}}
    return tuple(Send(s.side, s.condition, _widen(s.message, sorts[s.side]), s.position) for s in sends)


def _widen(message: Term, sort: Sort) -> Term:
    return message if message.sort == sort else lift(wrap(message.sort, message), sort)


def _common(sends: list[Send]) -> Sort:
    sorts = list(dict.fromkeys(send.message.sort for send in sends))
    if len(sorts) == 1:
        return sorts[0]
    cases: dict[RecordSort, None] = {}
    for send in sends:
        sort = send.message.sort
        if not isinstance(sort, RecordSort):
            listed = ", ".join(each.name for each in sorts)
            raise LanguageError(
                f"messages of several sorts are sent to the {send.side.name.lower()}: {listed}",
                "send messages of one sort, or Records",
                send.position,
            )
        cases[sort] = None
    return union_of(list(cases))
