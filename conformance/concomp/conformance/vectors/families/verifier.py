"""Verifiers: sequences of pairs, and which of their prefixes a verification function accepts.

The sequences are found by `concomp.obligations.sequences`; what is expected is what the interpreter says.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from concomp.conformance.protocol.functions import read_function, read_pairs
from concomp.conformance.vectors.messages import expect
from concomp.conformance.vectors.vector import Vector

SEQUENCES = Path(__file__).parents[2] / "data" / "sequences.json"
"""Verification functions, each with values for its parameters, and sequences that tell it from its mutants."""
WHY = "A verifier that accepts more brings in pairs that no loss was stated for; one that accepts less refuses data."
LONG = 200
"""The pairs of a long sequence."""


def build() -> Iterator[Vector]:
    """The vectors of the family."""
    for entry in json.loads(SEQUENCES.read_text(encoding="utf-8")):
        name = _name(entry)
        for number, sequence in enumerate(entry["sequences"], 1):
            # What comes behind a rejected pair is rejected, whatever it is.
            yield _vector(f"{name}-{number}", entry, [*sequence, *sequence[:1]])
        yield _vector(f"{name}-long", entry, _long(entry))


def _name(entry: Mapping[str, Any]) -> str:
    words = "".join(f"-{letter.lower()}" if letter.isupper() else letter for letter in entry["function"]["name"])
    return words.strip("-")


def _long(entry: Mapping[str, Any]) -> list[Any]:
    """A sequence that goes on and on, whatever was accepted of it."""
    pairs = [pair for sequence in entry["sequences"] for pair in sequence]
    return (pairs * LONG)[:LONG]


def _vector(name: str, entry: Mapping[str, Any], sequence: Sequence[Any]) -> Vector:
    function = read_function(entry["function"], entry["parameters"])
    verdicts, state = [], function.initial
    for pair in read_pairs(function, sequence):
        verdict, state = function.advance(state, pair)
        verdicts.append(verdict)
    send = {
        "cmd": "check",
        "function": entry["function"],
        "parameters": entry["parameters"],
        "pairs": list(sequence),
    }
    return Vector.model_validate(
        {
            "id": f"verifier-{name}",
            "family": "verifier",
            "statements": entry["statements"],
            "claims": [{"claim": "verifier"}],
            "steps": [{"send": send, "expect": expect("verdicts", accepted=verdicts)}],
            "why": WHY,
            "source": "solver",
        }
    )
