"""A small project of its own: a registry of a few statements, checks in a temporary package, and evidence.

What runs in it is the real machinery: the checks are found, rechecked in worker processes, stored and compared as
those of the papers are.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path

import pytest

from concomp.model.registry.registry import Erratum, Registry, Statement, assemble
from concomp.obligations.runner.cache import Cache
from concomp.obligations.runner.index import Entry
from concomp.obligations.runner.pool import Workers, local
from concomp.obligations.runner.project import Project
from concomp.obligations.runner.results import Report
from concomp.obligations.runner.running import find_again, find_outdated, recheck
from concomp.obligations.runner.store import Store, slug

TRUE = "HSV26 Lemma 1.1"
FALSE = "HSV26 Lemma 1.2"
REPAIRED = "HSV26 Lemma 1.2 (repaired)"

NO_CACHE = Cache(None)
ALONE = local(1, 60)

_numbers = count()

HEADING = """\
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check, check_of_findings
from concomp.obligations.expectation import Violation

def exact(**changes):
    fields = dict(verdict="exact", scope="small numbers", size=3, witness="2", control="all are odd")
    return Outcome(**{**fields, **changes})

def refuted():
    return Outcome(verdict="refuted", scope="small numbers", counterexample={"number": 2})
"""

GOOD = '''
@check("HSV26 Lemma 1.1", "HSV26 Lemma 1.2 (repaired)")
def some_are_even():
    """Each small number was looked at."""
    return exact()

@check_of_findings("HSV26 Lemma 1.2", find=lambda: {"number": 2})
def not_all_are_odd(findings):
    """The number that was found is even."""
    if findings["number"] % 2:
        raise Violation("the number that was found is odd")
    return refuted()
'''


def statement(label: str, *depends_on: str, **fields: object) -> Statement:
    """A row about nothing in particular."""
    row: dict[str, object] = {
        "source": "HSV26",
        "label": label,
        "kind": "lemma",
        "title": f"title of {label}",
        "text": f"text of {label}",
        "section": "Section 2.1",
        "depends_on": depends_on,
        "check": "exact-finite",
        "how": "look at every case",
    }
    return Statement.model_validate(row | fields)


def erratum(name: str, *refutes: str) -> Erratum:
    """An erratum that refutes what it concerns."""
    return Erratum(
        id=name,
        title=f"title of {name}",
        concerns=refutes,
        passages=(),
        refutes=refutes,
        classes=("false",),
        severity=None,
        confirmed="yes",
        confirmation="",
        version="both versions",
        printed="all numbers are odd",
        wrong="2 is even",
        counterexample="2",
        repair="some numbers are odd",
        remarks="",
    )


STATEMENTS = (
    statement("Lemma 1.1"),
    statement("Lemma 1.2", "HSV26 Lemma 1.1", errata=("E1",)),
    statement("Lemma 1.2 (repaired)", "HSV26 Lemma 1.1", repairs="HSV26 Lemma 1.2"),
)
ERRATA = (erratum("E1", FALSE),)


@dataclass(frozen=True)
class Workshop:
    """A project in a folder that tests may change at will."""

    folder: Path
    project: Project

    def write(self, module: str, text: str) -> Path:
        """Write a module into the package of the checks."""
        path = self.folder / self.package / f"{module}.py"
        path.write_text(text, encoding="utf-8")
        return path

    def write_checks(self, text: str = GOOD) -> Path:
        """Write the module of the checks, below the usual imports."""
        return self.write("topic", HEADING + text)

    def with_registry(
        self, statements: Iterable[Statement] = STATEMENTS, errata: Iterable[Erratum] = ERRATA
    ) -> Workshop:
        """The same project with another registry."""
        return Workshop(self.folder, replace(self.project, registry=registry(statements, errata)))

    @property
    def package(self) -> str:
        """The name of the package of the checks."""
        return self.project.checks

    def labels(self) -> list[str]:
        """All the statements."""
        return list(self.project.registry.statements)

    def find(self) -> Report:
        """Find all the evidence."""
        self.forget_modules()
        return find_again(self.project, self.labels(), workers=ALONE)

    def find_outdated(self, workers: Workers = ALONE) -> Report:
        """Find the evidence that is missing or out of date."""
        self.forget_modules()
        return find_outdated(self.project, self.labels(), workers=workers)

    def recheck(self, cache: Cache = NO_CACHE, limit: float = 60, jobs: int = 1) -> Report:
        """Recheck all the evidence."""
        self.forget_modules()
        return recheck(self.project, self.labels(), workers=local(jobs, limit), cache=cache)

    def recheck_only(self, *statements: str) -> Report:
        """Recheck the evidence about some statements."""
        self.forget_modules()
        return recheck(self.project, statements, workers=ALONE, cache=NO_CACHE)

    def forget_modules(self) -> None:
        """Let the checks be read again, as a command that starts anew does."""
        for name in [name for name in sys.modules if name.partition(".")[0] == self.project.checks]:
            del sys.modules[name]

    def evidence_files(self) -> list[Path]:
        """The files of evidence."""
        return sorted((self.folder / "evidence").rglob("*.json"))

    def evidence_file(self, key: str) -> Path:
        """The file of evidence about a statement, which has one."""
        folder = self.folder / "evidence" / "hsv26" / slug(key.removeprefix("HSV26 "))
        return next(path for path in self.evidence_files() if path.parent == folder)

    def entry_of(self, key: str) -> Entry:
        """What the index says of the evidence about a statement."""
        index = self.project.store.index()
        return next(entries[0] for (_, statement), entries in index.items() if statement == key)

    def rewrite_index(self, old: str, new: str) -> None:
        """Write something else into the index, in place of what is there."""
        path = self.folder / "evidence" / "evidence.lock"
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new))


def edit(path: Path, **changes: object) -> None:
    """Change fields of a file."""
    path.write_text(json.dumps(json.loads(path.read_text()) | changes))


def statuses(report: Report) -> dict[str, str]:
    """How far each statement is established, by kind."""
    return {key: status.kind for key, status in report.standing.statuses.items()}


def registry(statements: Iterable[Statement] = STATEMENTS, errata: Iterable[Erratum] = ERRATA) -> Registry:
    """The registry of the workshop."""
    return assemble(statements, errata)


def open_workshop(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Workshop:
    """Make a project in a folder, with an empty package of checks under a name that was never used before."""
    package = f"workshop_{next(_numbers)}"
    (folder / package).mkdir()
    (folder / package / "__init__.py").write_text("", encoding="utf-8")
    (folder / "evidence").mkdir()
    monkeypatch.syspath_prepend(folder)
    # Modules are rewritten within a second, which a compiled file would not notice.
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    return Workshop(folder, Project(registry(), Store(folder / "evidence"), package, (package,), folder))
