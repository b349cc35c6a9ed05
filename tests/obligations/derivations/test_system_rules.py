"""The rules about composed systems hold on finite instances, refuse wrong premises, and fail where they must."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, permutations, product
from math import prod
from random import Random
from typing import Any

import pytest

from concomp.model.composition.catalogue import catalogue
from concomp.model.composition.extended import extended_concurrent_composition
from concomp.model.composition.fixed import FixedParameters
from concomp.model.composition.messages import Query
from concomp.model.composition.slots import Parameters
from concomp.model.laws.indistinguishability import hockey_stick
from concomp.model.laws.law import Law
from concomp.model.mechanisms.continual import verified, worlds
from concomp.model.mechanisms.interaction import Adversary, interaction, view
from concomp.model.mechanisms.interactive import HALT, START, InteractiveMechanism
from concomp.model.mechanisms.postprocessing import chain, post_process
from concomp.model.mechanisms.verification import verifier
from concomp.obligations.derivations.kernel.facts import Fact, WrongStep
from concomp.obligations.derivations.kernel.indices import Index
from concomp.obligations.derivations.kernel.language import Implication, Quantity, eq
from concomp.obligations.derivations.kernel.logic import (
    apply_lemma,
    discharge_all,
    hypothesis,
    instance,
    state,
    suppose,
)
from concomp.obligations.derivations.kernel.proofs import rules
from concomp.obligations.derivations.systems import (
    discrete_rules,
    interactive,
    lemmas,
    member_rules,
    slot_rules,
    system_rules,
)
from concomp.obligations.derivations.systems import language as systems
from concomp.obligations.derivations.systems.drawn_slots import DrawnSlots
from concomp.obligations.derivations.systems.links import first_pairs, inwards, neighbouring, samples
from concomp.obligations.derivations.systems.links.slots import BY_NUMBER
from concomp.obligations.derivations.systems.postprocessing import ASSOCIATES, POST_PROCESSING
from concomp.obligations.derivations.systems.properties import discrete, equivalent, positive, private, pure, simulated
from concomp.obligations.derivations.systems.shares import waits, weight
from concomp.obligations.derivations.systems.suppositions import reads_pairs
from concomp.obligations.derivations.systems.theorems import (
    BY_COUNTING,
    CONSISTENT,
    CONSISTENT_COMPOSE,
    DISCRETE,
    DRAWN,
    FILTERED_COMPOSE,
    FIXED_MECHANISMS_COMPOSE,
    FIXED_PARAMETERS_COMPOSE,
    FOLLOWS,
    INTERACTIVE_COMPOSE,
    KEPT,
    LEMMA,
    LEMMA_AT_ZERO,
    MEMBER_SHARE,
    MOVED_INWARDS,
    SIMULATOR,
    SLOTS,
)
from concomp.obligations.families.compositions.components import menu
from concomp.obligations.families.compositions.processing import responses, sampling, simulators_of
from concomp.obligations.families.compositions.runs import script
from concomp.obligations.families.compositions.small_components import small_components
from concomp.obligations.families.small.laws import random_law

RANDOM = Random(412)


def transcript(mechanism: InteractiveMechanism, state: Any, messages: Sequence[Any]) -> Law[tuple[Any, ...]]:
    """The law of the answers to listed messages."""
    asking = Adversary(Law.point(()), lambda _, answers: script(messages)(answers)).mechanism
    said = interaction((asking, START), (mechanism, state), 2 * len(messages))
    return said.map(lambda words: words[1::2])


def test_a_transcript_has_the_product_of_the_shares_of_its_parts() -> None:
    parts = small_components()
    extended = extended_concurrent_composition()
    creations = [each.create for each in parts]
    asked = (1, 2, 1, 2)
    for bits in product((0, 1), repeat=len(asked)):
        queries = [Query(payload=bit, index=index) for bit, index in zip(bits, asked, strict=True)]
        whole = transcript(extended, (), [*creations, *queries])
        sent = list(zip(bits, asked, strict=True))
        own = [
            transcript(part.mechanism, part.mechanism.initial_state, [bit for bit, to in sent if to == index])
            for index, part in enumerate(parts, 1)
        ]
        for answers, chance in whole.items():
            shares = [law.probability(_part(answers[2:], asked, index)) for index, law in enumerate(own, 1)]
            assert chance == prod(shares, start=Fraction(1))


def _part(answers: Sequence[Any], asked: Sequence[int], index: int) -> Any:
    """Whether the answers of one mechanism are those of the whole; after its halt it is CLOSED."""
    mine = tuple(HALT if a == "closed" else a for a, i in zip(answers, asked, strict=True) if i == index)
    return lambda said: said == mine[: len(said)] and all(a is HALT for a in mine[len(said) :])


def laws(count: int) -> list[Law[Any]]:
    return [random_law(RANDOM, (0, 1, 2), 6) for _ in range(count)]


def mean_of_product(
    samples_: Sequence[Law[Any]], shares: Sequence[Sequence[Fraction]], slots: Sequence[int]
) -> Fraction:
    total = Fraction(0)
    for drawn in product((0, 1, 2), repeat=len(samples_)):
        weight = prod((law[r] for law, r in zip(samples_, drawn, strict=True)), start=Fraction(1))
        total += weight * prod(
            (share[drawn[slot]] for share, slot in zip(shares, slots, strict=True)), start=Fraction(1)
        )
    return total


def product_of_means(
    samples_: Sequence[Law[Any]], shares: Sequence[Sequence[Fraction]], slots: Sequence[int]
) -> Fraction:
    means = [sum(samples_[slot][r] * share[r] for r in (0, 1, 2)) for share, slot in zip(shares, slots, strict=True)]
    return prod(means, start=Fraction(1))


def test_samples_of_different_slots_are_summed_out_one_by_one() -> None:
    drawn = laws(3)
    shares = [[Fraction(RANDOM.randrange(5), 4) for _ in range(3)] for _ in range(3)]
    for count in (0, 1, 2, 3):
        for slots in permutations(range(3), count):
            assert mean_of_product(drawn, shares[:count], slots) == product_of_means(drawn, shares[:count], slots)
    assert mean_of_product(drawn, shares[:2], (1, 1)) != product_of_means(drawn, shares[:2], (1, 1))


def test_a_slot_is_free_while_the_parameters_are_a_sub_multiset() -> None:
    for slots in product("ab", repeat=3):
        for count in (1, 2, 3):
            for chosen in combinations(range(3), count):
                labels = [slots[place] for place in chosen]
                for held in permutations(range(3), count - 1):
                    if all(slots[place] == label for place, label in zip(held, labels, strict=False)):
                        free = Counter(slots) - Counter(slots[place] for place in held)
                        assert free[labels[-1]] > 0


def test_equal_weights_are_equal_views() -> None:
    parts = small_components()
    slots = [each.privacy for each in parts]
    parameters = tuple(Parameters(e_eps=each.e_eps, delta=each.delta) for each in slots)
    function = catalogue((each.create for each in parts), 2).bind(FixedParameters, 2, slots=parameters)
    real = verified(function, extended_concurrent_composition())
    simulated = post_process(chain(verifier(function), sampling(simulators_of(parts, 3), slots)), responses(slots))
    messages = menu(parts, 2)
    for seed in range(3):
        adversary = _random_adversary(seed, messages)
        for bit, world in enumerate(worlds(real)):
            start = ((bit, bit), (function.initial, ()))
            assert view(adversary, real, world, 4) == view(adversary, simulated, start, 4)


def _random_adversary(seed: int, messages: Sequence[Any]) -> Adversary:
    """Creates both, then asks by its coin and the answers so far."""

    def strategy(coin: Any, answers: tuple[Any, ...]) -> Any:
        if len(answers) < 2:
            return messages[len(answers)]
        return messages[2 + Random(f"{seed} {coin} {answers}").randrange(len(messages) - 2)]

    return Adversary(Law.uniform((0, 1, 2)), strategy)


def test_a_function_of_views_tells_less() -> None:
    for _ in range(50):
        zero, one = laws(2)
        merged = {answer: RANDOM.randrange(2) for answer in (0, 1, 2)}
        for e_eps in (Fraction(1), Fraction(3, 2)):
            assert hockey_stick(zero.map(merged.get), one.map(merged.get), e_eps) <= hockey_stick(zero, one, e_eps)


X, C = systems.AS_CONTINUAL(systems.INTERACTIVE), systems.C
OWN = systems.EVERY_PARAMETERS(C)


def _says(formula: Any, origin: str = "HSV26 Definition 4.1") -> Fact:
    return hypothesis("as if it were known", origin, formula)


def _same(system: Index) -> Any:
    return eq(weight(system), weight(system))


def _found(function: Index) -> Fact:
    return _says(slot_rules.finds_free_slot(function))


def _stages(bisimulation: Any) -> tuple[Fact, ...]:
    return tuple(map(system_rules.solve_stage, bisimulation.stages))


def _wrong() -> dict[str, Any]:
    mean, other = Quantity("mean"), _says(eq(1, 1))
    links, kept = _stages(inwards.INWARDS), _stages(samples.SAMPLE_KEPT)
    product = member_rules.product_of("∏", MEMBER_SHARE)
    of_anything = member_rules.product_of("∏", mean)
    function, wanted = systems.fixed_parameters(C), systems.OF_PARAMETERS
    every = simulated(systems.every_member(C), OWN)
    return {
        "tapes of another relation": lambda: system_rules.tapes(inwards.INWARDS, *kept),
        "tapes without a stage": lambda: system_rules.tapes(inwards.INWARDS, *links[:2]),
        "tapes with a stage supposed": lambda: system_rules.tapes(inwards.INWARDS, *links[:2], _says(links[2].formula)),
        "drawn first without proof": lambda: member_rules.draw_first(systems.SIMULATORS(C), other),
        "drawn first for mechanisms": lambda: member_rules.draw_first(systems.MEMBERS(C), KEPT),
        "drawn as often as wanted": lambda: member_rules.draw_first(
            systems.SIMULATORS(C), system_rules.related(samples.GIVEN_TWICE)
        ),
        "ordinary shares without consistency": lambda: member_rules.ordinary_alike(
            system_rules.related(first_pairs.INCONSISTENT)
        ),
        "ordinary shares of identical pairs": lambda: member_rules.ordinary_alike(
            system_rules.related(first_pairs.IDENTICAL_PAIRS)
        ),
        "waiting without a lazy simulator": lambda: member_rules.each_waiting(_says(every), _says(pure(OWN))),
        "samples handed out late to who does not wait": lambda: member_rules.played_side_by_side(
            systems.pure_parallel(C), DISCRETE, FOLLOWS, _found(systems.pure_parallel(C)), SLOTS
        ),
        "samples handed out late to others": lambda: member_rules.played_side_by_side(
            *(systems.pure_parallel(C), DISCRETE, FOLLOWS, _found(systems.pure_parallel(C)), SLOTS),
            _says(waits(X)),
        ),
        "slots of a filter": lambda: member_rules.played_side_by_side(
            systems.filtered(C), DISCRETE, FOLLOWS, _found(systems.filtered(C)), SLOTS
        ),
        "played without a free slot": lambda: member_rules.played_side_by_side(
            function, DISCRETE, FOLLOWS, _found(systems.consistent_parallel(C)), SLOTS
        ),
        "played by any slots": lambda: member_rules.played_side_by_side(
            function, DISCRETE, FOLLOWS, _found(function), FOLLOWS
        ),
        "slots in numbers without slots": lambda: slot_rules.in_numbers(DrawnSlots(function), *FOLLOWS),
        "takers without a free slot": lambda: slot_rules.takers(DrawnSlots(function), other, *SLOTS),
        "side by side without proof": lambda: member_rules.side_by_side(wanted, product, DISCRETE, *SLOTS[:2]),
        "side by side of any answers": lambda: member_rules.side_by_side(wanted, product, other, *FOLLOWS),
        "a product of anything": lambda: member_rules.side_by_side(wanted, of_anything, DISCRETE, *FOLLOWS),
        "a product of other shares": lambda: member_rules.samples_side_by_side(product, DISCRETE, *FOLLOWS),
        "exceptions of another composition": lambda: member_rules.among_exceptions(
            _says(discrete(systems.every_member(X)))
        ),
        "a simulator for one only": lambda: member_rules.each_simulated(
            _says(simulated(systems.M, systems.PARAMETERS))
        ),
        "distributed without a free slot": lambda: slot_rules.distribute(function, other, *SLOTS),
        "distributed by another function": lambda: slot_rules.distribute(
            function, _says(slot_rules.finds_free_slot(systems.consistent_parallel(C))), *SLOTS
        ),
        "distributed without slots": lambda: slot_rules.distribute(
            function, _says(slot_rules.finds_free_slot(function)), *FOLLOWS
        ),
        "no sub-multiset": lambda: slot_rules.free_slot(other, function, *BY_COUNTING),
        "slots by counting that are taken by number": lambda: slot_rules.free_slot(
            _says(slot_rules.sub_multiset(systems.fixed_mechanisms(C))), systems.fixed_mechanisms(C), *BY_COUNTING
        ),
        "slots that are not counted": lambda: slot_rules.free_slot(
            _says(slot_rules.sub_multiset(function)), function, *SLOTS
        ),
        "slots by number for any order": lambda: slot_rules.free_slot_by_number(
            _says(slot_rules.created_in_order(function)), function, *map(system_rules.solve_stage, BY_NUMBER)
        ),
        "slots by number without proof": lambda: slot_rules.free_slot_by_number(
            _says(slot_rules.created_in_order(systems.fixed_mechanisms(C))), systems.fixed_mechanisms(C), *SLOTS[:2]
        ),
        "another lemma for every mechanism": lambda: lemmas.for_every_mechanism(other),
        "any ε of different lemmas": lambda: lemmas.any_epsilon(SIMULATOR, SIMULATOR),
        "a hypothesis that nobody can read": lambda: lemmas.suppositions_of(
            lemmas.EVERY_MECHANISM, _says(eq(Quantity("κ", (systems.BIT,)), 0))
        ),
        "views of other systems": lambda: system_rules.views(systems.M, systems.M, DRAWN, other),
        "views of any answers": lambda: system_rules.views(systems.M, systems.M, _says(_same(systems.M)), other),
        "views of one with discrete answers": lambda: system_rules.views(
            systems.M, systems.M, _says(_same(systems.M)), _says(discrete(systems.M))
        ),
        "private as what is not equivalent": lambda: system_rules.as_private(
            _says(equivalent(systems.M, systems.M)), _says(private(systems.responses(C), systems.PARAMETERS))
        ),
        "private by weights": lambda: system_rules.as_private(
            _says(_same(systems.M)), _says(private(systems.M, systems.PARAMETERS))
        ),
        "discrete answers of some": lambda: discrete_rules.discrete_members(
            wanted, _says(discrete(systems.every_exception(C)))
        ),
        "discrete answers of no simulators": lambda: discrete_rules.discrete_simulators(
            function, DISCRETE, DISCRETE, _found(function)
        ),
        "discrete answers without a slot": lambda: discrete_rules.discrete_simulators(
            function, DISCRETE, _says(every), _found(systems.consistent_parallel(C))
        ),
        "discrete answers of others' simulators": lambda: discrete_rules.discrete_handed(
            DISCRETE, _says(simulated(systems.every_exception(C), OWN))
        ),
        "no association": lambda: system_rules.data_processing(DRAWN),
        "a lemma about other mechanisms": lambda: apply_lemma(
            POST_PROCESSING,
            {systems.M: systems.responses(C)},
            _says(private(systems.responses(X), systems.PARAMETERS)),
        ),
        "a lemma of which no premise is left": lambda: apply_lemma(ASSOCIATES, {}, other),
        "functions that may begin unlike": lambda: interactive.neighbouring_consistent(
            *map(system_rules.solve_stage, neighbouring.UNLIKE_QUERIES)
        ),
        "privacy behind nothing": lambda: interactive.private_exceptions(_says(private(systems.every_member(X), OWN))),
        "a case of other functions": lambda: apply_lemma(CONSISTENT_COMPOSE, {C: X}, _says(CONSISTENT.formula)),
        "a case that is only said to be one": lambda: apply_lemma(
            CONSISTENT_COMPOSE, {C: X}, _says(reads_pairs(systems.EVERY_FUNCTION(X)).formula)
        ),
        "a case of another theorem": lambda: apply_lemma(
            FIXED_PARAMETERS_COMPOSE, {C: X}, interactive.INTERACTIVE_CONSISTENT
        ),
        "a composition that is no composition": lambda: apply_lemma(CONSISTENT_COMPOSE, {C: systems.M}),
        "a variable that is supposed about": lambda: instance(DISCRETE, {C: X}),
        "a theorem whose hypothesis is left open": lambda: state(
            apply_lemma(SIMULATOR, {}, suppose(discrete(systems.M))), "HSV26 Theorem 4.12"
        ),
        "what was not supposed": lambda: discharge_all((CONSISTENT,), FIXED_PARAMETERS_COMPOSE),
    }


@pytest.mark.parametrize("name", list(_wrong()))
def test_a_rule_refuses_premises_that_do_not_fit(name: str) -> None:
    with pytest.raises(WrongStep):
        _wrong()[name]()


def test_the_theorem_names_its_rules() -> None:
    assert {rule.name for rule in rules(FIXED_PARAMETERS_COMPOSE)} - {rule.name for rule in rules(LEMMA)} == {
        "tapes",
        "drawn first",
        "independent tapes",
        "discrete answers together",
        "free slots",
        "slots in numbers",
        "equivalence",
        "data processing",
        "every mechanism",
        "each by its simulator",
    }


def premises(formula: Any) -> list[Any]:
    """What a theorem supposes, and what it then says."""
    if isinstance(formula, Implication):
        return [formula.premise, *premises(formula.conclusion)]
    return [formula]


MEMBERS_ARE = [discrete(systems.every_member(C)), private(systems.every_member(C), OWN)]


@pytest.mark.parametrize(
    ("theorem", "suppositions"),
    [
        (FIXED_MECHANISMS_COMPOSE, [*MEMBERS_ARE, positive(OWN)]),
        (FIXED_PARAMETERS_COMPOSE, [*MEMBERS_ARE, positive(OWN)]),
        (
            CONSISTENT_COMPOSE,
            [
                first_pairs.consistent(systems.EVERY_FUNCTION(C)).formula,
                MEMBERS_ARE[0],
                private(systems.every_exception(C), OWN),
                positive(OWN),
            ],
        ),
        (FILTERED_COMPOSE, MEMBERS_ARE),
    ],
    ids=["4.10", "4.12", "5.14", "12.4"],
)
def test_a_theorem_supposes_what_the_paper_does(theorem: Fact, suppositions: list[Any]) -> None:
    *supposed, responses_private, conclusion = premises(theorem.formula)
    assert supposed == suppositions
    assert str(responses_private).endswith("is (ε,δ)-DP")
    assert "ExtConComp[C] is (ε,δ)-DP" in str(conclusion)


def test_interactive_mechanisms_are_private_as_interactive_ones() -> None:
    every = systems.EVERY_INTERACTIVE(systems.INTERACTIVE)
    own = systems.EVERY_PARAMETERS(X)
    supposed = premises(INTERACTIVE_COMPOSE.formula)
    assert supposed[:3] == [discrete(every), private(systems.STARTED(every), own), positive(own)]
    assert supposed[-1] == premises(instance(CONSISTENT_COMPOSE, {C: X}).formula)[-1]


def test_a_lemma_supposes_what_its_derivation_does() -> None:
    assert premises(SIMULATOR.formula)[:3] == [
        discrete(systems.M),
        private(systems.M, systems.PARAMETERS),
        positive(systems.PARAMETERS),
    ]
    assert premises(lemmas.for_every_mechanism(LEMMA_AT_ZERO).formula)[:2] == premises(SIMULATOR.formula)[:2]


def test_theorems_about_different_functions_differ() -> None:
    facts = (FIXED_PARAMETERS_COMPOSE, CONSISTENT_COMPOSE, INTERACTIVE_COMPOSE)
    assert len({premises(fact.formula)[-1] for fact in facts}) == 3


def test_a_theorem_cannot_be_left_without_a_link() -> None:
    assert MOVED_INWARDS.formula != system_rules.related(inwards.UNSUITABLE).formula
