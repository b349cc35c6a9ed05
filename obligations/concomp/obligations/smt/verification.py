"""Verification of a function: which properties it has, for every length and every parameter.

This is what people call. The verdicts come from the pipeline; here it is decided what is asked, and of what.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from concomp.model.language.definition import Definition
from concomp.model.language.monitor import Monitor
from concomp.model.language.values import Value
from concomp.obligations.smt.inquiry import Inquiry
from concomp.obligations.smt.openings import openings
from concomp.obligations.smt.pipeline import find_witness, satisfiable, settle
from concomp.obligations.smt.plain import place
from concomp.obligations.smt.properties import RELATIONS, NotAskable
from concomp.obligations.smt.questions import questions, usual
from concomp.obligations.smt.scopes import condition
from concomp.obligations.smt.variants import fixed
from concomp.obligations.smt.verdicts import WITNESS, Report, Verdict
from concomp.obligations.smt.worker import GaveUp, Worker

Subject = Monitor | type[Monitor] | Definition

SECONDS = 60.0
NO_VALUES = "no values of the parameters satisfy their constraints"


@dataclass(frozen=True)
class Case:
    """A function to be verified, its parameters fixed where they were given, and the one to compare it with."""

    definition: Definition
    description: str
    values: Mapping[str, Value]
    within: Definition | None = None

    def inquiries(self, name: str) -> tuple[Inquiry, ...]:
        """The inquiries that together ask for a property; NotAskable if it cannot be asked."""
        listed = questions(name, self.definition, self.within)
        about = f"{name}: {self.within.name}" if name in RELATIONS and self.within is not None else name
        places = [""] if len(listed) == 1 else [f", {number} of {len(listed)}" for number in range(1, len(listed) + 1)]
        return tuple(
            Inquiry(question, name, f"{about}{place}", self.values)
            for question, place in zip(listed, places, strict=True)
        )


def verify(
    function: Subject,
    properties: Iterable[str] | None = None,
    within: Subject | None = None,
    parameters: Mapping[str, Value] | None = None,
    seconds: float = SECONDS,
) -> Report:
    """Settle which properties a verification function has.

    function: a monitor, its class, or a definition; parameters without a value stay symbolic, so that what is proved
    is so for all that satisfy their constraints.
    properties: by name; the usual ones, and with `within` the inclusion, unless given.
    within: the function that "included" and "equivalent" compare with.
    parameters: values of some parameters. seconds: the limit for each property.
    Returns the report, whose verdicts are also attributes: `verify(F).first_pair_consistent.verdict`.
    Raises NotAskable for a property that there is not, LanguageError for values that a parameter may not have.
    """
    case = case_of(function, within, parameters)
    with Worker(preload="concomp.obligations.smt.stages") as worker:
        return report(worker, case, asked(case, properties), seconds)


def asked(case: Case, properties: Iterable[str] | None) -> tuple[str, ...]:
    """The properties to ask, each once; NotAskable if one cannot be asked."""
    names = usual(case.definition, case.within is not None) if properties is None else properties
    once = tuple(dict.fromkeys(names))
    for name in once:
        case.inquiries(name)
    return once


def report(
    worker: Worker,
    case: Case,
    properties: Sequence[str],
    seconds: float,
    progress: Callable[[str], None] = lambda name: None,
) -> Report:
    """The report on these properties; `progress` is told the name of what is being settled."""
    progress(WITNESS)
    witness = witness_of(worker, case, seconds)
    verdicts: list[Verdict] = []
    for name in properties:
        progress(name)
        verdicts.append(verdict_on(worker, case, name, witness, seconds))
    return assembled(case, witness, verdicts)


def assembled(case: Case, witness: Verdict, verdicts: Sequence[Verdict]) -> Report:
    """The report of these verdicts, with the theorems that they open."""
    opens = openings({each.property: each.verdict for each in verdicts})
    return Report(case.definition.name, case.description, case.values, witness, tuple(verdicts), opens)


def case_of(function: Subject, within: Subject | None = None, parameters: Mapping[str, Value] | None = None) -> Case:
    """The case of a function; LanguageError if a value is not one that its parameter may have.

    A value that is given holds for a parameter of the same name of the function to compare with as well.
    """
    given = parameters or {}
    definition, values = _read(function, given)
    description = _description(function)
    if within is None:
        return Case(definition, description, values)
    known = {parameter.name for parameter in _read(within, {})[0].parameters}
    other, _ = _read(within, {name: value for name, value in given.items() if name in known})
    return Case(definition, description, values, other)


def witness_of(worker: Worker, case: Case, seconds: float) -> Verdict:
    """The witness of a function, or why there is none."""
    possible = satisfiable(worker, case.definition, seconds) if case.definition.parameters else True
    if isinstance(possible, GaveUp):
        return Verdict(WITNESS, "unknown", "", 0.0, tried=(f"parameters: {possible.reason}",))
    if not possible:
        constraints = [f"{condition(each.constraint)} ({place(each.position)})" for each in case.definition.parameters]
        reason = f"{NO_VALUES}: {'; '.join(constraints)}; change them"
        return Verdict(WITNESS, "vacuous", "no values", 0.0, reason, unsatisfiable=True)
    return find_witness(worker, case.definition, case.values, seconds)


def verdict_on(worker: Worker, case: Case, name: str, witness: Verdict, seconds: float) -> Verdict:
    """The verdict on one property; without a witness nothing is proved."""
    if name == WITNESS:
        return witness
    if witness.verdict == "vacuous":
        return replace(witness, property=name, seconds=0.0, certificates=())
    settled = [settle(worker, inquiry, witness, seconds) for inquiry in case.inquiries(name)]
    verdict = next((each for each in settled if each.verdict != "proved"), settled[0])
    tried = tuple(line for each in settled for line in each.tried)
    if verdict.verdict == "proved" and witness.verdict != "proved":
        tried = (*tried, "witness: none was found, so the proof may be about nothing", *witness.tried)
        return replace(verdict, verdict="unknown", certificates=(), tried=tried)
    certificates = tuple(one for each in settled for one in each.certificates) if verdict.verdict == "proved" else ()
    return replace(verdict, seconds=sum(each.seconds for each in settled), certificates=certificates, tried=tried)


def _read(function: Subject, parameters: Mapping[str, Value]) -> tuple[Definition, Mapping[str, Value]]:
    if isinstance(function, Definition):
        return fixed(function, parameters), dict(parameters)
    monitor = _made(function) if isinstance(function, type) else function
    if not isinstance(monitor, Monitor):
        raise NotAskable(f"{function!r} is no verification function; give a Monitor, its class or a Definition")
    values = {**monitor.parameter_values, **parameters}
    return fixed(monitor.definition, values), values


def _made(owner: type[Monitor]) -> Monitor:
    if inspect.isabstract(owner):
        raise NotAskable(f"{owner.__name__} is abstract; write its `step`")
    wanted = required_arguments(owner)
    if wanted:
        raise NotAskable(f"{owner.__name__} is not made without {', '.join(wanted)}; give an instance of it")
    return owner()


def required_arguments(owner: type) -> list[str]:
    """The names of the arguments without which no instance is made."""
    listed = list(inspect.signature(owner.__init__).parameters.values())[1:]  # type: ignore[misc]
    variadic = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    return [each.name for each in listed if each.default is inspect.Parameter.empty and each.kind not in variadic]


def _description(function: Subject) -> str:
    if isinstance(function, Definition):
        return ""
    owner = function if isinstance(function, type) else type(function)
    return (owner.__doc__ or "").strip().split("\n")[0]
