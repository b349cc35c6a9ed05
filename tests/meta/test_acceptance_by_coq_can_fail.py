"""What Coq, its checker and the committed result say is believed only where each line of it is understood."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from concomp.model.registry.evidence import Evidence, Outcome
from concomp.obligations.derivations.coq import libraries
from concomp.obligations.derivations.coq.compositions import composition_library, composition_theorems
from concomp.obligations.derivations.coq.libraries import library
from concomp.obligations.proof_assistant import accepted
from concomp.obligations.proof_assistant.accepted import Accepted, AcceptedTheorem, recorded
from concomp.obligations.proof_assistant.assumptions import ALLOWED, axioms, demand_clean
from concomp.obligations.proof_assistant.compiler import Compiler
from concomp.obligations.proof_assistant.programs import INSTALLED, Rejected
from concomp.obligations.proof_assistant.trust import taken_on_trust
from tests.obligations.proof_assistant.small import CLEAN, CLOSED

KEY = "HSV26 Lemma 10.10"
UNDER_THE_REALS = """\
Axioms:
ClassicalDedekindReals.sig_not_dec : forall P : Prop, {~ ~ P} + {~ P}
ClassicalDedekindReals.sig_forall_dec
  : forall P : nat -> Prop,
    (forall n : nat, {P n} + {~ P n}) ->
    {n : nat | ~ P n} + {forall n : nat, P n}
FunctionalExtensionality.functional_extensionality_dep
  : forall (A : Type) (B : A -> Type) (f g : forall x : A, B x),
    (forall x : A, f x = g x) -> f = g
"""
SPOILED_ANSWERS = (
    *("", "\n", "Axioms:\n", "axioms:\n", f"{CLOSED}\n{CLOSED}\n", f"{CLOSED}\n{UNDER_THE_REALS}"),
    *(f"Section Variables:\nx : R\n{UNDER_THE_REALS}", f"{UNDER_THE_REALS}Theory:\nSet is impredicative\n"),
    *(
        UNDER_THE_REALS.replace("Axioms:\n", f"Axioms:\n{line}\n")
        for line in (
            *("Resistant.loop is assumed to be guarded.", "Rules.bad is assumed to be positive."),
            *("loop relies on an unsafe hierarchy.", "eq relies on definitional UIP."),
            *("δfalse : False", "Resistant.δfalse : False", "classic : forall P : Prop, P \\/ ~ P", "  : False"),
            *("ClassicalDedekindReals.sig_not_dec", "ClassicalDedekindReals.sig_not_dec : False"),
            *("Type hierarchy is collapsed (logic is inconsistent)", "sig_not_dec : forall P : Prop, {~ ~ P} + {~ P}"),
        )
    ),
    UNDER_THE_REALS.replace("-> f = g", "-> f = f"),
    UNDER_THE_REALS.replace("{~ P}\n", "{~ P}\n  used in evil to prove False\n"),
)
SPOILED_SUMMARIES = (
    *("", CLEAN.replace("Set is predicative", "Set is impredicative")),
    *(CLEAN.replace("* Axioms:\n", f"* Axioms:\n    {name}\n") for name in ("Concomp.Rules.evil", "evil", "δ.evil")),
    CLEAN.replace("    Coq.Logic.Classical_Prop.classic", "    Concomp.Coq.Logic.Classical_Prop.classic"),
    *(
        CLEAN.replace(f"{title}: <none>", f"{title}:\n    Concomp.Rules.bad")
        for title in (
            *("relying on type-in-type", "relying on unsafe (co)fixpoints", "Inductives whose positivity is assumed"),
        )
    ),
    *(
        CLEAN.replace(f"* {title}: <none>", "")
        for title in (*("Constants/Inductives relying on type-in-type", "Inductives whose positivity is assumed"),)
    ),
)
HOLES = {
    "a fixpoint that is not guarded": (
        "Unset Guard Checking.\nFixpoint loop (n : nat) : False := loop n.\n"
        "Theorem Hole : False.\nProof. exact (loop 0). Qed.\n"
    ),
    "a type that is not positive": (
        "Unset Positivity Checking.\nInductive bad : Prop := make : (bad -> False) -> bad.\n"
        "Definition no (b : bad) : False := match b with make f => f b end.\n"
        "Theorem Hole : False.\nProof. exact (no (make no)). Qed.\n"
    ),
    "types in themselves": (
        "Unset Universe Checking.\nDefinition loose : Type := (Type : Type) -> Type.\nSet Universe Checking.\n"
        "Definition of_itself (T : Type) : Type := T.\n"
        "Theorem Hole : exists T : Type, T = loose.\nProof. exists loose. reflexivity. Qed.\n"
    ),
    "an axiom": "Axiom δfalse : False.\nTheorem Hole : False.\nProof. exact δfalse. Qed.\n",
    "an axiom in the name of one that is allowed": (
        "Module ClassicalDedekindReals. Axiom sig_not_dec : False. End ClassicalDedekindReals.\n"
        "Theorem Hole : False.\nProof. exact ClassicalDedekindReals.sig_not_dec. Qed.\n"
    ),
    "a proof that is left out": "Theorem Hole : False.\nProof. Admitted.\n",
}


def test_the_answers_of_coq_that_are_allowed_are_understood() -> None:
    assert axioms(f"{CLOSED}\n") == ()
    assert {*axioms(UNDER_THE_REALS)} == ALLOWED
    demand_clean(CLEAN)


@pytest.mark.parametrize("said", SPOILED_ANSWERS)
def test_an_answer_of_coq_that_is_not_understood_is_a_refusal(said: str) -> None:
    with pytest.raises(Rejected):
        axioms(said)


@pytest.mark.parametrize("said", SPOILED_SUMMARIES)
def test_a_summary_of_the_checker_that_is_not_understood_is_a_refusal(said: str) -> None:
    assert said != CLEAN
    with pytest.raises(Rejected):
        demand_clean(said)


@pytest.mark.parametrize("hole", HOLES)
def test_what_is_to_be_taken_on_trust_is_not_compiled(hole: str, tmp_path: Path) -> None:
    with pytest.raises(Rejected, match=r"^Hole takes something on trust: line "):
        Compiler(tmp_path, 1, 60).compile("Hole", HOLES[hole])
    for command in ("#[bypass_check(guard)]", "Parameter f : False.", "admit.", 'Declare ML Module "x".', 'Load "x".'):
        assert taken_on_trust(f"\n{command}\n") is not None


def test_nothing_in_the_library_is_taken_on_trust_and_theorems_by_hand_say_what_they_rest_on() -> None:
    for name, text in {**library(), **composition_library(), **composition_theorems()}.items():
        assert taken_on_trust(text) is None, name
    for name, text in composition_theorems().items():
        assert text.endswith(f"\nPrint Assumptions {name}.\n")
        assert text.count("Print ") == 1


@pytest.mark.full
@pytest.mark.skipif(shutil.which("coqc") is None, reason=f"Coq is not installed: {INSTALLED}")
@pytest.mark.parametrize("hole", HOLES)
def test_each_of_three_guards_sees_a_hole_that_coq_lets_through(
    hole: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("concomp.obligations.proof_assistant.compiler.taken_on_trust", lambda text: None)
    compiler = Compiler(tmp_path, 1, 600)
    said = compiler.compile("Hole", f"{HOLES[hole]}Print Assumptions Hole.\n")
    with pytest.raises(Rejected):
        axioms(said)
    with pytest.raises(Rejected, match=r"^coqchk lists "):
        compiler.check(["Hole"])


@pytest.mark.full
@pytest.mark.skipif(shutil.which("coqc") is None, reason=f"Coq is not installed: {INSTALLED}")
def test_what_rests_on_nothing_passes_both_guards(tmp_path: Path) -> None:
    compiler = Compiler(tmp_path, 1, 600)
    assert (
        axioms(compiler.compile("Good", "Theorem Good : True.\nProof. exact I. Qed.\nPrint Assumptions Good.\n")) == ()
    )
    compiler.check(["Good"])


THEOREM = AcceptedTheorem(name="Small", text="Theorem", sha256="0", axioms=("ClassicalDedekindReals.sig_not_dec",))
KNOWN = {
    KEY: [
        Evidence(
            statement=KEY, check="a.check", outcome=Outcome(verdict="proved", scope="all", derivation=("1. 0 ≤ x",))
        )
    ]
}


def test_a_record_that_is_altered_in_any_field_is_not_shown() -> None:
    good = recorded(KEY, (THEOREM,), "", "8.16.1", KNOWN)
    assert Accepted(statements={KEY: good}).of(KEY, KNOWN) == (THEOREM,)
    altered = [
        *(good.model_copy(update={field: "8.16.2"}) for field in ("coq", "library", "record")),
        *(
            good.model_copy(update={"theorems": (THEOREM.model_copy(update={field: value}),)})
            for field, value in (("name", "Other"), ("text", "False"), ("sha256", "1"), ("axioms", ()))
        ),
        good.model_copy(update={"theorems": ()}),
        good.model_copy(update={"theorems": (THEOREM, THEOREM)}),
    ]
    for each in altered:
        result = Accepted(statements={KEY: each})
        assert (result.of(KEY, KNOWN), result.objection(KEY, KNOWN)) == ((), "what was recorded of it has been altered")
    resisting = Accepted(statements={KEY: recorded(KEY, (THEOREM,), "a part", "8.16.1", KNOWN)})
    assert resisting.objection(KEY, KNOWN) == "what was recorded of it has been altered"


def test_a_record_that_names_another_axiom_is_not_shown() -> None:
    evil = THEOREM.model_copy(update={"axioms": ("Rules.evil",)})
    result = Accepted(statements={KEY: recorded(KEY, (evil,), "", "8.16.1", KNOWN)})
    assert result.objection(KEY, KNOWN) == "it rests on Rules.evil"


def test_a_record_of_another_library_or_proof_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    good = Accepted(statements={KEY: recorded(KEY, (THEOREM,), "", "8.16.1", KNOWN)})
    rules = {**library(), "Rules": library()["Rules"] + "Axiom evil : False.\n"}
    monkeypatch.setattr(libraries, "library", lambda: rules)
    assert good.objection(KEY, KNOWN) == "the library that it stands on has changed since"
    monkeypatch.undo()
    monkeypatch.setattr(accepted, "composition_theorems", lambda: {"Small": "another"})
    assert good.objection(KEY, KNOWN) == "its proof has changed since"


def test_a_record_that_cannot_be_read_is_said_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for text in ("{", "[]", json.dumps({"statements": {KEY: {"coq": "8.16.1"}}}), "\ud800"):
        (tmp_path / accepted.FILE).write_bytes(text.encode(errors="surrogatepass"))
        monkeypatch.setattr(accepted, "files", lambda package: tmp_path)
        accepted.packaged.cache_clear()
        assert accepted.packaged().objection(KEY, KNOWN).startswith("accepted.json: ")
        assert accepted.packaged().of(KEY, KNOWN) == ()
    monkeypatch.undo()
    accepted.packaged.cache_clear()
