"""What is derived of each statement, as a text: its formulas, their hypotheses, and the rules behind them.

A text a statement, committed, so that a theorem that changes is seen where changes are read; its hash is in the lock.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence

from concomp.model.registry.evidence import Evidence
from concomp.obligations.runner.standing import Standing
from concomp.obligations.runner.store import slug

FOLDER = "docs/map/formulas"
NOTHING_DERIVED = "—"


def formula_files(standing: Standing) -> dict[str, str]:
    """The texts of all statements of which something is derived, by their paths in the clone."""
    texts = {key: formulas_of(standing.evidence.get(key, ()), key) for key in standing.registry.statements}
    return {path_of(key): text for key, text in texts.items() if text}


def path_of(key: str) -> str:
    """Where the text of a statement stands in the clone."""
    source, _, label = key.partition(" ")
    return f"{FOLDER}/{source.lower()}/{slug(label)}.txt"


def formulas_of(evidence: Iterable[Evidence], key: str) -> str:
    """What is derived of the statement of a key, by its evidence; empty if nothing is."""
    derived = [each.outcome for each in evidence if each.outcome.formulas]
    parts = [
        part
        for outcome in derived
        for part in (
            _part("Derived" if outcome.part is None else f"Derived, {outcome.part}", outcome.formulas),
            _part("Hypotheses", outcome.hypotheses),
            _part("Rules", [rule.partition(":")[0] for rule in outcome.rules]),
        )
    ]
    return "\n".join([f"{key}\n", *parts]) if parts else ""


def formula_hash(evidence: Iterable[Evidence], key: str) -> str:
    """The beginning of the SHA-256 of what is derived of a statement, or that nothing is."""
    text = formulas_of(evidence, key)
    return hashlib.sha256(text.encode()).hexdigest()[:12] if text else NOTHING_DERIVED


def _part(title: str, lines: Sequence[str]) -> str:
    return "".join([f"{title}\n", *(f"  {line}\n" for line in lines or ("none",))])
