"""What candidates are worth: their own least δ, and what an adversary reaches against several of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from fractions import Fraction

from concomp.impl.audit.curves import Curve
from concomp.impl.audit.engine import Audit
from concomp.impl.audit.setting import Setting, nothing, of_game, whether_identical
from concomp.model.laws.indistinguishability import Privacy
from concomp.model.mechanisms.interleaving import FREE, Interleaving, Rule
from concomp.model.mechanisms.privacy import Game, continual_game
from concomp.model.mechanisms.verification import Pair
from concomp.obligations.enumeration.functions import accepting
from concomp.obligations.enumeration.interleaving import within_slots
from concomp.obligations.search.candidates import Member

Vertices = Iterable[tuple[Fraction, Fraction]]
NOTHING = Fraction(-1000)
"""The excess of a candidate about which a claim says nothing; others have more."""
Accepts = Callable[[Sequence[Privacy]], bool]
"""Whether a filter accepts the labels spent so far."""


def game_of(member: Member) -> Game:
    """V[f] ∘* I(b) ∘* M for a member."""
    pairs = sorted({pair for sequence in member.accepted for pair in sequence})
    return continual_game(accepting(member.accepted), member.kernel.mechanism(), pairs, member.kernel.shape.rounds)


def own_delta(game: Game, e_eps: Fraction) -> Fraction:
    """The least δ of a game at e_eps."""
    return max(Audit(of_game(game)).deltas(e_eps))


def sparse_curve(games: Sequence[Game], labels: Sequence[Hashable], slots: Sequence[Hashable]) -> Curve:
    """What is reached if the labels of the games with a differing pair have to fit the slots."""
    rule = Rule(frozenset(), within_slots(labels, slots))
    return _curve(games, labels, rule, whether_identical)


def slotted_curve(games: Sequence[Game], labels: Sequence[Hashable], slots: Sequence[Hashable]) -> Curve:
    """What is reached if the labels of the games with any pair have to fit the slots."""
    available = Counter(slots)

    def charge(begun: frozenset[int], index: int, pair: Pair) -> frozenset[int] | None:
        extended = begun | {index}
        return extended if Counter(labels[each] for each in extended) <= available else None

    return _curve(games, labels, Rule(frozenset(), charge), nothing)


def filtered_curve(games: Sequence[Game], labels: Sequence[Privacy], accepts: Accepts) -> Curve:
    """What is reached if a filter, indifferent to the order, has to accept the labels of the games with any pair."""

    def charge(begun: frozenset[int], index: int, pair: Pair) -> frozenset[int] | None:
        extended = begun | {index}
        return extended if accepts([labels[each] for each in extended]) else None

    return _curve(games, labels, Rule(frozenset(), charge), nothing)


def free_curve(games: Sequence[Game]) -> Curve:
    """What is reached without a rule."""
    return _curve(games, [None] * len(games), FREE, nothing)


def _curve(games: Sequence[Game], labels: Sequence[Hashable], rule: Rule, tag: Callable[[Pair], Hashable]) -> Curve:
    kinds = [(id(game), label) for game, label in zip(games, labels, strict=True)]
    rounds = sum(game.rounds for game in games)
    given = Interleaving(tuple(games), rule, rounds, lambda query, index: query)
    return Audit(Setting(given, tuple(map(kinds.index, kinds)), tag)).curve


def reached(curve: Curve, e_eps: Fraction) -> Fraction:
    """The δ at e_eps that a curve stands for, both directions."""
    return max(curve.forward(e_eps), curve.backward(e_eps))


def excess(curve: Curve, claimed: Vertices) -> Fraction:
    """By how much a curve exceeds a bound, as a part of what is left up to 1, at the vertex where it does most.

    Negative if it never does. Vertices at 1 cannot be exceeded; to be zero where zero is claimed is
    nothing to climb to.
    """
    worst = NOTHING
    for e_eps, bound in claimed:
        value = reached(curve, e_eps)
        if bound < 1 and max(bound, value) > 0:
            worst = max(worst, (value - bound) / (1 - bound))
    return worst
