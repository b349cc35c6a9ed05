"""The theorems of derived statements: one for each part of a statement, or why Coq cannot be told it."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from concomp.obligations.derivations.coq.compositions import (
    STANDS_ON,
    composition_theorems,
    definitions_of,
    statement_of,
)
from concomp.obligations.derivations.coq.files import Theorem, theorem
from concomp.obligations.derivations.coq.names import Unwritten, theorem_name
from concomp.obligations.derivations.coq.steps import unwritten_rules
from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.statements import in_order_of_use
from concomp.obligations.runner.checks import checks_about
from concomp.obligations.runner.project import Project

DEPTH = 20_000
"""How deep a derivation may be: each fact is visited from what is made of it."""


@dataclass(frozen=True)
class Export:
    """A part of a statement as a theorem of Coq; why there is none, where there is none."""

    statement: str
    name: str
    theorem: Theorem | None
    reason: str = ""

    @property
    def hash(self) -> str:
        """The SHA-256 of the text of the file; empty where there is none."""
        return "" if self.theorem is None else hashlib.sha256(self.theorem.text.encode()).hexdigest()


def exports(project: Project, statements: Collection[str]) -> Iterator[Export]:
    """The theorems of those of some statements that are derived, in the order of the registry.

    With one about compositions come those that it stands on.
    """
    needed = STANDS_ON if any(map(_is_composed, statements)) else ()
    wanted = {*statements, *needed}
    parts: dict[str, list[Fact]] = {key: [] for key in project.registry.statements if key in wanted}
    for check in checks_about(project, wanted):
        parts[check.statement] += check.parts
    for key, facts in parts.items():
        yield from exports_of(key, facts)


def exports_of(key: str, facts: Collection[Fact]) -> Iterator[Export]:
    """The theorems of the facts that a statement consists of, numbered if they are several; or its own by hand."""
    if _is_composed(key):
        yield Export(key, theorem_name(key, None), _by_hand(theorem_name(key, None)))
        return
    for place, fact in enumerate(facts, 1):
        yield _export(key, theorem_name(key, place if len(facts) > 1 else None), fact)


def _is_composed(key: str) -> bool:
    return theorem_name(key, None) in composition_theorems()


def _by_hand(name: str) -> Theorem:
    text = composition_theorems()[name]
    return Theorem(name, text, definitions_of(text), statement_of(text), ())


@contextmanager
def _deep_recursion() -> Iterator[None]:
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(DEPTH, before))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


def _export(key: str, name: str, fact: Fact) -> Export:
    try:
        with _deep_recursion():
            return Export(key, name, theorem(name, fact))
    except Unwritten as reason:
        rules = unwritten_rules(in_order_of_use(fact, lambda _: True))
        listed = ", ".join(f"“{rule}”" for rule in rules)
        return Export(key, name, None, f"no lemma in Coq says what it concludes by: {listed}" if rules else str(reason))
