"""Evidence of what is proved, by which a session knows it without solvers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pydantic import JsonValue

from concomp.model.files.evidence import PropertyEvidence, definition_hash, parameter_texts
from concomp.model.language.readings.json_values import JsonError
from concomp.model.language.readings.runnable import Runnable
from concomp.model.language.syntax.errors import LanguageError
from concomp.obligations.solvers.installed import solver_versions
from concomp.obligations.verify.properties.properties import NotAskable


@dataclass(frozen=True)
class Identity:
    """What evidence knows a function by: the hash of what it says, and the values at which parameters are fixed."""

    subject: str
    parameters: Mapping[str, JsonValue]

    def evidence(self, name: str, certificates: Sequence[str]) -> PropertyEvidence:
        """The evidence that certificates with these hashes prove the property of this name."""
        return PropertyEvidence(
            subject=self.subject,
            property=name,
            kind="certificate",
            parameters=dict(self.parameters),
            certificates=tuple(certificates),
            engines=solver_versions(),
        )


def identity(function: Runnable) -> Identity:
    """What evidence knows a verification function by; NotAskable for one that cannot be written as JSON."""
    try:
        return Identity(definition_hash(function), parameter_texts(function))
    except (JsonError, LanguageError) as error:
        problem = str(error)
    raise NotAskable(f"there can be no evidence of {function!r}, which has no hash ({problem})")
