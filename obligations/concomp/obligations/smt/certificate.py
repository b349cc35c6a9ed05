"""Certificates: proofs that anybody can check with an SMT solver of their own.

A certificate consists of three texts, each of which a solver must find unsatisfiable: initiation (some start violates
the invariant), consecution (some allowed step leads out of it) and safety (some step within it is bad). A manifest
says what they are about. Whoever checks a certificate makes the texts again, from the function and the invariant in
the manifest, so that a text about something else is noticed before a solver sees it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from concomp.model.language.terms import Term
from concomp.obligations.smt import smtlib
from concomp.obligations.smt.obligation import Invariant, Obligation

MANIFEST = "manifest.json"
FILES = ("initiation.smt2", "consecution.smt2", "safety.smt2")
MEANINGS = (
    "no start violates the invariant",
    "no allowed step leads out of the invariant",
    "no step within the invariant is bad",
)


class Rejected(ValueError):
    """A certificate does not prove what it is said to prove."""


@dataclass(frozen=True)
class Subject:
    """What is proved: the property of the function, and for which lengths and parameters."""

    function: str
    property: str
    scope: str


@dataclass(frozen=True)
class Certificate:
    """A proof.

    statement: the hash of the obligation. invariant: its conjuncts in SMT-LIB. texts: by the names of their files.
    """

    subject: Subject
    statement: str
    invariant: tuple[str, ...]
    texts: Mapping[str, str]


class Manifest(BaseModel):
    """What a directory with a certificate is about."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    schema_: Literal["concomp.certificate/1"] = Field("concomp.certificate/1", alias="schema")
    function: str
    property: str
    scope: str
    statement: str
    invariant: tuple[str, ...]
    files: dict[str, str]


def certify(subject: Subject, obligation: Obligation, invariant: Invariant) -> Certificate:
    """The certificate that the invariant proves the obligation; whether it does is for solvers to say."""
    # What is written is what a reader of the manifest will have, so that both make the same texts.
    invariant = read_invariant(obligation, map(smtlib.text, invariant))
    conjuncts = tuple(smtlib.text(conjunct) for conjunct in invariant)
    parts = (obligation.initiation(invariant), obligation.consecution(invariant), obligation.safety(invariant))
    texts = {
        file: smtlib.script(part, _comments(subject, meaning, conjuncts))
        for file, meaning, part in zip(FILES, MEANINGS, parts, strict=True)
    }
    return Certificate(subject, statement_hash(obligation), conjuncts, texts)


def statement_hash(obligation: Obligation) -> str:
    """The hash of everything that an obligation says."""
    system = obligation.system
    lines = [system.name]
    lines += [f"{_leaf(each.symbol)}: {smtlib.shared(each.constraint)}" for each in system.parameters]
    lines += [_leaf(each) for each in system.inputs]
    lines += [
        f"{_leaf(each.symbol)} := {smtlib.shared(each.initial)}; {smtlib.shared(each.update)}"
        for each in system.registers
    ]
    for instance in obligation.instances:
        lines += [smtlib.shared(instance.guard)]
        lines += [f"{_leaf(symbol)} = {smtlib.shared(image)}" for symbol, image in instance.mapping]
    lines += [smtlib.shared(each) for each in (system.allowed, system.bad, obligation.uncovered)]
    return _sha256("\n".join(lines))


def write(directory: Path, certificate: Certificate) -> None:
    """Put a certificate into a directory, which is made if it is not there."""
    directory.mkdir(parents=True, exist_ok=True)
    for file, text in certificate.texts.items():
        (directory / file).write_text(text, encoding="utf-8")
    subject = certificate.subject
    manifest = Manifest(
        schema="concomp.certificate/1",
        function=subject.function,
        property=subject.property,
        scope=subject.scope,
        statement=certificate.statement,
        invariant=certificate.invariant,
        files={file: _sha256(text) for file, text in certificate.texts.items()},
    )
    text = manifest.model_dump_json(indent=2, by_alias=True)
    (directory / MANIFEST).write_text(f"{text}\n", encoding="utf-8")


def read_manifest(directory: Path) -> Manifest:
    """What a directory says that it proves; Rejected if it has no readable manifest."""
    try:
        return Manifest.model_validate_json((directory / MANIFEST).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise Rejected(
            f"{directory / MANIFEST} cannot be read ({error}); name a directory with a certificate"
        ) from error
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"])) or "the file"
        raise Rejected(f"{directory / MANIFEST}: {place}: {first['msg']}; write the certificate again") from error


def load(directory: Path, subject: Subject, obligation: Obligation) -> Certificate:
    """The certificate in a directory, its texts those of this very subject and obligation.

    Raises Rejected if the manifest or a text is about anything else, or was changed.
    """
    manifest = read_manifest(directory)
    for field in ("function", "property", "scope"):
        said, meant = getattr(manifest, field), getattr(subject, field)
        if said != meant:
            raise Rejected(f"{directory}: the {field} is {said!r}, not {meant!r}; check the directory for {meant!r}")
    if manifest.statement != statement_hash(obligation):
        raise Rejected(
            f"{directory}: the statement has the hash {manifest.statement}, that of {subject.function} is "
            f"{statement_hash(obligation)}: the function has changed since; prove it again"
        )
    certificate = certify(subject, obligation, _invariant(directory, manifest, obligation))
    if set(manifest.files) != set(FILES):
        raise Rejected(f"{directory}: the manifest names {sorted(manifest.files)}, not {sorted(FILES)}; prove it again")
    for file, text in certificate.texts.items():
        _demand_text(directory / file, text, manifest.files[file])
    return certificate


def read_invariant(obligation: Obligation, conjuncts: Iterable[str]) -> Invariant:
    """The invariant of these conjuncts in SMT-LIB; Unreadable if one is not about the obligation's symbols."""
    return tuple(smtlib.read(conjunct, _symbols(obligation)) for conjunct in conjuncts)


def _invariant(directory: Path, manifest: Manifest, obligation: Obligation) -> Invariant:
    try:
        return read_invariant(obligation, manifest.invariant)
    except smtlib.Unreadable as error:
        raise Rejected(f"{directory / MANIFEST}: invariant: {error}; prove it again") from error


def _symbols(obligation: Obligation) -> list[Term]:
    registers = [register.symbol for register in obligation.system.registers]
    return [*registers, *(parameter.symbol for parameter in obligation.system.parameters)]


def _demand_text(path: Path, text: str, digest: str) -> None:
    try:
        found = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise Rejected(f"{path} cannot be read ({error}); prove it again") from error
    if found != text:
        raise Rejected(f"{path} is not the text that follows from the function and the invariant; prove it again")
    if _sha256(found) != digest:
        raise Rejected(f"{path} has the hash {_sha256(found)}, the manifest says {digest}; prove it again")


def _comments(subject: Subject, meaning: str, conjuncts: tuple[str, ...]) -> list[str]:
    about = [
        f"function: {subject.function}",
        f"property: {subject.property}",
        f"scope:    {subject.scope}",
        f"unsat means: {meaning}",
        "the invariant is the conjunction of:",
    ]
    lines = [*about, *(f"  {conjunct}" for conjunct in conjuncts or ("true",))]
    return [part for line in lines for part in line.splitlines()]


def _leaf(leaf: Term) -> str:
    return f"{smtlib.name(leaf)} {leaf.sort.name}"


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
