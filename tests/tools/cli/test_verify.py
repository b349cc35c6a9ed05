"""`concomp verify`: what it prints, what the exit status says, and that no file can hold it up."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from concomp.cli import main

ROOT = Path(__file__).resolve().parents[3]
SURVEY = str(ROOT / "examples/verification/survey.py")
AGAIN = str(ROOT / "examples/verification/survey_again.py")
IMPORTS = "from concomp.model import Bool, Int, Monitor, Real, parameter, register, require, when\n"
LIMITED = (
    IMPORTS
    + """
class AtMostK(Monitor):
    k = parameter(Int, where=lambda k: k >= 0)
    count = register(Int, 0)

    def step(self, left: Int, right: Int) -> None:
        with when(left != right):
            self.count += 1
            require(self.count <= self.k)


class OffByOne(Monitor):
    k = parameter(Int, where=lambda k: k >= 0)
    count = register(Int, 0)

    def step(self, left: Int, right: Int) -> None:
        with when(left != right):
            require(self.count <= self.k)
            self.count += 1


class Sized(Monitor):
    def __init__(self, width: int, **given: object) -> None:
        super().__init__(**given)
        self.width = width
        self.used = register(Bool, False)

    def step(self, left: Int, right: Int) -> None:
        require((left - right <= self.width) & ~self.used)
        self.used = left != right


two = AtMostK(k=2)
"""
)


def verify(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["verify", *arguments])


def data(*arguments: str) -> dict[str, Any]:
    """The function of a report for machines."""
    ran = verify(*arguments, "--json")
    found = json.loads(ran.stdout)
    assert found["schema"] == "concomp.verify/1"
    [function] = found["functions"]
    assert isinstance(function, dict)
    return function


def words(function: dict[str, Any]) -> dict[str, str]:
    return {each["property"]: each["verdict"] for each in function["properties"]}


@pytest.fixture
def limited(tmp_path: Path) -> str:
    file = tmp_path / "limited.py"
    file.write_text(LIMITED, encoding="utf-8")
    return str(file)


def written(folder: Path, text: str) -> str:
    file = folder / "written.py"
    file.write_text(text, encoding="utf-8")
    return str(file)


def test_a_right_function_is_proved_and_opens_theorems() -> None:
    ran = verify(SURVEY)
    assert ran.exit_code == 0
    lines = ran.stdout.splitlines()
    assert lines[0] == "Survey: Neighbouring data sets first, then identical questions."
    assert [line.split()[:4] for line in lines if line.startswith("first-pair consistent  ")] == [
        ["first-pair", "consistent", "proved", "all"]
    ]
    assert any(line.startswith("  HSV26 Theorem 5.14, if ε > 0;") for line in lines)
    assert "Theorems you can now use, if the mechanism is (ε, δ)-DP with respect to this very function" in ran.stdout
    assert lines[-1].startswith("Usable at run time")


def test_a_wrong_function_is_refuted_by_its_shortest_trace() -> None:
    ran = verify(AGAIN, "--property", "first-pair consistent")
    assert ran.exit_code == 1
    assert [" ".join(line.split()) for line in ran.stdout.splitlines()[6:10]] == [
        "first-pair consistent is refuted: the sequence is accepted, its first pair is identical, "
        "and a later pair differs",
        "left right verdict registers",
        "1 Load(data=Dataset#1) Load(data=Dataset#1) accepted loaded = True",
        "2 Load(data=Dataset#1) Load(data=Dataset#2) accepted loaded = True",
    ]
    assert "Theorem 5.14" not in ran.stdout


def test_the_report_for_machines() -> None:
    function = data(AGAIN)
    assert (function["name"], function["parameters"]) == ("SurveyAgain", {})
    assert words(function) == {
        "first-pair consistent": "refuted",
        "prefix closed": "proved",
        "well typed": "proved",
        "swap invariant": "proved",
        "reflexive": "refuted",
        "diagonal": "proved",
        "public": "proved",
    }
    by_name = {each["property"]: each for each in function["properties"]}
    assert by_name["first-pair consistent"]["trace"] == [
        {
            "left": {"Load": {"data": "Dataset#1"}},
            "right": {"Load": {"data": f"Dataset#{number}"}},
            "accepted": True,
            "registers": {"loaded": True},
        }
        for number in (1, 2)
    ]
    assert by_name["reflexive"]["rejection"]["text"] == "require(self.loaded & (p.question == q.question))"
    assert by_name["reflexive"]["rejection"]["line"] > 10
    assert by_name["prefix closed"]["trace"] is None
    assert by_name["prefix closed"]["scope"] == "all lengths"
    assert all(isinstance(each["seconds"], float) and each["certificate"] is None for each in by_name.values())
    assert len(function["witness"]["trace"]) == 1
    assert "HSV26 Theorem 4.12" in function["opens"]
    assert set(function["hypotheses"]) == set(function["opens"])
    assert function["usable_at_run_time"] is True


def test_exit_statuses_with_and_without_a_property() -> None:
    assert verify(AGAIN).exit_code == 0
    assert verify(AGAIN, "--property", "swap invariant").exit_code == 0
    assert verify(AGAIN, "--property", "reflexive", "--property", "swap invariant").exit_code == 1
    undecided = verify(SURVEY, "--property", "diagonal", "--time", "0.000001")
    assert (undecided.exit_code, "no time was left" in undecided.stdout) == (3, True)


def test_two_functions_are_compared(limited: str) -> None:
    wider = verify(f"{limited}:OffByOne", "--within", f"{limited}:AtMostK", "--property", "included")
    assert wider.exit_code == 1
    assert "message 1 is rejected by" in wider.stdout
    assert "`require(self.count <= self.k)` fails, where count = 0" in wider.stdout
    narrower = data(f"{limited}:AtMostK", "--within", f"{limited}:OffByOne", "--property", "included")
    assert words(narrower) == {"included": "proved"}
    assert "HSV26 Observation 8.9" in narrower["opens"]


CONDITIONAL = """
from concomp.model.composition.suitable import Suitable


class Mine(Suitable):
    pass
"""


def test_what_is_proved_under_a_condition_says_it_in_full_and_is_not_usable_without(tmp_path: Path) -> None:
    file, both = written(tmp_path, CONDITIONAL), ("--property", "diagonal", "--property", "public")
    function = data(f"{file}:Mine", *both)
    created = "the functions of the created mechanisms are themselves diagonal"
    assert [each["given"] for each in function["properties"]] == [[created], [f"{created} and public"]]
    assert words(function) == {"diagonal": "proved", "public": "proved"}
    assert (function["usable_at_run_time"], function["evidence"]) == (False, None)
    text = verify(f"{file}:Mine", *both).stdout
    assert f"  diagonal: only if {created}\n  public: only if {created} and public\n" in text
    assert "Usable at run time only under these conditions" in text
    assert "it is diagonal and public" not in text


def test_parameters_are_fixed(limited: str) -> None:
    fixed = data(f"{limited}:AtMostK", "--param", "k=3", "--property", "diagonal", "--property", "witness")
    assert fixed["parameters"] == {"k": 3}
    assert [each["scope"] for each in fixed["properties"]] == ["all lengths, k = 3", "1 message, k = 3"]
    assert data(f"{limited}:two", "--property", "diagonal")["parameters"] == {"k": 2}
    sized = data(f"{limited}:Sized", "--param", "width=1", "--property", "swap invariant")
    assert words(sized) == {"swap invariant": "refuted"}
    vacuous = verify(f"{limited}:AtMostK", "--param", "k=0", "--property", "swap invariant")
    assert vacuous.exit_code == 1
    assert "vacuous: no accepted sequence has a pair that differs" in vacuous.stdout


@pytest.fixture(scope="module")
def proofs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("proofs")
    function = data(SURVEY, "--certificate", str(folder))
    proved = {each["property"]: each["certificate"] for each in function["properties"] if each["verdict"] == "proved"}
    assert {Path(path).name for path in proved.values()} == {name.replace(" ", "-") for name in proved}
    assert all(len(list(Path(path).glob("*.smt2"))) == 3 for path in proved.values())
    return folder


def copied(proofs: Path, folder: Path) -> Path:
    for file in proofs.rglob("*.*"):
        target = folder / file.relative_to(proofs)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(file.read_bytes())
    return folder / "Survey" / "first-pair-consistent"


def test_certificates_are_rechecked_without_the_prover(proofs: Path) -> None:
    function = data(SURVEY, "--recheck", str(proofs))
    names = ("first-pair consistent", "prefix closed", "well typed", "swap invariant", "diagonal", "public")
    assert words(function) == dict.fromkeys(names, "proved")
    assert function["witness"] is None
    assert function["opens"] == []


def drop_conjunct(folder: Path) -> None:
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["invariant"]
    manifest["invariant"].pop()
    (folder / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")


def change_text(folder: Path) -> None:
    file = folder / "consecution.smt2"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("(check-sat)", "(assert false)\n(check-sat)"), encoding="utf-8")


def swap_files(folder: Path) -> None:
    one, other = folder / "initiation.smt2", folder / "safety.smt2"
    first, second = one.read_bytes(), other.read_bytes()
    one.write_bytes(second)
    other.write_bytes(first)


def swap_properties(folder: Path) -> None:
    folder.rename(folder.parent / "aside")
    (folder.parent / "diagonal").rename(folder)
    (folder.parent / "aside").rename(folder.parent / "diagonal")


def remove_text(folder: Path) -> None:
    (folder / "safety.smt2").unlink()


@pytest.mark.parametrize("spoil", [drop_conjunct, change_text, swap_files, swap_properties, remove_text])
def test_spoiled_certificates_are_rejected(proofs: Path, tmp_path: Path, spoil: Any) -> None:
    spoil(copied(proofs, tmp_path))
    ran = verify(SURVEY, "--recheck", str(tmp_path), "--property", "first-pair consistent")
    assert ran.exit_code == 1
    assert "first-pair consistent is unknown" in ran.stdout


def test_the_certificate_of_another_function_is_rejected(proofs: Path, tmp_path: Path) -> None:
    copied(proofs, tmp_path)
    (tmp_path / "Survey").rename(tmp_path / "SurveyAgain")
    ran = verify(AGAIN, "--recheck", str(tmp_path), "--property", "swap invariant")
    assert ran.exit_code == 1
    assert "the function is 'Survey', not 'SurveyAgain'" in ran.stdout


def test_no_certificate_is_bad_input(proofs: Path, tmp_path: Path, limited: str) -> None:
    ran = verify(SURVEY, "--recheck", str(proofs), "--property", "reflexive")
    assert (ran.exit_code, "there is no certificate" in ran.stderr) == (2, True)
    ran = verify(f"{limited}:AtMostK", "--recheck", str(tmp_path))
    assert (ran.exit_code, "holds no certificate of this function" in ran.stderr) == (2, True)


STEP = "class A(Monitor):\n    def step(self, left: Int, right: Int) -> None:\n"
LOOPS = ["while True:\n    pass\n", IMPORTS + STEP + "        while True:\n            pass\n"]
NO_VALUES = (
    IMPORTS
    + """
class NoValues(Monitor):
    k = parameter(Int, where=lambda k: (k >= 1) & (k <= 0))

    def step(self, left: Int, right: Int) -> None:
        require(left + self.k == right)
"""
)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("import nosuchmodule\n", "written.py:1: ModuleNotFoundError: No module named 'nosuchmodule'"),
        ("import os\nos._exit(4)\n", "ended the process that imports it"),
        ("raise KeyboardInterrupt\n", "written.py:1: KeyboardInterrupt; the file must import without an error"),
        ("import builtins\nbuiltins.list = builtins.print = None\n", "gives the built-in print, list another meaning"),
        ("import builtins\nbuiltins.__dict__.clear()\n", "gives the built-in __name__, __doc__, __package__, "),
        ("import sys\nsys.modules.clear()\n", "ended the process that imports it"),
        (LIMITED, "has more than one verification function or post-processing; name one of them"),
        (NO_VALUES, "no values of the parameters satisfy their constraints: (k ≥ 1) and (k ≤ 0)"),
    ],
    ids=("import", "end", "interrupt", "builtins", "no builtins", "modules", "several", "values"),
)
def test_bad_files_are_told_on_one_line(
    tmp_path: Path, text: str, said: str, capfd: pytest.CaptureFixture[str]
) -> None:
    ran = verify(written(tmp_path, text))
    assert (ran.exit_code, ran.stdout) == (2, "")
    assert capfd.readouterr().err == ""  # what the process that imports it would say itself
    [line] = ran.stderr.splitlines()
    assert line.startswith("concomp: ")
    assert "written.py" in line
    assert said in line


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["{file}:AtMostK", "--param", "k=-1"], "parameter k of AtMostK is -1, which violates its constraint"),
        (["{file}:AtMostK", "--param", "k"], "is no name with a value; write --param u=3"),
        (["{file}:AtMostK", "--property", "diagnoal"], "did you mean 'diagonal'?"),
        (["{file}:AtMostK", "--property", "included"], "name the other with `within`"),
        (["{file}:AtMostK", "--within", SURVEY], "compare functions of the same messages"),
        (["{file}:AtMostK", "--time", "0"], "--time 0: give seconds for each property, more than 0 and at most 86400"),
        (["{file}:AtMostK", "--time", "nan"], "--time nan: give seconds"),
        (["{file}:AtMostK", "--time", "inf"], "--time inf: give seconds"),
        (["{file}:AtMostK", "--time", "1e9"], "--time 1e+09: give seconds"),
        (["{file}:AtMostK", "--certificate", "{file}"], "name a directory that can be made"),
    ],
    ids=("value", "parameter", "property", "other", "sorts", "time", "nan", "infinite", "large", "certificate"),
)
def test_what_cannot_be_asked_is_told_on_one_line(limited: str, arguments: list[str], said: str) -> None:
    ran = verify(*(argument.replace("{file}", limited) for argument in arguments))
    assert (ran.exit_code, ran.stdout) == (2, "")
    [line] = ran.stderr.splitlines()
    assert said in line


@pytest.mark.parametrize("text", LOOPS, ids=("import", "step"))
def test_a_file_that_loops_is_ended_in_time(tmp_path: Path, text: str) -> None:
    begun = time.monotonic()
    ran = verify(written(tmp_path, text), "--time", "1")
    assert time.monotonic() - begun < 15
    assert ran.exit_code == 2
    assert "is still being imported after" in ran.stderr


def test_unsatisfiable_parameters_for_machines(tmp_path: Path) -> None:
    ran = verify(written(tmp_path, NO_VALUES), "--json")
    assert ran.exit_code == 2
    [function] = json.loads(ran.stdout)["functions"]
    assert set(words(function).values()) == {"vacuous"}


def test_what_a_file_prints_is_kept_apart(tmp_path: Path) -> None:
    text = "print('hello')\n" + Path(SURVEY).read_text(encoding="utf-8")
    script = "import sys; from concomp.cli import main; main(sys.argv[1:])"
    command = [sys.executable, "-c", script, "verify", written(tmp_path, text), "--json"]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert ran.returncode == 0
    assert "hello" in ran.stderr
    assert json.loads(ran.stdout)["functions"][0]["name"] == "Survey"


def test_files_that_import_each_other_share_their_messages(tmp_path: Path) -> None:
    (tmp_path / "daily.py").write_text(LIMITED.replace("two = AtMostK(k=2)\n", ""), encoding="utf-8")
    weekly = tmp_path / "weekly.py"
    weekly.write_text("from daily import AtMostK\n\n\nclass Weekly(AtMostK):\n    pass\n", encoding="utf-8")
    found = data(str(weekly), "--within", f"{tmp_path / 'daily.py'}:AtMostK", "--property", "equivalent")
    assert words(found) == {"equivalent": "proved"}


def test_messages_are_the_same_whichever_of_two_files_is_named_first() -> None:
    assert words(data(AGAIN, "--within", SURVEY, "--property", "included")) == {"included": "refuted"}
    assert words(data(SURVEY, "--within", AGAIN, "--property", "included")) == {"included": "proved"}


def test_two_versions_of_a_file_are_compared_by_the_names_of_their_classes(tmp_path: Path) -> None:
    text = Path(SURVEY).read_text(encoding="utf-8")
    old, new, other = (tmp_path / name for name in ("old.py", "new.py", "other.py"))
    old.write_text(text, encoding="utf-8")
    new.write_text(
        text.replace("require(~self.loaded)", "require(~self.loaded | (x.data == y.data))"), encoding="utf-8"
    )
    other.write_text(text.replace("    data: Dataset", "    data: Dataset\n    more: Dataset"), encoding="utf-8")
    assert words(data(str(old), "--within", str(new), "--property", "included")) == {"included": "proved"}
    [verdict] = data(str(new), "--within", str(old), "--property", "included")["properties"]
    assert verdict["verdict"] == "refuted"
    assert verdict["rejection"]["file"] == str(old)
    assert text.splitlines()[verdict["rejection"]["line"] - 1].strip() == "require(~self.loaded)"
    refused = verify(str(old), "--within", str(other), "--property", "included")
    assert (refused.exit_code, "by names and fields" in refused.stderr) == (2, True)


def test_a_proof_about_two_versions_is_rechecked(tmp_path: Path) -> None:
    text = Path(SURVEY).read_text(encoding="utf-8")
    for name in ("old.py", "new.py"):
        (tmp_path / name).write_text(text, encoding="utf-8")
    asked = (str(tmp_path / "new.py"), "--within", str(tmp_path / "old.py"), "--property", "equivalent")
    assert verify(*asked, "--certificate", str(tmp_path / "proofs")).exit_code == 0
    assert verify(*asked, "--recheck", str(tmp_path / "proofs")).exit_code == 0


def test_what_never_matters_is_told_to_people_and_machines() -> None:
    repeats = str(ROOT / "examples/verification/repeats.py")
    [warning] = data(f"{repeats}:NeverRepeats", "--property", "reflexive")["warnings"]
    assert warning.startswith("near(last, left) never matters: last starts as nothing")
    assert "warning: near(last, left)" in verify(f"{repeats}:NeverRepeats", "--property", "reflexive").stdout
    assert data(f"{repeats}:Repeats", "--property", "reflexive")["warnings"] == []
    assert "warning" not in verify(f"{repeats}:Repeats", "--property", "reflexive").stdout
