"""Tainted variables: what the inputs of a post-processing go into.

A post-processing is told its inputs from the left, and from outside what is chosen for each copy; what its private
parts answer comes from the right. A variable is tainted if something tainted goes into what it becomes, the conditions
included under which it becomes so. What is untainted is computed of answers and constants alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from concomp.model.language.handlers import Handler, PostProcessingDefinition, Send
from concomp.model.language.syntax import terms
from concomp.model.language.syntax.sorts import RecordSort
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
    """Whether to which side it sends, what it creates and which part it asks is computed of what is untainted.

    A record with a field `index` asks the part of that number, and its other fields are what that part is told.
    Any other message to the right is a choice as a whole. Every condition counts under which something is sent, also
    where the same is sent otherwise.
    """
    return not _depends_on_tainted(definition, _decisions)


@realises("HSV26 Definition 6.5(2)", "HSV26 Definition 6.5")
def shows_untainted(definition: PostProcessingDefinition) -> bool:
    """Whether what it sends to the left, and when it sends it there, is computed of what is untainted."""
    return not _depends_on_tainted(definition, _shown)


def _depends_on_tainted(definition: PostProcessingDefinition, seen: Callable[[Send], Iterable[Term]]) -> bool:
    """Whether something tainted goes into what is seen of a message that is sent, on a message from either side."""
    tainted = _tainted(definition)
    return any(
        _goes_into(tainted | inputs, term)
        for handler, inputs in _handlers(definition)
        for send in handler.sends
        for term in seen(send)
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
    """The condition under which something is sent, and what of it is a choice, if it goes to the right."""
    yield send.condition
    if send.side is RIGHT:
        yield _choice(send.message)


def _shown(send: Send) -> Iterator[Term]:
    """What is sent to the left, and under which condition: which of two constants is sent tells which one held."""
    if send.side is LEFT:
        yield send.condition
        yield send.message


def _choice(message: Term) -> Term:
    """The index of the part that a message is for, if it certainly has one; else all of the message.

    A message of a union whose case the text leaves open is a choice as a whole: its case is one.
    """
    record = message.arguments[0] if message.operator == "in union" else message
    if isinstance(record.sort, RecordSort) and any(name == "index" for name, _ in record.sort.fields):
        return terms.field(record, "index")
    return message


def _goes_into(tainted: frozenset[Term], term: Term) -> bool:
    """Whether something tainted occurs in a term."""
    return any(each in tainted for each in terms.descendants([term]))
