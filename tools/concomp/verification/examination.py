"""Examinations: a user's function or post-processing, loaded, and the verdicts on it as plain data.

What the file defines stays in this process; the solvers work in a process further on.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from concomp.model.language.monitor import Monitor
from concomp.model.language.postprocessing import PostProcessing
from concomp.model.language.syntax.errors import LanguageError
from concomp.obligations.processes.child import tell
from concomp.obligations.solvers.worker import Worker
from concomp.obligations.verify.case import Case, verdict_on, warnings, witness_of
from concomp.obligations.verify.certificates.certificate import Rejected
from concomp.obligations.verify.instances import at_values
from concomp.obligations.verify.lemmas import Named, Proposed, Settled, propose, settle_lemma
from concomp.obligations.verify.properties.properties import PROPERTIES, RELATIONS, WITNESS, NotAskable
from concomp.obligations.verify.proving.attempt import Attempt
from concomp.obligations.verify.scopes import assignments
from concomp.obligations.verify.user_files.importing import BadFile, import_file, refusal
from concomp.obligations.verify.user_files.loading import FUNCTION, Loaded, demand_owners, load_one
from concomp.obligations.verify.user_files.places import place
from concomp.obligations.verify.verdicts import Verdict, Word
from concomp.obligations.verify.verification import case_of
from concomp.report.verdicts import opening_data, plain_values, trace_parts, verdict_data
from concomp.verification.messages import (
    AT_VALUES,
    IMPORTING,
    MAKING,
    STATING,
    Answer,
    Certified,
    Lemma,
    Overview,
    Place,
    Refusal,
    Request,
)

if TYPE_CHECKING:
    from concomp.model.files.evidence import PropertyEvidence
    from concomp.schemas.verification import OpeningData, RegisterData

BEHAVIOUR = ("total", "destination", "response")
"""What makes two copies of a post-processing behave alike in all that is seen."""


class Examination:
    """What was loaded, and its witness and lemmas once they are settled."""

    def __init__(self, worker: Worker, case: Case, proposed: Sequence[Proposed]) -> None:
        """Take the process of the solvers, what is to be verified, and what that may be proved by."""
        self._worker = worker
        self._case = case
        self._proposed = {each.words: each for each in proposed}
        self._settled: dict[str, Settled] = {}
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
        return Overview(data, tuple(assignments(case.values)), names, tuple(self._proposed))

    def settle_lemma(self, words: str, seconds: float) -> str:
        """Settle what others may be proved by; why it is not used, if it is not."""
        return self._lemma(words, seconds).refusal

    def settle(self, name: str, seconds: float, directory: str | None) -> Answer:
        """The verdict on a property; a proof's certificate is written below the directory, if one is given."""
        from concomp.obligations.verify.certificates.directories import digest

        settled = [self._lemma(words, seconds) for words in self._proposed]
        lemmas = [each.lemma for each in settled if each.lemma is not None]
        verdict = verdict_on(self._worker, self._case, name, self._witness(seconds), seconds, lemmas)
        written, not_written = None, ""
        try:
            written = None if directory is None else self._write(Path(directory), name, verdict)
        except (OSError, Rejected) as error:
            not_written = f"--certificate {directory}: the certificate of {name} is not written: {error}"
        trace = () if verdict.trace is None else tuple(trace_parts(verdict.trace))
        proofs = verdict.certificates if verdict.is_certified else ()
        evidence, no_evidence = self._evidence(name, map(digest, proofs))
        return Answer(verdict_data(verdict, written), trace, False, evidence, no_evidence, not_written)

    def recheck(self, name: str, seconds: float, directory: str) -> Answer | Refusal:
        """The verdict on a property by the certificate in a directory, without looking for a proof."""
        from concomp.obligations.verify.certificates.index import folder

        where = folder(Path(directory), self._case.name, name)
        if not where.is_dir():
            return Refusal(f"{where}: there is no certificate; write one with --certificate {directory}")
        from concomp.obligations.verify.certificates.directories import assumed_below, digest_in, places
        from concomp.obligations.verify.proving.rechecking import are_accepted

        try:
            inquiries = self._case.inquiries(name)
        except NotAskable as error:
            return Refusal(f"{where}: {error}")
        attempt = Attempt(self._worker, seconds)
        propositions = [each.proposition for each in self._proposed.values()]
        accepted = are_accepted(attempt, inquiries, where, propositions)
        # What is certified of a witness is that there is none.
        word: Word = "vacuous" if name == WITNESS else "proved"
        verdict = inquiries[0].verdict(word if accepted else "unknown", attempt)
        verdict = replace(verdict, assuming=assumed_below(where, len(inquiries)) if accepted else ())
        found = places(where, len(inquiries)) if word == "proved" and accepted else []
        return Answer(verdict_data(verdict, str(where)), (), not accepted, *self._evidence(name, map(digest_in, found)))

    def certified(self, directory: str) -> Certified | Refusal:
        """The properties of which a directory holds certificates, and what its index says otherwise."""
        from concomp.obligations.verify.certificates import index

        path, name = Path(directory), self._case.name
        if not (path / index.INDEX).exists() and not (path / name).is_dir():
            return Certified((), ())
        try:
            named = index.read(path).functions.get(name, ())
            different = index.differences(path, name)
        except Rejected as error:
            return Refusal(str(error))
        there = tuple(each for each in named if index.folder(path, name, each).is_dir())
        return Certified(there, different)

    def openings(self, words: Mapping[str, Word]) -> OpeningData:
        """The theorems that verdicts open."""
        return opening_data(self._case.openings(words))

    def registers(self, words: Mapping[str, Word], seconds: float) -> tuple[RegisterData, ...]:
        """What is found of each register of a post-processing with such verdicts; nothing of another function."""
        from concomp.obligations.verify.postprocessing import ProcessingCase
        from concomp.obligations.verify.registers import taints_of
        from concomp.report.registers import register_data

        if not isinstance(self._case, ProcessingCase):
            return ()
        found = taints_of(self._worker, self._case, self._witness(seconds), seconds)
        alike = all(words.get(name) == "proved" for name in BEHAVIOUR)
        return tuple(register_data(each, alike) for each in found)

    def warnings(self, seconds: float) -> tuple[str, ...]:
        """What is written and does not matter, in words."""
        return warnings(self._worker, self._case, seconds)

    def _evidence(self, name: str, certificates: Iterable[str]) -> tuple[PropertyEvidence | None, str]:
        """The evidence that certificates with these hashes prove a property, or why there is none."""
        hashes = tuple(certificates)
        if not hashes:
            return None, ""
        try:
            return self._case.evidence(name, hashes), ""
        except NotAskable as error:
            return None, str(error)

    def _write(self, directory: Path, name: str, verdict: Verdict) -> str | None:
        """Write a verdict's certificate, if it has one, and enter into the index whether it does; where it is."""
        from concomp.obligations.verify.certificates.directories import write_all
        from concomp.obligations.verify.certificates.index import enter, folder

        place = folder(directory, self._case.name, name)
        if verdict.certificates:
            used = [self._settled[f"{each.function}: {each.property}"] for each in verdict.assuming]
            write_all(place, verdict.certificates, [lemma.verdict.certificates for lemma in used])
        enter(directory, self._case.name, name, proved=bool(verdict.certificates))
        return str(place) if verdict.certificates else None

    def _lemma(self, words: str, seconds: float) -> Settled:
        if words not in self._settled:
            self._settled[words] = settle_lemma(self._worker, self._proposed[words], seconds)
        return self._settled[words]

    def _witness(self, seconds: float) -> Verdict:
        if self._known_witness is None:
            self._known_witness = witness_of(self._worker, self._case, seconds)
        return self._known_witness


def examine(worker: Worker, request: Request) -> Examination | Refusal:
    """Load what is to be verified, and what it is compared with."""
    try:
        _demand_colons(request.lemmas)
        for file, _ in _places(request):
            tell(IMPORTING.on(file))
            import_file(file)
        loaded, others = _load_all(request)
        tell(AT_VALUES)
        case_of_kind = _processing if isinstance(loaded.machine, PostProcessing) else _function
        case = case_of_kind(request, loaded, others)
        named = [_named(place, spelling(name), others) for place, name in request.lemmas]
        return Examination(worker, case, _proposed(case, named, request.links))
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


def _load_all(request: Request) -> tuple[Loaded, dict[Place, Monitor]]:
    """What is to be verified, and all other functions that are named, with those values that are their own."""
    first, *further = _places(request)
    tell(MAKING)
    loaded = load_one(*first, request.values)
    others: dict[Place, Loaded] = {}
    for each in further:
        tell(MAKING.on(each[0]))
        others[each] = load_one(*each, request.values, FUNCTION)
    demand_owners(request.values, [loaded, *others.values()])
    return loaded, {each: at_values(other.machine, other.values) for each, other in others.items()}


def _places(request: Request) -> list[Place]:
    """Where what is to be verified is, and then everything else that is named, each once."""
    lemmas = (place for place, _ in request.lemmas)
    named = [each for each in (request.within, request.source, *request.drawn.values(), *lemmas) if each is not None]
    return [request.subject, *dict.fromkeys(named)]


def _named(place: Place | None, name: str, others: Mapping[Place, Monitor]) -> Named:
    """A property that others may be proved by: of the function itself, or of the one in this place."""
    return name if place is None else (others[place], name)


def _proposed(case: Case, named: Sequence[Named], links: Mapping[str, str]) -> tuple[Proposed, ...]:
    try:
        return propose(case, named, links)
    except NotAskable as error:
        raise NotAskable(f"--assuming: {error}") from error


def _demand_colons(lemmas: Iterable[Lemma]) -> None:
    """Raise BadFile for a name and a property between which a colon is missing."""
    known = {*PROPERTIES, *RELATIONS}
    for where, text in lemmas:
        name, _, rest = text.partition(" ")
        if where is not None and where[1] is None and text not in known and spelling(rest).strip() in known:
            raise BadFile(
                f"--assuming {f'{where[0]}:{text}'!r}: has no colon behind {name}; write it as "
                f'--assuming "{where[0]}:{name}: {rest.strip()}"'
            )


def _function(request: Request, loaded: Loaded, others: Mapping[Place, Monitor]) -> Case:
    for option, given in (("--from", request.source), ("--drawn", request.drawn), ("--sensitive", request.sensitive)):
        if given:
            raise NotAskable(
                f"{option}: {loaded.machine!r} is a verification function; only a post-processing takes {option}"
            )
    within = None if request.within is None else others[request.within]
    return case_of(loaded.machine, within, loaded.values, request.links, _tell_of_lines)


def _processing(request: Request, loaded: Loaded, others: Mapping[Place, Monitor]) -> Case:
    from concomp.obligations.verify.postprocessing import processing_case, sensitivity, validity_of

    machine = loaded.machine
    known = [sensitivity(machine, name) for name in request.sensitive]
    if (request.source is None) != (request.within is None) or (request.drawn and request.source is None):
        raise NotAskable(f"{machine!r} is a post-processing: name f by --from and f' by --within, both or neither")
    validity = None
    if request.source is not None and request.within is not None:
        drawn = {name: others[place] for name, place in request.drawn.items()}
        validity = validity_of(others[request.source], others[request.within], drawn)
    return processing_case(machine, validity, known, loaded.values, request.links, _tell_of_lines)


def _tell_of_lines() -> None:
    tell(STATING)
