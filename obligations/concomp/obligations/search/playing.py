"""What candidates are worth: their own least δ, and what an adversary reaches against several of them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from fractions import Fraction

from concomp.impl.audit.curves import Curve
from concomp.model.laws.indistinguishability import Privacy
from concomp.model.mechanisms.privacy import Game, continual_game
from concomp.obligations.enumeration.functions import accepting
from concomp.obligations.enumeration.played import curve_of, filtered, free, reached, slotted, sparse
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


def sparse_curve(games: Sequence[Game], labels: Sequence[Hashable], slots: Sequence[Hashable]) -> Curve:
    """What is reached if the labels of the games with a differing pair have to fit the slots."""
    return curve_of(sparse(games, labels, slots))


def slotted_curve(games: Sequence[Game], labels: Sequence[Hashable], slots: Sequence[Hashable]) -> Curve:
    """What is reached if the labels of the games with any pair have to fit the slots."""
    return curve_of(slotted(games, labels, slots))


def filtered_curve(games: Sequence[Game], labels: Sequence[Privacy], accepts: Accepts) -> Curve:
    """What is reached if a filter, indifferent to the order, has to accept the labels of the games with any pair."""
    return curve_of(filtered(games, labels, accepts))


def free_curve(games: Sequence[Game]) -> Curve:
    """What is reached without a rule."""
    return curve_of(free(games))


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
