"""The graph of beliefs of one game.

Where an adversary stands in a game is what it believes the hidden state to be in each world. Beliefs are vectors of
integers without a common factor, so that they are equal exactly if they have the same future, whatever the histories
that led to them; their likelihoods stand on the edges, as chances of the next answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import gcd, lcm

from flint import fmpq

from concomp.impl.audit.rationals import ZERO
from concomp.impl.audit.splitting import Split, Weights, in_one_part
from concomp.model.mechanisms.interactive import HALT, Message, State
from concomp.model.mechanisms.named.overshoot import Overshoot
from concomp.model.mechanisms.positions import Allowance
from concomp.model.mechanisms.privacy import Game

REMEMBERED = 50
"""The steps that a belief or a place counts for the memory that it takes."""
MOVED = 25
"""The steps that a query counts."""
COMPUTED = 100
"""The steps that an outcome counts where chances are computed in closed form, and neither listed nor looked up."""
END = -1
"""Where nothing can be learned any more: after a halt, or where one world is excluded."""

Answered = tuple[Message, fmpq, fmpq, int]
"""(answer, chance in world 0, chance in world 1, the belief after it); an answer has an entry for each part."""
Offer = tuple[Message, tuple[Answered, ...]]
"""A query, with what it may bring."""
Belief = tuple[Weights, Weights]
Row = tuple[int, tuple[tuple[Message, int, int], ...]]
"""(common denominator, ((answer, state after it, numerator), …))."""


@dataclass(frozen=True)
class BeliefGraph:
    """Beliefs by number, 0 at the start, each with the queries that are not surely refused.

    offers: for each belief its queries; none where the last query has been sent.
    """

    offers: tuple[tuple[Offer, ...], ...]
    rounds: int


def explore(game: Game, allowance: Allowance, split: Split = in_one_part) -> BeliefGraph:
    """Every belief that can be reached in a game; TooLarge if that takes more than is allowed."""
    return _Explorer(game, allowance, split).graph()


class _Explorer:
    def __init__(self, game: Game, allowance: Allowance, split: Split) -> None:
        self._game = game
        self._allowance = allowance
        self._split = split
        self._states: dict[State, int] = {}
        self._named: list[State] = []
        self._rows: dict[tuple[int, Message], Row] = {}
        self._beliefs: dict[Belief, int] = {}
        self._waiting: list[Belief] = []

    def graph(self) -> BeliefGraph:
        """Go on, belief by belief, until there are no more or the last query has been sent."""
        zero, one = (((self._state(state), 1),) for state in self._game.states)
        self._belief((zero, one))
        offers: list[tuple[Offer, ...]] = []
        for _ in range(self._game.rounds):
            layer, self._waiting = self._waiting, []
            offers.extend(self._offers(belief) for belief in layer)
        offers.extend(() for _ in self._waiting)
        return BeliefGraph(tuple(offers), self._game.rounds)

    def _state(self, state: State) -> int:
        found = self._states.setdefault(state, len(self._named))
        if found == len(self._named):
            self._named.append(state)
        return found

    def _belief(self, belief: Belief) -> int:
        if belief not in self._beliefs:
            self._beliefs[belief] = len(self._beliefs)
            self._waiting.append(belief)
        return self._beliefs[belief]

    def _offers(self, belief: Belief) -> tuple[Offer, ...]:
        zero, one = belief
        self._allowance.spend(REMEMBERED + len(self._game.queries) * (MOVED + 2 * (len(zero) + len(one))))
        offers = []
        for query in self._game.queries:
            towards, against = self._answers(zero, query), self._answers(one, query)
            answers = dict.fromkeys((*towards, *against))
            if set(answers) != {HALT}:
                offers.append(
                    (
                        query,
                        tuple(
                            part
                            for answer in answers
                            for part in self._answered(answer, towards.get(answer), against.get(answer))
                        ),
                    )
                )
        return tuple(offers)

    def _answers(self, weights: Weights, query: Message) -> dict[Message, tuple[fmpq, Weights]]:
        """Each answer in one world: its chance, and the weights of the states after it."""
        rows = [(weight, *self._row(state, query)) for state, weight in weights]
        denominator = lcm(*(row[1] for row in rows))
        gathered: dict[Message, dict[int, int]] = {}
        for weight, common, outcomes in rows:
            factor = weight * (denominator // common)
            for answer, after, numerator in outcomes:
                here = gathered.setdefault(answer, {})
                here[after] = here.get(after, 0) + factor * numerator
        whole = sum(weight for _, weight in weights) * denominator
        return {answer: self._scale(after, whole) for answer, after in gathered.items()}

    def _scale(self, after: dict[int, int], whole: int) -> tuple[fmpq, Weights]:
        common = gcd(*after.values())
        total = sum(after.values())
        return fmpq(total, whole), tuple(sorted((state, weight // common) for state, weight in after.items()))

    def _answered(
        self, answer: Message, towards: tuple[fmpq, Weights] | None, against: tuple[fmpq, Weights] | None
    ) -> Iterator[Answered]:
        if towards is None or against is None:
            yield answer, towards[0] if towards else ZERO, against[0] if against else ZERO, END
        elif answer is HALT:
            yield answer, towards[0], against[0], END
        else:
            for share, zero, one in self._split(towards[1], against[1]):
                yield answer, towards[0] * share, against[0] * share, self._belief((zero, one))

    def _row(self, state: int, query: Message) -> Row:
        found = self._rows.get((state, query))
        if found is None:
            law = self._game.mechanism.respond(self._named[state], query)
            if any(_holds_a_closed_form(after) for after, _ in law.support):
                self._allowance.spend(COMPUTED * len(law.support))
            common = lcm(*(chance.denominator for _, chance in law.items()))
            found = self._rows[state, query] = (
                common,
                tuple(
                    (answer, self._state(after), chance.numerator * (common // chance.denominator))
                    for (after, answer), chance in law.items()
                    if chance
                ),
            )
        return found


def _holds_a_closed_form(state: State) -> bool:
    """Whether what is known of a sum beyond its clamp is part of a state; there is no end to such states."""
    return isinstance(state, Overshoot) or (isinstance(state, tuple) and any(map(_holds_a_closed_form, state)))
