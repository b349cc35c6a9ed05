"""Parallel composition of first-pair consistent mechanisms.

If the first pair decides whether any pair may differ, a mechanism is known to be exceptional before it has said
anything, and then the many that are not exceptional cost nothing, approximate privacy included. Interactive and
non-interactive mechanisms are the cases the paper has in mind: their first message is the data set.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, islice, product
from random import Random
from typing import Any

from concomp.model.composition.catalogue import assertion_of, catalogue, response_creation
from concomp.model.composition.first_pair import FirstPairConsistentParallel
from concomp.model.composition.parallel import SparseParallel
from concomp.model.composition.single import Ask, Neighbouring, NeighbouringAsPrinted, Start, continual_from_interactive
from concomp.model.laws.indistinguishability import PrivacyParameters, distance
from concomp.model.laws.law import ONE, Law, product_law
from concomp.model.mechanisms.noninteractive import NonInteractiveMechanism, composition, output_distance
from concomp.model.mechanisms.privacy import least_delta
from concomp.model.mechanisms.verification import (
    Pair,
    Predicate,
    first_pair_consistent,
    is_valid,
)
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.expectation import expect, first_case
from concomp.obligations.families.compositions.bounds import response_profile
from concomp.obligations.families.compositions.interleaving import Node, unfold
from concomp.obligations.families.compositions.shapes import distinct, standard
from concomp.obligations.families.compositions.small_games import game, leak, slots
from concomp.obligations.families.compositions.sparse import Sparse, copies, single_delta
from concomp.obligations.families.small.continual import random_continual_trees
from concomp.obligations.families.small.functions import (
    ANY,
    AT_MOST_ONE_DIFFERENCE,
    BOTH_WAYS,
    FIRST_PAIR_CONSISTENT,
    IDENTICAL_AFTER_FIRST,
    RISING_PAIRS,
    all_functions,
    named_functions,
    sequences_of,
)
from concomp.obligations.families.small.laws import pairs_of_laws
from concomp.obligations.families.small.leaking import leaking_mechanism
from concomp.obligations.families.small.mechanisms import trees

ODDS = tuple(map(Fraction, ("2", "3")))
RISING_IF_AT_ONCE = Predicate(
    lambda sequence: sequence[0] == (0, 1) or all(left == right for left, right in sequence),
    "identical pairs only, unless the first is (0,1)",
)


@check("HSV26 Definition 5.12")
def consistency_is_that_a_difference_shows_at_once() -> Outcome:
    """The definition against one on sets of accepted sequences; f_~ against the sentence that describes it."""
    pairs: tuple[Pair, ...] = ((0, 0), (0, 1))
    functions = (*all_functions(pairs, 2), *named_functions())
    sequences = sequences_of((*pairs, (1, 1)), 2)
    verdicts = []
    for function in functions:
        accepted = {sequence for sequence in sequences if is_valid(function, sequence)}
        shown = {tuple(left == right for left, right in sequence) for sequence in accepted}
        told = all(flags[0] is False or all(flags) for flags in shown)
        expect(first_pair_consistent(function, sequences) == told, f"the definitions differ on {function!r}")
        verdicts.append(told)
    sizes = _neighbouring_agrees()
    expect(True in verdicts and False in verdicts, "all functions are consistent, or none is")
    expect(not first_pair_consistent(AT_MOST_ONE_DIFFERENCE, sequences), "one difference anywhere counts as consistent")
    return Outcome(
        verdict="exact",
        scope=f"{len(functions)} functions on pairs of bits, sequences up to length 2; f_~ on {sizes} sequences of "
        "starts and queries up to length 3, for an asymmetric relation",
        size=len(functions) + sizes,
        witness=f"{verdicts.count(True)} functions are consistent, {verdicts.count(False)} are not",
        control="the function that allows one difference anywhere is not consistent",
        notes=(
            "f_~ accepts identical initial states; as printed it refuses them, and every mechanism is exceptional.",
        ),
    )


def _neighbouring_agrees() -> int:
    """Compare f_~, with and without identical first pairs, with the sentence; how many sequences were compared."""
    related = {("x", "y")}
    ours = Neighbouring(neighbouring=lambda first, second: (first, second) in related)
    printed = NeighbouringAsPrinted(neighbouring=lambda first, second: (first, second) in related)
    messages: tuple[Any, ...] = (Start(state="x"), Start(state="y"), Ask(query=0), Ask(query=1), "neither")
    every = sequences_of(list(product(messages, repeat=2)), 2)
    longer = [
        (first, (messages[2], messages[2]), last) for first, last in product(product(messages, repeat=2), repeat=2)
    ]
    for sequence in (*every, *longer):
        first, *rest = sequence
        both_start = isinstance(first[0], Start) and isinstance(first[1], Start)
        neighbours = both_start and (first[0].state, first[1].state) in related
        identical = both_start and first[0] == first[1]
        queries = all(isinstance(left, Ask) and left == right for left, right in rest)
        expect(is_valid(ours, sequence) == ((neighbours or identical) and queries), f"f_~ differs on {sequence}")
        expect(is_valid(printed, sequence) == (neighbours and queries), f"f_~ as printed differs on {sequence}")
    expect(first_pair_consistent(ours, [*every, *longer]), "f_~ is not first-pair consistent")
    expect(is_valid(ours, [(messages[0], messages[0])]), "f_~ refuses identical initial states")
    return len(every) + len(longer)


@cache
def consistent_kinds() -> tuple[Node, ...]:
    """Two-round mechanisms drawn with a fixed seed, under symmetric and asymmetric first-pair consistent functions."""
    drawn = random_continual_trees(2, 3, 24, 17)
    symmetric = (unfold(m, f, BOTH_WAYS, 2) for f in (FIRST_PAIR_CONSISTENT, IDENTICAL_AFTER_FIRST) for m in drawn)
    return distinct((*symmetric, *(unfold(m, RISING_IF_AT_ONCE, RISING_PAIRS, 2) for m in drawn)))


@check("HSV26 Theorem 5.14")
def consistent_mechanisms_pay_for_their_slots_only() -> Outcome:
    """Copies and mixtures of (ε,δ)-DP first-pair consistent mechanisms keep the bound of k composed responses."""
    members = consistent_kinds()
    cases = _keep_their_slots(members, ((3, 1), (3, 2)))
    random, mixed = Random(7), 20
    for _ in range(mixed):
        nodes = tuple(random.choice(members) for _ in range(3))
        labels = tuple(
            PrivacyParameters(e_eps, single_delta(node, e_eps))
            for node, e_eps in zip(nodes, (*ODDS, ODDS[0]), strict=True)
        )
        taken = (labels[0], labels[1])
        expect(Sparse(nodes, labels, taken).within(response_profile(taken).vertices), f"a mixture of {labels} exceeds")
    real = _responses_reach_the_bound()
    node = standard(unfold(leaking_mechanism(Fraction(1, 4)), ANY, RISING_PAIRS, 2))
    broken = copies(node, "", 2, 1).delta(ONE)
    expect(broken > Fraction(1, 4), "two copies of M_δ without consistency keep the bound")
    _inconsistent_ones_are_refused()
    interesting = sum(0 < single_delta(member, ODDS[0]) < 1 for member in members)
    return Outcome(
        verdict="exact",
        scope=f"{len(members)} kinds of two-round mechanisms, drawn with a fixed seed, under two symmetric and one "
        f"asymmetric first-pair consistent function: 3 copies with 1 and 2 slots, {mixed} mixtures with labels of "
        f"e^ε = 2, 3, 2, every vertex of the bound; {real} compositions of real objects",
        size=cases + mixed + real,
        witness=f"{interesting} kinds have 0 < δ < 1; composed responses reach the bound at every vertex",
        control=f"without first-pair consistency 2 copies of M_δ with 1 slot reach {broken} > 1/4",
    )


def _keep_their_slots(members: Sequence[Node], sizes: Sequence[tuple[int, int]]) -> int:
    for node in members:
        label = PrivacyParameters(ODDS[0], single_delta(node, ODDS[0]))
        for count, slot_count in sizes:
            bound = response_profile((label,) * slot_count).vertices
            excess = copies(node, label, count, slot_count).excess(bound)
            expect(excess is None, f"{count} copies with {slot_count} slots and {label} exceed their bound: {excess}")
    return len(members) * len(sizes)


@cache
def _responses_reach_the_bound() -> int:
    """Real compositions under f_{∞,FPC}: the slots' own responses, interleaved, reach Comp at every vertex."""
    parameters = (PrivacyParameters(ODDS[0], Fraction(1, 4)), PrivacyParameters(ODDS[1], Fraction(1, 10)))
    creates = [response_creation(privacy) for privacy in parameters]
    for taken in (parameters[:1], parameters[1:], parameters):
        function = catalogue((), 1).bind(FirstPairConsistentParallel, len(taken), slots=slots(*taken))
        real = game(function, creates, 2, BOTH_WAYS, 4)
        for vertex, claimed in response_profile(tuple(taken)).vertices:
            value = least_delta(real, vertex)
            expect(value == claimed, f"interleaved responses reach {value} at {vertex}, Comp {claimed}")
    return 3


def _inconsistent_ones_are_refused() -> None:
    """f_∞ lets M_δ be created, f_{∞,FPC} does not."""
    create = leak(Fraction(1, 4))
    taken = slots(PrivacyParameters(ONE, create.delta))
    known = catalogue([create], 2)
    creates = [(create, create)]
    expect(is_valid(known.bind(SparseParallel, 1, slots=taken), creates), "f_∞ refuses to create M_δ")
    expect(
        not is_valid(known.bind(FirstPairConsistentParallel, 1, slots=taken), creates), "f_{∞,FPC} lets M_δ be created"
    )


@cache
def interactive_kinds() -> tuple[Node, ...]:
    """Two-round interactive mechanisms as continual ones under f_~; ~ relates the initial states both ways or one."""
    starts: list[Any] = [Start(state=(0,)), Start(state=(1,))]
    ask: Any = Ask(query=0)
    symmetric: tuple[Pair, ...] = (*product(starts, repeat=2), (ask, ask))
    asymmetric: tuple[Pair, ...] = ((starts[0], starts[0]), (starts[1], starts[1]), (starts[0], starts[1]), (ask, ask))
    function = Neighbouring(neighbouring=lambda first, second: first != second)
    wrapped = [continual_from_interactive(mechanism, (0,)) for mechanism in islice(trees(2, 2), 0, None, 3)]
    return distinct(unfold(mechanism, function, pairs, 3) for pairs in (symmetric, asymmetric) for mechanism in wrapped)


@check("HSV26 Corollary 5.15", "HSV26 Theorem 1.3")
def interactive_mechanisms_compose_in_parallel() -> Outcome:
    """Interactive mechanisms, k of them started on differing pairs, keep the bound of k responses."""
    return _interactive()


@cache
def _interactive() -> Outcome:
    members = interactive_kinds()
    two = _keep_their_slots(members, ((2, 1),))
    three = _keep_their_slots(members[::6], ((3, 2),))
    random, mixed = Random(2), 6
    for _ in range(mixed):
        nodes = tuple(random.choice(members) for _ in range(2))
        labels = tuple(
            PrivacyParameters(e_eps, single_delta(node, e_eps)) for node, e_eps in zip(nodes, ODDS, strict=True)
        )
        expect(Sparse(nodes, labels, labels[:1]).within(response_profile(labels[:1]).vertices), f"{labels} exceed")
    tight = [
        node
        for node in members
        if 0 < single_delta(node, ODDS[0]) < 1 and copies(node, "", 2, 1).delta(ODDS[0]) == single_delta(node, ODDS[0])
    ]
    broken = first_case(
        (node for node in members if copies(node, "", 2, 2).delta(ONE) > _of_one_response(node)),
        "two exceptional mechanisms keep the bound of one response",
    )
    real = _real_interactive_agrees()
    return Outcome(
        verdict="exact",
        scope=f"{len(members)} kinds of two-round interactive mechanisms (every third of those with weights k/2), "
        f"symmetric and asymmetric ~, identical starts allowed: 2 copies with 1 slot; {three} of them 3 copies with "
        f"2 slots; {mixed} mixtures with labels of e^ε = 2 and 3; {real} composition of real objects",
        size=two + three + mixed + real,
        witness=f"{len(tight)} kinds with 0 < δ < 1 reach their own δ in the composition, and not more",
        control="with one slot fewer in the bound it fails: 2 exceptional copies reach "
        f"{copies(broken, '', 2, 2).delta(ONE)} > {_of_one_response(broken)}",
    )


def _of_one_response(node: Node) -> Fraction:
    return response_profile((PrivacyParameters(ODDS[0], single_delta(node, ODDS[0])),))(ONE)


def _real_interactive_agrees() -> int:
    """Two copies of a hidden coin, one of them started on a differing pair: real objects against likelihood trees."""
    mechanism = continual_from_interactive(next(islice(trees(1, 4), 7, None)), (0,))
    function = Neighbouring(neighbouring=lambda first, second: first != second)
    zero, one, ask = Start(state=(0,)), Start(state=(1,)), Ask(query=0)
    pairs = ((zero, zero), (zero, one), (ask, ask))
    node = standard(unfold(mechanism, function, pairs, 2))
    label = PrivacyParameters(ODDS[0], single_delta(node, ODDS[0]))
    create = assertion_of(mechanism, label, function)
    rule = catalogue([create], 2, [function]).bind(FirstPairConsistentParallel, 1, slots=slots(label))
    real = game(rule, [create], 2, pairs, 6)
    for vertex, claimed in response_profile((label,)).vertices:
        value, other = least_delta(real, vertex), copies(node, label, 2, 1).delta(vertex)
        expect(value == other <= claimed, f"{value} by real objects, {other} on likelihood trees, {claimed} claimed")
    return 1


@check("HSV26 Section 5.3.2: parallel composition of NIMs")
def noninteractive_mechanisms_compose_in_parallel() -> Outcome:
    """The distance over ~_par is the largest over sets J of at most k mechanisms, and at most that of k responses."""
    members = [pair for pair in pairs_of_laws(2, 3) if pair[0] != pair[1]]
    triples = list(islice(combinations(members, 3), 0, None, 7))
    for triple in triples:
        for slot_count in (1, 2):
            _parallel_noninteractive(triple, slot_count)
    worse = first_case(
        (triple for triple in triples if _over_relation(triple, 2, ONE) > _allowed(triple, 1, ONE)),
        "two exceptions keep the bound of one response",
    )
    return Outcome(
        verdict="exact",
        scope=f"{len(triples)} triples of non-interactive mechanisms on two data sets and two outputs with weights "
        "k/3; k = 1, 2; ~ in both directions; e^ε = 1, 2, 3 and every vertex of the bound",
        size=2 * len(triples),
        witness=f"for one triple 2 exceptions bring {_over_relation(worse, 2, ONE)}, 1 exception brings "
        f"{_over_relation(worse, 1, ONE)}",
        control=f"the bound of k − 1 responses is exceeded by k exceptions: {_over_relation(worse, 2, ONE)} > "
        f"{_allowed(worse, 1, ONE)}",
        notes=(
            "The print says l instead of k responses; that is true but weaker: at ε = 0 it allows the same triple "
            f"{_allowed(worse, 3, ONE)}, of which it reaches {_over_relation(worse, 1, ONE)} with k = 1.",
        ),
    )


Triple = tuple[tuple[Law[int], Law[int]], ...]


def _labels(triple: Triple, slot_count: int) -> list[tuple[PrivacyParameters, ...]]:
    """The labels of every `slot_count` of the mechanisms, at e^ε = 2."""
    labels = [PrivacyParameters(ODDS[0], distance(*pair, ODDS[0])) for pair in triple]
    return [tuple(labels[index] for index in chosen) for chosen in combinations(range(3), slot_count)]


def _allowed(triple: Triple, slot_count: int, e_eps: Fraction) -> Fraction:
    """What the responses with these labels allow."""
    return max(response_profile(labels)(e_eps) for labels in _labels(triple, slot_count))


def _parallel_noninteractive(triple: Triple, slot_count: int) -> None:
    for e_eps in (ONE, *ODDS):
        over_relation = _over_relation(triple, slot_count, e_eps)
        over_sets = max(_over_set(triple, chosen, e_eps) for chosen in combinations(range(3), slot_count))
        expect(over_relation == over_sets, f"{over_relation} over ~_par, {over_sets} over sets of {slot_count}")
    vertices = {vertex for labels in _labels(triple, slot_count) for vertex, _ in response_profile(labels).vertices}
    for vertex in sorted(vertices):
        allowed = _allowed(triple, slot_count, vertex)
        expect(_over_relation(triple, slot_count, vertex) <= allowed, f"more than {allowed} at {vertex}")


def _over_relation(triple: Triple, slot_count: int, e_eps: Fraction) -> Fraction:
    """By the definition: Comp on tuples of data sets, ~_par listed."""
    mechanisms = [NonInteractiveMechanism(pair.__getitem__, (0, 1)) for pair in triple]
    datasets = list(product((0, 1), repeat=3))
    related = [
        (x, y) for x, y in product(datasets, repeat=2) if sum(a != b for a, b in zip(x, y, strict=True)) <= slot_count
    ]
    return output_distance(composition(mechanisms), related, e_eps)


def _over_set(triple: Triple, chosen: Sequence[int], e_eps: Fraction) -> Fraction:
    """The largest distance of the products over the mechanisms in a set, over the directions in which each differs."""
    return max(
        distance(
            product_law(triple[index][side] for index, side in zip(chosen, sides, strict=True)),
            product_law(triple[index][1 - side] for index, side in zip(chosen, sides, strict=True)),
            e_eps,
        )
        for sides in product((0, 1), repeat=len(chosen))
    )
