"""The registry of statements and errata, as data that ships with the package.

Statements are looked up by their key, a paper's tag and the label printed there. What is false in print
stays in the registry beside its repaired form, a row of its own.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Literal, TypeVar

from pydantic import BaseModel

from concomp.model.registry.rows import Convention, Erratum, Statement

__all__ = ["Erratum", "Registry", "Statement", "Truth", "UnknownLabel", "assemble", "load"]

Truth = Literal["as printed", "misprint", "false"]

_PRINT_DIFFERS = {"misprint", "constant", "ambiguous"}
_STATEMENT_FILES = ("hsv26", "haney23", "lyu22", "zhang24", "concomp")
_ERRATUM_FILES = ("hsv26", "haney23_lyu22", "zhang24")

Row = TypeVar("Row", bound=BaseModel)


class UnknownLabel(LookupError):
    """Thrown when a label names no statement of the registry."""

    def __init__(self, label: str, close: Iterable[str]) -> None:
        suggestions = ", ".join(repr(key) for key in close)
        hint = f"did you mean {suggestions}?" if suggestions else "labels look like 'HSV26 Theorem 5.4'"
        super().__init__(f"no statement is called {label!r}: {hint}")


@dataclass(frozen=True)
class Registry:
    """All statements and errata, by key and by id, in the order of the papers."""

    statements: Mapping[str, Statement]
    errata: Mapping[str, Erratum]
    conventions: tuple[Convention, ...] = ()

    def lookup(self, label: str) -> Statement:
        """The statement with this label, like ``"HSV26 Theorem 5.4"``; raises `UnknownLabel`."""
        found = self.statements.get(" ".join(label.split()))
        if found is None:
            raise UnknownLabel(label, self._close_to(label))
        return found

    def dependencies(self, key: str) -> tuple[str, ...]:
        """Everything that a statement rests on, directly or through others, in the registry's order."""
        reached: set[str] = set()
        open_keys = list(self.lookup(key).depends_on)
        while open_keys:
            target = open_keys.pop()
            if target not in reached:
                reached.add(target)
                open_keys.extend(self.lookup(target).depends_on)
        return tuple(name for name in self.statements if name in reached)

    def truth(self, key: str) -> Truth:
        """Whether a statement is false as printed, differs from its print, or stands as printed.

        It is false only if an erratum refutes this very statement; that a false statement's erratum also
        concerns it is not enough. A repaired row stands as it is written here.
        """
        concerning = [self.errata[name] for name in self.lookup(key).errata]
        if any(key in erratum.refutes for erratum in concerning):
            return "false"
        if any(_PRINT_DIFFERS.intersection(erratum.classes) for erratum in concerning):
            return "misprint"
        return "as printed"

    def repair_of(self, key: str) -> str | None:
        """The key of the row that repairs a statement, if there is one."""
        return next((row.key for row in self.statements.values() if row.repairs == key), None)

    def beyond(self, key: str) -> tuple[str, ...]:
        """The rows of our own, in the registry's order, that rest on a statement or on its repair."""
        below = {key, self.repair_of(key)}
        return tuple(
            row.key for row in self.statements.values() if row.source == "concomp" and below & {*row.depends_on}
        )

    def _close_to(self, label: str) -> list[str]:
        bare = [key for key, row in self.statements.items() if row.label.casefold() == label.casefold()]
        by_folded = {key.casefold(): key for key in self.statements}
        close = get_close_matches(label.casefold(), by_folded, n=3, cutoff=0.7)
        return list(dict.fromkeys([*bare, *(by_folded[name] for name in close)]))


def assemble(
    statements: Iterable[Statement], errata: Iterable[Erratum], conventions: Iterable[Convention] = ()
) -> Registry:
    """Make a registry of rows; raises `ValueError` if two statements or two errata have the same name."""
    return Registry(
        statements=MappingProxyType(_by_name("statements", [(row.key, row) for row in statements])),
        errata=MappingProxyType(_by_name("errata", [(row.id, row) for row in errata])),
        conventions=tuple(conventions),
    )


def _by_name(what: str, named: list[tuple[str, Row]]) -> dict[str, Row]:
    table: dict[str, Row] = {}
    for name, row in named:
        if name in table:
            raise ValueError(f"two {what} are called {name!r}: rename or drop one of them")
        table[name] = row
    return table


@cache
def load() -> Registry:
    """The registry that ships with the package."""
    return assemble(
        (row for name in _STATEMENT_FILES for row in _read(Statement, f"statements/{name}.jsonl")),
        (row for name in _ERRATUM_FILES for row in _read(Erratum, f"errata/{name}.jsonl")),
        _read(Convention, "errata/conventions.jsonl"),
    )


def _read(row: type[Row], path: str) -> list[Row]:
    text = files(__package__).joinpath("data", *path.split("/")).read_text(encoding="utf-8")
    return [row.model_validate_json(line) for line in text.splitlines()]
