"""Described systems are the model's: the same answers, exactly, on finite instances."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from concomp.model.composition.catalogue import catalogue
from concomp.model.composition.filtered import Filtered, FilteredResponses, sum_filter
from concomp.model.composition.fixed import FixedParameters
from concomp.model.composition.slots import Parameters
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import Law
from concomp.model.mechanisms.equivalence import equivalent
from concomp.model.mechanisms.interactive import EVERYTHING, InteractiveMechanism
from concomp.model.mechanisms.noninteractive import RUN, composition
from concomp.model.mechanisms.randomised_response import randomised_response
from concomp.model.mechanisms.verification import Predicate
from concomp.obligations.derivations.systems.instances import filters, instances
from concomp.obligations.derivations.systems.instances.instances import Instance
from concomp.obligations.derivations.systems.language import NEIGHBOURING_AT_FIRST
from concomp.obligations.families.compositions.components import menu
from concomp.obligations.families.compositions.small_components import small_components
from concomp.obligations.families.small.continual import random_continual_trees
from concomp.obligations.families.small.functions import ANY, AT_MOST_ONE_DIFFERENCE, FIRST_PAIR_CONSISTENT, RISING
from concomp.obligations.families.small.mechanisms import random_machines
from concomp.obligations.families.small.processings import (
    ASK_TWICE,
    BLUR,
    FLIP_ANSWERS,
    FORWARD,
    IGNORE,
    REMEMBER,
    STOP_AFTER_ONE,
)
from tests.thinning import thinned

TREES = random_continual_trees(2, 3, 2, 5).members


def associating() -> Iterator[Instance]:
    processings = (ASK_TWICE, STOP_AFTER_ONE, BLUR)
    return instances.associations(processings, random_machines(2, 2, 1, seed=217))


def beginning_identical() -> Iterator[Instance]:
    return instances.identical_beginnings((ANY, FIRST_PAIR_CONSISTENT, AT_MOST_ONE_DIFFERENCE), TREES)


def always_identical() -> Iterator[Instance]:
    return instances.identical_pairs((ANY, FIRST_PAIR_CONSISTENT, AT_MOST_ONE_DIFFERENCE), TREES)


def exchanging_sides() -> Iterator[Instance]:
    return instances.exchanged_sides((ANY, AT_MOST_ONE_DIFFERENCE), TREES)


def asking_responses() -> Iterator[Instance]:
    responses = [randomised_response(PrivacyParameters(Fraction(2), Fraction(1, 4)))]
    return instances.response_mixtures((FORWARD, ASK_TWICE, REMEMBER), responses, RUN)


def asking_first() -> Iterator[Instance]:
    """The player shows the first sample's branch, or whether the message is its bit, and has a state."""
    responses = [composition([randomised_response(PrivacyParameters(Fraction(2), Fraction(1, 4)))] * 2)]

    def play(state: Any, told: Any) -> Law[Any]:
        [(branch, bit), _], message = told
        return Law.coin(Fraction(1, 3), (state, branch), (1 - state, (state, message == bit)))

    functions = (ANY, Predicate(lambda sequence: sequence[0] == 1, "1 first"))
    return instances.responses_asked_first(functions, [InteractiveMechanism(play, (0,), EVERYTHING)], responses, (0, 1))


def composing() -> Iterator[Instance]:
    parts = small_components()
    known = catalogue((each.create for each in parts), 2)
    slots = tuple(Parameters(e_eps=each.privacy.e_eps, delta=each.privacy.delta) for each in parts)
    return instances.compositions([known.bind(FixedParameters, 2, slots=slots)], menu(parts, 2), 4)


def doubling_up() -> Iterator[Instance]:
    return instances.doublings((FORWARD, FLIP_ANSWERS, IGNORE, REMEMBER, STOP_AFTER_ONE), TREES)


def inserting() -> Iterator[Instance]:
    return instances.insertions([(RISING, RISING), (ANY, RISING)], (FORWARD, FLIP_ANSWERS, REMEMBER), TREES)


def acquiring() -> Iterator[Instance]:
    parts = small_components()
    known = catalogue((each.create for each in parts), 2)
    accepts = sum_filter(PrivacyParameters(Fraction(9), Fraction(1, 4)))
    functions = [(known.bind(Filtered, within_budget=accepts), known.bind(FilteredResponses, within_budget=accepts))]
    return filters.acquisitions(functions, accepts, menu(parts, 2), 3)


RELATIONS = (
    lambda left, right: abs(left - right) == 1,
    lambda left, right: left < right,
    lambda left, right: False,
    lambda left, right: True,
)


def neighbouring_first() -> Iterator[Instance]:
    return instances.neighbouring_pairs(RELATIONS)


def told_first() -> Iterator[Instance]:
    return instances.continual_ones(random_machines(2, 2, 2, seed=218), (0, 1))


@pytest.mark.parametrize(
    "made",
    thinned(
        [
            associating,
            beginning_identical,
            always_identical,
            exchanging_sides,
            asking_responses,
            composing,
            doubling_up,
            inserting,
            acquiring,
            asking_first,
            neighbouring_first,
            told_first,
        ],
        3,
    ),
)
def test_a_described_system_is_the_model_s(made: object) -> None:
    compared = 0
    for described, real, queries, rounds in made():  # type: ignore[operator]
        assert equivalent(described, real, queries, rounds), f"{described[0]} is not {real[0]}"
        compared += 1
    assert compared >= 4


def test_another_function_than_f_is_noticed() -> None:
    made = instances.neighbouring_pairs(RELATIONS, NEIGHBOURING_AT_FIRST)
    assert not any(equivalent(described, real, queries, rounds) for described, real, queries, rounds in made)


def test_a_function_that_is_not_invariant_is_noticed() -> None:
    made = list(instances.exchanged_sides((RISING,), TREES))
    same = [equivalent(described, real, queries, rounds) for described, real, queries, rounds in made]
    assert all(same[::2])
    assert not all(same[1::2])
