"""By which line a register becomes tainted.

A line taints a register if something tainted goes into what it assigns, or into a condition that it is under. As
printed, HSV26 section 6.3 asks for the first alone; but `if x: y ← 1 else y ← 0` makes y say what x is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from concomp.model.language.assignments import Assignment, assignments
from concomp.model.language.postprocessing import PostProcessing
from concomp.model.language.syntax import terms
from concomp.model.language.syntax.terms import Term
from concomp.model.mechanisms.postprocessing import LEFT
from concomp.model.registry.tags import realises


@dataclass(frozen=True)
class Tainting:
    """The line by which a register becomes tainted.

    sources: what is tainted of what goes into it, as leaves: the message from the left, values that are drawn for each
    copy, and registers that became tainted before. by_condition: whether they go into a condition alone.
    """

    assignment: Assignment
    sources: tuple[Term, ...]
    by_condition: bool


@realises("HSV26 Section 6.3: tainted/untainted variables")
def taintings(machine: PostProcessing) -> Mapping[str, Tainting]:
    """The tainted registers of a post-processing, each with the line by which it becomes so."""
    return _spread(machine, lambda line: (line.value, line.condition))


def taintings_by_arguments(machine: PostProcessing) -> Mapping[str, Tainting]:
    """The registers that are tainted as printed: by arguments of functions alone."""
    return _spread(machine, lambda line: (line.value,))


def _spread(machine: PostProcessing, read: Callable[[Assignment], Iterable[Term]]) -> Mapping[str, Tainting]:
    """The least set that every line keeps; read: what counts of a line."""
    definition = machine.definition
    symbols = {each.name: each.symbol for each in definition.registers}
    lines, found, grows = assignments(machine), dict[str, Tainting](), True
    while grows:
        grows = False
        held = frozenset(symbols[name] for name in found) | frozenset(definition.per_copy)
        for line in lines:
            tainted = held | ({definition.on_left.received} if line.origin is LEFT else frozenset[Term]())
            sources = _among(tainted, read(line))
            if sources and line.register not in found:
                found[line.register] = Tainting(line, sources, not _among(tainted, [line.value]))
                grows = True
    return found


def _among(tainted: frozenset[Term], roots: Iterable[Term]) -> tuple[Term, ...]:
    return tuple(each for each in terms.descendants(roots) if each in tainted)
