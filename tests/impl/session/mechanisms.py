"""Mechanisms to test sessions with."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Container
from dataclasses import dataclass, field
from typing import Any

from concomp.impl.accounting.guarantees import Guarantee, PureDP
from concomp.impl.noise.randomness import Randomness
from concomp.impl.session.functions import known_function
from concomp.impl.session.mechanism import Respond
from concomp.model.files.evidence import (
    Kind,
    LossEvidence,
    PropertyEvidence,
    PropertyKind,
    Runnable,
    parameter_names,
)
from concomp.model.language import Bool, Int, Monitor, register, require, when

TENTH = PureDP("1/10")


class OneDifference(Monitor):
    """At most one pair differs."""

    used = register(Bool, False)

    def step(self, left: Bool, right: Bool) -> None:
        with when(left != right):
            require(~self.used)
            self.used = True


class Rising(Monitor):
    """Levels rise; both sides are the same."""

    last = register(Int, 0)

    def step(self, left: Int, right: Int) -> None:
        require((left == right) & (left > self.last))
        self.last = left


PROOF = "0f" * 32
"""The hash of a certificate, as nobody looks for it."""


def property_evidence(
    function: Runnable, kind: PropertyKind = "certificate", *, without: str = ""
) -> list[PropertyEvidence]:
    """That the function is diagonal and public, whatever its parameters are."""
    found = PropertyEvidence(
        subject=known_function(function).definition_hash,
        property="",
        kind=kind,
        at_all=tuple(sorted(parameter_names(function))),
        certificates=(PROOF,),
    )
    return [found.model_copy(update={"property": name}) for name in ("diagonal", "public") if name != without]


def reply(randomness: Randomness) -> Respond:
    """Answers each bit truthfully with odds 3 to 1."""
    return lambda bit: bool(bit) ^ (randomness.below(4) == 0)


@dataclass(frozen=True)
class Plain:
    """A mechanism with evidence for whatever it says."""

    loss: Any = TENTH
    begin: Callable[[Randomness], Respond] = reply
    function: Any = field(default_factory=OneDifference)
    name: Any = "a response"
    answers: Container[Any] = frozenset({False, True})
    kind: Kind = "certificate"
    horizon: int | None = 1000
    properties: Any = None
    changes: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.properties is None:
            object.__setattr__(self, "properties", property_evidence(self.function))

    @property
    def digest(self) -> str:
        return hashlib.sha256(str(self.name).encode()).hexdigest()

    @property
    def evidence(self) -> LossEvidence:
        found = {
            "subject": self.digest,
            "function": known_function(self.function).function_hash,
            "kind": self.kind,
            "measure": self.loss.measure,
            "loss": self.loss.fields,
            "horizon": self.horizon,
            "certificates": (PROOF,),
        }
        return LossEvidence.model_validate(found | self.changes)


def answering(respond: Respond, **changes: Any) -> Plain:
    """A mechanism that answers each message by this function."""
    return Plain(begin=lambda randomness: respond, **changes)


def spending(loss: Guarantee, name: str = "a response") -> Plain:
    """A mechanism with this loss."""
    return Plain(loss, name=name)
