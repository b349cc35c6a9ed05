"""The facts on which the rules about composed systems rest hold on finite instances."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, permutations, product
from math import prod
from random import Random
from typing import Any

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
