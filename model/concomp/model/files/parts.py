"""What is played of each component of a file: of a named mechanism no more than an adversary needs.

Where there is no rule and time for all, what leaves an adversary no choice is played first. Whoever would rather wait
can do as if: to know more when something is chosen is never worse, and to ask what will be asked anyway costs nothing.
After it, all that the other components are worth at any E is the curve of each E of theirs; so if there is one that
leaves a choice, its play need not be better than one that no adversary improves when it is alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from concomp.model.files.functions import verification_function
from concomp.model.files.rules import rule
from concomp.model.files.schema import (
    CompositionFile,
    ConcurrentFile,
    Continual,
    Kernel,
    NamedContinualFile,
)
from concomp.model.laws.law import Law
from concomp.model.mechanisms.interactive import InteractiveMechanism, Message, State
from concomp.model.mechanisms.interleaving import Rule
from concomp.model.mechanisms.named.catalogue import answer_text
from concomp.model.mechanisms.named.play import Play
from concomp.model.mechanisms.privacy import Game, continual_game
from concomp.model.mechanisms.verification import Pair, VerificationFunction


@dataclass(frozen=True, eq=False)
class Part:
    """A continual mechanism, its verification function, the pairs to choose from, and the largest number of them.

    settled: whether there is nothing to choose.
    """

    mechanism: InteractiveMechanism
    function: VerificationFunction
    pairs: tuple[Pair, ...]
    rounds: int
    settled: bool = False

    def game(self) -> Game:
        """The game of this part alone."""
        return continual_game(self.function, self.mechanism, self.pairs, self.rounds)


def continual_mechanism(document: Continual) -> InteractiveMechanism:
    """The continual mechanism of a document, without its verification function."""
    if isinstance(document, NamedContinualFile):
        return in_text(document.kernel.mechanism().mechanism)
    return interactive_mechanism(document.kernel, [document.init], document.messages)


def messages(document: Continual) -> tuple[str, ...]:
    """The messages of a continual mechanism."""
    if isinstance(document, NamedContinualFile):
        return tuple(str(message) for message in document.kernel.mechanism().messages)
    return tuple(document.messages)


def interactive_mechanism(kernel: Kernel, initial: Sequence[str], queries: Sequence[str]) -> InteractiveMechanism:
    """The mechanism with this kernel; entries of a row with the same outcome add up."""
    laws: dict[str, Law[tuple[State, Message]]] = {}

    def step(state: str, query: str) -> Law[tuple[State, Message]]:
        key = f"{state}|{query}"
        if key not in laws:
            laws[key] = Law.gather(((after, answer), probability) for probability, after, answer in kernel[key])
        return laws[key]

    return InteractiveMechanism(step, tuple(initial), tuple(queries))


def in_text(mechanism: InteractiveMechanism) -> InteractiveMechanism:
    """A mechanism whose queries are integers, with queries and answers as text."""
    numbers = {str(query): query for query in mechanism.queries}  # type: ignore[attr-defined]

    def step(state: Any, query: str) -> Law[tuple[State, Message]]:
        return mechanism.respond(state, numbers[query]).map(lambda outcome: (outcome[0], answer_text(outcome[1])))

    return InteractiveMechanism(step, mechanism.initial_states, tuple(numbers), mechanism.name)


def alone(document: Continual) -> Part:
    """What is played of a continual mechanism where there is no other, or none that leaves a choice."""
    return _part(document, lambda play: True)


def parts(document: CompositionFile) -> tuple[Part, ...]:
    """What is played of the components of a composition."""
    found = [_part(component, lambda play: play.everywhere) for component in document.components]
    choices = [index for index, each in enumerate(found) if not each.settled]
    if len(choices) == 1:
        only = alone(document.components[choices[0]])
        better = [only if index == choices[0] else each for index, each in enumerate(found)]
        if _time_for_all(document, better):
            return tuple(better)
    return tuple(found)


def order(document: CompositionFile, found: Sequence[Part]) -> Rule:
    """The rule of a composition; where it has none and time for all, what is settled goes first, one by one."""
    settled = [index for index, each in enumerate(found) if each.settled]
    if not settled or not _time_for_all(document, found):
        return rule(document)
    queue = [index for index in settled for _ in range(found[index].rounds)]

    def charge(sent: int, component: int, pair: Pair) -> int | None:
        if sent < len(queue):
            return sent + 1 if component == queue[sent] else None
        return None if component in settled else sent

    return Rule(0, charge)


def _time_for_all(document: CompositionFile, found: Sequence[Part]) -> bool:
    """Whether nothing keeps an adversary from playing all that there is."""
    total = sum(each.rounds for each in found)
    return isinstance(document, ConcurrentFile) and (document.horizon is None or document.horizon >= total)


def _part(document: Continual, suffices: Callable[[Play], bool]) -> Part:
    """A play that suffices, or all that the verification function lets through."""
    if isinstance(document, NamedContinualFile):
        play = document.kernel.mechanism().play(document.verification.kind, document.horizon)
        if play is not None and suffices(play):
            return _played(play)
    mechanism = continual_mechanism(document)
    pairs = tuple(product(mechanism.queries, repeat=2))  # type: ignore[call-overload]
    return Part(mechanism, verification_function(document.verification), pairs, document.horizon)


def _played(play: Play) -> Part:
    """A play with messages as text."""
    rounds = tuple(tuple((str(left), str(right)) for left, right in pairs) for pairs in play.rounds)
    text = Play(in_text(play.mechanism), rounds, play.everywhere)
    return Part(text.mechanism, text.function, text.pairs, len(rounds), text.settled)
