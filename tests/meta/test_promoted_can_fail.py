"""What is derived of rows once computed on families only: kernel, solvers and checker refuse changed statements.

Of each kind one: a theorem at other indices, by cases, and by solved steps.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from concomp.obligations.checks.hsv26.mechanisms import proved_loop
from concomp.obligations.derivations.kernel.facts import Fact, WrongStep
from concomp.obligations.derivations.kernel.indices import BIT_0, BIT_1
from concomp.obligations.derivations.kernel.language import eq, total
from concomp.obligations.derivations.kernel.logic import apply_lemma, by_cases, detach, solve, state
from concomp.obligations.derivations.kernel.proofs import certificate, prove, recheck
from concomp.obligations.derivations.systems import interactive, theorems
from concomp.obligations.derivations.systems.applications import introduction
from concomp.obligations.derivations.systems.applications.local_protocols import PRIVATE_SPARSE_PROTOCOL
from concomp.obligations.derivations.systems.language import C
from concomp.obligations.derivations.systems.links import loop
from concomp.obligations.derivations.theories.control.weights import HQA, PARAMETERS, A, H
from concomp.obligations.derivations.theories.laws import universal_relation
from concomp.obligations.derivations.theories.laziness import chosen_alike
from concomp.obligations.derivations.theories.laziness.reaching_the_cap import REACHED
from concomp.obligations.derivations.theories.simulation import chosen, late, lexicographic, used_up
from concomp.obligations.derivations.theories.simulation.constraints import PHI, exposure, xi
from concomp.obligations.derivations.theories.simulation.constraints import chosen as budget
from concomp.obligations.derivations.theories.simulation.splitting import HQK
from concomp.obligations.expectation import Violation
from concomp.obligations.proof_objects.checker.objects import replay
from concomp.obligations.proof_objects.checker.terms import Refused
from concomp.obligations.proof_objects.writing import proof_object
from concomp.obligations.solvers import algebra

B, B_ALSO = universal_relation.B, universal_relation.B_ALSO

REFUSED_BY_KERNEL: dict[str, tuple[str, Callable[[], Fact]]] = {
    "users whose functions need not be consistent": (
        "is not",
        lambda: apply_lemma(PRIVATE_SPARSE_PROTOCOL, {C: interactive.COMPOSITION}, interactive.ANSWERS_OF_INTERACTIVE),
    ),
    "mechanisms that need not be private": (
        "is not",
        lambda: detach(detach(theorems.FILTERED_COMPOSE, theorems.DISCRETE), theorems.PRIVATE_EXCEPTIONS),
    ),
    "different initial states as equal ones": (
        "is not",
        lambda: by_cases(
            universal_relation.AS_INTERACTIVE.formula,
            B_ALSO,
            B,
            universal_relation.OF_EQUAL_STATES,
            universal_relation.OF_EQUAL_STATES,
        ),
    ),
    "the lemma where worlds answer otherwise": ("is not", lambda: detach(REACHED, chosen_alike.SAME_BUDGET)),
    "the induction's hypothesis as its claim": (
        "rests on itself",
        lambda: state(used_up.USED_UP, "HSV26 Remark 10.21"),
    ),
    "a premise of the row that is only supposed": (
        "rests on an assumption",
        lambda: state(apply_lemma(introduction.FILTER_COMPOSES, {}, theorems.DISCRETE), "HSV26 Theorem 1.8"),
    ),
}


@pytest.mark.parametrize("name", REFUSED_BY_KERNEL)
def test_the_kernel_derives_no_changed_statement(name: str) -> None:
    message, attack = REFUSED_BY_KERNEL[name]
    with pytest.raises(WrongStep, match=message):
        attack()


WHOLE = total(A, budget(BIT_0, HQA))
REFUTED_BY_SOLVERS: dict[str, Callable[[], Fact]] = {
    "e^{−ε} < 1 without ε > 0": lambda: solve("c < 1", used_up.LESS.formula, *PARAMETERS),
    "half the budget": lambda: solve("half of it", eq(2 * WHOLE, exposure(BIT_0, H)), used_up.USED_UP),
    "as much in both worlds": lambda: solve("alike", eq(budget(BIT_0, HQK), budget(BIT_1, HQK)), chosen.PHI_OBEYS),
    "ξ itself": lambda: solve("as ξ", eq(budget(BIT_0, HQK), xi(BIT_0, HQK)), PHI),
    "a set that need not be closed has a largest point": lambda: solve(
        "attained", eq(lexicographic.x(BIT_0, lexicographic.LAST), lexicographic.X0), lexicographic.FIRST_LARGEST
    ),
    "an answer by the law of 0 where P knows the bit": lambda: solve(
        "alike", eq(late.law(late.TAU, BIT_0), late.law(late.TAU, BIT_1)), late.SAME_UNLESS, late.DIFFER_OR_NOT
    ),
    "equal views by events that may be negative": lambda: solve(
        "equal views", universal_relation.OF_EQUAL_STATES.formula, *universal_relation.OF_EQUAL_STATES.premises[1:]
    ),
}


@pytest.mark.parametrize("name", REFUTED_BY_SOLVERS)
def test_solvers_accept_no_changed_step(name: str) -> None:
    with pytest.raises(Violation):
        prove(REFUTED_BY_SOLVERS[name]())


DERIVED = {
    "Theorem 1.8": (introduction.FILTER_COMPOSES,),
    "Corollary 3.8": universal_relation.UNIVERSAL,
    "Claim 10.31": (used_up.USED_UP,),
    "Claim 10.33 (repaired)": chosen_alike.CHOSEN_ALIKE,
    "Lemma 10.28": lexicographic.MAXIMUM,
    "Section 10.2.1": late.SIMULATOR,
}


def _without_a_premise(rows: Any) -> None:
    rows[-1]["premises"] = rows[-1]["premises"][1:]


def _turned_round(rows: Any) -> None:
    rows[-1]["formula"] = _reversed(rows[-1]["formula"])


def _reversed(formula: Any) -> Any:
    match formula:
        case ["if", premise, conclusion]:
            return ["if", conclusion, premise]
        case ["and", *parts]:
            return ["and", *map(_reversed, parts)]
        case ["=", left, right]:
            return ["<", left, right]
        case [relation, left, right]:
            return [relation, right, left]
    raise AssertionError(formula)


@pytest.mark.parametrize("spoil", [_without_a_premise, _turned_round])
@pytest.mark.parametrize("label", DERIVED)
def test_the_checker_refuses_a_changed_object(label: str, spoil: Callable[[Any], None]) -> None:
    data = deepcopy(proof_object(DERIVED[label]))
    replay(data)
    spoil(data["facts"])
    with pytest.raises(Refused):
        replay(data)


WRONG_LOOPS: dict[str, loop.Algorithm] = {
    "P is not told the side": loop.Algorithm(tells_side=False),
    "answers are not processed": loop.Algorithm(processes_answers=False),
}


@pytest.mark.parametrize("name", WRONG_LOOPS)
def test_solvers_accept_no_wrong_loop(name: str) -> None:
    *_, line = loop.lines(WRONG_LOOPS[name])
    with pytest.raises(Violation, match="negation sat"):
        algebra.prove(line)


def test_certificates_of_another_line_are_refused() -> None:
    findings = {line.name: algebra.certificate(loop.lines(loop.Algorithm())[0]) for line in proved_loop.LINES}
    for check in proved_loop.the_loop_is_what_is_composed:
        with pytest.raises(Violation, match="find it again"):
            check.recheck(findings)


def test_findings_of_another_derivation_are_refused() -> None:
    with pytest.raises(Violation, match="find it again"):
        recheck(used_up.USED_UP, certificate(chosen.REST_COVERS))
