"""Derivations as Coq reads them: what is written, and that it is what Coq accepted."""

from __future__ import annotations

import pytest

from concomp.obligations.derivations.coq.compositions import (
    LIBRARY,
    REQUIRED,
    STANDS_ON,
    composition_library,
    composition_theorems,
    definitions_of,
    scope_of,
    statement_of,
)
from concomp.obligations.derivations.coq.files import theorem
from concomp.obligations.derivations.coq.libraries import claim_files, files_of, library, library_hash
from concomp.obligations.derivations.coq.names import Names, Unwritten, theorem_name, transcribed
from concomp.obligations.derivations.coq.reading import excerpt, identifiers, names_in, needed_of, read
from concomp.obligations.derivations.kernel.indices import Var
from concomp.obligations.proof_assistant.accepted import packaged
from concomp.obligations.proof_assistant.exports import exports
from concomp.obligations.runner.project import this_project
from tests.obligations.proof_assistant.small import TEXT, stays_small

SMALL = "HSV26 Notation 10.1"
BOUND = {"lazily", "budget", "data", "query", "neighbouring", "same_query"}
"""What is bound in a theorem or a definition, and may be the name of something else in the library."""


def test_a_small_derivation_is_written_as_it_reads() -> None:
    written = theorem("Small", stays_small())
    assert written.text.startswith(TEXT)
    assert written.text.endswith("End Statement.\nPrint Assumptions Small.\n")
    assert written.statement.splitlines() == [
        "Hypothesis H1 : forall (n : nat), 0 <= (r n).",
        "Theorem Small : forall (n : nat), (w n) <= 1.",
    ]
    assert "exact (nat_ind (fun (n : nat) => (w n) <= 1) " in written.text
    assert [claim.statement for claim in written.claims] == [
        "forall x1 : R, (x1 = 1) -> x1 <= 1",
        "forall x1 x2 x3 : R, (x1 <= 1) -> (x2 = (x1 - x3)) -> (0 <= x3) -> x2 <= 1",
    ]


def test_equal_claims_are_written_once_and_handed_on() -> None:
    claims = theorem("Small", stays_small()).claims
    texts = claim_files([*claims, *claims])
    assert list(texts) == ["Claims_1", "Claims"]
    assert [texts["Claims_1"].count(f"Lemma {claim.name} : {claim.statement}.\n") for claim in claims] == [1, 1]
    assert texts["Claims"] == "From Concomp Require Export Claims_1.\n"


def test_what_is_written_of_a_statement_is_what_coq_accepted() -> None:
    (written,) = exports(this_project(), [SMALL])
    (accepted,) = packaged().statements[SMALL].theorems
    assert (written.name, written.hash) == (accepted.name, accepted.sha256)
    assert packaged().statements[SMALL].library == library_hash([accepted.name])


@pytest.mark.full
def test_what_is_written_of_all_statements_is_what_coq_accepted() -> None:
    project = this_project()
    found = exports(project, list(project.registry.statements))
    written = {(each.statement, each.name): each.hash for each in found}
    known = {
        (key, theorem.name): theorem.sha256 for key, each in packaged().statements.items() for theorem in each.theorems
    }
    assert known == {each: sha256 for each, sha256 in written.items() if sha256}


def test_what_concludes_by_a_rule_on_systems_is_not_written() -> None:
    (written,) = exports(this_project(), ["HSV26 Corollary 14.10"])
    assert written.theorem is None
    assert written.reason.startswith("no lemma in Coq says what it concludes by: “tapes”, “independent tapes”, ")


def test_no_two_things_have_one_name() -> None:
    names = Names([Var("d", "number"), Var("S", "event")], [("d", 0), ("X", 2), ("X", 1), ("R", 1)])
    called = [names.of_variable(Var("d", "number")), names.of_variable(Var("S", "event"))]
    called += [names.of_symbol(each) for each in (("d", 0), ("X", 2), ("X", 1), ("R", 1))]
    assert called == ["d", "S_", "d_", "X", "X_", "R_"]
    assert transcribed("L∞") == "L_inf"
    with pytest.raises(Unwritten, match="has no name in Coq: give its signs one"):
        transcribed("(ε,δ)")
    assert theorem_name("HSV26 Lemma 5.6 (repaired)", 2) == "HSV26_Lemma_5_6_repaired_2"


def test_a_theorem_on_compositions_comes_with_what_it_stands_on() -> None:
    written = {each.statement: each for each in exports(this_project(), ["HSV26 Theorem 4.12"])}
    assert {*written} == {*STANDS_ON, "HSV26 Theorem 4.12"}
    composed = written["HSV26 Theorem 4.12"].theorem
    assert composed is not None
    assert composed.statement.startswith(
        "Theorem HSV26_Theorem_4_12 (C : composition) (slots : list (R * R)) (g d : R) :"
    )
    assert composed.statement.endswith("  private g d (verified (fixed_parameters C slots) (ExtConComp C)).")
    assert "Definition private {query} (g delta : R) (M : bool -> mechanism query) : Prop :=" in composed.definitions
    needed = [name for names in LIBRARY.values() for name in names]
    texts = [*files_of(each.theorem for each in written.values() if each.theorem is not None).all()]
    assert texts[-len(needed) - 1 :] == [*needed, "HSV26_Theorem_4_12"]
    assert texts.index("HSV26_Lemma_4_7") < texts.index("Simulators")


def test_what_is_to_be_read_of_a_theorem_by_hand_stands_before_its_proof() -> None:
    for name, text in composition_theorems().items():
        said = statement_of(text)
        assert said.splitlines()[0].startswith(("Theorem ", "(* "))
        assert said.count("Theorem ") == said.count(f"Theorem {name} ") == 1
        assert not {"Proof.", "Qed.", "Lemma"} & set(said.split())


def test_every_theorem_on_compositions_is_about_a_statement() -> None:
    statements = {theorem_name(key, None) for key in this_project().registry.statements}
    assert {*composition_theorems()} <= statements


def test_nothing_in_the_library_is_taken_on_trust() -> None:
    for text in (*library().values(), *composition_library().values(), *composition_theorems().values()):
        assert not {"Axiom", "Admitted.", "admit.", "Parameter", "Conjecture", "Abort."} & set(text.split())


def test_of_a_theorem_by_hand_the_definitions_are_those_that_it_needs() -> None:
    of_chains = definitions_of(composition_theorems()["HSV26_Claim_6_3"])
    assert "Definition chain {left middle right}" in of_chains
    assert "Definition destination_property : Prop" in of_chains
    assert "Definition law (K : answers)" not in of_chains
    assert "ExtConComp" not in of_chains


@pytest.mark.parametrize("name", composition_theorems())
def test_all_that_a_theorem_by_hand_stands_on_is_to_be_read(name: str) -> None:
    text = composition_theorems()[name]
    shown = f"{definitions_of(text)}\n{statement_of(text)}."
    used = {*identifiers(statement_of(text))}
    used |= {each for sentence in read(shown) if sentence.defines for each in sentence.uses}
    assert (used & names_in(reached(text))) - names_in([shown]) <= BOUND


def reached(text: str) -> list[str]:
    """The files of the library that a text names, and that these need."""
    texts, found, waiting = {**library(), **composition_library()}, set[str](), [text]
    while waiting:
        named = {name for listed in REQUIRED.findall(waiting.pop()) for name in listed.split()} & {*texts}
        waiting += [texts[name] for name in named - found]
        found |= named
    return [texts[name] for name in found]


def test_every_theorem_by_hand_says_its_scope() -> None:
    scopes = {name: scope_of(text) for name, text in composition_theorems().items()}
    assert all("discrete answers and coins; adversaries" in scope for scope in scopes.values())
    assert scopes["HSV26_Definition_2_17"].startswith("that chains associate; ")
    assert scopes["HSV26_Corollary_1_7"].endswith("; all members satisfy f*, not only the exceptional ones")


def test_a_definition_that_is_missing_is_missed() -> None:
    text = composition_theorems()["HSV26_Theorem_4_12"]
    shown = names_in([definitions_of(text)])
    assert {"RR", "outcome", "law", "history_", "Sum", "Summable", "ExtConComp", "private_responses"} <= shown
    assert not {"weight", "staged", "Sup", "deterministic"} & shown
    assert "deterministic" in names_in([definitions_of(composition_theorems()["Haney23_Corollary_1_24"])])


def test_sentences_are_read_without_proofs_and_with_what_stands_before_them() -> None:
    proved = "Lemma b : a = 1.\nProof. exact c. Qed."
    text = f"(* One. *)\nDefinition a := 1. (* no *)\n{proved}\nInductive d := E | F (x : R).\n"
    assert [(each.text, each.comment) for each in read(text)] == [
        ("Definition a := 1.", "(* One. *)"),
        ("Lemma b : a = 1.", "(* no *)"),
        ("Inductive d := E | F (x : R).", ""),
    ]
    assert names_in([text]) == {"a", "d", "E", "F"}
    assert excerpt(text, needed_of([text], {"b", "F"})) == "Inductive d := E | F (x : R)."
