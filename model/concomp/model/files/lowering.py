"""What a document means: the game of its two worlds.

A composition means V[f] ∘* I(b) ∘* ConComp, where f looks at each component's pairs by the component's own function
and horizon, and at all of them by the rule. The same composition kept apart in its components is an interleaving.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from concomp.model.composition.concurrent import concurrent_composition
from concomp.model.files.functions import verification_function
from concomp.model.files.rules import rule
from concomp.model.files.schema import CompositionFile, ContinualFile, Document, Kernel, MechanismFile
from concomp.model.laws.law import Law
from concomp.model.mechanisms.interactive import InteractiveMechanism, Message, State
from concomp.model.mechanisms.interleaving import Interleaving, Rule, alone
from concomp.model.mechanisms.privacy import Game, continual_game
from concomp.model.mechanisms.verification import Pair, VerificationFunction


def game(document: Document) -> Game:
    """The game of a document; the queries of a composition are pairs ((m0, i), (m1, i)), i from 1."""
    if isinstance(document, MechanismFile):
        return Game(
            interactive_mechanism(document.kernel, document.init, document.queries),
            document.init,
            tuple(document.queries),
            document.horizon,
        )
    if isinstance(document, ContinualFile):
        return _continual_game(document)
    return _composition_game(document)


def interleaving(document: Document) -> Interleaving:
    """The same game with its components kept apart; queries and answers are those of `game`."""
    if isinstance(document, MechanismFile | ContinualFile):
        return alone(game(document))
    return Interleaving(
        tuple(_continual_game(component) for component in document.components),
        rule(document),
        horizon(document),
        _query,
    )


def horizon(document: Document) -> int:
    """The largest number of queries; a composition without a horizon has the sum of its components'."""
    if document.horizon is not None:
        return document.horizon
    return sum(component.horizon for component in document.components)


def interactive_mechanism(kernel: Kernel, initial: Sequence[str], queries: Sequence[str]) -> InteractiveMechanism:
    """The mechanism with this kernel; entries of a row with the same outcome add up."""
    laws: dict[str, Law[tuple[State, Message]]] = {}

    def step(state: str, query: str) -> Law[tuple[State, Message]]:
        key = f"{state}|{query}"
        if key not in laws:
            laws[key] = Law.gather(((after, answer), probability) for probability, after, answer in kernel[key])
        return laws[key]

    return InteractiveMechanism(step, tuple(initial), tuple(queries))


def continual_mechanism(document: ContinualFile) -> InteractiveMechanism:
    """The continual mechanism of a document, without its verification function."""
    return interactive_mechanism(document.kernel, [document.init], document.messages)


def _continual_game(document: ContinualFile) -> Game:
    pairs = product(document.messages, document.messages)
    function = verification_function(document.verification)
    return continual_game(function, continual_mechanism(document), pairs, document.horizon)


def _composition_game(document: CompositionFile) -> Game:
    mechanisms = [continual_mechanism(component) for component in document.components]
    functions = [verification_function(component.verification) for component in document.components]
    queries = [
        _query(pair, index)
        for index, component in enumerate(document.components)
        for pair in product(component.messages, component.messages)
    ]
    function = _Composed(functions, [component.horizon for component in document.components], rule(document))
    return continual_game(function, concurrent_composition(mechanisms), queries, horizon(document))


def _query(pair: Pair, index: int) -> Message:
    """The pair of messages that sends `pair` to the component at `index`, from 0."""
    return (pair[0], index + 1), (pair[1], index + 1)


@dataclass(frozen=True, eq=False)
class _Composed:
    """Every component's pairs are good and within its horizon, and the rule allows them all.

    Its state, until something bad comes: each component's (pairs sent, registers), and the rule's memory.
    """

    functions: Sequence[VerificationFunction]
    horizons: Sequence[int]
    rule: Rule

    @property
    def initial(self) -> Hashable:
        return tuple((0, function.initial) for function in self.functions), self.rule.initial

    def advance(self, state: Any, message: Any) -> tuple[bool, Hashable]:
        (left, number), (right, other) = message
        if state is None or number != other:
            return False, None
        index, pair = number - 1, (left, right)
        components, memory = state
        sent, registers = components[index]
        good, after = self.functions[index].advance(registers, pair)
        charged = self.rule.charge(memory, index, pair)
        if not good or sent == self.horizons[index] or charged is None:
            return False, None
        return True, ((*components[:index], (sent + 1, after), *components[index + 1 :]), charged)
