"""Evidence of what is proved, by which a session knows it without solvers."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pydantic import JsonValue

from concomp.model.files.evidence import (
    PropertyEvidence,
    definition_hash,
    parameter_names,
    parameter_texts,
    routing_hash,
)
from concomp.model.language.postprocessing import PostProcessing
from concomp.model.language.readings.json_values import JsonError
from concomp.model.language.readings.runnable import Runnable
from concomp.model.language.syntax.errors import LanguageError
from concomp.obligations.solvers.installed import solver_versions
from concomp.obligations.verify.properties.properties import NotAskable


@dataclass(frozen=True)
class Identity:
    """What evidence knows a function by: the hash of what it says, and the values at which parameters are fixed.

    at_all: the names of the parameters that are not.
    """

    subject: str
    parameters: Mapping[str, JsonValue]
    at_all: tuple[str, ...]

    def evidence(self, name: str, certificates: Sequence[str]) -> PropertyEvidence:
        """The evidence that certificates with these hashes prove the property of this name."""
        return PropertyEvidence(
            subject=self.subject,
            property=name,
            kind="certificate",
            parameters=dict(self.parameters),
            at_all=self.at_all,
            certificates=tuple(certificates),
            engines=solver_versions(),
        )


def identity(function: Runnable) -> Identity:
    """What evidence knows a verification function by; NotAskable for one that cannot be written as JSON."""
    try:
        return _identity(definition_hash(function), parameter_texts(function), function)
    except (JsonError, LanguageError) as error:
        problem = str(error)
    raise NotAskable(f"there can be no evidence of {function!r}, which has no hash ({problem})")


def routing_identity(router: PostProcessing, inputs: Runnable, outputs: Runnable) -> Identity:
    """What evidence knows a post-processing by that takes f to f'; NotAskable if one of them has no hash.

    Parameters of one name are one parameter: NotAskable if it has two values.
    """
    values: dict[str, JsonValue] = {}
    for each in (router, inputs, outputs):
        for name, value in parameter_texts(each).items():
            if json.dumps(values.setdefault(name, value)) != json.dumps(value):
                raise NotAskable(f"there can be no evidence of {router!r}: {name} is {values[name]} and {value} in it")
    try:
        return _identity(routing_hash(router, inputs, outputs), values, router, inputs, outputs)
    except (JsonError, LanguageError) as error:
        problem = str(error)
    raise NotAskable(f"there can be no evidence of {router!r}, which has no hash ({problem})")


def _identity(subject: str, values: Mapping[str, JsonValue], *machines: Runnable | PostProcessing) -> Identity:
    return Identity(subject, values, tuple(sorted(parameter_names(*machines) - values.keys())))
