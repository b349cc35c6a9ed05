"""The verification functions of compositions of one order, once more.

A creation query (M, s, α, ε, f) is read as one of a pure mechanism, and the sentences are those for (ε,δ)-DP; that it
is of the right order, and what it asserts, is said here. Nothing is shared with the language.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

from concomp.model.composition.messages import Create
from concomp.model.composition.renyi import RenyiCreate
from concomp.model.mechanisms.measures.renyi import moment_by_definition
from concomp.model.mechanisms.privacy import continual_game, exchange_worlds
from concomp.obligations.families.functions.agreement import Word
from concomp.obligations.families.functions.specifications import Asserted

Sentence = Callable[[Word], bool]


def as_pure(words: Word) -> Word:
    """The messages with creation queries of mechanisms that would be pure; what is none is left as it is."""
    return tuple(tuple(map(_as_pure, word)) if isinstance(word, tuple) else _as_pure(word) for word in words)


def _as_pure(message: Any) -> Any:
    if type(message) is not RenyiCreate:
        return message
    kept = {name: getattr(message, name) for name in ("mechanism", "initial", "e_eps", "delta", "function")}
    return Create(**kept)


def of_order(words: Word, order: int) -> bool:
    """Whether every creation query is of this order, and has no δ."""
    sides = (side for word in words for side in (word if isinstance(word, tuple) else (word,)))
    created: list[Any] = [side for side in sides if type(side) is RenyiCreate]
    return all(create.order == order and create.delta == 0 for create in created)


def asserted_by_moments(order: int, rounds: int) -> Asserted:
    """What a creation query asserts, decided by the moments of every adversary of at most `rounds` messages."""
    known: dict[Any, bool] = {}

    def asserted(create: Any) -> bool:
        if create not in known:
            known[create] = create.mechanism.initial_states == (create.initial,) and _is_private(create, order, rounds)
        return known[create]

    return asserted


def _is_private(create: Any, order: int, rounds: int) -> bool:
    game = continual_game(create.function, create.mechanism, product(create.mechanism.queries, repeat=2), rounds)
    moments = [moment_by_definition(each, order) for each in (game, exchange_worlds(game))]
    return all(moment is not None and moment <= create.e_eps ** (order - 1) for moment in moments)
