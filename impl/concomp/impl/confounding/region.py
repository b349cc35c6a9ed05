"""How well adjacent secrets are told apart, by all events at once.

An event W has a chance under each of two secrets, (Q(W), P(W)), and δ(E) is the largest P(W) − E·Q(W). It is reached
by events of the answers with the largest odds: so a pair of secrets is a chain of points, found by sorting the answers
once, and the privacy profile is what the upper hull of the chains of all pairs says. All numbers are whole, over the
denominator of what is told.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, groupby, pairwise
from typing import Any, Generic, TypeVar

from concomp.impl.confounding.told import Told, ratio
from concomp.model.confounding.privacy import Optimum
from concomp.model.confounding.setting import Pair
from concomp.model.laws.law import ONE
from concomp.model.laws.profile import Profile

S = TypeVar("S", bound=Hashable)
Step = tuple[int, int]
"""Whole weights (p, q) under two secrets."""


def steps(p: Sequence[int], q: Sequence[int]) -> list[Step]:
    """The answers, those of equal odds p/q as one, by falling odds."""
    # Two different odds of such numbers are further apart than 1 in this many.
    shift = 2 * max(map(int.bit_length, (max(p), max(q)))) + 1
    weighted = [(a, b) for a, b in zip(p, q, strict=True) if a or b]
    certain = sum(a for a, b in weighted if not b)
    by_odds = sorted(((a << shift) // b, a, b) for a, b in weighted if b)
    alike = [list(group) for _, group in groupby(reversed(by_odds), key=lambda each: each[0])]
    summed = [(sum(a for _, a, _ in group), sum(b for _, _, b in group)) for group in alike]
    return [(certain, 0), *summed] if certain else summed


def points(taken: Iterable[Step]) -> list[Step]:
    """(P, Q) of the events that take so many of the steps, none first."""
    return list(accumulate(taken, lambda point, step: (point[0] + step[0], point[1] + step[1]), initial=(0, 0)))


@dataclass(frozen=True, eq=False)
class Region(Generic[S]):
    """What the events of a table reach, for adjacent secrets.

    told: the table. pairs: ordered pairs of its secrets, each with its reverse.
    """

    told: Told[S]
    pairs: Iterable[Pair[S]]

    @cached_property
    def chains(self) -> dict[Pair[S], list[Step]]:
        """Pair ↦ the steps of its answers, by falling odds; the pairs in the order of their texts."""
        chains: dict[Pair[S], list[Step]] = {}
        for pair in sorted(self.pairs, key=repr):
            other = chains.get((pair[1], pair[0]))
            if other is None:
                chains[pair] = steps(self.told.weights[pair[0]], self.told.weights[pair[1]])
            else:
                chains[pair] = [(q, p) for p, q in reversed(other)]
        return chains

    @cached_property
    def points(self) -> dict[Pair[S], list[Step]]:
        """Pair ↦ (P, Q) of its best events whose odds are above 1."""
        return {
            pair: points(chain[: bisect_left(chain, True, key=lambda step: step[0] <= step[1])])
            for pair, chain in self.chains.items()
        }

    def delta_of(self, pair: Pair[S], e_eps: Fraction) -> Fraction:
        """The least δ of one ordered pair at E ≥ 1."""
        above, below = e_eps.numerator, e_eps.denominator
        taken = bisect_left(self.chains[pair], True, key=lambda step: step[0] * below <= step[1] * above)
        p, q = self.points[pair][taken]
        return Fraction(p * below - q * above, below * self.told.total)

    def __call__(self, e_eps: Fraction) -> Fraction:
        """The least δ at E ≥ 1."""
        return max(self.delta_of(pair, e_eps) for pair in self.chains)

    def least_e_eps_of(self, pair: Pair[S], delta: Fraction) -> Fraction | None:
        """The least E ≥ 1 of one ordered pair for δ; None if none is enough."""
        above, below = delta.numerator * self.told.total, delta.denominator
        reached, chain = self.points[pair], self.chains[pair]
        # What an event needs, (P − δ)/Q, rises along the points and then falls.
        last = bisect_left(
            range(len(reached) - 1), True, key=lambda k: not _needs_more(chain[k], reached[k], above, below)
        )
        p, q = reached[last]
        excess = p * below - above
        if excess <= 0:
            return ONE
        return max(ONE, Fraction(excess, q * below)) if q else None

    def least_e_eps(self, delta: Fraction) -> Fraction | None:
        """The least E ≥ 1 for δ; None if none is enough."""
        return self.optimum(delta).e_eps

    def optimum(self, delta: Fraction) -> Optimum[S]:
        """The least E ≥ 1 for δ, with a pair and an event that no smaller E is enough for."""
        needed = {pair: self.least_e_eps_of(pair, delta) for pair in self.chains}
        pair, e_eps = max(needed.items(), key=lambda item: (item[1] is None, item[1] or 0))
        return Optimum(e_eps, pair, frozenset(self._event(pair, e_eps)))

    def _event(self, pair: Pair[S], e_eps: Fraction | None) -> Iterator[Any]:
        above, below = (1, 0) if e_eps is None else (e_eps.numerator, e_eps.denominator)
        weights = zip(self.told.weights[pair[0]], self.told.weights[pair[1]], strict=True)
        for answer, (p, q) in zip(self.told.answers, weights, strict=True):
            if p and (p * below >= q * above if below else not q):
                yield answer

    @cached_property
    def hull(self) -> list[Step]:
        """(P, Q) of the events that are best at some E ≥ 1, for all pairs together, by rising Q."""
        kept: list[Step] = []
        for p, q in sorted({point for chain in self.points.values() for point in chain}, key=lambda each: each[::-1]):
            while kept and _is_below(kept, p, q):
                kept.pop()
            if not kept or p - kept[-1][0] > q - kept[-1][1]:
                kept.append((p, q))
        return kept

    @cached_property
    def profile(self) -> Profile:
        """E ↦ δ(E) for all E ≥ 1."""
        total, (p, q) = self.told.total, self.hull[-1]
        vertices = [(ONE, Fraction(p - q, total))]
        for (p, q), (right_p, right_q) in reversed(list(pairwise(self.hull))):
            rise, run = right_p - p, right_q - q
            vertices.append((Fraction(rise, run), Fraction(p * run - q * rise, run * total)))
        return Profile(tuple(vertices))


def dependence(joint: Told[S], product: Told[S], secrets: Iterable[S]) -> tuple[Fraction, Fraction | None]:
    """K and K': the largest and the inverse of the least ratio of chances; K' is None if some ratio is 0."""
    places = {answer: place for place, answer in enumerate(joint.answers)}
    above, below = ONE * 0, ONE
    for secret in secrets:
        mine = joint.weights[secret]
        ratios = [
            (mine[places[answer]] if answer in places else 0, weight)
            for answer, weight in zip(product.answers, product.weights[secret], strict=True)
            if weight
        ]
        extremes = steps([a for a, _ in ratios], [b for _, b in ratios])
        above = max(above, _odds(*extremes[0], joint, product))
        below = min(below, _odds(*extremes[-1], joint, product))
    return above, 1 / below if below else None


def _odds(weight: int, other: int, joint: Told[Any], product: Told[Any]) -> Fraction:
    return ratio(weight, joint) / ratio(other, product)


def _needs_more(step: Step, point: Step, above: int, below: int) -> bool:
    """Whether with one more step an event needs no smaller an E than without, for δ = above/below."""
    return step[0] * below * point[1] >= step[1] * (point[0] * below - above)


def _is_below(kept: list[Step], p: int, q: int) -> bool:
    """Whether the last point is on or below the line through the one before it and this one."""
    last_p, last_q = kept[-1]
    if last_q == q:
        return last_p <= p
    if len(kept) < 2:
        return False
    first_p, first_q = kept[-2]
    return (last_p - first_p) * (q - first_q) <= (p - first_p) * (last_q - first_q)
