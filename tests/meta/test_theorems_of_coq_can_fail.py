"""Coq refuses theorems that are spoiled, and nothing else than what it accepted is shown as accepted."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from concomp.model.registry.evidence import Evidence, Outcome
from concomp.obligations.derivations.coq.arithmetic import Claim
from concomp.obligations.derivations.coq.files import theorem
from concomp.obligations.derivations.coq.libraries import claim_files, library
from concomp.obligations.proof_assistant.__main__ import compiled
from concomp.obligations.proof_assistant.accepted import (
    Accepted,
    AcceptedTheorem,
    recorded,
)
from concomp.obligations.proof_assistant.assumptions import ALLOWED, axioms
from concomp.obligations.proof_assistant.compiler import Compiler
from concomp.obligations.proof_assistant.exports import exports_of
from concomp.obligations.proof_assistant.judging import judged
from concomp.obligations.proof_assistant.programs import INSTALLED, Rejected
from tests.obligations.proof_assistant.small import starts_small, stays_small

KEY, LEAF = "HSV26 Corollary 10.4", "HSV26 Lemma 10.8"
SPOILED = {
    "a changed constant": (
        "Theorem Small : forall (n : nat), (w n) <= 1.",
        "Theorem Small : forall (n : nat), (w n) <= 0.",
    ),
    "a dropped premise": ("Hypothesis H1 : forall (n : nat), 0 <= (r n).", "Hypothesis H1 : True."),
    "a swapped conclusion": (
        "Theorem Small : forall (n : nat), (w n) <= 1.",
        "Theorem Small : forall (n : nat), 1 <= (w n).",
    ),
    "a changed definition": ("  | (S n) => ((w n) - (r n))\n", "  | (S n) => ((w n) + (r n))\n"),
}


def evidence(key: str, *lines: str) -> Evidence:
    """Evidence of a derivation of these lines."""
    outcome = Outcome(verdict="proved", scope="all", derivation=lines, formulas=("0 ≤ 1",))
    return Evidence(statement=key, check="a.check", outcome=outcome)


def test_a_result_of_another_derivation_is_not_shown() -> None:
    own = evidence(KEY, f"1. 0 ≤ x  [{LEAF}]", "2. 0 ≤ 2·x  [solved from 1]")
    known = {KEY: [own], LEAF: [evidence(LEAF, "1. 0 ≤ x  [given]")]}
    small = AcceptedTheorem(name="Small", text="", sha256="0", axioms=())
    result = Accepted(statements={KEY: recorded(KEY, (small,), "", "8.16.1", known)})
    assert result.of(KEY, known) == (small,)
    changed = evidence(KEY, f"1. 0 ≤ x  [{LEAF}]", "2. 0 ≤ 3·x  [solved from 1]")
    assert result.of(KEY, {**known, KEY: [changed]}) == ()
    assert result.of(KEY, {**known, LEAF: [evidence(LEAF, "1. 0 ≤ x  [solved]")]}) == ()
    assert result.of(LEAF, known) == ()


def test_a_theorem_that_rests_on_another_axiom_is_refused() -> None:
    (export,) = exports_of(KEY, [stays_small()])
    now = judged([export], {export.name: "Axioms:\nclassic : forall P : Prop, P \\/ ~ P\n"})
    why = "it rests on 'classic : forall P : Prop, P \\\\/ ~ P'"
    assert (now.accepted, now.resists, now.refused) == ({}, {KEY: why}, (export.name,))


@pytest.mark.full
@pytest.mark.skipif(shutil.which("coqc") is None, reason=f"Coq is not installed: {INSTALLED}")
def test_coq_accepts_a_theorem_and_refuses_it_spoiled(tmp_path: Path) -> None:
    small = theorem("Small", stays_small())
    compiler = Compiler(tmp_path, 1, 300)
    compiler.compile_in_order({**library(), **claim_files(small.claims)})
    assert {*axioms(compiler.compile("Small", small.text))} <= ALLOWED
    for name, (true, false) in SPOILED.items():
        assert small.text.count(true) == 1, name
        with pytest.raises(Rejected):
            compiler.compile("Small", small.text.replace(true, false))


@pytest.mark.full
@pytest.mark.skipif(shutil.which("coqc") is None, reason=f"Coq is not installed: {INSTALLED}")
def test_coq_refuses_a_false_claim_and_accepts_what_does_not_rest_on_it(tmp_path: Path) -> None:
    false = Claim(1, (), "x1 <= 1")
    true, spoiled = exports_of(KEY, [starts_small(), stays_small()])
    assert spoiled.theorem is not None
    spoiled = replace(spoiled, theorem=replace(spoiled.theorem, claims=(*spoiled.theorem.claims, false)))
    _, said = compiled([true, spoiled], tmp_path, 1, 300)
    now = judged([true, spoiled], said)
    assert (now.names, now.refused) == ([true.name], (spoiled.name,))
    assert now.resists[KEY].startswith(f"the tactics do not close {false.name}, forall x1 : R, x1 <= 1: ")
