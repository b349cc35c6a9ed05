"""Coq refuses theorems that were proved by hand, and are spoiled; and those that rest on a spoiled definition."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest

from concomp.obligations.derivations.coq.compositions import composition_theorems
from concomp.obligations.derivations.coq.libraries import files_of, library
from concomp.obligations.derivations.coq.names import theorem_name
from concomp.obligations.proof_assistant.assumptions import ALLOWED, axioms
from concomp.obligations.proof_assistant.compiler import Compiler
from concomp.obligations.proof_assistant.exports import exports
from concomp.obligations.proof_assistant.programs import INSTALLED, Rejected
from concomp.obligations.runner.project import this_project

Spoiled = Mapping[str, tuple[str, str]]
"""What is true, and what it becomes, by what is done to it."""
LEMMA = "HSV26_Lemma_4_7"
SPOILED_LEMMA: Spoiled = {
    "a changed constant": ("Hypothesis H7 : δ <= 1.", "Hypothesis H7 : δ <= 2."),
    "a dropped premise": ("Hypothesis H9 : 1 < g.", "Hypothesis H9 : True."),
    "a swapped conclusion": (f"Theorem {LEMMA} : simulates δ g μ.", f"Theorem {LEMMA} : simulates g δ μ."),
}
SPOILED: Mapping[str, Spoiled] = {
    "HSV26_Theorem_1_2": {
        "a changed constant": (
            "private g d (verified (fixed_parameters",
            "private g (d / 2) (verified (fixed_parameters",
        ),
        "a dropped premise": ("  private_composition g d slots ->\n", "  True ->\n"),
        "responses that lose less": ("<-> private_responses g d slots", "<-> private_responses g (d / 2) slots"),
    },
    "HSV26_Theorem_1_3": {
        "a changed constant": (
            "(consistent_parallel C (repeat (e0, d0) k))",
            "(consistent_parallel C (repeat (e0, d0) (S k)))",
        ),
        "a dropped premise": ("  private_composition g d (repeat (e0, d0) k) ->", "  True ->"),
        "a swapped conclusion": ("  private g d (verified (consistent", "  private d g (verified (consistent"),
    },
    "HSV26_Theorem_1_8": {
        "a changed constant": (
            "filter_composes Filt g d (fun C => True)",
            "filter_composes Filt g (d / 2) (fun C => True)",
        ),
        "no noninteractive mechanisms": (
            "<-> filter_composes Filt g d all_noninteractive",
            "<-> filter_composes Filt g d (fun C => False)",
        ),
    },
    "HSV26_Theorem_1_9": {
        "a changed constant": ("(sparse_neighbours P k)", "(sparse_neighbours P (S k))"),
        "a dropped premise": (" -> private e0 d0 (fun b => user P i (if b then t else s))) ->", " -> True) ->"),
        "a swapped conclusion": ("locally_private P g d (", "locally_private P d g ("),
    },
    "HSV26_Corollary_1_7": {
        "a changed constant": ("(sparse_parallel C 0 (repeat e0 k))", "(sparse_parallel C 0 (repeat e0 (S k)))"),
        "a dropped premise": ("  private_composition g d (repeat (e0, 0) k) ->", "  True ->"),
        "a swapped conclusion": ("  private g d (verified (sparse", "  private d g (verified (sparse"),
    },
    "HSV26_Lemma_2_16": {
        "a changed constant": ("private_system g d (fun b", "private_system g (d / 2) (fun b"),
        "a dropped premise": ("  fair_processing P ->", "  True ->"),
    },
    "HSV26_Definition_2_17": {
        "another mechanism": (
            "forall M : system right, equivalent (chain (chain P Q) M) (chain P (chain Q M))",
            "forall M N : system right, equivalent (chain (chain P Q) M) (chain P (chain Q N))",
        ),
    },
    "HSV26_Theorem_4_12": {
        "a changed constant": ("private g d (verified (fixed", "private g (d / 2) (verified (fixed"),
        "a dropped premise": ("  private_responses g d slots ->", "  True ->"),
        "a premise about other slots": ("  private_responses g d slots ->", "  private_responses g d nil ->"),
        "a swapped conclusion": (
            "  private_responses g d slots -> (* Comp[RR_1, ..., RR_k] is (eps,delta)-DP *)\n"
            "  private g d (verified (fixed_parameters C slots) (ExtConComp C)).",
            "  private g d (verified (fixed_parameters C slots) (ExtConComp C)) ->\n  private_responses g d slots.",
        ),
    },
    "HSV26_Theorem_6_1": {
        "a changed constant": ("private_for g d f", "private_for g (d / 2) f"),
        "no destination property": ("destination_property P ->", "True ->"),
        "no response property": ("response_property P ->", "True ->"),
        "no f -> f' property": ("maps_property P f f' ->", "True ->"),
        "a swapped conclusion": ("private_for g d f (", "private_for d g f ("),
    },
    "HSV26_Claim_6_3": {
        "a dropped premise": ("destination_property P ->", "True ->"),
        "the other bit": (
            "(chain (double P) (chain (identifier b) M))",
            "(chain (double P) (chain (identifier (negb b)) M))",
        ),
    },
    "HSV26_Claim_6_4": {"a dropped premise": ("maps_property P f f' ->", "True ->")},
    "HSV26_Theorem_8_7": {
        "a changed constant": ("locally_private P g d neighbours", "locally_private P g (d / 2) neighbours"),
        "a dropped premise": ("  private g d (verified f (ExtConComp (of_users P))) ->", "  True ->"),
        "queries without the properties": ("obeys P (server P) Empty ->", "True ->"),
    },
    "HSV26_Corollary_8_8": {
        "a changed constant": ("(sparse_neighbours P k)", "(sparse_neighbours P (S k))"),
        "a dropped premise": ("  (forall i, private e d (member (of_users P) i)) ->", "  True ->"),
        "a swapped conclusion": ("locally_private P g d' (", "locally_private P d' g ("),
    },
    "HSV26_Observation_8_9": {
        "a swapped inclusion": ("valid f l = true -> valid f' l = true", "valid f' l = true -> valid f l = true"),
    },
    "HSV26_Theorem_4_10_repaired": {
        "a changed constant": ("private g d (verified (fixed", "private g (d / 2) (verified (fixed"),
        "a dropped premise": ("  private_responses g d (map (parameters C) alphas) ->", "  True ->"),
    },
    "HSV26_Corollary_5_5": {
        "a changed constant": ("  private g d (verified (sparse", "  private g (d / 2) (verified (sparse"),
        "a dropped premise": ("  (forall x, delta C x = 0) ->", "  True ->"),
    },
    "HSV26_Corollary_5_7_repaired": {
        "a changed constant": ("(budget <= 2 * d /\\ budget <= 1)", "(budget <= d /\\ budget <= 1)"),
        "a dropped premise": ("(invariant f -> lazily d)", "(True -> lazily d)"),
    },
    "HSV26_Theorem_5_14": {
        "a dropped premise": ("  (forall x, first_pair_consistent (function_of C x)) ->", "  True ->"),
        "a swapped conclusion": ("  private g d (verified (consistent", "  private d g (verified (consistent"),
    },
    "HSV26_Corollary_5_15": {
        "a changed constant": ("(as_continual X) slots)", "(as_continual X) ((g, d) :: slots))"),
        "a dropped premise": (" -> private_for_neighbours X x) ->", " -> True) ->"),
    },
    "HSV26_Theorem_12_4": {
        "a changed constant": ("  private g d (verified (filtered C", "  private g (d / 2) (verified (filtered C"),
        "a dropped premise": (
            "  private g d (verified (filtered responses Filt) (ExtConComp responses)) ->",
            "  True ->",
        ),
    },
    "Haney23_Theorem_1_8": {
        "a changed constant": ("private g d (fun b => ConComp", "private g (d / 2) (fun b => ConComp"),
        "a dropped premise": ("  private_composition g d slots ->", "  True ->"),
        "datasets that are no neighbours": ("forall x y, neighbouring x y -> private g d", "forall x y, private g d"),
    },
    "Haney23_Corollary_3_5": {
        "a changed constant": ("  private g d (verified (filtered C", "  private g (d / 2) (verified (filtered C"),
        "another filter": (
            "private g d (filter_of_noninteractive Filt)",
            "private g d (filter_of_noninteractive (fun _ => false))",
        ),
    },
    "Haney23_Theorem_1_23": {
        "a changed constant": ("private_on g d neighbouring (fun x", "private_on g (d / 2) neighbouring (fun x"),
        "a dropped premise": ("  fair_processing P ->", "  True ->"),
    },
    "Haney23_Corollary_1_24": {
        "a changed constant": ("  private_on g d neighbouring", "  private_on g (d / 2) neighbouring"),
        "a dropped premise": ("private_system g d M /\\", "True /\\"),
        "for no adversary": ("deterministic A -> exists", "False -> exists"),
    },
    "Haney23_Theorem_2_17_repaired": {
        "a changed constant": ("private_on g d neighbouring (fun x", "private_on g (d / 2) neighbouring (fun x"),
        "a swapped conclusion": (
            "private_by D d neighbouring M -> private_by D d neighbouring (fun x => chain P (M x))",
            "private_by D d neighbouring (fun x => chain P (M x)) -> private_by D d neighbouring M",
        ),
    },
}
SPOILED_DEFINITION = ("then Some rest else", "then Some slots else")
"""A slot that may be taken twice."""


@pytest.mark.full
@pytest.mark.skipif(shutil.which("coqc") is None, reason=f"Coq is not installed: {INSTALLED}")
def test_coq_accepts_theorems_proved_by_hand_and_refuses_them_spoiled(tmp_path: Path) -> None:
    project = this_project()
    keys = [key for key in project.registry.statements if theorem_name(key, None) in composition_theorems()]
    texts = files_of(each.theorem for each in exports(project, keys) if each.theorem is not None)
    compiler = Compiler(tmp_path, 1, 1800)
    compiler.compile_in_order({**library(), **texts.claims, **texts.exported, **texts.compositions})
    for name, text in texts.composed.items():
        assert {*axioms(compiler.compile(name, text))} <= ALLOWED, name
        refuses(compiler, name, text, SPOILED[name])
    refuses(compiler, LEMMA, texts.exported[LEMMA], SPOILED_LEMMA)
    true, false = SPOILED_DEFINITION
    assert texts.compositions["Compositions"].count(true) == 1
    compiler.compile("Compositions", texts.compositions["Compositions"].replace(true, false))
    for name in ("Shares", "Games", "Covers"):
        compiler.compile(name, texts.compositions[name] + "\n")
    with pytest.raises(Rejected):
        compiler.compile("Slots", texts.compositions["Slots"] + "\n")


def test_every_theorem_proved_by_hand_is_spoiled() -> None:
    assert {*SPOILED} == {*composition_theorems()}
    for name, spoiled in SPOILED.items():
        assert all(composition_theorems()[name].count(true) == 1 for true, _ in spoiled.values()), name


def refuses(compiler: Compiler, name: str, text: str, spoiled: Spoiled) -> None:
    """Coq reads each spoiled text, and does not accept it."""
    for what, (true, false) in spoiled.items():
        assert text.count(true) == 1, (name, what)
        with pytest.raises(Rejected) as refused:
            compiler.compile("Spoiled", text.replace(true, false))
        assert "yntax error" not in str(refused.value), (name, what)
