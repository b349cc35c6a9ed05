"""Routers: whether what hands inputs to many mechanisms keeps to what the theorems about few of them ask.

A router is a post-processing of the engineer's. That at most k mechanisms get differing inputs cannot be seen while
they run, where only one of two data sets exists; it is proved of the router beforehand, for every length.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from concomp.advisor.facts.functions import KNOWN
from concomp.model.composition import routed
from concomp.model.composition.routed import INDEX, Route, RoutedInputs
from concomp.model.language.monitor import Monitor
from concomp.model.language.postprocessing import PostProcessing
from concomp.model.language.syntax.errors import LanguageError
from concomp.model.language.syntax.sorts import RecordSort, UnionSort
from concomp.model.mechanisms.postprocessing import RIGHT
from concomp.obligations.solvers.worker import Worker
from concomp.obligations.verify.case import report
from concomp.obligations.verify.postprocessing import processing_case
from concomp.obligations.verify.properties.copies import PROPERTIES
from concomp.obligations.verify.properties.properties import NotAskable
from concomp.obligations.verify.properties.replay import Replay
from concomp.obligations.verify.properties.validity import MAPS, Validity
from concomp.obligations.verify.proving.stages import new_worker
from concomp.obligations.verify.user_files.importing import BadFile, refusal
from concomp.obligations.verify.user_files.loading import FUNCTION, ROUTER, load
from concomp.obligations.verify.verdicts import Verdict
from concomp.report.verdicts import trace_lines
from concomp.verification.messages import Refusal

SECONDS = 20.0
MORE = 4
"""How many slots more are tried where those of the plan are too few."""
ORDER = (*PROPERTIES, MAPS)
Place = tuple[str, str | None]
MEANINGS: Mapping[str, str] = {
    "total": "it does not send exactly one message in each step",
    "destination": "whether it answers or hands something on depends on what differs between the data sets",
    "response": "what it answers depends on what differs between the data sets",
    MAPS: "what it hands out is not what the mechanisms may get",
}
"""What it means that a router lacks a property."""


@dataclass(frozen=True)
class Recipient:
    """One kind of mechanisms, as a router sees it.

    place: the file and the name of its function; None if that is the known one of the name `known`.
    record: the name of the record that is sent to them, None if there is no other. group: of the slots that they take.
    count: how many there are, None if unboundedly many. values: of the function's parameters, as typed.
    """

    name: str
    place: Place | None
    known: str
    record: str | None
    group: int
    count: int | None
    values: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class RouterFacts:
    """What is known of a router.

    router, inputs: what it and the function on its inputs are called. word: whether it is proved to keep to the slots.
    lacking: the first property that is not proved, empty if all are. trace: of two runs that break it, as lines.
    enough: how many slots would do, where those of the plan do not; None if that is not known.
    problem: why the router cannot be used at all; empty if it can.
    """

    router: str
    inputs: str
    word: Literal["proved", "refuted", "unknown"]
    lacking: str = ""
    trace: tuple[str, ...] = ()
    enough: int | None = None
    problem: str = ""


def facts_of_router(
    worker: Worker,
    router: PostProcessing,
    inputs: Monitor,
    routes: Sequence[Route],
    at_most: Sequence[int],
    seconds: float = SECONDS,
) -> RouterFacts:
    """What the provers say of a router; NotAskable or LanguageError if it does not fit its inputs or the mechanisms."""
    names = (router.definition.name, inputs.definition.name)
    verdicts = _verdicts(worker, router, inputs, routes, at_most, seconds)
    broken = next((each for each in verdicts if each.verdict != "proved"), None)
    if broken is None:
        return RouterFacts(*names, "proved")
    if broken.verdict == "vacuous":
        problem = f"{names[1]} accepts no two inputs that differ and that {names[0]} hands out"
        return RouterFacts(*names, "unknown", broken.property, problem=problem)
    if broken.verdict != "refuted" or broken.trace is None:
        return RouterFacts(*names, "unknown", broken.property)
    enough = None
    if broken.property == MAPS and len(at_most) == 1:
        enough = _enough(worker, router, inputs, routes, at_most[0], seconds)
    return RouterFacts(*names, "refuted", broken.property, tuple(_trace(broken.trace, routes)), enough)


def facts_of_router_in_file(
    router: Place, inputs: Place, kinds: Sequence[Recipient], at_most: Sequence[int]
) -> RouterFacts | Refusal:
    """The same of a router in a user's file; to be called in a process of its own, since it runs the file."""
    try:
        functions = [_function(each) for each in kinds]
        source, _ = load(*inputs, {}, FUNCTION)
        machine, _ = load(*router, {}, ROUTER)
        with new_worker() as worker:
            return facts_of_router(worker, machine, source, routes_of(machine, kinds, functions), at_most)
    except LanguageError as error:
        return Refusal(refusal(error))
    except (BadFile, NotAskable) as error:
        return Refusal(str(error))


def routes_of(router: PostProcessing, kinds: Sequence[Recipient], functions: Sequence[Monitor]) -> list[Route]:
    """The ways to the kinds of mechanisms; NotAskable if one of them is sent no record."""
    records = _records(router)
    sent = ", ".join(records) or "nothing"
    listed = []
    for each, function in zip(kinds, functions, strict=True):
        name = each.record or next(iter(records), None)
        if name not in records or (each.record is None and len(records) > 1):
            missing = "" if each.record is None else f', and no "{each.record}"'
            raise NotAskable(
                f"{router.definition.name} sends {sent} to its right{missing}; name the record that goes to "
                f'{each.name}: record = "…"'
            )
        listed.append(Route(records[name], function, each.group, each.count))
    named = [route.record.name for route in listed]
    twice = next((name for name in named if named.count(name) > 1), None)
    if twice is not None:
        raise NotAskable(
            f"two kinds of mechanisms are sent {twice}; send each a record of its own, and name it: record"
        )
    unread = set(records) - set(named)
    if unread:
        raise NotAskable(f"{router.definition.name} sends {', '.join(sorted(unread))} to no mechanism of the plan")
    return listed


def _records(router: PostProcessing) -> dict[str, RecordSort]:
    """The records that a router sends to its right, by name."""
    handlers = (router.definition.on_left, router.definition.on_right)
    sorts = [send.message.sort for handler in handlers for send in handler.sends if send.side is RIGHT]
    cases = [case for sort in sorts for case in (sort.cases if isinstance(sort, UnionSort) else (sort,))]
    return {case.name: case for case in cases if isinstance(case, RecordSort)}


def _function(kind: Recipient) -> Monitor:
    if kind.place is None:
        return KNOWN[kind.known]()
    monitor, values = load(*kind.place, dict(kind.values), FUNCTION)
    fixed: Monitor = monitor.with_values(**values) if values else monitor
    return fixed


def _verdicts(
    worker: Worker,
    router: PostProcessing,
    inputs: Monitor,
    routes: Sequence[Route],
    at_most: Sequence[int],
    seconds: float,
) -> list[Verdict]:
    """The verdicts on what is asked of a router, in order."""
    case = processing_case(router, Validity(inputs.definition, RoutedInputs(routes, at_most).definition))
    found = report(worker, case, ORDER, seconds)
    return [found[name] for name in ORDER]


def _enough(
    worker: Worker, router: PostProcessing, inputs: Monitor, routes: Sequence[Route], at_most: int, seconds: float
) -> int | None:
    """The least number of slots, a few more than these, with which the router is proved to keep to them."""
    for more in range(at_most + 1, at_most + 1 + MORE):
        if all(each.verdict == "proved" for each in _verdicts(worker, router, inputs, routes, [more], seconds)):
            return more
    return None


def _trace(trace: Replay, routes: Sequence[Route]) -> Iterator[str]:
    """A trace as a table, and what is wrong in its last step."""
    rejection = trace.rejection
    if rejection is None or rejection.position.file != routed.__file__:
        yield from trace_lines(trace)
        return
    yield from trace_lines(replace(trace, rejection=None))
    last: Any = trace.steps[-1]
    yield f"the last input {_broken_requirement(last.left.sent[1], last.right.sent[1], routes)}"


def _broken_requirement(first: Any, second: Any, routes: Sequence[Route]) -> str:
    """Which requirement on what is handed out a pair breaks that no mechanism's own function rejects."""
    index = getattr(first, INDEX)
    if (type(first), index) != (type(second), getattr(second, INDEX)):
        return "goes to different mechanisms in the two data sets"
    count = next(route.count for route in routes if route.record.record is type(first))
    if count is not None and not 1 <= index <= count:
        return f"goes to the mechanism {index}, where the plan counts from 1 to {count}"
    return "makes one mechanism more get inputs that differ than there are slots for"
