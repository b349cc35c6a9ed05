"""The verification functions of compositions of one order: what is written in the language against the sentences."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from math import prod
from typing import Any

from concomp.model.composition.concurrent import concurrent_composition
from concomp.model.composition.extended import creation, query_pair
from concomp.model.composition.renyi import (
    RenyiCatalogue,
    RenyiFiltered,
    RenyiFirstPairConsistentParallel,
    RenyiFixedParameters,
    RenyiParallel,
    renyi_assertion,
    renyi_catalogue,
    renyi_filter,
    universal_mechanism,
)
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import ONE, ZERO
from concomp.model.mechanisms.measures.renyi import largest_moment, loss
from concomp.model.mechanisms.measures.trade_offs import game_trade_off
from concomp.model.mechanisms.privacy import Game
from concomp.model.mechanisms.verification import VerificationFunction
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.expectation import expect
from concomp.obligations.families.compositions.small_games import game, pure_slots
from concomp.obligations.families.functions.agreement import agreement
from concomp.obligations.families.functions.parallel_specifications import consistent_parallel, sparse_parallel
from concomp.obligations.families.functions.renyi_specifications import (
    Sentence,
    as_pure,
    asserted_by_moments,
    of_order,
)
from concomp.obligations.families.functions.specifications import creations, filtered, fixed_parameters
from concomp.obligations.families.small.continual import continual_tree, two_stage_mechanism
from concomp.obligations.families.small.functions import ANY, FIRST_PAIR_CONSISTENT
from concomp.obligations.families.small.leaking import THEN_RISING

LENGTH, ORDER = 3, 2
ODDS, TOO_SMALL = Fraction(5, 3), Fraction(8, 5)
HALF = Fraction(1, 2)
LEAK = two_stage_mechanism(HALF, (Fraction(1, 4), Fraction(3, 4), HALF, HALF))
"""After the answer 0 a noisy bit, after the answer 1 a fair coin: its moment of order 2 is 5/3."""


@cache
def _creates() -> tuple[Any, ...]:
    """(M, s, 2, ln 5/3, f), f not first-pair consistent; with one that is; the same of order 3; with too small an ε."""
    return (
        renyi_assertion(LEAK, ORDER, ODDS, THEN_RISING),
        renyi_assertion(LEAK, ORDER, Fraction(3), FIRST_PAIR_CONSISTENT),
        renyi_assertion(LEAK, 3, Fraction(3), FIRST_PAIR_CONSISTENT),
        renyi_assertion(LEAK, ORDER, TOO_SMALL, THEN_RISING),
    )


@cache
def known() -> RenyiCatalogue:
    """The first two of them, which hold."""
    return renyi_catalogue(_creates()[:2], ORDER, 2, [FIRST_PAIR_CONSISTENT])


def _alphabet() -> list[Any]:
    """Creations, also of another order and with too small an ε; queries; and what is no pair."""
    queries = (query_pair(left, right, index) for left, right in ((0, 0), (0, 1)) for index in (1, 2))
    return [*map(creation, _creates()), (_creates()[0], _creates()[1]), *queries, _creates()[0]]


def _compare(functions: Mapping[str, tuple[VerificationFunction, Sentence]], wrong: Mapping[str, Sentence]) -> Outcome:
    """That functions agree with their sentences, and that each variant differs from the first function."""
    compared = accepted = 0
    for name, (function, sentence) in functions.items():
        found = agreement(function, sentence, _alphabet(), LENGTH)
        expect(found.differing is None, f"{name} and its sentence differ on {found.differing}")
        compared, accepted = compared + found.compared, accepted + found.accepted
    first = next(iter(functions.values()))[0]
    for name, variant in wrong.items():
        differing = agreement(first, variant, _alphabet(), LENGTH).differing
        expect(differing is not None, f"{name}: the definition is the same")
    return Outcome(
        verdict="exact",
        scope=f"{', '.join(functions)} at α = {ORDER}; all sequences of up to {LENGTH} messages, invalid ones extended "
        "no further: creations of two orders, one of them with too small an ε, queries, and what is no pair",
        size=compared,
        witness=f"{accepted} sequences are accepted",
        control=f"{len(wrong)} variants differ: {'; '.join(wrong)}",
    )


NOISY = tuple((chance, 1 - chance) for chance in (Fraction(1, 4), Fraction(1, 3)))
NOISE = (Fraction(7, 3), Fraction(3, 2))
"""The moments of order 2 of noisy bits that are wrong with these chances."""
ASSERTED = asserted_by_moments(ORDER, 2)
LABELS = tuple(PrivacyParameters(odds, ZERO) for odds in (ODDS, ODDS, Fraction(3)))

AT_FAULT = PrivacyParameters(TOO_SMALL, ZERO)


def _fixed(words: Any, labels: tuple[PrivacyParameters, ...] = LABELS[1:]) -> bool:
    return fixed_parameters(as_pure(words), labels, ASSERTED, lambda create: True)


def _fixed_parameters() -> RenyiFixedParameters:
    return known().bind(RenyiFixedParameters, 2, slots=pure_slots(ODDS, Fraction(3)), order=ORDER)


@check("HSV26 Section 13: f_{RDP,alpha}^{eps_1..eps_k} and UM_i")
def fixed_parameters_of_one_order_in_the_language() -> Outcome:
    """f_{RDP,α} accepts what the sentence accepts; universal mechanisms side by side are the composition."""
    outcome = _compare(
        {"f_{RDP,α}": (_fixed_parameters(), lambda words: of_order(words, ORDER) and _fixed(words))},
        {
            "any order": _fixed,
            "one slot fewer": lambda words: of_order(words, ORDER) and _fixed(words, LABELS[2:]),
            "what is asserted need not hold": lambda words: (
                of_order(words, ORDER) and fixed_parameters(as_pure(words), (*LABELS, AT_FAULT), bool, bool)
            ),
        },
    )
    cases = _universal_mechanisms_are_the_composition()
    return outcome.model_copy(
        update={
            "scope": f"{outcome.scope}; UM_1 and UM_2 side by side against the composition, by moments and by tests",
            "size": (outcome.size or 0) + cases,
        }
    )


def _universal_mechanisms_are_the_composition() -> int:
    """Expect the moments, and the trade-off function, of V[f] ∘* I ∘* ExtConComp from ConComp[UM_1, UM_2]."""
    noisy = [continual_tree([(0,), (1,)], chances) for chances in NOISY]
    created = [renyi_assertion(each, ORDER, odds, ANY) for each, odds in zip(noisy, NOISE, strict=True)]
    bits, pairs = renyi_catalogue(created, ORDER, 1), ((0, 1),)
    universal = [universal_mechanism(bits, odds) for odds in NOISE]
    for each, odds in zip(universal, NOISE, strict=True):
        expect(loss(Game(each, (0, 1), (*created, *pairs), 2), ORDER) == odds, f"UM loses other than {odds}")
    slots = bits.bind(RenyiFixedParameters, 2, slots=pure_slots(*NOISE), order=ORDER)
    composed = game(slots, created, 2, pairs, 4)
    messages = ((created[0], 1), (created[1], 2), *product(pairs, (1, 2)))
    side_by_side = Game(concurrent_composition(universal), ((0, 0), (1, 1)), messages, 4)
    found = largest_moment(side_by_side, ORDER), largest_moment(composed, ORDER)
    expect(found[0] == found[1] == prod(NOISE), f"the moments are {found}")
    expect(game_trade_off(side_by_side) == game_trade_off(composed), "a test tells them apart")
    return 4


def _parallel(words: Any, labels: tuple[PrivacyParameters, ...] = LABELS[:1]) -> bool:
    return of_order(words, ORDER) and sparse_parallel(as_pure(words), labels, ASSERTED)


def _is_consistent(function: Any) -> bool:
    return function is FIRST_PAIR_CONSISTENT


@check("HSV26 Section 13: f_{inf,RDP,alpha}, f_{inf,FPC,RDP,alpha}")
def parallel_composition_of_one_order_in_the_language() -> Outcome:
    """f_{∞,RDP,α} and f_{∞,FPC,RDP,α} accept what their sentences accept."""
    parallel = known().bind(RenyiParallel, 1, slots=pure_slots(ODDS), order=ORDER)
    consistent = known().bind(RenyiFirstPairConsistentParallel, 1, slots=pure_slots(Fraction(3)), order=ORDER)
    outcome = _compare(
        {
            "f_{∞,RDP,α}": (parallel, _parallel),
            "f_{∞,FPC,RDP,α}": (
                consistent,
                lambda words: (
                    of_order(words, ORDER) and consistent_parallel(as_pure(words), LABELS[2:], ASSERTED, _is_consistent)
                ),
            ),
        },
        {
            "any order": lambda words: sparse_parallel(as_pure(words), LABELS[:1], ASSERTED),
            "every created mechanism takes a slot": lambda words: (
                _parallel(words) and len(creations(as_pure(words))) <= 1
            ),
            "any exceptional mechanism": lambda words: _parallel(words, LABELS),
            "consistent functions only": lambda words: (
                of_order(words, ORDER) and consistent_parallel(as_pure(words), LABELS[:1], ASSERTED, _is_consistent)
            ),
        },
    )
    late = (creation(_creates()[0]),)
    expect(not consistent.advance(consistent.initial, late[0])[0], "a function that is not consistent is accepted")
    return outcome


@check("HSV26 Section 13: Filt_{RDP,alpha,eps}")
def the_filter_of_one_order_in_the_language() -> Outcome:
    """Filt_{RDP,α,ε} accepts while the ε_i sum up to at most ε, and f_{RDP,α}^Filt what its sentence accepts."""
    budget = Fraction(5)
    accepts = renyi_filter(budget)
    lists = [spent for length in range(4) for spent in product(map(Fraction, (1, 2, 3)), repeat=length)]
    for spent in lists:
        claimed = prod(spent, start=ONE) <= budget
        expect(accepts(tuple((odds, ZERO) for odds in spent)) == claimed, f"the filter decides otherwise on {spent}")
    function = known().bind(RenyiFiltered, within_budget=accepts, order=ORDER)
    outcome = _compare(
        {
            "f_{RDP,α}^Filt": (
                function,
                lambda words: of_order(words, ORDER) and filtered(as_pure(words), accepts, ASSERTED),
            )
        },
        {
            "any order": lambda words: filtered(as_pure(words), accepts, ASSERTED),
            "strictly below the budget": lambda words: (
                of_order(words, ORDER) and filtered(as_pure(words), renyi_filter(budget - 1), ASSERTED)
            ),
            "the last creation is not counted": lambda words: (
                of_order(words, ORDER) and filtered(as_pure(words), lambda spent: accepts(spent[:-1]), ASSERTED)
            ),
        },
    )
    return outcome.model_copy(update={"size": (outcome.size or 0) + len(lists)})
