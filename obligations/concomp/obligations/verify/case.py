"""Cases: what is to be verified, and the steps from there to a report.

A case says which questions a property asks, which witness is wanted, and which theorems the verdicts open. The order
is always the same: the parameters have values, there is a witness, and then each property by itself.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from concomp.model.language.syntax.definition import ParameterDefinition
from concomp.model.language.syntax.errors import Position
from concomp.model.language.syntax.values import Value
from concomp.model.numbers import ParameterError, value_text
from concomp.obligations.solvers.worker import GaveUp, Worker
from concomp.obligations.verify.encoding.variants import unite
from concomp.obligations.verify.properties.properties import WITNESS, NotAskable, Question
from concomp.obligations.verify.proving.inquiry import Inquiry, Lemma
from concomp.obligations.verify.proving.pipeline import (
    NOTHING_ACCEPTED,
    satisfiable,
    settle,
    settle_acceptance,
    settle_without_witness,
    settle_witness,
)
from concomp.obligations.verify.scopes import condition
from concomp.obligations.verify.user_files.places import place
from concomp.obligations.verify.verdicts import Opening, Report, Verdict, Word

if TYPE_CHECKING:
    from concomp.model.files.evidence import PropertyEvidence
    from concomp.obligations.verify.property_evidence import Identity

NO_VALUES = "no values of the parameters satisfy their constraints"
WARNING = 5.0
"""Seconds for each warning; what is not proved by then is not told."""
ACCEPTANCE = 10.0
"""Seconds for whether there is a run that a property is about, where no witness shows one."""


@dataclass(frozen=True)
class Case(ABC):
    """Something to be verified, its parameters fixed where they were given.

    values: what it was made with, by name. others: what the functions that it is compared with were made with.
    """

    description: str
    values: Mapping[str, Value]
    others: Mapping[str, Value]

    @property
    @abstractmethod
    def name(self) -> str:
        """What it is called."""

    @property
    @abstractmethod
    def kind(self) -> str:
        """What it is: a verification function or a post-processing."""

    @property
    @abstractmethod
    def position(self) -> Position:
        """Where it is written."""

    @abstractmethod
    def parameters_of(self, name: str) -> tuple[ParameterDefinition, ...]:
        """The parameters without a value of all that a property is about, each with its own constraint."""

    @property
    @abstractmethod
    def usual(self) -> tuple[str, ...]:
        """The properties that are asked of it, unless told otherwise."""

    @property
    @abstractmethod
    def witness(self) -> Inquiry:
        """The inquiry for a witness."""

    @property
    @abstractmethod
    def no_witness(self) -> str:
        """What it means that there is no witness."""

    @property
    def identity(self) -> Identity:
        """What evidence knows it by; NotAskable if there can be none of it."""
        raise NotAskable(f"{self.name} is a {self.kind}: evidence is written of verification functions only")

    @abstractmethod
    def rests_on_witness(self, name: str) -> bool:
        """Whether a property says nothing where there is no witness."""

    def acceptance(self, name: str) -> Inquiry | None:
        """The inquiry for a run that a property is about, if it says nothing where there is none."""
        return None

    def no_acceptance(self, name: str) -> str:
        """What it means that there is no run that a property is about."""
        return NOTHING_ACCEPTED

    @abstractmethod
    def compares(self, name: str) -> bool:
        """Whether a property compares it with other functions."""

    @abstractmethod
    def questions(self, name: str) -> tuple[Question, ...]:
        """The questions that together ask for a property; NotAskable if it cannot be asked."""

    @abstractmethod
    def about(self, name: str) -> str:
        """A property in words, with what it compares."""

    @abstractmethod
    def openings(self, words: Mapping[str, Word]) -> tuple[Opening, ...]:
        """The theorems that verdicts, by property and with that on the witness, open."""

    def doubts(self) -> Iterable[tuple[Inquiry, str]]:
        """Inquiries for a witness that what is written matters, each with what to tell if there is none."""
        return ()

    def evidence(self, name: str, certificates: Sequence[str]) -> PropertyEvidence | None:
        """The evidence that certificates with these hashes prove a property; None if it is not of the case alone.

        Raises NotAskable if there can be no evidence of the case.
        """
        if self.compares(name) or any(question.given for question in self.questions(name)):
            return None
        return self.identity.evidence(name, certificates)

    def inquiries(self, name: str) -> tuple[Inquiry, ...]:
        """The inquiries that together ask for a property; NotAskable if it cannot be asked."""
        listed = self.questions(name)
        places = [""] if len(listed) == 1 else [f", {number} of {len(listed)}" for number in range(1, len(listed) + 1)]
        return tuple(
            Inquiry(question, name, f"{self.about(name)}{place}", self.values_of(name))
            for question, place in zip(listed, places, strict=True)
        )

    def values_of(self, name: str) -> Mapping[str, Value]:
        """What all functions that a property is about were made with, by name."""
        return {**self.values, **self.others} if self.compares(name) else self.values

    def properties_to_ask(self, properties: Iterable[str] | None) -> tuple[str, ...]:
        """The properties to ask, each once, the usual ones if none are given; NotAskable if one cannot be asked.

        properties: their names; or text, the name of one.
        """
        named = (properties,) if isinstance(properties, str) else self.usual if properties is None else properties
        if not isinstance(named, Iterable):
            raise NotAskable(f"the properties are {value_text(named)}: give a list of names")
        listed = tuple(named)
        for name in listed:
            if not isinstance(name, str):
                raise NotAskable(f"a property is {value_text(name)}: give its name, like {self.usual[0]!r}")
        once = tuple(dict.fromkeys(listed))
        for name in once:
            self.inquiries(name)
        return once


def report(
    worker: Worker,
    case: Case,
    properties: Sequence[str],
    seconds: float,
    progress: Callable[[str], None] = lambda name: None,
    lemmas: Sequence[Lemma] = (),
) -> Report:
    """The report on these properties; `progress` is told the name of what is being settled.

    lemmas: what proofs may rest on.
    Raises ParameterError for seconds that are no time.
    """
    demand_seconds(seconds)
    progress(WITNESS)
    witness = witness_of(worker, case, seconds)
    verdicts: list[Verdict] = []
    for name in properties:
        progress(name)
        verdicts.append(verdict_on(worker, case, name, witness, seconds, lemmas))
    opens = case.openings({each.property: each.verdict for each in (witness, *verdicts)})
    told = warnings(worker, case, seconds)
    found = evidence_of(case, verdicts)
    return Report(case.name, case.description, case.values, witness, tuple(verdicts), opens, told, found)


def demand_seconds(seconds: object) -> None:
    """ParameterError unless it is a time for each property: a number above 0."""
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not seconds > 0:
        raise ParameterError("seconds", seconds, "give seconds for each property, a number above 0, like 60")


def evidence_of(case: Case, verdicts: Iterable[Verdict]) -> tuple[PropertyEvidence, ...]:
    """The evidence for what is proved of a case; none if there can be no evidence of it."""
    from concomp.obligations.verify.certificates.directories import digest

    hashes = {each.property: [digest(one) for one in each.certificates] for each in verdicts if each.is_certified}
    try:
        found = [case.evidence(name, certificates) for name, certificates in hashes.items()]
    except NotAskable:
        return ()
    return tuple(each for each in found if each is not None)


def warnings(worker: Worker, case: Case, seconds: float) -> tuple[str, ...]:
    """What is written in a case and proved not to matter, in words."""
    limit = min(seconds, WARNING)
    settled = [settle_witness(worker, inquiry, limit, told) for inquiry, told in case.doubts()]
    return tuple(each.reason for each in settled if each.verdict == "vacuous")


def witness_of(worker: Worker, case: Case, seconds: float) -> Verdict:
    """The witness of a case, or why there is none."""
    without_values = _without_values(worker, case, WITNESS, seconds)
    return without_values or settle_witness(worker, case.witness, seconds, case.no_witness)


def _without_values(worker: Worker, case: Case, name: str, seconds: float) -> Verdict | None:
    """The verdict on a property of what no values of the parameters are for; None if there are some."""
    listed = case.parameters_of(name)
    possible = _have_values(worker, case, listed, seconds) if listed else True
    if isinstance(possible, GaveUp):
        return Verdict(name, "unknown", "", 0.0, tried=(f"parameters: {possible.reason}",))
    if possible:
        return None
    apart = _contradictory(worker, case, listed, seconds)
    constraints = [f"{condition(each.constraint)} ({place(each.position)})" for each in apart]
    reason = f"{NO_VALUES}: {'; '.join(constraints)}; change them"
    return Verdict(name, "vacuous", "no values", 0.0, reason, unsatisfiable=True)


def _have_values(
    worker: Worker, case: Case, parameters: Iterable[ParameterDefinition], seconds: float
) -> bool | GaveUp:
    return satisfiable(worker, case.name, tuple(unite(parameters)), seconds)


def _contradictory(
    worker: Worker, case: Case, listed: Sequence[ParameterDefinition], seconds: float
) -> list[ParameterDefinition]:
    """Of parameters that can have no values, those whose constraints contradict each other: without one they do not."""
    kept = list(listed)
    for each in listed:
        rest = [other for other in kept if other is not each]
        if _have_values(worker, case, rest, seconds) is False:
            kept = rest
    return kept


def verdict_on(
    worker: Worker, case: Case, name: str, witness: Verdict, seconds: float, lemmas: Sequence[Lemma] = ()
) -> Verdict:
    """The verdict on one property; where it rests on a witness, nothing is proved without one.

    It may still be refuted then: that nothing differs in what is accepted excludes no violation.
    lemmas: what a proof may rest on, but for the property itself.
    """
    if name == WITNESS:
        return witness
    # What it is compared with may have other parameters, by whose constraints nothing else is vacuous.
    alike = case.parameters_of(name) == case.parameters_of(WITNESS)
    if alike and witness.unsatisfiable:
        return replace(witness, property=name, seconds=0.0, certificates=())
    if not alike and (without_values := _without_values(worker, case, name, seconds)):
        return without_values
    accepts = witness.trace is not None and witness.trace.steps[0].accepted
    if not accepts and (inquiry := case.acceptance(name)) is not None:
        accepted = settle_acceptance(worker, inquiry, min(seconds, ACCEPTANCE), case.no_acceptance(name))
        if accepted.verdict == "vacuous":
            return replace(accepted, property=name, certificates=())
    needed = case.rests_on_witness(name)
    settled_by = settle_without_witness if needed and witness.verdict == "vacuous" else settle
    inquiries = case.inquiries(name)
    others = [each for each in lemmas if not each.asks(inquiry.question for inquiry in inquiries)]
    settled = [settled_by(worker, inquiry.resting_on(others), witness, seconds) for inquiry in inquiries]
    verdict = min(settled, key=lambda each: ("refuted", "unknown", "vacuous", "proved").index(each.verdict))
    unused = dict.fromkeys(line for inquiry in inquiries for line in inquiry.does_not_use(others))
    tried = (*unused, *(line for each in settled for line in each.tried))
    if needed and verdict.verdict == "proved" and witness.verdict != "proved":
        tried = (*tried, "witness: none was found, so the proof may be about nothing", *witness.tried)
        return replace(verdict, verdict="unknown", certificates=(), tried=tried)
    certificates = tuple(one for each in settled for one in each.certificates) if verdict.verdict == "proved" else ()
    # What is proved of several inquiries supposes what each of them does.
    given = tuple(dict.fromkeys(one for each in settled for one in each.given)) if verdict.trace is None else ()
    seconds = sum(each.seconds for each in settled)
    lines = [line for each in settled for line in each.stated]
    stated = tuple(line.where_proved() if verdict.verdict == "proved" else line for line in lines)
    assumed = dict.fromkeys(one for certificate in certificates for one in certificate.subject.assuming)
    return replace(
        verdict,
        seconds=seconds,
        certificates=certificates,
        tried=tried,
        given=given,
        stated=stated,
        assuming=tuple(assumed),
    )
