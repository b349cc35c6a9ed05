"""Without what looks at classes, meanings and values, an attack on what is verified goes through."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from concomp.model import sameness as exact_sameness
from concomp.model.language import Int, Monitor, Opaque, PostProcessing, Record, common, function, relation, require
from concomp.model.language import postprocessing as processings
from concomp.model.language.readings import evaluation, functions, steadiness
from concomp.model.language.syntax import ownership, sameness
from concomp.model.language.syntax.sorts import INT, OpaqueSort, RecordSort
from concomp.model.language.syntax.values import exact
from concomp.model.mechanisms.postprocessing import LEFT
from concomp.obligations.verify import verification
from tests.model.language.test_steadiness import Box

Patch = pytest.MonkeyPatch


class Row(Opaque): ...


class Visit(Record):
    weight: Int


@dataclass(frozen=True)
class Entry:
    held: object


near = relation(Row, Row)
text = function(Row, result=Int, meaning=lambda row: len(str(row)))


class Near(Monitor):
    def step(self, left: Row, right: Row) -> None:
        require(near(left, right))


class Texts(Monitor):
    def step(self, left: Row, right: Row) -> None:
        require(text(left) == text(right))


class Masked(PostProcessing):
    noise = common(Int)

    def on_left(self, number: Int) -> None:
        self.send_left(self.noise)

    def on_right(self, number: Int) -> None:
        self.send_left(number)


def _class_changed() -> bool:
    class Same(Monitor):
        def step(self, left: Int, right: Int) -> None:
            require(left == right)

    instance = Same()
    Same.__call__ = lambda self, messages: True  # type: ignore[method-assign]
    return _passes(lambda: verification.case_of(instance))


def _defined_anew() -> bool:
    def define() -> None:
        class Loud(Monitor):
            def step(self, left: Int, right: Int) -> None:
                require(left == right)

            def __call__(self, messages: object) -> bool:
                return True

    return _passes(define)


def _two_meanings() -> bool:
    always, never = (Near(near=lambda one, other, holds=holds: holds) for holds in (True, False))
    return _passes(lambda: verification.case_of(always, within=never))


def _private_noise() -> bool:
    lowered = Masked().lower(noise=lambda received: received[-1][1] or 0)
    [state] = lowered.initial_states
    [[(_, _, three)], [(_, _, four)]] = (lowered.respond(state, LEFT, number) for number in (3, 4))
    return bool(three != four)


def _verdict_by_memory() -> bool:
    asked = Texts()
    return asked([(1, 1)]) and asked([(1, 1.0)])


def _one_and_true() -> bool:
    return sameness.same(OpaqueSort(Row), 1, True)


def _one_and_true_inside() -> bool:
    return sameness.same(OpaqueSort(Row), Entry(1), Entry(True))


def _meaning_by_chance() -> bool:
    answers = iter([1, 2])
    return _passes(lambda: Texts(text=lambda row: next(answers))([("a", "a")]))


def _meaning_of_what_was_changed() -> bool:
    one, other = Box(1), Box(2)
    held = steadiness.steady(lambda row: int(row is one), steadiness.Answers(INT, exact, "meaning"))
    held(one)
    held(other)
    other.held = 1
    return _passes(lambda: held(other))


def _other_fields() -> bool:
    spoiled = Visit(weight=1)
    vars(spoiled)["weight"] = 0.5
    return Visit._sort.contains(spoiled)


def _passes(attack: Callable[[], object]) -> bool:
    try:
        attack()
    except Exception:
        return False
    return True


def nothing(*given: Any, **named: Any) -> Any:
    return ()


BREAKAGES: list[tuple[object, str, object, Callable[[], bool]]] = [
    (verification, "demand_as_read", nothing, _class_changed),
    (ownership, "_defined_anew", nothing, _defined_anew),
    (verification, "one_meaning_each", nothing, _two_meanings),
    (processings, "shared", lambda received: received, _private_noise),
    (functions.DefinitionFunction, "_exactly", nothing, _verdict_by_memory),
    (sameness, "exact", lambda value: value, _one_and_true),
    (exact_sameness, "_held", nothing, _one_and_true_inside),
    (evaluation, "steady_meaning", lambda declared, meaning: meaning, _meaning_by_chance),
    (steadiness, "is_settled", lambda value: True, _meaning_of_what_was_changed),
    (RecordSort, "contains", lambda self, value: type(value) is self.record, _other_fields),
]


@pytest.mark.parametrize(
    ("place", "name", "broken", "attack"), BREAKAGES, ids=[attack.__name__ for *_, attack in BREAKAGES]
)
def test_without_its_guard_an_attack_goes_through(
    place: object, name: str, broken: object, attack: Callable[[], bool], monkeypatch: Patch
) -> None:
    assert not attack()
    monkeypatch.setattr(place, name, broken)
    assert attack()
