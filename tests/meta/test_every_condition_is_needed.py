"""Every condition of the independent checker is needed: without it, some spoiled object is accepted."""

from __future__ import annotations

import ast
import re
import shutil
import sys
from collections.abc import Iterator
from importlib import import_module
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from concomp.obligations.proof_objects import checker
from tests.meta.test_proof_objects_can_fail import SPOILED
from tests.meta.test_said_of_every_one import ATTACKS as OF_EVERY_ONE
from tests.meta.test_said_of_every_one import made_without_guards
from tests.meta.test_what_is_printed import ATTACKS, of
from tests.meta.test_whole_objects_can_fail import DISHONEST, FALL, WRONG_FORMS

FOLDER = Path(checker.__path__[0])
MODULES = ("terms", "claims", "definitions", "rules", "schemas", "objects")
ELSEWHERE = ("set(answers", "is no rule", "more than it may", "not among those", "is supposed, and not said")
ELSEWHERE += ("rests on an assumption", "draws a tape twice", "may know more")
"""What is for the words of a refusal alone, or is broken in test_replay, test_rules_on_systems_can_fail or
test_one_tape_a_part."""
OBJECTS = [*SPOILED.values(), *FALL.values(), *WRONG_FORMS.values(), *DISHONEST.values(), *map(of, ATTACKS.values())]
OBJECTS += map(made_without_guards, OF_EVERY_ONE)
_numbers = count()


def demands(module: str) -> list[ast.Expr]:
    """The statements of a module that demand something."""
    tree = ast.parse((FOLDER / f"{module}.py").read_text(encoding="utf-8"))
    calls = [each for each in ast.walk(tree) if isinstance(each, ast.Expr) and isinstance(each.value, ast.Call)]
    return [each for each in calls if ast.unparse(each.value.func) == "demand"]


def conditions() -> list[re.Match[str]]:
    """The conditions in the table of rules about quantities."""
    text = (FOLDER / "rules.txt").read_text(encoding="utf-8")
    return list(re.finditer(r"\((every|without)[^()]*(\([^()]*\))?\)", text[: text.index("$g:")]))


def accepts(folder: Path, name: str) -> bool:
    """Whether a checker in a folder accepts some spoiled object."""
    sys.path.insert(0, str(folder))
    try:
        replay: Any = import_module(f"{name}.objects").replay
        refused = import_module(f"{name}.terms").Refused
        for data in OBJECTS:
            try:
                replay(data)
            except refused:
                continue
            return True
        return False
    finally:
        sys.path.remove(str(folder))


def weakened(tmp_path: Path, file: str, start: int, end: int, instead: str) -> bool:
    """Whether the checker accepts some spoiled object once a part of one of its files is replaced."""
    name = f"weakened_checker_{next(_numbers)}"
    shutil.copytree(FOLDER, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    path = tmp_path / name / file
    text = path.read_text(encoding="utf-8")
    path.write_text(text[:start] + instead + text[end:], encoding="utf-8")
    return accepts(tmp_path, name)


def places() -> Iterator[tuple[str, int, int, str]]:
    """The file and the place of each condition, and how it begins."""
    for module in MODULES:
        text = (FOLDER / f"{module}.py").read_text(encoding="utf-8")
        for each in demands(module):
            written = ast.get_source_segment(text, each) or ""
            if text.count(written) == 1 and not any(words in written for words in ELSEWHERE):
                start = text.index(written)
                yield f"{module}.py", start, start + len(written), " ".join(written.split())[:70]
    for condition in conditions():
        yield "rules.txt", *condition.span(), condition[0]


PLACES = list(places())


@pytest.mark.full
@pytest.mark.parametrize(("file", "start", "end", "written"), PLACES, ids=[f"{p[0]} {p[3]}" for p in PLACES])
def test_without_a_condition_something_spoiled_is_accepted(
    file: str, start: int, end: int, written: str, tmp_path: Path
) -> None:
    assert weakened(tmp_path, file, start, end, "" if file == "rules.txt" else "pass"), written


def test_conditions_are_found() -> None:
    assert len(PLACES) > 50
