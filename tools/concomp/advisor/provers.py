"""Finding out about the functions and the router of a plan: the provers are asked, each question once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Protocol

from concomp.advisor.facts.alphabets import Sequences, accepted_in_file, accepted_sequences
from concomp.advisor.facts.functions import KNOWN, Facts, facts_in_file, facts_of, facts_of_known
from concomp.advisor.facts.routers import (
    Place,
    Recipient,
    RouterFacts,
    facts_of_router,
    facts_of_router_in_file,
    routes_of,
)
from concomp.advisor.hypotheses.situation import Kind
from concomp.advisor.plans.errors import PlanError, PlanUndecided
from concomp.advisor.plans.plan import Mechanism, Plan
from concomp.model.language.monitor import Monitor
from concomp.model.language.postprocessing import PostProcessing
from concomp.model.language.syntax.errors import LanguageError
from concomp.obligations.processes.child import Crashed, TimedOut
from concomp.obligations.solvers.worker import GaveUp, Worker
from concomp.obligations.verify.properties.properties import NotAskable
from concomp.obligations.verify.proving.stages import new_worker
from concomp.verification.messages import Refusal

LIMIT = 90.0
"""Seconds in which the facts about one function, or about a router, must be found."""


class Examiner(Protocol):
    """What finds out about a verification function."""

    def __call__(self, mechanism: Mechanism, folder: Path, place: str) -> Facts:
        """The facts about the function of a mechanism, whose files are named from a folder."""

    def accepted(self, mechanism: Mechanism, messages: Sequence[str], horizon: int, folder: Path) -> Sequences | None:
        """What the function of a mechanism accepts of the messages in a file; None if that cannot be said."""

    def router(self, plan: Plan, kinds: Sequence[Kind], most: Sequence[int], folder: Path, place: str) -> RouterFacts:
        """The facts about the router of a plan; most: how many mechanisms of each group of slots may be touched."""


class Provers:
    """Asks the provers, about each function once; a user's file is run in a process of its own."""

    def __init__(self, worker: Worker, after_each: Callable[[], None] = lambda: None) -> None:
        """Take the process in which users' files are run, and what to call when a function is decided."""
        self._worker = worker
        self._after_each = after_each
        self._known: dict[tuple[str, tuple[tuple[str, str], ...]], Facts] = {}

    def __call__(self, mechanism: Mechanism, folder: Path, place: str) -> Facts:
        """The facts about the function of a mechanism; PlanError if it cannot be used."""
        function, values = mechanism.function, mechanism.parameters
        if values and (isinstance(function, Monitor) or function in KNOWN):
            raise PlanError(f"{place}: parameters", ", ".join(values), "this function takes none; remove them")
        if isinstance(function, Monitor):
            with new_worker() as worker:
                return _demand_usable(facts_of(worker, function, {}), place)
        assert function is not None
        key = (str(folder / function), tuple(sorted(values.items())))
        if key not in self._known:
            self._known[key] = _demand_usable(self._facts(function, values, folder, place), place)
            self._after_each()
        return self._known[key]

    def accepted(self, mechanism: Mechanism, messages: Sequence[str], horizon: int, folder: Path) -> Sequences | None:
        """What the function of a mechanism accepts of the messages in a file; None if that cannot be said."""
        function = mechanism.function
        if isinstance(function, str) and function in KNOWN:
            function = KNOWN[function]()
        if isinstance(function, Monitor):
            return accepted_sequences(function, {}, messages, horizon)
        assert function is not None
        file, name = _in_file(function, folder, mechanism.name, "name FILE.py:Name")
        found = self._worker.call(LIMIT, accepted_in_file, file, name, mechanism.parameters, messages, horizon)
        return found if isinstance(found, tuple) else None

    def _facts(self, function: str, values: Mapping[str, str], folder: Path, place: str) -> Facts:
        match self._ask(function, values, folder, place):
            case Refusal(message):
                raise PlanError(f"{place}: function", f'"{function}"', message)
            case TimedOut(seconds):
                raise PlanUndecided(f"{place}: function: not decided in {seconds:g} s: give a smaller function")
            case Crashed(message) | GaveUp(message):
                last = message.strip().splitlines()[-1]
                raise PlanError(f"{place}: function", f'"{function}"', f"{last}; run the file with python first")
            case Facts() as found:
                return found

    def _ask(
        self, function: str, values: Mapping[str, str], folder: Path, place: str
    ) -> Facts | Refusal | TimedOut | Crashed | GaveUp:
        if function in KNOWN:
            return self._worker.call(LIMIT, facts_of_known, function)
        known = ", ".join(f'"{each}"' for each in KNOWN)
        file, name = _in_file(function, folder, f"{place}: function", f"name FILE.py:Name, or one of {known}")
        return self._worker.call(LIMIT, facts_in_file, file, name, values)

    def router(self, plan: Plan, kinds: Sequence[Kind], most: Sequence[int], folder: Path, place: str) -> RouterFacts:
        """The facts about the router of a plan; PlanError if it cannot be used."""
        place = f"{place}: router"
        match self._ask_router(plan, kinds, most, folder, place):
            case Refusal(message):
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

    def _ask_router(
        self, plan: Plan, kinds: Sequence[Kind], most: Sequence[int], folder: Path, place: str
    ) -> RouterFacts | Refusal | TimedOut | Crashed | GaveUp:
        if isinstance(plan.router, PostProcessing):
            return _router_facts_here(plan.router, plan, kinds, most, place)
        assert plan.router is not None
        if not isinstance(plan.inputs, str):
            raise PlanError(place, f'"{plan.router}"', "give router and inputs both as files, or both as objects")
        router, inputs = (
            _in_file(each, folder, where, "name FILE.py:Name")
            for each, where in ((plan.router, place), (plan.inputs, f"{place}: inputs"))
        )
        recipients = [_recipient(each, kind, folder, place) for each, kind in zip(plan.mechanisms, kinds, strict=True)]
        return self._worker.call(LIMIT, facts_of_router_in_file, router, inputs, recipients, most)


def _router_facts_here(
    router: PostProcessing, plan: Plan, kinds: Sequence[Kind], most: Sequence[int], place: str
) -> RouterFacts | Refusal:
    named = [each.function for each in plan.mechanisms]
    functions = [KNOWN[each]() if isinstance(each, str) and each in KNOWN else each for each in named]
    known = [each for each in functions if isinstance(each, Monitor)]
    if not isinstance(plan.inputs, Monitor) or len(known) < len(functions):
        raise PlanError(place, repr(router), "give inputs and the functions of all mechanisms as objects as well")
    recipients = [
        Recipient(kind.name, None, "", mechanism.record, kind.group, kind.count)
        for mechanism, kind in zip(plan.mechanisms, kinds, strict=True)
    ]
    try:
        with new_worker() as worker:
            return facts_of_router(worker, router, plan.inputs, routes_of(router, recipients, known), most)
    except (LanguageError, NotAskable) as error:
        return Refusal(str(error))


def _recipient(mechanism: Mechanism, kind: Kind, folder: Path, place: str) -> Recipient:
    function = mechanism.function
    if not isinstance(function, str):
        raise PlanError(place, "in a file", f"give the function of {mechanism.name} in a file as well")
    where = None if function in KNOWN else _in_file(function, folder, place, "name FILE.py:Name")
    return Recipient(
        mechanism.name, where, function, mechanism.record, kind.group, kind.count, tuple(mechanism.parameters.items())
    )


def _in_file(text: str, folder: Path, place: str, remedy: str) -> Place:
    """The file and the name in it; PlanError if none is named."""
    file, name = (text, None) if text.endswith(".py") else text.rpartition(":")[::2]
    if not file.endswith(".py"):
        raise PlanError(place, f'"{text}"', remedy)
    return str(folder / file), name


def _demand_usable(facts: Facts, place: str) -> Facts:
    if facts.problem:
        raise PlanError(f"{place}: function", facts.function, f"{facts.problem}; correct the function")
    return facts
