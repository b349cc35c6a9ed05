"""Every demand of the rules that make a simulator is needed: without it, what is no simulation passes for one."""

from __future__ import annotations

import ast
import inspect
from types import ModuleType

import pytest

from concomp.obligations.derivations.kernel.facts import WrongStep
from concomp.obligations.derivations.theories.simulation import simulation_rules
from tests.obligations.derivations.simulations import ATTACKS

SOURCE = inspect.getsource(simulation_rules)


def demands() -> list[str]:
    """The statements by which the rules refuse something."""
    found = (node for node in ast.walk(ast.parse(SOURCE)) if isinstance(node, ast.Expr))
    return [text for node in found if (text := ast.unparse(node)).startswith(("demand(", "_demand_all("))]


def without(demand: str) -> ModuleType:
    """The rules without one of their demands."""

    class Lenient(ast.NodeTransformer):
        def visit_Expr(self, node: ast.Expr) -> ast.stmt:
            return ast.Pass() if ast.unparse(node) == demand else node

        def visit_Assign(self, node: ast.Assign) -> ast.stmt:
            """There is one rule of a name, and one that derives by it: what is made of them is lenient, not these."""
            made = isinstance(node.value, ast.Call) and ast.unparse(node.value.func) in ("Rule", "deriving")
            names = [ast.alias(ast.unparse(target)) for target in node.targets]
            return ast.ImportFrom(simulation_rules.__name__, names, 0) if made else node

    lenient = ModuleType("lenient_rules")
    lenient.__dict__["__name__"] = simulation_rules.__name__
    exec(compile(ast.fix_missing_locations(Lenient().visit(ast.parse(SOURCE))), "lenient rules", "exec"), vars(lenient))
    return lenient


def refused(rules: ModuleType, attack: str) -> bool:
    """Whether a rule says why it refuses an attack: it neither accepts it nor stumbles over it."""
    try:
        ATTACKS[attack](rules)
    except WrongStep:
        return True
    except (AssertionError, ValueError):
        return False
    return False


@pytest.mark.parametrize("demand", demands())
def test_without_a_demand_an_attack_is_not_refused(demand: str) -> None:
    rules = without(demand)
    assert not all(refused(rules, attack) for attack in ATTACKS)


def test_with_all_demands_every_attack_is_refused() -> None:
    assert all(refused(simulation_rules, attack) for attack in ATTACKS)
