"""Post-processings that run.

A definition with values for its parameters and meanings for what it declares is a post-processing, wherever the
definition came from. What runs is the definition, so that what is proved of the definition is true of what runs.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from functools import cached_property

from concomp.model.language.handlers import Handler, PostProcessingDefinition
from concomp.model.language.readings.at_lengths import processing_at_lengths
from concomp.model.language.readings.evaluation import Program
from concomp.model.language.readings.valued import Valued
from concomp.model.language.syntax import terms
from concomp.model.language.syntax.errors import LanguageError, UnknownName, did_you_mean
from concomp.model.language.syntax.terms import Term
from concomp.model.language.syntax.values import Value
from concomp.model.mechanisms.postprocessing import LEFT, RIGHT, Side

Registers = tuple[Hashable, ...]


class DefinitionProcessing(Valued[PostProcessingDefinition]):
    """The post-processing that a definition says, evaluated by the book."""

    def _at_lengths(self, definition: PostProcessingDefinition) -> PostProcessingDefinition:
        return processing_at_lengths(definition, self.parameter_values)

    @cached_property
    def initial(self) -> Registers:
        """The registers before the first message; LanguageError if a parameter has no value."""
        return self.first_registers()

    def respond(
        self, state: Registers, origin: Side, message: Value, drawn: Mapping[str, Value] | None = None
    ) -> tuple[Registers, Side, Value]:
        """(the registers afterwards, the side that it sends to, what it sends) on a message from the side `origin`.

        `drawn` are this step's values from outside, by name. Raises LanguageError if the message or a value is not of
        its sort, or if not exactly one message is sent.
        """
        handler = self.definition.handler(origin)
        inputs = {**self.symbols, **self._values_from_outside(drawn or {}), handler.received: message}
        inputs.update(zip((register.symbol for register in self.definition.registers), state, strict=True))
        if not handler.received.sort.contains(message):
            raise LanguageError(
                f"{self!r} received {message!r}", f"send it a {handler.received.sort.name}", handler.position
            )
        count = len(handler.sends)
        values = self._programs[origin](inputs)
        sent = [send for send, holds in zip(handler.sends, values, strict=False) if holds]
        if len(sent) != 1:
            raise LanguageError(
                f"{self!r} sends {len(sent)} messages on {message!r} from the {origin.name.lower()}",
                "send exactly one message on each path",
                handler.position,
            )
        place = count + handler.sends.index(sent[0])
        return values[2 * count :], sent[0].side, values[place]

    def check_drawn(self, drawn: Mapping[str, object]) -> None:
        """Raise LanguageError unless there is something of every value from outside, UnknownName for what is none."""
        known = [terms.leaf_name(leaf) for leaf in self.definition.drawn]
        for name in drawn:
            if name not in known:
                raise UnknownName(
                    f"{self.definition.name} has no value {name!r} from outside", did_you_mean(name, known)
                )
        missing = [name for name in known if name not in drawn]
        if missing:
            raise LanguageError(
                f"{self!r} runs without {', '.join(missing)}", f"give {', '.join(f'{name}=...' for name in missing)}"
            )

    def _values_from_outside(self, drawn: Mapping[str, Value]) -> dict[Term, Value]:
        self.check_drawn(drawn)
        for leaf in self.definition.drawn:
            if not leaf.sort.contains(drawn[terms.leaf_name(leaf)]):
                raise LanguageError(
                    f"{terms.leaf_name(leaf)} of {self!r} is {drawn[terms.leaf_name(leaf)]!r}",
                    f"give a {leaf.sort.name}",
                )
        return {leaf: drawn[terms.leaf_name(leaf)] for leaf in self.definition.drawn}

    @cached_property
    def _programs(self) -> Mapping[Side, Program]:
        return {side: Program(outputs(self.definition.handler(side)), self.meanings) for side in (LEFT, RIGHT)}


def outputs(handler: Handler) -> list[Term]:
    """What a step computes: the conditions of what is sent, the messages, and the registers afterwards."""
    conditions, messages = ([send.condition for send in handler.sends], [send.message for send in handler.sends])
    return [*conditions, *messages, *handler.updates]
