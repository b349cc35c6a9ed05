"""What the language refuses: each error shows file and line, and says what to write instead."""

from __future__ import annotations

from pathlib import Path

import pytest

from concomp.model.language import LanguageError

PREAMBLE = """
from __future__ import annotations
from fractions import Fraction
from typing import Annotated
from concomp.model.language import *

class Data(Opaque): ...
class Question(Opaque): ...
class Colour(Enumeration):
    RED = 1
    BLUE = 2
class Item(Record):
    user: Int
    weight: Real
class Other(Record):
    data: Data
"""

STEP = """
class Tried(Monitor):
    flag = register(Bool, False)
    count = register(Int, 0)
    colour = register(Colour, Colour.RED)
    total = register(Real, 0)
    table = register(Map[Int, Bool], False)
    slots = register(Vector(Bool, 2), False)
    limit = parameter(Int)

    def step(self, left: {sort}, right: {sort}) -> None:
        self.flag, self.count, self.colour, self.total = self.flag, self.count, self.colour, self.total
        self.table[0] = False
        self.slots[0] = False
{body}
"""

# (name, sort of the messages, body with the refused line marked by !!, what the error says, the remedy)
IN_STEP = [
    ("if", "Item", "if left != right:  #!!\n    self.flag = True", "truth of", "instead of `if`"),
    ("elif", "Item", "if False:\n    pass\nelif self.flag:  #!!\n    pass", "truth of", "`with when(condition):`"),
    ("while", "Item", "while self.count < 3:  #!!\n    pass", "truth of", "fixed range"),
    ("assert", "Item", "assert self.flag  #!!", "requires nothing", "`require(condition)`"),
    ("and", "Item", "require(self.flag and self.flag)  #!!", "truth of", "`&` instead of `and`"),
    ("or", "Item", "require(self.flag or self.flag)  #!!", "truth of", "`|` instead of `or`"),
    ("not", "Item", "require(not self.flag)  #!!", "truth of", "`~` instead of `not`"),
    ("if expression", "Item", "self.count = 1 if self.flag else 2  #!!", "truth of", "`ite(condition, a, b)`"),
    ("chain", "Item", "require(0 <= self.count <= 3)  #!!", "truth of", "(a <= x) & (x <= b)"),
    ("min", "Item", "self.count = min(self.count, 3)  #!!", "truth of", "`Min(a, b)`"),
    ("max", "Item", "self.count = max(3, self.count)  #!!", "truth of", "`Max(a, b)`"),
    ("Max of a list", "Item", "self.count = Max([self.count, 3])  #!!", "Max is asked of a list", "Max(*values)"),
    ("square", "Item", "self.count = self.count ** 2  #!!", "no such operation", "d * d"),
    ("Vector - Vector", "Item", "self.total = self.slots - self.slots  #!!", "is not a number", "zip(left, right)"),
    ("Vector == list", "Item", "require(self.slots == [True])  #!!", "values of two sorts", "write Vector.of(...)"),
    ("any", "Item", "require(any([self.flag]))  #!!", "truth of", "`any_of(...)`"),
    ("all", "Item", "require(all([self.flag]))  #!!", "truth of", "`all_of(...)`"),
    ("in", "Item", "require(self.count in (1, 2))  #!!", "truth of", "isin"),
    ("in vector", "Item", "require(self.flag in self.slots)  #!!", "by `in`", "isin"),
    ("truth of a record", "Item", "if left:  #!!\n    pass", "truth of left", "`with when(condition):`"),
    ("truth of an enumeration", "Item", "if self.colour:  #!!\n    pass", "truth of", "`with when(condition):`"),
    ("len", "Item", "len(self.count)  #!!", "has no length", "Vector"),
    ("iteration", "Item", "for i in self.count:  #!!\n    pass", "iterated", "fixed Python range"),
    ("range", "Item", "for i in range(self.limit):  #!!\n    pass", "no index", "Map[Int, ...]"),
    ("list index", "Item", "[1, 2][self.count]  #!!", "no index", "Map[Int, ...]"),
    ("vector index", "Item", "self.slots[self.count]  #!!", "a vector is indexed by", "Python number"),
    ("vector out of range", "Item", "self.slots[2]  #!!", "index 2 of a vector of length 2", "0 to 1"),
    ("Bool + Int", "Item", "self.count = self.flag + self.count  #!!", "is not a number", "ite(b, 1, 0)"),
    ("Int + Bool", "Item", "self.count = self.count + self.flag  #!!", "Int is wanted", "ite(b, 1, 0)"),
    ("Int + True", "Item", "self.count = self.count + True  #!!", "True stands where an Int", "ite(b, 1, 0)"),
    ("Int & Bool", "Item", "require(self.count & self.flag)  #!!", "is not a condition", "comparison"),
    ("Bool & Int", "Item", "require(self.flag & self.count)  #!!", "Bool is wanted", "comparison"),
    ("float", "Item", "require(self.total <= 0.1)  #!!", "0.1 stands where", 'Fraction("0.1")'),
    ("float in Int", "Item", "self.count = 1.5  #!!", "1.5 stands where", 'Fraction("1.5")'),
    ("Int as Real", "Item", "self.total = self.count  #!!", "Real is wanted", "Real(x)"),
    ("Real as Int", "Item", "self.count = self.count + left.weight  #!!", "an Int is wanted", "Real(x)"),
    ("Int and Fraction", "Item", "require(self.count < Fraction(1, 2))  #!!", "an Int is wanted", "Real(x)"),
    ("two sorts", "Item", "require(self.count == self.flag)  #!!", "two sorts are never compared", "ite(b, 1, 0)"),
    ("two sorts by !=", "Item", "require(left.weight != left.user)  #!!", "two sorts are never", "Real(x)"),
    ("two records", "Item", "require(left == Other(data='x'))  #!!", "two sorts are never", "Item"),
    ("a record and a number", "Item", "require(left == 3)  #!!", "two sorts are never", "Item"),
    ("order of an enumeration", "Item", "require(self.colour < Colour.BLUE)  #!!", "has no order", "equality"),
    ("order of opaque values", "Data", "require(left <= right)  #!!", "has no order", "equality"),
    ("arithmetic of opaque values", "Data", "left + right  #!!", "is not a number", "Int and Real"),
    ("division by a symbol", "Item", "require(1 <= self.total / left.weight)  #!!", "division by a symbol", "constant"),
    ("division of a constant", "Item", "require(1 / self.total > 1)  #!!", "divides", "constant"),
    ("division by zero", "Item", "self.total = self.total / 0  #!!", "division by zero", "other than 0"),
    ("division of an Int", "Item", "self.count = self.count / 2  #!!", "has no /", "Real(x)"),
    ("modulo", "Item", "require(self.count % 2 == 0)  #!!", "no such operation", "Min, Max, Abs"),
    ("power", "Item", "require(self.count**2 == 0)  #!!", "no such operation", "Min, Max, Abs"),
    ("misspelt register", "Item", "require(self.cuont == 0)  #!!", "no register or parameter 'cuont'", "'count'"),
    ("misspelt assignment", "Item", "self.falg = True  #!!", "is no register", "'flag'"),
    ("undeclared register", "Item", "self.zzz = True  #!!", "is no register", "register(Int, 0)"),
    ("nothing like it declared", "Item", "require(self.zzz == 0)  #!!", "no register or parameter", "zzz = register("),
    ("assigned parameter", "Item", "self.limit = 3  #!!", "parameter 'limit' is assigned", "register"),
    ("misspelt field", "Item", "require(left.usr == 1)  #!!", "no field 'usr'", "'user'"),
    ("misspelt field of a new record", "Item", "Item(usr=1, weight=2)  #!!", "no field 'usr'", "'user'"),
    ("missing field", "Item", "Item(user=1)  #!!", "made without weight", "each field"),
    ("wrong field", "Item", "Item(user=self.flag, weight=1)  #!!", "an Int is wanted", "ite(b, 1, 0)"),
    ("assigned field", "Item", "left.user = 3  #!!", "is assigned", "immutable"),
    ("wrong sort assigned", "Item", "self.flag = 1  #!!", "a Bool is wanted", "comparison"),
    ("wrong entry of a map", "Item", "self.table[0] = 2  #!!", "a Bool is wanted", "comparison"),
    ("wrong key of a map", "Item", "self.table[self.flag]  #!!", "an Int is wanted", "ite(b, 1, 0)"),
    ("wrong entry of a vector", "Item", "self.slots[0] = 2  #!!", "a Bool is wanted", "comparison"),
    ("entry of no register", "Item", "Vector.of(self.flag)[0] = True  #!!", "no register", "assign to one"),
    ("requirement of a number", "Item", "require(self.count)  #!!", "a Bool is wanted", "comparison"),
    ("guard of a number", "Item", "with when(self.count):  #!!\n    pass", "a Bool is wanted", "comparison"),
    ("ite of two sorts", "Item", "ite(self.flag, self.count, self.flag)  #!!", "an Int is wanted", "ite(b, 1, 0)"),
    ("Min of Bool", "Item", "Min(self.flag, self.flag)  #!!", "minimum of a Bool", "Int or Real"),
    ("bare field of a union", "Item | Other", "require(left.user == 1)  #!!", "belongs to the case Item", "both(left"),
    ("misspelt field of a union", "Item | Other", "require(left.usr == 1)  #!!", "no case of", "'user'"),
    ("isinstance", "Item | Other", "isinstance(left, Item)  #!!", "isinstance", "case(message, Item)"),
    (
        "match",
        "Item | Other",
        "match left:  #!!\n    case Item():\n        pass",
        "what the symbol itself is",
        "case(message, A)",
    ),
    ("a case of no union", "Item", "is_case(left, Item)  #!!", "is not a union", "directly"),
    ("an unknown case", "Item | Other", "is_case(left, Third)  #!!", "no case of", "Item | Other"),
    ("elsewhen without when", "Item", "with elsewhen(self.flag):  #!!\n    pass", "does not follow", "directly after"),
    (
        "otherwise after a statement",
        "Item",
        "with when(self.flag):\n    pass\nself.count = 1\nwith otherwise():  #!!\n    pass",
        "does not follow",
        "directly after",
    ),
    (
        "a local read outside its block",
        "Item",
        "x = 1\nwith when(self.flag):\n    x = 2\nself.count = x  #!!",
        "assigned in the guarded block",
        "ite(condition, a, b)",
    ),
    (
        "a local read in the next round",
        "Item",
        "x = 1\nfor _ in range(2):\n    self.count = x  #!!\n    with when(self.flag):\n        x = 2",
        "assigned in the guarded block",
        "ite(condition, a, b)",
    ),
    (
        "a case read outside its block",
        "Item | Other",
        "with both(left, right, Item) as (l, r):\n    pass\nrequire(l == r)  #!!",
        "assigned in the guarded block",
        "ite(condition, a, b)",
    ),
    (
        "a counted local",
        "Item",
        "x = 0\nfor i in range(2):\n    with when(self.slots[i]):\n        x += 1  #!!\nrequire(x < 2)",
        "assigned in the guarded block",
        "ite(condition, a, b)",
    ),
    (
        "a local read in an inner function",
        "Item",
        "with when(self.flag):\n    x = 2\nself.count = (lambda: x)()  #!!",
        "assigned in the guarded block",
        "ite(condition, a, b)",
    ),
    ("return", "Item", "with when(self.flag):\n    return  #!!", "`return` in a guarded block", "otherwise()"),
    (
        "break",
        "Item",
        "for i in range(2):\n    with when(self.flag):\n        if i == 1:\n            break  #!!",
        "`break` in a guarded block",
        "otherwise()",
    ),
    (
        "a stale vector",
        "Item",
        "before = self.slots\nself.slots[0] = True\nrequire(before[0])  #!!",
        "changed after it was read",
        "read self.slots again",
    ),
    (
        "a vector changed in a block",
        "Item",
        "held = self.slots\nwith when(self.flag):\n    held[0] = True\nrequire(held[0])  #!!",
        "changed after it was read",
        "read self.slots again",
    ),
    (
        "declared in the step",
        "Item",
        "self.late = register(Bool, False)  #!!",
        "is called",
        "declare it in the class body",
    ),
    ("requirement of an unknown number of arguments", "Item", "near(left)  #!!", "applied to 1 argument", "near(Item"),
]

# (name, module, what the error says, the remedy)
IN_MODULE = [
    (
        "register never set",
        "class M(Monitor):\n    x = register(Bool, False)  #!!\n    def step(self, left: Data, right: Data): ...",
        "register 'x' of M is never set",
        "assign it",
    ),
    ("wrong initial value", "class M(Monitor):\n    x = register(Bool, 3)  #!!\n{step}", "a Bool is", "comparison"),
    ("Python's bool", "class R(Record):  #!!\n    x: bool", "field R.x has the Python type bool", "the sort Bool"),
    ("Python's float", "class R(Record):  #!!\n    x: float", "the Python type float", "write the sort Real"),
    ("no sort", "class R(Record):  #!!\n    x: list[Int]", "which is no sort", "Enumeration"),
    ("undefined sort", "class R(Record):  #!!\n    x: Later", "names 'Later'", "above it"),
    ("default of a field", "class R(Record):  #!!\n    x: Int = 3", "has a default", "where a record is made"),
    ("vector of unknown length", "class R(Record):  #!!\n    x: Vector[Bool]", "unknown length", "Annotated"),
    ("union of no records", "class R(Record):  #!!\n    x: Int | Bool", "no record", "Records"),
    ("map in a vector", "class R(Record):  #!!\n    x: Annotated[Vector[Map[Int, Bool]], 2]", "maps inside", "one map"),
    ("length of a vector", "Vector(Bool, -1)  #!!", "length -1", "0 or more"),
    ("opaque value made", "Data()  #!!", "made by calling", "hashable"),
    ("guard outside a step", "when(True)  #!!", "outside a step", "`step`"),
    ("requirement outside a step", "require(True)  #!!", "outside a step", "`step`"),
    ("relation without a name", "[relation(Data, Data)]  #!!", "has no name", "variable"),
    ("axiom of no binary relation", "r = relation(Data, Question, symmetric=True)  #!!", "not binary", "drop"),
    ("relation of no arguments", "r = relation()  #!!", "no arguments", "parameter"),
    ("value of a parameter", "p = parameter(Int, 3)  #!!", "the constraint of a parameter is 3", "lambda k: k >= 1"),
    ("map as a parameter", "p = parameter(Map[Int, Bool])  #!!", "is a map", "Vector"),
    (
        "step without annotations",
        "class M(Monitor):\n    def step(self, left, right): ...  #!!",
        "does not say the sort",
        "def step",
    ),
    (
        "a step that returns its verdict",
        "class M(Monitor):\n    def step(self, left: Data, right: Data) -> None:  #!!\n        return left == right",
        "M.step returns a value",
        "state it by `require(condition)`",
    ),
    (
        "a handler that returns what it sends",
        "class P(PostProcessing):\n    def on_left(self, message: Data) -> None:  #!!\n        return message\n"
        "    def on_right(self, message: Data) -> None:\n        self.send_left(message)",
        "P.on_left returns a value",
        "self.send_left(message)",
    ),
    (
        "a first method that forgets that of the class above",
        "class M(Monitor):  #!!\n    def __init__(self) -> None:\n        self.width = 3\n"
        "    def step(self, left: Data, right: Data) -> None: ...",
        "M.__init__ does not call super().__init__",
        "super().__init__(**given)",
    ),
    (
        "messages of two sorts",
        "class M(Monitor):\n    def step(self, left: Data, right: Item) -> None: ...  #!!",
        "two sorts, Data and Item",
        "one sort",
    ),
    (
        "a reserved name",
        "class M(Monitor):\n    initial = register(Int, 0)  #!!\n"
        "    def step(self, left: Data, right: Data) -> None: ...",
        "a name that every monitor has",
        "another",
    ),
    (
        "register assigned outside the step",
        "class M(Monitor):\n    x = register(Int, 0)\n    def __init__(self) -> None:\n        self.x = 3  #!!\n"
        "    def step(self, left: Data, right: Data) -> None:\n        self.x = 1",
        "assigned outside the step",
        "first value",
    ),
]


def run(tmp_path: Path, source: str) -> LanguageError:
    file = tmp_path / "definition.py"
    file.write_text(source)
    with pytest.raises(LanguageError) as caught:
        exec(compile(source, str(file), "exec"), {"__name__": "definition"})
    return caught.value


def check(error: LanguageError, tmp_path: Path, source: str, says: str, remedy: str) -> None:
    marked = [number for number, line in enumerate(source.splitlines(), 1) if "#!!" in line]
    assert error.position.file == str(tmp_path / "definition.py")
    assert not marked or [error.position.line] == marked
    assert says in error.problem
    assert remedy in error.remedy
    assert f"definition.py:{error.position.line}: " in str(error)
    assert f"\n    {error.position.text}\n" in str(error)
    assert f"remedy: {error.remedy}" in str(error)


@pytest.mark.parametrize(("name", "sort", "body", "says", "remedy"), IN_STEP, ids=[case[0] for case in IN_STEP])
def test_refused_in_a_step(tmp_path: Path, name: str, sort: str, body: str, says: str, remedy: str) -> None:
    extra = "class Third(Record):\n    x: Int\nnear = relation(Item, Item)\n"
    indented = "\n".join(" " * 8 + line for line in body.splitlines())
    source = PREAMBLE + extra + STEP.format(sort=sort, body=indented)
    check(run(tmp_path, source), tmp_path, source, says, remedy)


@pytest.mark.parametrize(("name", "module", "says", "remedy"), IN_MODULE, ids=[case[0] for case in IN_MODULE])
def test_refused_in_a_module(tmp_path: Path, name: str, module: str, says: str, remedy: str) -> None:
    step = "    def step(self, left: Data, right: Data) -> None:\n        self.x = True\n"
    source = PREAMBLE + module.replace("{step}", step) + "\n"
    check(run(tmp_path, source), tmp_path, source, says, remedy)


def test_the_caret_marks_the_expression(tmp_path: Path) -> None:
    body = "        if left != right:\n            pass"
    error = run(tmp_path, PREAMBLE + STEP.format(sort="Item", body=body))
    _, line, caret, _ = str(error).splitlines()
    assert line[caret.index("^") : caret.rindex("^") + 1] == "left != right"


@pytest.mark.parametrize("body", ["with when(self.flag):\n            pass", "require(Bool(left is right))"])
def test_a_function_without_source_is_refused(body: str) -> None:
    source = PREAMBLE + STEP.format(sort="Item", body=f"        {body}")
    with pytest.raises(LanguageError, match="source of step cannot be read"):
        exec(compile(source, "<nowhere>", "exec"), {"__name__": "definition"})


def test_a_helper_without_source_is_refused(tmp_path: Path) -> None:
    helper = "names = {}\nexec('def same(x, y): return x is y', names)\n"
    body = "        require(Bool(names['same'](left, right)))"
    error = run(tmp_path, PREAMBLE + helper + STEP.format(sort="Item", body=body))
    assert error.problem == "the source of same cannot be read, or is not what runs"
    assert "keep the function in a file" in error.remedy


ALLOWED = [
    "with when(self.flag):\n    x = 1\n    self.count = x\nwith otherwise():\n    x = 2\n    self.count = x",
    "with when(self.flag):\n    x = 1\nx = 2\nself.count = x",
    "with when(self.flag):\n    for i in range(2):\n        if i == 1:\n            break",
    "with when(self.flag):\n    y = [x for x in (1, 2)]\nself.count = sum(x for x in (1, 2))",
    "with when(self.flag):\n    def inner():\n        return 1\n    self.count = inner()",
    "if isinstance(3, int):\n    self.count = 1",
    "swapped = self.slots\nself.slots = Vector.of(swapped[1], swapped[0])\nrequire(swapped[0])",
    "held = self.slots\nheld[0] = True\nheld[1] = held[0]",
]


@pytest.mark.parametrize("body", ALLOWED)
def test_what_only_looks_like_it_is_allowed(tmp_path: Path, body: str) -> None:
    indented = "\n".join(" " * 8 + line for line in body.splitlines())
    source = PREAMBLE + STEP.format(sort="Item", body=indented)
    file = tmp_path / "definition.py"
    file.write_text(source)
    exec(compile(source, str(file), "exec"), {"__name__": "definition"})
