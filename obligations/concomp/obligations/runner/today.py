"""What there is now: the statements, the sources and the versions with which evidence is compared."""

from __future__ import annotations

from collections.abc import Sequence

from concomp.model.registry.evidence import statement_hash
from concomp.obligations.runner.cache import FOLDER
from concomp.obligations.runner.index import DIGITS, Entry, Key, versions_in_words
from concomp.obligations.runner.project import Project
from concomp.obligations.runner.sources import Sources


class Today:
    """The statements, sources and versions of a project as they are when they are first asked for."""

    def __init__(self, project: Project) -> None:
        self._registry = project.registry
        self._entries: dict[Key, Entry | None] = {}
        self._sources = Sources(None if project.clone is None else project.clone / FOLDER)

    def entry(self, key: Key) -> Entry | None:
        """What the index would say of evidence that was found now; None if statement or check are there no more."""
        if key not in self._entries:
            self._entries[key] = self._compute(key)
        return self._entries[key]

    def confirmation(self, module: str) -> str:
        """Everything by which a check of this module comes to its outcome: texts with docstrings, and versions."""
        return f"{self._sources.digest_with_docstrings(module)} {versions_in_words(self._sources.versions(module))}"

    def current(self, key: Key, entries: Sequence[Entry]) -> Entry | None:
        """The entry that agrees with what there is now; None if there is none."""
        now = self.entry(key)
        return None if now is None else next((entry for entry in entries if entry.agrees(now)), None)

    def remember(self) -> None:
        """Keep what was read off the texts for the next time."""
        self._sources.remember()

    def _compute(self, key: Key) -> Entry | None:
        check, statement = key
        module = check.rpartition(".")[0]
        try:
            sources = self._sources.digest(module)[:DIGITS]
        except ModuleNotFoundError:
            return None
        row = self._registry.statements.get(statement)
        if row is None:
            return None
        return Entry(statement_hash(row)[:DIGITS], sources, self._sources.versions(module))
