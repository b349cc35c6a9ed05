"""Verifiers of functions that declare what comes from outside: which data are neighbours, how large they are.

The meanings are tables in the message; what is expected is what the interpreter says.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from concomp.conformance.protocol.functions import read_function, read_pairs
from concomp.conformance.vectors.messages import expect
from concomp.conformance.vectors.vector import Vector
from concomp.model.language import Bool, Int, Monitor, Opaque, function, register, relation, require
from concomp.model.language.readings.json_writing import to_json

STATEMENTS = ["HSV26 Section 3.1-3.2: DP as pair games", "HSV26 Definition 3.5"]
WHY = "Data are neighbours where it is declared, and nowhere else: no loss was stated for other pairs."


class Data(Opaque):
    """Data sets."""


neighbouring = relation(Data, Data, reflexive=True, symmetric=True)
contained = relation(Data, Data)
size = function(Data, result=Int)


class NeighboursFirst(Monitor):
    """Neighbouring data first, then data that are the same."""

    started = register(Bool, False)

    def step(self, left: Data, right: Data) -> None:
        require((left == right) | (~self.started & neighbouring(left, right)))
        self.started = True


class OneMore(Monitor):
    """The left data are contained in the right ones."""

    def step(self, left: Data, right: Data) -> None:
        require(contained(left, right))


class SizesApart(Monitor):
    """All in all, sizes differ by at most 2."""

    apart = register(Int, 0)

    def step(self, left: Data, right: Data) -> None:
        self.apart = self.apart + size(right) - size(left)
        require((self.apart <= 2) & (self.apart >= -2))


@dataclass(frozen=True)
class _Case:
    """A function, the rows of what it declares, and sequences by what they show."""

    monitor: type[Monitor]
    rows: Sequence[Sequence[Any]]
    sequences: Mapping[str, Sequence[tuple[str, str]]]


CASES = (
    _Case(
        NeighboursFirst,
        [["a", "b", True], ["b", "a", True], ["b", "c", True], ["c", "b", True], ["c", "d", False]],
        {
            "listed": [("a", "b"), ("c", "c"), ("b", "c")],
            "exchanged": [("c", "b"), ("a", "a"), ("a", "b")],
            "itself": [("d", "d"), ("a", "a"), ("a", "b")],
            "not-through-another": [("a", "c"), ("a", "a")],
            "listed-as-false": [("c", "d"), ("a", "a")],
            "unknown": [("a", "e"), ("a", "a")],
        },
    ),
    _Case(
        OneMore,
        [["a", "b", True], ["b", "b", True]],
        {"one-way": [("a", "b"), ("b", "b"), ("b", "a")], "not-itself": [("b", "b"), ("a", "a"), ("a", "b")]},
    ),
    _Case(
        SizesApart,
        [["a", "1"], ["b", "2"], ["c", "4"]],
        {"sizes": [("a", "b"), ("a", "b"), ("c", "b"), ("b", "c"), ("a", "b")], "no-size": [("d", "b"), ("a", "d")]},
    ),
)


def build() -> Iterator[Vector]:
    """The vectors of declared relations and functions."""
    for case in CASES:
        written = _with_meaning(json.loads(to_json(case.monitor())), case.rows)
        for name, pairs in case.sequences.items():
            yield _vector(name, written, [list(pair) for pair in pairs])


def _with_meaning(written: Mapping[str, Any], rows: Sequence[Sequence[Any]]) -> dict[str, Any]:
    [declared] = written["declared"]
    return {**written, "declared": [{**declared, "meaning": [list(row) for row in rows]}]}


def _vector(name: str, written: Mapping[str, Any], pairs: Sequence[Sequence[str]]) -> Vector:
    judge = read_function(written, {})
    verdicts, state = [], judge.initial
    for pair in read_pairs(judge, pairs):
        verdict, state = judge.advance(state, pair)
        verdicts.append(verdict)
    send = {"cmd": "check", "function": written, "parameters": {}, "pairs": list(pairs)}
    return Vector.model_validate(
        {
            "id": f"verifier-declared-{name}",
            "family": "verifier",
            "statements": STATEMENTS,
            "claims": [{"claim": "verifier"}],
            "steps": [{"send": send, "expect": expect("verdicts", accepted=verdicts)}],
            "why": WHY,
        }
    )
