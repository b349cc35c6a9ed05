"""On whose word a launch rests: evidence is compared with what it is to be about."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from concomp.impl.accounting.guarantees import Guarantee
from concomp.impl.session.errors import NoEvidence
from concomp.impl.session.functions import KnownFunction
from concomp.model.files.evidence import LossEvidence, PropertyEvidence
from concomp.model.language.readings.json_values import JsonError
from concomp.model.language.syntax.errors import LanguageError
from concomp.model.registry.registry import UnknownLabel, load

NEEDED = ("diagonal", "public")
"""The properties without which a refusal could tell the worlds apart."""
CLAIMING = frozenset({"theorem", "lemma", "corollary", "proposition", "claim"})
"""The kinds of statements on which a loss may rest: those that claim something."""
DECLARED = "it is declared only: bring evidence, or say trust='declared' where it is created"


def demand_loss_evidence(
    name: str, digest: str, function: KnownFunction, loss: Guarantee, evidence: LossEvidence, trusts_declared: bool
) -> None:
    """Raise NoEvidence unless the evidence is about this mechanism, function and loss, and of a trusted kind."""
    where = f"the evidence of {name}"
    if evidence.subject != digest:
        raise NoEvidence(f"{where} is about another mechanism: bring the evidence of this one")
    if evidence.function != _hashes(name, function)[1]:
        raise NoEvidence(f"{where} is about another verification function: bring what was found for this one")
    if (evidence.measure, evidence.loss) != (loss.measure, loss.fields):
        raise NoEvidence(f"{where} is about another loss than {loss!r}: state the loss that it is about")
    if evidence.kind == "declared" and not trusts_declared:
        raise NoEvidence(f"the loss of {name} rests on nobody's proof: {DECLARED}")
    if evidence.kind == "theorem":
        _demand_true(where, evidence.statement)
    if evidence.kind in ("audit", "certificate") and evidence.horizon is None:
        raise NoEvidence(f"{where} has no horizon: say how many messages the {evidence.kind} is about")


def demand_property_evidence(
    name: str, function: KnownFunction, evidence: Sequence[PropertyEvidence], trusts_declared: bool
) -> None:
    """Raise NoEvidence unless the verification function is known to be diagonal and public."""
    subject, _ = _hashes(name, function)
    for needed in NEEDED:
        found = evidence_of(needed, subject, function.parameters, evidence)
        if not found:
            raise NoEvidence(
                f"nothing says that the verification function of {name} is {needed}, so that a refusal could tell "
                "the records: bring the evidence for this function and these parameters"
            )
        demand_trusted(f"that the verification function of {name} is {needed}", found, trusts_declared)


def evidence_of(
    property_: str, subject: str, parameters: Mapping[str, Any], evidence: Iterable[PropertyEvidence]
) -> list[PropertyEvidence]:
    """The pieces of evidence that a subject has a property at these values of its parameters."""
    about = [each for each in evidence if (each.property, each.subject) == (property_, subject)]
    return [each for each in about if each.is_about(parameters)]


def demand_trusted(what: str, evidence: Iterable[PropertyEvidence], trusts_declared: bool) -> None:
    """Raise NoEvidence if all that there is for something is declared, and that is not trusted."""
    if not trusts_declared and all(each.kind == "declared" for each in evidence):
        raise NoEvidence(f"{what} rests on nobody's proof: {DECLARED}")


def _hashes(name: str, function: KnownFunction) -> tuple[str, str]:
    """The hashes of the definition and of the whole function."""
    try:
        return function.definition_hash, function.function_hash
    except (JsonError, LanguageError) as error:
        problem = str(error)
    raise NoEvidence(f"the verification function of {name} has no hash ({problem}): evidence cannot be about it")


def _demand_true(where: str, label: str | None) -> None:
    if label is None:
        raise NoEvidence(f"{where} names no statement: give the label of the theorem")
    problem = _problem(label)
    if problem:
        raise NoEvidence(f"{where} rests on {problem}")


@lru_cache(256)
def _problem(label: str) -> str:
    """Why nothing can rest on the statement; empty if something can."""
    registry = load()
    try:
        statement = registry.lookup(label)
    except UnknownLabel as error:
        return f"a statement that there is not: {error}"
    key = statement.key
    if statement.kind not in CLAIMING:
        return f"{key}, which claims nothing: rest it on a theorem"
    if registry.truth(key) == "false":
        return f"{key}, which is false as printed: rest it on the repaired statement"
    return ""
