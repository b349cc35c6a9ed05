"""What a step may use of Python: all that was found to ask or change something silently is refused, at its line."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from concomp.model.language import Definition
from tests.model.language.test_silent_python import PREAMBLE, refusal, run

HELPER = """
class Conf:
    v = True
class Box:
    def __init__(self): self._v = True
    def off(self): self._v = False
class Slot:
    __slots__ = ("v",)
flag = True
def fun(): ...
"""
INNOCENT = """
def same(a, b):
    return a == b
"""
OTHERS = """
import builtins, collections, dataclasses, enum, functools, io, itertools, numbers, os, random, sys, threading, types
from operator import is_, is_not
from typing import Annotated
import {helper} as helper_mod, {innocent} as innocent
from {helper} import Box, Conf, Slot, fun
KINDS = int
@functools.singledispatch
def cost(m): return 0
@cost.register(Load)
def _(m): return 1
first, second = (lambda x: x), (lambda x, y: x is y)  #second
cell = []
checks = (cell[0] is cell[1] for _ in range(1000))
clock = itertools.count()
FLAG = True
SHOW = "{{}}".format
BIG = [[i] for i in range(3000)]
class Own: ...
OWN = [[Own()]]
OWN[0][0].inner = Own()
forged = {{}}
exec(compile("\\ndef same(a, b):\\n    return a is b\\n", innocent.__file__, "exec"), forged)
same = forged["same"]
@functools.cache
def once(k): return len(cell)
def gather(a, seen=[]):
    seen.append(a)  #gather
    return len(seen)
def make():
    seen = []
    def f(a):
        seen.append(a)  #make
        return len(seen)
    return f
kept = make()
class Prop:
    def __get__(s, o, t): return types.SimpleNamespace(same=lambda a, b: a is b)
class Sly:
    prop = Prop()
    @property
    def alike(self): return self.a is self.b  #alike
    def __eq__(self, other): return True
    def __iter__(self): return iter([1])
    def keys(self): return [FLAG]
class Veiled:
    def __getattribute__(self, name): return 1
SLY = Sly()
SLY.a, SLY.b = 1, 1
VEILED = Veiled()
class Clamp:
    def __get__(self, o, t=None): return 1
    def __set__(self, o, v): o.__dict__["k"] = v
class Config:
    k = Clamp()
    def __init__(self): self.k = 5
CONFIG = Config()
class Meta(type):
    limit = property(lambda cls: 1)
class Limited(metaclass=Meta):
    limit = 5
class Feigned(type):
    __module__ = "builtins"
    limit = property(lambda cls: 1)
class Misled(metaclass=Feigned):
    limit = 5
def helper(x=0): return x
class Valued(enum.Enum):
    A = 1
    @property
    def value(self): return 2 if self is Valued.A else 3  #valued
class Level(Enumeration):
    LOW = 1
    HIGH = 2
"""
STEP = """
class Tried(Monitor):
    n = register(Int, 0)
    level = register(Level, Level.LOW)
    def step(self, left: {sort}, right: {sort}) -> None:
        self.n += 1
        self.level = self.level
{body}
"""
UNDER = "with when(left == 7):\n    {}\nrequire(left == right)"

# What asks a symbol which object it is, or of what type: the sort of the messages, and the body with its line marked.
ASKS = [
    ("Int", "if is_not(left, right):  #!!\n    require(left == right)"),
    ("Int", "require(Bool(is_(left, left)))  #!!"),
    ("Int", "if not isinstance(left, numbers.Number):  #!!\n    require(left == right)"),
    ("Int", "if not isinstance(left, KINDS):  #!!\n    require(left == right)"),
    ("Load | Ask", "require((left == right) | (cost(left) > 0))  #!!"),
    ("Int", "if not second(left, right):\n    require(left == right)  #second"),
    ("Int", "if builtins.type(left) != int:  #!!\n    require(left == right)"),
    ("Int", "if sorted([left, right], key=id)[0] == 1:  #!!\n    require(left == right)"),
    ("Int", 'if getattr(left, "__class__") != int:  #!!\n    require(left == right)'),
    ("Int", "if left.__class__() == 1:  #!!\n    require(left == right)"),
    ("Int", "cell[:] = [left, right]  #!!"),
    ("Int", "if not next(checks): require(left == right)  #!!"),
    ("Int", "require(Bool(next(c is d for c, d in [(left, right)])))  #!!"),
    ("Int", "match left:  #!!\n    case numbers.Number(): pass\n    case _: require(left == right)"),
    ("Annotated[Vector[Int], 2]", "match left:  #!!\n    case [a, b]: pass\n    case _: require(left == right)"),
    ("Int", "if isinstance(left, collections.abc.Sized): require(left == right)  #!!"),
    ("Int", 'if not hasattr(left, "__array__"): require(left == right)  #!!'),
    ("Int", 'if not getattr(left, "_private", 0): require(left == right)  #!!'),
    ("Int", 'if len(f"{left}") != 1: require(left == right)  #!!'),
    ("Int", 'if len("{}".format(left)) != 1: require(left == right)  #!!'),
    ("Int", "if len(SHOW(left)) != 1: require(left == right)  #!!"),
    ("Int", 'if len(" ".join(map(str, [left]))) != 1: require(left == right)  #!!'),
    ("Int", 'if eval("left is not right", {"left": left, "right": right}): pass  #!!'),
    ("Int", "if callable(left): pass  #!!"),
    ("Int", "if left._term is not None: require(left == right)  #!!"),
    ("Load", "if left.is_concrete(left): require(left == right)  #!!"),
    ("Load", "require(Bool(Load._sort == left))  #!!"),
    ("Level", "if left.name == 'LOW': require(left == right)  #!!"),
    ("Level", "require(Bool(left < right))  #!!"),
    ("Level", "if left in Level: pass  #!!"),
    ("Int", "if not same(left, right): require(left == right)  #same"),
    ("Int", "if SLY == left: require(left == right)  #!!"),
    ("Int", "if left in [SLY]: require(left == right)  #!!"),
    ("Int", "if SLY.alike: require(left == right)  #alike"),
    ("Int", "if SLY.prop.same(left, right): pass  #!!"),
    ("Int", "if Veiled.v == 1: pass  #!!"),
    ("Int", "require(left <= CONFIG.k)  #!!"),
    ("Int", "require(left <= Limited.limit)  #!!"),
    ("Int", "require(left <= Misled.limit)  #!!"),
    ("Int", "require(left <= helper(x=1, **{'x': 2}))  #!!"),
    ("Int", "require(left <= Valued.A.value)  #valued"),
    ("Int", "if VEILED.v == 1: require(left == right)  #!!"),
    ("Int", "if list(SLY): require(left == right)  #!!"),
    ("Int", "if dict(SLY): require(left == right)  #!!"),
    ("Int", "assert left == right  #!!"),
    ("Int", "require(functools.partial(is_, left)(right))  #!!"),
    ("Int", "require(Bool(all(map(is_, [left], [right]))))  #!!"),
    ("Int", "if self.parameter_values: require(left == right)  #!!"),
    ("Int", "if self.definition: require(left == right)  #!!"),
    ("Int", "if vars(self): require(left == right)  #!!"),
    ("Int", "if self.__dict__: require(left == right)  #!!"),
    ("Int", "if when.__module__: require(left == right)  #!!"),
]
# What changes something that Python keeps, whatever the condition of the block.
CHANGES = [
    UNDER.format("helper_mod.flag = False  #!!"),
    UNDER.format('globals().__setitem__("FLAG", False)  #!!'),
    UNDER.format("fun.v = False  #!!"),
    UNDER.format("Conf.v = False  #!!"),
    "box = Box()  #!!\n" + UNDER.format("box.off()"),
    "slot = Slot()  #!!\n" + UNDER.format("slot.v = False"),
    "ids = itertools.count()  #!!\n" + UNDER.format("next(ids)"),
    UNDER.format("next(clock)  #!!"),
    UNDER.format("list(zip(clock, [1]))  #!!"),
    UNDER.format("list(map(next, [clock]))  #!!"),
    UNDER.format("list(map(list, [checks]))  #!!"),
    UNDER.format("[next(c) for c in [clock]]  #!!"),
    UNDER.format("(lambda c: next(c))(clock)  #!!"),
    UNDER.format("random.random()  #!!"),
    "r = random.Random(0)  #!!\n" + UNDER.format("r.random()"),
    UNDER.format('os.environ["V"] = "0"  #!!'),
    UNDER.format('os.environ.__setitem__("V", "0")  #!!'),
    "b = io.StringIO()  #!!\n" + UNDER.format('b.write("x")'),
    "b = threading.local()  #!!\n" + UNDER.format("b.v = 0"),
    "b = itertools.cycle([0, 1])  #!!\n" + UNDER.format("next(b)"),
    UNDER.format('setattr(OWN[0][0].inner, "v", 0)  #!!'),
    UNDER.format("OWN[0][0].inner.v = 0  #!!"),
    UNDER.format("BIG[2999].append(1)  #!!"),
    UNDER.format("BIG[2999] += [1]  #!!"),
    UNDER.format("BIG[0][0] += 1  #!!"),
    UNDER.format("BIG[0], BIG[1] = 1, 2  #!!"),
    "todo = [1]\n" + UNDER.format("todo.reverse()  #!!"),
    "todo = [1]\n" + UNDER.format("todo += [2]  #!!"),
    'd = {"a": 1}\n' + UNDER.format('d |= {"b": 2}  #!!'),
    'd = {"a": []}\n' + UNDER.format('d["a"].append(2)  #!!'),
    "d = {}\nput = d.setdefault\n" + UNDER.format('put("a", 1)  #!!'),
    "todo = [1]\n" + UNDER.format("list(map(todo.append, [1]))  #!!"),
    "todo = [1]\n" + UNDER.format("sorted([1], key=todo.append)  #!!"),
    UNDER.format('open("/dev/null", "w").write("1")  #!!'),
    UNDER.format("gather(1)  #gather"),
    UNDER.format("kept(1)  #make"),
    "def f(a, seen=[]):\n    seen.append(a)  #!!\n" + UNDER.format("f(1)"),
    "f = make()\n" + UNDER.format("f(1)  #make"),
    UNDER.format('Tried.__dict__["box"].append(1)  #!!'),
    UNDER.format("once(1)  #!!"),
    UNDER.format("print(SLY, file=SLY)  #!!"),
    "strict = False\n" + UNDER.format("strict = True") + '\nif locals()["strict"]: pass  #!!',
    "strict = False\n" + UNDER.format("strict = True") + '\nif eval("strict"): pass  #!!',
    "strict = False\n" + UNDER.format("strict = True") + '\nif sys._getframe().f_locals["strict"]: pass  #!!',
    "strict = [0]\n" + UNDER.format("strict = [1]") + "\nrequire(self.n > strict[0])  #!!",
    "strict = 0\n" + UNDER.format("for strict in (1, 2): pass") + "\nrequire(self.n > strict)  #!!",
    "strict = 0\nf = lambda: strict  #!!\n" + UNDER.format("strict = 1") + "\nrequire(self.n > f())",
    "with when(left == 7):\n    x = 1\n    with when(left == 8):\n        x = 2\n    require(self.n > x)  #!!",
    "for i in range(2):\n    with when(left == 7):\n        continue  #!!",
    "if FLAG:\n    with when(left == 7): pass\nwith otherwise():  #!!\n    require(left == right)",
    "with when(left == 7): pass\nif FLAG:\n    with otherwise():  #!!\n        require(left == right)",
    "for i in range(2):\n    with otherwise():  #!!\n        pass\n    with when(left == 7): pass",
    "list(map(when, [left == 7]))  #!!",
    "[c for c in [when(left == 7)]]  #!!",
    "x = [*(when(c) for c in [left == 7])]  #!!",
]


@pytest.mark.parametrize(
    ("sort", "body"), [*ASKS, *(("Int", body) for body in CHANGES)], ids=lambda each: str(each)[:60]
)
def test_what_was_found_to_be_silent_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sort: str, body: str
) -> None:
    names = {kind: f"{kind}_{abs(hash(str(tmp_path)))}" for kind in ("helper", "innocent")}
    for kind, text in (("helper", HELPER), ("innocent", INNOCENT)):
        (tmp_path / f"{names[kind]}.py").write_text(text)
    monkeypatch.syspath_prepend(str(tmp_path))
    text = PREAMBLE + OTHERS.format(**names) + STEP.format(sort=sort, body=textwrap.indent(body, " " * 8))
    for mark in ("second", "valued", "alike", "gather", "make"):
        if f"  #{mark}" in body:
            body_line = text[text.index("class Tried") :].replace(f"  #{mark}", "")
            text = text[: text.index("class Tried")].replace(f"#{mark}", "#!!") + body_line
    if "#same" in body:
        with pytest.raises(Exception, match="is not what runs"):
            run(tmp_path, text)
        return
    assert refusal(tmp_path, text).remedy


METACLASS = """
FLAGS = []
class Loud(type):
    def __eq__(self, other): return bool(FLAGS.append(1))
    def __hash__(self): return len(FLAGS) or bool(FLAGS.append(1))
    def __getattribute__(self, name): return FLAGS.append(1)
class Told(metaclass=Loud): ...
TOLD = Told()
class Tried(Monitor):
    n = register(Int, 0)
    def step(self, left: Int, right: Int) -> None:
        self.n += len([TOLD])
        if TOLD:
            require(left <= len((TOLD, TOLD)))
"""


def test_the_class_of_a_class_is_not_asked(tmp_path: Path) -> None:
    assert run(tmp_path, PREAMBLE + METACLASS)["FLAGS"] == []


NATURAL = [
    "require(self.n <= max(3, len([1, 2]), *range(4)))",
    "limits = [3, 4]\nlimits.append(5)\nrequire(self.n <= limits[-1])",
    "limits = {'a': 3}\nlimits['b'] = 4\nrequire(self.n <= sum(limits.values()))",
    "with when(left != right):\n    checks = [self.n < k for k in (3, 4)]\n    checks.append(left < 9)\n"
    "    require(all_of(checks))",
    "def near(x, y, *, by=1):\n    return Abs(x - y) <= by\nrequire(near(left, right, by=2))",
    "for i, (x, y) in enumerate(zip((left, right), (right, left), strict=True)):\n    require(x - y <= i + 3)",
    "total = 0\nfor x in (left, right):\n    total += x\nrequire(total <= 9)",
    "pairs = list(itertools.combinations((left, right, self.n), 2))\nrequire(any_of(a == b for a, b in pairs))",
    "require(functools.reduce(lambda a, b: a | b, [left == k for k in range(3)]))",
    "a, *rest = (left, right, self.n)\nrequire(all_of(a <= x + 3 for x in rest))",
    "bound = 3 if len('abc') > 2 else 4\nwhile bound < 9:\n    bound += 1\n    if bound == 7:\n        break\n"
    "require(left <= bound)",
    "costs = {(k, j): k * j for k in range(3) for j in range(3) if k != j}\nrequire(left <= costs[1, 2])",
    "require(left <= COSTS[Kind.UPDATE])",
    "with when(left > 0):\n    require(right > 0)\nwith elsewhen(self.small(left)):\n    require(right > -3)\n"
    "with otherwise():\n    require(right < 0)",
    "name = f'{3:>4}' + 'x'.upper()\nrequire(left <= len(name))",
    "require(left <= self.doubled)",
    "require(left <= self.constant() + type(self).LIMIT + self.LIMIT)",
    "limit = None\nlimit = 3 if limit is None else limit\nrequire(left <= limit)",
    "lowest, highest = sorted([3, 1])\nrequire((left >= lowest) & (left <= highest))",
    "require(left <= Fraction(6, 2).numerator)",
    "first = next((k for k in range(9) if k > 3), 0)\nrequire(left <= first)",
    "require((left <= LIMITS.high) & (right >= CONFIG.low) & (left >= CONFIG.least()))",
    "if MODE == Mode.STRICT and len(list(Mode)) == 2 and MODE.value == 1:\n    require(left == right)",
    "require(left <= Stricter.limit() + STRICTER.limit())",
    "checks = {'near': near_by, 'far': lambda x, y: x != y}\nrequire(checks['near'](left, right))",
    "require(all_of(map(near_by, (left, right), (right, left))))",
    "if False:\n    raise ValueError('no')",
]
AROUND = """
import enum, functools, itertools, typing
from fractions import Fraction
class Limits(typing.NamedTuple):
    low: int
    high: int
class Config:
    def __init__(self, low): self.low = low
    def least(self): return self.low - 1
    @classmethod
    def limit(cls): return cls.FIRST
    @staticmethod
    def next_of(number): return number + 1
    FIRST = 1
class Stricter(Config):
    FIRST = 2
    @classmethod
    def limit(cls): return super().next_of(super().limit()) + super().FIRST
class Mode(enum.Enum):
    STRICT = 1
    LOOSE = 2
LIMITS, CONFIG, MODE, STRICTER = Limits(1, 2), Config(3), Mode.STRICT, Stricter(3)
def near_by(x, y):
    return Abs(x - y) <= 1
class Base(Monitor):
    LIMIT = 3
    n = register(Int, 0)
    @property
    def doubled(self): return self.n + self.n
    @staticmethod
    def constant(): return 2
    def small(self, x: Int) -> Bool:
        return x > -self.LIMIT
    def step(self, left: Int, right: Int) -> None:
        self.n += 1
class Tried(Base):
    def step(self, left: Int, right: Int) -> None:
        super().step(left, right)
{body}
WHAT = Tried().definition
"""


@pytest.mark.parametrize("body", NATURAL)
def test_natural_programs_are_read_as_python_runs_them(tmp_path: Path, body: str) -> None:
    names = run(tmp_path, PREAMBLE + AROUND.format(body=textwrap.indent(body, " " * 8)))
    assert isinstance(names["WHAT"], Definition)


def test_super_in_a_class_method_is_of_the_class(tmp_path: Path) -> None:
    names = run(tmp_path, PREAMBLE + AROUND.format(body=" " * 8 + "require(left == Stricter.limit())"))
    limit = names["Stricter"].limit()
    assert limit == 4
    assert [each for each in range(9) if names["Tried"]()([(each, each)])] == [limit]


def test_super_in_a_class_method_without_the_name_is_refused(tmp_path: Path) -> None:
    body = AROUND.replace("super().FIRST", "super().most  #!!").format(
        body=" " * 8 + "require(left == Stricter.limit())"
    )
    assert "Stricter has no attribute 'most'" in refusal(tmp_path, PREAMBLE + body).problem
