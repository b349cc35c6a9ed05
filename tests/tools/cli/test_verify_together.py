"""`concomp verify` of several functions together, against a table of verdicts, and of a directory of certificates."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from concomp.cli.errors import BadInput
from concomp.cli.expected import differences, read_table
from concomp.model.language.syntax import terms
from concomp.model.language.syntax.definition import Definition, ParameterDefinition
from concomp.model.language.syntax.sorts import INT
from concomp.obligations.solvers.worker import Worker
from concomp.obligations.verify.certificates import index
from concomp.obligations.verify.certificates.certificate import Rejected
from concomp.obligations.verify.links import demand_links
from concomp.obligations.verify.properties.properties import NotAskable
from concomp.obligations.verify.proving.stages import new_worker
from concomp.verification.examination import Examination, examine
from concomp.verification.messages import Refusal, Request
from tests.tools.cli.verifying import AGAIN, IMPORTS, verify

TOGETHER = (
    IMPORTS.replace("import ", "import PostProcessing, ", 1)
    + """
class Small(Monitor):
    k = parameter(Int, where=lambda k: k <= 2)

    def step(self, left: Int, right: Int) -> None:
        require((left <= self.k) & (right <= self.k))


class Smaller(Monitor):
    width = parameter(Int, where=lambda width: width <= 2)
    unused = parameter(Int)

    def step(self, left: Int, right: Int) -> None:
        require((left < self.width) & (right < self.width) & (self.unused == self.unused))


class Large(Monitor):
    k = parameter(Int, where=lambda k: k >= 3)
    other = parameter(Real, where=lambda other: other >= 0)

    def step(self, left: Int, right: Int) -> None:
        require((left <= self.k) & (right <= self.k) & (self.other >= 0))


class Both(Monitor):
    k = parameter(Int)
    width = parameter(Int)

    def step(self, left: Int, right: Int) -> None:
        require((left <= self.k) & (right <= self.width))


class Sized(Monitor):
    def __init__(self, size: int, **given: object) -> None:
        super().__init__(**given)
        self.size = size

    def step(self, left: Int, right: Int) -> None:
        require((left <= self.size) & (right <= self.size))


class Passing(PostProcessing):
    k = parameter(Int)

    def on_left(self, message: Int) -> None:
        with when(message <= self.k):
            self.send_right(message)
        with when(message > self.k):
            self.send_right(self.k)

    def on_right(self, answer: Int) -> None:
        self.send_left(answer)


class Any(Monitor):
    def step(self, left: Int, right: Int) -> None:
        require(left == left)


class Loose(Monitor):
    k = parameter(Real)

    def step(self, left: Int, right: Int) -> None:
        require(Real(left) <= self.k)
"""
)


@pytest.fixture(scope="module")
def together(tmp_path_factory: pytest.TempPathFactory) -> str:
    file = tmp_path_factory.mktemp("together") / "together.py"
    file.write_text(TOGETHER, encoding="utf-8")
    return str(file)


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    with new_worker() as started:
        yield started


@pytest.fixture
def ask(worker: Worker, together: str) -> Callable[..., Any]:
    """Asks about functions of the file together; what is found out, or why nothing is."""

    def found(name: str, within: str, source: str | None = None, /, link: str = "", **values: str) -> Any:
        links = dict([link.split("=")] if link else [])
        places = [None if each is None else (together, each) for each in (within, source)]
        examined = examine(worker, Request((together, name), places[0], places[1], {}, (), values, links))
        if isinstance(examined, Refusal):
            return examined.message
        assert isinstance(examined, Examination)
        return examined.settle("included" if source is None else "f → f'", 20, None).data

    return found


def test_a_value_reaches_every_function(ask: Callable[..., Any]) -> None:
    assert ask("Smaller", "Small")["verdict"] == "refuted"
    assert ask("Smaller", "Small", k="0")["verdict"] == "refuted"
    assert ask("Smaller", "Small", k="1", width="2")["verdict"] == "proved"
    assert ask("Small", "Sized", size="2")["verdict"] == "proved"
    assert ask("Smaller", "Small", kk="1") == (
        "--param kk=1: Smaller and Small have no parameter 'kk'; did you mean 'k'?"
    )


def test_a_link_ties_parameters_of_two_functions(ask: Callable[..., Any]) -> None:
    assert set(ask("Small", "Smaller")["parameters"]) == {"k", "other:width", "other:unused"}
    assert set(ask("Small", "Smaller", link="k=width")["parameters"]) == {"k", "other:unused"}
    assert ask("Smaller", "Small")["verdict"] == "refuted"
    assert ask("Smaller", "Small", link="width=k")["verdict"] == "proved"
    assert ask("Small", "Smaller", link="k=width", width="2")["scope"].startswith("1 message, k = 2, Smaller.width = k")
    fixed = ask("Smaller", "Small", link="width=k", width="1")
    assert (fixed["verdict"], "width = 1" in fixed["scope"]) == ("proved", True)


def test_links_tie_what_a_post_processing_sends(ask: Callable[..., Any]) -> None:
    assert set(ask("Passing", "Smaller", "Any")["parameters"]) == {"k", "width", "unused"}
    assert set(ask("Passing", "Smaller", "Any", link="k=width")["parameters"]) == {"k", "unused"}


@pytest.mark.parametrize(
    ("functions", "link", "values", "said"),
    [
        (
            ("Small", "Smaller"),
            "k=widht",
            {},
            "no other function has a parameter 'widht'; did you mean",
        ),
        (("Small", "Smaller"), "kk=width", {}, "link kk=width: Small has no parameter 'kk'; did you mean 'k'?"),
        (
            ("Small", "Large"),
            "k=other",
            {},
            "'k' is of the sort Int, 'other' of Large of the sort Real; link parameters",
        ),
        (("Small", "Both"), "k=width", {}, "Both has both 'k', which is linked by its name, and 'width'; rename one"),
        (
            ("Small", "Smaller"),
            "k=width",
            {"k": "1", "width": "2"},
            "parameter 'k' has two values: Small.k = 1 and Smaller.width = 2; make both with one value, or do without",
        ),
    ],
    ids=("no other", "not own", "sorts", "both", "two values"),
)
def test_links_of_what_there_is_not_are_told(
    ask: Callable[..., Any], functions: tuple[str, str], link: str, values: dict[str, str], said: str
) -> None:
    assert said in ask(*functions, link=link, **values)


def test_constraints_that_contradict_each_other_are_named(together: str, ask: Callable[..., Any]) -> None:
    tied = ask("Smaller", "Large", link="width=k")
    assert (tied["verdict"], tied["unsatisfiable"]) == ("vacuous", True)
    assert "width ≤ 2 (" in tied["reason"]
    assert "width ≥ 3 (" in tied["reason"]
    assert "other" not in tied["reason"]
    ran = verify(f"{together}:Small", "--within", f"{together}:Large", "--property", "included")
    assert ran.exit_code == 2
    assert "witness   proved" in ran.stdout
    assert "included is vacuous: no values of the parameters satisfy their constraints: k ≤ 2 (" in ran.stdout


def test_a_value_that_the_other_function_may_not_have_is_told_without_a_place_of_ours(ask: Callable[..., Any]) -> None:
    assert ask("Loose", "Small", k="7").startswith(
        "parameter k of Small is 7, which violates its constraint; give a value"
    )


def test_parameters_of_one_name_and_two_sorts_are_two(ask: Callable[..., Any]) -> None:
    assert set(ask("Small", "Loose")["parameters"]) == {"k", "other:k"}


FOUND = {"witness": "proved", "swap invariant": "proved", "reflexive": "refuted", "f → f'": "proved"}


def table(folder: Path, verdicts: dict[str, str]) -> str:
    file = folder / "verdicts.json"
    file.write_text(json.dumps({"Survey": verdicts, "Another": {"witness": "proved"}}), encoding="utf-8")
    return str(file)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({}, []),
        ({"f → f'": None, "f -> f'": "proved"}, []),
        ({"reflexive": "proved"}, ["Survey, reflexive: is refuted, and proved is expected"]),
        ({"diagonal": "proved"}, ["Survey, diagonal: was not asked, and proved is expected"]),
        ({"witness": None}, ["Survey, witness: is proved, and {file} does not say so"]),
        (
            {"witness": "vacuous", "reflexive": "unknown"},
            [
                "Survey, witness: is proved, and vacuous is expected",
                "Survey, reflexive: is refuted, and unknown is expected",
            ],
        ),
    ],
)
def test_each_difference_from_a_table_is_named(tmp_path: Path, change: dict[str, Any], said: list[str]) -> None:
    file = table(tmp_path, {name: word for name, word in {**FOUND, **change}.items() if word is not None})
    assert differences(file, read_table(file), "Survey", FOUND) == [line.replace("{file}", file) for line in said]
    assert differences(file, read_table(file), "Surveys", FOUND) == [f"{file} has no table [Surveys]"]


def test_a_table_decides_the_exit_status(tmp_path: Path) -> None:
    file = tmp_path / "verdicts.toml"
    file.write_text('[SurveyAgain]\nwitness = "proved"\nreflexive = "refuted"\n', encoding="utf-8")
    asked = (AGAIN, "--property", "reflexive", "--expect", str(file))
    ran = verify(*asked)
    assert (ran.exit_code, ran.stderr) == (0, "")
    ran = verify(*asked, "--property", "diagonal")
    assert ran.exit_code == 1
    assert ran.stderr == f"concomp: SurveyAgain, diagonal: is proved, and {file} does not say so\n"


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("none.toml", None, "No such file"),
        ("bad.toml", "[Survey\n", "write TOML, or JSON in a file named .json"),
        ("bad.json", "{", "write TOML, or JSON in a file named .json"),
        ("list.json", "[]", "is no table"),
        ("twice.json", '{"F": {"reflexive": "refuted", "reflexive": "proved"}}', 'key "reflexive": it is there twice'),
        ("twice.json", '{"F": {"reflexive": "refuted"}, "F": {}}', 'key "F": it is there twice'),
        ("flat.toml", 'Survey = "proved"\n', "Survey: is no table; write lines like"),
        ("word.toml", '[Survey]\nwitness = "true"\n', "Survey, witness: 'true' is no verdict; write one of proved,"),
    ],
)
def test_what_is_no_table_is_told(tmp_path: Path, name: str, text: str | None, said: str) -> None:
    if text is not None:
        (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(BadInput, match=f"--expect .*{name}") as refused:
        read_table(str(tmp_path / name))
    assert said in refused.value.message


def test_a_table_that_is_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "table.toml")
    with pytest.raises(BadInput, match=r"--expect .*table.toml: no regular file; name a file that is stored"):
        read_table(str(tmp_path / "table.toml"))


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--param", "k=3", "--param", "k=1"), "--param k=1: k is 3 already; give it once"),
        (("--link", "k=w", "--link", "k=v"), "--link k=v: k is w already; give it once"),
        (("--drawn", "x=a.py:F", "--drawn", "x=b.py:F"), "--drawn x=b.py:F: x is a.py:F already; give it once"),
    ],
)
def test_a_name_is_given_once(options: tuple[str, ...], said: str) -> None:
    ran = verify(AGAIN, *options)
    assert (ran.exit_code, ran.stderr) == (2, f"concomp: {said}\n")


def test_one_parameter_is_linked_to_one() -> None:
    own = [ParameterDefinition(name, terms.leaf("parameter", INT, name), terms.TRUE) for name in ("k", "w")]
    other = Definition(
        "Other", INT, (), (ParameterDefinition("m", terms.leaf("parameter", INT, "m"), terms.TRUE),), (), ()
    )
    with pytest.raises(NotAskable, match="link k=m: k and w are both linked to 'm'; link one of them"):
        demand_links("F", own, [other], {"k": "m", "w": "m"})


def test_certificates_are_in_their_directory_whatever_a_function_is_called(tmp_path: Path) -> None:
    for name in ("../../escaped", "/escaped", "..", ".", "a\\b", "50%"):
        assert index.folder(tmp_path, name, "diagonal").resolve().relative_to(tmp_path).parts[1:] == ("diagonal",)
    assert index.folder(tmp_path, "%2E.", "diagonal") != index.folder(tmp_path, "..", "diagonal")
    assert index.folder(tmp_path, "Same on weight", "diagonal") == tmp_path / "Same on weight" / "diagonal"


def filled(folder: Path) -> None:
    for name in ("diagonal", "f → f'"):
        index.folder(folder, "Survey", name).mkdir(parents=True)
        index.enter(folder, "Survey", name, proved=True)


def remove(folder: Path) -> None:
    index.folder(folder, "Survey", "diagonal").rmdir()


def add(folder: Path) -> None:
    index.folder(folder, "Survey", "swap invariant").mkdir()


def forget(folder: Path) -> None:
    index.enter(folder, "Survey", "f → f'", proved=False)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (remove, "the index names 'diagonal', and {folder}/Survey/diagonal is not there"),
        (add, "{folder}/Survey/swap-invariant is there, and the index does not name it"),
        (forget, "{folder}/Survey/f-to-f is there, and the index does not name it"),
    ],
)
def test_what_is_not_in_a_directory_as_its_index_says_is_named(
    tmp_path: Path, change: Callable[[Path], None], said: str
) -> None:
    filled(tmp_path)
    assert index.differences(tmp_path, "Survey") == ()
    change(tmp_path)
    assert index.differences(tmp_path, "Survey") == (said.replace("{folder}", str(tmp_path)),)


TWICE = '{"schema": "concomp.certificates/1", "functions": {"Survey": ["diagonal"]}, "functions": {}}'


def test_an_index_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    for text in ("", "{}", '{"schema": "concomp.certificates/1", "functions": 3}', TWICE):
        (tmp_path / "index.json").write_text(text)
        with pytest.raises(Rejected, match="write the certificates again"):
            index.read(tmp_path)


def test_an_index_that_is_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "index.json")
    with pytest.raises(Rejected, match="no regular file"):
        index.read(tmp_path)


def test_a_recheck_fails_where_the_index_says_otherwise(tmp_path: Path) -> None:
    asked = ("--property", "diagonal", "--property", "reflexive")
    assert verify(AGAIN, "--certificate", str(tmp_path), *asked).exit_code == 1
    assert index.read(tmp_path).functions == {"SurveyAgain": ("diagonal",)}
    (tmp_path / "SurveyAgain" / "swap-invariant").mkdir()
    ran = verify(AGAIN, "--recheck", str(tmp_path))
    assert ran.exit_code == 1
    assert "swap-invariant is there, and the index does not name it" in ran.stderr
    assert "diagonal  proved" in ran.stdout
    (tmp_path / "index.json").unlink()
    ran = verify(AGAIN, "--recheck", str(tmp_path))
    assert (ran.exit_code, "index.json cannot be read" in ran.stderr) == (2, True)
