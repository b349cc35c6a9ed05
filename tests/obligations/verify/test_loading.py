"""Files of users: which function is meant, and what is said of a file that cannot be used."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from concomp.obligations.verify.user_files.importing import BadFile
from concomp.obligations.verify.user_files.loading import load

IMPORTS = (
    "from concomp.model import Bool, Enumeration, Int, Monitor, Opaque, Real, Record, Vector\n"
    "from concomp.model import parameter, register, require, when\n"
)
STEP = "    def step(self, left: Int, right: Int) -> None:\n"
ABSTRACT = IMPORTS + "class A(Monitor):\n    pass\n"
FIRST = IMPORTS + "class A(Monitor):\n" + STEP
SEVERAL = (
    IMPORTS
    + """
class Colour(Enumeration):
    RED = "red"
    BLUE = "blue"


class Data(Opaque):
    pass


class Near(Monitor):
    distance = parameter(Real, where=lambda distance: distance >= 0)
    strict = parameter(Bool)
    colour = parameter(Colour)
    count = parameter(Int)

    def step(self, left: Real, right: Real) -> None:
        require(~self.strict | (left - right <= self.distance) | (self.colour == Colour.RED) | (self.count > 1))


class Slot(Record):
    size: Real
    colour: Colour


class Slotted(Monitor):
    slots = parameter(Vector(Slot, 2))
    data = parameter(Data)

    def step(self, left: Data, right: Data) -> None:
        require((self.slots[0].size > self.slots[1].size) | (left == self.data))


class Sized(Monitor):
    def __init__(self, width: int, **given: object) -> None:
        super().__init__(**given)
        self.width = 10 // width

    def step(self, left: Int, right: Int) -> None:
        require(left - right <= self.width)


near = Near(distance=3)
"""
)


def written(folder: Path, text: str) -> str:
    file = folder / "written.py"
    file.write_text(text, encoding="utf-8")
    return str(file)


def test_the_only_class_is_meant_if_none_is_named(tmp_path: Path) -> None:
    monitor, values = load(written(tmp_path, FIRST + "        pass\n"), None, {})
    assert (type(monitor).__name__, values) == ("A", {})


def test_the_only_instance_is_meant_if_there_is_no_class(tmp_path: Path) -> None:
    (tmp_path / "bases.py").write_text(SEVERAL, encoding="utf-8")
    monitor, _ = load(written(tmp_path, "from bases import Near\n\nwide = Near(distance=9)\n"), None, {})
    assert monitor.parameter_values == {"distance": 9}


def test_values_are_read_by_their_sort(tmp_path: Path) -> None:
    typed = {"distance": "0.5", "strict": "true", "colour": "BLUE", "count": "-3"}
    monitor, values = load(written(tmp_path, SEVERAL), "Near", typed)
    assert values["colour"].name == "BLUE"
    assert {**values, "colour": None} == {"distance": Fraction(1, 2), "strict": True, "colour": None, "count": -3}
    assert monitor.parameter_values == {}


def test_composed_values_are_read_as_json(tmp_path: Path) -> None:
    slots = '[{"size": 0.5, "colour": "RED"}, {"size": "1/3", "colour": "BLUE"}]'
    typed = {"slots": slots, "data": "records of May"}
    monitor, values = load(written(tmp_path, SEVERAL), "Slotted", typed)
    assert [(slot.size, slot.colour.name) for slot in values["slots"]] == [
        (Fraction(1, 2), "RED"),
        (Fraction(1, 3), "BLUE"),
    ]
    assert values["data"] == "records of May"
    assert monitor.with_values(**values).parameter_values == values


def test_arguments_of_a_class_are_given_to_it(tmp_path: Path) -> None:
    monitor, values = load(written(tmp_path, SEVERAL), "Sized", {"width": "5"})
    assert (repr(monitor), values) == ("Sized(width=5)", {})


ANYTHING = "verification function or post-processing"
BAD = (
    ("x = (1,\n", None, {}, "written.py:1: SyntaxError: '(' was never closed; the file must import without an error"),
    ("def f():\n    return 1 / 0\n\n\nf()\n", None, {}, "written.py:2: ZeroDivisionError: division by zero"),
    ("import sys\nsys.exit(4)\n", None, {}, "written.py:2: SystemExit: 4"),
    ("x = 1\n", None, {}, f"has no {ANYTHING}; write a class of Monitor with a `step`"),
    (ABSTRACT, None, {}, "A has no `step`"),
    (ABSTRACT, "A", {}, "A is abstract; write its `step`"),
    (FIRST + "        1 / 0\n", None, {}, "written.py:5: ZeroDivisionError"),
    (
        FIRST + "        if left == right:\n            pass\n",
        None,
        {},
        "write `with when(condition):` instead of `if`",
    ),
    (
        FIRST + "        require(left == rihgt)\n",
        None,
        {},
        "written.py:5: the name 'rihgt' is not defined; define it above the class",
    ),
    (SEVERAL, None, {}, f"has more than one {ANYTHING}; name one of them: "),
    (SEVERAL, "Neer", {}, f"there is no {ANYTHING} 'Neer'; did you mean 'Near'?"),
    (SEVERAL, "Xyz", {}, f"there is no {ANYTHING} 'Xyz'; there are: Near, Slotted, Sized, near"),
    (SEVERAL, "Int", {}, f"'Int' is no {ANYTHING}"),
    (SEVERAL, "Sized", {}, "is not made without width; give --param width=…"),
    (SEVERAL, "Sized", {"width": "0"}, "ZeroDivisionError: integer division or modulo by zero; Sized must be made"),
    (SEVERAL, "Near", {"n": "1"}, "--param n=1: Near has no parameter 'n'"),
    (SEVERAL, "Near", {"count": "1/2"}, "--param count=1/2: is no Int; give an integer"),
    (SEVERAL, "Near", {"count": "many"}, "--param count=many: is no number"),
    (SEVERAL, "Near", {"distance": "1/0"}, "--param distance=1/0: is no number; the denominator is zero"),
    (SEVERAL, "Near", {"distance": "1e999999999"}, "is no number; write a number with at most 4000 digits"),
    (SEVERAL, "Near", {"strict": "1"}, "--param strict=1: is no Bool; give true or false"),
    (SEVERAL, "Sized", {"width": "[1]"}, "an argument of the class is a number, true or false"),
    (SEVERAL, "Slotted", {"slots": "[1"}, "--param slots=[1: is no JSON; write a Vector(Slot, 2) like '[{"),
    (SEVERAL, "Slotted", {"slots": "[]"}, "--param slots=[]: slots: 0 entries; write a Vector(Slot, 2) like '[{"),
    (SEVERAL, "Slotted", {"slots": "[{}, 1]"}, "slots[0]: the fields are []; write"),
    (SEVERAL, "Slotted", {"slots": "[" * 9999}, "is no JSON"),
    (SEVERAL, "Near", {"colour": "GREEN"}, "is no Colour; give one of RED, BLUE"),
)


@pytest.mark.parametrize(("text", "name", "values", "said"), BAD, ids=[each[-1][-30:] for each in BAD])
def test_what_cannot_be_used_is_said_with_its_place(
    tmp_path: Path, text: str, name: str | None, values: dict[str, str], said: str
) -> None:
    with pytest.raises(BadFile) as refused:
        load(written(tmp_path, text), name, values)
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match=r"nowhere\.py: there is no such file; name a Python file"):
        load(str(tmp_path / "nowhere.py"), None, {})
    with pytest.raises(BadFile, match="is a directory; name a Python file in it"):
        load(str(tmp_path), None, {})


def test_a_file_that_is_no_python(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("hello", encoding="utf-8")
    with pytest.raises(BadFile, match="is no Python file"):
        load(str(file), None, {})
