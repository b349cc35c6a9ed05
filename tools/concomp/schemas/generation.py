"""The JSON Schemas of what the commands read and write, made from types."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from pydantic import TypeAdapter

from concomp.conformance.protocol.commands import Command
from concomp.conformance.protocol.replies import Reply
from concomp.conformance.vectors.stock import Manifest
from concomp.conformance.vectors.vector import Vector
from concomp.model.files.certificates import CertificateFile, RowsFile
from concomp.model.files.confounding.addition import AdditionFile
from concomp.model.files.confounding.deployment import ConfoundingFile
from concomp.model.files.evidence import EvidenceFile
from concomp.model.files.replacing import replace
from concomp.model.files.schema import Document
from concomp.model.language.readings.json_forms import DefinitionForm
from concomp.obligations.verify.certificates.directories import Manifest as CertificateManifest
from concomp.obligations.verify.certificates.index import Index
from concomp.schemas.advice import AdviseOutput
from concomp.schemas.conformance import ConformOutput
from concomp.schemas.confounding import ConfoundingOutput
from concomp.schemas.experiments import CorrelationOutput, MembershipOutput
from concomp.schemas.ledgers import HistoryOutput, StatusOutput, VerificationOutput
from concomp.schemas.measures import MeasureFile, MeasureOutput
from concomp.schemas.privacy import AuditOutput, BoundsOutput, ComposeFile, ComposeOutput, RecheckOutput
from concomp.schemas.proofs import ProofObject
from concomp.schemas.statements import AboutOutput, CheckOutput, ErratumStory, ListOutput, StatementStory
from concomp.schemas.sweeps import SweepOutput
from concomp.schemas.verification import VerifyOutput

Mode = Literal["validation", "serialization"]
FOLDER = Path(__file__).parent / "files"
DIALECT = "https://json-schema.org/draft/2020-12/schema"
FORMATS: Mapping[str, tuple[Any, Mode]] = {
    "concomp.about.1": (AboutOutput, "validation"),
    "concomp.advise.1": (AdviseOutput, "validation"),
    "concomp.audit.1": (AuditOutput, "validation"),
    "concomp.audit.bounds.1": (BoundsOutput, "validation"),
    "concomp.audit.certificate.1": (RowsFile, "serialization"),
    "concomp.audit.certificate.2": (CertificateFile, "serialization"),
    "concomp.audit.recheck.1": (RecheckOutput, "validation"),
    "concomp.audit.sweep.1": (SweepOutput, "validation"),
    "concomp.certificate.1": (CertificateManifest, "validation"),
    "concomp.certificates.1": (Index, "validation"),
    "concomp.check.1": (CheckOutput, "validation"),
    "concomp.compose.1": (ComposeOutput, "validation"),
    "concomp.compose.measure.1": (MeasureOutput, "validation"),
    "concomp.conform.1": (ConformOutput, "validation"),
    "concomp.confounding.1": (ConfoundingOutput, "validation"),
    "concomp.conformance.manifest.1": (Manifest, "validation"),
    "concomp.conformance.message.1": (Command, "validation"),
    "concomp.conformance.reply.1": (Reply, "validation"),
    "concomp.conformance.vector.1": (Vector, "validation"),
    "concomp.evidence.1": (EvidenceFile, "validation"),
    "concomp.experiment.correlation.1": (CorrelationOutput, "validation"),
    "concomp.experiment.membership.1": (MembershipOutput, "validation"),
    "concomp.explain.1": (StatementStory | ErratumStory, "validation"),
    "concomp.ledger.history.1": (HistoryOutput, "validation"),
    "concomp.ledger.status.1": (StatusOutput, "validation"),
    "concomp.ledger.verify.1": (VerificationOutput, "validation"),
    "concomp.list.1": (ListOutput, "validation"),
    "concomp.proof.1": (ProofObject, "validation"),
    "concomp.verification.1": (DefinitionForm, "validation"),
    "concomp.verify.1": (VerifyOutput, "validation"),
    "addition": (AdditionFile, "serialization"),
    "compose": (ComposeFile | MeasureFile, "validation"),
    "confounding": (ConfoundingFile, "serialization"),
    # Numbers are rationals in Python and texts in the file.
    "mechanism": (Document, "serialization"),
}
"""The types by the names of their schemas, each as it is read or as it is written."""


def texts() -> dict[str, str]:
    """The schemas, by the names of their files."""
    return {f"{name}.json": _text(name, *format) for name, format in FORMATS.items()}


def write() -> None:
    """Write the schemas into the package."""
    FOLDER.mkdir(exist_ok=True)
    for name, text in texts().items():
        replace(FOLDER / name, text.encode())


def _text(name: str, described: Any, mode: Mode) -> str:
    schema = TypeAdapter(described).json_schema(mode=mode)
    document = {"$schema": DIALECT, "$id": f"{name}.json", **schema}
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"
