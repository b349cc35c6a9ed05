"""The checks of a project: all of them, or those about some statements, for which only their modules are imported."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from importlib import import_module
from pathlib import Path

from concomp.model.registry.registry import UnknownLabel
from concomp.obligations.checks.check import Check, all_checks, checks_of
from concomp.obligations.runner.index import Key
from concomp.obligations.runner.project import Project
from concomp.obligations.runner.sources import locate


class WrongCheck(Exception):
    """Thrown when the checks themselves are not in order."""


def key_of(check: Check) -> Key:
    """By what the evidence of a check is stored."""
    return check.path, check.statement


def checks_in(project: Project) -> tuple[Check, ...]:
    """All the checks of the project; raises WrongCheck if one is about no statement, or there twice."""
    return _in_order(project, all_checks(project.checks))


def checks_about(project: Project, statements: Collection[str]) -> tuple[Check, ...]:
    """The checks of some statements; raises WrongCheck.

    A module has a check of a statement only if its text names the statement, or if the index says so.
    """
    if set(project.registry.statements) <= set(statements):
        return checks_in(project)
    found = (check for module in _modules_about(project, statements) for check in checks_of(module))
    return _in_order(project, (check for check in found if check.statement in statements))


def _modules_about(project: Project, statements: Collection[str]) -> list[str]:
    names = [f'"{statement}"'.encode() for statement in statements]
    naming = {module for module, path in _modules(project.checks) if any(name in path.read_bytes() for name in names)}
    indexed = {check.rpartition(".")[0] for check, statement in project.store.index() if statement in statements}
    return sorted(naming | {module for module in indexed if locate(module) is not None})


def _modules(package: str) -> Iterator[tuple[str, Path]]:
    """The modules of a package and of those inside it, and where each is written."""
    for folder in import_module(package).__path__:
        for path in sorted(Path(folder).rglob("*.py")):
            parts = path.relative_to(folder).with_suffix("").parts
            yield ".".join((package, *(part for part in parts if part != "__init__"))), path


def _in_order(project: Project, found: Iterable[Check]) -> tuple[Check, ...]:
    checks: dict[Key, Check] = {}
    for check in found:
        try:
            project.registry.lookup(check.statement)
        except UnknownLabel as error:
            raise WrongCheck(f"the check {check.path} is about no statement: {error}") from None
        if key_of(check) in checks:
            raise WrongCheck(f"the check {check.path} is there twice for {check.statement}; rename one")
        checks[key_of(check)] = check
    return tuple(checks.values())
