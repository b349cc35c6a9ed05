"""What Python does where a step runs, in what it calls and to the objects that it reaches, is noticed."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from concomp.model.language import Bool, Int, LanguageError, Monitor, Real, Vector, register, require
from tests.model.language.test_silent_python import PREAMBLE, STEP, refusal, run

HELPERS = """
import functools, itertools, operator
class Box:
    size = 0
BOX, FLAGS = Box(), {"seen": False}
def same(one, other):
    return one is other  #is
def kind_of(message):
    return type(message).__name__  #type
def same_of_all(*those):
    return those[0] is those[1]  #args
def same_of_named(**those):
    return those["a"] is those["b"]  #kwargs
def same_of_table(those):
    return those["a"][0] is those["b"][0]  #table
class Both:
    def __init__(here, a, b):
        here.a, here.b = a, b
    def same(here):
        return here.a is here.b  #attributes
    def alike(here):
        return type(here.a) is type(here.b)  #alike
KEPT = []
def same_of_kept():
    return KEPT[-1] is KEPT[-2]  #kept
def mark():
    FLAGS["seen"] = True  #mark
def enlarge(box):
    box.size = 5  #enlarge
COUNT = 0
def count():
    global COUNT  #global
    COUNT += 1
"""
VECTORS = """
class Tried(Monitor):
    n, v, w = register(Int, 0), register(Vector(Int, 2), 0), register(Vector(Int, 2), 7)
    def step(self, left: Int, right: Int) -> None:
        self.n += 1
        self.w = self.w
{body}
"""
CALLED = "is called, which is outside of what a step may use"
CHANGES = "a guarded block changes a Python object"
ATTRIBUTE = "an attribute of a Python object is assigned"

# (name, body with the refused line marked, or "" if it is marked above, what the error says, the remedy)
REFUSED = [
    ("is in a helper", "if same(left, right):\n    require(self.n > 3)", "#is", "which object", "write `==`"),
    ("type in a helper", "require(self.n <= len(kind_of(left)))", "#type", "that of the symbol", "is_case"),
    ("is in a lambda", "f = lambda a, b: a is b  #!!\nrequire(f(left, right))", "#!!", "which object", "write `==`"),
    ("is of *args", "require(Bool(same_of_all(left, right)))", "#args", "which object", "write `==`"),
    ("is of **kwargs", "require(Bool(same_of_named(a=left, b=right)))", "#kwargs", "which object", "write `==`"),
    ("is in a table", "require(Bool(same_of_table({'a': [left], 'b': [right]})))", "#table", "which object", "`==`"),
    ("an object of one's own", "require(Bool(Both(left, right).same()))  #!!", "#!!", f"`Both` {CALLED}", "operations"),
    ("symbols kept", "KEPT.extend([left, right])  #!!", "#!!", "was made elsewhere", "make a list of its own"),
    ("operator.is_", "require(operator.is_(left, right))  #!!", "#!!", f"`is_` {CALLED}", "operations of the language"),
    ("id", "require(id(left) == id(right))  #!!", "#!!", f"`id` {CALLED}", "`==`"),
    ("vars", "require(vars(left) == vars(right))  #!!", "#!!", f"`vars` {CALLED}", "`==`"),
    (
        "isinstance",
        "if isinstance(left, int):  #!!\n    require(left == 0)",
        "#!!",
        "no Python type",
        "isinstance(x, Int)",
    ),
    ("case None", "match left:  #!!\n    case None:\n        require(left == 0)", "#!!", "`match` asks", "x == ..."),
    ("global in a helper", "with when(left > 0):\n    count()", "#global", "another scope", "in a register"),
    (
        "caught",
        "try:  #!!\n    ok = left in {1}\nexcept Exception:\n    ok = True\nrequire(ok)",
        "#!!",
        "an exception is caught",
        "ask by `if`",
    ),
    ("suppressed", "with contextlib.suppress(Exception):  #!!\n    require(left)", "#!!", CALLED, "operations"),
    (
        "an object",
        "with when(left > 0):\n    enlarge(BOX)\nrequire(self.n <= BOX.size)",
        "#enlarge",
        ATTRIBUTE,
        "register",
    ),
    ("a table", "with when(left > 0):\n    mark()\nrequire(FLAGS['seen'])", "#mark", CHANGES, "register"),
    (
        "a list",
        "x = [3, 1]\nwith when(left > 0):\n    x.sort()  #!!\nrequire(self.n < x[0])",
        "#!!",
        CHANGES,
        "register",
    ),
    (
        "next",
        "x = iter([1])  #!!\nwith when(left > 0):\n    next(x)\nrequire(self.n < next(x, 9))",
        "#!!",
        "an iterator is kept or handed on",
        "list(iter([1]))",
    ),
    (
        "a generator for a function of one's own",
        "def total(xs):\n    return sum(xs)\nself.n = total(x for x in (left, right))  #!!",
        "#!!",
        "an iterator is kept or handed on",
        "`[x for x in (left, right)]`",
    ),
    (
        "import",
        "with when(left > 0):\n    import math as x  #!!\nrequire(x is not None)",
        "#!!",
        "a module is imported",
        "top of the file",
    ),
    ("del", "x = 1\nwith when(left > 0):\n    del x  #!!\nrequire(self.n < x)", "#!!", "is deleted", "assign it anew"),
    (
        "partial",
        "g = functools.partial(when, left > 0)  #!!\nwith g():\n    x = 1",
        "#!!",
        CALLED,
        "operations",
    ),
    (
        "otherwise after two guards",
        "with when(left > 0), when(right > 0):\n    pass\nwith otherwise():  #!!\n    require(self.n < 3)",
        "#!!",
        "not clear which one",
        "nest them",
    ),
    (
        "otherwise after a helper",
        "def h():\n    with when(left > 0):\n        pass\nh()\nwith otherwise():  #!!\n    require(self.n < 3)",
        "#!!",
        "does not follow",
        "directly after",
    ),
    (
        "precedence",
        "require((left == 0) == (right == 0) | (self.n > 3))  #!!",
        "#!!",
        "bind more tightly",
        "parentheses",
    ),
    ("a large number", "require(left <= 10**5000)  #!!", "#!!", "more than 4000 digits", "a larger unit"),
    ("round", "require(round(left) == 0)  #!!", "#!!", "no such operation", "Min, Max, Abs"),
]


@pytest.mark.parametrize(("name", "body", "mark", "problem", "remedy"), REFUSED, ids=[each[0] for each in REFUSED])
def test_what_python_does_where_a_step_runs_is_refused(
    tmp_path: Path, name: str, body: str, mark: str, problem: str, remedy: str
) -> None:
    text = PREAMBLE + HELPERS + STEP.format(sort="Int", body=textwrap.indent(body, " " * 8))
    error = refusal(tmp_path, text.replace(mark, "#!!"))
    assert problem in error.problem
    assert remedy in error.remedy


TEXTS = ["str(left) == str(right)", "f'{left} x' == f'{right} x'", "'%r' % left == '%r' % right", "len(repr(left)) > 9"]


@pytest.mark.parametrize("condition", TEXTS)
def test_the_text_of_a_symbol_is_refused(tmp_path: Path, condition: str) -> None:
    text = PREAMBLE + STEP.format(sort="Int", body=f"        require({condition})  #!!")
    assert "text" in refusal(tmp_path, text).problem


STALE = [
    "held = self.v\nself.v = self.w\nheld[0] = left  #!!",
    "held = self.v\nwith when(left > 0):\n    self.v = self.w\nheld[0] = left  #!!",
]


@pytest.mark.parametrize("body", STALE)
def test_an_entry_of_what_a_register_no_longer_holds_is_not_assigned(tmp_path: Path, body: str) -> None:
    error = refusal(tmp_path, PREAMBLE + VECTORS.format(body=textwrap.indent(body, " " * 8)))
    assert "what register 'v' held before it was assigned" in error.problem
    assert "assign to self.v itself" in error.remedy


ALLOWED = [
    "limit = FLAGS.get('none', 3)\nrequire(self.n <= limit)",
    "require(same(None, 1) or left == 0)",
    "with when(left > 0):\n    seen = []\n    seen.append(1)\n    require(self.n <= len(seen))",
    "with when(left > 0):\n    require(self.n < 9)\n# what else\nwith otherwise():\n    require(self.n < 3)",
    "require((left == 0) == ((right == 0) | (self.n > 3)))",
    "def plus(x, y):\n    return x + y if isinstance(x, Int) else y\nrequire(plus(left, 1) > plus('', 2))",
]


@pytest.mark.parametrize("body", ALLOWED)
def test_what_only_looks_like_it_is_allowed(tmp_path: Path, body: str) -> None:
    run(tmp_path, PREAMBLE + HELPERS + STEP.format(sort="Int", body=textwrap.indent(body, " " * 8)))


def test_outside_of_steps_symbols_are_ordinary_objects() -> None:
    for symbol in (Bool(True), Int(3), Real(1)):
        assert not hasattr(symbol, "anything")
        assert getattr(symbol, "anything", None) is None
    assert repr(Int(3)) == "<Int: 3>"


def test_a_length_is_no_subscript() -> None:
    with pytest.raises(LanguageError, match="Vector is subscripted with 2 arguments") as refused:
        Vector[Int, 3]  # type: ignore[misc]
    assert "Annotated[Vector[Int], 3]" in refused.value.remedy


def test_a_class_without_a_step_is_not_made() -> None:
    class Stepless(Monitor):
        n = register(Int, 0)

    with pytest.raises(LanguageError, match="Stepless has no `step`") as refused:
        Stepless()  # type: ignore[abstract]
    assert "write it" in refused.value.remedy


def test_messages_and_their_differences_may_be_of_any_size() -> None:
    class Nearby(Monitor):
        def step(self, left: Int, right: Int) -> None:
            require(left - right <= 1)

    assert Nearby()([(10**5000, 10**5000)])
    assert not Nearby()([(10**5000 + 2, 10**5000)])


OTHER_MEANINGS = """
class Base(Monitor):
    k = parameter(Int)
    n = register(Int, 0)
    def step(self, left: Real, right: Real) -> None:
        self.n += 1
        require(self.k > 0)
class Again(Base): ...
STASH = [Again().k]
"""
# (class, problem, remedy)
OTHERWISE = [
    (
        "class M(Record):  #!!\n    v: Int\n    def __eq__(self, other): return True",
        "M defines '__eq__'",
        "another name",
    ),
    ("class M(Record):  #!!\n    v: Int\n    def __init__(self, v): ...", "M defines '__init__'", "another name"),
    (
        "class K(Enumeration):\n    A = 1\n    def __eq__(self, other): return True\n"
        "class M(Record):  #!!\n    kind: K",
        "K defines '__eq__', a name that every enumeration has",
        "another name",
    ),
    (
        "class F(Base):  #!!\n    def advance(self, state, message): return True, state",
        "F defines 'advance'",
        "another",
    ),
    ("class F(Base):  #!!\n    def __call__(self, messages): return True", "F defines '__call__'", "another name"),
    (
        "class Loud:\n    def advance(self, state, message): return True, state\nclass F(Loud, Base): ...  #!!",
        "Loud, a base of F, defines 'advance'",
        "drop the base",
    ),
    (
        "class Sly:\n    def __getattribute__(self, name): return None\nclass F(Base, Sly): ...  #!!",
        "Sly, a base of F, defines '__getattribute__'",
        "drop the base",
    ),
    (
        "class F(Base):\n    def __init__(self):\n        super().__init__()\n"
        "        self.advance = lambda state, message: (True, state)  #!!\nF()",
        "'advance' is assigned, a name that everything written in the language has",
        "another name",
    ),
    (
        "class Odd:\n    def __eq__(self, other): return True\n    def __hash__(self): return 0\n"
        "class M(Odd, Record):  #!!\n    v: Int",
        "Odd, a base of M, defines '__eq__', a name that every record has",
        "drop the base",
    ),
    (
        "class Odd:\n    def __getattribute__(self, name): return 0\nclass M(Record, Odd):  #!!\n    v: Int",
        "Odd, a base of M, defines '__getattribute__'",
        "drop the base",
    ),
    (
        "class Odd:\n    def __eq__(self, other): return True\nclass K(Odd, Enumeration):\n    A = 1\n"
        "class M(Record):  #!!\n    kind: K",
        "Odd, a base of K, defines '__eq__', a name that every enumeration has",
        "drop the base",
    ),
    (
        "class Odd:\n    def __eq__(self, other): return True\nclass D(Odd, Opaque): ...\n"
        "class M(Record):  #!!\n    data: D",
        "Odd, a base of D, defines '__eq__', a name that every opaque sort has",
        "drop the base",
    ),
    ("class F(Base):  #!!\n    _function = Again()._function", "F defines '_function'", "another name"),
    ("class F(Base):  #!!\n    meanings = property(lambda self: {})", "F defines 'meanings'", "another name"),
    (
        "class F(Monitor):\n    def step(self, left: Int, right: Int):  #!!\n        require(STASH[0] == 1)",
        "F uses 'k', a symbol of another class",
        "use what `step` gets",
    ),
    (
        "class F(Monitor):\n    m = register(Int, Base.k)\n"
        "    def step(self, left: Int, right: Int):  #!!\n        self.m += 1",
        "F uses 'k', a symbol of another class",
        "parameters of its own",
    ),
    (
        "class P(PostProcessing):\n    def on_left(self, m: Int):  #!!\n        self.send_left(STASH[0])\n"
        "    def on_right(self, m: Int):\n        self.send_left(m)",
        "P uses 'k', a symbol of another class",
        "parameters of its own",
    ),
]


@pytest.mark.parametrize(("text", "problem", "remedy"), OTHERWISE, ids=[each[1] for each in OTHERWISE])
def test_what_runs_otherwise_than_it_is_read_is_refused(tmp_path: Path, text: str, problem: str, remedy: str) -> None:
    error = refusal(tmp_path, PREAMBLE + OTHER_MEANINGS + text + "\n")
    assert problem in error.problem
    assert remedy in error.remedy
