"""Post-processings.

An interactive post-processing stands between an adversary on its left and mechanisms on its right. It is written as
two methods, one for a message from each side, which assign registers and send exactly one message, to either side.
Like a monitor's step they are run once, on symbols, and what they said is the definition. Run on messages, it is
the model's post-processing with a law on one outcome.
"""

from __future__ import annotations

import inspect
from abc import abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any, TypeAlias

from concomp.model.language.handlers import (
    Handler,
    PostProcessingDefinition,
    RegisterStart,
    Send,
    SendingRecorder,
    in_one_sort,
)
from concomp.model.language.processings import DefinitionProcessing, Registers, outputs
from concomp.model.language.readings.at_lengths import check_constants, processing_at_lengths, with_lengths
from concomp.model.language.readings.inputs import Common, Drawn, PerCopy
from concomp.model.language.readings.machine import (
    Machine,
    check_all_set,
    check_symbols,
    demand_as_read,
    demand_functions,
    parameters_of,
    read_method,
    registers_of,
    symbols_of,
)
from concomp.model.language.readings.steadiness import Answers, steady
from concomp.model.language.readings.valued import check_parameters
from concomp.model.language.syntax import terms
from concomp.model.language.syntax.annotations import own_annotations, sort_of
from concomp.model.language.syntax.errors import LanguageError, Position
from concomp.model.language.syntax.expressions import common_sort, lift, wrap
from concomp.model.language.syntax.ownership import of_the_language
from concomp.model.language.syntax.python.callables import on_terms
from concomp.model.language.syntax.sameness import canonical
from concomp.model.language.syntax.sorts import MapSort, Sort
from concomp.model.language.syntax.terms import Term
from concomp.model.language.syntax.trace import recorder_of
from concomp.model.language.syntax.values import Value, exact
from concomp.model.laws.law import Law
from concomp.model.mechanisms.interactive import HALT
from concomp.model.mechanisms.postprocessing import LEFT, RIGHT, InteractivePostProcessing, Side

Received: TypeAlias = tuple[tuple[Side, Value], ...]
"""The messages received so far, each with the side that it came from."""
RECEIVED = "received"
_METHODS = {LEFT: "on_left", RIGHT: "on_right"}


@of_the_language
class PostProcessing(Machine):
    """A post-processing: subclass it, declare registers, parameters and values from outside, and write both methods.

    With values for its parameters it runs: `initial`, `respond`, and `lower` to the model's post-processing.
    """

    definition: PostProcessingDefinition
    """What the two methods say, on symbols."""

    _kind = "post-processing"
    _methods = "`on_left` and `on_right`"
    _received: Mapping[Side, Sort]
    _positions: Mapping[Side, Position]

    @abstractmethod
    def on_left(self, message: Any, /) -> None:
        """Send one message, having received this one from the left; its annotation is the sort."""

    @abstractmethod
    def on_right(self, message: Any, /) -> None:
        """Send one message, having received this one from the right; its annotation is the sort."""

    @on_terms
    def send_left(self, message: Any) -> None:
        """Send the message to the left."""
        self._send(LEFT, message)

    @on_terms
    def send_right(self, message: Any) -> None:
        """Send the message to the right."""
        self._send(RIGHT, message)

    @property
    def initial(self) -> Registers:
        """The registers before the first message; LanguageError if a parameter has no value."""
        return self._running.initial

    def respond(
        self, state: Registers, origin: Side, message: Value, drawn: Mapping[str, Value] | None = None
    ) -> tuple[Registers, Side, Value]:
        """(the registers afterwards, the side that it sends to, what it sends) on a message from the side `origin`.

        `drawn` are this step's values from outside, by name; what is proved of two copies supposes that they are given
        the same common values. Raises LanguageError if the message or a value is not of its sort, or if not exactly one
        message is sent.
        """
        return self._running.respond(state, origin, message, drawn)

    def lower(self, **drawn: Callable[[Received], Value]) -> InteractivePostProcessing:
        """The model's post-processing, with a law on one outcome; what is not of its sort makes it halt.

        Each value from outside is given by a function, of its argument alone: what was received so far, this step's
        message included, for a value per copy; what two copies receive alike, see `shared`, for a common one. Raises
        LanguageError if one is missing, UnknownName for one that is not declared; running it raises LanguageError for
        a function that gives two values at one argument.
        """
        demand_as_read(self)
        self._running.check_drawn(drawn)
        leaves = {terms.leaf_name(leaf): leaf for leaf in self.definition.drawn}
        common = {terms.leaf_name(leaf) for leaf in self.definition.common}
        functions = {
            name: steady(function, Answers(leaves[name].sort, exact, f"the function for {name}"))
            for name, function in drawn.items()
        }

        def step(state: Any, origin: Side, message: Any) -> Law[Any]:
            registers, received = state
            sort = self.definition.handler(origin).received.sort
            if not sort.contains(message):
                return Law.point((HALT, LEFT, HALT))
            # A post-processing that takes nothing from outside need not remember what it received.
            known = (*received, (origin, canonical(sort, message))) if drawn else ()
            alike = shared(known)
            values = {name: function(alike if name in common else known) for name, function in functions.items()}
            after, side, sent = self.respond(registers, origin, message, values)
            return Law.point(((after, known), side, sent))

        return InteractivePostProcessing(step, ((self.initial, ()),), repr(self))

    def read_declared(self, name: str) -> Any:
        declaration = self._declarations[name]
        if isinstance(declaration, Drawn):
            if recorder_of(self) is None:
                raise LanguageError(f"{name!r} is read outside the step", f"it has a value in {self._methods} only")
            return wrap(declaration.sort, declaration.symbol)
        return super().read_declared(name)

    @classmethod
    def _read_signatures(cls, namespace: Mapping[str, Any]) -> None:
        demand_functions(cls, namespace, _METHODS.values())
        named = {side: namespace[name] for side, name in _METHODS.items() if name in namespace}
        methods = {side: method for side, method in named.items() if not hasattr(method, "__isabstractmethod__")}
        cls._received = {**getattr(cls, "_received", {}), **{s: _message_sort(cls, m) for s, m in methods.items()}}
        places = {s: Position(m.__code__.co_filename, m.__code__.co_firstlineno) for s, m in methods.items()}
        cls._positions = {**getattr(cls, "_positions", {}), **places}

    def _define(self) -> PostProcessingDefinition:
        registers = registers_of(self)
        symbols = symbols_of(registers)
        drawn = [d for d in self._declarations.values() if isinstance(d, Drawn)]
        for declaration in drawn:
            if declaration.name == RECEIVED:
                raise LanguageError(
                    f"a value from outside is named {RECEIVED!r}", "choose another name", declaration.position
                )
        left, right = (self._run(side, symbols) for side in (LEFT, RIGHT))
        check_all_set(self, registers, left.assigned | right.assigned)
        sends = in_one_sort([*left.sends, *right.sends])
        definition = PostProcessingDefinition(
            type(self).__name__,
            tuple(RegisterStart(name, symbols[name], register.initial) for name, register in registers.items()),
            parameters_of(self),
            tuple(d.symbol for d in drawn if isinstance(d, PerCopy)),
            tuple(d.symbol for d in drawn if isinstance(d, Common)),
            Handler(
                self._leaf(LEFT), sends[: len(left.sends)], tuple(left.block.registers.values()), self._positions[LEFT]
            ),
            Handler(
                self._leaf(RIGHT),
                sends[len(left.sends) :],
                tuple(right.block.registers.values()),
                self._positions[RIGHT],
            ),
            self._positions[LEFT],
        )
        definition = replace(definition, parameters=with_lengths(definition.parameters, definition.sorts))
        check_constants(definition.roots)
        own = {*symbols.values(), *(each.symbol for each in definition.parameters), *(each.symbol for each in drawn)}
        started = [each.initial for each in definition.registers]
        bounds = [each.constraint for each in definition.parameters]
        check_symbols(self, [*started, *bounds], own, definition.position)
        for handler in (definition.on_left, definition.on_right):
            check_symbols(self, outputs(handler), {*own, handler.received}, definition.position)
        return definition

    def _run(self, origin: Side, symbols: Mapping[str, Term]) -> SendingRecorder:
        method = self.on_left if origin is LEFT else self.on_right
        leaf = self._leaf(origin)
        with SendingRecorder(self, symbols) as recorder:
            received, remedy = (
                wrap(leaf.sort, leaf),
                "send it by `self.send_left(message)` or `self.send_right(message)`",
            )
            read_method(method, received, remedy=remedy, position=self._positions[origin])
        return recorder

    def _handler(self, origin: Side, run: SendingRecorder, sends: tuple[Send, ...]) -> Handler:
        return Handler(self._leaf(origin), sends, tuple(run.block.registers.values()), self._positions[origin])

    def _leaf(self, origin: Side) -> Term:
        return terms.leaf("message", self._received[origin], RECEIVED)

    def _send(self, side: Side, message: Any) -> None:
        recorder = recorder_of(self)
        if not isinstance(recorder, SendingRecorder):
            raise LanguageError("a message is sent outside the step", f"send in {self._methods}, or what they call")
        recorder.send(side, lift(message, common_sort([message])))

    def _at_lengths(self, definition: PostProcessingDefinition) -> PostProcessingDefinition:
        return processing_at_lengths(definition, self._given)

    def _check_given(self) -> None:
        definition = self.definition
        check_parameters(definition.name, definition.parameters, self.parameter_values, self.meanings)

    @cached_property
    def _running(self) -> DefinitionProcessing:
        return DefinitionProcessing(self.definition, self.parameter_values, self.meanings)


def shared(received: Received) -> Received:
    """What two copies receive alike: the sides, and the messages from the right; those from the left are withheld.

    In the place of a message from the left stands None.
    """
    return tuple((origin, message if origin is RIGHT else None) for origin, message in received)


def _message_sort(owner: type, method: Any) -> Sort:
    annotations = own_annotations(method)
    names = list(inspect.signature(method).parameters)[1:]
    place = Position(method.__code__.co_filename, method.__code__.co_firstlineno)
    if len(names) != 1 or names[0] not in annotations:
        raise LanguageError(
            f"{owner.__name__}.{method.__name__} does not say the sort of its message",
            f"write `def {method.__name__}(self, message: Item) -> None:`",
            place,
        )
    sort = sort_of(annotations[names[0]], f"{owner.__name__}.{method.__name__}, {names[0]}")
    if isinstance(sort, MapSort):
        raise LanguageError(
            f"the messages of {owner.__name__}.{method.__name__} are maps", "send one entry at a time", place
        )
    return sort
