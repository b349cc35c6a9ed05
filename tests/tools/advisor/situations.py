"""Situations to advise on without provers: their facts are those that test_hypotheses shows the provers to find."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from concomp.advisor.advice import Advice, advice_on
from concomp.advisor.facts.functions import CONSISTENT, DATA_FIRST, SYMMETRIC, Facts
from concomp.advisor.facts.routers import RouterFacts
from concomp.advisor.guarantees.theorems import Theorem
from concomp.advisor.hypotheses.situation import Kind
from concomp.advisor.plans.plan import Mechanism, Plan, make_plan
from concomp.model.registry.registry import load
from concomp.obligations.verify.properties.validity import MAPS
from concomp.obligations.verify.verdicts import Word

WORDS: Mapping[str, tuple[Word, Word, Word]] = {
    "event level": ("refuted", "proved", "refuted"),
    "data, then questions": ("proved", "refuted", "proved"),
    "one answer": ("proved", "proved", "proved"),
    "choosing at once": ("proved", "proved", "refuted"),
    "one-sided": ("refuted", "refuted", "refuted"),
    "too hard": ("unknown", "unknown", "unknown"),
}
"""Whether a function is first-pair consistent, whether it is swap invariant, and whether all data come first."""
ROUTERS: Mapping[str, Literal["proved", "refuted", "unknown"]] = {
    "proved": "proved",
    "refuted": "refuted",
    "unknown": "unknown",
}
REGISTRY = load()


class Told:
    """Tells the facts about functions and routers by their names."""

    def __call__(self, mechanism: Mechanism, folder: Path, place: str) -> Facts:
        """The facts about a function."""
        return facts(str(mechanism.function))

    def accepted(self, mechanism: Mechanism, messages: Sequence[str], horizon: int, folder: Path) -> None:
        """Nothing is said of what a function accepts."""

    def router(self, plan: Plan, kinds: Sequence[Kind], most: Sequence[int], folder: Path, place: str) -> RouterFacts:
        """A router is what it is called: proved, refuted or unknown."""
        lacking = "" if plan.router == "proved" else MAPS
        trace = ("a trace of two runs",) if plan.router == "refuted" else ()
        return RouterFacts("Router", str(plan.inputs), ROUTERS[str(plan.router)], lacking, trace)


told = Told()


def facts(function: str) -> Facts:
    """The facts about a function by its name."""
    words = dict(zip((CONSISTENT, SYMMETRIC, DATA_FIRST), WORDS[function], strict=True))
    traces = {name: (f"a trace of {name}",) for name, word in words.items() if word == "refuted"}
    return Facts(function, words, traces, {})


def mechanism(name: str = "each", function: str = "event level", **fields: Any) -> dict[str, Any]:
    """The fields of a mechanism."""
    return {"name": name, "function": function, "E": "11/10", **fields}


def advice(
    creation: str,
    *mechanisms: dict[str, Any],
    folder: Path = Path(),
    theorems: Sequence[Theorem] | None = None,
    **fields: Any,
) -> Advice:
    """The advice on a plan with these mechanisms."""
    plan = {"creation": creation, "discrete": True, "mechanisms": list(mechanisms), **fields}
    return advice_on(make_plan(plan), folder, told, REGISTRY, theorems=theorems)


def rested_on(given: Advice) -> tuple[str, str] | None:
    """The statement that an answer rests on, and the case of it."""
    return None if given.chosen is None else (given.chosen.theorem.statement, given.chosen.theorem.case)
