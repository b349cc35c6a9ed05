"""What a document means: the game of its two worlds.

A composition means V[f] ∘* I(b) ∘* ConComp, where f looks at each component's pairs by the component's own function
and horizon, and at all of them by the rule. The same composition kept apart in its components is an interleaving.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any

from concomp.model.composition.concurrent import concurrent_composition
from concomp.model.files.parts import Part, alone, interactive_mechanism, order, parts
from concomp.model.files.schema import CompositionFile, ContinualFile, Document, MechanismFile, NamedContinualFile
from concomp.model.mechanisms import interleaving as side_by_side
from concomp.model.mechanisms.interactive import Message
from concomp.model.mechanisms.interleaving import Interleaving, Rule
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
    if isinstance(document, ContinualFile | NamedContinualFile):
        return alone(document).game()
    return _composition_game(document)


def interleaving(document: Document) -> Interleaving:
    """The same game with its components kept apart; queries and answers are those of `game`."""
    if isinstance(document, MechanismFile | ContinualFile | NamedContinualFile):
        return side_by_side.alone(game(document))
    found = parts(document)
    games = tuple(part.game() for part in found)
    return Interleaving(games, order(document, found), _rounds(document, found), _query)


def horizon(document: Document) -> int:
    """The largest number of queries; a composition without a horizon has the sum of its components'."""
    if document.horizon is not None:
        return document.horizon
    return sum(component.horizon for component in document.components)


def _composition_game(document: CompositionFile) -> Game:
    found = parts(document)
    queries = [_query(pair, index) for index, part in enumerate(found) for pair in part.pairs]
    function = _Composed([part.function for part in found], [part.rounds for part in found], order(document, found))
    mechanism = concurrent_composition([part.mechanism for part in found])
    return continual_game(function, mechanism, queries, _rounds(document, found))


def _rounds(document: CompositionFile, found: Sequence[Part]) -> int:
    """The largest number of queries that can be sent in all."""
    return min(horizon(document), sum(part.rounds for part in found))


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
