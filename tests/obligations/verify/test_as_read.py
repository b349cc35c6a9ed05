"""What is verified is what runs: the classes as they stand when a machine is read, and the values that they take."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from concomp.impl.monitors.stepper import compile_step
from concomp.model.language import (
    Conjunction,
    Enumeration,
    Int,
    LanguageError,
    Monitor,
    PostProcessing,
    Product,
    Projection,
    Record,
    require,
)
from concomp.model.language.syntax.sorts import EnumSort, IntSort
from concomp.obligations.verify.postprocessing import processing_case, validity_of
from concomp.obligations.verify.verification import case_of

Patch = pytest.MonkeyPatch


def _same() -> type[Monitor]:
    class Same(Monitor):
        def step(self, left: Int, right: Int) -> None:
            require(left == right)

    return Same


def _visit() -> type[Record]:
    class Visit(Record):
        weight: Int

    return Visit


def _always(self: object, *given: object) -> bool:
    return True


def _weights(visit: Any) -> type[Monitor]:
    class Weights(Monitor):
        def step(self, left: visit, right: visit) -> None:
            require(left == right)

    return Weights


def _set_afterwards() -> Monitor:
    owner = _same()
    instance = owner()
    owner.__call__ = _always  # type: ignore[assignment]
    return instance


def _set_on_a_base() -> Monitor:
    class Base: ...

    class Same(Base, _same()): ...  # type: ignore[misc]

    instance = Same()
    Base.advance = _always  # type: ignore[attr-defined]
    return instance


def _remembered() -> Monitor:
    instance = _same()()
    instance.__dict__["__call__"] = _always
    return instance


def _record_afterwards() -> Monitor:
    visit = _visit()
    instance = _weights(visit)()
    visit.__eq__ = _always  # type: ignore[assignment, method-assign]
    return instance


def _field_afterwards() -> Monitor:
    visit = _visit()
    instance = Projection(_same()(), visit, "weight")
    visit.weight = property(lambda self: 7)  # type: ignore[attr-defined]
    return instance


def _enumeration_afterwards() -> Monitor:
    class Colour(Enumeration):
        RED = 1
        BLUE = 2

    instance = _weights(Colour)()
    Colour.__eq__ = _always  # type: ignore[assignment, method-assign]
    return instance


AFTERWARDS = [
    (_set_afterwards, "Same defines '__call__'"),
    (_set_on_a_base, "Base, a base of Same, defines 'advance'"),
    (_record_afterwards, "Visit defines '__eq__'"),
    (_field_afterwards, "Visit has an attribute 'weight', which is read in the place of the field"),
    (_enumeration_afterwards, "Colour defines '__eq__'"),
]


@pytest.mark.parametrize(("build", "problem"), AFTERWARDS, ids=[each.__name__ for each, _ in AFTERWARDS])
def test_classes_are_looked_at_whenever_a_function_is_read(build: Callable[[], Monitor], problem: str) -> None:
    instance = build()
    for read in (case_of, compile_step, lambda one: validity_of(one, one, {}), lambda one: case_of(_same(), one)):
        with pytest.raises(LanguageError, match=problem):
            read(instance)  # type: ignore[operator]


def test_what_a_machine_remembers_is_found_anew_when_it_is_read() -> None:
    instance = _same()()
    instance.__dict__["_function"] = _always
    assert instance([(1, 2)])
    case_of(instance)
    assert not instance([(1, 2)])


def test_a_post_processing_is_looked_at_where_it_is_verified_and_lowered() -> None:
    class Pass(PostProcessing):
        def on_left(self, number: Int) -> None:
            self.send_right(number)

        def on_right(self, number: Int) -> None:
            self.send_left(number)

    instance = Pass()
    Pass.respond = _always  # type: ignore[assignment, method-assign]
    for read in (processing_case, PostProcessing.lower):
        with pytest.raises(LanguageError, match="Pass defines 'respond'"):
            read(instance)  # type: ignore[operator]


def test_the_classes_of_the_language_are_those_that_were_loaded(monkeypatch: Patch) -> None:
    instance = _same()()
    monkeypatch.setattr(Monitor, "advance", _always)
    with pytest.raises(LanguageError, match=r"Monitor\.advance, of the language itself, was given another meaning"):
        case_of(instance)


def test_a_printed_module_is_no_part_of_the_language() -> None:
    with pytest.raises(LanguageError, match="Inside defines '__call__'"):

        class Inside(Monitor):
            __module__ = "concomp.model.language"

            def step(self, left: Int, right: Int) -> None:
                require(left == right)

            def __call__(self, messages: object) -> bool:
                return True


def test_a_metaclass_is_refused() -> None:
    class Meta(type(Monitor)):  # type: ignore[misc]
        def __init__(cls, name: str, bases: Any, namespace: Any) -> None:
            super().__init__(name, bases, namespace)
            cls.__call__ = _always

    with pytest.raises(LanguageError, match="without a metaclass"):

        class Odd(Monitor, metaclass=Meta):
            def step(self, left: Int, right: Int) -> None:
                require(left == right)


def test_what_only_says_that_it_is_a_monitor_is_none() -> None:
    class Evil:
        definition = _same()().definition

    Monitor.register(Evil)
    with pytest.raises(LanguageError, match="no class that Python makes below Machine"):
        case_of(Evil())  # type: ignore[arg-type]


def test_all_that_the_language_defines_runs_a_machine() -> None:
    with pytest.raises(LanguageError, match="Loose defines '_running'"):

        class Loose(PostProcessing):
            def on_left(self, number: Int) -> None:
                self.send_right(number)

            def on_right(self, number: Int) -> None:
                self.send_left(number)

            @property
            def _running(self) -> Any:  # type: ignore[override]
                return self

    class Part(Conjunction):
        def _run(self, *given: Any) -> None: ...

    with pytest.raises(LanguageError, match="Part defines '_run'"):
        Part(_same()())


def test_init_puts_nothing_into_a_machine_that_the_language_keeps_there() -> None:
    with pytest.raises(LanguageError, match="puts '_function' into the object"):

        class Odd(Monitor):
            def __init__(self, **given: Any) -> None:
                super().__init__(**given)
                self.__dict__["_function"] = _always

            def step(self, left: Int, right: Int) -> None:
                require(left == right)


def test_a_record_that_is_a_dataclass_is_refused() -> None:
    data = dataclasses.dataclass(eq=False)(_visit())
    with pytest.raises(LanguageError, match="Visit defines '__init__'"):
        _weights(data)


def test_no_base_has_an_attribute_under_the_name_of_a_field() -> None:
    class Defaults:
        weight = 1

    with pytest.raises(LanguageError, match="Defaults, a base of Visit, has an attribute 'weight'"):

        class Visit(Defaults, Record):
            weight: Int  # type: ignore[assignment]

    with pytest.raises(LanguageError, match="Record, a base of Named, has an attribute 'from_values'"):

        class Named(Record):
            from_values: Int  # type: ignore[assignment]


def test_a_subclass_of_a_record_has_its_fields() -> None:
    class Weighed(_visit()):  # type: ignore[misc]
        user: Int

    assert case_of(_weights(Weighed)).definition.message.contains(Weighed(weight=1, user=2))


def _more(visit: Any) -> Any:
    made = visit(weight=1)
    vars(made)["more"] = 2
    return made


def _half(visit: Any) -> Any:
    made = visit(weight=1)
    vars(made)["weight"] = Fraction(1, 2)
    return made


@pytest.mark.parametrize("spoil", [_more, _half])
def test_a_record_with_other_fields_or_values_is_of_no_sort(spoil: Callable[[Any], Any]) -> None:
    visit = _visit()
    function = _weights(visit)()
    good, bad = visit(weight=1), spoil(visit)
    assert function([(good, good)])
    assert not function([(bad, bad)])
    assert compile_step(function).advance(compile_step(function).initial, bad, bad)[0] is False


def test_a_record_is_made_of_values_of_its_sorts() -> None:
    with pytest.raises(LanguageError, match="field 'weight' of Visit is Fraction"):
        _visit().from_values((Fraction(1, 2),))


def test_a_member_of_an_enumeration_is_that_very_object() -> None:
    class Colour(Enumeration):
        RED = 1

    fake: Any = object.__new__(Colour)
    fake._name_, fake._value_ = "RED", 1
    assert EnumSort(Colour).contains(Colour.RED)
    assert not EnumSort(Colour).contains(fake)


def test_a_sort_of_another_kind_is_refused() -> None:
    class Loose(IntSort):
        def contains(self, value: object) -> bool:
            return True

    with pytest.raises(LanguageError, match="a sort of its own kind"):
        _weights(Loose())


def test_a_union_has_no_case_twice() -> None:
    class Query(Record):
        index: Int
        payload: Int

    with pytest.raises(LanguageError, match="a union has the case Query twice"):
        Product(_same()(), Query, Query)
