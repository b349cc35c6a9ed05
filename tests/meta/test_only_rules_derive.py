"""Nothing but the rules of the kernel makes facts, and no check of a derivation is an assertion."""

from __future__ import annotations

import ast
import copy
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from concomp.obligations import derivations
from concomp.obligations.derivations.kernel import trusted
from concomp.obligations.derivations.kernel.facts import Fact, Rule, deriving
from concomp.obligations.derivations.kernel.logic import INSTANCE
from concomp.obligations.derivations.kernel.rules import SUMMATION


def modules() -> Iterator[Path]:
    yield from sorted(Path(derivations.__path__[0]).glob("**/*.py"))


def test_only_rules_derive() -> None:
    """Nothing but `facts` makes facts, nothing but modules that say rules derives, nothing but `state` labels."""
    allowed = {"Fact": {"facts.py"}, "deriving": set[str](), "_label": {"logic.py"}}
    for path in modules():
        called = {_name(node.func) for node in ast.walk(_tree(path)) if isinstance(node, ast.Call)}
        for name in called & allowed.keys():
            assert path.name in allowed[name] or (name == "deriving" and "Rule" in called), (path, name)


def test_nothing_else_can_derive() -> None:
    """The doors of `facts` are not brought in anywhere else in the project."""
    inner = set(modules())
    for package in ("model", "impl", "conformance", "obligations", "tools"):
        for path in (Path(__file__).parents[2] / package).rglob("*.py"):
            if path not in inner and "kernel" in path.read_text(encoding="utf-8"):
                assert not _imported(path) & {"deriving", "_derive", "_label", "_TOKEN"}, path


def _imported(path: Path) -> set[str]:
    """What a module brings in from the facts of the kernel."""
    froms = (node for node in ast.walk(_tree(path)) if isinstance(node, ast.ImportFrom))
    return {name.name for node in froms if node.module == Fact.__module__ for name in node.names}


def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def test_no_check_of_a_derivation_is_an_assertion() -> None:
    """`python -O` leaves assertions out: they may only tell the type checker what was demanded."""
    for path in modules():
        for node in ast.walk(_tree(path)):
            if isinstance(node, ast.Assert):
                assert isinstance(node.test, ast.Call), (path, node.lineno)
                assert _name(node.test.func) == "isinstance", (path, node.lineno)


def named(name: str) -> Rule:
    """What looks like a rule, and was made by nobody."""
    rule = object.__new__(Rule)
    for field, value in {"name": name, "defines": False, "solves": False, "closed": False}.items():
        object.__setattr__(rule, field, value)
    return rule


OWN: dict[str, tuple[str, Callable[[], object]]] = {
    "of one's own": ("no trusted rule", lambda: Rule("wishful thinking")),
    "without its conditions": ("there is a rule", lambda: Rule("every mechanism")),
    "with others": ("there is a rule", lambda: replace(SUMMATION, closed=True)),
    "a copy": ("there is a rule|made by its class|never changed", lambda: deriving(copy.deepcopy(INSTANCE))),
    "from elsewhere": (
        "there is a rule|made by its class|never changed",
        lambda: deriving(pickle.loads(pickle.dumps(INSTANCE))),
    ),
    "made by nobody": ("is not the rule of this name", lambda: deriving(named("instance"))),
    "that has its module": ("is derived by its own module", lambda: deriving(INSTANCE)),
    "of no name": ("is not the rule of this name", lambda: deriving(named("wishful thinking"))),
}


@pytest.mark.parametrize("name", OWN)
def test_a_rule_is_one_of_the_table_made_once(name: str) -> None:
    says, attack = OWN[name]
    with pytest.raises(ValueError, match=says):
        attack()


def test_every_rule_is_made_before_anybody_can_make_one_of_its_name() -> None:
    first = "from concomp.obligations.derivations.kernel.facts import _RULES, _DERIVED, SAYS; print(len(SAYS), "
    asked = subprocess.run(
        [
            sys.executable,
            "-c",
            first + "_RULES.keys() == SAYS.keys(), {each.name for each in _DERIVED} == SAYS.keys())",
        ],
        capture_output=True,
        text=True,
        check=True,
    )
    assert asked.stdout.split()[1:] == ["True", "True"]


def test_the_table_stays_as_it_is() -> None:
    with pytest.raises(TypeError):
        trusted.SAYS["wishful thinking"] = "Anything follows."  # type: ignore[index]


def _name(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
