"""Finding the post-processing of a randomised response that imitates a mechanism.

Of the chances P, Q that a history has in the two worlds, the exposing outcomes take a and c, at most P and Q; the
noisy ones, with odds E to 1, bring the rest exactly if E·a − c ≤ E·P − Q and E·c − a ≤ E·Q − P. After each query a
and c are shared out among the answers. The pairs (a, c) from which the mechanism can be imitated to its end are thus a
polygon for each history: of an answer's polygons the sum, of the queries' the intersection, and all their edges have
the same few directions. A number for each direction says a polygon; from the last query back to the first they are
computed, and from the first to the last a and c are chosen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from flint import fmpq

from concomp.impl.audit.rationals import ONE, ZERO, inside, outside
from concomp.model.laws.indistinguishability import Privacy
from concomp.model.mechanisms.interactive import HALT, Message, State
from concomp.model.mechanisms.positions import TooLarge
from concomp.model.mechanisms.privacy import Game
from concomp.model.mechanisms.randomised_response import EXPOSED, NOISY, Response
from concomp.model.reduction.certificate import Certificate
from concomp.model.reduction.laziness import History

MESSAGES = 400_000
"""The most queries that the histories of a certificate may have in all."""

Weights = dict[State, fmpq]
Dot = tuple[fmpq, fmpq]
Supports = tuple[fmpq, ...]
"""The largest value on a polygon in each of the directions."""
HalfPlane = tuple[Dot, fmpq]


class NotPrivate(ValueError):
    """Thrown where no post-processing imitates the mechanism, for its δ is larger."""


@dataclass(frozen=True)
class Node:
    """A history, its chances in the two worlds, and for each query the numbers of the histories after it."""

    history: History
    chances: Dot
    following: tuple[tuple[Message, tuple[int, ...]], ...]


def certify(game: Game, privacy: Privacy) -> Certificate:
    """A certificate that a game is (ε,δ)-DP.

    Raises NotPrivate if the game's δ at E is larger, TooLarge if its histories have more than MESSAGES queries in all.
    """
    return _Finder(tuple(_histories(game)), privacy).certificate()


def _histories(game: Game) -> Iterator[Node]:
    """All histories that are possible in one of the worlds, each before those that continue it."""
    zero, one = game.states
    layer: list[tuple[History, Weights, Weights]] = [((), {zero: ONE}, {one: ONE})]
    count, messages = 1, 0
    while layer:
        later: list[tuple[History, Weights, Weights]] = []
        for history, towards, against in layer:
            following = []
            for query in game.queries if len(history) < game.rounds else ():
                after = _moved(game, towards, query), _moved(game, against, query)
                answers = tuple(dict.fromkeys((*after[0], *after[1])))
                if set(answers) != {HALT}:
                    following.append((query, tuple(range(count, count + len(answers)))))
                    count += len(answers)
                    messages += len(answers) * (len(history) + 1)
                    if messages > MESSAGES:
                        raise TooLarge(
                            f"the histories of a certificate have at most {MESSAGES} queries in all: lower the horizon"
                        )
                    later.extend(
                        ((*history, (query, answer)), after[0].get(answer, {}), after[1].get(answer, {}))
                        for answer in answers
                    )
            yield Node(history, (sum(towards.values(), ZERO), sum(against.values(), ZERO)), tuple(following))
        layer = later


def _moved(game: Game, weights: Weights, query: Message) -> dict[Message, Weights]:
    found: dict[Message, Weights] = {}
    for state, weight in weights.items():
        for (after, answer), chance in game.mechanism.respond(state, query).items():
            here = found.setdefault(answer, {})
            here[after] = here.get(after, ZERO) + weight * inside(chance)
    return found


class _Finder:
    def __init__(self, nodes: tuple[Node, ...], privacy: Privacy) -> None:
        e_eps = inside(privacy.e_eps)
        self._nodes = nodes
        self._privacy = privacy
        self._e_eps = e_eps
        self._normals: tuple[Dot, ...] = ((-ONE, ZERO), (ZERO, -ONE), (e_eps, -ONE), (-ONE, e_eps), (ONE, ZERO))
        self._supports: list[Supports] = [()] * len(nodes)

    def certificate(self) -> Certificate:
        """The certificate; NotPrivate if there is none."""
        for number in reversed(range(len(self._nodes))):
            self._supports[number] = self._polygon(self._nodes[number])
        start = inside(self._privacy.delta), inside(self._privacy.delta)
        if not self._within(start, self._halves(self._supports[0])):
            self._refuse()
        return Certificate(self._privacy, dict(self._rows(start)))

    def _refuse(self) -> None:
        raise NotPrivate(f"the least delta at E = {self._privacy.e_eps} is above {self._privacy.delta}")

    def _polygon(self, node: Node) -> Supports:
        """The pairs (a, c) from which a history can be continued."""
        p, q = node.chances
        offsets = [ZERO, ZERO, self._e_eps * p - q, self._e_eps * q - p, p]
        for _, answered in node.following:
            columns = zip(*(self._supports[each] for each in answered), strict=True)
            sums = (sum(column, ZERO) for column in columns)
            offsets = [min(offset, found) for offset, found in zip(offsets, sums, strict=True)]
        corners = list(self._corners(self._halves(tuple(offsets))))
        if not corners:
            self._refuse()
        return tuple(max(_dot(normal, corner) for corner in corners) for normal in self._normals)

    def _halves(self, supports: Supports) -> list[HalfPlane]:
        return list(zip(self._normals, supports, strict=True))

    def _within(self, dot: Dot, halves: Sequence[HalfPlane]) -> bool:
        return all(_dot(normal, dot) <= offset for normal, offset in halves)

    def _corners(self, halves: Sequence[HalfPlane]) -> Iterator[Dot]:
        """The corners of an intersection of half planes."""
        for (first, one), (second, two) in combinations(halves, 2):
            determinant = first[0] * second[1] - first[1] * second[0]
            if determinant != 0:
                corner = (
                    (one * second[1] - two * first[1]) / determinant,
                    (first[0] * two - second[0] * one) / determinant,
                )
                if self._within(corner, halves):
                    yield corner

    def _rows(self, start: Dot) -> Iterator[tuple[tuple[Response, History, Message], dict[Message, Fraction]]]:
        """The rows of the table, a and c chosen from the first query to the last."""
        chosen: list[Dot] = [start] * len(self._nodes)
        for number, node in enumerate(self._nodes):
            weights = self._weights(node, chosen[number])
            for query, answered in node.following:
                for each, share in zip(answered, self._shared(chosen[number], answered), strict=True):
                    chosen[each] = share
                after = [
                    (self._nodes[each].history[-1][1], self._weights(self._nodes[each], chosen[each]))
                    for each in answered
                ]
                for shown, weight in weights.items():
                    if weight != 0:
                        law = {answer: outside(then[shown] / weight) for answer, then in after}
                        yield (shown, node.history, query), law

    def _shared(self, whole: Dot, answered: Sequence[int]) -> Iterator[Dot]:
        """One point of each polygon, together the whole."""
        parts = [self._supports[each] for each in answered]
        rests = [tuple(sum(column, ZERO) for column in zip(*parts[at:], strict=True)) for at in range(1, len(parts))]
        for part, rest in zip(parts, rests, strict=False):
            backwards = [
                ((-normal[0], -normal[1]), offset - _dot(normal, whole)) for normal, offset in self._halves(rest)
            ]
            share = next(self._corners([*self._halves(part), *backwards]))
            yield share
            whole = whole[0] - share[0], whole[1] - share[1]
        yield whole

    def _weights(self, node: Node, here: Dot) -> dict[Response, fmpq]:
        """The chances of the history with each outcome of the response, each up to a factor of its own."""
        p, q = node.chances[0] - here[0], node.chances[1] - here[1]
        # At E = 1 the noisy bit says nothing, and p = q.
        noisy = (p, p) if self._e_eps == 1 else (self._e_eps * p - q, self._e_eps * q - p)
        return {(EXPOSED, 0): here[0], (EXPOSED, 1): here[1], (NOISY, 0): noisy[0], (NOISY, 1): noisy[1]}


def _dot(first: Dot, second: Dot) -> fmpq:
    return first[0] * second[0] + first[1] * second[1]
