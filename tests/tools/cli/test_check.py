"""`concomp check`: what is chosen, what is printed, and what the exit status says."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from concomp.cli import main
from concomp.cli.check import chosen, lies_in, numbers
from concomp.cli.errors import BadInput
from concomp.model.registry.registry import load
from concomp.obligations.runner.project import this_project
from tests.meta.workshop import FALSE, GOOD, REPAIRED, TRUE, Workshop, open_workshop, statement


@pytest.fixture
def workshop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workshop:
    made = open_workshop(tmp_path, monkeypatch)
    made.write_checks()
    made.find()
    return made


def invoke(workshop: Workshop, monkeypatch: pytest.MonkeyPatch, *arguments: str) -> Result:
    workshop.forget_modules()
    monkeypatch.setattr("concomp.cli.check.this_project", lambda: workshop.project)
    return CliRunner().invoke(main, ["check", "--jobs", "1", *arguments])


def test_the_table(workshop: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    ran = invoke(workshop, monkeypatch)
    assert ran.exit_code == 0
    assert [line.split("  ")[0] for line in ran.output.splitlines()[:3]] == [
        "Checking 3 statements (tests: make test)",
        "statement",
        "",
    ]
    assert " ".join(ran.output.split()).endswith(
        "HSV26 Section 2.1 "
        "Lemma 1.1 title of Lemma 1.1 exact (small numbers; 3 cases) — as printed "
        "Lemma 1.2 title of Lemma 1.2 repaired (refuted as printed) exact false "
        "Lemma 1.2 (repaired) title of Lemma 1.2 (repai… exact (small numbers; 3 cases) exact as printed "
        "status how far the statement itself is established "
        "rests on the kinds of status among all the statements that it uses, the weakest first "
        "truth how the print fares; not examined: no check, and no erratum says otherwise "
        "exact computed in rationals, in every case of the family that is named "
        "repaired refuted as printed, and its repaired row is tested at least "
        "3 statements 2 exact: 2 outright 1 repaired"
    )
    assert all(len(line) <= 120 for line in ran.output.splitlines())


def test_the_data(workshop: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    ran = invoke(workshop, monkeypatch, "--json", FALSE)
    assert ran.exit_code == 0
    told = json.loads(ran.stdout)
    assert told["schema"] == "concomp.check/1"
    (row,) = told["statements"]
    (evidence,) = row.pop("evidence")
    assert row == {
        "source": "HSV26",
        "label": "Lemma 1.2",
        "status": "repaired (refuted as printed)",
        "word": "repaired (refuted as printed)",
        "rests_on": "exact (small numbers; 3 cases)",
        "truth": "false",
        "accepted_by": [],
    }
    assert evidence["outcome"]["counterexample"] == {"number": 2}
    assert evidence["statement"] == FALSE


def test_failures_are_named_and_end_with_1(workshop: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    workshop.write_checks(GOOD.replace("return refuted()", "return exact()"))
    ran = invoke(workshop, monkeypatch, "--full")
    assert ran.exit_code == 1
    assert f"failed: {FALSE}: false as printed by erratum E1, yet none of its checks refutes it\n" in ran.output
    assert ran.output.endswith("\n1 failure, listed above\n")
    data = invoke(workshop, monkeypatch, "--json")
    assert data.exit_code == 1
    assert "yet none of its checks refutes it" in data.stderr
    assert json.loads(data.stdout)["statements"][1]["status"].startswith("exact")


def test_spoiled_evidence_is_bad_input(workshop: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    workshop.evidence_files()[0].write_text("{")
    ran = invoke(workshop, monkeypatch)
    assert ran.exit_code == 2
    assert ran.stderr.startswith("concomp: the evidence file hsv26/")
    assert ran.stderr.count("\n") == 1


def test_a_registry_that_is_not_sound_is_bad_input(workshop: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    ran = invoke(workshop.with_registry((statement("Lemma 1.1", TRUE),), ()), monkeypatch)
    assert ran.exit_code == 2
    assert ran.stderr.startswith(
        "concomp: the registry is not sound: HSV26 Lemma 1.1: depends_on names itself (and 1 more)"
    )


@pytest.mark.parametrize("option", ["--full", "--renew", "--locked"])
def test_outside_a_clone_it_says_how_to_get_one(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch, option: str
) -> None:
    installed = replace(workshop.project, clone=None)
    monkeypatch.setattr("concomp.cli.check.this_project", lambda: installed)
    ran = CliRunner().invoke(main, ["check", option])
    assert (ran.exit_code, ran.stderr) == (
        2,
        f"concomp: {option} needs a clone: git clone the project, then `make check` there\n",
    )
    assert CliRunner().invoke(main, ["check"]).exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["HSV26 Theorem 5.44"], "no statement is called 'HSV26 Theorem 5.44': did you mean 'HSV26 Theorem 5.4'"),
        (["Theorem 5.44"], "did you mean 'HSV26 Theorem 5.4'"),
        (
            ["--paper", "HSV27"],
            "--paper HSV27: there is no such paper; choose among HSV26, Haney23, Lyu22, Zhang24, concomp",
        ),
        (["--section", "99"], "--section 99: HSV26 has no such section; choose among 1, 2.1"),
        (["--full", "--renew"], "--full and --renew do not go together; give one of them"),
        (["HSV26 Theorem 5.4", "--section", "5"], "LABEL and --paper or --section do not go together"),
    ],
)
def test_unknown_labels_and_sections_are_bad_input(arguments: list[str], message: str) -> None:
    ran = CliRunner().invoke(main, ["check", *arguments])
    assert ran.exit_code == 2
    assert message in ran.stderr
    assert ran.stderr.count("\n") == 1


def test_sections() -> None:
    assert numbers(statement("Lemma 1.1", section="Sections 3.1-3.2")) == ["3.1", "3.2"]
    assert numbers(statement("Lemma 1.1", section="Section 5.2 (proof Section 11)")) == ["5.2"]
    assert numbers(statement("Lemma 1.1", section="Appendix B, p. 24")) == ["B"]
    assert lies_in(statement("Lemma 1.1", section="Section 5.2"), "5")
    assert not lies_in(statement("Lemma 1.1", section="Section 5.2"), "5.1")
    assert not lies_in(statement("Lemma 1.1", section="Section 12"), "1")


def test_the_default_is_every_statement() -> None:
    project = this_project()
    assert chosen(project, (), None, None) == list(load().statements)
    assert chosen(project, ("5.4 repaired", "thm 5.4"), None, None) == [
        "HSV26 Theorem 5.4",
        "HSV26 Theorem 5.4 (repaired)",
    ]
    with pytest.raises(BadInput, match=r"2 statements fit 'definition 2\.1': give one of"):
        chosen(project, ("definition 2.1",), None, None)
    assert chosen(project, ("HSV26 Theorem 5.4", "HSV26 Definition 2.1"), None, None) == [
        "HSV26 Definition 2.1",
        "HSV26 Theorem 5.4",
    ]
    assert set(chosen(project, (), "Zhang24", None)) == {
        key for key, row in load().statements.items() if row.source == "Zhang24"
    }


def test_labels_choose_what_is_run(workshop: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    workshop.write_checks(GOOD.replace("return exact()", "raise Violation('broken')"))
    ran = invoke(workshop, monkeypatch, "--full", FALSE)
    assert ran.output.startswith("Checking 1 statement (tests: make test)\n")
    assert ran.exit_code == 0
    ran = invoke(workshop, monkeypatch, "--full", TRUE, REPAIRED)
    assert ran.exit_code == 1
    assert ran.output.count("broken") == 2
