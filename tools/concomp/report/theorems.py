"""What Coq accepted of a statement: its theorems, by the committed result, while its derivation is the one of then."""

from __future__ import annotations

from typing import TYPE_CHECKING

from concomp.obligations.derivations.coq.compositions import composition_theorems, definitions_of, scope_of
from concomp.obligations.proof_assistant.accepted import packaged
from concomp.obligations.runner.standing import Standing
from concomp.report.text import wrap

if TYPE_CHECKING:
    from concomp.schemas.statements import TheoremData

SOLVERS = ("z3", "cvc5")
"""Who accepts every claim of a derivation."""


def accepted_by(standing: Standing, key: str) -> list[str]:
    """Who accepted the derivation of a statement that is proved: the solvers, and Coq if it accepted all of it."""
    if not _is_derived(standing, key):
        return []
    is_whole = packaged().of(key, standing.evidence) and key not in packaged().resists
    return [*SOLVERS, *(["Coq"] if is_whole else [])]


def scopes(standing: Standing, key: str) -> list[str]:
    """Of what Coq accepted a statement that was proved there by hand, if it did."""
    if "Coq" not in accepted_by(standing, key):
        return []
    texts = composition_theorems()
    found = [texts[each.name] for each in packaged().of(key, standing.evidence) if each.name in texts]
    return [f"(Coq: {scope})" for scope in map(scope_of, found) if scope]


def objections(standing: Standing, key: str) -> list[str]:
    """Why Coq, which accepted something of a statement, is not said to do so as it stands now."""
    why = packaged().objection(key, standing.evidence) if _is_derived(standing, key) else ""
    return [f"not by Coq as it stands now: {why}; `make coq` finds out"] if why else []


def _is_derived(standing: Standing, key: str) -> bool:
    is_derived = any(found.outcome.derivation for found in standing.evidence.get(key, ()))
    return is_derived and standing.statuses[key].kind.startswith("proved")


def theorem_lines(standing: Standing, key: str) -> list[str]:
    """The theorems that Coq accepted, with what they suppose, why not the rest, and the definitions of compositions."""
    coq = packaged()
    found = coq.of(key, standing.evidence)
    if not found:
        return []
    version = coq.statements[key].coq
    lines = [line for theorem in found for said in theorem.text.splitlines() for line in wrap(said)]
    by_hand = [composition_theorems()[each.name] for each in found if each.name in composition_theorems()]
    if by_hand:
        whence = f"a theorem of Coq {version}, proved there on its own; --coq FOLDER writes it, with the whole proof"
        definitions = definitions_of(by_hand[0]).splitlines()
        return [f"  {whence}", *lines, "", "Its definitions", *(f"  {line}" for line in definitions)]
    lines.insert(0, f"  theorems of Coq {version}; --coq FOLDER writes them, with all definitions")
    return [*lines, *(wrap(f"not all of it: {coq.resists[key]}") if key in coq.resists else [])]


def theorems_as_json(standing: Standing, key: str) -> list[TheoremData]:
    """The same for machines."""
    return [
        {"name": each.name, "text": each.text, "axioms": list(each.axioms)}
        for each in packaged().of(key, standing.evidence)
    ]
