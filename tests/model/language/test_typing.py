"""A type checker reads definitions without a plugin: right ones are clean, wrong ones are reported."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

RIGHT = """
from fractions import Fraction
from concomp.model.language import *

class Data(Opaque): ...
class Colour(Enumeration):
    RED = 1
class Item(Record):
    user: Int
    value: Data
class Ask(Record):
    question: Data

class M(Monitor):
    used = register(Bool, False)
    count = register(Int, 0)
    total = register(Real, Fraction(1, 2))
    colour = register(Colour, Colour.RED)
    last = register(Data, None)
    table = register(Map[Int, Bool], False)
    k = parameter(Int, where=lambda k: k >= 1)
    budget = register(Int, k)

    def __init__(self, n: int) -> None:
        super().__init__()
        self.slots = parameter(Vector(Real, n), where=lambda v: all_of(x > 0 for x in v))
        self.free = register(Vector(Bool, n), True)

    def step(self, left: Item | Ask, right: Item | Ask) -> None:
        with both(left, right, Item) as (l, r):
            require((l.user == r.user) & (l.value != r.value))
            self.count += 1
            self.last = l.value
            self.table[l.user] = True
        with elsewhen(left != right):
            self.used = True
            self.total = self.total * 2 + Real(self.count)
        for i, slot in enumerate(self.slots):
            self.free[i] = self.free[i] & ~(slot == self.total)
        self.budget = ite(self.used, self.k, 0)
        self.colour = Colour.RED
        accept_if(self.count <= Min(self.k, 3))
"""

WRONG = {
    "self.used = 3": "assignment",
    "self.count = self.total": "assignment",
    "require(self.count)": "arg-type",
    "require(left.usr == 1)": "attr-defined",
    "self.count + self.used": "operator",
    "left.value < right.value": "operator",
    "self.cuont + 1": "attr-defined",
    "len(self.count)": "arg-type",
}


def test_right_definitions_are_clean_and_wrong_lines_are_reported(tmp_path: Path) -> None:
    wrong = "".join(f"        {line}\n" for line in WRONG)
    head = RIGHT.replace("from concomp.model.language import *", "from concomp.model.language import *\n" * 2)
    body = head[: head.index("    def __init__")] + "    def step(self, left: Item, right: Item) -> None:\n" + wrong
    (tmp_path / "right.py").write_text(RIGHT)
    (tmp_path / "wrong.py").write_text(body)
    repository = Path(__file__).parents[3]
    files = [str(tmp_path / "right.py"), str(tmp_path / "wrong.py")]
    # What `make lint` has typed of the model need not be typed again.
    cache = str(repository / ".mypy_cache")
    options = ["--strict", "--config-file", str(repository / "pyproject.toml"), "--cache-dir", cache]
    command = [sys.executable, "-m", "mypy", *options, *files]
    typed = subprocess.run(command, capture_output=True, text=True, check=False)
    assert not typed.stderr
    lines = [line for line in typed.stdout.splitlines() if ": error:" in line]
    assert [line for line in lines if "right.py" in line] == []
    first = body.splitlines().index("        " + next(iter(WRONG))) + 1
    for number, code in enumerate(WRONG.values(), first):
        assert any(f"wrong.py:{number}: " in line and f"[{code}]" in line for line in lines), (
            number,
            code,
            typed.stdout,
        )
