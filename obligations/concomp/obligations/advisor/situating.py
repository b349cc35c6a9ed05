"""From a plan to a situation: functions are verified, files audited, nested plans advised on."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Protocol

from concomp.impl.accounting.components import Component
from concomp.impl.audit.engine import Audit
from concomp.impl.audit.setting import of_document
from concomp.model.language.errors import LanguageError
from concomp.model.language.monitor import Monitor
from concomp.model.language.postprocessing import PostProcessing
from concomp.model.mechanisms.formats import FormatError, read_file
from concomp.model.mechanisms.formats.lowering import game
from concomp.model.mechanisms.formats.rationals import rational_text
from concomp.model.mechanisms.formats.schema import ContinualFile
from concomp.model.mechanisms.positions import TooLarge
from concomp.model.reduction.laziness import likelihoods, same_answers
from concomp.model.reduction.waiting import waiting_budget
from concomp.obligations.advisor.errors import PlanError, PlanUndecided
from concomp.obligations.advisor.guarantee import STEPS, Guarantee
from concomp.obligations.advisor.hypotheses import (
    KNOWN,
    Facts,
    facts_in_file,
    facts_of,
    facts_of_document,
    facts_of_known,
)
from concomp.obligations.advisor.numbers import rational_bounds
from concomp.obligations.advisor.plan import Mechanism, Plan, read_plan
from concomp.obligations.advisor.routers import (
    Handled,
    Place,
    RouterFacts,
    facts_of_router,
    facts_of_router_in_file,
    routes_of,
)
from concomp.obligations.advisor.situation import Kind, Situation, Source
from concomp.obligations.advisor.slots import group_of
from concomp.obligations.smt.host import Refused
from concomp.obligations.smt.properties import NotAskable
from concomp.obligations.smt.worker import Crashed, GaveUp, TimedOut, Worker

HISTORIES = 20_000
"""How many queries the histories of a mechanism may have in all, so that what waiting costs is found at once."""
LIMIT = 90.0
"""Seconds in which the facts about one function must be found."""


class Examiner(Protocol):
    """What finds out about a verification function."""

    def __call__(self, mechanism: Mechanism, folder: Path, place: str) -> Facts:
        """The facts about the function of a mechanism, whose files are named from a folder."""

    def router(self, plan: Plan, kinds: Sequence[Kind], most: Sequence[int], folder: Path, place: str) -> RouterFacts:
        """The facts about the router of a plan; most: how many mechanisms of each group of slots may be touched."""


class Provers:
    """Asks the provers, about each function once; a user's file is run in a process of its own."""

    def __init__(self, worker: Worker) -> None:
        """Take the process in which users' files are run."""
        self._worker = worker
        self._known: dict[tuple[str, tuple[tuple[str, str], ...]], Facts] = {}

    def __call__(self, mechanism: Mechanism, folder: Path, place: str) -> Facts:
        """The facts about the function of a mechanism; PlanError if it cannot be used."""
        function, values = mechanism.function, mechanism.parameters
        if values and (isinstance(function, Monitor) or function in KNOWN):
            raise PlanError(f"{place}: parameters", ", ".join(values), "this function takes none; remove them")
        if isinstance(function, Monitor):
            with Worker(preload="concomp.obligations.smt.engines") as worker:
                return _usable(facts_of(worker, function, {}), place)
        assert function is not None
        key = (str(folder / function), tuple(sorted(values.items())))
        if key not in self._known:
            self._known[key] = _usable(self._facts(function, values, folder, place), place)
        return self._known[key]

    def _facts(self, function: str, values: Mapping[str, str], folder: Path, place: str) -> Facts:
        match self._asked(function, values, folder, place):
            case Refused(message):
                raise PlanError(f"{place}: function", f'"{function}"', message)
            case TimedOut(seconds):
                raise PlanUndecided(f"{place}: function: not decided in {seconds:g} s: give a smaller function")
            case Crashed(message) | GaveUp(message):
                last = message.strip().splitlines()[-1]
                raise PlanError(f"{place}: function", f'"{function}"', f"{last}; run the file with python first")
            case Facts() as found:
                return found

    def _asked(
        self, function: str, values: Mapping[str, str], folder: Path, place: str
    ) -> Facts | Refused | TimedOut | Crashed | GaveUp:
        if function in KNOWN:
            return self._worker.call(LIMIT, facts_of_known, function)
        known = ", ".join(f'"{each}"' for each in KNOWN)
        file, name = _in_file(function, folder, f"{place}: function", f"name FILE.py:Name, or one of {known}")
        return self._worker.call(LIMIT, facts_in_file, file, name, values)

    def router(self, plan: Plan, kinds: Sequence[Kind], most: Sequence[int], folder: Path, place: str) -> RouterFacts:
        """The facts about the router of a plan; PlanError if it cannot be used."""
        place = f"{place}: router"
        match self._routed(plan, kinds, most, folder, place):
            case Refused(message):
                raise PlanError(place, f'"{plan.router}"', message)
            case TimedOut(seconds):
                raise PlanUndecided(f"{place}: not decided in {seconds:g} s: give a smaller router, or fewer slots")
            case Crashed(message) | GaveUp(message):
                last = message.strip().splitlines()[-1]
                raise PlanError(place, f'"{plan.router}"', f"{last}; run the file with python first")
            case RouterFacts() as found if found.problem:
                raise PlanError(place, found.router, f"{found.problem}; correct the router, or what it is sent")
            case RouterFacts() as found:
                return found

    def _routed(
        self, plan: Plan, kinds: Sequence[Kind], most: Sequence[int], folder: Path, place: str
    ) -> RouterFacts | Refused | TimedOut | Crashed | GaveUp:
        if isinstance(plan.router, PostProcessing):
            return _routed_here(plan.router, plan, kinds, most, place)
        assert plan.router is not None
        if not isinstance(plan.inputs, str):
            raise PlanError(place, f'"{plan.router}"', "give router and inputs both as files, or both as objects")
        router, inputs = (
            _in_file(each, folder, where, "name FILE.py:Name")
            for each, where in ((plan.router, place), (plan.inputs, f"{place}: inputs"))
        )
        handled = [_handled(each, kind, folder, place) for each, kind in zip(plan.mechanisms, kinds, strict=True)]
        return self._worker.call(LIMIT, facts_of_router_in_file, router, inputs, handled, most)


def _routed_here(
    router: PostProcessing, plan: Plan, kinds: Sequence[Kind], most: Sequence[int], place: str
) -> RouterFacts | Refused:
    named = [each.function for each in plan.mechanisms]
    functions = [KNOWN[each]() if isinstance(each, str) and each in KNOWN else each for each in named]
    known = [each for each in functions if isinstance(each, Monitor)]
    if not isinstance(plan.inputs, Monitor) or len(known) < len(functions):
        raise PlanError(place, repr(router), "give inputs and the functions of all mechanisms as objects as well")
    handled = [
        Handled(kind.name, None, "", mechanism.record, kind.group, kind.count)
        for mechanism, kind in zip(plan.mechanisms, kinds, strict=True)
    ]
    try:
        with Worker(preload="concomp.obligations.smt.engines") as worker:
            return facts_of_router(worker, router, plan.inputs, routes_of(router, handled, known), most)
    except (LanguageError, NotAskable) as error:
        return Refused(str(error))


def _handled(mechanism: Mechanism, kind: Kind, folder: Path, place: str) -> Handled:
    function = mechanism.function
    if not isinstance(function, str):
        raise PlanError(place, "in a file", f"give the function of {mechanism.name} in a file as well")
    where = None if function in KNOWN else _in_file(function, folder, place, "name FILE.py:Name")
    return Handled(
        mechanism.name, where, function, mechanism.record, kind.group, kind.count, tuple(mechanism.parameters.items())
    )


def _in_file(text: str, folder: Path, place: str, remedy: str) -> Place:
    """The file and the name in it; PlanError if none is named."""
    file, name = (text, None) if text.endswith(".py") else text.rpartition(":")[::2]
    if not file.endswith(".py"):
        raise PlanError(place, f'"{text}"', remedy)
    return str(folder / file), name


def _usable(facts: Facts, place: str) -> Facts:
    if facts.problem:
        raise PlanError(f"{place}: function", facts.function, f"{facts.problem}; correct the function")
    return facts


Promise = Callable[[Plan, Path, tuple[Path, ...]], Guarantee | None]
"""What is guaranteed of a nested plan, given the folder of its files and the plans that it is nested in."""


def situated(
    plan: Plan, folder: Path, source: str, above: tuple[Path, ...], examine: Examiner, promise: Promise
) -> Situation:
    """The situation of a plan.

    folder: from where its files are named. source: what it is called in errors. above: the plans that it is nested in.
    Raises PlanError if something that it names cannot be used.
    """
    kinds = tuple(_kind(each, folder, f"{source}: {each.name}", above, examine, promise) for each in plan.mechanisms)
    budget = None if plan.budget is None else plan.budget.component(f"{source}: budget")
    slots = _slots(plan, source)
    kinds = tuple(_in_slot(each, tuple(slots), source) for each in kinds)
    most = [*slots.values()] or [plan.at_most or 0]
    router = None if plan.router is None else examine.router(plan, kinds, most, folder, source)
    return Situation(plan.creation, plan.discrete, kinds, plan.touched, budget, tuple(slots.items()), router)


def _slots(plan: Plan, source: str) -> dict[Component, int]:
    """How many slots there are of each loss."""
    slots: dict[Component, int] = {}
    for each in plan.slots:
        label = each.component(source)
        slots[label] = slots.get(label, 0) + each.count
    return slots


def _in_slot(kind: Kind, slots: Sequence[Component], source: str) -> Kind:
    """The kind with the slot that it takes; PlanError if there are slots and none covers its loss."""
    if not slots:
        return kind
    group = group_of(kind.label, slots)
    if group is None:
        raise PlanError(f"{source}: slots", f"none is as large as the loss of {kind.name}", "add one that is")
    return replace(kind, group=group)


def _kind(
    mechanism: Mechanism, folder: Path, place: str, above: tuple[Path, ...], examine: Examiner, promise: Promise
) -> Kind:
    label = mechanism.component(place)
    count = mechanism.count if isinstance(mechanism.count, int) else None
    if mechanism.plan is not None:
        _demand_promised(label, folder / mechanism.plan, place, above, promise)
        return Kind(mechanism.name, label, count, None, "nested plan")
    document = None if mechanism.audit is None else _document(folder / mechanism.audit, place)
    if document is None:
        return Kind(mechanism.name, label, count, examine(mechanism, folder, place), "declared")
    audited = _audited(document, label, place)
    if mechanism.function is None:
        facts = facts_of_document(document)
        return Kind(mechanism.name, label, count, facts, audited, document, waiting=_waiting(document, label))
    # The audit is about the function in the file, and not about the one that the plan names.
    return Kind(mechanism.name, label, count, examine(mechanism, folder, place), "declared", document)


def _document(file: Path, place: str) -> ContinualFile:
    try:
        document = read_file(file)
    except FormatError as error:
        raise PlanError(f"{place}: audit: {file.name}", f"{error.place}: {error.value}", error.remedy) from None
    if not isinstance(document, ContinualFile):
        raise PlanError(f"{place}: audit", f'"{file.name}" has type "{document.type}"', 'give one of type "cm"')
    return document


def _audited(document: ContinualFile, label: Component, place: str) -> Source:
    """Where the label comes from; PlanError if the mechanism in the file loses more."""
    low, high = rational_bounds(label.loss)
    audit = Audit(of_document(document), STEPS)
    try:
        if max(audit.deltas(low)) <= label.delta:
            return "audited"
        exact = max(audit.deltas(high))
    except TooLarge:
        return "declared"
    if exact > label.delta:
        stated = f"delta = {rational_text(label.delta)}"
        raise PlanError(f"{place}: delta", stated, f"the file's exact delta at this E is {rational_text(exact)}")
    return "declared"


def _waiting(document: ContinualFile, label: Component) -> Fraction | None:
    """The least budget with which the mechanism is simulated lazily at its ε; None if it has too many histories."""
    try:
        chances = likelihoods(game(document), HISTORIES)
    except TooLarge:
        return None
    return waiting_budget(chances, rational_bounds(label.loss)[0], same_answers(chances))


def _demand_promised(label: Component, file: Path, place: str, above: tuple[Path, ...], promise: Promise) -> None:
    """PlanError unless the nested plan is guaranteed to have the loss that is stated for it."""
    resolved = file.resolve()
    if resolved in above:
        going_round = " → ".join(each.name for each in (*above[above.index(resolved) :], resolved))
        raise PlanError(f"{place}: plan", going_round, "a plan is nested in itself; break the cycle")
    guarantee = promise(read_plan(file), file.parent, (*above, resolved))
    low, _ = rational_bounds(label.loss)
    found = None if guarantee is None else guarantee.delta(low)
    if found is None:
        raise PlanError(f"{place}: plan", f'"{file.name}"', "no theorem guarantees it anything at this E; advise on it")
    if found.high > label.delta:
        least = rational_text(found.high) if found.is_exact else f"about {float(found.high):.3g}"
        raise PlanError(
            f"{place}: delta", f"delta = {rational_text(label.delta)}", f"the nested plan is guaranteed {least} only"
        )
