"""What is audited: games side by side under a rule, and what about them is interchangeable."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from concomp.model.files import Document, interleaving
from concomp.model.files.schema import ContinualFile, FilterFile, MechanismFile, NamedContinualFile, ParallelFile
from concomp.model.mechanisms.interactive import Message
from concomp.model.mechanisms.interleaving import FREE, Interleaving, alone
from concomp.model.mechanisms.privacy import Game

SHORT = 5
"""How often one pair is sent to what is too large to be audited."""


@dataclass(frozen=True, eq=False)
class Setting:
    """Games played side by side.

    interleaving: the games, which of them may be one object, and the rule.
    alike: for each component its kind; components of one kind can change places, in the rule's memory as well, if that
    is a set of components.
    tag: what the rule has to know about a query; queries with the same tag are the same to it.
    """

    interleaving: Interleaving
    alike: tuple[int, ...]
    tag: Callable[[Any], Hashable]


def everything(query: Message) -> Hashable:
    """The tag of a rule that looks at the query."""
    return query


def nothing(query: Message) -> Hashable:
    """The tag of a rule that does not look at the query."""
    return None


def whether_identical(pair: Any) -> Hashable:
    """The tag of a rule that looks whether the two sides differ."""
    return bool(pair[0] == pair[1])


def of_game(game: Game) -> Setting:
    """One game by itself."""
    return Setting(alone(game), (0,), nothing)


def of_interleaving(given: Interleaving) -> Setting:
    """Games under any rule: they are interchangeable only if there is no rule."""
    if given.rule is FREE:
        return Setting(given, _kinds([id(game) for game in given.components]), nothing)
    return Setting(given, tuple(range(len(given.components))), everything)


def of_document(document: Document) -> Setting:
    """What a file describes."""
    given = interleaving(document)
    if isinstance(document, MechanismFile | ContinualFile | NamedContinualFile):
        return Setting(given, (0,), nothing)
    texts = [component.model_dump_json() for component in document.components]
    first = dict(zip(reversed(texts), reversed(given.components), strict=True))
    shared = replace(given, components=tuple(first[text] for text in texts))
    if isinstance(document, ParallelFile | FilterFile):
        tag = whether_identical if isinstance(document, ParallelFile) else nothing
        return Setting(shared, _kinds(list(zip(texts, document.labels, strict=True))), tag)
    # Where some components go first, it matters which of them is where.
    return Setting(shared, _kinds(texts) if given.rule is FREE else tuple(range(len(texts))), nothing)


def of_one_pair(setting: Setting, indices: Collection[int]) -> Setting:
    """The same where each of some components, whose queries are pairs of numbers, is sent the widest pair and no other,
    at most SHORT times. An adversary can do less in it. Components that were one object stay one.
    """
    given = setting.interleaving
    asked = {id(given.components[index]): given.components[index] for index in indices}
    narrow = {
        key: replace(game, queries=(_widest(game.queries),), rounds=min(game.rounds, SHORT))
        for key, game in asked.items()
    }
    games = tuple(narrow[id(game)] if index in indices else game for index, game in enumerate(given.components))
    return replace(setting, interleaving=replace(given, components=games))


def _widest(pairs: Sequence[Any]) -> Message:
    return min(pairs, key=lambda pair: int(pair[0]) - int(pair[1]))  # type: ignore[no-any-return]


def _kinds(values: list[Any]) -> tuple[int, ...]:
    """For each value the index at which it first occurs."""
    first: dict[Any, int] = {}
    return tuple(first.setdefault(value, index) for index, value in enumerate(values))
