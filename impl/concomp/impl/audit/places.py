"""The arena of a whole: beliefs of one game, or a place in each of several under a rule.

Components do not know of one another, so their beliefs are explored apart. Where the adversary stands in the whole is
a place in each component with the queries left there, together with what the rule remembers. Components of one kind
are kept in a fixed order, since it does not matter which of them is where.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from concomp.impl.audit.arena import END, EXCLUDED, NEVER, Arena, Branch, Move, Numbers, merged, numbers
from concomp.impl.audit.beliefs import REMEMBERED, BeliefGraph, explore
from concomp.impl.audit.setting import Setting
from concomp.impl.audit.splitting import Split, in_one_part
from concomp.model.mechanisms.interactive import Message
from concomp.model.mechanisms.interleaving import FREE
from concomp.model.mechanisms.positions import Allowance
from concomp.model.mechanisms.privacy import Game

Standing = tuple[int, int]
"""(place in a component, queries left there)."""
Place = tuple[tuple[Standing, ...], Hashable]
"""(where each component stands, what the rule remembers)."""


@dataclass(frozen=True)
class Part:
    """A component on its own: its beliefs, its arena, a query for each tag, and how many moves a place allows."""

    beliefs: BeliefGraph
    arena: Arena
    queries: dict[Hashable, Message]
    heights: tuple[int, ...]

    def standing(self, place: int, left: int) -> Standing:
        """The place with the queries that can really be sent from there."""
        possible = min(left, self.heights[place])
        return (place, possible) if possible else (END, 0)

    @property
    def start(self) -> Standing:
        """Where the component stands before its first query."""
        return self.standing(self.arena.start, self.arena.rounds)


@dataclass(frozen=True)
class Whole:
    """The arena of a setting, with its components, and the number of each place."""

    setting: Setting
    components: tuple[Part, ...]
    arena: Arena
    known: dict[Place, int]

    @property
    def apart(self) -> Apart:
        """The same components, before they were put together."""
        return Apart(self.setting, self.components, self.arena.numbers)

    def number(self, place: Place) -> int:
        """The number in the arena of a place, in whatever order its components are."""
        if not self.known:
            return place[0][0][0]
        found = self.known.get(ordered(self.setting, place))
        return END if found is None else self.arena.number_of[found]


@dataclass(frozen=True)
class Apart:
    """A setting with its components explored one by one, what is the same game once."""

    setting: Setting
    components: tuple[Part, ...]
    numbers: Numbers

    @cached_property
    def independent(self) -> bool:
        """Whether nothing ties the components together: no rule, and queries for all of them."""
        given = self.setting.interleaving
        return given.rule is FREE and sum(part.start[1] for part in self.components) <= given.rounds

    def without_choices(self) -> tuple[int, ...]:
        """The components that leave an adversary no choice but when to ask them."""
        return tuple(index for index, part in enumerate(self.components) if not part.arena.has_choices)

    def only(self, indices: Sequence[int]) -> Apart:
        """Some of the components, which are independent of the others, at least one."""
        given = self.setting.interleaving
        games = tuple(given.components[index] for index in indices)
        parts = tuple(self.components[index] for index in indices)
        rounds = sum(part.start[1] for part in parts)
        kinds = tuple(self.setting.alike[index] for index in indices)
        return Apart(
            Setting(replace(given, components=games, rounds=rounds), kinds, self.setting.tag), parts, self.numbers
        )


def within(game: Game, rounds: int) -> Game:
    """The game with no more queries than the whole is sent."""
    return game if game.rounds <= rounds else replace(game, rounds=rounds)


def explored(setting: Setting, allowance: Allowance, split: Split = in_one_part) -> Apart:
    """The components of a setting; TooLarge if they have more beliefs than is allowed."""
    shared, rounds = numbers(), setting.interleaving.rounds
    apart: dict[int, Part] = {}
    for game in setting.interleaving.components:
        if id(game) not in apart:
            apart[id(game)] = component(within(game, rounds), setting, shared, allowance, split)
    return Apart(setting, tuple(apart[id(game)] for game in setting.interleaving.components), shared)


def whole(setting: Setting, allowance: Allowance, split: Split = in_one_part) -> Whole:
    """The arena of a setting; TooLarge if it has more places than is allowed."""
    return together(explored(setting, allowance, split), allowance)


def together(apart: Apart, allowance: Allowance) -> Whole:
    """The arena of components under their rule; TooLarge if it has more places than is allowed."""
    setting, components = apart.setting, apart.components
    if len(components) == 1 and setting.interleaving.rule is FREE:
        return Whole(setting, components, components[0].arena, {})
    return _Product(setting, components, apart.numbers, allowance).whole()


def component(game: Game, setting: Setting, shared: Numbers, allowance: Allowance, split: Split = in_one_part) -> Part:
    """A game on its own, explored."""
    beliefs = explore(game, allowance, split)
    queries = {setting.tag(query): query for query in reversed(game.queries)}
    offers: list[tuple[Move, ...]] = [()]
    for options in beliefs.offers:
        offers.append(
            tuple(
                (
                    setting.tag(query),
                    tuple(shared.branch(p, q, after + 1) for _, p, q, after in answered if p != 0 or q != 0),
                )
                for query, answered in options
            )
        )
    arena = merged(shared, offers, 1, game.rounds, allowance)
    return Part(beliefs, arena, queries, _heights(arena))


def _heights(arena: Arena) -> tuple[int, ...]:
    """How many moves can be made in a row from each place, at most all."""
    heights = [0] * len(arena.places)
    following = [{after for _, branches in moves for _, _, after in branches} for moves in arena.places]
    changed, passes = True, 0
    while changed and passes < len(heights):
        changed, passes = False, passes + 1
        for place in range(len(heights)):
            if following[place] and heights[place] < arena.rounds:
                found = min(arena.rounds, 1 + max(heights[after] for after in following[place]))
                changed |= found != heights[place]
                heights[place] = found
    # Without coming back to a place, there are fewer moves in a row than places.
    return tuple(arena.rounds if height >= len(heights) else height for height in heights)


def ordered(setting: Setting, place: Place) -> Place:
    """The place with components of one kind in a fixed order."""
    standings, memory = place
    if len(set(setting.alike)) == len(standings):
        return place
    marked = memory if isinstance(memory, frozenset) else frozenset[int]()
    positions: dict[int, list[int]] = {}
    for index, kind in enumerate(setting.alike):
        positions.setdefault(kind, []).append(index)
    arranged: list[Any] = [None] * len(standings)
    for indices in positions.values():
        found = sorted((standings[index], index in marked) for index in indices)
        for index, each in zip(indices, found, strict=True):
            arranged[index] = each
    if isinstance(memory, frozenset):
        memory = frozenset(index for index, (_, mark) in enumerate(arranged) if mark)
    return tuple(standing for standing, _ in arranged), memory


class _Product:
    def __init__(self, setting: Setting, components: tuple[Part, ...], shared: Numbers, allowance: Allowance) -> None:
        self._setting = setting
        self._components = components
        self._shared = shared
        self._allowance = allowance
        self._known: dict[Place, int] = {}
        self._waiting: list[Place] = []
        self._charged: dict[tuple[Any, int, Any], Any] = {}

    def whole(self) -> Whole:
        """Go on, place by place, until there are no more or the last query has been sent."""
        rounds = self._setting.interleaving.rounds
        start = ordered(
            self._setting, (tuple(each.start for each in self._components), self._setting.interleaving.rule.initial)
        )
        self._number(start)
        offers: list[tuple[Move, ...]] = [()]
        for _ in range(rounds):
            layer, self._waiting = self._waiting, []
            if not layer:
                break
            offers.extend(tuple(self._moves(place)) for place in layer)
        offers.extend(() for _ in self._waiting)
        arena = merged(self._shared, offers, 1, rounds, self._allowance)
        return Whole(self._setting, self._components, arena, self._known)

    def _number(self, place: Place) -> int:
        """The number of a place, from 1."""
        if place not in self._known:
            self._allowance.spend(REMEMBERED)
            self._known[place] = len(self._known) + 1
            self._waiting.append(place)
        return self._known[place]

    def _moves(self, place: Place) -> Iterator[Move]:
        standings, memory = place
        done: set[tuple[Any, ...]] = set()
        for index, standing in enumerate(standings):
            same = (self._setting.alike[index], standing, isinstance(memory, frozenset) and index in memory)
            if standing[1] and same not in done:
                done.add(same)
                yield from self._moves_of(place, index)

    def _moves_of(self, place: Place, index: int) -> Iterator[Move]:
        """The moves that query one component."""
        standings, memory = place
        here, left = standings[index]
        component = self._components[index]
        before, behind = standings[:index], standings[index + 1 :]
        for tag, branches in component.arena.places[here]:
            charged = self._charge(memory, index, tag, component)
            if charged is not None:
                self._allowance.spend(len(branches) * (1 + len(standings) // 4))
                yield None, tuple(self._branch(branch, before, behind, left, charged, component) for branch in branches)

    def _branch(
        self,
        branch: Branch,
        before: tuple[Standing, ...],
        behind: tuple[Standing, ...],
        left: int,
        memory: Hashable,
        component: Part,
    ) -> Branch:
        odds, weight, after = branch
        if odds in (NEVER, EXCLUDED):
            return odds, weight, END
        then = (*before, component.standing(after, left - 1), *behind), memory
        return odds, weight, self._number(ordered(self._setting, then))

    def _charge(self, memory: Hashable, index: int, tag: Hashable, component: Part) -> Hashable | None:
        key = (memory, index, tag)
        if key not in self._charged:
            query = component.queries[tag]
            self._charged[key] = self._setting.interleaving.rule.charge(memory, index, query)
        return self._charged[key]  # type: ignore[no-any-return]
