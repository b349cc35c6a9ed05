"""Each kind of mistake is made wherever it can be, one at a time, and not where nothing is done."""

from __future__ import annotations

import ast

import pytest

from tests.conformance.mutation.operators import mutants
from tests.conformance.mutation.subjects import SUBJECTS

MISTAKES = {
    "return a < b": ["a < b → a <= b", "a < b → a > b"],
    "return a == b": ["a == b → a != b"],
    "return a in b": ["a in b → a not in b"],
    "return a and b": ["a and b → a or b", "a and b → b", "a and b → a"],
    "return not a": ["not a → a"],
    "return a + 1": ["a + 1 → a - 1", "1 → 2", "1 → 0"],
    "return True": ["True → False"],
    "return min(a, b)": ["min(a, b) → min(b, a)", "min(a, b) → max(a, b)"],
    "return f(a, b, c)": ["f(a, b, c) → f(b, a, c)", "f(a, b, c) → f(a, c, b)"],
    "return a if b else c": ["a if b else c → a", "a if b else c → c"],
    "a.append(b)": ["without a.append(b)"],
    "a += b": ["without a += b"],
    "raise ValueError(f'{1} is no {a}')": ["without raise ValueError(f'{1} is no {a}')"],
    "'A text.'": [],
    "import json": [],
    "a: tuple[Literal[1], int]": [],
}
"""What stands in a function, and what is made of it besides returning at once."""
EMPTY = ("'A text.'", "import json")
"""Lines of which nothing is done."""


@pytest.mark.parametrize("line", MISTAKES)
def test_the_mistakes_that_can_be_made_in_a_line(line: str) -> None:
    found = [mutant.name for mutant in mutants("m", f"def f():\n    {line}\n")]
    wanted = [f"m.f: {mistake}" for mistake in MISTAKES[line]]
    assert found == [*(["m.f: returns at once"] if line not in EMPTY else []), *wanted]


def test_what_stands_in_annotations_and_decorators_is_left_alone() -> None:
    assert list(mutants("m", "@cache(1)\ndef f(a: Literal[1]) -> Literal[2]:\n    ...\n")) == []


def test_a_mutant_differs_in_one_place() -> None:
    text = "class A:\n    def f(self):\n        g()\n        if x:\n            h()\n"
    [returns, dropped, negated, *_] = mutants("m", text)
    assert returns.function == "m.A.f"
    assert "def f(self):\n        return" in returns.source
    assert "g()" not in dropped.source
    assert "h()" in dropped.source
    assert (negated.name, "if not x:" in negated.source) == ("m.A.f: unless x", True)


@pytest.mark.parametrize("name", SUBJECTS)
def test_mutants_are_programs_of_their_own(name: str) -> None:
    sources, seen = SUBJECTS[name].sources(), set()
    plain = {module: ast.unparse(ast.parse(source)) for module, source in sources.items()}
    for module, mutant in SUBJECTS[name].mutants():
        compile(mutant.source, module, "exec")
        assert mutant.source != plain[module], mutant.name
        assert mutant.name not in seen
        seen.add(mutant.name)
    assert len(seen) > 50
