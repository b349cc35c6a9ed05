"""What candidates are worth: their own least δ, and what an adversary reaches against several of them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from fractions import Fraction
from typing import Any

from concomp.impl.audit.curves import Curve
from concomp.impl.audit.setting import of_game
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import Law
from concomp.model.mechanisms.interactive import HALT, InteractiveMechanism
from concomp.model.mechanisms.privacy import Game
from concomp.model.mechanisms.randomised_response import BITS
from concomp.obligations.families.compositions.engine_games import (
    curve_of,
    delta_at,
    free,
    sparse,
    with_filter,
    with_slots,
)
from concomp.obligations.search.candidates import Member

Vertices = Iterable[tuple[Fraction, Fraction]]
NOTHING = Fraction(-1000)
"""The excess of a candidate about which a claim says nothing."""
Accepts = Callable[[Sequence[int]], bool]
"""Whether a filter accepts the labels spent so far."""
HALTED: Law[Any] = Law.point((HALT, HALT))


def game_of(member: Member) -> Game:
    """V[f] ∘* I(b) ∘* M for a member, unfolded at once: a state is (b, state of M, the pairs so far)."""
    mechanism, accepted = member.kernel.mechanism(), member.accepted

    def step(state: Any, pair: Any) -> Law[Any]:
        bit, within, past = state
        extended = (*past, pair)
        if extended not in accepted:
            return HALTED
        return mechanism.respond(within, pair[bit]).map(lambda outcome: ((bit, outcome[0], extended), outcome[1]))

    zero, one = ((bit, mechanism.initial_state, ()) for bit in BITS)
    pairs = tuple(sorted({pair for sequence in accepted for pair in sequence}))
    return Game(
        InteractiveMechanism(step, (zero, one), pairs, "member"), (zero, one), pairs, member.kernel.shape.rounds
    )


def own_curve(game: Game) -> Curve:
    """What is reached against a game alone."""
    return curve_of(of_game(game))


def labels_of(curve: Curve) -> list[PrivacyParameters]:
    """The least parameters of a game by its curve, where its profile has corners; not those at which it tells all."""
    return [PrivacyParameters(e_eps, delta) for e_eps, delta in curve.profile().vertices if delta < 1]


def sparse_curve(games: Sequence[Game], labels: Sequence[Hashable], slots: Sequence[Hashable]) -> Curve:
    """What is reached if the labels of the games with a differing pair have to fit the slots."""
    return curve_of(sparse(games, labels, slots))


def slotted_curve(games: Sequence[Game], labels: Sequence[Hashable], slots: Sequence[Hashable]) -> Curve:
    """What is reached if the labels of the games with any pair have to fit the slots."""
    return curve_of(with_slots(games, labels, slots))


def filtered_curve(games: Sequence[Game], labels: Sequence[int], accepts: Accepts) -> Curve:
    """What is reached if a filter, indifferent to the order, has to accept the labels of the games with any pair."""
    return curve_of(with_filter(games, labels, accepts))


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
        value = delta_at(curve, e_eps)
        if bound < 1 and max(bound, value) > 0:
            worst = max(worst, (value - bound) / (1 - bound))
    return worst
