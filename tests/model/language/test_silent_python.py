"""Python that would silently change what a step says is refused, at its line and with what to write instead."""

from __future__ import annotations

import linecache
import textwrap
from pathlib import Path

import pytest

from concomp.model.language import LanguageError

PREAMBLE = """
import contextlib, random
from concomp.model.language import *

class Kind(Enumeration):
    UPDATE = 1
    PUBLIC = 2
class Load(Record):
    kind: Kind
    value: Int
class Ask(Record):
    question: Int
COSTS = {Kind.UPDATE: 1, Kind.PUBLIC: 0}
@contextlib.contextmanager
def differ(left, right):
    with when(left != right):
        yield
class Done(Exception): ...
"""
STEP = """
class Tried(Monitor):
    n = register(Int, 0)
    last = register(Load, Load(kind=Kind.UPDATE, value=0))
    def step(self, left: {sort}, right: {sort}) -> None:
        self.n += 1
        self.last = self.last
{body}
"""


def run(folder: Path, text: str) -> None:
    """Import a file of this text."""
    file = folder / "definition.py"
    file.write_text(text)
    linecache.checkcache(str(file))
    exec(compile(text, str(file), "exec"), {"__name__": "definition"})


def refusal(folder: Path, text: str) -> LanguageError:
    """What is said of a file, at the line that is marked."""
    with pytest.raises(LanguageError) as refused:
        run(folder, text)
    [line] = [number for number, each in enumerate(text.splitlines(), 1) if "#!!" in each]
    assert refused.value.position.line == line
    return refused.value


# (name, sort of the messages, body with the refused line marked, what the error says, the remedy)
REFUSED = [
    ("in a set", "Load", "require(left.value in {1, 2})  #!!", "in a set or a dict", "isin(x, values)"),
    ("in a frozenset", "Load", "require(left.value not in frozenset(range(9)))  #!!", "in a set", "isin(x, values)"),
    ("in a dict", "Load", "require(left.kind in COSTS)  #!!", "in a set or a dict", "isin(x, values)"),
    ("dict.get", "Load", "require(left.value <= COSTS.get(left.kind, 9))  #!!", "in a set or a dict", "ite(x == key"),
    ("number of members", "Load", "require(len({left, right}) == 1)  #!!", "in a set or a dict", "isin"),
    ("hasattr of a union", "Load | Ask", "require(hasattr(left, 'question'))  #!!", "case is not known", "with case("),
    ("hasattr of a record", "Load", "require(hasattr(left, 'cost'))  #!!", "no field 'cost'", "declared are"),
    ("hasattr of a number", "Int", "require(hasattr(left, 'value'))  #!!", "no attribute 'value'", "Record"),
    ("getattr", "Load | Ask", "require(getattr(left, 'missing', 0) == 0)  #!!", "no case", "declared are"),
    (
        "getattr of a register",
        "Int",
        "require(getattr(self, 'm', 0) == 0)  #!!",
        "no register or parameter",
        "declared are",
    ),
    ("abs", "Int", "require(abs(left - right) <= 1)  #!!", "nothing that abs() takes", "`Abs(x)`"),
    (
        "a guard alone",
        "Int",
        "when(left != right)  #!!\nrequire(left == 0)",
        "guards no block",
        "`with when(condition):`",
    ),
    (
        "an exception",
        "Int",
        "try:\n    with when(left == right):  #!!\n        raise Done\nexcept Done:\n    pass",
        "an exception leaves this guarded block",
        "`otherwise()`",
    ),
]


@pytest.mark.parametrize(("name", "sort", "body", "problem", "remedy"), REFUSED, ids=lambda each: str(each)[:24])
def test_what_python_does_silently_is_refused(
    tmp_path: Path, name: str, sort: str, body: str, problem: str, remedy: str
) -> None:
    error = refusal(tmp_path, PREAMBLE + STEP.format(sort=sort, body=textwrap.indent(body, " " * 8)))
    assert problem in error.problem
    assert remedy in error.remedy


HIDDEN = """
class Base(Monitor):
    used = register(Bool, False)  #!!
    def step(self, left: Int, right: Int) -> None:
        with when(left != right):
            require(~self.used)
            self.used = True
class Derived(Base):
    used = False
"""
BY_CHANCE = """
class ByChance(Monitor):
    n = register(Int, 0)
    def step(self, left: Int, right: Int) -> None:  #!!
        self.n += 1
        require(left <= random.randrange(10**9))
"""
BY_COUNT = """
numbers = iter(range(100))
class ByCount(Monitor):
    n = register(Int, 0)
    def __init__(self, **given):
        self.most = next(numbers)
        super().__init__(**given)
    def step(self, left: Int, right: Int) -> None:  #!!
        self.n += 1
        require(self.n <= self.most)
"""
BY_GLOBAL = """
calls = []
class ByGlobal(Monitor):
    n = register(Int, 0)
    def step(self, left: Int, right: Int) -> None:  #!!
        calls.append(1)
        self.n += 1
        require(self.n <= len(calls))
"""


def test_a_class_attribute_that_hides_a_register_is_refused(tmp_path: Path) -> None:
    error = refusal(tmp_path, PREAMBLE + HIDDEN)
    assert "the register 'used' of Derived is hidden by a class attribute" in error.problem
    assert "rename one of them" in error.remedy


@pytest.mark.parametrize("text", [BY_CHANCE, BY_COUNT, BY_GLOBAL])
def test_a_step_that_says_two_things_is_refused(tmp_path: Path, text: str) -> None:
    error = refusal(tmp_path, PREAMBLE + text)
    assert "recorded twice, says two different things" in error.problem
    assert "depend on their arguments alone" in error.remedy
