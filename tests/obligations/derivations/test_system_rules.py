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
from concomp.obligations.derivations.kernel.language import Implication, Proposition, Quantity, eq
from concomp.obligations.derivations.kernel.logic import (
    apply_lemma,
    discharge_all,
    hypothesis,
    instance,
    state,
    suppose,
)
from concomp.obligations.derivations.kernel.proofs import rules
from concomp.obligations.derivations.systems import language as systems
from concomp.obligations.derivations.systems import system_rules as rules_
from concomp.obligations.derivations.systems.links import asked_first, first_pairs, inwards, neighbouring, samples
from concomp.obligations.derivations.systems.postprocessing import ASSOCIATES, POST_PROCESSING
from concomp.obligations.derivations.systems.theorems import (
    CONSISTENT_COMPOSE,
    DRAWN,
    FIXED_PARAMETERS_COMPOSE,
    FOLLOWS,
    INTERACTIVE_COMPOSE,
    LEMMA,
    LEMMA_AT_ZERO,
    MEMBER_SHARE,
    MOVED_INWARDS,
    NEIGHBOURING_CONSISTENT,
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
        for answers, weight in whole.items():
            shares = [law.probability(_part(answers[2:], asked, index)) for index, law in enumerate(own, 1)]
            assert weight == prod(shares, start=Fraction(1))


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
FPC = systems.CONSISTENT_PARALLEL


def _says(formula: Any, origin: str = "HSV26 Definition 4.1") -> Fact:
    return hypothesis("as if it were known", origin, formula)


def _wrong() -> dict[str, Any]:
    mean, other = Quantity("mean"), _says(eq(1, 1))
    related, kept = rules_.solve_stages(inwards.INWARDS), rules_.solve_stages(samples.KEPT)
    asked = rules_.solve_stages(asked_first.ASKED_FIRST)
    product = rules_.product_of("∏", MEMBER_SHARE)
    of_anything = rules_.product_of("∏", mean)
    function, members = systems.FIXED_PARAMETERS(C), systems.MEMBERS(C)
    shown = _says(systems.answers(systems.RESPONSES(C)))
    private = suppose(systems.members_private(C))
    return {
        "tapes of another relation": lambda: rules_.tapes(inwards.INWARDS, *kept),
        "tapes without a stage": lambda: rules_.tapes(inwards.INWARDS, *related[:2]),
        "tapes of a part of a composition": lambda: rules_.tapes(samples.KEPT, *kept),
        "drawn first without proof": lambda: rules_.draw_first(systems.SIMULATORS(C), other, other, other),
        "drawn first for mechanisms": lambda: rules_.draw_first(members, *kept),
        "identical shares without proof": lambda: rules_.identical_alike(
            *rules_.solve_stages(first_pairs.UNLIKE_PAIRS)
        ),
        "waiting without proof": lambda: rules_.waiting_share(
            suppose(systems.members_pure(C)), *rules_.solve_stages(first_pairs.IDENTICAL_RUNS)
        ),
        "waiting of mechanisms that are not pure": lambda: rules_.waiting_share(
            private, *rules_.solve_stages(first_pairs.IDENTICAL_ALWAYS)
        ),
        "samples handed out late to who does not wait": lambda: rules_.sampled_side_by_side(
            systems.PURE_PARALLEL(C), asked, FOLLOWS, shown
        ),
        "samples handed out late to others": lambda: rules_.sampled_side_by_side(
            systems.PURE_PARALLEL(C), asked, FOLLOWS, shown, _says(systems.waiting(systems.SIMULATORS(C)))
        ),
        "ordinary shares without proof": lambda: rules_.ordinary_alike(
            *rules_.solve_stages(first_pairs.INCONSISTENT),
        ),
        "side by side without proof": lambda: rules_.side_by_side(members, function, product, *SLOTS[:2]),
        "a product of anything": lambda: rules_.side_by_side(members, function, of_anything, *FOLLOWS),
        "a product of other shares": lambda: rules_.side_by_side(
            systems.INFORMED(systems.SIMULATORS(C)), function, product, *FOLLOWS
        ),
        "samples that may be HALT": lambda: rules_.sampled_side_by_side(function, asked, FOLLOWS, other),
        "slots of a filter": lambda: rules_.sampled_side_by_side(systems.FILTERED(C), asked, FOLLOWS, shown),
        "distributed without a free slot": lambda: rules_.distribute(function, other, *SLOTS),
        "distributed by another function": lambda: rules_.distribute(
            function, _says(rules_.finds_free_slot(FPC(C))), *SLOTS
        ),
        "distributed without slots": lambda: rules_.distribute(
            function, _says(rules_.finds_free_slot(function)), *FOLLOWS
        ),
        "no sub-multiset": lambda: rules_.free_slot(other, function, *SLOTS),
        "simulated by something else": lambda: rules_.simulated_share(private, other),
        "Lemma 4.7 only said to hold": lambda: rules_.simulated_share(
            private, _says(rules_.EQUIVALENT, "HSV26 Lemma 4.7")
        ),
        "Lemma 4.7 at zero for all": lambda: rules_.simulated_share(private, LEMMA_AT_ZERO),
        "mechanisms of which nothing is known": lambda: rules_.simulated_share(other, LEMMA),
        "exceptional ones at zero": lambda: rules_.simulated_share(
            suppose(systems.exceptional_private(C)), LEMMA, LEMMA_AT_ZERO
        ),
        "views of other systems": lambda: rules_.same_views(systems.M, systems.M, DRAWN, other),
        "no association": lambda: rules_.data_processing(DRAWN),
        "a lemma about other mechanisms": lambda: apply_lemma(
            POST_PROCESSING, {systems.M: systems.RESPONSES(C)}, _says(systems.private(systems.RESPONSES(X)))
        ),
        "a lemma of which no premise is left": lambda: apply_lemma(ASSOCIATES, {}, other),
        "functions that may begin unlike": lambda: rules_.neighbouring_consistent(
            *map(rules_.solve_stage, neighbouring.UNLIKE_QUERIES)
        ),
        "a case of other functions": lambda: apply_lemma(CONSISTENT_COMPOSE, {C: X}, _says(systems.consistent(C))),
        "a case that is only said to be one": lambda: apply_lemma(
            CONSISTENT_COMPOSE, {C: X}, _says(Proposition("every f_j of X with f_~ is first-pair consistent"))
        ),
        "a case of a theorem on filters": lambda: apply_lemma(
            FIXED_PARAMETERS_COMPOSE, {C: X}, NEIGHBOURING_CONSISTENT
        ),
        "a composition that is no composition": lambda: apply_lemma(CONSISTENT_COMPOSE, {C: systems.M}),
        "a variable that is supposed about": lambda: instance(suppose(systems.consistent(C)), {C: X}),
        "a theorem whose hypothesis is left open": lambda: state(
            apply_lemma(MOVED_INWARDS, {}, suppose(systems.suitable(systems.F, C))), "HSV26 Theorem 4.12"
        ),
        "what was not supposed": lambda: discharge_all((suppose(systems.consistent(C)),), FIXED_PARAMETERS_COMPOSE),
    }


@pytest.mark.parametrize("name", list(_wrong()))
def test_a_rule_refuses_premises_that_do_not_fit(name: str) -> None:
    with pytest.raises(WrongStep):
        _wrong()[name]()


def test_the_theorem_names_its_rules() -> None:
    assert isinstance(FIXED_PARAMETERS_COMPOSE, Fact)
    assert {rule.name for rule in rules(FIXED_PARAMETERS_COMPOSE)} - {rule.name for rule in rules(LEMMA)} == {
        "tapes",
        "drawn first",
        "independent tapes",
        "pigeonhole",
        "finite distributivity",
        "equivalence",
        "data processing",
        "each by its simulator",
    }


def test_a_corollary_says_what_its_theorem_says_of_the_case() -> None:
    interactive, compose = INTERACTIVE_COMPOSE.formula, CONSISTENT_COMPOSE.formula
    assert isinstance(compose, Implication)
    assert compose.premise == systems.consistent(C)
    assert interactive == instance(_says(compose.conclusion), {C: X}).formula
    assert systems.private(systems.verified_composition(FPC(X))) == interactive.conclusion.conclusion  # type: ignore[union-attr]


def test_theorems_about_different_functions_differ() -> None:
    conclusions = {_last(fact.formula) for fact in (FIXED_PARAMETERS_COMPOSE, CONSISTENT_COMPOSE, INTERACTIVE_COMPOSE)}
    assert len(conclusions) == 3


def _last(formula: Any) -> Any:
    return _last(formula.conclusion) if isinstance(formula, Implication) else formula
