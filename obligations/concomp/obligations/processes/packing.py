"""Values as bytes.

Terms travel as a table, since a graph of them may be deeper than Python's own way to send objects goes.
"""

from __future__ import annotations

import io
import pickle
from typing import Any

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.terms import Term


def pack(value: object) -> bytes:
    """The value as bytes, its terms apart, each once."""
    body, table = io.BytesIO(), _Table()
    _TermPickler(body, table).dump(value)
    return pickle.dumps((table.rows, body.getvalue()))


def unpack(packed: bytes) -> Any:
    """The value of such bytes."""
    rows, body = pickle.loads(packed)
    known: list[Term] = []
    for operator, arguments, data in rows:
        known.append(terms.make(operator, tuple(known[number] for number in arguments), data))
    return _TermUnpickler(io.BytesIO(body), known).load()


class _Table:
    """Terms by number, arguments before what uses them."""

    def __init__(self) -> None:
        self.rows: list[tuple[str, tuple[int, ...], object]] = []
        self._numbers: dict[Term, int] = {}

    def number(self, term: Term) -> int:
        if term not in self._numbers:
            for each in terms.descendants([term]):
                if each not in self._numbers:
                    arguments = tuple(self._numbers[argument] for argument in each.arguments)
                    self._numbers[each] = len(self.rows)
                    self.rows.append((each.operator, arguments, each.data))
        return self._numbers[term]


class _TermPickler(pickle.Pickler):
    def __init__(self, body: io.BytesIO, table: _Table) -> None:
        super().__init__(body)
        self._table = table

    def persistent_id(self, value: object) -> int | None:
        return self._table.number(value) if isinstance(value, Term) else None


class _TermUnpickler(pickle.Unpickler):
    def __init__(self, body: io.BytesIO, known: list[Term]) -> None:
        super().__init__(body)
        self._known = known

    def persistent_load(self, number: int) -> Term:
        return self._known[number]
