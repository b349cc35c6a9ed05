"""Where evidence is kept: a file for each check of each statement, committed beside the code.

The files are package data, so a wheel can tell what was found; only a clone can find again. A file that cannot be
read, or that speaks of a statement or a check that does not exist, is an error: evidence is never skipped silently.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from pydantic import ValidationError

from concomp.model.registry.evidence import Evidence, from_json, to_json
from concomp.model.registry.registry import Registry
from concomp.obligations.runner.sources import locate

CHECKS = "concomp.obligations.checks."


class SpoiledEvidence(Exception):
    """Thrown when a file of evidence cannot be used as it stands."""

    def __init__(self, file: str, reason: str) -> None:
        super().__init__(f"the evidence file {file} {reason}; `concomp check --renew` finds it again")
        self.file = file


@dataclass(frozen=True)
class Store:
    """The folder of evidence.

    root: the folder itself, or what stands for it in an installed package.
    """

    root: Traversable

    def read(self, registry: Registry) -> tuple[Evidence, ...]:
        """All the evidence, in the order of the statements; raises SpoiledEvidence."""
        order = {key: place for place, key in enumerate(registry.statements)}
        found = [self._read_file(name, entry, registry) for name, entry in self.entries()]
        return tuple(sorted(found, key=lambda evidence: (order[evidence.statement], evidence.check)))

    def entries(self) -> Iterator[tuple[str, Traversable]]:
        """Every file in the folder, with its path below it."""
        return _walk("", self.root)

    def write(self, evidence: Evidence, registry: Registry) -> None:
        """Keep a piece of evidence, in place of what was found before."""
        path = self._path(place_of(evidence.check, evidence.statement, registry))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(to_json(evidence), encoding="utf-8")

    def discard(self, names: Iterable[str]) -> None:
        """Delete the files with these paths below the folder, and the folders that they leave empty."""
        for name in names:
            path = self._path(name)
            path.unlink()
            if not any(path.parent.iterdir()):
                path.parent.rmdir()

    def spoiled(self, registry: Registry) -> list[str]:
        """The paths of the files that cannot be used as they stand."""
        bad = []
        for name, entry in self.entries():
            try:
                self._read_file(name, entry, registry)
            except SpoiledEvidence:
                bad.append(name)
        return bad

    def _path(self, name: str) -> Path:
        return Path(str(self.root)) / name

    def _read_file(self, name: str, entry: Traversable, registry: Registry) -> Evidence:
        try:
            evidence = from_json(entry.read_bytes().decode("utf-8"))
        except UnicodeDecodeError:
            raise SpoiledEvidence(name, "is not UTF-8 text") from None
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            place = ".".join(str(part) for part in first["loc"]) or "the file"
            raise SpoiledEvidence(name, f"is not evidence: {place}: {first['msg']}") from None
        if evidence.statement not in registry.statements:
            raise SpoiledEvidence(name, f"is about {evidence.statement!r}, which is no statement of the registry")
        if locate(evidence.check.rpartition(".")[0]) is None:
            raise SpoiledEvidence(name, f"names the check {evidence.check}, whose module does not exist")
        expected = place_of(evidence.check, evidence.statement, registry)
        if name != expected:
            raise SpoiledEvidence(name, f"should be called {expected} by what it says")
        return evidence


def packaged() -> Store:
    """The evidence that ships with the package."""
    return Store(files("concomp.obligations") / "evidence")


def place_of(check: str, statement: str, registry: Registry) -> str:
    """The path, below the folder of evidence, of what a check found about a statement."""
    row = registry.lookup(statement)
    return f"{row.source.lower()}/{slug(row.label)}/{check.removeprefix(CHECKS)}.json"


def slug(label: str) -> str:
    """A label as a name of a folder."""
    return re.sub(r"[^a-z0-9]+", "-", label.lower()).strip("-")


def _walk(prefix: str, folder: Traversable) -> Iterator[tuple[str, Traversable]]:
    if not folder.is_dir():
        return
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            yield from _walk(f"{prefix}{entry.name}/", entry)
        elif entry.name.endswith(".json"):
            yield f"{prefix}{entry.name}", entry
