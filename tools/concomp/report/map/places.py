"""Where things of the map are written: modules as files of the clone, and links to these from a page."""

from __future__ import annotations

from dataclasses import dataclass
from os.path import relpath
from pathlib import Path

from concomp.obligations.checks.check import Check
from concomp.obligations.runner.objects import Tagged
from concomp.obligations.runner.project import Project
from concomp.obligations.runner.sources import locate
from concomp.obligations.runner.store import place_of

MODEL = "model/concomp/model/"
CHECKS = "obligations/concomp/obligations/checks/"


@dataclass(frozen=True)
class Places:
    """The files of a clone that the map speaks of. Paths are those below the folder of the clone."""

    clone: Path
    project: Project

    def of_object(self, tagged: Tagged) -> str:
        """File and object, like "laws/law.py:Law"; the file below the model's folder."""
        return f"{self._file(tagged.module).removeprefix(MODEL)}:{tagged.name}"

    def of_check(self, check: Check) -> str:
        """File and check; the file below the folder of checks."""
        return f"{self._file(check.module).removeprefix(CHECKS)}:{check.path.rpartition('.')[2]}"

    def link(self, module: str, text: str, page: str) -> str:
        """The text as a link from a page to the file of a module."""
        return _link(f"`{text}`", self._file(module), page)

    def link_to_evidence(self, check: Check, page: str) -> str:
        """A link from a page to what a check left, or the words that there is none."""
        file = Path(str(self.project.store.root)) / place_of(check.path, check.statement, self.project.registry)
        return _link("evidence", self._below(file), page) if file.is_file() else "no evidence"

    def _file(self, module: str) -> str:
        path = locate(module)
        return module if path is None else self._below(path)

    def _below(self, path: Path) -> str:
        return path.resolve().relative_to(self.clone.resolve()).as_posix()


def _link(text: str, path: str, page: str) -> str:
    return f"[{text}]({relpath(path, Path(page).parent)})"
