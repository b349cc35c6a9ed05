"""The played game: the audit's attacker against the target's own mechanism, again and again.

Each game pays, and is a guess; half of α is for what the games pay, and half for how often she guesses right.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Generator, Hashable, Iterator, Sequence
from fractions import Fraction
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from concomp.conformance.experiments.finding import Finding, Message, Play, results
from concomp.conformance.games.played import Attacker, best_attacker
from concomp.conformance.games.reading import WORLDS
from concomp.conformance.protocol.numbers import Number, read_number
from concomp.conformance.protocol.replies import Reply
from concomp.conformance.statistics.bets import Bets, rejects
from concomp.conformance.statistics.guesses import too_often
from concomp.conformance.statistics.power import MOST_DRAWS, draws_for_game, games_for_guesses
from concomp.conformance.statistics.shares import parts
from concomp.impl.audit.setting import of_document
from concomp.impl.noise.sources import SystemRandomness
from concomp.model.files.lowering import game
from concomp.model.files.reading import read

FIRST, MOST = 100, 2000
"""The games of the first batch, and the most of one; each is as large as all before."""
Played = tuple[int, bool]
"""What a game paid, and whether the world was guessed."""
Batch = Generator[Sequence[Message], Sequence[Reply], list[Played | None]]


class PlayedGame(BaseModel):
    """Games of the best attacker of a mechanism, played against the target's.

    mechanism: what is launched, as often in a session as `launches` says; budget: of a session, enough for that.
    claimed: the mechanism file that says what it does; an answer of the target is the text that stands there.
    e_eps: E of the bound. planned_at: the E for which the attacker is best, if that is another. games: how many at
    most. alpha: the largest chance with which a right target is failed. clamp: what integers that are answered are
    clamped to, as in the file.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    kind: Literal["played_game"] = "played_game"
    mechanism: dict[str, JsonValue]
    budget: dict[str, JsonValue]
    launches: Annotated[int, Field(ge=1)]
    claimed: dict[str, JsonValue]
    e_eps: Number
    planned_at: Number | None = None
    games: Annotated[int, Field(ge=1, le=MOST_DRAWS)]
    alpha: Number
    clamp: tuple[int, int] | None = None

    @property
    def attacker(self) -> Attacker:
        """The best attacker of what is claimed."""
        planned = None if self.planned_at is None else read_number(self.planned_at)
        return best_attacker(of_document(read(_bytes(self.claimed))), read_number(self.e_eps), planned)

    def finds(self, wrong: dict[str, Any]) -> int | None:
        """Within how many games a wrong mechanism, given as a mechanism file, is found with a chance of 0.999."""
        attacker, mechanism, alpha = self.attacker, game(read(_bytes(wrong))), self._half
        by_guesses = games_for_guesses(attacker.guessed, attacker.guesses(mechanism), self.games, alpha)
        by_payoffs = draws_for_game(attacker.mean, attacker.payoffs(mechanism), alpha)
        return min((games for games in (by_guesses, by_payoffs) if games is not None), default=None)

    def play(self) -> Play:
        """Play, batch by batch, until she gains or guesses too much, or there were enough games."""
        attacker, tally = self.attacker, Counter[Played]()
        bets, least = Bets(attacker.mean), too_often(attacker.guessed, self.games, self._half)
        for size in _batches(self.games):
            played = yield from self._batch(attacker, size)
            tally.update(each for each in played if each is not None)
            if None in played:
                return self._finding(attacker, False, "an answer that the mechanism does not give")
            won, nothing, lost = (tally[paid, False] + tally[paid, True] for paid in (1, 0, -1))
            guessed, games = sum(tally[each] for each in tally if each[1]), won + nothing + lost
            if rejects(bets, (won, nothing, lost), self._half):
                mean = Fraction(won - lost, games)
                return self._finding(attacker, False, f"a mean payoff of {float(mean):.4g} in {games} games")
            if guessed >= least:
                return self._finding(attacker, False, f"the world is guessed in {guessed} of {games} games")
        return self._finding(attacker, True, f"not rejected by {self.games} games")

    @property
    def _half(self) -> Fraction:
        return parts(read_number(self.alpha), 2)

    def _batch(self, attacker: Attacker, games: int) -> Batch:
        """What comes of games that go on side by side, None where a right target does not answer so."""
        randomness = SystemRandomness()
        secrets = sorted(attacker.secret(randomness) for _ in range(games))
        shares = [(world, size) for world in WORLDS for size in self._sessions(secrets.count(world))]
        opens = [self._open(world) for world, _ in shares]
        sessions = [opened["handle"] for opened in results(opens, (yield opens))]
        rooms = [session for session, (_, size) in zip(sessions, shares, strict=True) for _ in range(size)]
        launches = [{"cmd": "launch", "on": session, "mechanism": self.mechanism} for session in rooms]
        handles = [launched["handle"] for launched in results(launches, (yield launches))]
        places: list[int | None] = [attacker.start] * games
        while asking := [k for k, place in enumerate(places) if place is not None and attacker.asks(place) is not None]:
            asks = [{"cmd": "ask", "on": handles[k], "query": _query(attacker, places[k])} for k in asking]
            answers = results(asks, (yield asks))
            for k, answer in zip(asking, answers, strict=True):
                places[k] = attacker.hears(places[k] or 0, self._heard(answer.get("answer")))
        yield [{"cmd": "close", "on": session} for session in sessions]
        return [
            None if place is None else _played(attacker, secret, attacker.speaks_up(place))
            for place, secret in zip(places, secrets, strict=True)
        ]

    def _sessions(self, games: int) -> list[int]:
        """How many of so many games share each session."""
        return [min(self.launches, games - first) for first in range(0, games, self.launches)]

    def _heard(self, answer: JsonValue) -> Hashable:
        """An answer as the file has it, which are texts."""
        if self.clamp is None or isinstance(answer, bool) or not isinstance(answer, int):
            return answer if isinstance(answer, str) else None
        return str(max(self.clamp[0], min(self.clamp[1], answer)))

    def _open(self, secret: int) -> Message:
        return {
            "cmd": "open",
            "kind": "session",
            "measure": "approximate",
            "budget": self.budget,
            "data": str(secret),
        }

    def _finding(self, attacker: Attacker, kept: bool, reported: str) -> Finding:
        expected = (
            f"a mean payoff of at most {attacker.mean}, and a world that is guessed with a chance of at most "
            f"{attacker.guessed}, as delta is {attacker.delta} at e_eps = {attacker.e_eps} "
            f"(a right target fails with a chance of at most {self.alpha})"
        )
        return Finding(kept, "privacy", expected, reported)


def _played(attacker: Attacker, secret: int, speaks_up: bool) -> Played:
    return attacker.payoff(secret, speaks_up), attacker.is_right(secret, speaks_up)


def _query(attacker: Attacker, place: int | None) -> JsonValue:
    """What is asked at a place: of a mechanism whose data come in messages, the pair of these."""
    message = attacker.asks(place or 0)
    return [str(side) for side in message] if isinstance(message, tuple) else str(message)


def _batches(games: int) -> Iterator[int]:
    left, played = games, 0
    while left:
        size = min(left, max(FIRST, min(played, MOST)))
        yield size
        left, played = left - size, played + size


def _bytes(document: dict[str, Any]) -> bytes:
    return json.dumps(document).encode()
