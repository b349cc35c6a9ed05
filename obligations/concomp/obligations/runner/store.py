"""Where evidence is kept: a file for each check of each statement, committed beside the code.

The files are package data, so a wheel can tell what was found; only a clone can find again. A file that cannot be
read is an error: evidence is never skipped silently. A file says what was found, its path about what; an index beside
the files says with which sources.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from pydantic import ValidationError

from concomp.model.registry.evidence import Evidence, from_json, to_json
from concomp.model.registry.registry import Registry
from concomp.obligations.runner.index import FILE as INDEX
from concomp.obligations.runner.index import Entry, Index, Key, index_of, text_of
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

    def read(self, keys: Iterable[Key], registry: Registry) -> dict[Key, Evidence]:
        """The evidence of these checks about these statements, where there is any; raises SpoiledEvidence."""
        found = ((key, self.read_one(key, registry)) for key in keys)
        return {key: evidence for key, evidence in found if evidence is not None}

    def read_one(self, key: Key, registry: Registry) -> Evidence | None:
        """The evidence of one check about one statement; None if there is no file. Raises SpoiledEvidence."""
        check, statement = key
        name = place_of(check, statement, registry)
        try:
            return from_json((self.root / name).read_text(encoding="utf-8"), statement, check)
        except FileNotFoundError:
            return None
        except UnicodeDecodeError:
            raise SpoiledEvidence(name, "is not UTF-8 text") from None
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            place = ".".join(str(part) for part in first["loc"]) or "the file"
            raise SpoiledEvidence(name, f"is not evidence: {place}: {first['msg']}") from None

    def places(self) -> list[str]:
        """The path of every file of evidence, below the folder."""
        return list(_walk("", self.root))

    def index(self) -> Index:
        """The index of the evidence; raises SpoiledIndex."""
        try:
            return index_of((self.root / INDEX).read_text(encoding="utf-8"))
        except FileNotFoundError:
            return {}

    def write(self, evidence: Evidence, registry: Registry) -> None:
        """Keep a piece of evidence, in place of what was found before."""
        path = self._path(place_of(evidence.check, evidence.statement, registry))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(to_json(evidence), encoding="utf-8")

    def write_index(self, entries: Mapping[Key, Entry]) -> None:
        """Keep the index, in place of what there was before."""
        self._path(INDEX).write_text(text_of(entries), encoding="utf-8")

    def discard(self, names: Iterable[str]) -> None:
        """Delete the files with these paths below the folder, and the folders that they leave empty."""
        for name in names:
            path = self._path(name)
            path.unlink()
            if not any(path.parent.iterdir()):
                path.parent.rmdir()

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
        if entry.is_dir():
            yield from _walk(f"{prefix}{entry.name}/", entry)
        elif entry.name.endswith(".json"):
            yield f"{prefix}{entry.name}"
