"""Certificates as files: `concomp audit --certificate` writes one, `--recheck` checks it against the mechanism."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from concomp.cli.audits.answered import Answered
from concomp.cli.audits.subjects import file_name, read_subject
from concomp.cli.errors import BadInput, Undecided
from concomp.door.mechanisms import Subject
from concomp.impl.audit.simulation import certify
from concomp.model.files.certificates import Names, certificate_text, read_certificate
from concomp.model.files.contents import read_bytes
from concomp.model.files.errors import FormatError
from concomp.model.files.replacing import replace
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.mechanisms.interactive import HALT
from concomp.model.mechanisms.positions import TooLarge
from concomp.model.numbers import rational_text
from concomp.model.reduction.certificate import CertificateError, check_certificate
from concomp.report.attackers import plain, query_data

if TYPE_CHECKING:
    from concomp.schemas.privacy import RecheckOutput

DOES_NOT_HOLD = 1
BYTES = 64 * 2**20
"""The largest certificate, 64 MiB."""


def write_certificate(file: str, subject: Subject, privacy: PrivacyParameters) -> None:
    """Find a certificate and write it; BadInput if it cannot be written, Undecided if it is too large."""
    try:
        text = certificate_text(certify(subject.game, privacy), _names(subject))
        replace(file, text.encode())
    except OSError as error:
        raise BadInput(f"--certificate: {file_name(file)}: {error.strerror}: name a file that can be written") from None
    except TooLarge as error:
        raise Undecided(f"--certificate: {error}") from None


def answer_data(answer: Any) -> Any:
    """An answer: null for a halt."""
    return None if answer is HALT else plain(answer)


def rechecked(file: str, certificate: str, as_data: bool) -> Answered:
    """A recheck; BadInput if one of the files cannot be read."""
    subject = read_subject(file)
    try:
        read = read_certificate(read_bytes(certificate, BYTES), subject.game, _names(subject))
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
    return Answered(status, (json.dumps(data, ensure_ascii=False, indent=1) if as_data else _text(data),))


def _text(data: RecheckOutput) -> str:
    if not data["holds"]:
        return f"The certificate does not hold: {data['fault']}."
    return (
        f"The certificate holds: against every adaptive adversary the mechanism is private with E = {data['e_eps']}, "
        f"delta = {data['delta']}; {data['histories']} histories are imitated."
    )


def _names(subject: Subject) -> Names:
    return Names(lambda query: query_data(subject.document, query), answer_data)
