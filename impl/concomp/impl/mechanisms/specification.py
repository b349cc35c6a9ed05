"""What a mechanism is before anything runs: a value, public as a whole, the same wherever it is launched.

What runs is made when a session launches it, and lives in that session alone; so a specification may be copied, pickled
and launched as often as one likes.
"""

from __future__ import annotations

import hashlib
import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from functools import cache, lru_cache
from importlib.resources import as_file, files
from typing import Any

from concomp.impl.accounting.guarantees import Guarantee
from concomp.impl.mechanisms.noisy import AS_DRAWN, Noisy
from concomp.impl.mechanisms.parameters import positive
from concomp.impl.mechanisms.tables import Instance, listed
from concomp.impl.noise.randomness import Randomness
from concomp.impl.session.functions import known_function
from concomp.impl.session.mechanism import Respond
from concomp.model.files.evidence import Kind, LossEvidence, PropertyEvidence, read_evidence
from concomp.model.language.readings.runnable import Runnable
from concomp.model.laws.measures import Measure
from concomp.model.numbers import Exact, parameter, rational_text

DATA = files("concomp.impl.mechanisms") / "data" / "properties.json"
"""What is proved of the verification functions, as a file of evidence."""
LEFT = Fraction(1, 1 << 20)
"""The mass of tapes that may be cut off, where some go on for ever."""


@dataclass(frozen=True)
class Grounds:
    """On what a loss rests.

    kind: how it is known. statement: of a theorem, its label. horizon: the most messages it is known for; None if there
    is no most. words: the same for `describe`.
    """

    kind: Kind
    words: str
    statement: str | None = None
    horizon: int | None = None


def by_theorem(label: str, horizon: int | None = None) -> Grounds:
    """A statement of the registry, for any number of messages, or so many, where no more are taken."""
    return Grounds("theorem", label, statement=label, horizon=horizon)


class Integers(Container[Any]):
    """The answer space of all integers."""

    def __contains__(self, value: object) -> bool:
        return type(value) is int


class Specification(ABC):
    """A mechanism as a session launches it; those who derive from it are frozen dataclasses of exact numbers."""

    @property
    @abstractmethod
    def function(self) -> Runnable:
        """The verification function with respect to which it has the loss."""

    @property
    @abstractmethod
    def loss(self) -> Guarantee:
        """What it loses."""

    @property
    @abstractmethod
    def grounds(self) -> Grounds:
        """On what that rests."""

    @property
    @abstractmethod
    def answers(self) -> Container[Any]:
        """The answer space."""

    @abstractmethod
    def start(self, noisy: Noisy, randomness: Randomness) -> Respond:
        """Start it; what it releases is disturbed in the way that is given."""

    @abstractmethod
    def error(self, beta: Exact) -> int:
        """How far the n-th answer is from the truth at most, but for a chance of at most β.

        It holds for each n, the messages being chosen by the answers so far in any way; so all of n answers are as
        close as error(β/n) but for a chance of at most β. Raises ParameterError for no chance.
        """

    @abstractmethod
    def instance(self, rounds: int) -> Instance:
        """It on few messages, so many rounds, with noise of which every tape ends, or few tapes are cut off."""

    @property
    def rounds(self) -> int:
        """How many rounds tell of its loss."""
        return 1

    @property
    def cut(self) -> Fraction:
        """The mass of tapes that may be cut off in an audit."""
        return LEFT

    def to_audit(self, rounds: int | None = None) -> dict[str, Any]:
        """The contents of a file for `concomp audit`: the law of this very code on few messages.

        rounds: how many are sent; as many as tell of the loss unless given. Raises ParameterError for too many.
        """
        wanted = self.rounds if rounds is None else parameter("rounds", positive, rounds)
        return listed(self.instance(wanted), self.cut)

    def begin(self, randomness: Randomness) -> Respond:
        """Start it."""
        return self.start(AS_DRAWN, randomness)

    @property
    def name(self) -> str:
        """What it is called, by its parameters."""
        parts = (f"{part.name}={_text(getattr(self, part.name))}" for part in fields(self))  # type: ignore[arg-type]
        return f"{type(self).__name__}({', '.join(parts)})"

    @property
    def digest(self) -> str:
        """The hash of what it is and of its parameters."""
        parts = [getattr(self, part.name) for part in fields(self)]  # type: ignore[arg-type]
        inner = [part.digest for part in parts if isinstance(part, Specification)]
        written = [type(self).__module__, type(self).__qualname__, self.name, *inner]
        return hashlib.sha256(json.dumps(written).encode()).hexdigest()

    @property
    def evidence(self) -> LossEvidence:
        """How its loss is known. It cannot fail where its verification function accepts, so that failures are none."""
        function, loss = known_function(self.function).function_hash, self.loss
        return _evidence(self.digest, function, self.grounds, loss.measure, tuple(loss.fields.items()))

    @property
    def properties(self) -> Sequence[PropertyEvidence]:
        """What is proved of its verification function."""
        subject = known_function(self.function).definition_hash
        return tuple(each for each in proved_properties() if each.subject == subject)

    def describe(self) -> str:
        """What it is, what it loses and on what that rests, in words."""
        what = next(iter((type(self.function).__doc__ or "").splitlines()), "")
        lines = {
            "mechanism": self.name,
            "messages": f"{self.function!r}: {what}",
            "loses": repr(self.loss),
            "by": self.grounds.words,
        }
        return "\n".join(f"{title:<10} {line}" for title, line in lines.items())

    def __repr__(self) -> str:
        return self.name

    def _set(self, **parts: tuple[Callable[[object], Any], object]) -> None:
        """Let each field be what its reader makes of a value; ParameterError that names it, or for a huge loss."""
        for name, (reader, value) in parts.items():
            object.__setattr__(self, name, parameter(name, reader, value))
        _ = self.loss


@lru_cache(256)
def _evidence(
    subject: str, function: str, grounds: Grounds, measure: Measure, loss: tuple[tuple[str, str], ...]
) -> LossEvidence:
    return LossEvidence(
        subject=subject,
        function=function,
        kind=grounds.kind,
        measure=measure,
        loss=dict(loss),
        horizon=grounds.horizon,
        statement=grounds.statement,
        failures_covered=True,
    )


@cache
def proved_properties() -> tuple[PropertyEvidence, ...]:
    """What is proved of the verification functions of the mechanisms."""
    with as_file(DATA) as file:
        return tuple(each for each in read_evidence(file) if isinstance(each, PropertyEvidence))


def _text(value: Any) -> str:
    return rational_text(value) if isinstance(value, Fraction) else repr(value)
