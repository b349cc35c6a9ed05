"""What statements claim about a candidate, and by which part the candidate exceeds it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache

from concomp.model.laws.indistinguishability import Privacy
from concomp.model.laws.law import ONE, ZERO
from concomp.model.mechanisms.privacy import Game, continual_game
from concomp.model.mechanisms.randomised_response import BITS
from concomp.model.reduction.control import control
from concomp.model.reduction.laziness import identical_pairs, likelihoods, same_answers
from concomp.model.reduction.waiting import waiting_budget
from concomp.obligations.enumeration.bounds import kept, pure_profile, response_profile, with_exposure, with_sum
from concomp.obligations.enumeration.components import response_component
from concomp.obligations.enumeration.played import own_delta, reached
from concomp.obligations.search.candidates import Candidate
from concomp.obligations.search.playing import (
    NOTHING,
    Vertices,
    excess,
    filtered_curve,
    free_curve,
    game_of,
    slotted_curve,
    sparse_curve,
)

Excess = Callable[[Candidate], Fraction]
"""By which part a candidate exceeds a claim: a violation if positive, the claim exactly reached if zero."""
Claim = Callable[[Sequence[Fraction], Fraction], Vertices]
"""(e^ε of the slots, δ') ↦ the claimed bound."""

# Sparse parallel composition with a budget on δ.

Exposures = Callable[[Game, Fraction], Fraction]
"""(game, e^ε) ↦ what it is charged for."""


def doubled(game: Game, e_eps: Fraction) -> Fraction:
    """min(1, 2δ)."""
    return min(ONE, 2 * own_delta(game, e_eps))


def waiting(game: Game, e_eps: Fraction) -> Fraction:
    """The least budget of a lazy simulation."""
    return waiting_budget(likelihoods(game), e_eps, identical_pairs)


def product_claim(slots: Sequence[Fraction], exposed: Fraction) -> Vertices:
    """1 − (1 − δ)(1 − δ')."""
    return with_exposure(pure_profile(tuple(slots)), exposed)


def sum_claim(slots: Sequence[Fraction], exposed: Fraction) -> Vertices:
    """δ + δ'."""
    return with_sum(pure_profile(tuple(slots)), exposed)


def parallel(copies: int, slots: int, claim: Claim, charged: Exposures = own_delta) -> Excess:
    """Copies of one member, some of them exceptional, against a claim about what all of them are charged for."""

    def value(candidate: Candidate) -> Fraction:
        game, e_eps = game_of(candidate.members[0]), candidate.e_eps
        exposed = 1 - kept([charged(game, e_eps)] * copies)
        if exposed in (ZERO, ONE):
            return NOTHING
        curve = sparse_curve([game] * copies, [e_eps] * copies, [e_eps] * slots)
        return excess(curve, claim([e_eps] * slots, exposed)) / exposed

    return value


def printed_parallel(copies: int, slots: int, claim: Claim) -> Excess:
    """Copies of one member against the printed claim, measured by the gap between it and the repaired claim.

    Where the least lazy budget is δ there is no gap, and no composition is valued. The measure also grows where little
    is left up to 1. So neither candidates with hardly a gap, nor those that tell nearly everything, attract the search.
    """

    def value(candidate: Candidate) -> Fraction:
        game, e_eps = game_of(candidate.members[0]), candidate.e_eps
        chances = likelihoods(game)
        budgets = max(control(chances, e_eps)[()]), waiting_budget(chances, e_eps, identical_pairs)
        if budgets[0] == budgets[1]:
            return NOTHING
        curve = sparse_curve([game] * copies, [e_eps] * copies, [e_eps] * slots)
        printed, repaired = (claim([e_eps] * slots, 1 - kept([budget] * copies)) for budget in budgets)
        return max(
            (
                max(NOTHING, (reached(curve, at) - claimed) / (min(ONE, allowed) - claimed) / (1 - claimed))
                for (at, claimed), (_, allowed) in zip(printed, repaired, strict=True)
                if claimed < min(ONE, allowed)
            ),
            default=NOTHING,
        )

    return value


def pure_parallel(copies: int, slots: int) -> Excess:
    """Copies of one purely private member, labelled with the least e^ε at which its δ is zero."""

    def value(candidate: Candidate) -> Fraction:
        game = game_of(candidate.members[0])
        e_eps = pure_odds(game)
        if e_eps is None:
            return NOTHING
        curve = sparse_curve([game] * copies, [e_eps] * copies, [e_eps] * slots)
        return excess(curve, pure_profile((e_eps,) * slots).vertices)

    return value


def pure_odds(game: Game) -> Fraction | None:
    """The largest ratio of the chances of a history in the two worlds; None if one of them is impossible, or if none
    differs.
    """
    largest = ONE
    for zero, one in likelihoods(game).values():
        if ZERO in (zero, one):
            return None
        largest = max(largest, zero / one, one / zero)
    return largest if largest > 1 else None


# Slots that pay for ε and δ.


def consistent_parallel(copies: int, slots: int) -> Excess:
    """Copies of one first-pair consistent member, some of them exceptional, against composed responses."""

    def value(candidate: Candidate) -> Fraction:
        game = game_of(candidate.members[0])
        label = Privacy(candidate.e_eps, own_delta(game, candidate.e_eps))
        curve = sparse_curve([game] * copies, [label] * copies, [label] * slots)
        return excess(curve, response_profile((label,) * slots).vertices)

    return value


def fixed_mechanisms(candidate: Candidate) -> Fraction:
    """Every member once, against the responses with their labels."""
    games = list(map(game_of, candidate.members))
    labels = [Privacy(candidate.e_eps, own_delta(game, candidate.e_eps)) for game in games]
    return excess(free_curve(games), response_profile(tuple(labels)).vertices)


def fixed_parameters(copies: int, slots: int) -> Excess:
    """A menu of members with one label, created when the adversary likes, against as many responses as there are slots.

    The label has the largest δ of the members.
    """

    def value(candidate: Candidate) -> Fraction:
        games = list(map(game_of, candidate.members))
        label = Privacy(candidate.e_eps, max(own_delta(game, candidate.e_eps) for game in games))
        offered = games * copies
        curve = slotted_curve(offered, [label] * len(offered), [label] * slots)
        return excess(curve, response_profile((label,) * slots).vertices)

    return value


def filtered(copies: int) -> Excess:
    """A menu of members under a filter on sums, against the game of the responses with the same labels.

    The filter accepts what costs no more than the first member and one of the others together.
    """

    def value(candidate: Candidate) -> Fraction:
        games = list(map(game_of, candidate.members))
        labels = [Privacy(candidate.e_eps, own_delta(game, candidate.e_eps)) for game in games]
        budget = labels[0].delta + max(label.delta for label in labels[1:])

        def accepts(spent: Sequence[Privacy]) -> bool:
            return len(spent) <= 2 and sum((label.delta for label in spent), ZERO) <= budget

        given = labels * copies
        responses = filtered_curve([_response_game(label) for label in given], given, accepts)
        return excess(filtered_curve(games * copies, given, accepts), responses.profile().vertices)

    return value


@cache
def _response_game(label: Privacy) -> Game:
    part = response_component(label)
    return continual_game(part.function, part.mechanism, part.pairs, 1)


# Lazy simulation.


def lazily_simulated(doubling: int) -> Excess:
    """The least budget of a lazy simulation of an interactive mechanism, against min(1, doubling·δ)."""

    def value(candidate: Candidate) -> Fraction:
        mechanism = candidate.members[0].kernel.mechanism()
        first, second = mechanism.initial_states
        chances = likelihoods(Game(mechanism, (first, second), BITS, candidate.members[0].kernel.shape.rounds))
        claimed = min(ONE, doubling * max(control(chances, candidate.e_eps)[()]))
        needed = waiting_budget(chances, candidate.e_eps, same_answers(chances))
        return needed / claimed - 1 if claimed else NOTHING

    return value
