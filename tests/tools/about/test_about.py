"""What statements say about functions, plans and mechanisms: hypotheses, theorems opened, false ones broken."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from concomp.about.as_json import about_as_json
from concomp.about.as_text import about_as_text
from concomp.about.examples import examples, found_in, names
from concomp.about.file import NotAbout, about_file
from concomp.about.spoken import About
from concomp.cli import main
from concomp.model.registry.registry import load
from concomp.obligations.runner.project import this_project
from concomp.obligations.runner.standing import standing
from concomp.obligations.solvers.worker import Worker
from concomp.report.layout import lines_of
from tests.pages import ROOT

pytestmark = pytest.mark.usefixtures("_standing_read_once")

LEFT_ONLY = """\
from concomp.model import Bool, Int, Monitor, register, require


class Rising(Monitor):
    begun = register(Bool, False)

    def step(self, left: Int, right: Int) -> None:
        require(left <= right)
        require(self.begun | (left == right))
        self.begun = True
"""


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    """A process of solvers."""
    with Worker() as solvers:
        yield solvers


def _verdicts(about: About) -> dict[str, str]:
    return {each.statement: each.verdict for each in reversed(about.spoken)}


def test_a_function_opens_theorems_and_breaks_what_does_not_ask_for_what_it_lacks(
    tmp_path: Path, worker: Worker
) -> None:
    file = tmp_path / "rising.py"
    file.write_text(LEFT_ONLY, encoding="utf-8")
    about = about_file(str(file), load(), worker)
    verdicts = _verdicts(about)
    assert (about.name, about.kind) == ("Rising", "verification function")
    assert verdicts["HSV26 Theorem 12.4"] == "opened"
    assert verdicts["HSV26 Theorem 5.4 (repaired)"] == "not opened"
    assert verdicts["HSV26 Theorem 5.4"] == "counterexample"
    violated = [met for each in about.spoken for met in each.hypotheses if met.how == "violated"]
    assert {met.hypothesis for met in violated} == {"swap invariant", "first-pair consistent"}
    assert all(met.trace for met in violated)


def test_of_what_is_undecided_the_step_that_is_left_open_is_shown(worker: Worker) -> None:
    about = about_file(str(ROOT / "tests" / "obligations" / "verify" / "stating.py:Unstated"), load(), worker)
    open_ones = [met for each in about.spoken for met in each.hypotheses if met.obstacle]
    assert {(met.how, met.hypothesis) for met in open_ones} == {("undecided", "first-pair consistent")}
    assert all("where number = 0, triangle = 0" in met.obstacle for met in open_ones)
    found = standing(this_project())
    asked = [met for each in about_as_json(about, found)["statements"] for met in each["hypotheses"]]
    assert {met["obstacle"] for met in asked} == {"", open_ones[0].obstacle}
    shown = " ".join(" ".join(lines_of(about_as_text(about, found))).split())
    said = f"left open by what was found to hold as long as the property has not failed: {open_ones[0].obstacle}"
    assert shown.count(said) == len(open_ones)


def test_a_plan_is_told_which_statement_is_false_as_printed(worker: Worker) -> None:
    about = about_file(str(ROOT / "examples" / "plans" / "leaky_streams.toml"), load(), worker)
    verdicts = _verdicts(about)
    assert verdicts["HSV26 Theorem 5.2 (repaired)"] == "opened"
    assert verdicts["HSV26 Corollary 5.15"] == "not opened"
    [consistent] = [
        met for each in about.spoken if each.statement == "HSV26 Theorem 5.14" for met in each.hypotheses if met.trace
    ]
    assert consistent.how == "violated"


def test_what_is_neither_is_refused(worker: Worker) -> None:
    with pytest.raises(NotAbout, match="give a verification function"):
        about_file("examples/README.md", load(), worker)


def _run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["explain", *arguments])


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((), "Missing argument 'LABEL'"),
        (("E2", "--about", "x.py"), "not both"),
        (("--about", "no_such_file.py"), "no_such_file.py"),
        (("--about", "no_such_plan.toml"), "no_such_plan.toml"),
        (("--about", "no_such_mechanism.json"), "no_such_mechanism.json: the file"),
        (("--about", "x.txt"), "give a verification function"),
        (("--about", "x.py", "--evidence"), "--json only"),
        (("--about", ""), "give a verification function"),
    ],
)
def test_bad_input_is_one_line(arguments: tuple[str, ...], told: str) -> None:
    ran = _run(*arguments)
    assert ran.exit_code == 2
    assert told in ran.stderr
    assert ran.stderr.count("\n") == 1


def test_machines_read_the_same() -> None:
    ran = _run("--about", str(ROOT / "examples" / "verification" / "survey_again.py"), "--json")
    data = json.loads(ran.stdout)
    assert data["schema"] == "concomp.about/1"
    found = {each["key"]: each for each in data["statements"]}
    assert found["HSV26 Theorem 5.14"]["verdict"] == "not opened"
    assert found["HSV26 Theorem 5.14"]["status"].startswith("proved")


def test_every_example_is_there_and_names_statements() -> None:
    assert sorted(examples()) == sorted(names(ROOT))
    keys = {key for found in examples().values() for listed in found.values() for key in listed}
    assert keys <= set(load().statements)
    assert examples()["examples/verification/survey.py:Survey"]["opened"]


@pytest.mark.full
def test_what_is_said_of_the_examples_is_found_again(worker: Worker) -> None:
    assert found_in(ROOT, load(), worker) == examples()


@pytest.mark.parametrize(
    ("text", "told"),
    [("while True:\n    pass\n", "still being imported"), ("import os\nos._exit(3)\n", "ended with status 3")],
)
def test_a_file_that_does_not_come_back_is_told_on_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, told: str
) -> None:
    (tmp_path / "endless.py").write_text(text, encoding="utf-8")
    if "while" in text:
        monkeypatch.setattr("concomp.cli.children.about.STARTING", 0.0)
        monkeypatch.setattr("concomp.cli.children.about.LOADING", 2.0)
    ran = CliRunner().invoke(main, ["explain", "--about", f"{tmp_path / 'endless.py'}:Any"])
    assert ran.exit_code == 2
    assert ran.stderr.startswith("concomp: ")
    assert ran.stderr.count("\n") == 1
    assert told in ran.stderr
