"""Each kind of mistake is made wherever it can be, one at a time, and not where nothing is done."""

from __future__ import annotations

import ast

import pytest

from tests.conformance.mutation.operators import every, mutants, subtle
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
SUBTLE = {
    "return a < b": ["a < b → a <= b"],
    "return a and b": ["a and b → a or b"],
    "return a + 1": ["a + 1 → a - 1", "1 → 2"],
    "return f(a, min(b, c))": ["min(b, c) → max(b, c)"],
    "a = b": [],
    "a, b = c": [],
    "a.b = c": ["without a.b = c"],
    "a += b": ["without a += b"],
}
"""The same, of mistakes after which the program goes on."""
WRONG = [name for name in SUBJECTS if not SUBJECTS[name].is_right]
OTHERS = [name for name in SUBJECTS if name != "plain"]
EMPTY = ("'A text.'", "import json")
"""Lines of which nothing is done."""


@pytest.mark.parametrize("line", MISTAKES)
def test_the_mistakes_that_can_be_made_in_a_line(line: str) -> None:
    found = [mutant.name for mutant in mutants("m", f"def f():\n    {line}\n", every)]
    wanted = [f"m.f: {mistake}" for mistake in MISTAKES[line]]
    assert found == [*(["m.f: returns at once"] if line not in EMPTY else []), *wanted]


def test_what_stands_in_annotations_and_decorators_is_left_alone() -> None:
    assert list(mutants("m", "@cache(1)\ndef f(a: Literal[1]) -> Literal[2]:\n    ...\n", every)) == []


def test_a_mutant_differs_in_one_place() -> None:
    text = "class A:\n    def f(self):\n        g()\n        if x:\n            h()\n"
    [returns, dropped, negated, *_] = mutants("m", text, every)
    assert returns.function == "m.A.f"
    assert "def f(self):\n        return" in returns.source
    assert "g()" not in dropped.source
    assert "h()" in dropped.source
    assert (negated.name, "if not x:" in negated.source) == ("m.A.f: unless x", True)


@pytest.mark.parametrize("line", SUBTLE)
def test_a_subtle_mistake_is_one_after_which_the_program_goes_on(line: str) -> None:
    found = [mutant.name for mutant in mutants("m", f"def f():\n    {line}\n", subtle)]
    assert found == [f"m.f: {mistake}" for mistake in SUBTLE[line]]


def test_of_a_wrong_target_the_part_is_mutated_in_which_its_error_is() -> None:
    first, second = SUBJECTS["budget-shortened"], SUBJECTS["checks-then-acts"]
    assert first.parts == {"BudgetShortened", "_shortened"}
    assert {mutant.part for _, mutant in first.mutants()} == first.parts
    assert second.parts == {"ChecksThenActs"}
    assert {vector.id for vector in second.vectors()[: len(second.first)]} == second.first
    assert sum(1 for each in WRONG for _ in SUBJECTS[each].mutants()) > 300


@pytest.mark.parametrize("name", ["plain", *(pytest.param(each, marks=pytest.mark.full) for each in OTHERS)])
def test_mutants_are_programs_of_their_own(name: str) -> None:
    sources, seen = SUBJECTS[name].sources(), set()
    plain = {module: ast.unparse(ast.parse(source)) for module, source in sources.items()}
    for module, mutant in SUBJECTS[name].mutants():
        source = mutant.source
        compile(source, module, "exec")
        assert source != plain[module], mutant.name
        assert mutant.name not in seen
        seen.add(mutant.name)
