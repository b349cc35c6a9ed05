"""Concurrent composition of fixed mechanisms, and with fixed parameters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import chain, combinations_with_replacement, product
from random import Random
from typing import Any

from pydantic import JsonValue

from concomp.model.composition.catalogue import Catalogue, catalogue, holds
from concomp.model.composition.extended import composition_game, creation, query_pair
from concomp.model.composition.fixed import FixedMechanisms, FixedMechanismsAsPrinted, FixedParameters
from concomp.model.composition.messages import Create
from concomp.model.composition.slots import Parameters
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import ONE, ZERO
from concomp.model.mechanisms.interaction import Tree
from concomp.model.mechanisms.interactive import ACKNOWLEDGED
from concomp.model.mechanisms.privacy import Game, attack, least_delta, replay
from concomp.model.mechanisms.verification import Pair, VerificationFunction
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check, check_of_findings
from concomp.obligations.checks.hsv26.composition.concurrent import small_components
from concomp.obligations.expectation import Violation, expect, found
from concomp.obligations.families.compositions.bounds import response_profile
from concomp.obligations.families.compositions.components import (
    Component,
    component,
    menu,
    response_component,
    to_be_created,
    told,
    within_free_slots,
)
from concomp.obligations.families.compositions.interleaving import dominated, interleaved_delta, unrestricted
from concomp.obligations.families.functions.specifications import (
    asserted_by_definition,
    created,
    fixed_mechanisms,
    fixed_mechanisms_as_printed,
    fixed_parameters,
    suitable,
)
from concomp.obligations.families.mutation.agreement import agreement
from concomp.obligations.families.small.continual import continual_tree, one_round, random_continual_trees, two_stage
from concomp.obligations.families.small.functions import (
    ANY,
    AT_MOST_ONE_DIFFERENCE,
    PAIRS,
    RISING_AFTER_FIRST,
    accepting,
    prefix_closed_functions,
)

Group = tuple[Component, ...]
Vertices = tuple[tuple[Fraction, Fraction], ...]
QUARTER, THIRD = Fraction(1, 4), Fraction(1, 3)
HALVES, THREE = Fraction(3, 2), Fraction(3)
LABELS = (HALVES, THREE)
"""The values of e^ε for which mechanisms get their labels."""


# Fixed mechanisms, as printed.

LEAST_LABEL = PrivacyParameters(Fraction(2), ZERO)
"""What the first mechanism is said to be: pure, with ε > 0."""


def _least_leak() -> JsonValue:
    """The first composition of one fixed mechanism, in order of size, that exceeds its randomised response."""
    for rounds, denominator in ((1, 1), (2, 1), (2, 2), (3, 1), (3, 2)):
        for function, mechanism in product(_reflexive(), one_round(denominator)):
            part = Component(mechanism, function, LEAST_LABEL, 1)
            if not holds(part.create, 1):
                continue
            game = composition_game(_as_printed(part), menu([part], 1), rounds)
            for e_eps, claimed in response_profile((LEAST_LABEL,)).vertices:
                if least_delta(game, e_eps) > claimed:
                    return _finding(part, game, e_eps, claimed, denominator)
    raise Violation("no composition of one fixed mechanism exceeds its randomised response")


def _reflexive() -> list[Any]:
    """Functions of one pair that accept all identical pairs, the smaller ones first."""
    accepts = [f for f in prefix_closed_functions(PAIRS, 1) if f.holds(((0, 0),)) and f.holds(((1, 1),))]
    return sorted(accepts, key=lambda f: sum(f.holds((pair,)) for pair in PAIRS))


def _finding(part: Component, game: Game, e_eps: Fraction, claimed: Fraction, denominator: int) -> JsonValue:
    path = _only_path(attack(game, e_eps))
    return {
        "k": 1,
        "chance of the answer 1, then it halts": {
            str(bit): str(part.mechanism.respond((), bit).probability(lambda sent: bool(sent[1] == 1)))
            for bit in (0, 1)
        },
        "f accepts": [[left, right] for left, right in _accepted(part.function)],
        "e_eps of the mechanism": str(part.privacy.e_eps),
        "delta of the mechanism": str(part.privacy.delta),
        "adversary": ["creates the mechanism", *([left, right] for left, right in path)],
        "rounds": len(path) + 1,
        "largest denominator": denominator,
        "e_eps": str(e_eps),
        "exact": str(replay(game, attack(game, e_eps), e_eps)),
        "claimed": str(claimed),
    }


def _accepted(function: VerificationFunction) -> list[Any]:
    """The single pairs of bits that a function accepts."""
    return [pair for pair in PAIRS if function.advance(function.initial, pair)[0]]


def _only_path(tree: Tree) -> list[tuple[Any, Any]]:
    """The pairs that an adversary sends to the first mechanism after creating it, where no choice is left."""
    assert tree is not None
    _, ((answer, then),) = tree
    assert answer is ACKNOWLEDGED
    assert then is not None
    (left, right), _ = then
    return [(left.payload, right.payload)]


def _leak(finding: Any) -> tuple[Component, Tree]:
    """The mechanism and the adversary that a finding describes."""
    chances = finding["chance of the answer 1, then it halts"]
    mechanism = continual_tree([(0,), (1,)], [Fraction(chances["0"]), Fraction(chances["1"])])
    function = accepting([((left, right),) for left, right in finding["f accepts"]])
    privacy = PrivacyParameters(
        Fraction(finding["e_eps of the mechanism"]), Fraction(finding["delta of the mechanism"])
    )
    part = Component(mechanism, function, privacy, 1)
    tree: Tree = None
    for left, right in reversed(finding["adversary"][1:]):
        tree = query_pair(left, right, 1), tuple((answer, tree) for answer in (0, 1))
    return part, (creation(part.create), ((ACKNOWLEDGED, tree),))


def _as_printed(*parts: Component) -> VerificationFunction:
    alphas = tuple(each.create for each in parts)
    return _known(parts).bind(FixedMechanismsAsPrinted, len(parts), alphas=alphas)


def _repaired(*parts: Component) -> VerificationFunction:
    alphas = tuple(each.create for each in parts)
    return _known(parts).bind(FixedMechanisms, len(parts), alphas=alphas)


def _known(parts: Sequence[Component]) -> Catalogue:
    return catalogue((each.create for each in parts), max(each.rounds for each in parts))


def _path(tree: Tree) -> list[Pair]:
    return [] if tree is None else [tree[0], *_path(tree[1][0][1])]  # type: ignore[list-item]


@check_of_findings("HSV26 Definition 4.9", find=_least_leak)
def the_print_admits_queries_that_are_not_valid(findings: JsonValue) -> Outcome:
    """The least sequence that the print accepts, although its queries are not valid for the mechanism's function."""
    part, tree = _leak(findings)
    messages = _path(tree)
    asserted = asserted_by_definition(1)
    prefixes = [messages[: length + 1] for length in range(len(messages))]
    alphas = [part.create]
    expect(holds(part.create, 1) and asserted(part.create), "the mechanism is not what it is said to be")
    for prefix in prefixes:
        expect(_accepts(_as_printed(part), prefix), f"the function as printed rejects “{told(prefix)}”")
        expect(fixed_mechanisms_as_printed(prefix, alphas, asserted), f"the print rejects “{told(prefix)}”")
    expect(not suitable(messages, asserted), "the sequence is suitable")
    expect(not _accepts(_repaired(part), messages), "the repaired function accepts it as well")
    further = _further_creation()
    counterexample = _table(findings)
    counterexample["why it must be rejected"] = "the queries of mechanism 1 are not f-valid"
    return Outcome(
        verdict="refuted",
        scope="compositions of one fixed one-round mechanism, in order of rounds and denominators",
        size=len(prefixes),
        witness=f"every prefix of “{told(messages)}” is accepted as printed",
        control="the repaired definition rejects it",
        counterexample=counterexample,
        notes=(further,),
    )


def _accepts(function: VerificationFunction, messages: Sequence[Any]) -> bool:
    verdict, state = True, function.initial
    for message in messages:
        verdict, state = function.advance(state, message)
    return verdict


def _table(findings: Any) -> dict[str, JsonValue]:
    return dict(findings)


def _further_creation() -> str:
    """That moreover a creation after message k is accepted, and what it gives away."""
    first, _ = small_components()
    echo = Component(continual_tree([(0,), (1,)], (ZERO, ONE)), ANY, PrivacyParameters(ONE, ONE), 1)
    known = _known((first, echo))
    printed = known.bind(FixedMechanismsAsPrinted, 1, alphas=(first.create,))
    repaired = known.bind(FixedMechanisms, 1, alphas=(first.create,))
    messages = [creation(first.create), creation(echo.create), query_pair(0, 1, 2)]
    prefixes = [messages[: length + 1] for length in range(3)]
    expect(all(_accepts(printed, prefix) for prefix in prefixes), "the print rejects a creation after message k")
    expect([_accepts(repaired, prefix) for prefix in prefixes] == [True, False, False], "the repair accepts it")
    reached = least_delta(composition_game(printed, tuple(messages), 3), ONE)
    expect(reached == 1, f"creating the echo after message k gives δ = {reached} at e^ε = 1")
    return (
        "A creation after message k is accepted as well: create any mechanism, then one that echoes its message and "
        "is (0,1)-DP, and send (0,1) to it; the total variation is 1. The repaired function rejects the second message."
    )


@check_of_findings("HSV26 Theorem 4.10", find=_least_leak)
def the_print_composes_to_more(findings: JsonValue) -> Outcome:
    """The least composition of fixed mechanisms as printed that tells the worlds apart better than the responses do."""
    part, tree = _leak(findings)
    table = _table(findings)
    e_eps, exact, claimed = (Fraction(str(table[name])) for name in ("e_eps", "exact", "claimed"))
    rounds = int(str(table["rounds"]))
    messages = menu([part], 1)
    expect(holds(part.create, 1), "the mechanism is not what it is said to be")
    expect(part.privacy.e_eps > 1, "the theorem asks for ε > 0")
    game = composition_game(_as_printed(part), messages, rounds)
    expect(replay(game, tree, e_eps) == exact, "the adversary does not reach what was found")
    expect(response_profile((part.privacy,))(e_eps) == claimed < exact, "the randomised response is not exceeded")
    shorter = composition_game(_as_printed(part), messages, rounds - 1)
    expect(least_delta(shorter, ONE) == 0, "fewer rounds suffice")
    mended = composition_game(_repaired(part), messages, rounds)
    expect(
        dominated(lambda e: least_delta(mended, e), response_profile((part.privacy,)).vertices),
        "the repaired composition exceeds the randomised response",
    )
    return Outcome(
        verdict="refuted",
        scope="compositions of one fixed one-round mechanism, in order of rounds and denominators",
        size=1,
        witness=f"δ = {exact} is reached at e^ε = {e_eps}, where {claimed} is claimed",
        control="with the repaired function the same composition stays within the randomised response",
        counterexample=table,
        notes=(_further_creation(),),
    )


# The functions, in the language and by specification.


def _alphabet(parts: Sequence[Component], further: Sequence[Any] = ()) -> list[Any]:
    """Creations, right ones and an unequal one; queries with indices from 0 to one too many; and what is no pair."""
    creates = [each.create for each in parts]
    return [
        *map(creation, creates),
        *further,
        (creates[0], creates[1]),
        *(query_pair(left, right, index) for left, right in ((0, 0), (0, 1), (1, 0)) for index in range(3)),
        query_pair(0, 2, 1),
        creates[0],
    ]


@check("HSV26 Definition 4.9 (repaired)")
def fixed_mechanisms_in_the_language() -> Outcome:
    """The function in the language accepts what the repaired sentence accepts, and the printed one what is printed."""
    first, second = small_components()
    third = response_component(PrivacyParameters(Fraction(2), QUARTER))
    alphas = (first.create, second.create)
    asserted = asserted_by_definition(2)
    known = catalogue(alphas, 2)
    alphabet = _alphabet((first, second, third))
    length = 5
    repaired = known.bind(FixedMechanisms, 2, alphas=alphas)
    agreed = agreement(repaired, lambda words: fixed_mechanisms(words, alphas, asserted), alphabet, length)
    expect(agreed.differing is None, f"the function and the sentence differ on “{told(agreed.differing or ())}”")
    printed = known.bind(FixedMechanismsAsPrinted, 2, alphas=alphas)
    as_printed = agreement(
        printed, lambda words: fixed_mechanisms_as_printed(words, alphas, asserted), alphabet, length - 1
    )
    expect(as_printed.differing is None, f"the two printed forms differ on “{told(as_printed.differing or ())}”")
    variants = {
        "as printed": fixed_mechanisms_as_printed,
        "without suitability": lambda words, alphas, asserted: _in_order(words, alphas),
        "with the α in any order": lambda words, alphas, asserted: _in_any_order(words, alphas, asserted),
        "with later creations": lambda words, alphas, asserted: (
            suitable(words, asserted) and fixed_mechanisms_as_printed(words, alphas, asserted)
        ),
    }
    noticed = []
    for name, variant in variants.items():
        compared = agreement(repaired, lambda words, v=variant: v(words, alphas, asserted), alphabet, 4)  # type: ignore[misc]
        expect(compared.differing is not None, f"{name} the definition is the same")
        noticed.append(f"{name}: “{told(compared.differing or ())}”")
    return Outcome(
        verdict="exact",
        scope=f"two fixed mechanisms; all sequences of up to {length} messages, invalid ones extended no further, over "
        f"{len(alphabet)} messages: three creations, an unequal one, queries with indices 0 to 2 and outside the query "
        "space, and what is no pair",
        size=agreed.compared,
        witness=f"{agreed.accepted} sequences are accepted, such as “{told(agreed.longest)}”",
        control=f"{len(noticed)} variants differ: " + "; ".join(noticed),
        notes=("The function as printed agrees with the printed sentence in the same way, up to one message less.",),
    )


def _in_order(messages: Sequence[Any], alphas: Sequence[Any]) -> bool:
    begun = all(message == (alpha, alpha) for message, alpha in zip(messages, alphas, strict=False))
    return begun and not created(messages[len(alphas) :])


def _in_any_order(messages: Sequence[Any], alphas: Sequence[Any], asserted: Any) -> bool:
    first = created(messages[: len(alphas)])
    return (
        suitable(messages, asserted)
        and len(first) == min(len(messages), len(alphas))
        and Counter(first) <= Counter(alphas)
        and not created(messages[len(alphas) :])
    )


@check("HSV26 Definition 4.11")
def fixed_parameters_in_the_language() -> Outcome:
    """The function in the language accepts what the sentence accepts: exact labels, each slot once, any order."""
    first, second = small_components()
    response = response_component(PrivacyParameters(Fraction(2), QUARTER))
    modest = Component(first.mechanism, first.function, PrivacyParameters(THREE, Fraction(1, 8)), 2)
    known = catalogue([each.create for each in (first, second, modest)], 2)
    asserted = asserted_by_definition(2)
    slots = (first.privacy, first.privacy, second.privacy)
    given = tuple(Parameters(e_eps=slot.e_eps, delta=slot.delta) for slot in slots)
    alphabet = _alphabet((first, second, response), [creation(modest.create)])
    length = 5

    def sentence(words: tuple[Any, ...], slots: Sequence[PrivacyParameters] = slots) -> bool:
        return fixed_parameters(words, slots, asserted, lambda create: True)

    function = known.bind(FixedParameters, len(slots), slots=given)
    agreed = agreement(function, sentence, alphabet, length)
    expect(agreed.differing is None, f"the function and the sentence differ on “{told(agreed.differing or ())}”")
    continuous = FixedParameters(
        len(slots),
        slots=given,
        established=known.establishes,
        discrete=lambda mechanism, function: mechanism is not second.mechanism,
    )
    discrete = agreement(
        continuous,
        lambda words: fixed_parameters(words, slots, asserted, lambda c: c.mechanism is not second.mechanism),
        alphabet,
        4,
    )
    expect(discrete.differing is None, f"they differ on discreteness at “{told(discrete.differing or ())}”")
    variants = {
        "labels at most those of the slots": lambda words: sentence(tuple(map(_rounded_up, words))),
        "labels a subset": lambda words: (
            suitable(words, asserted)
            and {(c.e_eps, c.delta) for c in created(words)} <= {(s.e_eps, s.delta) for s in slots}
        ),
        "one slot fewer": lambda words: sentence(words, slots[1:]),
        "no answers need be discrete": None,
    }
    noticed = []
    for name, variant in variants.items():
        compared = (
            agreement(continuous, sentence, alphabet, 4)
            if variant is None
            else agreement(function, variant, alphabet, 4)
        )
        expect(compared.differing is not None, f"{name}: the definition is the same")
        noticed.append(f"{name}: “{told(compared.differing or ())}”")
    return Outcome(
        verdict="exact",
        scope=f"slots {_labels(slots)}; all sequences of up to {length} messages, invalid ones extended no further, "
        f"over {len(alphabet)} messages: four creations, an unequal one, queries with indices 0 to 2 and outside the "
        "query space, and what is no pair; once more, up to four messages, with a mechanism that is not discrete",
        size=agreed.compared + discrete.compared,
        witness=f"{agreed.accepted} sequences are accepted, such as “{told(agreed.longest)}”",
        control=f"{len(noticed)} variants differ: " + "; ".join(noticed),
    )


def _rounded_up(message: Any) -> Any:
    """A creation with a label below that of the slot (3, 1/4), as if it fitted there."""
    if not isinstance(message, tuple) or type(message[0]) is not Create:
        return message
    create: Any = message[0]
    fits = create.e_eps == THREE and 0 < create.delta < QUARTER
    return creation(small_components()[1].create) if fits else message


def _labels(labels: Sequence[PrivacyParameters]) -> str:
    return ", ".join(f"({label.e_eps}, {label.delta})" for label in labels)


# The theorems.


@cache
def telling_components(name: str) -> Group:
    """Components with 0 < δ < 1 at e^ε = 3/2 or 3, one for each likelihood tree and label."""
    mechanisms, function = {
        "rising": (two_stage(2), RISING_AFTER_FIRST),
        "one difference": (two_stage(2), AT_MOST_ONE_DIFFERENCE),
        "any": (random_continual_trees(2, 3, 8, seed=410), ANY),
    }[name]
    different: dict[Any, Component] = {}
    for mechanism, e_eps in product(mechanisms, LABELS):
        made = Component(mechanism, function, PrivacyParameters(e_eps, ZERO))
        different.setdefault((made.tree, e_eps), made)
    exact = (component(each.mechanism, function, each.privacy.e_eps) for each in different.values())
    return tuple(each for each in exact if 0 < each.privacy.delta < 1)


FAMILIES = (
    f"{two_stage(2).name}, up to names, for (0,0) then rising pairs and for at most one differing pair; "
    f"{random_continual_trees(2, 3, 8, seed=410).name}, for any pairs; e^ε in 3/2, 3, each with its least δ, 0 < δ < 1"
)


@cache
def groups() -> tuple[Group, ...]:
    """All pairs of components of one exhaustive family, random pairs across families, triples, responses."""
    rising, once, any_ = (telling_components(name) for name in ("rising", "one difference", "any"))
    random = Random(410)
    across = [(random.choice(rising), random.choice(any_)) for _ in range(12)]
    across += [(random.choice(once), random.choice(any_)) for _ in range(6)]
    triples = [tuple(random.choice(rising) for _ in range(3)) for _ in range(25)]
    return (
        *combinations_with_replacement(rising, 2),
        *combinations_with_replacement(once, 2),
        *across,
        *triples,
    )


@cache
def _delta(group: Group, e_eps: Fraction) -> Fraction:
    """The least δ of the concurrent composition, by interleaving likelihood trees."""
    return interleaved_delta([each.tree for each in group], e_eps, 0, unrestricted)


def _bound(group: Group) -> Vertices:
    return response_profile(tuple(each.privacy for each in group)).vertices


def _stays_within(group: Group, bound: Vertices) -> bool:
    return dominated(lambda e_eps: _delta(group, e_eps), bound)


def _without_delta(group: Group) -> Vertices:
    """What would be claimed if the last δ were forgotten."""
    labels = [each.privacy for each in group]
    return response_profile((*labels[:-1], PrivacyParameters(labels[-1].e_eps, ZERO))).vertices


@cache
def _composed_by_the_model(group: Group, e_eps: Fraction) -> Fraction:
    """The least δ of V[f^α] ∘* I ∘* ExtConComp."""
    rounds = len(group) + sum(each.rounds for each in group)
    return least_delta(composition_game(_repaired(*group), menu(group, len(group)), rounds), e_eps)


def _both_ways() -> Iterator[tuple[Group, Fraction]]:
    """Small groups for the model's own objects."""
    rising = telling_components("rising")
    responses = [
        response_component(label)
        for label in (PrivacyParameters(Fraction(2), QUARTER), PrivacyParameters(THREE, Fraction(1, 10)))
    ]
    for group in (tuple(responses), (rising[0], rising[-1]), (rising[3], responses[0]), (small_components())):
        for e_eps in (ONE, HALVES):
            yield group, e_eps


@check("HSV26 Theorem 4.10 (repaired)")
def fixed_mechanisms_compose_like_responses() -> Outcome:
    """No adversary that interleaves fixed mechanisms exceeds Comp of their randomised responses, at any E ≥ 1."""
    met = []
    for group in groups():
        reached = [(e_eps, _delta(group, e_eps), claimed) for e_eps, claimed in _bound(group)]
        for e_eps, delta, claimed in reached:
            expect(delta <= claimed, f"{group} reaches δ = {delta} at e^ε = {e_eps}, {claimed} is claimed")
        met += [(group, e, d) for e, d, claimed in reached if e > 1 and 0 < d == claimed]
    for group, e_eps in _both_ways():
        expect(
            _composed_by_the_model(group, e_eps) == _delta(group, e_eps),
            f"ExtConComp and the interleaved trees of {group} differ at e^ε = {e_eps}",
        )
    attained = list(_attained())
    witness = found((case for case in met if _is_telling(case[0])), "no composition meets its bound where ε > 0")
    forgotten = found((g for g in groups() if not _stays_within(g, _without_delta(g))), "δ never counts")
    fewer = found((g for g in groups() if not _stays_within(g, _bound(g[:-1]))), "one response is enough")
    return Outcome(
        verdict="exact",
        scope=f"{FAMILIES}; all pairs within the first two families, 18 pairs across, 25 triples; every E ≥ 1",
        size=len(groups()),
        witness=f"{witness[0]} reach δ = {witness[2]} at e^ε = {witness[1]} with equality, one of {len(met)} cases "
        f"with ε > 0; interleaved randomised responses attain the bound at every E for {len(attained)} lists of labels",
        control=f"with one δ forgotten {forgotten} exceed the bound, with one response fewer {fewer}",
        notes=(
            f"In {len(list(_both_ways()))} cases the model's V[f] ∘* I ∘* ExtConComp, f in the language, has the same "
            "least δ as the trees.",
        ),
    )


def _is_telling(group: Group) -> bool:
    """Whether the parts are different, and their functions tell the sides of a pair apart."""
    return len(set(group)) == len(group) and all(each.function is RISING_AFTER_FIRST for each in group)


def _attained() -> Iterator[tuple[PrivacyParameters, ...]]:
    """Lists of labels whose composed randomised responses are attained by interleaving, at every vertex."""
    labels = (
        PrivacyParameters(HALVES, ZERO),
        PrivacyParameters(Fraction(2), QUARTER),
        PrivacyParameters(THREE, Fraction(1, 10)),
    )
    for chosen in chain(combinations_with_replacement(labels, 2), combinations_with_replacement(labels, 3)):
        group = tuple(response_component(label) for label in chosen)
        for e_eps, claimed in _bound(group):
            expect(_delta(group, e_eps) == claimed, f"interleaved responses {chosen} do not attain δ = {claimed}")
        yield chosen


@cache
def menus() -> tuple[tuple[Group, tuple[PrivacyParameters, ...]], ...]:
    """Menus from which the adversary creates, with the slots: two components a label, and two slots."""
    found_: list[tuple[Group, tuple[PrivacyParameters, ...]]] = []
    for name in ("rising", "one difference"):
        by_label: dict[PrivacyParameters, list[Component]] = {}
        for each in telling_components(name):
            by_label.setdefault(each.privacy, []).append(each)
        for slots in combinations_with_replacement(sorted(by_label), 2):
            offered = [by_label[label][:3] for label in dict.fromkeys(slots)]
            copies = 2 if slots[0] == slots[1] else 1
            found_.append((tuple(part for parts in offered for part in parts * copies), slots))
    return tuple(found_)


@cache
def _chosen_delta(offered: Group, slots: tuple[PrivacyParameters, ...], e_eps: Fraction) -> Fraction:
    """The least δ where the adversary creates what it likes, when it likes, within the slots."""
    rule = within_free_slots([each.privacy for each in offered])
    return interleaved_delta([to_be_created(each.tree) for each in offered], e_eps, slots, rule)


@cache
def _chosen_by_the_model(offered: Group, slots: tuple[PrivacyParameters, ...], e_eps: Fraction) -> Fraction:
    """The same by V[f] ∘* I ∘* ExtConComp, f in the language."""
    rounds = len(slots) + sum(sorted((each.rounds for each in offered), reverse=True)[: len(slots)])
    return least_delta(
        composition_game(_within(offered, slots), menu(dict.fromkeys(offered), len(slots)), rounds), e_eps
    )


def _best_fixed(offered: Group, slots: tuple[PrivacyParameters, ...], e_eps: Fraction) -> Fraction:
    """The largest δ of a pair from the menu that is fixed in advance."""
    choices = [[each for each in offered if each.privacy == label] for label in slots]
    return max(_delta(group, e_eps) for group in product(*choices))


@check("HSV26 Theorem 4.12", "HSV26 Theorem 1.2")
def fixed_parameters_compose_like_responses() -> Outcome:
    """No adversary that creates mechanisms adaptively within fixed slots exceeds Comp of the slots' responses."""
    met, adaptive = [], []
    for offered, slots in menus():
        for e_eps, claimed in response_profile(slots).vertices:
            delta = _chosen_delta(offered, slots, e_eps)
            expect(delta <= claimed, f"from {offered} within {slots}: δ = {delta} at e^ε = {e_eps}, {claimed} claimed")
            met += [(offered, slots, e_eps, delta)] if 0 < delta == claimed and e_eps > 1 else []
            adaptive += [(offered, slots, e_eps, delta)] if delta > _best_fixed(offered, slots, e_eps) else []
    for offered, slots, e_eps in _small_menus():
        expect(
            _chosen_by_the_model(offered, slots, e_eps) == _chosen_delta(offered, slots, e_eps),
            f"ExtConComp and the trees differ for {offered} within {slots} at e^ε = {e_eps}",
        )
    witness = found((case for case in met if len(set(case[1])) > 1), "no menu meets its bound where ε > 0")
    choosing = found(adaptive, "choosing what to create by the answers never helps")
    forgotten = found(
        (m for m in menus() if not _stays(m, (*m[1][:-1], PrivacyParameters(m[1][-1].e_eps, ZERO)))), "δ never counts"
    )
    fewer = found((m for m in menus() if not _stays(m, m[1][:-1])), "one slot fewer is enough")
    return Outcome(
        verdict="exact",
        scope=f"{two_stage(2).name}, up to names, for (0,0) then rising pairs or at most one differing pair, e^ε in "
        "3/2, 3; for every two labels that occur as slots, a menu of up to three mechanisms a label; every E ≥ 1",
        size=len(menus()),
        witness=f"within {_labels(witness[1])} δ = {witness[3]} is reached at e^ε = {witness[2]} with equality; within "
        f"{_labels(choosing[1])} creating by the answers reaches {choosing[3]} at e^ε = {choosing[2]}, more than any "
        "pair fixed in advance",
        control=f"with one δ forgotten {_labels(forgotten[1])} is exceeded, with one slot fewer {_labels(fewer[1])}",
        notes=(
            f"In {len(list(_small_menus()))} cases the model's V[f] ∘* I ∘* ExtConComp, f in the language, has the "
            "same least δ as the trees.",
        ),
    )


def _stays(offered_slots: tuple[Group, tuple[PrivacyParameters, ...]], claimed: tuple[PrivacyParameters, ...]) -> bool:
    offered, slots = offered_slots
    return dominated(lambda e: _chosen_delta(offered, slots, e), response_profile(claimed).vertices)


def _within(offered: Group, slots: tuple[PrivacyParameters, ...]) -> VerificationFunction:
    given = tuple(Parameters(e_eps=slot.e_eps, delta=slot.delta) for slot in slots)
    return _known(offered).bind(FixedParameters, len(slots), slots=given)


def _small_menus() -> Iterator[tuple[Group, tuple[PrivacyParameters, ...], Fraction]]:
    first, second = small_components()
    response = response_component(PrivacyParameters(Fraction(2), QUARTER))
    yield (first, second, response), (second.privacy, response.privacy), ONE
    yield (first, second, response), (first.privacy, response.privacy), HALVES
    yield (second, second), (second.privacy, second.privacy), ONE
