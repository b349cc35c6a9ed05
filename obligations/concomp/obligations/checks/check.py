"""What a check is.

A check establishes, or refutes, one statement. It has two halves: `find` searches and proves, may be slow, and
returns findings (certificates, counterexamples) as plain data that are committed; `recheck` looks at the findings
with independent means, or recomputes a small family, is fast, and says what is established. A check whose
statement turns out otherwise than the registry expects raises Violation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from pkgutil import walk_packages
from typing import TYPE_CHECKING

from pydantic import JsonValue

from concomp.model.registry.evidence import Outcome

if TYPE_CHECKING:
    from concomp.obligations.derivations.kernel.facts import Fact

Find = Callable[[], JsonValue]
Recheck = Callable[[JsonValue], Outcome]


@dataclass(frozen=True)
class Check:
    """A check of one statement.

    statement: the key of the statement, such as "HSV26 Theorem 4.10".
    name: module and function, below `concomp.obligations.checks`.
    find: produces findings; None where the recheck recomputes everything.
    recheck: findings ↦ outcome; raises Violation.
    sentence: what was done, in one sentence.
    module: the full name of the module the check is written in.
    parts: what the statement consists of, where it is derived.
    """

    statement: str
    name: str
    find: Find | None
    recheck: Recheck
    sentence: str
    module: str
    parts: tuple[Fact, ...] = ()

    @property
    def path(self) -> str:
        """The full dotted name of the function that the check was made of."""
        return f"{self.module}.{self.name.rpartition('.')[2]}"


def check(*statements: str) -> Callable[[Callable[[], Outcome]], list[Check]]:
    """Make checks, one for each statement, of a function that recomputes a small family and returns the outcome."""

    def decorate(function: Callable[[], Outcome]) -> list[Check]:
        return [
            Check(statement, _name(function), None, lambda _: function(), _sentence(function), function.__module__)
            for statement in statements
        ]

    return decorate


def check_of_findings(*statements: str, find: Find) -> Callable[[Recheck], list[Check]]:
    """Make checks of a function that judges what `find` found and returns the outcome."""

    def decorate(function: Recheck) -> list[Check]:
        return [
            Check(statement, _name(function), find, function, _sentence(function), function.__module__)
            for statement in statements
        ]

    return decorate


def all_checks(package: str = "concomp.obligations.checks") -> Iterator[Check]:
    """Every check of the package, in the order of its modules and of their text."""
    root = import_module(package)
    for found in sorted(walk_packages(root.__path__, f"{package}."), key=lambda info: info.name):
        yield from checks_of(found.name)


def checks_of(module: str) -> Iterator[Check]:
    """The checks that one module makes itself, in the order of its text."""
    for made in vars(import_module(module)).values():
        if isinstance(made, list):
            yield from (item for item in made if isinstance(item, Check) and item.module == module)


def _name(function: Callable[..., Outcome]) -> str:
    module = function.__module__.removeprefix(f"{__package__}.")
    return f"{module}.{function.__name__}"


def _sentence(function: Callable[..., Outcome]) -> str:
    return (function.__doc__ or "").strip().split("\n")[0]
