"""Certificates as files: `concomp audit --certificate` writes one, `--recheck` checks it against the mechanism."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from concomp.cli.audits.subjects import Subject, file_name, read_subject
from concomp.cli.errors import BadInput, Undecided
from concomp.impl.audit.simulation import certify
from concomp.model.files.contents import read_bytes
from concomp.model.files.errors import FormatError, Place, path, shown
from concomp.model.files.strict_json import parse
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.mechanisms.interactive import HALT
from concomp.model.mechanisms.positions import TooLarge
from concomp.model.mechanisms.privacy import possible_answers
from concomp.model.mechanisms.randomised_response import EXPOSED, NOISY, Response
from concomp.model.numbers import NumberError, exact_delta, exact_e_eps, exact_probability, rational_text
from concomp.model.reduction.certificate import Certificate, CertificateError, check_certificate
from concomp.model.reduction.laziness import History
from concomp.report.attackers import plain, query_data

if TYPE_CHECKING:
    from concomp.schemas.outputs import RecheckOutput, SimulationCertificate, TableRow

SCHEMA: Literal["concomp.audit.certificate/1"] = "concomp.audit.certificate/1"
FIELDS = {"schema", "e_eps", "delta", "table"}
DOES_NOT_HOLD = 1
BYTES = 64 * 2**20
"""The largest certificate, 64 MiB."""
RESPONSES: dict[str, Response] = {
    "exposed 0": (EXPOSED, 0),
    "exposed 1": (EXPOSED, 1),
    "noisy 0": (NOISY, 0),
    "noisy 1": (NOISY, 1),
}
NAMES = {response: name for name, response in RESPONSES.items()}
RESPONSE_BY_KEY = {json.dumps(name): response for name, response in RESPONSES.items()}


def write_certificate(file: str, subject: Subject, privacy: PrivacyParameters) -> None:
    """Find a certificate and write it; BadInput if it cannot be written, Undecided if it is too large."""
    try:
        text = json.dumps(_data(subject, certify(subject.game, privacy)), ensure_ascii=False, separators=(",", ":"))
        Path(file).write_text(text + "\n", encoding="utf-8")
    except OSError as error:
        raise BadInput(f"--certificate: {file_name(file)}: {error.strerror}: name a file that can be written") from None
    except TooLarge as error:
        raise Undecided(f"--certificate: {error}") from None


def _data(subject: Subject, certificate: Certificate) -> SimulationCertificate:
    return {
        "schema": SCHEMA,
        "e_eps": rational_text(certificate.privacy.e_eps),
        "delta": rational_text(certificate.privacy.delta),
        "table": [_row_data(subject, *key, law) for key, law in certificate.table.items()],
    }


def _row_data(
    subject: Subject, response: Response, history: History, query: Any, law: Mapping[Any, Fraction]
) -> TableRow:
    return {
        "response": NAMES[response],
        "history": [[query_data(subject.document, sent), answer_data(answer)] for sent, answer in history],
        "query": query_data(subject.document, query),
        "law": [[rational_text(chance), answer_data(answer)] for answer, chance in law.items()],
    }


def answer_data(answer: Any) -> Any:
    """An answer: null for a halt."""
    return None if answer is HALT else plain(answer)


def rechecked(file: str, certificate: str, as_data: bool) -> tuple[int, str]:
    """The status and the text of a recheck; BadInput if one of the files cannot be read."""
    subject = read_subject(file)
    try:
        read = read_certificate(certificate, subject)
    except FormatError as error:
        raise BadInput(f"{file_name(certificate)}: {error}") from None
    try:
        histories, fault = check_certificate(read, subject.game), None
    except CertificateError as error:
        histories, fault = 0, str(error)
    status = 0 if fault is None else DOES_NOT_HOLD
    data: RecheckOutput = {
        "schema": "concomp.audit.recheck/1",
        "holds": fault is None,
        "e_eps": rational_text(read.privacy.e_eps),
        "delta": rational_text(read.privacy.delta),
        "histories": histories,
        "fault": fault,
    }
    return status, json.dumps(data, ensure_ascii=False, indent=1) if as_data else _told(data)


def _told(data: RecheckOutput) -> str:
    if not data["holds"]:
        return f"The certificate does not hold: {data['fault']}."
    return (
        f"The certificate holds: against every adaptive adversary the mechanism is private with E = {data['e_eps']}, "
        f"delta = {data['delta']}; {data['histories']} histories are imitated."
    )


def read_certificate(file: str, subject: Subject) -> Certificate:
    """The certificate in a file, in the terms of a subject; FormatError if there is none."""
    fields = parse(read_bytes(file, BYTES))
    if not isinstance(fields, dict) or fields.get("schema") != SCHEMA:
        raise FormatError("the file", shown(fields), f'give a certificate, {{"schema": "{SCHEMA}", …}}')
    if set(fields) != FIELDS:
        name = min(set(fields) ^ FIELDS)
        raise FormatError(name, "missing" if name in FIELDS else "unknown", "write the certificate again")
    privacy = PrivacyParameters(
        _number(exact_e_eps, fields["e_eps"], ("e_eps",)),
        _number(exact_delta, fields["delta"], ("delta",)),
    )
    if not isinstance(fields["table"], list):
        raise FormatError("table", shown(fields["table"]), "write a list of rows")
    return Certificate(privacy, _Reader(subject).table(fields["table"]))


def _number(reader: Callable[[object], Fraction], value: Any, at: Place) -> Fraction:
    try:
        return reader(value)
    except NumberError as error:
        raise FormatError(path(at), shown(value), str(error)) from None


class _Reader:
    def __init__(self, subject: Subject) -> None:
        self._queries = {_key(query_data(subject.document, query)): query for query in subject.game.queries}
        self._answers = {_key(answer_data(answer)): answer for answer in (HALT, *possible_answers(subject.game))}

    def table(self, rows: list[Any]) -> dict[tuple[Response, History, Any], dict[Any, Fraction]]:
        """The rows by response, history and query; each may stand there once."""
        table: dict[tuple[Response, History, Any], dict[Any, Fraction]] = {}
        for index, row in enumerate(rows):
            at: Place = ("table", index)
            key, law = self._row(row, at)
            if key in table:
                raise FormatError(
                    path(at), "a second row for the same history and query", "write the certificate again"
                )
            table[key] = law
        return table

    def _row(self, row: Any, at: Place) -> tuple[tuple[Response, History, Any], dict[Any, Fraction]]:
        if not isinstance(row, dict) or set(row) != {"response", "history", "query", "law"}:
            raise FormatError(path(at), shown(row), "write an object with response, history, query and law")
        history = tuple(
            (self._named(self._queries, sent, at), self._named(self._answers, answer, at))
            for sent, answer in _pairs(row["history"], (*at, "history"))
        )
        law = [
            (self._named(self._answers, answer, at), _number(exact_probability, chance, (*at, "law")))
            for chance, answer in _pairs(row["law"], (*at, "law"))
        ]
        if len(dict(law)) < len(law):
            raise FormatError(path((*at, "law")), "an answer twice", "write the certificate again")
        response = self._named(RESPONSE_BY_KEY, row["response"], at)
        return (response, history, self._named(self._queries, row["query"], at)), dict(law)

    def _named(self, known: Mapping[str, Any], value: Any, at: Place) -> Any:
        key = _key(value)
        if key not in known:
            raise FormatError(path(at), shown(value), "the mechanism has no such name; recheck against its own file")
        return known[key]


def _key(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


def _pairs(value: Any, at: Place) -> list[list[Any]]:
    if not isinstance(value, list) or any(not isinstance(pair, list) or len(pair) != 2 for pair in value):
        raise FormatError(path(at), shown(value), "write a list of pairs")
    return value
