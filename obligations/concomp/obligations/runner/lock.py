"""The lock: every statement's standing, a line each, so that no change of a status goes unnoticed."""

from __future__ import annotations

from difflib import unified_diff

from concomp.model.registry.evidence import statement_hash
from concomp.obligations.runner.formulas import formula_hash
from concomp.obligations.runner.standing import Standing

FILE = "statements.lock"
HEADER = """\
# How far each statement is established: statement | status | rests on | truth | its hash | hash of what is derived.
# Generated from the evidence; do not edit. Write it anew with: concomp map
"""


def lock(standing: Standing) -> str:
    """The text of the lock."""
    return HEADER + "".join(_line(standing, key) + "\n" for key in standing.registry.statements)


def _line(standing: Standing, key: str) -> str:
    row = standing.registry.statements[key]
    parts = (
        key,
        str(standing.statuses[key]),
        standing.rests(key),
        standing.registry.truth(key),
        statement_hash(row)[:12],
        formula_hash(standing.evidence.get(key, ()), key),
    )
    return " | ".join(" ".join(part.split()) for part in parts)


def differences(file: str, committed: str, computed: str) -> list[str]:
    """The lines in which a committed text differs from the computed one; empty if there are none."""
    changed = unified_diff(
        committed.splitlines(), computed.splitlines(), f"{file} (committed)", "computed", n=0, lineterm=""
    )
    return list(changed)
