"""Whether a refusal at run time tells nothing, decided for functions with finitely many messages and states.

At run time there is one world, where every message is paired with itself; what that asks of a function, *diagonal* and
*public*, is said in `concomp.model.language.readings.one_world`. Three runs are looked at: of the function on a
sequence that it accepts with all its prefixes, and its two diagonal runs, in which what is refused leaves no trace.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any

from concomp.impl.monitors.stepper import compile_step
from concomp.model.files.evidence import PropertyEvidence, definition_hash, parameter_texts
from concomp.model.language.readings.runnable import Runnable
from concomp.model.language.syntax.sameness import same
from concomp.model.language.syntax.sorts import BoolSort, EnumSort, RecordSort, Sort, UnionSort, VectorSort
from concomp.model.language.syntax.values import exact
from concomp.model.numbers import ParameterError

STEPS = 1_000_000
"""The most pairs that are tried."""
INFINITE = "there are infinitely many: list messages of a finite sort"
Sequence = tuple[tuple[Any, Any], ...]


@dataclass(frozen=True)
class Exploration:
    """What the exploration came to.

    states: how many triples of states there are. diagonal, public: a sequence whose last pair breaks the property;
    None if none does.
    """

    states: int
    diagonal: Sequence | None
    public: Sequence | None


def explore(monitor: Runnable) -> Exploration:
    """All that can happen to a verification function and its two diagonal runs.

    Raises ParameterError for a function with infinitely many messages, one that declares relations, or one that is too
    large: `verify` asks solvers about these.
    """
    if monitor.definition.declared:
        raise ParameterError("the function", monitor, f"it declares relations: {_remedy(monitor)}")
    sort = monitor.definition.message
    if _number_of_messages(monitor) ** 2 > STEPS:
        raise ParameterError("the function", monitor, f"it has too many messages: {_remedy(monitor)}")
    stepper, pairs = compile_step(monitor), list(product(messages(sort), repeat=2))
    start = (stepper.initial,) * 3
    # States that Python takes for equal may be two, which the function tells apart.
    found = {exact(start)}
    broken: dict[str, Sequence] = {}
    waiting: deque[tuple[Any, Sequence]] = deque([(start, ())])
    steps = 0
    while waiting:
        state, before = waiting.popleft()
        steps += len(pairs)
        if steps > STEPS:
            raise ParameterError("the function", monitor, f"it has too many states: {_remedy(monitor)}")
        for left, right in pairs:
            sides = ((left, right), (left, left), (right, right))
            verdicts = [stepper.advance(each, *pair) for each, pair in zip(state, sides, strict=True)]
            (accepted, _), *diagonal = verdicts
            if accepted and not all(verdict for verdict, _ in diagonal):
                broken.setdefault("diagonal", (*before, (left, right)))
            if not accepted and same(sort, left, right) and any(verdict for verdict, _ in diagonal):
                broken.setdefault("public", (*before, (left, right)))
            # What a run refuses leaves its state as it was.
            after = tuple(later if verdict else held for held, (verdict, later) in zip(state, verdicts, strict=True))
            if accepted and exact(after) not in found:
                found.add(exact(after))
                waiting.append((after, (*before, (left, right))))
    return Exploration(len(found), broken.get("diagonal"), broken.get("public"))


def explored_properties(monitor: Runnable) -> tuple[PropertyEvidence, ...]:
    """The evidence for those of diagonal and public that the function has; raises what `explore` does."""
    explored = explore(monitor)
    subject, values = definition_hash(monitor), parameter_texts(monitor)
    return tuple(
        PropertyEvidence(
            subject=subject,
            property=name,
            kind="audit",
            parameters=values,
            engines=(f"exhaustive exploration, {explored.states} states",),
        )
        for name, violation in (("diagonal", explored.diagonal), ("public", explored.public))
        if violation is None
    )


def messages(sort: Sort) -> tuple[Any, ...]:
    """All values of a sort; ParameterError if there are infinitely many."""
    return tuple(_values(sort))


def _values(sort: Sort) -> Iterator[Any]:
    match sort:
        case BoolSort():
            yield from (False, True)
        case EnumSort():
            yield from sort.enumeration
        case VectorSort():
            yield from product(messages(sort.entry), repeat=sort.size)
        case RecordSort():
            for fields in product(*(messages(part) for _, part in sort.fields)):
                yield sort.record.from_values(fields)
        case UnionSort():
            for case in sort.cases:
                yield from _values(case)
        case _:
            raise ParameterError("the messages", sort.name, INFINITE)


def number_of_values(sort: Sort) -> int:
    """How many values a sort has, at most STEPS + 1, none of them listed; ParameterError if infinitely many."""
    match sort:
        case BoolSort():
            number = 2
        case EnumSort():
            number = len(sort.enumeration)
        case VectorSort():
            entries = number_of_values(sort.entry)
            # From two values on, so many entries have more than the limit.
            number = entries ** min(sort.size, STEPS.bit_length())
        case RecordSort():
            number = prod(number_of_values(part) for _, part in sort.fields)
        case UnionSort():
            number = sum(map(number_of_values, sort.cases))
        case _:
            raise ParameterError("the messages", sort.name, INFINITE)
    return min(number, STEPS + 1)


def _number_of_messages(monitor: Runnable) -> int:
    try:
        return number_of_values(monitor.definition.message)
    except ParameterError:
        problem = f"its messages are infinitely many: {_remedy(monitor)}"
    raise ParameterError("the function", monitor, problem)


def _remedy(monitor: Runnable) -> str:
    """How to find out what is not explored."""
    definition = monitor.definition
    file = definition.position.file if definition.position.file.endswith(".py") else "FILE.py"
    return (
        f"prove what it is by `concomp verify {file}:{definition.name} --property diagonal --property public "
        "--evidence properties.json`, and give `read_evidence('properties.json')` as the properties"
    )
