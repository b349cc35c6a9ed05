"""What need not be rechecked: evidence that was confirmed before on this machine, by everything it depends on."""

from __future__ import annotations

import hashlib
import platform
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from concomp.model.registry.evidence import Evidence, to_json

FOLDER = ".concomp_cache"


@dataclass(frozen=True)
class Cache:
    """A folder with an empty file for each piece of evidence that was confirmed; it is safe to delete.

    folder: None for a cache that knows nothing and keeps nothing.
    """

    folder: Path | None

    def knows(self, evidence: Evidence) -> bool:
        """Whether this very evidence was confirmed before."""
        return self.folder is not None and (self.folder / _name(evidence)).exists()

    def remember(self, evidence: Evidence) -> None:
        """Note that this evidence was confirmed, unless the folder cannot be written: then it is confirmed again."""
        if self.folder is not None:
            with suppress(OSError):
                self.folder.mkdir(exist_ok=True)
                (self.folder / _name(evidence)).touch()


def _name(evidence: Evidence) -> str:
    # The evidence names the hashes of statement and check and the versions of the engines, all current if it is fresh.
    return hashlib.sha256(f"{platform.python_version()}\n{to_json(evidence)}".encode()).hexdigest()
