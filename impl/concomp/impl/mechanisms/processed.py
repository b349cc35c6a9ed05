"""Mechanisms that take records: a verified post-processing turns these into the messages of another mechanism."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Container, Mapping
from dataclasses import dataclass
from typing import Any

from concomp.impl.accounting.guarantees import Guarantee
from concomp.impl.mechanisms import parameters
from concomp.impl.mechanisms.contributions import (
    AnyNumbers,
    AnyStream,
    BoundContributions,
    Clamp,
    Contribution,
    OneUser,
)
from concomp.impl.mechanisms.functions import Numbers, Stream
from concomp.impl.mechanisms.noisy import Noisy
from concomp.impl.mechanisms.specification import Grounds, Specification, proved_properties
from concomp.impl.mechanisms.tables import Instance
from concomp.impl.noise.randomness import Randomness
from concomp.impl.session.mechanism import Respond
from concomp.model.files.evidence import parameter_texts, routing_hash
from concomp.model.language.monitor import Monitor
from concomp.model.language.postprocessing import PostProcessing
from concomp.model.mechanisms.interactive import HALT
from concomp.model.mechanisms.postprocessing import LEFT, RIGHT
from concomp.model.numbers import Exact, NumberError, ParameterError

NEEDED = ("total", "destination", "response", "f → f'")
"""What is proved of a post-processing that turns records into messages."""


class _Behind(Specification):
    """A mechanism behind a post-processing, which hands on one message for each record."""

    mechanism: Specification

    @property
    @abstractmethod
    def processing(self) -> PostProcessing:
        """What turns records into messages."""

    @property
    @abstractmethod
    def function(self) -> Monitor:
        """What records may be."""

    @property
    def loss(self) -> Guarantee:
        """What the mechanism loses."""
        return self.mechanism.loss

    @property
    def grounds(self) -> Grounds:
        """On what the mechanism's loss rests: what it is sent, its verification function accepts."""
        return self.mechanism.grounds

    @property
    def answers(self) -> Container[Any]:
        """Those of the mechanism."""
        return self.mechanism.answers

    @property
    def rounds(self) -> int:
        """As many as of the mechanism."""
        return self.mechanism.rounds

    def start(self, noisy: Noisy, randomness: Randomness) -> Respond:
        """Start both."""
        return self._behind(self.mechanism.start(noisy, randomness))

    def _behind(self, respond: Respond) -> Respond:
        """What answers records, of what answers messages."""
        processing = self.processing
        registers = processing.initial

        def answer_record(record: Any) -> object:
            nonlocal registers
            registers, _, message = processing.respond(registers, LEFT, record)
            answer: Any = respond(message)
            if answer is HALT:
                return HALT
            registers, _, shown = processing.respond(registers, RIGHT, answer)
            return shown

        return answer_record

    def error(self, beta: Exact) -> int:
        """How far an answer is from the truth about what was handed on."""
        return self.mechanism.error(beta)

    def _demand_proof(self) -> None:
        """ParameterError unless it is proved that the mechanism is sent what it may be sent."""
        subject = routing_hash(self.processing, self.function, self.mechanism.function)
        values = {
            name: value
            for each in (self.processing, self.function, self.mechanism.function)
            for name, value in parameter_texts(each).items()
        }
        found = {each.property for each in proved_properties() if each.subject == subject and each.is_about(values)}
        if not found >= set(NEEDED):
            remedy = "it is not proved that this sends it what it may be sent: give one whose function takes numbers"
            raise ParameterError("mechanism", self.mechanism, remedy)


@dataclass(frozen=True, init=False, repr=False)
class ClampedNumbers(_Behind):
    """Takes numbers that may differ as far as one likes, and hands each on clamped from `low` to `low` + Δ.

    mechanism: takes numbers at most Δ apart, like DiscreteLaplace. Raises ParameterError for another.
    """

    mechanism: Specification
    low: int

    def __init__(self, mechanism: Specification, low: int = 0) -> None:
        """Take the mechanism, and the least number that is handed on."""
        self._set(mechanism=(_of_numbers, mechanism), low=(parameters.integer, low))
        self._demand_proof()

    @property
    def processing(self) -> Clamp:
        """The clamp."""
        return Clamp(low=self.low, apart=_values(self.mechanism)["apart"])

    @property
    def function(self) -> AnyNumbers | AnyStream:
        """As many numbers, as many of which may differ."""
        values = _values(self.mechanism)
        if type(self.mechanism.function) is Numbers:
            return AnyNumbers(most=values["most"])
        return AnyStream(differing=values["differing"])

    def instance(self, rounds: int) -> Instance:
        """It on numbers from 1 below those that are handed on to 1 above, these beginning at 0."""
        inner, same = self.mechanism.instance(rounds), ClampedNumbers(self.mechanism)
        records = range(-1, _values(self.mechanism)["apart"] + 2)
        return Instance(lambda source: same._behind(inner.begin(source)), self.function, records, rounds)


@dataclass(frozen=True, init=False, repr=False)
class UserContributions(_Behind):
    """Takes contributions, all of which may differ that are one user's, and hands on a number for each.

    The first `differing` of each user are handed on clamped from 0 to Δ, and 0 for all others.
    mechanism: takes a stream of numbers of which `differing` may be Δ apart, like a counter. Raises ParameterError for
    another.
    """

    mechanism: Specification

    def __init__(self, mechanism: Specification) -> None:
        """Take the mechanism."""
        self._set(mechanism=(_of_a_stream, mechanism))
        self._demand_proof()

    @property
    def processing(self) -> BoundContributions:
        """The bound."""
        values = _values(self.mechanism)
        return BoundContributions(differing=values["differing"], apart=values["apart"])

    @property
    def function(self) -> OneUser:
        """Contributions of which one user's may differ."""
        return OneUser()

    def instance(self, rounds: int) -> Instance:
        """It on contributions of two users, each of 0, or of 1 more than is handed on."""
        inner, beyond = self.mechanism.instance(rounds), _values(self.mechanism)["apart"] + 1
        records = [Contribution(user=user, number=number) for user in (1, 2) for number in (0, beyond)]
        return Instance(lambda source: self._behind(inner.begin(source)), self.function, records, rounds)


def _of_numbers(value: object) -> Specification:
    if not isinstance(value, Specification) or type(value.function) not in (Numbers, Stream):
        raise NumberError("give a mechanism that takes numbers, like DiscreteLaplace")
    return value


def _of_a_stream(value: object) -> Specification:
    if not isinstance(value, Specification) or type(value.function) is not Stream:
        raise NumberError("give a mechanism that takes a stream of numbers, like a counter")
    return value


def _values(mechanism: Specification) -> Mapping[str, Any]:
    """The values of the parameters of its verification function."""
    return mechanism.function.parameter_values
