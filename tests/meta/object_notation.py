"""Proof objects in short, for tests: terms as text, and a row a fact."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from concomp.obligations.proof_objects.checker.objects import SCHEMA
from concomp.obligations.proof_objects.checker.terms import BINDERS, CONSTRUCTORS, SHAPES, expressions

SORTS = {"number": "nmkaji", "history": "hu", "query": "qp", "strategy": "s", "bit": "bc", "system": "M", "event": "S"}
CONSTANTS = ("zero", "empty", "bit 0", "bit 1")
Row = dict[str, Any]
Edits = Mapping[int, Row | str]


def term(text: str) -> Any:
    """A term: single letters are variables, unknown operators quantities, `bit 0` is written |bit 0|."""
    [expression] = expressions(text)
    return _data(expression)


def _data(expression: Any) -> Any:
    if isinstance(expression, str):
        sort = next((sort for sort, names in SORTS.items() if expression in names), None)
        constant = [expression] if expression in CONSTANTS else expression
        return constant if sort is None else ["var", expression, sort]
    head, *parts = expression
    if head == "says":
        return [head, parts[0], *map(_data, parts[1:])]
    known = head in {*SHAPES, *BINDERS, *CONSTRUCTORS, "and"}
    return [*([head] if known else ["quantity", head]), *map(_data, parts)]


def fact(rule: str, formula: str, *premises: int, claim: str = "", states: str = "", **using: Any) -> Row:
    """A fact by a rule; arguments that are text are terms."""
    read = {name: term(value) if isinstance(value, str) else value for name, value in using.items()}
    row = {"rule": rule, "formula": term(formula), "premises": list(premises), "using": read}
    return {**row, **({"claim": claim} if claim else {}), **({"states": states} if states else {})}


def given(formula: str) -> Row:
    """A hypothesis."""
    return {**fact("given", formula), "from": "HSV26 Definition 2.1"}


def defined(formula: str) -> Row:
    """A definition."""
    return {**fact("defined", formula), "from": "HSV26 Definition 2.1"}


def supposed(formula: str, over: str, *others: str) -> Row:
    """An assumption at one value of some variables."""
    return fact("assumed", formula, over=over, fixes=[term(each) for each in (over, *others)])


def proof(*rows: Row, constructors: Mapping[str, str] | None = None) -> dict[str, Any]:
    """The object of some facts."""
    return {"schema": SCHEMA, "constructors": dict(constructors or {}), "facts": list(rows)}


def spoil(data: Any) -> Iterator[Any]:
    """A term with one thing changed: a name, a text, a rational, a variable, or a relation."""
    if isinstance(data, str):
        yield "2" if re.fullmatch(r"-?\d+(/\d+)?", data) else f"{data}x"
    elif data[0] == "var":
        yield ["var", f"{data[1].strip('(ε,)')}x", data[2]]
    else:
        for place in range(1, len(data)):
            for each in spoil(data[place]):
                yield [*data[:place], each, *data[place + 1 :]]
        if data[0] in ("=", "<="):
            yield ["<", *data[1:]]


def spoil_facts(rows: Sequence[Row]) -> Iterator[list[Row]]:
    """Facts with one thing changed in one formula, or without a premise of the last."""
    for place, row in enumerate(rows):
        for formula in spoil(row["formula"]):
            yield [*rows[:place], {**row, "formula": formula}, *rows[place + 1 :]]
    for premise in rows[-1]["premises"]:
        rest = [each for each in rows[-1]["premises"] if each != premise]
        yield [*rows[:-1], {**rows[-1], "premises": rest}]


@dataclass(frozen=True)
class Sample:
    """Facts, the last one by the rule; and what is spoiled: under a name facts, or their formulas, by their places."""

    rows: tuple[Row, ...]
    spoiled: Mapping[str, Edits]

    def objects(self) -> Mapping[str, dict[str, Any]]:
        """The spoiled objects, by what is spoiled."""
        return {name: self._spoil(edits) for name, edits in self.spoiled.items()}

    def _spoil(self, edits: Edits) -> dict[str, Any]:
        rows = deepcopy(list(self.rows))
        for place, edit in edits.items():
            rows[place] = {**rows[place], "formula": term(edit)} if isinstance(edit, str) else edit
        return proof(*rows)


def sample(*rows: Row, **spoiled: Edits) -> Sample:
    """A sample, with underscores for blanks in what is spoiled."""
    return Sample(rows, {name.replace("_", " "): edits for name, edits in spoiled.items()})
