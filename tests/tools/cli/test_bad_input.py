"""Bad input of `concomp audit`: status 2, one line that names place, value and remedy, and never a traceback."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from concomp.cli import main
from concomp.cli.audits import report
from tests.model.files.documents import documents

EXAMPLES = Path(__file__).parents[3] / "examples"
RR = EXAMPLES / "rr.json"


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["audit", *arguments])


def says_why_on_one_line(result: Result, status: int = 2) -> str:
    """The line; the status is as expected, nothing is printed as a result, and nothing was thrown."""
    assert result.exit_code == status, result.output
    assert result.exception is None or isinstance(result.exception, SystemExit)
    assert result.stdout == ""
    (line,) = result.stderr.splitlines()
    assert line.startswith("concomp: ")
    return line


def written(folder: Path, data: bytes) -> str:
    file = folder / "mechanism.json"
    file.write_bytes(data)
    return str(file)


def spoiled(**fields: Any) -> bytes:
    return json.dumps({**json.loads(RR.read_text()), **fields}).encode()


@pytest.mark.parametrize(
    ("data", "place", "value", "remedy"),
    [
        (b"", "the file", "empty", "write an object in JSON, {…}"),
        (b"<xml/>", "line 1 column 1", '"<xml/>"', "not JSON"),
        (b"[" * 100_000, "the file", "nested too deeply", "16 deep"),
        (b'{"a":' * 100_000, "the file", "nested too deeply", "16 deep"),
        (b'{"type": "cm", "type": "cm"}', "the file", 'key "type"', "twice"),
        (spoiled(horizon=0), "horizon", "0", "from 1 to 10000"),
        (spoiled(horizon=10**6), "horizon", "1000000", "from 1 to 10000"),
        (spoiled(horizon=10**30), "horizon", "1000000000", "fewer digits"),
        (spoiled(colour=1), "colour", "1", "no such field"),
        (spoiled(init=["bit 0", "bit 2"]), "init[1]", '"bit 2"', "no such state"),
        (spoiled(kernel={}), 'kernel["bit 0|ask"]', "missing", "add this row"),
    ],
)
def test_a_wrong_file_is_told_by_file_place_value_and_remedy(
    tmp_path: Path, data: bytes, place: str, value: str, remedy: str
) -> None:
    file = written(tmp_path, data)
    line = says_why_on_one_line(run(file))
    assert line.startswith(f"concomp: {file}: {place}: {value}")
    assert remedy in line


def test_files_that_cannot_be_read_are_told(tmp_path: Path) -> None:
    huge = tmp_path / "huge.json"
    with huge.open("wb") as stream:
        stream.truncate(100 * 2**20)
    assert "104857600 bytes: give a file of at most" in says_why_on_one_line(run(str(huge)))
    assert "a directory: name a file in it" in says_why_on_one_line(run(str(tmp_path)))
    assert "No such file or directory" in says_why_on_one_line(run(str(tmp_path / "none\n.json")))
    assert "name a file that can be read" in says_why_on_one_line(run("\0"))


@pytest.mark.parametrize(
    ("arguments", "place", "value", "remedy"),
    [
        (["--e-eps", "1/2"], "--e-eps", '"1/2"', "at least 1"),
        (["--e-eps", "nan"], "--e-eps", '"nan"', '"p/q" or "p"'),
        (["--e-eps", "1e999999999"], "--e-eps", '"1e999999999"', "at most 4000 digits"),
        (["--e-eps", "1/0"], "--e-eps", '"1/0"', "denominator is zero"),
        (["--e-eps", ""], "--e-eps", '""', '"p/q" or "p"'),
        (["--e-eps", "1\n2"], "--e-eps", '"1\\n2"', '"p/q" or "p"'),
        (["--e-eps", "9" * 5000], "--e-eps", '"999', "at most 4000 digits"),
        (["--e-eps", "9." + "9" * 5000], "--e-eps", '"9.9', "at most 4000 digits"),
        (["--delta", "-1/2"], "--delta", '"-1/2"', "from 0 to 1"),
        (["--delta", "1.01"], "--delta", '"1.01"', "from 0 to 1"),
        (["--target", "3/2"], "--target", '"3/2"', "or E=3/2,delta=1/100"),
        (["--target", "E=2,E=3"], "--target", '"E=2,E=3"', "or E=3/2,delta=1/100"),
        (["--target", "E=2,delta=1,delta=1"], "--target", '"E=2,delta=1,delta=1"', "or E=3/2,delta=1/100"),
        (["--target", "E=1/2,delta=0"], "--target", '"E=1/2,delta=0"', "at least 1"),
        (["--target", "E=2,delta=2"], "--target", '"E=2,delta=2"', "from 0 to 1"),
        (["--target", "eps=-1"], "--target", '"eps=-1"', "eps must be at least 0"),
        (["--eps", "-1"], "--eps", '"-1"', "eps must be at least 0"),
        (["--eps", "1e7"], "--eps", '"1e7"', "from 1e-300 to 1e6"),
    ],
)
def test_a_wrong_option_is_told_by_name_value_and_remedy(
    arguments: list[str], place: str, value: str, remedy: str
) -> None:
    line = says_why_on_one_line(run(str(RR), *arguments))
    assert line.startswith(f"concomp: {place}: {value}")
    assert remedy in line


def test_the_program_itself_ends_without_a_traceback(tmp_path: Path) -> None:
    program = [sys.executable, "-c", "from concomp.cli import main; main()", "audit"]
    file = written(tmp_path, b"[" * 100_000 + b"]" * 100_000)
    ended = subprocess.run([*program, file], capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout, len(ended.stderr.splitlines())) == (2, "", 1)


# Mutated valid files.

JUNK = st.sampled_from(
    [None, True, 0, 1, -1, 2.5, 10**30, "", "0", "1", "s", "s|0", "1/0", "-1/2", "1/3", "a|b", "\ud800", "\n", "é"]
) | st.sampled_from([[], {}, [[]], ["1", "s", "a"], ["2", "0"], {"kind": "any"}, {"kind": "accepted"}, [["0", "1"]]])


def paths(value: Any, here: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The places of everything inside a value."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [found for key, entry in inside for found in [(*here, key), *paths(entry, (*here, key))]]


@st.composite
def mutated_data(draw: st.DrawFn) -> bytes:
    """A valid file with up to three of its values replaced, removed, renamed or repeated."""
    data = json.loads(json.dumps(draw(documents)))
    for _ in range(draw(st.integers(1, 3))):
        places = paths(data)
        if not places:
            break
        *above, last = draw(st.sampled_from(places))
        holder: Any = data
        for step in above:
            holder = holder[step]
        how = draw(st.sampled_from(["replace", "remove", "add"]))
        if how == "replace":
            holder[last] = draw(JUNK)
        elif how == "remove":
            del holder[last]
        elif isinstance(holder, list):
            holder.append(draw(JUNK))
        else:
            holder[draw(st.sampled_from(["x", "s|0", "s|2", "horizon", "labels", "params", "sequences"]))] = draw(JUNK)
    return json.dumps(data).encode()


@st.composite
def mutated_text(draw: st.DrawFn) -> bytes:
    """A valid file with a few bytes removed, inserted or repeated."""
    text = bytearray(json.dumps(draw(documents)).encode())
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(text) - 1))
        length = draw(st.integers(0, 12))
        text[at : at + length] = draw(
            st.sampled_from([b"", b'"', b"[", b"}", b",", b"0", b"9", b"\xff", b"\\u0000", b"NaN", b"1e5", b"-"])
            | st.binary(max_size=4)
        )
    return bytes(text)


FILES = given(data=mutated_data() | mutated_text(), arguments=st.sampled_from([[], ["--attacker"], ["--json"]]))
SLOW = [HealthCheck.too_slow, HealthCheck.function_scoped_fixture]


def answers_or_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, data: bytes, arguments: list[str]) -> None:
    monkeypatch.setattr(report, "STEPS", 20_000)
    result = run(written(tmp_path, data), *arguments)
    assert result.exit_code in (0, 2, 3), result.output
    if result.exit_code == 0:
        assert result.stderr == ""
    else:
        says_why_on_one_line(result, result.exit_code)


@settings(max_examples=60, deadline=None, suppress_health_check=SLOW)
@FILES
def test_no_mutated_file_makes_a_traceback(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, data: bytes, arguments: list[str]
) -> None:
    answers_or_says_why(tmp_path, monkeypatch, data, arguments)


@pytest.mark.full
@settings(max_examples=2000, deadline=None, suppress_health_check=SLOW)
@FILES
def test_none_of_many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, data: bytes, arguments: list[str]) -> None:
    answers_or_says_why(tmp_path, monkeypatch, data, arguments)
