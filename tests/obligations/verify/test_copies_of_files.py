"""A function of a file is included in that of a copy of the file, whatever the file declares."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from concomp.model.language import Bool, Declared, Monitor, Opaque, relation, require
from concomp.obligations.verify.case import report
from concomp.obligations.verify.postprocessing import SECONDS, processing_case, validity_of
from concomp.obligations.verify.properties.validity import MAPS
from concomp.obligations.verify.proving.stages import new_worker
from concomp.obligations.verify.user_files.loading import load
from tests.obligations.verify.settling import verify

FILE = '''"""Functions of messages of plain sorts, which need classes and relations of their own all the same."""
from concomp.model import *

class Colour(Enumeration):
    RED = 1
    BLUE = 2

class Row(Opaque): ...

class Point(Record):
    row: Row
    colour: Colour

class Other(Record):
    point: Point

near = relation(Int, Int)
dist = function(Int, result=Int)
owner = function(Int, result=Row)
place = function(Int, result=Point)

class OfAnEnumeration(Monitor):
    c = parameter(Colour)
    def step(self, left: Int, right: Int) -> None:
        require((left == right) | (self.c == Colour.RED))

class OfARelation(Monitor):
    def step(self, left: Int, right: Int) -> None:
        require((left == right) | near(left, right))

class OfAFunction(Monitor):
    def step(self, left: Int, right: Int) -> None:
        require((left == right) | (dist(left) == dist(right)))

class OfAnOpaqueFunction(Monitor):
    def step(self, left: Int, right: Int) -> None:
        require((left == right) | (owner(left) == owner(right)))

class OfAnOpaqueParameter(Monitor):
    t = parameter(Row)
    def step(self, left: Int, right: Int) -> None:
        require((left == right) | (self.t == "a"))

class OfRecords(Monitor):
    p = parameter(Point, where=lambda p: p.colour == Colour.BLUE)
    last = register(Point, Point(row="a", colour=Colour.BLUE))
    known = register(Map[Int, Point], Point(row="b", colour=Colour.RED))
    def step(self, left: Int, right: Int) -> None:
        require((left == right) | (place(left) == self.p) | (self.last == place(right)) | (self.known[left] == self.p))
        self.known[left] = self.last
        self.last = place(left)

class OfUnions(Monitor):
    u = parameter(Point | Other)
    v = parameter(Vector(Row, 2))
    def step(self, left: Vector(Int, 2), right: Vector(Int, 2)) -> None:
        with case(self.u, Point) as point:
            require((left == right) | (point.row == self.v[0]))
        with case(self.u, Other) as other:
            require((left == right) | (other.point.colour == Colour.RED))

class PassesOn(PostProcessing):
    def on_left(self, m: Int) -> None: self.send_right(m)
    def on_right(self, m: Int) -> None: self.send_left(m)
'''
NAMES = (
    "OfAnEnumeration",
    "OfARelation",
    "OfAFunction",
    "OfAnOpaqueFunction",
    "OfAnOpaqueParameter",
    "OfRecords",
    "OfUnions",
)


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    """A file, and a copy of it."""
    one, copy = tmp_path / "one.py", tmp_path / "copy_of_one.py"
    one.write_text(FILE)
    copy.write_text(FILE)
    return str(one), str(copy)


def function(file: str, name: str) -> Any:
    return load(file, name, {})[0]


@pytest.mark.parametrize("name", NAMES)
def test_a_function_is_included_in_its_copy(files: tuple[str, str], name: str) -> None:
    one, copy = (function(file, name) for file in files)
    assert verify(one, ["included"], within=copy).words() == {"included": "proved"}


def test_a_value_of_the_first_file_is_one_of_the_copy(files: tuple[str, str]) -> None:
    one, copy = (function(file, "OfAnEnumeration") for file in files)
    blue = one.definition.parameters[0].symbol.sort.enumeration["BLUE"]
    assert verify(one, ["included"], within=copy, parameters={"c": blue}).words()["included"] != "refuted"


def test_what_passes_messages_on_maps_a_function_to_its_copy(files: tuple[str, str]) -> None:
    one, copy = (function(file, "OfARelation") for file in files)
    case = processing_case(function(files[0], "PassesOn"), validity_of(one, copy, {}))
    with new_worker() as worker:
        assert report(worker, case, [MAPS], SECONDS).words() == {MAPS: "proved"}


def test_another_copy_is_not_the_same(files: tuple[str, str], tmp_path: Path) -> None:
    changed = tmp_path / "changed_one.py"
    changed.write_text(FILE.replace("self.c == Colour.RED", "self.c == Colour.BLUE"))
    one, other = function(files[0], "OfAnEnumeration"), function(str(changed), "OfAnEnumeration")
    assert verify(one, ["included"], within=other).words() == {"included": "refuted"}


def test_two_relations_of_one_name_are_one_in_a_file_too() -> None:
    def same(one: object) -> bool:
        return True

    one, other = (_related(relation(Row, name="near")) for _ in range(2))
    assert verify(one(near=same), ["included"], within=other(near=same)).words() == {"included": "proved"}


class Row(Opaque):
    """Rows."""


def _related(near: Declared[Bool]) -> type[Monitor]:
    class Related(Monitor):
        """All pairs that differ are near."""

        def step(self, left: Row, right: Row) -> None:
            require((left == right) | near(left))

    return Related
