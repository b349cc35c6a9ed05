"""The running functions, replayed on the steps of a system.

The functions are the compiled ones, which are made from the definition by other means than the system is.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Iterator, Mapping, Sequence

from concomp.impl.monitors.stepper import compile_step
from concomp.model.language.readings.functions import DefinitionFunction, Rejected
from concomp.model.language.syntax import terms
from concomp.model.language.syntax.definition import Definition
from concomp.model.language.syntax.sameness import same
from concomp.model.language.syntax.values import Value
from concomp.obligations.verify.agreement.walks import Step
from concomp.obligations.verify.encoding.decode import Trace
from concomp.obligations.verify.encoding.parties import (
    ITSELF,
    LEFT_ALONE,
    OTHER,
    RIGHT_ALONE,
    SWAPPED,
    OwnedRegister,
    Party,
)
from concomp.obligations.verify.properties.copies import CopiesQuestion
from concomp.obligations.verify.properties.copies_replay import run_copies
from concomp.obligations.verify.properties.properties import Question

READS: Mapping[Party, tuple[str, str]] = {
    ITSELF: ("left", "right"),
    SWAPPED: ("right", "left"),
    LEFT_ALONE: ("left", "left"),
    RIGHT_ALONE: ("right", "right"),
    OTHER: ("left", "right"),
}
"""The messages that each run reads."""
RESTORED = (LEFT_ALONE, RIGHT_ALONE)
"""The diagonal runs: what they refuse is as if it had not been sent."""

Held = Mapping[str, Value]
"""Registers after a step, by their names in the system."""


def registers_of_functions(question: Question, trace: Trace) -> list[Held]:
    """The registers of everything that runs in a question's system, after each step, as the functions have them.

    Nothing is said of a run after it has rejected for ever.
    """
    if isinstance(question, CopiesQuestion):
        exchanges, held = run_copies(question.machine, question.sensitive, trace)
        pairs = zip(exchanges, held, strict=True)
        return [each if None not in (one.sent, other.sent) else {} for (one, other), each in pairs]
    first, *others = question.definitions
    owned = [each for each in question.system.registers if isinstance(each, OwnedRegister)]
    parties = dict.fromkeys(each.owned.party for each in owned)
    functions = dict.fromkeys(READS, first) | dict(zip([OTHER], others, strict=False))
    listed = [_run(functions[party], party, READS[party], trace) for party in parties if party in READS]
    return [dict(ChainMap(*map(dict, together))) for together in zip(*listed, strict=True)]


def differing_register(question: Question, steps: Sequence[Step], trace: Trace) -> tuple[int, str] | None:
    """The first step, and in it a register, that the system has otherwise than the functions; None if there is none."""
    for place, (step, held) in enumerate(zip(steps, registers_of_functions(question, trace), strict=False)):
        for symbol, value in step.after.items() if step.allowed else ():
            name = terms.leaf_name(symbol)
            if name in held and not same(symbol.sort, held[name], value):
                return place, name
    return None


def _run(definition: Definition, party: Party, sides: tuple[str, str], trace: Trace) -> Iterator[Held]:
    values, meanings = trace.parameters_of(definition), trace.meanings_of(definition)
    stepper = compile_step(DefinitionFunction(definition, values, meanings))
    state = stepper.initial
    for inputs in trace.steps:
        left, right = (inputs[side] if side in inputs else inputs["left"] for side in sides)
        accepted, after = stepper.advance(state, left, right)
        state = after if accepted or party not in RESTORED else state
        held = stepper.state(state)
        if isinstance(held, Rejected):
            yield {}
        else:
            yield {f"{party.prefix}{each.name}": value for each, value in zip(definition.registers, held, strict=True)}
