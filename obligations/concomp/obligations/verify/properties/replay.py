"""Replay.

A trace counts only if the functions themselves, run on its messages, show what the property's definition calls a
violation. Here each property is said once more, in terms of which whole sequences are accepted, and nothing of the
system that the solver was asked about is used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from concomp.model.language.readings.evaluation import evaluate
from concomp.model.language.readings.functions import REJECTED, DefinitionFunction, Rejection
from concomp.model.language.readings.one_world import SIDES, diagonal_run, is_diagonal_at, is_public_at
from concomp.model.language.syntax import terms
from concomp.model.language.syntax.definition import Definition
from concomp.model.language.syntax.errors import LanguageError
from concomp.model.language.syntax.sameness import same
from concomp.model.language.syntax.values import Value
from concomp.obligations.verify.encoding.decode import Trace
from concomp.obligations.verify.properties.applications import Application, Listener

ValuePair = tuple[Value, Value]
REFUSED_TOGETHER = "refused together"
"""The relation of two functions the second of which accepts no identical pair that the first refuses."""


class Unconfirmed(RuntimeError):
    """The functions, run on a trace, do not show the violation that the solver claims."""


@dataclass(frozen=True)
class ReplayedStep:
    """A pair of messages, the verdict on the sequence up to it, and the registers after it.

    registers: by name; empty where the sequence is rejected for good.
    """

    left: Value
    right: Value
    accepted: bool
    registers: Mapping[str, Value]


@dataclass(frozen=True)
class Replay:
    """A violation, confirmed.

    parameters: values by name. steps: the first function on the trace.
    finding: what the functions did, in words.
    rejection: where and by which line a run of a function that takes part rejects; None if all accept.
    applications: what declared relations and functions are on it.
    """

    parameters: Mapping[str, Value]
    steps: tuple[ReplayedStep, ...]
    finding: str
    rejection: Rejection | None
    applications: tuple[Application, ...] = ()


@dataclass(frozen=True)
class Violation:
    """What shows that a property fails, and the run that rejects, if any."""

    finding: str
    rejection: Rejection | None = None


Confirmation = Callable[[Sequence[DefinitionFunction], Sequence[ValuePair]], Violation | None]


def replay_functions(name: str, asked: str, definitions: Sequence[Definition], trace: Trace) -> Replay:
    """Run functions on a trace; Unconfirmed if they do not show that they fail the property of this name.

    asked: what they fail then.
    """
    try:
        listener = Listener(trace)
        functions = [_bind(definition, listener.trace) for definition in definitions]
        pairs = [(step["left"], step.get("right", step["left"])) for step in trace.steps]
        violation = CONFIRMATIONS[name](functions, pairs)
        steps = _steps(functions[0], pairs)
    except LanguageError as error:
        raise Unconfirmed(f"the trace does not run: {error}") from error
    if violation is None:
        raise Unconfirmed(f"run on {pairs!r}, {functions[0]!r} does not fail to be {asked}")
    return Replay(trace.parameters, steps, violation.finding, violation.rejection, listener.applications)


def breaks_consistency(functions: Sequence[DefinitionFunction], pairs: Sequence[ValuePair]) -> Violation | None:
    """The sequence is accepted, begins with an identical pair, and has a pair that differs."""
    [function] = functions
    if function(pairs) and not _differs(function, pairs[0]) and _any_differs(function, pairs):
        return Violation("the sequence is accepted, its first pair is identical, and a later pair differs")
    return None


def breaks_prefixes(functions: Sequence[DefinitionFunction], pairs: Sequence[ValuePair]) -> Violation | None:
    """The sequence is accepted, and a prefix is not."""
    [function] = functions
    prefixes = [pairs[:length] for length in range(len(pairs))]
    rejected = next((prefix for prefix in prefixes if not function(prefix)), None)
    if rejected is None or not function(pairs):
        return None
    return Violation(
        f"the sequence is accepted, its prefix of length {len(rejected)} is rejected", function.explain(rejected)
    )


def breaks_typing(functions: Sequence[DefinitionFunction], pairs: Sequence[ValuePair]) -> Violation | None:
    """The author's requirements accept the sequence, and a message is outside the query space."""
    [function] = functions
    untyped = replace(function.definition, membership=terms.TRUE)
    stated = DefinitionFunction(untyped, function.parameter_values, function.meanings)
    outside = [message for pair in pairs for message in pair if not _is_query(function, message)]
    if not outside or not stated(pairs):
        return None
    return Violation(
        f"the requirements accept the sequence, and {outside[0]!r} is outside the query space", function.explain(pairs)
    )


def breaks_swapping(functions: Sequence[DefinitionFunction], pairs: Sequence[ValuePair]) -> Violation | None:
    """The verdict changes when the sides are swapped."""
    [function] = functions
    swapped = [(right, left) for left, right in pairs]
    if function(pairs) == function(swapped):
        return None
    said = ["rejected", "accepted"]
    return Violation(
        f"the sequence is {said[function(pairs)]}, with its sides swapped it is {said[function(swapped)]}",
        function.explain(pairs) or function.explain(swapped),
    )


def breaks_reflexivity(functions: Sequence[DefinitionFunction], pairs: Sequence[ValuePair]) -> Violation | None:
    """A sequence of identical pairs of queries is rejected."""
    [function] = functions
    queries = all(_is_query(function, message) for pair in pairs for message in pair)
    if not queries or _any_differs(function, pairs) or function(pairs):
        return None
    return Violation("every pair is identical, and the sequence is rejected", function.explain(pairs))


def breaks_diagonal(functions: Sequence[DefinitionFunction], pairs: Sequence[ValuePair]) -> Violation | None:
    """The sequence is accepted with all its prefixes, and a diagonal run refuses its last pair."""
    [function] = functions
    if not pairs or is_diagonal_at(function, pairs):
        return None
    side, after = next((side, run) for side, run in _diagonal_runs(function, pairs) if not function(run))
    return Violation(
        f"the sequence is accepted, its {side} messages paired with themselves are rejected", function.explain(after)
    )


def breaks_public(functions: Sequence[DefinitionFunction], pairs: Sequence[ValuePair]) -> Violation | None:
    """The last pair is identical and may not follow the others, which are accepted; a diagonal run accepts it."""
    [function] = functions
    if not pairs or is_public_at(function, pairs):
        return None
    side = next(side for side, run in _diagonal_runs(function, pairs) if function(run))
    return Violation(
        f"the last message, the same on both sides, is refused, and it is accepted after the {side} messages alone",
        function.explain(pairs),
    )


def _diagonal_runs(function: DefinitionFunction, pairs: Sequence[ValuePair]) -> Iterator[tuple[str, list[ValuePair]]]:
    """By side: what its diagonal run has accepted before the last message, and that message."""
    for place, side in enumerate(SIDES):
        last = pairs[-1][place]
        yield side, [*diagonal_run(function, pairs[:-1], place), (last, last)]


def accepts_a_difference(functions: Sequence[DefinitionFunction], pairs: Sequence[ValuePair]) -> Violation | None:
    """The sequence is accepted, and has a pair that differs."""
    [function] = functions
    if function(pairs) and _any_differs(function, pairs):
        return Violation("the sequence is accepted, and a pair differs")
    return None


def accepts_something(functions: Sequence[DefinitionFunction], pairs: Sequence[ValuePair]) -> Violation | None:
    """The sequence is accepted."""
    [function] = functions
    return Violation("the sequence is accepted") if pairs and function(pairs) else None


def breaks_inclusion(functions: Sequence[DefinitionFunction], pairs: Sequence[ValuePair]) -> Violation | None:
    """The first function accepts the sequence, the second does not."""
    first, second = functions
    if not first(pairs) or second(pairs):
        return None
    return Violation(f"{first!r} accepts the sequence, {second!r} rejects it", second.explain(pairs))


def breaks_equivalence(functions: Sequence[DefinitionFunction], pairs: Sequence[ValuePair]) -> Violation | None:
    """One function accepts the sequence, the other does not."""
    first, second = functions
    return breaks_inclusion([first, second], pairs) or breaks_inclusion([second, first], pairs)


def breaks_refusals(functions: Sequence[DefinitionFunction], pairs: Sequence[ValuePair]) -> Violation | None:
    """The last pair is identical, and the first function refuses it after the others, all of which it accepts; the
    second accepts it after what it accepts of them."""
    first, second = functions
    *before, last = pairs
    accepted = all(first(pairs[:length]) for length in range(1, len(pairs)))
    if _differs(first, last) or first(pairs) or not accepted or not second([*_accepted(second, before), last]):
        return None
    return Violation(f"{first!r} refuses the last pair, which is identical, {second!r} does not", first.explain(pairs))


def _accepted(function: DefinitionFunction, pairs: Sequence[ValuePair]) -> list[ValuePair]:
    """What a function accepts of pairs that are sent one after the other."""
    known: list[ValuePair] = []
    for pair in pairs:
        known = [*known, pair] if function([*known, pair]) else known
    return known


CONFIRMATIONS: Mapping[str, Confirmation] = {
    "first-pair consistent": breaks_consistency,
    "prefix closed": breaks_prefixes,
    "monotone": breaks_prefixes,
    "well typed": breaks_typing,
    "swap invariant": breaks_swapping,
    "reflexive": breaks_reflexivity,
    "diagonal": breaks_diagonal,
    "public": breaks_public,
    "witness": accepts_a_difference,
    "accepting": accepts_something,
    "included": breaks_inclusion,
    REFUSED_TOGETHER: breaks_refusals,
    "equivalent": breaks_equivalence,
}
"""What shows on concrete runs that a property fails, by the property's name."""


def _bind(definition: Definition, trace: Trace) -> DefinitionFunction:
    return DefinitionFunction(definition, trace.parameters_of(definition), trace.meanings_of(definition))


def _differs(function: DefinitionFunction, pair: ValuePair) -> bool:
    return not same(function.definition.message, *pair)


def _any_differs(function: DefinitionFunction, pairs: Sequence[ValuePair]) -> bool:
    return any(_differs(function, pair) for pair in pairs)


def _is_query(function: DefinitionFunction, message: Value) -> bool:
    definition = function.definition
    symbols = {parameter.symbol: function.parameter_values[parameter.name] for parameter in definition.parameters}
    inside: Any = evaluate(definition.membership, {**symbols, definition.left: message}, function.meanings)
    return bool(inside)


def _steps(function: DefinitionFunction, pairs: Sequence[ValuePair]) -> tuple[ReplayedStep, ...]:
    steps: list[ReplayedStep] = []
    state = function.initial
    names = [register.name for register in function.definition.registers]
    for left, right in pairs:
        accepted, state = function.advance(state, (left, right))
        registers = {} if state is REJECTED else dict(zip(names, state, strict=True))
        steps.append(ReplayedStep(left, right, accepted, registers))
    return tuple(steps)
