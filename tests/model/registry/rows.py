"""Small registries for the tests: a handful of statements with a shape of dependencies."""

from typing import Any

from concomp.model.registry.evidence import Evidence, Outcome
from concomp.model.registry.registry import Registry, assemble
from concomp.model.registry.rows import Erratum, Statement


def statement(label: str, *depends_on: str, **fields: Any) -> Statement:
    """A lemma of HSV26 that depends on the given labels."""
    row: dict[str, Any] = {
        "source": "HSV26",
        "label": label,
        "kind": "lemma",
        "title": "a title",
        "text": f"what {label} says",
        "section": "Section 1",
        "depends_on": tuple(f"HSV26 {target}" for target in depends_on),
        "check": "exact-finite",
        "how": "compute it",
    }
    return Statement.model_validate(row | fields)


def erratum(name: str, **fields: Any) -> Erratum:
    """A misprint without anything but what is given."""
    row: dict[str, Any] = {
        "id": name,
        "title": "a title",
        "concerns": (),
        "passages": (),
        "refutes": (),
        "classes": ("misprint",),
        "severity": None,
        "confirmed": "textual",
        "confirmation": "",
        "version": "",
        "printed": "a",
        "wrong": "",
        "counterexample": "",
        "repair": "b",
        "remarks": "",
    }
    return Erratum.model_validate(row | fields)


def refuted_and_repaired() -> Registry:
    """Lemma 1.1 is false, has a repair, and is used by 1.2 (as printed) and 1.3 (by its repair)."""
    key = "HSV26 Lemma 1.1"
    return assemble(
        [
            statement("Lemma 1.1", errata=("E1",)),
            statement("Lemma 1.1 (repaired)", repairs=key),
            statement("Lemma 1.2", "Lemma 1.1"),
            statement("Lemma 1.3", "Lemma 1.1 (repaired)"),
        ],
        [erratum("E1", concerns=(key,), refutes=(key,), classes=("false",))],
    )


def evidence(row: Statement, verdict: str, **fields: Any) -> Evidence:
    """Evidence about a statement with a complete outcome of the given verdict."""
    needed: dict[str, dict[str, Any]] = {
        "exact": {"size": 4},
        "proved to n": {"bound": 12},
        "assumed": {"source": "a textbook"},
        "refuted": {"counterexample": {"delta": "1/4"}},
    }
    outcome: dict[str, Any] = {"verdict": verdict, "scope": "all of them", "witness": "one that moves"}
    return Evidence(
        statement=row.key,
        check="checks.something",
        outcome=Outcome.model_validate(outcome | needed.get(verdict, {}) | fields),
    )
