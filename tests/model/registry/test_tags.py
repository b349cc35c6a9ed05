"""A tag belongs to the object that carries it, and to nothing else."""

import types
from dataclasses import dataclass

import pytest

from concomp.model.registry.tags import realises, tags_in, tags_of


@realises("HSV26 Definition 2.1", "Lyu22 Definition 2")
def tagged_function(x: int) -> int:
    return x + 1


@realises("HSV26 Definition 3.1")
@dataclass(frozen=True)
class Tagged:
    value: int = 0


class Derived(Tagged):
    pass


def test_a_tagged_object_is_returned_unchanged() -> None:
    assert tagged_function(1) == 2
    assert Tagged(3).value == 3
    assert tags_of(tagged_function) == ("HSV26 Definition 2.1", "Lyu22 Definition 2")
    assert tags_of(Tagged) == ("HSV26 Definition 3.1",)


def test_tags_are_not_inherited_by_subclasses_or_instances() -> None:
    assert tags_of(Derived) == ()
    assert tags_of(Tagged()) == ()
    assert tags_of(17) == ()


def test_tagging_a_subclass_leaves_the_base_alone() -> None:
    @realises("HSV26 Definition 3.7")
    class Special(Tagged):
        pass

    assert tags_of(Special) == ("HSV26 Definition 3.7",)
    assert tags_of(Tagged) == ("HSV26 Definition 3.1",)


def test_a_second_tag_adds_to_the_first() -> None:
    @realises("A")
    @realises("B")
    def twice() -> None: ...

    assert tags_of(twice) == ("A", "B")


@pytest.mark.parametrize("labels", [(), ("",), (" ",), (lambda: None,)])
def test_realises_wants_labels(labels: tuple[str, ...]) -> None:
    with pytest.raises(TypeError, match="name at least one statement"):
        realises(*labels)


def test_an_object_that_cannot_carry_a_tag_is_told_about_the_table() -> None:
    with pytest.raises(TypeError, match="REALISES"):
        realises("HSV26 Definition 2.1")(17)


def test_tags_in_a_module_are_those_of_its_own_objects_and_of_its_table() -> None:
    module = types.ModuleType("somewhere")

    @realises("HSV26 Definition 3.3")
    def own() -> None: ...

    own.__module__ = "somewhere"
    vars(module).update(own=own, imported=tagged_function, HALT="halt", REALISES={"HALT": ("HSV26 Definition 2.6",)})
    assert tags_in(module) == {"HALT": ("HSV26 Definition 2.6",), "own": ("HSV26 Definition 3.3",)}


def test_a_table_that_names_nothing_is_an_error() -> None:
    module = types.ModuleType("somewhere")
    vars(module).update(REALISES={"MISSING": ("HSV26 Definition 2.6",)})
    with pytest.raises(ValueError, match="'MISSING', which is not there"):
        tags_in(module)
