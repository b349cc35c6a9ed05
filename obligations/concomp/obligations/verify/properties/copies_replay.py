"""Replay of two copies of a post-processing.

The copies are run as people run them, each on its own messages from the left and on the same ones from the right, and
the violation is told from what they send, without the system that the solver was asked about.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from concomp.model.language import (
    Definition,
    DefinitionFunction,
    LanguageError,
    PostProcessing,
    PostProcessingDefinition,
    Rejection,
)
from concomp.model.language.readings.evaluation import evaluate
from concomp.model.language.syntax import terms
from concomp.model.language.syntax.sameness import same
from concomp.model.language.syntax.terms import Term
from concomp.model.language.syntax.values import Value
from concomp.model.mechanisms.postprocessing import LEFT, RIGHT, Side
from concomp.obligations.verify.encoding.decode import Trace
from concomp.obligations.verify.encoding.parties import COPIES, Party, of_party
from concomp.obligations.verify.properties.applications import Listener
from concomp.obligations.verify.properties.exchanges import Exchange
from concomp.obligations.verify.properties.properties import WITNESS
from concomp.obligations.verify.properties.replay import Replay, ReplayedStep, Unconfirmed, Violation
from concomp.obligations.verify.properties.sensitivity import Sensitivity
from concomp.obligations.verify.properties.two_copies import FROM_LEFT, FROM_RIGHT
from concomp.obligations.verify.properties.validity import MAPS, Validity

SPEAKS_OF = {
    "destination": "both copies send one message",
    "response": "both copies send one message, and to one side",
}
"""What happens in each step that a property of two copies is about."""


def replay_copies(
    name: str,
    machine: PostProcessing,
    validity: Validity | None,
    sensitive: Sequence[Sensitivity],
    trace: Trace,
) -> Replay:
    """Run two copies of a post-processing on a trace; Unconfirmed if they do not show that the property fails.

    name: of the property. validity: what it speaks of, if of that. sensitive: what is known of declared functions.
    """
    try:
        # Only the first copy is asked whether it sends one message; the second one goes where it goes.
        listener = Listener(_of_one_copy(machine, trace) if name == "total" else trace)
        exchanges, registers = run_copies(machine, sensitive, listener.trace)
        violation = _violation(name, machine, validity, listener.trace, exchanges)
    except LanguageError as error:
        raise Unconfirmed(f"the trace does not run: {error}") from error
    if violation is None:
        raise Unconfirmed(
            f"run on {trace.steps!r}, two copies of {machine.definition.name} do not fail to have {name!r}"
        )
    steps = tuple(
        ReplayedStep(left, right, place + 1 < len(exchanges) or (name == WITNESS and _together(left, right)), held)
        for place, ((left, right), held) in enumerate(zip(exchanges, registers, strict=True))
    )
    return Replay(trace.parameters, steps, violation.finding, violation.rejection, listener.applications)


def _of_one_copy(machine: PostProcessing, trace: Trace) -> Trace:
    """The trace, where the second copy takes in what the first one does."""
    names = [FROM_LEFT, *(terms.leaf_name(leaf) for leaf in machine.definition.per_copy)]
    first, second = ([f"{party.prefix}{name}" for name in names] for party in COPIES)
    pairs = list(zip(first, second, strict=True))
    return replace(trace, steps=tuple({**step, **{two: step[one] for one, two in pairs}} for step in trace.steps))


def run_copies(
    machine: PostProcessing, sensitive: Sequence[Sensitivity], trace: Trace
) -> tuple[list[tuple[Exchange, Exchange]], list[Mapping[str, Value]]]:
    """What two copies do on a trace, until they do different things, and their registers after each step.

    The registers of the copies go by their names in a system of both.
    """
    return _run(machine.with_values(**_values(machine.definition, sensitive, trace)), trace)


def _values(definition: PostProcessingDefinition, sensitive: Sequence[Sensitivity], trace: Trace) -> dict[str, Any]:
    """The values of the post-processing's parameters, and the meanings of what it declares."""
    parameters = [each.name for each in definition.parameters if each.name in trace.parameters]
    known = {each.function: each for each in sensitive}
    meanings = trace.meanings_of(definition)
    enforced = {
        name: known[symbol].enforce(meanings[name]) for name, symbol in definition.declared.items() if symbol in known
    }
    return {**{name: trace.parameters[name] for name in parameters}, **meanings, **enforced}


def _run(machine: PostProcessing, trace: Trace) -> tuple[list[tuple[Exchange, Exchange]], list[Mapping[str, Value]]]:
    """What the copies do, until they do different things, and their registers after each step."""
    states = [machine.initial, machine.initial]
    origin = LEFT
    exchanges: list[tuple[Exchange, Exchange]] = []
    registers: list[Mapping[str, Value]] = []
    for step in trace.steps:
        taken = [_step(machine, state, origin, step, party) for state, party in zip(states, COPIES, strict=True)]
        states = [state for state, _ in taken]
        first, second = (exchange for _, exchange in taken)
        exchanges.append((first, second))
        registers.append(_by_name(machine, states))
        if first.sent is None or not _together(first, second):
            break
        origin = first.sent[0]
    return exchanges, registers


def _step(
    machine: PostProcessing, state: tuple[Any, ...], origin: Side, step: Mapping[str, Value], party: Party
) -> tuple[tuple[Any, ...], Exchange]:
    definition = machine.definition
    received = step[f"{party.prefix}{FROM_LEFT}" if origin is LEFT else FROM_RIGHT]
    drawn = {leaf: step[terms.leaf_name(of_party(leaf, party))] for leaf in definition.per_copy}
    drawn |= {leaf: step[terms.leaf_name(leaf)] for leaf in definition.common}
    values = {**drawn, definition.handler(origin).received: received}
    if not _sends_one(machine, state, origin, values):
        return state, Exchange(origin, received, None)
    named = {terms.leaf_name(leaf): value for leaf, value in drawn.items()}
    after, side, message = machine.respond(state, origin, received, named)
    return after, Exchange(origin, received, (side, message))


def _sends_one(machine: PostProcessing, state: tuple[Any, ...], origin: Side, values: Mapping[Term, Value]) -> bool:
    """Whether exactly one message is sent; if not, running the machine is an error."""
    definition = machine.definition
    parameters = {each.symbol: machine.parameter_values[each.name] for each in definition.parameters}
    registers = dict(zip((each.symbol for each in definition.registers), state, strict=True))
    one: Any = evaluate(definition.handler(origin).exactly_one, {**parameters, **registers, **values}, machine.meanings)
    return bool(one)


def _by_name(machine: PostProcessing, states: Sequence[tuple[Any, ...]]) -> dict[str, Value]:
    names = [each.name for each in machine.definition.registers]
    return {
        f"{party.prefix}{name}": value
        for party, state in zip(COPIES, states, strict=True)
        for name, value in zip(names, state, strict=True)
    }


def _violation(
    name: str,
    machine: PostProcessing,
    validity: Validity | None,
    trace: Trace,
    exchanges: Sequence[tuple[Exchange, Exchange]],
) -> Violation | None:
    first, second = exchanges[-1]
    if name == "total":
        return Violation("not exactly one message is sent") if first.sent is None else None
    if name == WITNESS and validity is None:
        return _takes_a_difference(machine, trace, (first, second))
    if first.sent is None or second.sent is None:
        return None
    if name in SPEAKS_OF.values():
        parted = name == SPEAKS_OF["response"] and not _together(first, second)
        return None if parted else Violation(name)
    if name == "destination":
        apart = first.sent[0] is not second.sent[0]
        return (
            Violation("the copies, which received the same from the right, send to different sides") if apart else None
        )
    if name == "response":
        apart = first.sent[0] is LEFT and second.sent[0] is LEFT and _send_apart(machine, first, second)
        return (
            None if not apart else Violation("the copies, which received the same from the right, answer differently")
        )
    assert validity is not None
    return _breaks_validity(name, machine, validity, trace, exchanges)


def _together(first: Exchange, second: Exchange) -> bool:
    """Whether both copies send one message, and to the same side."""
    return first.sent is not None and second.sent is not None and first.sent[0] is second.sent[0]


def _send_apart(machine: PostProcessing, first: Exchange, second: Exchange) -> bool:
    """Whether the copies, which received from one side, send two messages to one side."""
    assert first.sent is not None
    assert second.sent is not None
    sent = machine.definition.handler(first.origin).message(first.sent[0])
    assert sent is not None
    return not same(sent.sort, first.sent[1], second.sent[1])


def _takes_a_difference(machine: PostProcessing, trace: Trace, last: tuple[Exchange, Exchange]) -> Violation | None:
    definition, (first, second) = machine.definition, last
    taken = [(definition.handler(first.origin).received.sort, first.received, second.received)]
    for leaf in definition.per_copy:
        one, other = (trace.steps[-1][terms.leaf_name(of_party(leaf, party))] for party in COPIES)
        taken.append((leaf.sort, one, other))
    unlike = not all(same(*each) for each in taken)
    return Violation("what the copies take in differs") if unlike else None


def _breaks_validity(
    name: str,
    machine: PostProcessing,
    validity: Validity,
    trace: Trace,
    exchanges: Sequence[tuple[Exchange, Exchange]],
) -> Violation | None:
    received = [(one.received, other.received) for one, other in exchanges if one.origin is LEFT]
    to_right = [pair for pair in exchanges if all(each.sent is not None and each.sent[0] is RIGHT for each in pair)]
    sent = [(one.sent[1], other.sent[1]) for one, other in to_right if one.sent is not None and other.sent is not None]
    first, second = (party.prefix for party in COPIES)
    drawn = {
        each: [(step[f"{first}{each}"], step[f"{second}{each}"]) for step in trace.steps] for each in validity.drawn
    }
    explanations = [
        _rejection(validity.left, trace, received),
        *(_rejection(validity.drawn[each], trace, pairs) for each, pairs in drawn.items()),
    ]
    after = _rejection(validity.right, trace, sent)
    if any(explanations):
        return None
    if name == WITNESS:
        differs = bool(to_right) and _send_apart(machine, *to_right[-1])
        return Violation("a pair that differs is sent to the right") if differs and after is None else None
    assert name == MAPS
    if after is None:
        return None
    return Violation(
        f"what comes from the left is valid, what is sent to the right is not for {validity.right.name}", after
    )


def _rejection(definition: Definition, trace: Trace, pairs: Sequence[tuple[Value, Value]]) -> Rejection | None:
    function = DefinitionFunction(definition, trace.parameters_of(definition), trace.meanings_of(definition))
    return function.explain(pairs)
