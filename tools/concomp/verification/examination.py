"""Examinations: a user's function or post-processing, loaded, and the verdicts on it as plain data.

What the file defines stays in this process; the solvers work in a process further on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from concomp.model.language.monitor import Monitor
from concomp.model.language.postprocessing import PostProcessing
from concomp.model.language.syntax.errors import LanguageError
from concomp.model.language.syntax.values import Value
from concomp.obligations.solvers.worker import Worker
from concomp.obligations.verify.case import Case, verdict_on, warnings, witness_of
from concomp.obligations.verify.properties.properties import WITNESS, NotAskable
from concomp.obligations.verify.proving.attempt import Attempt
from concomp.obligations.verify.scopes import assignments
from concomp.obligations.verify.user_files.importing import BadFile, refusal
from concomp.obligations.verify.user_files.loading import FUNCTION, load
from concomp.obligations.verify.user_files.places import place
from concomp.obligations.verify.verdicts import Verdict, Word
from concomp.obligations.verify.verification import case_of
from concomp.report.verdicts import opening_data, plain_values, trace_lines, verdict_data
from concomp.verification.messages import Answer, Overview, Place, Refusal, Request

if TYPE_CHECKING:
    from concomp.schemas.outputs import OpeningData


class Examination:
    """What was loaded, and its witness once that is settled."""

    def __init__(self, worker: Worker, case: Case) -> None:
        """Take the process of the solvers, and what is to be verified."""
        self._worker = worker
        self._case = case
        self._known_witness: Verdict | None = None

    def overview(self, properties: Sequence[str] | None) -> Overview | Refusal:
        """What will be asked."""
        case = self._case
        try:
            names = case.properties_to_ask(None if properties is None else map(spelling, properties))
        except NotAskable as error:
            return Refusal(str(error))
        data = {
            "kind": case.kind,
            "name": case.name,
            "description": case.description,
            "place": place(case.position),
            "parameters": plain_values(case.values),
        }
        return Overview(data, tuple(assignments(case.values)), names)

    def settle(self, name: str, seconds: float, directory: str | None) -> Answer:
        """The verdict on a property; a proof's certificate is written below the directory, if one is given."""
        verdict = verdict_on(self._worker, self._case, name, self._witness(seconds), seconds)
        written = None
        if directory is not None and verdict.certificates:
            from concomp.obligations.verify.certificates.directories import write_all

            written = str(folder(directory, self._case.name, name))
            write_all(Path(written), verdict.certificates)
        lines = () if verdict.trace is None else tuple(trace_lines(verdict.trace))
        return Answer(verdict_data(verdict, written), lines)

    def recheck(self, name: str, seconds: float, directory: str) -> Answer | Refusal:
        """The verdict on a property by the certificate in a directory, without looking for a proof."""
        where = folder(directory, self._case.name, name)
        if not where.is_dir():
            return Refusal(f"{where}: there is no certificate; write one with --certificate {directory}")
        from concomp.obligations.verify.proving.rechecking import are_accepted

        inquiries = self._case.inquiries(name)
        attempt = Attempt(self._worker, seconds)
        accepted = are_accepted(attempt, inquiries, where)
        # What is certified of a witness is that there is none.
        word: Word = "vacuous" if name == WITNESS else "proved"
        verdict = inquiries[0].verdict(word if accepted else "unknown", attempt)
        return Answer(verdict_data(verdict, str(where)), (), rejected=not accepted)

    def properties_with_certificate(self, directory: str, properties: Sequence[str]) -> tuple[str, ...]:
        """Those of the properties of which a directory holds a certificate."""
        name = self._case.name
        return tuple(each for each in properties if folder(directory, name, each).is_dir())

    def openings(self, words: Mapping[str, Word]) -> OpeningData:
        """The theorems that verdicts open."""
        return opening_data(self._case.openings(words))

    def warnings(self, seconds: float) -> tuple[str, ...]:
        """What is written and does not matter, in words."""
        return warnings(self._worker, self._case, seconds)

    def _witness(self, seconds: float) -> Verdict:
        if self._known_witness is None:
            self._known_witness = witness_of(self._worker, self._case, seconds)
        return self._known_witness


def examine(worker: Worker, request: Request) -> Examination | Refusal:
    """Load what is to be verified, and what it is compared with."""
    try:
        machine, parameters = load(*request.subject, request.values)
        case = _processing if isinstance(machine, PostProcessing) else _function
        return Examination(worker, case(request, machine, parameters))
    except LanguageError as error:
        return Refusal(refusal(error))
    except (BadFile, NotAskable) as error:
        return Refusal(str(error))


def spelling(name: str) -> str:
    """The name of a property, with the arrow that a keyboard has not."""
    return name.replace("->", "→")


def unknown_answer(name: str, reason: str) -> Answer:
    """A verdict that was not reached."""
    return Answer(verdict_data(Verdict(name, "unknown", "", 0.0, tried=(reason,))), ())


def folder(directory: str, function: str, name: str) -> Path:
    """Where the certificate of a property is."""
    return Path(directory) / function / name.replace("→", "to").replace("'", "").replace(" ", "-")


def _function(request: Request, monitor: Monitor, parameters: Mapping[str, Value]) -> Case:
    for option, given in (("--from", request.source), ("--drawn", request.drawn), ("--sensitive", request.sensitive)):
        if given:
            raise NotAskable(f"{option}: {monitor!r} is a verification function; only a post-processing takes {option}")
    return case_of(monitor, None if request.within is None else _other(request.within), parameters)


def _processing(request: Request, machine: PostProcessing, parameters: Mapping[str, Value]) -> Case:
    from concomp.obligations.verify.postprocessing import processing_case, sensitivity, validity_of

    known = [sensitivity(machine, name) for name in request.sensitive]
    if (request.source is None) != (request.within is None) or (request.drawn and request.source is None):
        raise NotAskable(f"{machine!r} is a post-processing: name f by --from and f' by --within, both or neither")
    validity = None
    if request.source is not None and request.within is not None:
        drawn = {name: _other(place) for name, place in request.drawn.items()}
        validity = validity_of(_other(request.source), _other(request.within), drawn)
    return processing_case(machine, validity, known, parameters)


def _other(place: Place) -> Monitor:
    """A verification function beside the one that is verified."""
    found: Monitor = load(*place, {}, FUNCTION)[0]
    return found
