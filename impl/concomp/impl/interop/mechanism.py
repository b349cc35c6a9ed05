"""A mechanism of another library, as a session launches it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Container, Sequence
from dataclasses import dataclass
from typing import Any

from concomp.impl.accounting.guarantees import Guarantee
from concomp.impl.interop.answers import PlainValues
from concomp.impl.interop.conversation import Source, converse
from concomp.impl.interop.messages import DataThenQueries
from concomp.impl.mechanisms.specification import proved_properties
from concomp.impl.noise.randomness import Randomness
from concomp.impl.session.functions import known_function
from concomp.impl.session.mechanism import Respond
from concomp.model.files.evidence import LossEvidence, PropertyEvidence
from concomp.model.numbers import ParameterError

LONGEST_NAME = 200
MESSAGES = DataThenQueries()


@dataclass(frozen=True, eq=False, repr=False)
class BorrowedMechanism:
    """A mechanism of another library: it draws by its library's own randomness, and loses what its library says.

    name: for logs and ledgers. digest: a hash of what determines its law. loss: what its library says of two data sets
    that are as close as was asked. source: what runs.
    """

    name: str
    digest: str
    loss: Guarantee
    source: Source

    @property
    def function(self) -> DataThenQueries:
        """What it may be sent."""
        return MESSAGES

    @property
    def answers(self) -> Container[Any]:
        """Any plain value."""
        return PlainValues()

    @property
    def evidence(self) -> LossEvidence:
        """Its library's word, so that it is launched with trust="declared"; failures are not in the loss."""
        return LossEvidence(
            subject=self.digest,
            function=known_function(self.function).function_hash,
            kind="declared",
            measure=self.loss.measure,
            loss=self.loss.fields,
        )

    @property
    def properties(self) -> Sequence[PropertyEvidence]:
        """That refusals tell nothing, which is proved."""
        subject = known_function(self.function).definition_hash
        return tuple(each for each in proved_properties() if each.subject == subject)

    def begin(self, randomness: Randomness) -> Respond:
        """Start it."""
        return converse(self.source)

    def __repr__(self) -> str:
        return f"<{self.name}, loses {self.loss!r}>"


def name_of(given: object, description: str) -> str:
    """The name that is given, or else the description, as far as a name may go; ParameterError for what is no name."""
    if given is None:
        return " ".join(description.split())[:LONGEST_NAME]
    if type(given) is str and 0 < len(given) <= LONGEST_NAME and given.isprintable():
        return given
    raise ParameterError("name", given, f"give printable text of 1 to {LONGEST_NAME} characters")


def digest_of(*parts: str) -> str:
    """A hash of all that determines a law."""
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()
