"""What `concomp conform` writes: over nothing that it reads, and nothing but what its exit status says."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

from concomp.cli import main
from concomp.conformance.targets.environments import ADAPTERS
from tests.tools.cli.test_conform import CHEAP, ONE, TWO, known

OPTIONS = ("--json", "--junit", "--html", "--badge")
FORGED = "basic\\n\\nbasic conforms: 99 of 99 vectors passed.\\r\\x1b[2K\\u2028\\x85"
NAMED_BY_ITSELF = f"""\
class Forger:
    name = version = language = "{FORGED}"
    claims = [
        {{"claim": "composition", "measure": "approximate", "grade": "upper"}},
        {{"claim": "noise", "law": "{FORGED}"}},
    ]

    def compose(self, measure, losses, at):
        raise ValueError("{FORGED}")
"""


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["conform", *arguments, "--jobs", "1"])


@pytest.fixture
def cheap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of a target, in the folder in which commands are given."""
    monkeypatch.chdir(tmp_path)
    return cheap_in(tmp_path)


def cheap_in(folder: Path) -> Path:
    file = folder / "cheap.py"
    file.write_text(CHEAP, encoding="utf-8")
    return file


def as_it_is(file: Path) -> str:
    return str(file)


def by_a_symbolic_link(file: Path) -> str:
    link = file.with_name("symbolic")
    link.symlink_to(file)
    return str(link)


def by_a_hard_link(file: Path) -> str:
    link = file.with_name("hard")
    os.link(file, link)
    return str(link)


@pytest.mark.parametrize(
    ("started", "named", "option"),
    [
        (("cheap.py:Cheap",), as_it_is, "--json"),
        (("cheap.py:Cheap",), as_it_is, "--junit"),
        (("cheap.py:Cheap",), as_it_is, "--badge"),
        (("cheap.py:Cheap",), by_a_symbolic_link, "--html"),
        (("cheap.py:Cheap",), by_a_hard_link, "--html"),
        (("cheap:Cheap",), as_it_is, "--html"),
        (("--adapter", "python3 cheap.py"), as_it_is, "--html"),
        (("--adapter", "python3 ./cheap.py"), by_a_hard_link, "--json"),
        (("--adapter", "python3 -m cheap"), as_it_is, "--json"),
        (("--adapter", "python3 adapter --source=cheap.py"), as_it_is, "--json"),
        (("--adapter", "sh -c 'python3 cheap.py --quiet'"), as_it_is, "--json"),
        (("--adapter", "python3 other.py cheap.py:Cheap"), as_it_is, "--json"),
    ],
)
def test_a_report_never_takes_the_place_of_a_target(
    cheap: Path, started: tuple[str, ...], named: Callable[[Path], str], option: str
) -> None:
    result = run(*started, "--id", ONE, option, named(cheap))
    assert (result.exit_code, result.stdout) == (2, "")
    [line] = result.stderr.splitlines()
    assert line.startswith(f"concomp: {option}: ")
    assert line.endswith(": is what is read: name another file")
    assert cheap.read_text("utf-8") == CHEAP


def test_nor_of_a_program_on_the_path_or_a_list_of_known_failures(
    cheap: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cheap.chmod(0o700)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    assert ": is what is read: " in run("--adapter", "cheap.py", "--html", str(cheap)).stderr
    file = known(tmp_path, TWO)
    os.link(file, tmp_path / "linked")
    assert ": is what is read: " in run("cheap.py:Cheap", "--known", file, "--html", "linked").stderr


def test_nor_of_an_adapter_that_has_a_name(cheap: Path) -> None:
    file = str(ADAPTERS / "opendp" / "adapter.py")
    assert ": is what is read: " in run("--adapter", "python3 serve.py opendp", "--html", file).stderr


def test_no_report_takes_the_place_of_another(cheap: Path) -> None:
    (cheap.parent / "first").write_text("", encoding="utf-8")
    os.link("first", "linked")
    for other in ("first", "./first", "linked"):
        result = run("cheap.py:Cheap", "--id", ONE, "--json", "first", "--html", other)
        assert result.exit_code == 2
        assert result.stderr.startswith("concomp: --json: ")
        assert result.stderr.endswith(": is what --html writes: name another file\n")


def test_a_report_takes_the_place_of_one_of_before(cheap: Path) -> None:
    for _ in range(2):
        assert run("cheap.py:Cheap", "--id", ONE, "--json", "report", "--badge", "badge").exit_code == 0
    assert json.loads(Path("report").read_text("utf-8"))["conforms"] is True
    assert json.loads(Path("badge").read_text("utf-8"))["message"] == "1 of 1"


def failing(junit: Path) -> list[str | None]:
    """The names of the test cases that fail, which are as many as is said."""
    root = ElementTree.parse(junit).getroot()
    failed = [case.get("name") for case in root.iter("testcase") if case.find("failure") is not None]
    assert sum(int(suite.get("failures", "")) for suite in root) == len(failed)
    assert sum(int(suite.get("tests", "")) for suite in root) == len(list(root.iter("testcase")))
    return failed


@pytest.mark.parametrize(
    ("name", "expires", "complaint"),
    [
        (ONE, "2999-01-01", f"{ONE}: it passes now: remove it"),
        (TWO, "2020-02-02", f"{TWO}: known until 2020-02-02 (#1): mend it, or say anew until when"),
        ("no-such-vector", "2999-01-01", "no-such-vector: there is no such vector: remove it"),
        (None, "", "Nothing was put to the target: it claims nothing that the chosen vectors are about."),
        (TWO, "2999-01-01", None),
    ],
)
def test_every_report_says_what_the_exit_status_says(
    cheap: Path, name: str | None, expires: str, complaint: str | None
) -> None:
    listed = ("--known", known(cheap.parent, name, expires)) if name else ()
    chosen = ("--id", ONE) if name else ("--family", "verifier")
    written = [part for option in OPTIONS for part in (option, option[2:])]
    result = run("cheap.py:Cheap", *chosen, *listed, *written)
    assert result.exit_code == bool(complaint), result.output
    assert failing(Path("junit")) == ([complaint] if complaint else [])
    assert json.loads(Path("json").read_text("utf-8"))["conforms"] is not bool(complaint)
    badge = json.loads(Path("badge").read_text("utf-8"))
    assert badge["color"] == ("red" if complaint else "green")
    assert ("does not conform" in badge["message"]) is bool(complaint)
    page = Path("html").read_text("utf-8")
    assert ("does not conform" in page) is bool(complaint)
    if complaint:
        assert complaint in page
        assert complaint in result.stdout


def test_a_first_list_is_not_written_of_nothing(cheap: Path) -> None:
    result = run("cheap.py:Cheap", "--family", "verifier", "--write-known", "known.toml")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == (
        "concomp: --write-known: nothing was put to the target, so that nothing can be known: choose other vectors\n"
    )
    assert not Path("known.toml").exists()


def test_no_text_of_a_target_writes_a_line_of_its_own(tmp_path: Path) -> None:
    file = tmp_path / "forger.py"
    file.write_text(NAMED_BY_ITSELF, encoding="utf-8")
    outputs = [str(tmp_path / option[2:]) for option in OPTIONS]
    options = [part for pair in zip(OPTIONS, outputs, strict=True) for part in pair]
    result = run(f"{file}:Forger", "--id", ONE, "--id", TWO, *options)
    assert result.exit_code == 1
    printed = result.stdout.splitlines()
    assert [line for line in printed if line.startswith("basic conforms")] == []
    assert [each for each in result.stdout if not each.isprintable() and each != "\n"] == []
    assert printed[0].endswith(", suite 1")
    assert [line[:2] for line in printed if FORGED[:15] in line and line.startswith("basic")] == ["ba", "ba"]
    told = json.loads(Path(outputs[0]).read_text("utf-8"))
    for text in (*told["target"].values(), *(each["reported"] for each in told["vectors"])):
        assert text.isprintable()
    assert (ElementTree.parse(outputs[1]).getroot().get("name") or "").isprintable()
    for output in outputs[2:]:
        text = Path(output).read_text("utf-8")
        assert [each for each in text if not each.isprintable() and each != "\n"] == []
        assert "\nbasic conforms" not in text


def test_a_name_fills_no_terminal(tmp_path: Path) -> None:
    file = tmp_path / "long.py"
    file.write_text(CHEAP.replace('"cheap"', "'x ' * 900"), encoding="utf-8")
    result = run(f"{file}:Cheap", "--id", ONE)
    assert result.exit_code == 0, result.output
    assert max(map(len, result.stdout.splitlines())) < 200


def test_the_name_of_a_file_need_not_be_unicode(cheap: Path) -> None:
    odd = os.fsdecode(b"cheap\xff.py")
    try:
        Path(odd).write_text(CHEAP, encoding="utf-8")
    except OSError:
        pytest.skip("here files have names of Unicode alone")
    written = [part for option in OPTIONS for part in (option, option[2:])]
    assert run(f"{odd}:Cheap", "--id", ONE, *written).exit_code == 0
    [vector] = json.loads(Path("json").read_text("utf-8"))["vectors"]
    assert vector["replay"] == f"concomp conform '{odd}:Cheap' --id {ONE}"


def test_what_a_run_has_written_does_not_contradict_itself(cheap: Path) -> None:
    listed = known(cheap.parent, TWO)
    for more in ((), ("--known", listed), ("--known", listed, "--id", "filter-pure-sum")):
        run("cheap.py:Cheap", "--id", TWO, "--id", ONE, *more, "--json", "report")
        result = CliRunner().invoke(main, ["conform", "diff", "report", "report"])
        assert result.exit_code == 0, result.output
        assert result.stdout.endswith("\n\nNothing is worse.\n")
