"""Tainted variables: what the inputs of a post-processing go into.

A post-processing is told its inputs from the left, and from outside what is chosen for each copy; what its private
parts answer comes from the right. A variable is tainted if something tainted goes into what it becomes, the conditions
included under which it becomes so. What is untainted is computed of answers and constants alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from concomp.model.language.handlers import Handler, PostProcessingDefinition, Send
from concomp.model.language.syntax import terms
from concomp.model.language.syntax.sorts import RecordSort, UnionSort
from concomp.model.language.syntax.terms import Term
from concomp.model.mechanisms.postprocessing import LEFT, RIGHT
from concomp.model.registry.tags import realises


@realises("HSV26 Section 6.3: tainted/untainted variables")
def tainted_variables(definition: PostProcessingDefinition) -> frozenset[str]:
    """The names of the registers that are tainted."""
    tainted = _tainted(definition)
    return frozenset(register.name for register in definition.registers if register.symbol in tainted)


@realises("HSV26 Definition 6.5(1)", "HSV26 Definition 6.5")
def decides_by_untainted(definition: PostProcessingDefinition) -> bool:
    """Whether to which side it sends, and what it creates or which part it asks, is computed of what is untainted."""
    tainted = _tainted(definition)
    return not any(
        _goes_into(tainted | inputs, decision)
        for handler, inputs in _handlers(definition)
        for send in handler.sends
        for decision in _decisions(send)
    )


@realises("HSV26 Definition 6.5(2)", "HSV26 Definition 6.5")
def shows_untainted(definition: PostProcessingDefinition) -> bool:
    """Whether what it sends to the left is computed of what is untainted."""
    tainted = _tainted(definition)
    return not any(
        _goes_into(tainted | inputs, send.message)
        for handler, inputs in _handlers(definition)
        for send in handler.sends
        if send.side is LEFT
    )


def _tainted(definition: PostProcessingDefinition) -> frozenset[Term]:
    """The symbols of the tainted registers: the least set that every update keeps."""
    tainted: frozenset[Term] = frozenset()
    while True:
        following = tainted | {
            register.symbol
            for handler, inputs in _handlers(definition)
            for register, update in zip(definition.registers, handler.updates, strict=True)
            if _goes_into(tainted | inputs, update)
        }
        if following == tainted:
            return tainted
        tainted = following


def _handlers(definition: PostProcessingDefinition) -> Iterator[tuple[Handler, frozenset[Term]]]:
    """What happens on a message from each side, with what is tainted of that which comes with it."""
    chosen = frozenset(definition.per_copy)
    yield definition.on_left, chosen | {definition.on_left.received}
    yield definition.on_right, chosen


def _decisions(send: Send) -> Iterator[Term]:
    """The condition under which something is sent, and what of it names its part, if it goes to the right."""
    yield send.condition
    if send.side is RIGHT:
        yield from _named_part(send.message)


def _named_part(message: Term) -> Iterator[Term]:
    """The index of the part that a message is for; all of the message, if of what kind it is depends on more."""
    record = message.arguments[0] if message.operator == "in union" else message
    if isinstance(record.sort, UnionSort):
        yield record
    if isinstance(record.sort, RecordSort) and any(name == "index" for name, _ in record.sort.fields):
        yield terms.field(record, "index")


def _goes_into(tainted: frozenset[Term], term: Term) -> bool:
    """Whether something tainted occurs in a term."""
    return any(each in tainted for each in terms.descendants([term]))
