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
class Done(Exception): ...
near = relation(Int, Int)
"""
STEP = """
class Tried(Monitor):
    n = register(Int, 0)
    last = register(Load, Load(kind=Kind.UPDATE, value=0))
    seen = []
    def step(self, left: {sort}, right: {sort}) -> None:
        self.n += 1
        self.last = self.last
{body}
"""


def run(folder: Path, text: str) -> dict[str, object]:
    """What a file of this text defines."""
    file = folder / "definition.py"
    file.write_text(text)
    linecache.checkcache(str(file))
    names: dict[str, object] = {"__name__": "definition"}
    exec(compile(text, str(file), "exec"), names)
    return names


def refusal(folder: Path, text: str) -> LanguageError:
    """What is said of a file, at the line that is marked."""
    with pytest.raises(LanguageError) as refused:
        run(folder, text)
    [line] = [number for number, each in enumerate(text.splitlines(), 1) if "#!!" in each]
    assert refused.value.position.line == line
    return refused.value


# (name, sort of the messages, body with the refused line marked, what the error says, the remedy)
CALLED = "is called, which is outside of what a step may use"
REFUSED = [
    ("in a set", "Load", "require(left.value in {1, 2})  #!!", "in a set or a dict", "isin(x, values)"),
    ("in a frozenset", "Load", "require(left.value not in frozenset(range(9)))  #!!", "in a set", "isin(x, values)"),
    ("in a dict", "Load", "require(left.kind in COSTS)  #!!", "in a set or a dict", "isin(x, values)"),
    ("dict.get", "Load", "require(left.value <= COSTS.get(left.kind, 9))  #!!", "in a set or a dict", "ite(x == key"),
    ("number of members", "Load", "require(len({left, right}) == 1)  #!!", "in a set or a dict", "isin"),
    ("hasattr", "Load | Ask", "require(hasattr(left, 'question'))  #!!", f"`hasattr` {CALLED}", "with case("),
    ("getattr", "Load | Ask", "require(getattr(left, 'missing', 0) == 0)  #!!", f"`getattr` {CALLED}", "name the"),
    ("abs", "Int", "require(abs(left - right) <= 1)  #!!", "nothing that abs() takes", "`Abs(x)`"),
    (
        "a guard alone",
        "Int",
        "with when(left > 0): [when][0](left != right)  #!!",
        "a guard is kept",
        "`with when(condition):`",
    ),
    (
        "an exception",
        "Int",
        "try:  #!!\n    with when(left == right):\n        raise Done\nexcept Done:\n    pass",
        "an exception is caught",
        "ask by `if`",
    ),
    (
        "is",
        "Load",
        "with when(left.kind is Kind.PUBLIC):  #!!\n    pass",
        "which object",
        "write `==`",
    ),
    ("is not", "Int", "require(self.last is not NOTHING)  #!!", "which object", "write `==`"),
    ("is None", "Int", "require(left is None)  #!!", "which object", "write `==`"),
    ("if is", "Int", "if left is right:  #!!\n    require(self.n > 3)", "which object", "write `==`"),
    ("type", "Load | Ask", "if type(left) == Ask:  #!!\n    require(left == right)", "that of the symbol", "is_case"),
    (
        "type renamed",
        "Int",
        "t = [type]\nrequire(t[0](left) == int)  #!!",
        "that of the symbol",
        "is_case",
    ),
    ("class", "Load | Ask", "if left.__class__ == Ask:  #!!\n    pass", "about the symbol", "compare by"),
    ("a condition", "Int", "left == right  #!!", "stated to nobody", "`require(condition)`"),
    ("a call", "Load | Ask", "same_case(left, right)  #!!", "stated to nobody", "`require(condition)`"),
    ("a relation", "Int", "near(left, right)  #!!", "stated to nobody", "`require(condition)`"),
    (
        "a guard kept",
        "Int",
        "guard = when(left != right)  #!!\nok = False\nwith guard:\n    ok = True\nrequire(ok)",
        "a guard is kept",
        "`with when(condition):`",
    ),
    (
        "a list",
        "Int",
        "s = [0]\nwith when(left > 0):\n    s[0] = 1  #!!\nrequire(s[0] > 0)",
        "a guarded block changes a Python object",
        "keep it in a register",
    ),
    (
        "append",
        "Int",
        "seen = []\nwith when(left > 0):\n    seen.append(1)  #!!\nrequire(self.n < len(seen))",
        "a guarded block changes a Python object",
        "keep it in a register",
    ),
    (
        "a list elsewhere",
        "Int",
        "with when(left > 0):\n    self.seen.append(1)  #!!",
        "changes a Python object",
        "keep it in a register",
    ),
    (
        "a closure",
        "Int",
        "k = 0\nlimit = lambda: k  #!!\nwith when(left > 0):\n    k = 5\nrequire(self.n < limit())",
        "'k' is assigned in the guarded block",
        "keep it in a register",
    ),
    ("a global", "Int", "global COUNT  #!!\nCOUNT = 1", "another scope", "keep it in a register"),
]


@pytest.mark.parametrize(("name", "sort", "body", "problem", "remedy"), REFUSED, ids=lambda each: str(each)[:24])
def test_what_python_does_silently_is_refused(
    tmp_path: Path, name: str, sort: str, body: str, problem: str, remedy: str
) -> None:
    error = refusal(tmp_path, PREAMBLE + STEP.format(sort=sort, body=textwrap.indent(body, " " * 8)))
    assert problem in error.problem
    assert remedy in error.remedy


OWN_MANAGER = """
@contextlib.contextmanager
def differ(left, right):
    with when(left != right):
        yield
class OwnManager(Monitor):
    n = register(Int, 0)
    def step(self, left: Int, right: Int) -> None:
        bound = 0
        with differ(left, right):  #!!
            bound = 5
        self.n += 1
        require(self.n <= bound)
"""


def test_a_guard_inside_a_context_manager_of_ones_own_is_refused(tmp_path: Path) -> None:
    error = refusal(tmp_path, PREAMBLE + OWN_MANAGER)
    assert "outside of what a step may use" in error.problem or "a generator keeps" in error.problem


ALLOWED = [
    "limit = None\nif limit is None:\n    limit = 3\nrequire(self.n <= limit)",
    "with when(left != right):\n    checks = []\n    checks.append(self.n < 3)\n    require(all_of(checks))",
    "checks = [lambda bound: bound + 1]\nwith when(left != right):\n    bound = 5\nrequire(self.n <= checks[0](3))",
    "name = type(self).__name__\nrequire(self.n <= len(name))",
]


@pytest.mark.parametrize("body", ALLOWED)
def test_what_is_so_on_every_path_is_allowed(tmp_path: Path, body: str) -> None:
    run(tmp_path, PREAMBLE + STEP.format(sort="Int", body=textwrap.indent(body, " " * 8)))


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
    def step(self, left: Int, right: Int) -> None:
        self.n += 1
        require(left <= random.randrange(10**9))  #!!
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
    def step(self, left: Int, right: Int) -> None:
        calls.append(1)  #!!
        self.n += 1
        require(self.n <= len(calls))
"""


def test_a_class_attribute_that_hides_a_register_is_refused(tmp_path: Path) -> None:
    error = refusal(tmp_path, PREAMBLE + HIDDEN)
    assert "the register 'used' of Derived is hidden by a class attribute" in error.problem
    assert "rename one of them" in error.remedy


NO_FUNCTIONS = [
    "class F(Monitor):  #!!\n    @staticmethod\n    def step(left: Int, right: Int) -> None: ...",
    "class F(Monitor):  #!!\n    @classmethod\n    def step(cls, left: Int, right: Int) -> None: ...",
    "class F(Monitor):  #!!\n    step = None",
    "class F(PostProcessing):  #!!\n    on_left = None\n    def on_right(self, m: Int) -> None: ...",
]


@pytest.mark.parametrize("text", NO_FUNCTIONS)
def test_what_an_author_writes_are_functions(tmp_path: Path, text: str) -> None:
    error = refusal(tmp_path, PREAMBLE + text)
    assert "no function of the object" in error.problem
    assert "without a decorator" in error.remedy


@pytest.mark.parametrize(("text", "problem"), [(BY_CHANCE, "outside of what"), (BY_GLOBAL, "was made elsewhere")])
def test_a_step_does_not_depend_on_what_changes(tmp_path: Path, text: str, problem: str) -> None:
    assert problem in refusal(tmp_path, PREAMBLE + text).problem


def test_a_function_that_is_made_in_two_ways_is_refused(tmp_path: Path) -> None:
    error = refusal(tmp_path, PREAMBLE + BY_COUNT)
    assert "made twice, says two different things" in error.problem
    assert "depend on its arguments alone" in error.remedy
