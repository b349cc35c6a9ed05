"""Verification functions and verifiers.

A verification function says which sequences of messages an adversary may send. It is any predicate on finite
sequences: no symmetry, no prefix closure is asked. The verifier V[f] passes on each message whose sequence so
far is valid, and halts at the first that makes it invalid.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Hashable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from concomp.model.laws.law import Law
from concomp.model.mechanisms.interactive import HALT, Message, State
from concomp.model.mechanisms.postprocessing import LEFT, RIGHT, InteractivePostProcessing, Side
from concomp.model.registry.tags import realises

Pair = tuple[Message, Message]


@realises("HSV26 Definition 3.3")
class VerificationFunction(Protocol):
    """A predicate on message sequences, read one message at a time.

    A state says all of the messages so far that later verdicts depend on; a predicate keeps the whole sequence.
    """

    @property
    def initial(self) -> Hashable:
        """The state after no message."""

    def advance(self, state: Any, message: Any) -> tuple[bool, Hashable]:
        """(is the sequence that ends with `message` valid?, the state after it)."""


def is_valid(function: VerificationFunction, messages: Sequence[Message]) -> bool:
    """Whether the sequence is f-valid; the empty sequence is."""
    valid, state = True, function.initial
    for message in messages:
        valid, state = function.advance(state, message)
    return valid


@dataclass(frozen=True, eq=False)
class Predicate:
    """A verification function given as a predicate on whole sequences; its state is the sequence."""

    holds: Callable[[tuple[Any, ...]], bool]
    name: str = "f"
    initial: tuple[Message, ...] = ()

    def advance(self, state: tuple[Message, ...], message: Message) -> tuple[bool, Hashable]:
        """The verdict on the sequence extended by `message`, and that sequence."""
        extended = (*state, message)
        return self.holds(extended), extended

    def __repr__(self) -> str:
        return self.name


@realises("HSV26 Remark 3.6")
def within(queries: Container[Message], function: VerificationFunction) -> VerificationFunction:
    """The function that moreover rejects, for ever, once a message is not a pair from the query space."""
    return _Typed(function, queries)


@dataclass(frozen=True, eq=False)
class _Typed:
    function: VerificationFunction
    queries: Container[Message]

    @property
    def initial(self) -> Hashable:
        return (True, self.function.initial)

    def advance(self, state: Any, message: Any) -> tuple[bool, Hashable]:
        if not (state[0] and is_pair(message) and message[0] in self.queries and message[1] in self.queries):
            return False, (False, None)
        valid, inner = self.function.advance(state[1], message)
        return valid, (True, inner)


def is_pair(message: object) -> bool:
    """Whether a message is a pair of messages."""
    return isinstance(message, tuple) and len(message) == 2


@realises("HSV26 Definition 3.5")
def verifier(function: VerificationFunction) -> InteractivePostProcessing:
    """V[f]: forwards messages from the left while the sequence is f-valid, then halts; forwards all from the right."""

    def step(state: State, origin: Side, message: Message) -> Law[tuple[State, Side, Message]]:
        if origin is RIGHT:
            return Law.point((state, LEFT, message))
        valid, extended = function.advance(state, message)
        return Law.point((extended, RIGHT, message) if valid else (HALT, LEFT, HALT))

    return InteractivePostProcessing(step, (function.initial,), f"V[{function!r}]")


def swapped(pair: Pair) -> Pair:
    """The pair with its sides exchanged."""
    return pair[1], pair[0]


def swap_invariant(function: VerificationFunction, sequences: Collection[Sequence[Pair]]) -> bool:
    """Whether f gives each of `sequences` the same verdict when all its pairs are exchanged side for side."""
    return all(
        is_valid(function, sequence) == is_valid(function, [swapped(pair) for pair in sequence])
        for sequence in sequences
    )


@realises("HSV26 Definition 5.12")
def first_pair_consistent(function: VerificationFunction, sequences: Collection[Sequence[Pair]]) -> bool:
    """Whether f rejects each of `sequences` that starts with an identical pair and later differs."""
    return not any(is_valid(function, sequence) for sequence in sequences if _starts_identical_then_differs(sequence))


def _starts_identical_then_differs(sequence: Sequence[Pair]) -> bool:
    return bool(sequence) and sequence[0][0] == sequence[0][1] and any(left != right for left, right in sequence)
