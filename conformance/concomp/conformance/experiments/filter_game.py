"""The filter game: all series of launches are made, and the best attacker who knows the replies is judged."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from concomp.conformance.experiments.finding import Cost, Finding, Message, Play, results
from concomp.conformance.games.attack import best_attack, describe
from concomp.conformance.games.menu import FAILS, Menu, Offer
from concomp.conformance.games.reading import (
    WORLDS,
    Erratic,
    Place,
    Series,
    every_series,
    every_series_of_launches,
    launches_alone,
    record,
    whole,
)
from concomp.conformance.protocol.numbers import Number, epsilon_between, read_number
from concomp.conformance.protocol.replies import Reply
from concomp.impl.accounting.parameters import pure_loss
from concomp.model.laws.indistinguishability import PrivacyParameters

ROUNDING = Fraction(1, 10**12)
"""What is above the budget by no more than this part of it is a matter of rounding."""
READINGS: Mapping[str, tuple[Place, Callable[[Menu], Iterator[Series]]]] = {
    "launches": (launches_alone, every_series_of_launches),
    "answers": (whole, every_series),
}


class Speechless(Exception):
    """Thrown if a response that was granted does not answer what it is told to."""


class _Frozen(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Parameters(_Frozen):
    """E and δ."""

    e_eps: Number
    delta: Number = "0"

    @property
    def exactly(self) -> PrivacyParameters:
        """The same as rationals."""
        return PrivacyParameters(read_number(self.e_eps), read_number(self.delta))

    @property
    def words(self) -> Message:
        """What the target is told, with the doubles around ε."""
        around = epsilon_between(pure_loss(None, self.exactly.e_eps))
        return {"e_eps": self.e_eps, "delta": self.delta, "epsilon_between": list(around)}


class Offered(Parameters):
    """A randomised response on the menu, with its own E and δ.

    stated: what the target is told instead, if that is something else. fails: it fails where it would show a 1.
    """

    stated: dict[str, Any] | None = None
    fails: Literal["instead of 1"] | None = None

    @property
    def offer(self) -> Offer:
        """The offer."""
        return Offer(self.exactly, ("0", "1" if self.fails is None else FAILS))

    @property
    def told(self) -> Message:
        """What the target is told of it."""
        return self.stated or self.words


class FilterGame(_Frozen):
    """The filter game of a menu against a budget.

    depth: how often something may be asked for. reads: "launches", where only these are varied, or "answers", where
    these are varied as well, for what is accepted may depend on them.
    """

    kind: Literal["filter_game"] = "filter_game"
    measure: Literal["pure", "approximate"] = "approximate"
    budget: Parameters
    menu: Annotated[tuple[Offered, ...], Field(min_length=1)]
    depth: Annotated[int, Field(ge=1, le=10)]
    reads: Literal["launches", "answers"] = "launches"

    def play(self) -> Play:
        """Make all series of launches in both worlds, and judge the best attacker."""
        menu = Menu(tuple(offered.offer for offered in self.menu), self.depth)
        place, every = READINGS[self.reads]
        games = [(world, series) for world in WORLDS for series in every(menu)]
        try:
            replies = yield from self._replies(menu, games)
        except Speechless as error:
            return Finding(False, "robustness", "what is granted answers as it is told to", str(error))
        played = [(world, series, reply) for (world, series), reply in zip(games, replies, strict=True)]
        try:
            reading = record(place, played)
        except Erratic as error:
            return Finding(False, "robustness", "the same replies to the same history", str(error))
        attack, budget = best_attack(menu, reading, self.budget.exactly.e_eps), self.budget.exactly
        excess = attack.delta - budget.delta
        cost: Cost = "rounding" if 0 < excess <= ROUNDING * budget.delta else "privacy"
        expected = f"no attacker needs more than delta = {budget.delta} at e_eps = {budget.e_eps}"
        reached = f"delta = {attack.delta} (~{float(attack.delta):.4g})"
        return Finding(excess <= 0, cost, expected, f"{reached}, by: {describe(menu, attack.strategy)}")

    def _replies(
        self, menu: Menu, games: Sequence[tuple[int, Series]]
    ) -> Generator[Sequence[Message], Sequence[Reply], list[list[bool]]]:
        """Of each game, whether each of its attempts was accepted: all games go on side by side."""
        opens = [self._open(world) for world, _ in games]
        handles = [opened["handle"] for opened in results(opens, (yield opens))]
        accepted: list[list[bool]] = [[] for _ in games]
        for attempt in range(self.depth):
            launches = [
                self._launch(menu, handle, *series[attempt]) for handle, (_, series) in zip(handles, games, strict=True)
            ]
            launched = yield launches
            granted = [
                (launch["mechanism"], reply.ok["handle"])
                for launch, reply in zip(launches, launched, strict=True)
                if reply.ok is not None
            ]
            answered = yield [{"cmd": "ask", "on": handle, "query": "q"} for _, handle in granted]
            for (mechanism, _), answer in zip(granted, answered, strict=True):
                _demand_answer(mechanism, answer)
            for game, reply in zip(accepted, launched, strict=True):
                game.append(reply.ok is not None)
        return accepted

    def _open(self, world: int) -> Message:
        return {
            "cmd": "open",
            "kind": "filter",
            "measure": self.measure,
            "budget": self.budget.words,
            "data": str(world),
        }

    def _launch(self, menu: Menu, handle: str, place: int, bit: int) -> Message:
        shown = menu.offers[place].shown[bit]
        script = {"fails": "always"} if shown is FAILS else {"answers": [shown]}
        return {
            "cmd": "launch",
            "on": handle,
            "mechanism": {"kind": "scripted", "loss": self.menu[place].told, **script},
        }


def _demand_answer(mechanism: Message, reply: Reply) -> None:
    """Speechless for an exception, or another answer; a filter may leave it to others to ask."""
    if "answers" not in mechanism:
        return
    [answer] = mechanism["answers"]
    if reply.errored is not None:
        raise Speechless(f"ask: errored: {reply.errored}")
    if reply.ok is not None and reply.ok.get("answer") != answer:
        raise Speechless(f"ask: {reply.ok}, and not {answer!r}")
