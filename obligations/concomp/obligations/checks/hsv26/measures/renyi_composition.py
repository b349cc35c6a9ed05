"""Rényi private mechanisms side by side: fixed parameters, parallel composition, filters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, islice, product

from concomp.model.composition.filtered import Filter, Spent
from concomp.model.composition.renyi import (
    RenyiFirstPairConsistentParallel,
    RenyiFixedParameters,
    RenyiParallel,
    renyi_assertion,
    renyi_catalogue,
    renyi_filter,
)
from concomp.model.composition.single import Ask, Neighbouring, Start, continual_from_interactive
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import ONE, ZERO
from concomp.model.laws.renyi import Moment
from concomp.model.mechanisms.measures.renyi import largest_moment, loss
from concomp.model.mechanisms.privacy import continual_game
from concomp.model.mechanisms.verification import Pair, VerificationFunction
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.expectation import expect, first_case
from concomp.obligations.families.compositions.components import with_creation, within_filter, within_free_slots
from concomp.obligations.families.compositions.interleaving import Node, mirror, no_rule, unfold, within_slots
from concomp.obligations.families.compositions.shapes import distinct, standard
from concomp.obligations.families.compositions.small_games import game, pure_slots
from concomp.obligations.families.measures.moments import NONE, interleaved_moment, single_moment, times
from concomp.obligations.families.small.continual import random_continual_trees
from concomp.obligations.families.small.functions import ANY, FIRST_PAIR_CONSISTENT
from concomp.obligations.families.small.leaking import THEN_EITHER, THEN_RISING, two_noisy_kinds
from concomp.obligations.families.small.mechanisms import random_trees

ORDERS = (2, 3, 5)
PAIRS: tuple[Pair, ...] = ((0, 0), (0, 1), (1, 0), (1, 1))
KINDS, RANDOM = two_noisy_kinds(3), random_continual_trees(2, 4, 6, seed=134)
SOME = tuple(islice(KINDS, 3, 12, 8))
"""Two of them, which lose different amounts."""
FAMILIES = f"{KINDS.name}, and {RANDOM.name}, some of their moments infinite, up to names, for any pairs and for rising"


@cache
def nodes() -> tuple[Node, ...]:
    """The mechanisms, by their likelihood trees."""
    cases = [*product(KINDS, (ANY, THEN_RISING, THEN_EITHER)), *product(RANDOM, (ANY,))]
    return distinct(unfold(mechanism, function, PAIRS, 2) for mechanism, function in cases)


def moment(components: Sequence[Node], order: int) -> Moment:
    """The largest moment of interleaved components, which must be the product of what each reaches alone."""
    together = interleaved_moment(components, order, 0, no_rule)
    alone = times([single_moment(each, order) for each in components])
    expect(together == alone, f"{len(components)} mechanisms reach the moment {together} of order {order}, not {alone}")
    return together


@cache
def label(node: Node) -> Fraction:
    """e^ε at the order 2: the larger moment of the two directions, which is finite."""
    moments = single_moment(node, 2), single_moment(mirror(node), 2)
    finite = [each for each in moments if each is not None]
    assert len(finite) == len(moments)
    return max(finite)


@cache
def finite_nodes() -> tuple[Node, ...]:
    """Those that lose something, and not everything."""
    return tuple(node for node in nodes() if single_moment(node, 2) not in (None, 1) and single_moment(mirror(node), 2))


@check("HSV26 Corollary 13.4")
def the_best_moments_multiply() -> Outcome:
    """Over all who interleave them the largest moment is the product of those alone; slots bound what is chosen."""
    groups = [
        *combinations_with_replacement(nodes(), 2),
        *islice(combinations_with_replacement(nodes(), 3), 0, None, 29),
    ]
    found = [(group, order, moment(group, order)) for group in groups for order in ORDERS]
    chosen = list(_chosen_by_answers())
    met = first_case((case for case in chosen if case[0] == case[1] > 1), "no slots are used up")
    _agrees_with_the_model()
    group, order, whole = first_case(
        ((g, o, m) for g, o, m in found if m is not None and min(label(each) for each in g) > 1), "nothing is lost"
    )
    largest = max(each for each in (single_moment(node, order) for node in group) if each is not None)
    added = sum((single_moment(node, order) or ZERO) - 1 for node in group) + 1
    expect(whole is not None and whole > added, "moments add up")
    return Outcome(
        verdict="exact",
        scope=f"{FAMILIES}: {len(groups)} pairs and triples at the orders 2, 3, 5; two slots at the order 2 for "
        f"mechanisms chosen by the answers so far, {len(chosen)} choices; the model's ExtConComp for one pair",
        size=len(found) + len(chosen) + 1,
        witness=f"two slots with the moments {met[2]} and {met[3]} are used up: {met[0]} is reached",
        control=f"neither the largest moment of one, {largest}, nor 1 + Σ(S − 1) = {added}, bounds {whole} of order "
        f"{order}",
        notes=("For every real order and any mechanisms side by side it is derived: see haney23.proved.continual.",),
    )


def _chosen_by_answers() -> Iterator[tuple[Moment, Fraction, Fraction, Fraction]]:
    """(what is reached, product of the slots, each slot), with two mechanisms to choose from for each slot."""
    members = sorted(finite_nodes(), key=label)[::2]
    for first, second, third, fourth in islice(combinations_with_replacement(members, 4), 0, None, 3):
        slots = max(label(first), label(second)), max(label(third), label(fourth))
        labels = [PrivacyParameters(slots[place // 2], ZERO) for place in range(4)]
        components = [with_creation(each) for each in (first, second, third, fourth)]
        free = tuple(sorted((labels[0], labels[2])))
        reached = interleaved_moment(components, 2, free, within_free_slots(labels))
        expect(reached is not None and reached <= slots[0] * slots[1], f"slots {slots} are exceeded: {reached}")
        yield reached, slots[0] * slots[1], *slots


@cache
def _agrees_with_the_model() -> None:
    """Expect the product from ExtConComp under the function in the language, for one pair."""
    first, second = SOME
    creates = [
        renyi_assertion(each, 2, loss(continual_game(THEN_RISING, each, PAIRS, 2), 2) or ONE, THEN_RISING)
        for each in (first, second)
    ]
    known = renyi_catalogue(creates, 2, 2)
    function = known.bind(RenyiFixedParameters, 2, slots=pure_slots(*(each.e_eps for each in creates)), order=2)
    whole = largest_moment(game(function, creates, 2, ((0, 0), (0, 1)), 6), 2)
    parts = [standard(unfold(each, THEN_RISING, PAIRS, 2)) for each in (first, second)]
    expect(whole == moment(parts, 2), f"ExtConComp reaches {whole}, the trees {moment(parts, 2)}")


# Parallel composition.


def _in_parallel(members: Sequence[Node]) -> tuple[int, int]:
    """Expect that of copies and of mixtures k exceptional ones reach k factors; how many cases, how many reach them."""
    cases = reached = 0
    for node, (count, exceptional), order in product(members, ((2, 1), (3, 1), (3, 2)), ORDERS[:2]):
        whole = interleaved_moment((node,) * count, order, NONE, within_slots([""] * count, [""] * exceptional))
        alone = single_moment(node, order)
        expect(whole == times([alone] * exceptional), f"{exceptional} of {count} copies reach {whole}, one {alone}")
        cases, reached = cases + 1, reached + (alone is not None and alone > 1)
    for group in islice(combinations_with_replacement(members, 3), 0, None, 9):
        each_alone = [single_moment(each, 2) for each in group]
        most = None if None in each_alone else max(each for each in each_alone if each is not None)
        whole = interleaved_moment(group, 2, NONE, within_slots([""] * 3, [""]))
        expect(whole == most, f"one of three mechanisms reaches {whole}, alone they reach {each_alone}")
        cases += 1
    return cases, reached


@cache
def _consistent_nodes() -> tuple[Node, ...]:
    """Mechanisms with a first-pair consistent function."""
    mechanisms = [*KINDS, *RANDOM]
    return distinct(unfold(each, FIRST_PAIR_CONSISTENT, PAIRS, 2) for each in mechanisms)


@check("HSV26 Theorem 13.6")
def consistent_mechanisms_compose_in_parallel() -> Outcome:
    """Of n mechanisms with consistent functions, k of them exceptional, the moment is that of the best k alone."""
    members = _consistent_nodes()
    cases, reached = _in_parallel(members)
    expect(reached > 0, "no mechanism loses anything")
    late = first_case(
        (
            (node, whole)
            for node in finite_nodes()
            if (whole := interleaved_moment((node,) * 2, 2, NONE, within_slots(["", ""], [""])))
            != single_moment(node, 2)
        ),
        "functions that are not consistent make no difference",
    )
    _consistency_is_asked()
    return Outcome(
        verdict="exact",
        scope=f"{KINDS.name}, and {RANDOM.name}, up to names, for first-pair consistent pairs: 2 and 3 copies with 1 "
        "and 2 exceptional ones at the orders 2 and 3, mixtures of three at the order 2; creations by the model's "
        "function",
        size=cases + 2,
        witness=f"{reached} cases lose something, and reach the moments of the exceptional mechanisms exactly",
        control=f"where the difference may come later, two copies with one exceptional reach {late[1]}, one alone "
        f"{single_moment(late[0], 2)}",
    )


def _consistency_is_asked() -> None:
    """f_∞ lets a mechanism be created whose function is not consistent, f_{∞,FPC} does not."""
    create = renyi_assertion(SOME[0], 2, loss(continual_game(THEN_RISING, SOME[0], PAIRS, 2), 2) or ONE, THEN_RISING)
    known, slots = renyi_catalogue([create], 2, 2, [FIRST_PAIR_CONSISTENT]), pure_slots(create.e_eps)
    for function, wanted in ((RenyiParallel, True), (RenyiFirstPairConsistentParallel, False)):
        bound: VerificationFunction = known.bind(function, 1, slots=slots, order=2)
        valid, _ = bound.advance(bound.initial, (create, create))
        expect(valid == wanted, f"{function.__name__} decides otherwise on a function that is not consistent")


STARTED = random_trees(1, 2, 5, 3, seed=137)


@cache
def _interactive_nodes() -> tuple[Node, ...]:
    """Two-round interactive mechanisms as continual ones that are told where to start, and asked twice."""
    function = Neighbouring(neighbouring=lambda first, second: first != second)
    starts, ask = (Start(state=(0,)), Start(state=(1,))), Ask(query=0)
    pairs: tuple[Pair, ...] = ((starts[0], starts[0]), (starts[1], starts[1]), (starts[0], starts[1]), (ask, ask))
    wrapped = [continual_from_interactive(each, (0,)) for each in STARTED]
    return distinct(unfold(each, function, pairs, 3) for each in wrapped)


@check("HSV26 Corollary 13.7")
def interactive_mechanisms_compose_in_parallel() -> Outcome:
    """Interactive mechanisms, k of them started on different states, reach what the best k reach alone."""
    members = _interactive_nodes()
    cases, reached = _in_parallel(members)
    lossy = [node for node in members if single_moment(node, 2) not in (None, 1)]
    node = first_case(lossy, "no mechanism loses anything")
    two = interleaved_moment((node, node), 2, 0, no_rule)
    expect(two != single_moment(node, 2), "two exceptional mechanisms lose what one does")
    return Outcome(
        verdict="exact",
        scope=f"{STARTED.name}, told where to start, up to names: 2 and 3 "
        "copies with 1 and 2 started on different states at the orders 2 and 3, mixtures of three at the order 2",
        size=cases,
        witness=f"{reached} cases lose something, and reach the moments of the exceptional mechanisms exactly",
        control=f"two exceptional copies reach {two}, one {single_moment(node, 2)}",
    )


# Filters.


@check("HSV26 Corollary 13.8")
def what_the_filter_accepts_stays_within_its_budget() -> Outcome:
    """Mechanisms created at will, by the answers so far, reach no more than the budget of the filter."""
    members = sorted(finite_nodes(), key=label)
    groups = list(islice(combinations_with_replacement(members, 3), 0, None, 7))
    cases, spent, exceeded = 0, [], []
    for group, budget in _budgets(groups):
        reached, late = (_under(group, accepts) for accepts in (renyi_filter(budget), _looks_back(budget)))
        expect(reached is not None and reached <= budget, f"a budget of {budget} is exceeded: {reached}")
        cases += 1
        spent += [budget] if reached == budget else []
        exceeded += [(budget, late)] if late is None or late > budget else []
    witness = first_case((budget for budget in spent if budget > ONE), "no budget is spent")
    budget, late = first_case(exceeded, "a filter that looks back only is enough")
    return Outcome(
        verdict="exact",
        scope=f"{FAMILIES}: {len(groups)} groups of three, created in any order by the answers so far; order 2, "
        "budgets "
        "of one and of two of them",
        size=cases,
        witness=f"a budget with the moment {witness} is spent, one of {len(spent)}",
        control=f"a filter that looks at the creations before lets {late} be reached, its budget is {budget}",
        notes=(
            "For every real order and any mechanisms that are launched it is derived: see haney23.proved.continual.",
        ),
    )


def _budgets(groups: Sequence[tuple[Node, ...]]) -> Iterator[tuple[tuple[Node, ...], Fraction]]:
    """Groups with budgets that one of their mechanisms spends, or two."""
    for group in groups:
        first, *_, last = map(label, group)
        yield from ((group, budget) for budget in dict.fromkeys((first, last, first * last)))


def _under(group: Sequence[Node], accepts: Filter) -> Moment:
    """What is reached if the filter accepts the labels of all that are created."""
    labels = [PrivacyParameters(label(each), ZERO) for each in group]
    nothing: Spent = ()
    return interleaved_moment([with_creation(each) for each in group], 2, nothing, within_filter(labels, accepts))


def _looks_back(budget: Fraction) -> Filter:
    """The filter that does not count the creation it decides on."""
    accepts = renyi_filter(budget)
    return lambda spent: accepts(spent[:-1])
