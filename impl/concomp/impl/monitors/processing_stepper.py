"""Compiled post-processings.

What a post-processing does on a message, as a Python function from a state to a state. A register that says what is
waited for is an enumeration; for each of its members the function has lines of its own, in which that is known, so that
a step computes what it sends and nothing that it would send elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from concomp.impl.monitors.function_lines import split_update
from concomp.impl.monitors.python_body import Body, Endings, conjuncts, lines
from concomp.impl.monitors.python_terms import Names, Scope, message_check
from concomp.impl.monitors.register_layout import Layout, assemble, layout
from concomp.impl.monitors.simplification import simplify
from concomp.model.language.handlers import Handler, PostProcessingDefinition
from concomp.model.language.processings import DefinitionProcessing, Registers
from concomp.model.language.syntax import terms
from concomp.model.language.syntax.errors import LanguageError
from concomp.model.language.syntax.sorts import BOOL, EnumSort, Sort
from concomp.model.language.syntax.terms import Term
from concomp.model.language.syntax.values import Value
from concomp.model.mechanisms.postprocessing import LEFT, RIGHT, Side

Flat = Any
"""A state, as the values of the function's variables."""
MESSAGE = "message"
SENT: Mapping[Side, str] = {LEFT: "to_left", RIGHT: "to_right"}
"""What is sent to a side, in the function."""


class ProcessingStepper:
    """A post-processing from states to states: on every message it does what it does by the book."""

    __slots__ = ("definition", "initial", "respond", "source")

    respond: Callable[[Flat, Side, Value], tuple[Flat, Side, Value]]
    """(state, side, message from it) ↦ (state after it, side that something is sent to, what).

    Raises LanguageError for a message of another sort, and unless exactly one message is sent.
    """

    def __init__(
        self, definition: PostProcessingDefinition, initial: Flat, source: str, respond: Callable[..., Any]
    ) -> None:
        """Take the definition, the state before the first message, the generated text and what it makes."""
        self.definition = definition
        self.initial = initial
        self.source = source
        self.respond = respond

    def registers(self, flat: Flat) -> Registers:
        """The registers as the definition, evaluated by the book, has them."""
        values: Iterator[Value] = iter(flat)
        return tuple([assemble(register.symbol.sort, values) for register in self.definition.registers])

    def __repr__(self) -> str:
        return f"ProcessingStepper({self.definition.name})"


def compile_processing(processing: DefinitionProcessing) -> ProcessingStepper:
    """The step of a post-processing with values for its parameters.

    Raises LanguageError if a parameter has no value, or if it takes values from outside.
    """
    definition = processing.definition
    if definition.drawn:
        drawn = ", ".join(map(terms.leaf_name, definition.drawn))
        raise LanguageError(f"{processing!r} takes {drawn} from outside", "let it be computed from messages")
    plan, initial = layout(definition), processing.initial
    variables = {variable.symbol: f"r{index}" for index, variable in enumerate(plan.variables)}
    variables.update(_holders(definition))
    writing = _Writing(processing, plan, Scope(Names(), processing.meanings, variables, frozenset()))
    source = writing.source()
    scope: dict[str, Any] = {}
    exec(compile(source, f"<{definition.name}>", "exec"), scope)
    made = scope["make"](left=LEFT, right=RIGHT, refuse=partial(_refuse, processing), **writing.scope.names.values)
    return ProcessingStepper(definition, plan.split(initial), source, made)


@dataclass(frozen=True)
class _Writing:
    """The writing of one post-processing."""

    processing: DefinitionProcessing
    plan: Layout
    scope: Scope

    def source(self) -> str:
        """The text of what makes the function."""
        definition, variables = self.processing.definition, self._variables
        inside = [
            *([f"({variables}) = state"] if variables else []),
            f"{SENT[LEFT]} = {SENT[RIGHT]} = None",
            "if origin is left:",
            *_indent(self._handler(definition.on_left)),
            *self._handler(definition.on_right),
        ]
        return "\n".join(
            [
                f"def make({', '.join(['left', 'right', 'refuse', *sorted(self.scope.names.values)])}):",
                f"    def respond(state, origin, {MESSAGE}):",
                *_indent(_indent(inside)),
                "    return respond",
                "",
            ]
        )

    @property
    def _variables(self) -> str:
        return "".join(f"r{index}, " for index in range(len(self.plan.variables)))

    def _handler(self, handler: Handler) -> Iterator[str]:
        """The lines for a message from one side; they end with an answer, or refuse."""
        ending = f"return ({self._variables}), *((right, {SENT[RIGHT]}) if {{}} else (left, {SENT[LEFT]}))"
        refusal = f"refuse(origin, {MESSAGE})"
        endings = Endings((refusal,), ending)
        sort = handler.received.sort
        yield f"if not ({message_check(self.scope.names, sort, MESSAGE)}):"
        yield f"    {refusal}"
        waiting = self._waiting
        if waiting is None:
            yield from lines(self._body(handler, {}), self.scope, endings)
            return
        assert isinstance(waiting.sort, EnumSort)
        for member in waiting.sort.enumeration:
            known = {waiting: terms.constant(waiting.sort, member)}
            yield f"if {self.scope.variables[waiting]} is {self.scope.names.literal(waiting.sort, member)}:"
            yield from _indent(lines(self._body(handler, known), self.scope, endings))

    @property
    def _waiting(self) -> Term | None:
        """The first register that is an enumeration."""
        return next((each.symbol for each in self.plan.variables if isinstance(each.symbol.sort, EnumSort)), None)

    def _body(self, handler: Handler, known: Mapping[Term, Term]) -> Body:
        """What is done with a message where something is known."""
        whole = dict(zip(self.plan.wholes, simplify(self.plan.wholes.values(), known), strict=True))
        parameters = {s: terms.constant(s.sort, value) for s, value in self.processing.symbols.items()}
        received = {handler.received: terms.leaf("message", handler.received.sort, MESSAGE)}
        sent = {side: _sent(handler, side) for side in (LEFT, RIGHT)}
        asked = [handler.exactly_one, handler.sent(RIGHT), *(term for _, term in sent.values()), *handler.updates]
        holds, to_right, *after = simplify(asked, {**whole, **parameters, **received})
        updates = {symbol: term for (symbol, _), term in zip(sent.values(), after, strict=False)}
        for before, update in zip(self.plan.wholes.values(), after[len(sent) :], strict=True):
            updates.update(split_update(before, update))
        return Body(conjuncts(holds), to_right, {s: term for s, term in updates.items() if s is not term}, {})


def _sent(handler: Handler, side: Side) -> tuple[Term, Term]:
    """What holds the message to a side, and the message; itself where none is sent there."""
    sends = [send for send in handler.sends if send.side is side]
    symbol = _holder(side, sends[0].message.sort if sends else BOOL)
    message = symbol
    for send in reversed(sends):
        message = terms.choice(send.condition, send.message, message)
    return symbol, message


def _holder(side: Side, sort: Sort) -> Term:
    return terms.leaf("register", sort, SENT[side])


def _holders(definition: PostProcessingDefinition) -> Iterator[tuple[Term, str]]:
    """What holds messages, with what that is called in the function."""
    for handler in (definition.on_left, definition.on_right):
        for side in (LEFT, RIGHT):
            yield _sent(handler, side)[0], SENT[side]


def _refuse(processing: DefinitionProcessing, origin: Side, message: Value) -> None:
    """Raise what the book raises where it does not take a message, or does not send exactly one."""
    handler = processing.definition.handler(origin)
    if not handler.received.sort.contains(message):
        raise LanguageError(
            f"{processing!r} received {message!r}", f"send it a {handler.received.sort.name}", handler.position
        )
    raise LanguageError(
        f"{processing!r} does not send exactly one message on {message!r} from the {origin.name.lower()}",
        "send exactly one message on each path",
        handler.position,
    )


def _indent(inner: Iterable[str]) -> Iterator[str]:
    return (f"    {line}" for line in inner)
