"""Nothing but the rules of the kernel makes facts, and no check of a derivation is an assertion."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from concomp.obligations import derivations
from concomp.obligations.derivations.kernel.facts import Fact


def modules() -> Iterator[Path]:
    yield from sorted(Path(derivations.__path__[0]).glob("**/*.py"))


def test_only_rules_derive() -> None:
    """Nothing but `facts` makes facts, nothing but modules that say rules derives, nothing but `state` labels."""
    allowed = {"Fact": {"facts.py"}, "derive": set[str](), "label": {"logic.py"}}
    for path in modules():
        called = {_name(node.func) for node in ast.walk(_tree(path)) if isinstance(node, ast.Call)}
        for name in called & allowed.keys():
            assert path.name in allowed[name] or (name == "derive" and "Rule" in called), (path, name)


def test_nothing_else_can_derive() -> None:
    """The doors of `facts` are not brought in anywhere else in the project."""
    inner = set(modules())
    for package in ("model", "impl", "conformance", "obligations", "tools"):
        for path in (Path(__file__).parents[2] / package).rglob("*.py"):
            if path not in inner and "kernel" in path.read_text(encoding="utf-8"):
                assert not _imported(path) & {"derive", "label", "_TOKEN"}, path


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


def _name(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
