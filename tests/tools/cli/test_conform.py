"""`concomp conform`: the table, failures, known failures, exit statuses, and bad input."""

from __future__ import annotations

import json
import sys
import tomllib
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result
from pydantic import TypeAdapter

from concomp.cli import main
from concomp.schemas.conformance import ConformOutput

ROOT = Path(__file__).resolve().parents[3]
EXAMPLE = f"{sys.executable} {ROOT / 'adapters' / 'example.py'}"
CHEAP = """\
class Cheap:
    name, version, claims = "cheap", "0", [{"claim": "composition", "measure": "approximate", "grade": "upper"}]

    def compose(self, measure, losses, at):
        print("not on the protocol's stream")
        return {"delta": "0"} if at.delta is None else {"epsilon": losses[0].epsilon_between[1]}
"""
CRASHING = """\
import os

class Crashing:
    name, version, claims = "crashing", "0", [{"claim": "composition", "measure": "approximate", "grade": "upper"}]

    def compose(self, measure, losses, at):
        os.abort()
"""
ONE, TWO = "composition-one-count", "composition-two-pure-count"


@pytest.fixture
def cheap(tmp_path: Path) -> str:
    """A target that counts the first mechanism only."""
    file = tmp_path / "cheap.py"
    file.write_text(CHEAP, encoding="utf-8")
    return f"{file}:Cheap"


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["conform", *arguments, "--jobs", "1"])


def refused(*arguments: str) -> str:
    result = run(*arguments)
    assert (result.exit_code, result.stdout) == (2, ""), result.output
    (line,) = result.stderr.splitlines()
    return line


def known(folder: Path, name: str, expires: str = "2999-01-01", more: str = "") -> str:
    file = folder / "known.toml"
    entry = f'[[known]]\nid = "{name}"\nreason = "counts the first only"\nissue = "#1"\nexpires = {expires}\n'
    entry += 'cost = "privacy"\n'
    file.write_text(entry + more, encoding="utf-8")
    return str(file)


def test_the_table_names_what_a_target_does_instead_of_answering(tmp_path: Path) -> None:
    file, out = tmp_path / "crashing.py", tmp_path / "report.json"
    file.write_text(CRASHING, encoding="utf-8")
    result = run(f"{file}:Crashing", "--id", ONE, "--json", str(out))
    assert "0 of 1   failed: robustness, crashed  composition-one-count" in result.stdout
    (claim,) = json.loads(out.read_text("utf-8"))["claims"]
    assert (claim["misbehaved"], claim["cost"]) == (["crashed"], "robustness")


def test_a_target_that_conforms(tmp_path: Path) -> None:
    out = tmp_path / "report.json"
    result = run("--adapter", EXAMPLE, "--id", "filter-pure-sum", "--id", ONE, "--json", str(out))
    assert result.exit_code == 0, result.output
    assert result.stdout.splitlines() == [
        "basic 1 (Python), suite 1",
        "",
        "claim                 vectors  verdict     first that failed",
        "filter (pure)         1 of 1   passed",
        "filter (approximate)  0 of 0   not tested",
        "Not claimed, not tested: composition.",
        "",
        "basic conforms: 1 of 1 vectors passed.",
    ]
    report: Any = TypeAdapter(ConformOutput).validate_json(out.read_bytes())
    assert report["conforms"] is True
    assert [(each["id"], each["verdict"]) for each in report["vectors"]] == [
        (ONE, "not claimed"),
        ("filter-pure-sum", "passed"),
    ]


def test_a_failure_is_told_with_what_replays_it(cheap: str) -> None:
    result = run(cheap, "--id", ONE, "--id", TWO)
    assert result.exit_code == 1
    assert f"composition (approximate, upper)  1 of 2   failed: privacy  {TWO}" in result.stdout
    failure = result.stdout.partition(f"\n\n{TWO}: ")[2].splitlines()
    assert failure == [
        "failed (privacy) at step 1 of 1",
        "  At δ = 0 losses add up.",
        "  by        HSV26 Theorem 4.12; HSV26 Lemma 2.4",
        "  expected  epsilon >= ~1.791759469228055 or e_eps >= 6",
        '  reported  epsilon = "0x1.62e42fefa39f0p-1"',
        f"  replay    concomp conform {cheap} --id {TWO}",
        "",
        "cheap does not conform: 1 of 2 vectors passed; failed: 1 privacy.",
    ]


def test_known_failures_are_put_up_with(cheap: str, tmp_path: Path) -> None:
    result = run(cheap, "--id", ONE, "--id", TWO, "--known", known(tmp_path, TWO))
    assert result.exit_code == 0
    assert f"{TWO}: failed (privacy) at step 1 of 1, known" in result.stdout
    assert result.stdout.endswith("cheap conforms: 1 of 2 vectors passed; failed: 1 privacy, 1 of them known.\n")


def test_a_first_list_of_known_failures_is_written_once(cheap: str, tmp_path: Path) -> None:
    file = str(tmp_path / "known.toml")
    assert run(cheap, "--id", ONE, "--id", TWO, "--write-known", file).exit_code == 1
    [entry] = tomllib.loads(Path(file).read_text("utf-8"))["known"]
    assert (entry["id"], entry["issue"]) == (TWO, "none yet")
    assert entry["reason"].startswith("privacy: At δ = 0 losses add up. Expected epsilon >= ~1.79")
    assert run(cheap, "--id", ONE, "--id", TWO, "--known", file).exit_code == 0
    assert "it is there, and can only shrink" in refused(cheap, "--write-known", file)
    assert "can only shrink: leave one of them out" in refused(cheap, "--known", file, "--write-known", "another")


@pytest.mark.parametrize(
    ("name", "expires", "complaint"),
    [
        (ONE, "2999-01-01", f"{ONE}: it passes now: remove it"),
        (TWO, "2020-02-02", f"{TWO}: known until 2020-02-02 (#1): mend it, or say anew until when"),
        ("no-such-vector", "2999-01-01", "no-such-vector: there is no such vector: remove it"),
    ],
)
def test_a_known_failure_that_is_none_counts(
    cheap: str, tmp_path: Path, name: str, expires: str, complaint: str
) -> None:
    result = run(cheap, "--id", ONE, "--known", known(tmp_path, name, expires))
    assert result.exit_code == 1
    assert f"Known failures: {complaint}" in result.stdout


def test_reports_for_continuous_integration(cheap: str, tmp_path: Path) -> None:
    xml, badge = tmp_path / "junit.xml", tmp_path / "badge.json"
    run(cheap, "--id", ONE, "--id", TWO, "--id", "filter-pure-sum", "--junit", str(xml), "--badge", str(badge))
    suites = ElementTree.parse(xml).getroot()
    counted = {suite.get("name"): (suite.get("tests"), suite.get("failures")) for suite in suites}
    assert counted == {"composition": ("2", "1"), "filter": ("1", "0")}
    [failure] = suites.iter("failure")
    assert failure.get("type") == "privacy"
    assert (failure.text or "").splitlines()[-1] == f"replay concomp conform {cheap} --id {TWO}"
    assert [suite.get("skipped") for suite in suites] == ["0", "1"]
    assert [each.get("message") for each in suites.iter("skipped")] == ["not claimed"]
    assert json.loads(badge.read_text("utf-8")) == {
        "schemaVersion": 1,
        "label": "concomp",
        "message": "1 of 2, does not conform",
        "color": "red",
    }


def test_nothing_executed_does_not_conform() -> None:
    result = run("--adapter", EXAMPLE, "--family", "verifier")
    assert result.exit_code == 1
    assert result.stdout.endswith("it claims nothing that the chosen vectors are about.\n")


def test_vectors_are_chosen_by_statement_and_family(cheap: str) -> None:
    result = run(cheap, "--statement", "HSV26 Lemma 2.4", "--family", "composition", "--id", ONE, "--json")
    assert [each["id"] for each in json.loads(result.stdout)["vectors"]] == [ONE]


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ([], "TARGET: give it, or --adapter with the command that starts it, and not both"),
        (["concomp", "--adapter", "x"], "TARGET: give it, or --adapter with the command that starts it, and not both"),
        (["--adapter", "'"], "--adapter: ': No closing quotation: write a command as in a shell"),
        (["--adapter", " "], "--adapter: ' ': it names no command: give the command that starts"),
        (["concomp", "--family", "songs"], "--family: songs: there is none of this name: composition, filter,"),
        (["concomp", "--id", "x"], "--id: x: there is none of this name: concomp conform concomp --json lists"),
        (["concomp", "--id", "filter-pure-sun"], "--id: filter-pure-sun: there is none of this name: filter-pure-sum"),
        (["concomp", "--statement", "HSV26 Theorem 99"], "--statement: no statement is called 'HSV26 Theorem 99'"),
        (["concomp", "--known", "no-such-file"], "--known: "),
        (["opendpp"], "TARGET: opendpp: there is none of this name: concomp, diffprivlib, dp-accounting, opendp, "),
        (["opendpp"], "tumult; or write FILE.py:NAME or MODULE:NAME"),
        (["no/such.py:It"], "TARGET: no/such.py: there is no such file: name one that there is"),
        (["no_such_module:It"], "ModuleNotFoundError: No module named 'no_such_module': correct it, or name another"),
        (["--setup"], "--setup: it names no library: give one of diffprivlib, dp-accounting, opendp, "),
        (["--setup", "opendpp"], "--setup: opendpp: there is no adapter of this name: diffprivlib, dp-accounting, "),
        (["opendpp", "--setup"], "--setup: opendpp: there is no adapter of this name: diffprivlib, dp-accounting, "),
        (["--adapter", "no-such-program"], "--adapter no-such-program: No such file or directory: run it by hand"),
    ],
)
def test_bad_input_is_told_on_one_line(arguments: list[str], text: str) -> None:
    assert text in refused(*arguments)


def test_a_list_of_known_failures_has_a_form(tmp_path: Path) -> None:
    line = refused("concomp", "--known", known(tmp_path, ONE, more='reasons = "two"\n'))
    assert line.startswith("concomp: --known: known[0].reasons: ")
    assert "give each [[known]] an id, a reason, an issue and expires = 2027-01-31" in line
    twice = known(tmp_path, ONE)
    Path(twice).write_text(Path(twice).read_text("utf-8") * 2, encoding="utf-8")
    assert f"{ONE}: it is listed twice: list it once" in refused("concomp", "--known", twice)
    assert "no TOML" in refused("concomp", "--known", known(tmp_path, ONE, expires="soon"))


@pytest.mark.parametrize("option", ["--json", "--html", "--junit", "--badge", "--write-known"])
def test_a_file_that_cannot_be_written_is_refused_before_anything_is_run(option: str, tmp_path: Path) -> None:
    line = refused("--adapter", "no-such-program", option, str(tmp_path / "no" / "file"))
    assert f"{option}: " in line
    assert "its folder is not there" in line


@pytest.mark.parametrize("text", ["a = " + "9" * 5000, "a = " + "[" * 5000 + "]" * 5000], ids=["digits", "brackets"])
def test_what_python_cannot_read_of_a_list_is_one_line(text: str, tmp_path: Path) -> None:
    file = tmp_path / "known.toml"
    file.write_text(text, encoding="utf-8")
    assert "no TOML" in refused("concomp", "--known", str(file))


def test_a_reason_hides_nothing_graver_than_its_cost(cheap: str, tmp_path: Path) -> None:
    file = tmp_path / "known.toml"
    entry = f'[[known]]\nid = "{TWO}"\nreason = "bounds are not tight"\nissue = "#1"\nexpires = 2999-01-01\n'
    for more, status in (("", 1), ('cost = "rounding"\n', 1), ('cost = "privacy"\n', 0)):
        file.write_text(entry + more, encoding="utf-8")
        assert run(cheap, "--id", ONE, "--id", TWO, "--known", str(file)).exit_code == status


def test_what_commands_a_terminal_is_shown_and_does_not() -> None:
    assert "\\x1b[31m" in refused("concomp", "--id", "\x1b[31m")
    assert "nan is no number" in refused("concomp", "--seconds", "nan")
    assert "it names no command" in refused("--adapter", "''")
