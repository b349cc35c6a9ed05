"""What statements claim about a candidate, and by which part the candidate exceeds it.

Every candidate is judged at all e^ε at which its own profile has corners, for there its labels are sharpest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache

from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import ONE, ZERO
from concomp.model.mechanisms.privacy import Game
from concomp.model.mechanisms.randomised_response import BITS
from concomp.model.reduction.laziness import Likelihoods, identical_pairs, likelihoods, same_answers
from concomp.model.reduction.waiting import waiting_budget
from concomp.obligations.families.compositions.bounds import chance_of_no_exposure, pure_profile, with_exposure
from concomp.obligations.families.compositions.engine_games import delta_at
from concomp.obligations.search.candidates import Candidate
from concomp.obligations.search.playing import (
    NOTHING,
    Vertices,
    excess,
    filtered_curve,
    free_curve,
    game_of,
    labels_of,
    own_curve,
    slotted_curve,
    sparse_curve,
)

Excess = Callable[[Candidate], Fraction]
"""By which part a candidate exceeds a claim: a violation if and only if it is positive."""

# Sparse parallel composition with a budget on δ.

Claim = Callable[[Fraction, Fraction], Fraction]
"""(δ of the slots, δ' of the budget) ↦ the claimed bound."""
Charge = Callable[[Likelihoods, PrivacyParameters], Fraction]
"""(a mechanism, its label) ↦ the δ'_j that the budget is charged for it."""
Scale = Callable[[Claim, Fraction, Fraction, Fraction], Fraction]
"""(claim, δ of the slots, δ' charged, δ' if all wait) ↦ by what an excess is divided; zero where none is looked for."""


def at_once(chances: Likelihoods, label: PrivacyParameters) -> Fraction:
    """δ."""
    return label.delta


def double_delta(chances: Likelihoods, label: PrivacyParameters) -> Fraction:
    """min(1, 2δ)."""
    return min(ONE, 2 * label.delta)


def waiting_budget_of(chances: Likelihoods, label: PrivacyParameters) -> Fraction:
    """The least budget of a lazy simulation."""
    return waiting_budget(chances, label.e_eps, identical_pairs)


def product_claim(slotted: Fraction, exposed: Fraction) -> Fraction:
    """1 − (1 − δ)(1 − δ')."""
    return 1 - (1 - slotted) * (1 - exposed)


def sum_claim(slotted: Fraction, exposed: Fraction) -> Fraction:
    """δ + δ'."""
    return slotted + exposed


def cost_of_waiting(claim: Claim, slotted: Fraction, exposed: Fraction, waited: Fraction) -> Fraction:
    """By how much the printed bound would rise if δ were what waiting costs, where the slots matter.

    The climb goes to mechanisms for which this is much.
    """
    return claim(slotted, waited) - claim(slotted, exposed) if slotted else ZERO


def smaller_part(claim: Claim, slotted: Fraction, exposed: Fraction, waited: Fraction) -> Fraction:
    """The smaller part of the printed bound: the climb goes to mechanisms for which both matter."""
    return min(slotted, exposed)


def parallel(
    copies: int, slots: int, claim: Claim, charged: Charge = at_once, scale: Scale = cost_of_waiting
) -> Excess:
    """Copies of one member, some of them exceptional, against a claim about what all of them are charged for."""

    def value(candidate: Candidate) -> Fraction:
        game = game_of(candidate.members[0])
        asked = list(bounds(likelihoods(game), labels_of(own_curve(game))))
        if not asked:
            return NOTHING
        curve = sparse_curve([game] * copies, [0] * copies, [0] * slots)
        return max((delta_at(curve, e_eps) - bound) / unit for e_eps, bound, unit in asked)

    def bounds(
        chances: Likelihoods, labels: Sequence[PrivacyParameters]
    ) -> Iterator[tuple[Fraction, Fraction, Fraction]]:
        """(E, the bound there, the scale) wherever the scale is positive and the bound less than 1."""
        for label in labels:
            exposed, waited, budget = (
                1 - chance_of_no_exposure([charge(chances, label)] * copies)
                for charge in (at_once, waiting_budget_of, charged)
            )
            for e_eps, slotted in pure_profile((label.e_eps,) * slots).vertices:
                bound, unit = claim(slotted, budget), scale(claim, slotted, exposed, waited)
                if unit > 0 and bound < 1:
                    yield e_eps, bound, unit

    return value


# Slots that pay for ε and δ.


def responses(labels: Sequence[PrivacyParameters]) -> Vertices:
    """The profile of Comp[RR_{ε,δ_1}, …, RR_{ε,δ_k}], for labels with one ε."""
    exposed = 1 - chance_of_no_exposure([label.delta for label in labels])
    return with_exposure(pure_profile(tuple(label.e_eps for label in labels)), exposed)


def pure_parallel(copies: int, slots: int) -> Excess:
    """Copies of one purely private member, labelled with the least e^ε at which its δ is zero."""

    def value(candidate: Candidate) -> Fraction:
        game = game_of(candidate.members[0])
        pure = [label for label in labels_of(own_curve(game)) if label.delta == 0]
        curve = sparse_curve([game] * copies, [0] * copies, [0] * slots) if pure else None
        return max((excess(curve, responses((label,) * slots)) for label in pure if curve), default=NOTHING)

    return value


def consistent_parallel(copies: int, slots: int) -> Excess:
    """Copies of one first-pair consistent member, some of them exceptional, against composed responses."""

    def value(candidate: Candidate) -> Fraction:
        game = game_of(candidate.members[0])
        curve = sparse_curve([game] * copies, [0] * copies, [0] * slots)
        return max(
            (excess(curve, responses((label,) * slots)) for label in labels_of(own_curve(game))), default=NOTHING
        )

    return value


def fixed_mechanisms(candidate: Candidate) -> Fraction:
    """Every member once, against the responses with their labels."""
    games = list(map(game_of, candidate.members))
    curve = free_curve(games)
    return max((excess(curve, responses(labels)) for labels in _common_labels(games)), default=NOTHING)


def fixed_parameters(copies: int, slots: int) -> Excess:
    """A menu of members with one label, created when the adversary likes, against as many responses as there are slots.

    The label has the largest δ of the members.
    """

    def value(candidate: Candidate) -> Fraction:
        games = list(map(game_of, candidate.members))
        offered = games * copies
        curve = slotted_curve(offered, [0] * len(offered), [0] * slots)
        largest = [max(labels, key=lambda label: label.delta) for labels in _common_labels(games)]
        return max((excess(curve, responses((label,) * slots)) for label in largest), default=NOTHING)

    return value


def filtered_composition(copies: int) -> Excess:
    """A menu of two members under a filter on sums, against the game of the responses with the same labels.

    The filter accepts two launches that cost no more than one of each member. Of responses with one ε the one with more
    δ tells more, so that the game of the responses is worth what one of each is worth.
    """

    def value(candidate: Candidate) -> Fraction:
        games = list(map(game_of, candidate.members))
        played = cache(lambda cheaper: filtered_curve(games * copies, [0, 1] * copies, accepting_two(cheaper)))
        return max(
            (excess(played(_cheaper(labels)), responses(labels)) for labels in _common_labels(games)), default=NOTHING
        )

    return value


def accepting_two(cheaper: frozenset[int]) -> Callable[[Sequence[int]], bool]:
    """A filter that accepts two launches, but of the members that are not among the cheaper ones only one."""
    return lambda spent: len(spent) < 2 or (len(spent) == 2 and (len(set(spent)) == 2 or spent[0] in cheaper))


def _cheaper(labels: Sequence[PrivacyParameters]) -> frozenset[int]:
    """The members that cost no more than any."""
    least = min(label.delta for label in labels)
    return frozenset(index for index, label in enumerate(labels) if label.delta == least)


def _common_labels(games: Sequence[Game]) -> list[list[PrivacyParameters]]:
    """The labels of games at one e^ε after the other at which one of them has a corner."""
    curves = list(map(own_curve, games))
    corners = {label.e_eps for curve in curves for label in labels_of(curve)}
    found = ([PrivacyParameters(e_eps, delta_at(curve, e_eps)) for curve in curves] for e_eps in sorted(corners))
    return [labels for labels in found if all(label.delta < 1 for label in labels)]


# Lazy simulation.


def lazy_simulation(doubling: int) -> Excess:
    """The least budget of a lazy simulation of an interactive mechanism, against min(1, doubling·δ)."""

    def value(candidate: Candidate) -> Fraction:
        kernel = candidate.members[0].kernel
        mechanism = kernel.mechanism()
        first, second = mechanism.initial_states
        game = Game(mechanism, (first, second), BITS, kernel.shape.rounds)
        chances = likelihoods(game)
        lazy = same_answers(chances)
        return max(
            (
                waiting_budget(chances, label.e_eps, lazy) / min(ONE, doubling * label.delta) - 1
                for label in labels_of(own_curve(game))
                if label.delta
            ),
            default=NOTHING,
        )

    return value
