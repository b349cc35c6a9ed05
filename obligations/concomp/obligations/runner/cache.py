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

    folder: None for a cache that knows nothing and keeps nothing. With the evidence goes a digest of the `sources` that
    confirmed it, the versions of libraries included.
    """

    folder: Path | None

    def knows(self, evidence: Evidence, sources: str) -> bool:
        """Whether this very evidence was confirmed before by these sources."""
        return self.folder is not None and (self.folder / _name(evidence, sources)).exists()

    def remember(self, evidence: Evidence, sources: str) -> None:
        """Note that these sources confirmed this evidence, unless the folder cannot be written."""
        if self.folder is not None:
            with suppress(OSError):
                self.folder.mkdir(exist_ok=True)
                (self.folder / _name(evidence, sources)).touch()


def _name(evidence: Evidence, sources: str) -> str:
    parts = (platform.python_version(), sources, evidence.statement, evidence.check, to_json(evidence))
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()
