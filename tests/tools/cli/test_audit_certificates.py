"""`concomp audit --certificate` and `--recheck`: certificates are written, rechecked and refused."""

import json
import subprocess
import sys
from fractions import Fraction as F
from pathlib import Path
from typing import Any

import pytest

from tests.tools.cli.auditing import EXAMPLES, deltas, example, run


@pytest.mark.parametrize(("name", "e_eps"), [("rr", 1), ("hidden_state", 2), ("attack_1", 2), ("filter", 2)])
def test_a_certificate_is_written_and_rechecked(tmp_path: Path, name: str, e_eps: int) -> None:
    file = str(tmp_path / "certificate.json")
    result = run(example(name), "--e-eps", str(e_eps), "--certificate", file)
    assert result.exit_code == 0
    assert "--recheck checks it" in result.stdout
    told, found = run(example(name), "--recheck", file), run(example(name), "--recheck", file, "--json")
    assert (told.exit_code, found.exit_code) == (0, 0)
    assert "The certificate holds" in told.stdout
    least = max(deltas(name, [F(e_eps)]))
    assert json.loads(found.stdout).items() >= {"holds": True, "e_eps": str(e_eps), "delta": str(least)}.items()


def test_a_certificate_is_rechecked_in_a_fresh_process(tmp_path: Path) -> None:
    file = str(tmp_path / "certificate.json")
    assert run(example("rr"), "--target", "E=2,delta=1/3", "--certificate", file).exit_code == 0
    program = [sys.executable, "-c", "from concomp.cli import main; main()", "audit"]
    ended = subprocess.run([*program, example("rr"), "--recheck", file], capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "private with E = 2, delta = 1/3" in ended.stdout


def test_a_certificate_of_another_mechanism_does_not_hold(tmp_path: Path) -> None:
    file, other = str(tmp_path / "certificate.json"), tmp_path / "other.json"
    assert run(example("rr"), "--e-eps", "2", "--certificate", file).exit_code == 0
    document = json.loads(Path(example("rr")).read_text())
    document["init"] = document["init"][::-1]
    other.write_text(json.dumps(document))
    result = run(str(other), "--recheck", file)
    assert (result.exit_code, result.stderr) == (1, "")
    assert "does not hold: ((" in result.stdout
    assert run(example("filter"), "--recheck", file).exit_code == 2


def test_a_certificate_of_a_game_in_python(tmp_path: Path) -> None:
    file, subject = str(tmp_path / "certificate.json"), tmp_path / "own.py"
    subject.write_text((EXAMPLES / "counter.py").read_text().replace("rounds=4", "rounds=2"))
    assert run(f"{subject}:counter", "--e-eps", "2", "--certificate", file).exit_code == 0
    assert run(f"{subject}:counter", "--recheck", file).exit_code == 0


def test_there_is_no_certificate_for_a_target_that_is_exceeded(tmp_path: Path) -> None:
    file = tmp_path / "certificate.json"
    result = run(example("rr"), "--target", "E=2,delta=1/100", "--certificate", str(file))
    assert result.exit_code == 1
    assert "is exceeded: the least delta is 13/40 (0.325)\nNo certificate was written" in result.stdout
    assert not file.exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--certificate", "OUT"], "--certificate: for which E?"),
        (["--certificate", "OUT", "--e-eps", "2", "--e-eps", "3"], "--certificate: for which E?"),
        (["--certificate", example("rr"), "--e-eps", "2"], "is the mechanism itself: name another file"),
        (["--certificate", "/nowhere/at/all", "--e-eps", "2"], "name a file that can be written"),
        (["--recheck", "OUT", "--e-eps", "2"], "--recheck: the certificate says what it is about"),
        (["--recheck", "/nowhere/at/all"], "No such file or directory"),
        (["--recheck", "EMPTY"], "the file: an object of 0 fields: give a certificate"),
        (["--recheck", "HALF"], "steps: missing: add it"),
        (["--recheck", "OLD"], "table: missing: add it"),
        (["--recheck", "FOREIGN"], "the mechanism has no such name"),
        (["--recheck", "MORE"], 'more: "x": there is no such field'),
        (["--recheck", "BROKEN"], "table[0].response: missing: add it"),
        (["--recheck", "TWICE"], "table[1]: a second row for the same history and query"),
        (["--recheck", "AGAIN"], "table[0].law: an answer twice"),
        (["--recheck", "NEGATIVE"], 'table[0].law[0][0]: "-1/2": write a probability'),
        (["--recheck", example("rr")], "the file: an object of 7 fields: give a certificate"),
    ],
)
def test_wrong_certificates_are_told_on_one_line(tmp_path: Path, arguments: list[str], message: str) -> None:
    start = {"schema": "concomp.audit.certificate/1", "e_eps": "2", "delta": "0"}
    row: dict[str, Any] = {"response": "noisy 0", "history": [], "query": "nothing", "law": []}
    known = {**row, "query": "ask"}
    contents: dict[str, Any] = {
        "EMPTY": {},
        "HALF": {**start, "schema": "concomp.audit.certificate/2"},
        "OLD": start,
        "MORE": {**start, "table": [], "more": "x"},
        "FOREIGN": {**start, "table": [row]},
        "TWICE": {**start, "table": [known, known]},
        "AGAIN": {**start, "table": [{**known, "law": [["1/2", "noisy 0"]] * 2}]},
        "NEGATIVE": {**start, "table": [{**known, "law": [["-1/2", "noisy 0"]]}]},
        "BROKEN": {**start, "table": [{"x": "1"}]},
    }
    for name, content in contents.items():
        (tmp_path / name).write_text(json.dumps(content))
    named = [str(tmp_path / each) if each in ("OUT", *contents) else each for each in arguments]
    result = run(example("rr"), *named)
    assert (result.exit_code, result.stdout) == (2, "")
    (line,) = result.stderr.splitlines()
    assert message in line
