"""An object of somebody else's neither does something to its reader's machine nor takes long to be judged."""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from time import process_time
from typing import Any

import pytest

from concomp.obligations.proof_objects import checker
from concomp.obligations.proof_objects.checker import claims, rules
from concomp.obligations.proof_objects.checker.claims import claim_of, solve
from concomp.obligations.proof_objects.checker.objects import frozen, replay
from concomp.obligations.proof_objects.checker.terms import Refused
from tests.meta.object_notation import fact, given, proof, term

START = ["says", "move by move, nobody holds a slot at the start"]
PUT = "(set-logic QF_UF)\n(assert false)\n(check-sat)\n"
COMMANDS = {
    "answers to a file": f'(set-option :regular-output-channel "PATH")\n{PUT}',
    "errors to a file": f'(set-option :diagnostic-output-channel "PATH")\n{PUT}',
    "a symbol for a text": f"(set-option :regular-output-channel |PATH|)\n{PUT}",
    "another option": f"(set-option :out PATH)\n{PUT}",
    "behind an assertion": PUT.replace("false)", "false)(set-option :out PATH)"),
    "behind another blank": PUT.replace("false)", "false)\x85(set-option\x85:out PATH)"),
    "behind what is quoted": PUT.replace("false)", "|)|)(set-option :out PATH)"),
    "behind a comment": f";|\n(set-option :out PATH);|\n{PUT}",
    "behind a text": f'(assert (= "|" "a"))(set-option :out PATH)(assert (= "|" "b"))\n{PUT}',
    "another text to read": f'(include "PATH")\n{PUT}',
    "an echo": f'(echo "unsat")\n{PUT}',
    "a new start": f"{PUT}(reset)\n",
    "an end": f"{PUT}(exit)\n(garbage)",
    "two questions": PUT + PUT,
    "no question": "(set-logic QF_UF)\n(assert false)\n",
    "a parenthesis open": f"{PUT}(",
    "a word alone": f"unsat\n{PUT}",
    "nothing": "",
}
"""What a claim about systems told the solvers to do."""


def told(claim: str) -> dict[str, Any]:
    return proof({"rule": "solved", "formula": START, "claim": claim})


@pytest.mark.parametrize("name", COMMANDS)
def test_a_claim_does_nothing_but_ask(name: str, tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    mine.write_text("precious", encoding="utf-8")
    with pytest.raises(Refused):
        replay(told(COMMANDS[name].replace("PATH", str(mine))))
    assert mine.read_text(encoding="utf-8") == "precious"


def test_a_claim_that_asks_is_put() -> None:
    [only] = replay(told(PUT))
    solve(only.words["claim"])


@pytest.mark.parametrize("name", ["answers to a file", "a symbol for a text", "another option", "two questions"])
def test_without_its_guard_it_is_accepted(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "demand_harmless", lambda claim: None)
    replay(told(COMMANDS[name]))


def test_a_claim_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(claims, "MILLISECONDS", 200)
    unknowns = "".join(f"(declare-const {each} Int)" for each in "xyz")
    with pytest.raises(Refused, match="'z3': 'unknown'"):
        solve(f"(set-logic QF_NIA){unknowns}(assert (= (+ (* x x x) (* y y y) (* z z z)) 114))(check-sat)")


def test_a_refusal_is_one_line_whatever_an_object_says(tmp_path: Path) -> None:
    file = tmp_path / "object.json"
    faked = "by \r\x1b[2Kaccepted\nhypotheses: 0\x1b[8m"
    file.write_text(json.dumps(proof({"rule": faked, "formula": START})), encoding="utf-8")
    ran = subprocess.run(
        [sys.executable, "-m", checker.__name__, str(file)], capture_output=True, text=True, check=False
    )
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr.rstrip("\n").isprintable()


def multiplied(factors: int) -> dict[str, Any]:
    """Σ f times a product of sums, which has 2^n monomials."""
    product = "(+ (x) (y))"
    for number in range(1, factors):
        product = f"(* {product} (+ (x{number}s) (y{number}s)))"
    linear, whole = f"(= (* {product} (f a)) (* {product} (f a)))", f"(* {product} (sum a (f a) (zero)))"
    claim = claim_of([], frozen(term(linear)), ())
    rows = [fact("solved", linear, claim=claim), given("(summable a (f a))")]
    return proof(*rows, fact("summation", f"(= {whole} {whole})", 0, 1, variable="a", start="(zero)"))


def largest_of_largest(depth: int) -> dict[str, Any]:
    """A maximum of maxima: one is written twice where it is compared."""
    nested = "(x)"
    for number in range(depth):
        nested = f"(max {nested} {number})"
    return proof({**fact("solved", f"(<= {nested} {nested})"), "claim": "(set-logic QF_NRA)"})


def symmetric(depth: int) -> dict[str, Any]:
    """A definition that is the same at the other bit, under maxima."""
    nested: Any = ["max", ["quantity", "w", ["var", "b", "bit"]], ["quantity", "w", ["other", ["var", "b", "bit"]]]]
    for _ in range(depth):
        nested = ["max", nested, "0"]
    definition = {"rule": "defined", "formula": ["=", ["quantity", "x"], nested], "from": "HSV26 Definition 2.1"}
    return proof(definition)


def seconds(data: dict[str, Any]) -> float:
    start = process_time()
    with suppress(Refused):
        replay(json.loads(json.dumps(data)))
    return process_time() - start


@pytest.mark.parametrize("data", [multiplied(20), largest_of_largest(100), symmetric(150)], ids=len)
def test_a_small_object_is_judged_in_a_moment(data: dict[str, Any]) -> None:
    assert 2_000 < len(json.dumps(data)) < 12_000
    assert seconds(data) < 1


def test_a_product_of_sums_is_summed_as_it_stands() -> None:
    *_, last = replay(multiplied(20))
    assert last.rule == "summation"


def test_what_is_written_twice_again_and_again_is_refused() -> None:
    with pytest.raises(Refused, match="takes too long to write"):
        replay(largest_of_largest(100))
