"""Checks that something is proved: what is false, vacuous or about something else is not."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from concomp.model.composition.filtered import Filtered
from concomp.obligations.checks import propositions
from concomp.obligations.checks.check import Check, checks_of
from concomp.obligations.checks.hsv26.functions import proved_functions
from concomp.obligations.checks.propositions import Proposition, bad_run, establish, mistake, prove, recheck_certificate
from concomp.obligations.expectation import Violation
from concomp.obligations.families.functions import pointwise, wrong_variants
from concomp.obligations.solvers import answers
from concomp.obligations.solvers.errors import Undecided
from concomp.obligations.verify.certificates.certificate import Rejected
from concomp.obligations.verify.properties.properties import ask
from concomp.obligations.verify.properties.specifications import (
    SuitableAt,
    equality_at_every_index,
    inclusion_at_every_index,
)

PACKAGE = "concomp.obligations.checks.hsv26"
MODULES = (
    "mechanisms.monotonicity",
    "functions.proved_consistency",
    "functions.proved_functions",
    "applications.proved_histograms",
    "applications.proved_processings",
    "applications.proved_protocols",
    "mechanisms.taint",
)
CHECKS = [made for module in MODULES for made in checks_of(f"{PACKAGE}.{module}")]
QUICK = ("5.12", "~_{k,~*}", "Remark 7.1")
"""One of each kind: inclusion in a function, a relation on data, a processing."""
SUITABLE = proved_functions.suitable_sequences()


@cache
def found() -> Any:
    return prove(SUITABLE)


def test_every_row_about_verification_functions_has_a_proof() -> None:
    assert {made.statement.removeprefix("HSV26 ") for made in CHECKS} == {
        *(f"Definition {number}" for number in ("4.5", "4.9 (repaired)", "4.11", "5.1", "5.3", "5.8", "5.10", "5.12")),
        *(f"Definition {number}" for number in ("5.13", "6.5(1)", "6.5(2)", "6.5(3)", "8.5", "12.2", "12.3")),
        *(f"Section 6.1: {name} Property" for name in ("Destination", "Response", "f->f'")),
        "Section 6.3: tainted/untainted variables",
        *("Algorithm 4", "Corollary 7.5", "Section 7.2: HSS is private"),
        *("Observation 8.9", "Claim 8.4", "Claim 8.6", "Section 8: ~_{k,~*}", "Remark 7.1"),
    }  # fmt: skip


@pytest.mark.parametrize(
    "made",
    [
        pytest.param(made, marks=() if made.statement.endswith(QUICK) else pytest.mark.full, id=made.name)
        for made in CHECKS
    ],
)
def test_what_is_found_is_confirmed(made: Check) -> None:
    assert made.find is not None
    outcome = made.recheck(made.find())
    assert outcome.verdict == "proved"
    assert outcome.witness
    assert outcome.control


def spoiled(change: Callable[[dict[str, Any]], object]) -> Any:
    findings = deepcopy(found())
    change(findings[0])
    return findings


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda one: one["invariant"].pop(), "the texts do not follow from the invariant"),
        (lambda one: one["texts"].update({"safety.smt2": "(assert false)\n(check-sat)\n"}), "do not follow"),
        (lambda one: one.update(statement="0"), "is about something else"),
        (lambda one: one.update(scope="all there is"), "do not follow"),
        (lambda one: one.update(invariant=["(= register.nobody 0)"]), "the invariant is none"),
        (lambda one: one.pop("invariant"), "is no certificate"),
    ],
    ids=["conjunct", "text", "statement", "scope", "symbol", "none"],
)
def test_a_spoiled_certificate_is_refused(change: Callable[[dict[str, Any]], object], message: str) -> None:
    with pytest.raises(Violation, match=message):
        establish(SUITABLE, spoiled(change), "")


@pytest.mark.parametrize("findings", [None, [], {}])
def test_findings_that_are_none_are_refused(findings: Any) -> None:
    with pytest.raises(Violation, match="1 certificates are due"):
        establish(SUITABLE, findings, "")


def test_an_invariant_that_proves_nothing_is_refused_by_the_solvers() -> None:
    [question] = SUITABLE.questions
    [right] = found()
    weak = deepcopy(right)
    weak["invariant"] = []
    with pytest.raises(Violation) as caught:
        recheck_certificate(question, weak)
    assert "do not follow" in str(caught.value)


@pytest.mark.parametrize("answer", ["sat", "unknown"])
def test_one_solver_alone_proves_nothing(answer: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "answer_of_cvc5", lambda text, milliseconds: answer)
    refused = (Rejected, Undecided)
    with pytest.raises(refused, match="cvc5"):
        establish(SUITABLE, found(), "")


def test_a_certificate_of_another_function_is_refused() -> None:
    other = equality_at_every_index(wrong_variants.OnlyLeftInQuerySpace().definition, SuitableAt().definition)
    with pytest.raises(Violation, match="is about something else"):
        establish(replace(SUITABLE, questions=(other,)), found(), "")


def test_what_is_false_is_not_proved() -> None:
    wrong = tuple(SUITABLE.wrong.values())
    for question in wrong:
        with pytest.raises(Violation, match="is refuted"):
            prove(replace(SUITABLE, questions=(question,)))


def test_a_witness_is_due(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(propositions, "DEPTH", 3)
    with pytest.raises(Violation, match="there is no bad run"):
        establish(replace(SUITABLE, witness=SUITABLE.questions[0]), found(), "")


def test_a_wrong_variant_that_is_right_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(propositions, "DEPTH", 3)
    with pytest.raises(Violation, match="there is no bad run"):
        establish(replace(SUITABLE, wrong={"nothing": SUITABLE.questions[0]}), found(), "")


def test_a_mistake_is_told_by_its_variant() -> None:
    assert mistake(wrong_variants.AnyEpsilon) == "ε may be positive"


def test_equality_wants_both_directions() -> None:
    """A function that accepts less than is meant is included, and not equal."""
    stricter = wrong_variants.NothingForTheLast().definition
    included = Proposition((inclusion_at_every_index(stricter, SuitableAt().definition),), SUITABLE.witness, {}, "")
    prove(included)
    assert bad_run(equality_at_every_index(stricter, SuitableAt().definition)).steps


def test_a_step_that_is_rejected_elsewhere_is_no_difference() -> None:
    """The specification speaks of one index: what it accepts there may be rejected at another."""
    question = equality_at_every_index(Filtered().definition, pointwise.FilteredAt().definition)
    assert question.indices
    prove(Proposition((question,), ask("witness", Filtered().definition), {}, ""))
