"""Where evidence is kept: a file for each check of each statement, committed beside the code.

The files are package data, so a wheel can tell what was found; only a clone can find again. A file that cannot be
read is an error: evidence is never skipped silently. A file says what was found, its path about what; an index beside
the files says with which sources.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from pydantic import ValidationError

from concomp.model.files.contents import read_bytes
from concomp.model.files.errors import FormatError
from concomp.model.files.replacing import replace
from concomp.model.registry.evidence import Evidence, from_json, to_json
from concomp.model.registry.registry import Registry
from concomp.obligations.runner.index import FILE as INDEX
from concomp.obligations.runner.index import Entry, Index, Key, Spoiled, SpoiledIndex, index_of, text_of
from concomp.obligations.runner.sources import locate

BYTES = 64 * 2**20
"""The largest file of evidence, 64 MiB."""
CHECKS = "concomp.obligations.checks."


class SpoiledEvidence(Spoiled):
    """Thrown when a file of evidence cannot be used as it stands.

    statement: what it is about, as far as is known.
    """

    def __init__(self, file: str, reason: str, statement: str = "") -> None:
        renewing = f'concomp check --renew "{statement}"' if statement else "concomp check --renew"
        remedy = f"`git checkout` brings it back, `{renewing}` finds it again"
        super().__init__(f"the evidence file {file} {reason}; {remedy}")
        self.file = file


class _Unreadable(Exception):
    """Thrown when there is something in the place of a file that cannot be read; the message says what."""


@dataclass(frozen=True)
class Store:
    """The folder of evidence.

    root: the folder itself, or what stands for it in an installed package.
    """

    root: Traversable

    def read(self, keys: Iterable[Key], registry: Registry) -> dict[Key, Evidence]:
        """The evidence of these checks about these statements, where there is any; raises SpoiledEvidence."""
        found = ((key, self.read_one(key, registry)) for key in keys)
        return {key: evidence for key, evidence in found if evidence is not None}

    def read_one(self, key: Key, registry: Registry) -> Evidence | None:
        """The evidence of one check about one statement; None if there is no file. Raises SpoiledEvidence."""
        check, statement = key
        name = place_of(check, statement, registry)
        try:
            text = self._text(name)
            evidence = None if text is None else from_json(text, statement, check)
        except _Unreadable as error:
            raise SpoiledEvidence(name, str(error), statement) from None
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            place = ".".join(str(part) for part in first["loc"]) or "the file"
            raise SpoiledEvidence(name, f"is not evidence: {place}: {first['msg']}", statement) from None
        odd = None if evidence is None else next(_unprintable("outcome", evidence.outcome.model_dump()), None)
        if odd is not None:
            raise SpoiledEvidence(name, f"is not evidence: {odd}", statement)
        return evidence

    def places(self) -> list[str]:
        """The path of every file of evidence, below the folder; raises SpoiledEvidence."""
        try:
            return list(_walk("", self.root))
        except OSError as error:
            raise SpoiledEvidence(f"{error.filename}", f"cannot be looked for: {error.strerror}") from None

    def index(self) -> Index:
        """The index of the evidence; raises SpoiledIndex."""
        try:
            return index_of(self._text(INDEX) or "")
        except _Unreadable as error:
            raise SpoiledIndex(f" {error}") from None

    def write(self, evidence: Evidence, registry: Registry) -> None:
        """Keep a piece of evidence, in place of what was found before."""
        path = self._path(place_of(evidence.check, evidence.statement, registry))
        path.parent.mkdir(parents=True, exist_ok=True)
        replace(path, to_json(evidence).encode())

    def write_index(self, entries: Mapping[Key, Entry]) -> None:
        """Keep the index, in place of what there was before."""
        replace(self._path(INDEX), text_of(entries).encode())

    def discard(self, names: Iterable[str]) -> None:
        """Delete the files with these paths below the folder, and the folders that they leave empty.

        Raises SpoiledEvidence for a folder in the place of a file: what is in it is somebody's.
        """
        for name in names:
            path = self._path(name)
            if path.is_dir() and not path.is_symlink():
                raise SpoiledEvidence(name, "is a directory: move it away")
            path.unlink()
            if not any(path.parent.iterdir()):
                path.parent.rmdir()

    def _text(self, name: str) -> str | None:
        """What a regular file below the folder holds, None if there is nothing; raises _Unreadable."""
        path = self._path(name)
        if not os.path.lexists(path):
            return None
        try:
            return read_bytes(path, BYTES).decode("utf-8")
        except FormatError as error:
            raise _Unreadable(f"cannot be read: {error.value}: move it away") from None
        except UnicodeDecodeError:
            raise _Unreadable("is not UTF-8 text") from None

    def _path(self, name: str) -> Path:
        return Path(str(self.root)) / name


def packaged_store() -> Store:
    """The evidence that ships with the package."""
    return Store(files("concomp.obligations") / "evidence")


def place_of(check: str, statement: str, registry: Registry) -> str:
    """The path, below the folder of evidence, of what a check found about a statement."""
    row = registry.lookup(statement)
    return f"{row.source.lower()}/{slug(row.label)}/{check.removeprefix(CHECKS)}.json"


def slug(label: str) -> str:
    """A label as a name of a folder."""
    return re.sub(r"[^a-z0-9]+", "-", label.lower()).strip("-")


def keys_at(places: Iterable[str], registry: Registry) -> dict[str, Key]:
    """Which check about which statement each path below the folder stands for; without those of no statement."""
    statements = {place_of("", key, registry).rpartition("/")[0]: key for key in registry.statements}
    found = {}
    for place in places:
        folder, _, name = place.rpartition("/")
        if folder in statements:
            found[place] = (_check_called(name.removesuffix(".json")), statements[folder])
    return found


def _check_called(name: str) -> str:
    return name if locate(name.rpartition(".")[0]) is not None else CHECKS + name


def _walk(prefix: str, folder: Traversable) -> Iterator[str]:
    if not folder.is_dir():
        return
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        # Whatever it is: who reads it says what is wrong with it.
        if entry.name.endswith(".json"):
            yield f"{prefix}{entry.name}"
        elif entry.is_dir():
            yield from _walk(f"{prefix}{entry.name}/", entry)


def _unprintable(place: str, value: object) -> Iterator[str]:
    """Where there is what cannot be printed: it could write other lines, or other words, than the evidence has."""
    if isinstance(value, str) and not value.isprintable():
        letter = next(letter for letter in value if not letter.isprintable())
        yield f"{place} has {letter!a} in it, which cannot be printed"
    if isinstance(value, dict):
        for name, entry in value.items():
            yield from _unprintable(place, name)
            yield from _unprintable(f"{place}.{name}" if name.isprintable() else place, entry)
    if isinstance(value, list | tuple):
        for number, entry in enumerate(value):
            yield from _unprintable(f"{place}[{number}]", entry)
