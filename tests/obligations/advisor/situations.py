"""Situations to advise on without provers: their facts are those that test_hypotheses shows the provers to find."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from concomp.model.statements.registry import load
from concomp.obligations.advisor.advice import Advice, advise
from concomp.obligations.advisor.hypotheses import CONSISTENT, SYMMETRIC, Facts
from concomp.obligations.advisor.plan import Mechanism, make_plan
from concomp.obligations.smt.verdicts import Word

WORDS: Mapping[str, tuple[Word, Word]] = {
    "event level": ("refuted", "proved"),
    "data, then questions": ("proved", "refuted"),
    "one answer": ("proved", "proved"),
    "one-sided": ("refuted", "refuted"),
    "too hard": ("unknown", "unknown"),
}
"""Whether a function is first-pair consistent, and whether it is swap invariant."""
REGISTRY = load()


def told(mechanism: Mechanism, folder: Path, place: str) -> Facts:
    """The facts about a function by its name."""
    consistent, symmetric = WORDS[str(mechanism.function)]
    words: dict[str, Word] = {CONSISTENT: consistent, SYMMETRIC: symmetric}
    traces = {name: (f"a trace of {name}",) for name, word in words.items() if word == "refuted"}
    return Facts(str(mechanism.function), words, traces, {})


def mechanism(name: str = "each", function: str = "event level", **fields: Any) -> dict[str, Any]:
    """The fields of a mechanism."""
    return {"name": name, "function": function, "E": "11/10", **fields}


def advice(creation: str, *mechanisms: dict[str, Any], folder: Path = Path(), **fields: Any) -> Advice:
    """The advice on a plan with these mechanisms."""
    plan = {"creation": creation, "discrete": True, "mechanisms": list(mechanisms), **fields}
    return advise(make_plan(plan), folder, told, REGISTRY)


def rested_on(given: Advice) -> tuple[str, str] | None:
    """The statement that an answer rests on, and the case of it."""
    return None if given.chosen is None else (given.chosen.theorem.statement, given.chosen.theorem.case)
