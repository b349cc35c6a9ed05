"""What is mutated: right targets as they are, and of every wrong one the part in which its error is.

A mistake beside an error may make it smaller, hide it, or take it back: what fails the wrong target need not fail that.
What wrong targets have in common is right, and is mutated as a right target; at one place one mistake is made.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path

from concomp.conformance.vectors.catalogue import KILLS
from tests.conformance.kills import FAMILIES, READERS, name_of, wrong_targets
from tests.conformance.mutation.operators import every
from tests.conformance.mutation.subject import Subject

MODULES = ("claims", "composition", "forked", "mechanisms", "scripted", "meters", "noise", "target")
"""The modules of the reference."""
OF_REFERENCE = tuple(f"concomp.conformance.reference.{name}" for name in MODULES)
WRONG = "tests.conformance.wrong"


def right_subjects() -> Iterator[tuple[str, Subject]]:
    """concomp itself, and small filters that are right, of which others are made wrong."""
    yield "reference", Subject(f"{OF_REFERENCE[-1]}:Reference", OF_REFERENCE, "reference", made=every)
    yield "plain", Subject(f"{WRONG}.plain:Plain", (f"{WRONG}.plain",), "plain")
    yield "sums", Subject(f"{WRONG}.sums:_Sums", (f"{WRONG}.sums",), "sums", frozenset({"_Sums"}))


def wrong_subjects() -> Iterator[tuple[str, Subject]]:
    """The wrong targets; what several of them use is mutated in the first."""
    kills: Mapping[str, list[str]] = json.loads(KILLS.read_text(encoding="utf-8"))
    for module in (f"{WRONG}.{name}" for name in FAMILIES):
        if module in READERS:
            # It reads messages before anything is known of them, in a program of its own.
            continue
        classes = {each.rpartition(":")[2]: each for each in wrong_targets((module.rpartition(".")[2],))}
        uses, taken = _uses(module), {"_Sums", *classes}
        for name, target in classes.items():
            parts = {name, *_reached(name, uses, taken)}
            taken |= parts
            first = frozenset(vector for vector, failed in kills.items() if name_of(target) in failed)
            families = tuple(FAMILIES[module.rpartition(".")[2]])
            yield (
                name_of(target),
                Subject(target, (module,), _right(module), frozenset(parts), families=families, first=first),
            )


def _right(module: str) -> str:
    return {"filters": "plain", "sums": "sums"}.get(module.rpartition(".")[2], "reference")


def _uses(module: str) -> dict[str, set[str]]:
    """The names that each class and function of a module uses."""
    tree = ast.parse(Path(import_module(module).__file__ or "").read_text(encoding="utf-8"))
    defined = [each for each in tree.body if isinstance(each, ast.ClassDef | ast.FunctionDef)]
    return {each.name: {node.id for node in ast.walk(each) if isinstance(node, ast.Name)} for each in defined}


def _reached(name: str, uses: Mapping[str, set[str]], taken: set[str]) -> set[str]:
    """The classes and functions that one uses, by itself or by what it uses, but for those that others have."""
    found: set[str] = set()
    waiting = [name]
    while waiting:
        new = (uses[waiting.pop()] & uses.keys()) - taken - found
        found |= new
        waiting += new
    return found


SUBJECTS: Mapping[str, Subject] = dict((*right_subjects(), *wrong_subjects()))
"""By name."""
