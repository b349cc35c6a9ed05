"""`concomp explain`: the story of a statement, of a refuted one, and of an erratum."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from concomp.cli import main
from concomp.model.registry.registry import load
from concomp.model.registry.statuses import Status
from concomp.obligations.derivations.coq import libraries
from concomp.obligations.proof_assistant import accepted
from concomp.obligations.runner.project import this_project
from concomp.obligations.runner.standing import Standing, standing
from concomp.obligations.runner.store import SpoiledEvidence
from concomp.report.explain import erratum_story, story

pytestmark = pytest.mark.usefixtures("_standing_read_once")


@pytest.fixture(scope="module")
def now() -> Standing:
    return standing(this_project())


def explain(*arguments: str) -> str:
    ran = CliRunner().invoke(main, ["explain", *arguments])
    assert ran.exit_code == 0
    return ran.output


def test_a_false_theorem_is_told_with_its_refutation_and_its_repair() -> None:
    told = explain("HSV26 Theorem 5.4", "--all")
    parts = [
        "HSV26 Theorem 5.4 — Parallel composition",
        "Status    repaired",
        "Truth     false",
        "\nAs stated\n",
        "\nSmallest counterexample\n",
        "\nWhere the print is wrong, and why\n",
        "  E2: ",
        "    why it fails",
        "\nRepair and status\n",
        "  HSV26 Theorem 5.4 (repaired): ",
        "\nChecked by\n",
        "\nHow to reproduce\n",
        '  concomp check "HSV26 Theorem 5.4"',
        "\nRests on\n",
        "  HSV26 Corollary 5.7: ",
        "\nEvidence\n",
    ]
    place = 0
    for part in parts:
        place = told.find(part, place)
        assert place >= 0, part


def test_who_accepted_a_derivation_is_told_with_the_theorem_of_coq() -> None:
    told = explain("HSV26 Lemma 4.7", "--all")
    assert "Accepted  by z3, cvc5, Coq\n" in told
    assert "\nIn Coq\n  theorems of Coq 8.16.1; --coq FOLDER writes them" in told
    assert "Theorem HSV26_Lemma_4_7 : simulates δ g μ." in told
    data = json.loads(explain("HSV26 Lemma 4.7", "--json"))
    assert data["accepted_by"] == ["z3", "cvc5", "Coq"]
    (theorem,) = data["theorems"]
    assert theorem["name"] == "HSV26_Lemma_4_7"
    assert "ClassicalDedekindReals.sig_forall_dec" in theorem["axioms"]
    of_tapes = json.loads(explain("HSV26 Corollary 14.10", "--json"))
    assert (of_tapes["accepted_by"], of_tapes["theorems"]) == (["z3", "cvc5"], [])


def test_a_theorem_on_compositions_is_shown_with_its_definitions() -> None:
    told = explain("HSV26 Theorem 4.12", "--all")
    assert "Accepted  by z3, cvc5, Coq\n" in told
    assert "\nIn Coq\n  a theorem of Coq 8.16.1, proved there on its own; --coq FOLDER writes it" in told
    assert "  private g d (verified (fixed_parameters C slots) (ExtConComp C)).\n" in told
    assert "\n          (Coq: discrete answers and coins; adversaries that surely end)\n" in told
    assert "\nIts definitions\n" in told
    assert "  Definition RR (g beta : R) (b : bool) (o : outcome) : R :=\n" in told
    assert "  Definition ExtConComp (C : composition) : mechanism (request C) := fun h q a =>\n" in told


def test_an_exact_attack_and_what_goes_beyond_the_papers_are_on_the_screen() -> None:
    told = explain("HSV26 Theorem 13.5")
    assert "p = 9/64, q = 9/10" in told
    assert "    the moments are 2, 183/64, 14737/4096 for l = 1, 2, 3, and tend to 73/9" in told
    assert "  concomp Proposition 20: Rare leaks are concentrated, and add up: " in told
    assert "  concomp Proposition 21: Few of a declared number, under Renyi divergence: " in told
    found = json.loads(explain("HSV26 Theorem 13.5", "--json"))
    assert [each["key"] for each in found["beyond"]] == ["concomp Proposition 20", "concomp Proposition 21"]
    assert "Beyond the papers" not in explain("concomp Proposition 23")


def test_a_repaired_row_says_what_it_replaces() -> None:
    told = explain("HSV26 Theorem 5.4 (repaired)")
    assert "As repaired (in place of HSV26 Theorem 5.4)" in told
    assert "Truth     as printed" in told


def test_where_a_definition_is_realised() -> None:
    told = explain("HSV26 Definition 2.1")
    assert re.search(r"^  model/concomp/model/laws/indistinguishability.py:\d+  indistinguishable$", told, re.MULTILINE)


def test_a_label_may_be_several_words() -> None:
    assert explain("thm", "5.4", "repaired") == explain("HSV26 Theorem 5.4 (repaired)")


def test_a_story_fits_on_a_screen_unless_more_is_asked_for(now: Standing) -> None:
    for key in now.registry.statements:
        lines = story(now, key)
        assert len(lines) <= 40, key
        assert all(len(line) <= 100 for line in lines if ".py" not in line), key
    for name in now.registry.errata:
        assert len(erratum_story(now, name)) <= 40, name


@pytest.mark.parametrize("label", ["4.10 (repaired)", "4.12", "5.14", "5.15", "12.4"])
def test_what_a_theorem_supposes_is_never_cut(now: Standing, label: str) -> None:
    (key,) = (each for each in now.registry.statements if re.fullmatch(rf"HSV26 \w+ {re.escape(label)}", each))
    brief, whole = (section(story(now, key, options), "Derived, as a formula") for options in ((), ("all",)))
    assert brief == whole
    assert len(whole) > 3


def section(told: list[str], title: str) -> list[str]:
    """The lines of a story below a title, up to the next one."""
    start = told.index(title) + 1
    return told[start : told.index("", start)]


def test_every_kind_of_status_below_a_statement_is_shown(now: Standing) -> None:
    key = "HSV26 Theorem 5.14"
    first, second, *_ = now.registry.dependencies(key)
    proved = dict.fromkeys(now.statuses, Status("proved", "all lengths"))
    known = {**proved, first: Status("exact", "few; 12 cases"), second: Status("assumed", "a book")}
    told = story(replace(now, statuses=known), key)
    place = next(number for number, line in enumerate(told) if line.startswith("Rests on"))
    assert told[place : place + 2] == [
        f"Rests on  assumed: {second} (a book)",
        f"          exact: {first} (few; 12 cases)",
    ]
    assert told[place + 2].startswith("          proved: HSV26 ")
    assert told[place + 2].endswith(" (all lengths)")


def test_a_definition_that_is_proved_says_what_of_it_is(now: Standing) -> None:
    known = {**now.statuses, "HSV26 Definition 4.5": Status("proved", "all lengths")}
    told = "\n".join(story(replace(now, statuses=known), "HSV26 Definition 4.5"))
    assert "\nProved    The function accepts exactly the sequences that satisfy the clauses at every index" in told
    assert "Proved  " not in "\n".join(story(replace(now, statuses=known), "HSV26 Theorem 5.14"))


@pytest.mark.parametrize(
    ("option", "title"), [("--evidence", "Evidence"), ("--derivation", "Trusted rules"), ("--all", "Rests on")]
)
def test_options_add_what_is_left_out(option: str, title: str) -> None:
    brief = explain("HSV26 Theorem 5.14")
    assert f"\n{title}\n" not in brief
    assert brief.splitlines()[-1] == "More: --evidence, --derivation, --all"
    longer = explain("HSV26 Theorem 5.14", option)
    assert f"\n{title}\n" in longer
    assert option not in longer.splitlines()[-1]


def test_several_statements_that_fit_are_named_on_one_line() -> None:
    ran = CliRunner().invoke(main, ["explain", "definition", "2.1"])
    assert (ran.exit_code, ran.stdout) == (2, "")
    assert ran.stderr == (
        "concomp: 2 statements fit 'definition 2.1': give one of 'HSV26 Definition 2.1', 'Haney23 Definition 2.1'\n"
    )


def test_an_erratum_is_told() -> None:
    told = explain("E2", "--all")
    assert told.startswith("E2 — ")
    assert "  refutes HSV26 Theorem 5.4: " in told
    assert "  concerns HSV26 Definition 3.3: " in told
    assert "\nRepair\n" in told


def test_everything_can_be_explained_to_people_and_machines() -> None:
    for name in ("HSV26 Theorem 5.4", "HSV26 Definition 2.1", "Haney23 Definition 1.2 (repaired)", "Zhang24 Repair R1"):
        data = json.loads(explain("--json", name))
        assert data["schema"] == "concomp.explain/1"
        assert f"{data['statement']['source']} {data['statement']['label']}" == name
        assert [row["key"] for row in data["dependencies"]] == list(load().dependencies(name))
    data = json.loads(explain("--json", "E2"))
    assert {row["key"]: row["truth"] for row in data["statements"]}["HSV26 Theorem 5.4"] == "false"


@pytest.mark.parametrize(
    ("label", "suggestion"),
    [("HSV26 Theorm 5.4", "'HSV26 Theorem 5.4'"), ("E99", "labels look like")],
)
def test_an_unknown_label_is_one_line_with_suggestions(label: str, suggestion: str) -> None:
    ran = CliRunner().invoke(main, ["explain", label])
    assert (ran.exit_code, ran.stdout) == (2, "")
    assert ran.stderr.startswith(f"concomp: no statement is called {label!r}")
    assert suggestion in ran.stderr
    assert ran.stderr.count("\n") == 1


def test_a_wrong_label_is_told_before_the_evidence_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    def spoiled(project: object) -> None:
        raise SpoiledEvidence("a.json", "cannot be read")

    monkeypatch.setattr("concomp.cli.explain.standing", spoiled)
    ran = CliRunner().invoke(main, ["explain", "E99"])
    assert (ran.exit_code, "no statement is called 'E99'" in ran.stderr) == (2, True)
    ran = CliRunner().invoke(main, ["explain", "E2"])
    assert ran.exit_code == 2
    assert ran.stderr.startswith("concomp: the evidence file a.json cannot be read; ")


def test_what_coq_accepted_is_not_told_of_another_library(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = {**libraries.library(), "Rules": libraries.library()["Rules"] + "Axiom evil : False.\n"}
    monkeypatch.setattr(libraries, "library", lambda: rules)
    told = " ".join(explain("HSV26 Lemma 4.7").split())
    why = "the library that it stands on has changed since; `make coq` finds out"
    assert f"Accepted by z3, cvc5 not by Coq as it stands now: {why} Truth" in told
    data = json.loads(explain("HSV26 Lemma 4.7", "--json"))
    assert (data["accepted_by"], data["theorems"]) == (["z3", "cvc5"], [])


def test_a_result_of_coq_that_cannot_be_read_is_told_where_it_is_missed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / accepted.FILE).write_text("{", encoding="utf-8")
    monkeypatch.setattr(accepted, "files", lambda package: tmp_path)
    accepted.packaged.cache_clear()
    try:
        told = " ".join(explain("HSV26 Lemma 10.8").split())
    finally:
        accepted.packaged.cache_clear()
    assert "Accepted by z3, cvc5 not by Coq as it stands now: accepted.json: " in told
    assert "`git checkout` brings it back" in told
