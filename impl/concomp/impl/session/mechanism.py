"""The form of a mechanism that a session can launch."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from typing import Any, Protocol

from concomp.impl.accounting.guarantees import Guarantee
from concomp.impl.noise.randomness import Randomness
from concomp.model.files.evidence import LossEvidence, PropertyEvidence
from concomp.model.language.readings.runnable import Runnable

Respond = Callable[[Any], object]
"""A mechanism that runs: from each message to its answer."""


class ContinualMechanism(Protocol):
    """A continual mechanism: its data arrive in messages, and its privacy is with respect to a verification function.

    All but what `begin` returns is public: names, losses and evidence appear in logs and errors.
    """

    @property
    def name(self) -> str:
        """What it is called in messages and logs."""

    @property
    def digest(self) -> str:
        """A hash of everything that determines its law, by which evidence knows it."""

    @property
    def function(self) -> Runnable:
        """The verification function with respect to which it has the loss."""

    @property
    def loss(self) -> Guarantee:
        """What it loses, under one measure."""

    @property
    def evidence(self) -> LossEvidence:
        """How it is known that it loses no more."""

    @property
    def properties(self) -> Sequence[PropertyEvidence]:
        """How it is known that refusals of its verification function tell nothing: that it is diagonal and public."""

    @property
    def answers(self) -> Container[Any]:
        """The answer space, which is discrete; an answer outside is a failure."""

    def begin(self, randomness: Randomness) -> Respond:
        """Start it: what answers its messages."""


class ForExperiments:
    """What is drawn in floating point, so that its law is not exact: no session launches it."""

    __slots__ = ()
