"""A label that is no statement, and statements that rest on one another, are noticed."""

from __future__ import annotations

import pytest

from concomp.cli.check import sound
from concomp.cli.errors import BadInput
from concomp.obligations.runner.checks import WrongCheck
from concomp.obligations.runner.objects import WrongTag, tagged_objects
from tests.meta.workshop import (
    ERRATA,
    FALSE,
    GOOD,
    REPAIRED,
    STATEMENTS,
    TRUE,
    Workshop,
    statement,
)


def test_a_check_of_no_statement_is_noticed(workshop: Workshop) -> None:
    workshop.write_checks(GOOD.replace("Lemma 1.1", "Lemma 1.3"))
    with pytest.raises(WrongCheck, match=r"some_are_even is about no statement: .*'HSV26 Lemma 1\.3'"):
        workshop.recheck()


def test_a_check_that_is_there_twice_is_noticed(workshop: Workshop) -> None:
    workshop.write_checks(GOOD + "\nagain = some_are_even\n")
    with pytest.raises(WrongCheck, match=r"is there twice for HSV26 Lemma 1\.1"):
        workshop.recheck()


def test_a_tag_with_an_unknown_label_is_noticed(workshop: Workshop) -> None:
    tagged = "from concomp.model.registry.tags import realises\n\n@realises('HSV26 Lemma {}')\ndef f(): ...\n"
    workshop.write("objects", tagged.format("1.1"))
    assert workshop.recheck().standing.objects[TRUE][0].path == f"{workshop.package}.objects.f"
    workshop.write("objects", tagged.format("1.7"))
    with pytest.raises(WrongTag, match=r"objects\.f carries a tag that is no statement: .*'HSV26 Lemma 1.7'"):
        workshop.recheck()


def test_tags_inside_classes_and_tables_are_found(workshop: Workshop) -> None:
    workshop.write(
        "objects",
        "from concomp.model.registry.tags import realises\n"
        "tag = realises('HSV26 Lemma 1.1')\n"
        "class Outer:\n"
        "    @property\n    @tag\n    def size(self): ...\n"
        "    @classmethod\n    @tag\n    def make(cls): ...\n"
        "    @tag\n    def method(self): ...\n"
        "    @tag\n    class Inner: ...\n"
        "class Heir(Outer): ...\n"
        "NUMBER = 3\n"
        "REALISES = {'NUMBER': ('HSV26 Lemma 1.1',)}\n",
    )
    workshop.forget_modules()
    found = [tagged.name for tagged in tagged_objects([workshop.package], workshop.project.registry)]
    assert found == ["NUMBER", "Outer.Inner", "Outer.make", "Outer.method", "Outer.size"]


def test_a_dependency_cycle_is_noticed(workshop: Workshop) -> None:
    around = (
        statement("Lemma 1.1", REPAIRED),
        statement("Lemma 1.2", errata=("E1",)),
        statement("Lemma 1.2 (repaired)", TRUE, repairs=FALSE),
    )
    circular = workshop.with_registry(around)
    with pytest.raises(BadInput) as caught:
        sound(circular.project.registry)
    assert f"{TRUE} -> {REPAIRED} -> {TRUE}" in str(caught.value) or f"{REPAIRED} -> {TRUE} -> {REPAIRED}" in str(
        caught.value
    )


def test_an_unknown_label_in_the_registry_is_noticed(workshop: Workshop) -> None:
    rows = (statement("Lemma 1.1", "HSV26 Lemma 7.7"), *STATEMENTS[1:])
    with pytest.raises(BadInput, match=r"depends_on names 'HSV26 Lemma 7\.7', which has no row"):
        sound(workshop.with_registry(rows, ERRATA).project.registry)
    sound(workshop.project.registry)
