"""The adapters of libraries: each library fails just what its list says, and the pages on defects show what happens.

They need environments that `concomp conform --setup NAME` has made; without them these tests are skipped.
"""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

from concomp.conformance.report.known import complaints, read_known
from concomp.conformance.runner.process import Limits
from concomp.conformance.runner.running import run
from concomp.conformance.targets import environments
from concomp.conformance.vectors.stock import load
from tests.conformance.experiments.kills import failed_by
from tests.conformance.kills import run_target
from tests.conformance.wrong import mechanisms
from tests.pages import ROOT

DEFECTS = ROOT / "docs" / "defects"
PROGRAM = re.compile(r"^```py\n(.*?)^```\n```text\n(.*?)^```$", re.MULTILINE | re.DOTALL)
UNTOLD = "The authors have not been told yet."
LIBRARIES = environments.libraries()
needs_defects = pytest.mark.skipif(
    not DEFECTS.is_dir(), reason="no distribution has the pages on defects, nor the lists"
)
SECONDS = 60
PATIENCE = 300
"""Seconds for a reply: 20,000 draws by SymPy take a minute where others use the machine."""


def shown(library: str) -> list[tuple[str, str]]:
    """The programs of a page, and what each is said to print."""
    return PROGRAM.findall((DEFECTS / f"{library}.md").read_text(encoding="utf-8"))


def python(library: str) -> str:
    if not environments.is_set_up(library):
        pytest.skip(f"concomp conform --setup {library} has not been run")
    return environments.command(library)[0]


@needs_defects
def test_each_library_has_a_page_a_list_and_a_target() -> None:
    assert LIBRARIES == ("diffprivlib", "dp-accounting", "opendp", "prv-accountant", "python-dp", "tumult")
    assert {each.stem for each in DEFECTS.glob("*.md")} == {*LIBRARIES, "index"}
    for library in LIBRARIES:
        assert shown(library)
        assert read_known(str(environments.ADAPTERS / library / "known.toml"))


@needs_defects
@pytest.mark.parametrize("library", LIBRARIES)
def test_a_page_says_at_once_whether_the_authors_have_been_told(library: str) -> None:
    index = (DEFECTS / "index.md").read_text(encoding="utf-8")
    page = (DEFECTS / f"{library}.md").read_text(encoding="utf-8")
    (row,) = (line for line in index.splitlines() if f"]({library}.md)" in line)
    assert row.endswith("| not yet |") == (UNTOLD in page.split("## ")[0])


@needs_defects
@pytest.mark.parametrize("library", LIBRARIES)
def test_what_a_list_names_is_on_the_page_or_costs_nothing_but_utility(library: str) -> None:
    """Each entry names the page, and vectors that there are."""
    there = {each.id for each in load()}
    known = read_known(str(environments.ADAPTERS / library / "known.toml"))
    assert {each.id for each in known} <= there
    assert {each.issue for each in known} == {f"docs/defects/{library}.md"}


@needs_defects
@pytest.mark.parametrize("library", LIBRARIES)
def test_every_vector_that_a_page_names_is_there(library: str) -> None:
    families = {each.family for each in load()}
    page = (DEFECTS / f"{library}.md").read_text(encoding="utf-8")
    named = {name for name in re.findall(r"`([a-z0-9-]+)`", page) if name.partition("-")[0] in families and "-" in name}
    assert named
    assert named <= {each.id for each in load()}


def test_what_is_pinned_anew_is_set_up_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    adapters = tmp_path / "adapters"
    (adapters / "empty").mkdir(parents=True)
    (adapters / "empty" / environments.ADAPTER).touch()
    (adapters / "empty" / environments.PINNED).write_text("# nothing\n", encoding="utf-8")
    monkeypatch.setattr(environments, "ADAPTERS", adapters)
    monkeypatch.setenv(environments.PLACE, str(tmp_path / "environments"))
    with pytest.raises(environments.NotSetUp, match=r"empty: it has no environment yet: concomp conform --setup empty"):
        environments.command("empty")
    ran = list[list[str]]()

    def make(arguments: list[str], what: str) -> None:
        ran.append(arguments)
        environments.folder("empty").mkdir(parents=True, exist_ok=True)

    monkeypatch.setattr(environments, "_run", make)
    for _ in range(2):
        environments.set_up("empty")
    assert [each[1:3] for each in ran] == [["-m", "venv"], ["-m", "pip"]]
    assert environments.command("empty")[1:] == (str(adapters / "serve.py"), "empty")
    (adapters / "empty" / environments.PINNED).write_text("# something else\n", encoding="utf-8")
    assert not environments.is_set_up("empty")
    environments.set_up("empty")
    assert len(ran) == 4


@pytest.mark.parametrize("there", ["notes.txt", "pyvenv.cfg", "concomp-pinned and notes.txt"])
def test_a_folder_that_is_not_ours_is_left_as_it_is(
    there: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(environments.PLACE, str(tmp_path))
    theirs = tmp_path / "opendp"
    theirs.mkdir()
    for name in there.split(" and "):
        (theirs / name).write_text("mine", encoding="utf-8")
    with pytest.raises(environments.NotSetUp, match="there is something in it that was not made here: move it"):
        environments.set_up("opendp")
    assert {each.name: each.read_text("utf-8") for each in theirs.iterdir()} == dict.fromkeys(
        there.split(" and "), "mine"
    )


def test_what_cannot_be_set_up_is_said_in_one_line() -> None:
    with pytest.raises(environments.NotSetUp, match=r"^nolib: there is no adapter of this name: diffprivlib, dp-acc"):
        environments.set_up("nolib")
    with pytest.raises(environments.NotSetUp, match=r"^nolib: its packages: no such thing: see to it"):
        environments._run(
            [sys.executable, "-c", "import sys; sys.exit('first line\\nno such thing')"], "nolib: its packages"
        )


def shared(name: str, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """A module that adapters share, which is in no package."""
    monkeypatch.syspath_prepend(str(environments.ADAPTERS))
    spec = spec_from_file_location(name, environments.ADAPTERS / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_numbers_are_rounded_against_the_analyst(monkeypatch: pytest.MonkeyPatch) -> None:
    library = shared("library", monkeypatch)
    for written in ("1/10", "1/3", "0", "7", "-1/3", "0x1.8p+1"):
        low, high = library.double_down(written), library.double_up(written)
        assert low <= library.number(written) <= high
        assert high - low < 1e-15
    assert str(library.double_down("0")) == "0.0"


def test_an_adapter_says_what_it_was_told(monkeypatch: pytest.MonkeyPatch) -> None:
    serve = shared("serve", monkeypatch)

    class Target:
        name, version, claims = "t", "1", ()

        def ask(self, on: str, query: str) -> dict[str, str]:
            if query == "refuse":
                raise serve.Refused("no")
            return {"answer": {"q": "a"}[query]}

    said = [
        serve.reply(Target(), {"seq": 1, "cmd": "ask", "on": "h", "query": query}) for query in ("q", "refuse", "other")
    ]
    assert said == [{"ok": {"answer": "a"}}, {"refused": "no"}, {"errored": "KeyError: 'other'"}]
    assert serve.reply(Target(), {"seq": 2, "cmd": "__init__"}) == {"unsupported": "__init__"}
    for line in ("[" * 20_000, "[1]", "{", '{"cmd": "ask"}', '{"seq": 3}'):
        assert list(serve.reply(Target(), serve.read(line))) == ["refused"]


def test_threads_of_a_storm_rest_within_a_launch(monkeypatch: pytest.MonkeyPatch) -> None:
    """So what is decided before it is added is decided twice, however busy the machine is."""
    library = shared("library", monkeypatch)
    monkeypatch.setattr(library, "BETWEEN_RESTS", 1)
    monkeypatch.setattr(library, "REST", 0.05)
    spent: list[bool] = []

    def add() -> None:
        spent.append(True)

    def launch() -> None:
        if spent:
            raise ValueError("over budget")
        add()

    assert library.storm(launch, 2, 1, ValueError) == {"granted": 2}


def test_noise_that_is_repeated_after_a_first_use_is_found() -> None:
    forked = [each for each in load() if each.id.startswith("mechanisms-forked-after-use")]
    assert list(failed_by(forked, mechanisms.RepeatsAfterFork)) == [each.id for each in forked]
    assert list(failed_by(forked, mechanisms._DrawsAnewAfterFork)) == []


def test_a_long_storm_finds_what_is_decided_before_it_is_added() -> None:
    [storm] = (each for each in load() if each.id == "robustness-storm-of-many")
    [outcome] = run_target("tests.conformance.wrong.sessions:ChecksThenActs", [storm]).outcomes
    assert (outcome.verdict, outcome.cost) == ("failed", "privacy")


@pytest.mark.full
@needs_defects
@pytest.mark.parametrize("library", LIBRARIES)
def test_the_programs_of_the_pages_print_what_is_shown(library: str, tmp_path: Path) -> None:
    interpreter, file = python(library), tmp_path / "program.py"
    for program, output in shown(library):
        file.write_text(program, encoding="utf-8")
        assert printed(interpreter, file) == output, program


def printed(interpreter: str, program: Path) -> str:
    try:
        ran = subprocess.run([interpreter, str(program)], capture_output=True, text=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return "does not end\n"
    return "ended by a signal\n" if ran.returncode < 0 else ran.stdout


@pytest.mark.full
@needs_defects
@pytest.mark.parametrize("library", LIBRARIES)
def test_a_library_fails_what_its_list_says(library: str) -> None:
    python(library)
    found = run(environments.command(library), load(), Limits(seconds=PATIENCE))
    known = read_known(str(environments.ADAPTERS / library / "known.toml"))
    wrong = {each.vector.id for each in found.outcomes if each.breaks}
    assert wrong <= {each.id for each in known}
    today = min(each.expires for each in known)
    assert list(complaints(known, found.outcomes, (each.id for each in load()), today)) == []
