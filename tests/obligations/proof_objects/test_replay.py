"""All derivations are written out as data and replayed by the independent checker, which shares nothing with them."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any

import pytest
from pydantic import TypeAdapter

from concomp.obligations import derivations
from concomp.obligations.checks.check import all_checks
from concomp.obligations.derivations.kernel.facts import Rule
from concomp.obligations.proof_objects import checker
from concomp.obligations.proof_objects.checker.claims import solve
from concomp.obligations.proof_objects.checker.objects import replay, trusted
from concomp.obligations.proof_objects.checker.rules import FUNCTIONS
from concomp.obligations.proof_objects.checker.schemas import RULES
from concomp.obligations.proof_objects.checker.terms import Refused
from concomp.obligations.proof_objects.writing import proof_object
from concomp.schemas.proofs import ProofObject

FOLDER = Path(checker.__path__[0])
LINES = 500


@cache
def everything() -> dict[str, Any]:
    """One object of all statements that are derived."""
    return proof_object(part for check in all_checks() for part in check.parts)


def test_every_derivation_is_accepted() -> None:
    facts = replay(everything())
    assert len({fact.words["states"] for fact in facts if "states" in fact.words}) > 60


def test_objects_are_as_their_schema_says() -> None:
    TypeAdapter(ProofObject).validate_json(json.dumps(everything()))


@pytest.mark.full
def test_both_solvers_accept_every_claim() -> None:
    for claim in {fact.words["claim"] for fact in replay(everything()) if fact.rule == "solved"}:
        solve(claim)


def test_the_list_of_what_is_trusted_names_hypotheses_definitions_and_rules() -> None:
    listed = "\n".join(trusted(replay(everything())))
    assert "HSV26 Definition 2.6: for every bit b, history h, number a, query q: (<= 0 (κ#3 b h q a))" in listed
    assert "HSV26 Notation 10.1: for every bit b: (= (μ#2 b (empty)) 1)" in listed
    assert "induction: What holds at the start" in listed


def rules_of_derivations() -> dict[str, str]:
    modules = (import_module(found.name) for found in walk_packages(derivations.__path__, f"{derivations.__name__}."))
    found = [value for module in modules for value in vars(module).values() if isinstance(value, Rule)]
    return {rule.name: rule.says for rule in found}


def test_the_checker_has_the_rules_of_the_derivations_in_their_words() -> None:
    assert {name: says for name, (says, _) in RULES.items()} == rules_of_derivations()


@pytest.mark.parametrize("name", RULES)
def test_a_rule_is_judged_by_a_function_or_by_schemas(name: str) -> None:
    assert (name in FUNCTIONS) != bool(RULES[name][1])


def test_the_checker_imports_nothing_but_itself_the_standard_library_and_the_solvers() -> None:
    for path in FOLDER.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                assert node.level == 1 or node.module.split(".")[0] in sys.stdlib_module_names, path.name
            elif isinstance(node, ast.Import):
                names = {each.name for each in node.names}
                assert names <= sys.stdlib_module_names or (path.name == "claims.py" and names <= {"z3", "cvc5"})


def lines_of_code(text: str) -> int:
    """The lines of a module that are neither blank nor of a docstring."""
    strings = (each.value for each in ast.walk(ast.parse(text)) if isinstance(each, ast.Expr))
    said = [each for each in strings if isinstance(each, ast.Constant) and isinstance(each.value, str)]
    documented = {line for each in said for line in range(each.lineno, (each.end_lineno or 0) + 1)}
    return sum(bool(line.strip()) and number not in documented for number, line in enumerate(text.splitlines(), 1))


def test_the_checker_is_short() -> None:
    assert sum(lines_of_code(path.read_text(encoding="utf-8")) for path in FOLDER.glob("*.py")) <= LINES


def run_alone(path: Path) -> subprocess.CompletedProcess[str]:
    """Run the checker without anything that is installed."""
    start = f"import runpy, sys; sys.path.insert(0, {str(FOLDER.parent)!r}); sys.argv = ['', {str(path)!r}]; "
    command = [sys.executable, "-I", "-S", "-c", f"{start}runpy.run_module('checker', run_name='__main__')"]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)


def test_the_checker_runs_alone(tmp_path: Path) -> None:
    data = proof_object(part for check in all_checks() if check.statement == "HSV26 Lemma 10.8" for part in check.parts)
    good, spoiled = tmp_path / "good.json", tmp_path / "spoiled.json"
    good.write_text(json.dumps(data), encoding="utf-8")
    data["facts"][0]["rule"] = "wishful thinking"
    spoiled.write_text(json.dumps(data), encoding="utf-8")
    accepted, refused = run_alone(good), run_alone(spoiled)
    assert accepted.stdout.startswith(f"{good}: accepted\n"), accepted.stderr
    assert accepted.returncode == 0
    assert refused.stderr == f"{spoiled}: refused: fact 0, by wishful thinking: wishful thinking is no rule\n"
    assert refused.returncode == 1


@pytest.mark.parametrize(
    ("file", "says"),
    [
        ("[]", "this is no proof object"),
        ('{"schema": "concomp.proof/9", "constructors": {}, "facts": []}', "the schema is concomp.proof/9, not"),
        ("{", "Expecting property name"),
    ],
)
def test_what_is_no_object_is_refused_in_a_line(file: str, says: str, tmp_path: Path) -> None:
    path = tmp_path / "file.json"
    path.write_text(file, encoding="utf-8")
    ended = run_alone(path)
    assert ended.returncode == 1
    assert says in ended.stderr
    assert len(ended.stderr.splitlines()) == 1


def test_a_solver_that_is_not_convinced_refuses() -> None:
    with pytest.raises(Refused, match="'z3': 'sat'"):
        solve("(set-logic QF_NRA)(declare-const x Real)(assert (< x 1.0))(check-sat)")
