"""The functions for any number of entries are the model's functions, where these have two entries."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from concomp.model.composition.messages import Create
from concomp.model.composition.slots import Parameters
from concomp.model.language import Monitor
from concomp.obligations.families.functions import any_length
from concomp.obligations.families.functions.agreement import agreement
from concomp.obligations.families.mutation.subject import Setting
from concomp.obligations.families.mutation.subjects import applications, compositions
from tests.thinning import thinned

APPLICATIONS = {each.name: each for each in applications.subjects()}
OF_SLOTS = {
    "FixedParameters": any_length.AnyFixedParameters,
    "SparseParallel": any_length.AnySparseParallel,
    "SparseParallelWithDeltaBudget": any_length.AnySparseParallelWithDeltaBudget,
    "SparseResponses": any_length.AnySparseResponses,
    "FirstPairConsistentParallel": any_length.AnyFirstPairConsistentParallel,
}
OF_PLACES = {
    "FixedMechanisms": (any_length.AnyFixedMechanisms, "k"),
    "UsersOfProtocol": (any_length.AnyUsersOfProtocol, "n"),
}
ONLY_EPSILON = ("SparseParallelWithDeltaBudget", "SparseResponses")


def settings_of(name: str) -> tuple[Setting, ...]:
    return (APPLICATIONS.get(name) or compositions.subject(name)).settings


def rest(function: Monitor, listed: str) -> dict[str, Any]:
    """The values and meanings of a function without those of its list."""
    values = {name: value for name, value in function.parameter_values.items() if name != listed}
    return {**values, **function.meanings}


def of_values(name: str, setting: Setting) -> Iterator[Monitor]:
    """The function for any number of slots, at each value that a slot has or a creation declares."""
    slots = setting.function.parameter_values["slots"]
    key: Callable[[Any], Any] = (lambda slot: slot.e_eps) if name in ONLY_EPSILON else (lambda slot: slot)
    created = [message for message, _ in setting.alphabet if isinstance(message, Create)]
    for value in {*slots, *(Parameters(e_eps=create.e_eps, delta=create.delta) for create in created)}:
        copies = sum(key(slot) == key(value) for slot in slots)
        yield OF_SLOTS[name](value=value, copies=copies, **rest(setting.function, "slots"))


def of_places(name: str, setting: Setting) -> Iterator[Monitor]:
    """The function for any number of creations, at each place."""
    owner, count = OF_PLACES[name]
    alphas = setting.function.parameter_values["alphas"]
    for place, alpha in enumerate(alphas, 1):
        yield owner(place=place, alpha=alpha, **{count: len(alphas)}, **rest(setting.function, "alphas"))


def compared(setting: Setting, at_points: list[Monitor]) -> None:
    """Expect that a function accepts what it does at every point, and that something is accepted."""
    length = next(most for size, most in ((8, 6), (25, 4), (100, 3)) if len(setting.alphabet) < size)
    found = agreement(setting.function, lambda words: all(each(words) for each in at_points), setting.alphabet, length)
    assert found.differing is None
    assert found.accepted


@pytest.mark.parametrize("name", thinned(OF_SLOTS, 3))
def test_slots_are_taken_as_they_are_at_every_value(name: str) -> None:
    for setting in settings_of(name)[:3]:
        compared(setting, list(of_values(name, setting)))


@pytest.mark.parametrize("name", OF_PLACES)
def test_creations_are_as_they_are_at_every_place(name: str) -> None:
    for setting in settings_of(name)[:2]:
        compared(setting, list(of_places(name, setting)))


def test_one_value_alone_is_not_enough() -> None:
    """Without the value that no slot has, more is accepted: the comparison sees values."""
    setting = settings_of("SparseParallel")[0]
    slots = setting.function.parameter_values["slots"]
    known = [each for each in of_values("SparseParallel", setting) if each.parameter_values["value"] in slots]
    found = agreement(setting.function, lambda words: all(each(words) for each in known), setting.alphabet, 2)
    assert found.differing is not None
