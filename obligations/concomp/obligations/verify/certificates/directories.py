"""Certificates in directories: the three texts, and a manifest that says what they are about.

The certificates of one property are in one directory: one there, or several in directories of their own below it. Those
of the lemmas that they rest on are below it too, in `lemma`, each as any other certificate.
Whoever reads one makes the texts again, from the function and the invariant in the manifest.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from itertools import zip_longest
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from concomp.model.files.errors import FormatError
from concomp.model.files.replacing import replace_all
from concomp.obligations.solvers import smtlib
from concomp.obligations.verify.certificates.certificate import (
    FILES,
    JUSTIFYING,
    Assumed,
    Certificate,
    CertifiedClaim,
    Rejected,
    certify,
    heading,
    read_terms,
    sha256,
    statement_hash,
)
from concomp.obligations.verify.certificates.texts import read_json, read_text
from concomp.obligations.verify.encoding.obligation import Invariant, Obligation

MANIFEST = "manifest.json"
LEMMA = "lemma"


class AssumedData(BaseModel):
    """A lemma, and the SHA-256 of each manifest of its own certificates."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    function: str
    property: str
    scope: str
    manifests: tuple[str, ...]


class Manifest(BaseModel):
    """What a directory with a certificate is about."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    schema_: Literal["concomp.certificate/1"] = Field("concomp.certificate/1", alias="schema")
    function: str
    property: str
    scope: str
    assuming: tuple[AssumedData, ...] = ()
    statement: str
    summed: tuple[str, ...] = ()
    invariant: tuple[str, ...]
    files: dict[str, str]


def write_all(
    directory: Path, certificates: Sequence[Certificate], lemmas: Sequence[Sequence[Certificate]] = ()
) -> None:
    """Put the certificates of a property into a directory, in place of all that earlier ones left there.

    lemmas: the certificates of each lemma that they rest on.
    """
    placed = list(zip(places(directory, len(certificates)), certificates, strict=True))
    for below, proofs in zip(lemma_places(directory, len(lemmas)), lemmas, strict=True):
        placed += zip(places(below, len(proofs)), proofs, strict=True)
    for place, each in placed:
        write(place, each)
    _clear(directory, {place / file for place, each in placed for file in (*each.texts, MANIFEST)})


def _clear(directory: Path, kept: Set[Path]) -> None:
    """Remove the files of other certificates from a directory and from those of our names below it, and no others.

    A directory that is empty then goes as well; a link is never followed.
    """
    below = [each for each in directory.iterdir() if each.name == LEMMA or each.name.isdecimal()]
    for each in below:
        if each.is_dir() and not each.is_symlink():
            _clear(each, kept)
    if (directory / FILES[0]).is_file():
        for file in (*FILES, *JUSTIFYING, MANIFEST):
            if directory / file not in kept:
                (directory / file).unlink(missing_ok=True)
    for each in below:
        if each.is_dir() and not each.is_symlink() and not any(each.iterdir()):
            each.rmdir()


def places(directory: Path, count: int) -> list[Path]:
    """The directories of so many certificates of one property."""
    return [directory] if count == 1 else [directory / str(number) for number in range(1, count + 1)]


def lemma_places(directory: Path, count: int) -> list[Path]:
    """The directories of so many lemmas that the certificates in a directory rest on."""
    return places(directory / LEMMA, count)


def others(directory: Path, count: int, lemmas: int = 0) -> list[Path]:
    """What is in the directory of so many certificates of one property, and in theirs, and is none of their files.

    lemmas: how many they rest on.
    """
    listed = places(directory, count)
    below = {directory / LEMMA, *lemma_places(directory, lemmas)} if lemmas else set[Path]()
    looked_at = {directory, *listed, *({directory / LEMMA} if lemmas > 1 else ())}
    known = {*listed, *below, *(place / file for place in listed for file in (*FILES, *JUSTIFYING, MANIFEST))}
    found = sorted({each for place in looked_at if place.is_dir() for each in place.iterdir()} - known)
    return [each for each in found if not each.name.startswith(".")]


def write(directory: Path, certificate: Certificate) -> None:
    """Put a certificate into a directory, which is made if it is not there."""
    directory.mkdir(parents=True, exist_ok=True)
    texts = {**certificate.texts, MANIFEST: _manifest_text(certificate)}
    replace_all({directory / file: text.encode() for file, text in texts.items()})


def digest(certificate: Certificate) -> str:
    """The SHA-256 of the manifest of a certificate, which has those of its texts."""
    return sha256(_manifest_text(certificate))


def digest_in(directory: Path) -> str:
    """The SHA-256 of the manifest in a directory."""
    return sha256(read_text(directory / MANIFEST))


def _manifest(certificate: Certificate) -> Manifest:
    return Manifest(
        schema="concomp.certificate/1",
        **heading(certificate),
        files={file: sha256(text) for file, text in certificate.texts.items()},
    )


def _manifest_text(certificate: Certificate) -> str:
    manifest = _manifest(certificate)
    absent = {name for name in ("assuming", "summed") if not getattr(manifest, name)}
    return f"{manifest.model_dump_json(indent=2, by_alias=True, exclude=absent)}\n"


def read_manifest(directory: Path) -> Manifest:
    """What a directory says that it proves; Rejected if it has no readable manifest."""
    try:
        return Manifest.model_validate(read_json(directory / MANIFEST))
    except FormatError as error:
        raise Rejected(
            f"{directory / MANIFEST} cannot be read ({error}); name a directory with a certificate"
        ) from error
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"])) or "the file"
        raise Rejected(f"{directory / MANIFEST}: {place}: {first['msg']}; write the certificate again") from error


def load(directory: Path, subject: CertifiedClaim, obligation: Obligation) -> Certificate:
    """The certificate in a directory, its texts those of this very subject and obligation.

    Raises Rejected if the manifest or a text is about anything else, or was changed.
    """
    manifest = read_manifest(directory)
    for field in ("function", "property", "scope"):
        found, meant = getattr(manifest, field), getattr(subject, field)
        if found != meant:
            raise Rejected(f"{directory}: the {field} is {found!r}, not {meant!r}; check the directory for {meant!r}")
    _demand_lemmas(directory, manifest, subject)
    if manifest.statement != statement_hash(obligation):
        raise Rejected(
            f"{directory}: the statement has the hash {manifest.statement}, that of {subject.function} is "
            f"{statement_hash(obligation)}: the function has changed since; prove it again"
        )
    certificate = certify(subject, obligation, _invariant(directory, manifest, obligation))
    if set(manifest.files) != set(certificate.texts):
        due = sorted(certificate.texts)
        raise Rejected(f"{directory}: the manifest names {sorted(manifest.files)}, not {due}; prove it again")
    for file, text in certificate.texts.items():
        _demand_text(directory / file, text, manifest.files[file])
    _demand_manifest(directory, manifest, _manifest(certificate))
    return certificate


def assumed_in(manifest: Manifest) -> tuple[Assumed, ...]:
    """The lemmas that a certificate says that it rests on."""
    return tuple(Assumed(each.function, each.property, each.scope, each.manifests) for each in manifest.assuming)


def assumed_below(directory: Path, count: int) -> tuple[Assumed, ...]:
    """The lemmas that so many certificates of one property rest on, each once."""
    return tuple(dict.fromkeys(one for place in places(directory, count) for one in assumed_in(read_manifest(place))))


def _demand_lemmas(directory: Path, manifest: Manifest, subject: CertifiedClaim) -> None:
    """Raise Rejected unless a certificate rests on these very lemmas, proved by these very certificates."""
    for found, meant in zip_longest(assumed_in(manifest), subject.assuming):
        if found != meant:
            raise Rejected(f"{directory}: rests on {_lemma_text(found)}, not on {_lemma_text(meant)}; prove it again")


def _demand_manifest(directory: Path, found: Manifest, meant: Manifest) -> None:
    """Raise Rejected unless a manifest is the one that would be written, in every field."""
    for field in Manifest.model_fields:
        there, due = getattr(found, field), getattr(meant, field)
        if there != due:
            raise Rejected(f"{directory / MANIFEST}: {field} is {there!r}, not {due!r}; prove it again")


def _lemma_text(assumed: Assumed | None) -> str:
    if assumed is None:
        return "no further lemma"
    return f"{assumed.words()} ({assumed.scope}) by {', '.join(assumed.manifests)}"


def _invariant(directory: Path, manifest: Manifest, obligation: Obligation) -> Invariant:
    try:
        return read_terms(obligation, manifest.invariant)
    except smtlib.Unreadable as error:
        raise Rejected(f"{directory / MANIFEST}: invariant: {error}; prove it again") from error


def _demand_text(path: Path, text: str, digest: str) -> None:
    try:
        found = read_text(path)
    except (FormatError, UnicodeDecodeError) as error:
        raise Rejected(f"{path} cannot be read ({error}); prove it again") from error
    if found != text:
        raise Rejected(f"{path} is not the text that follows from the function and the invariant; prove it again")
    if sha256(found) != digest:
        raise Rejected(f"{path} has the hash {sha256(found)}, the manifest says {digest}; prove it again")
