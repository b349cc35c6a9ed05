"""`concomp verify` of post-processings: verdicts, the theorem that they open, traces, certificates and errors."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from concomp.cli import main
from tests.thinning import thinned
from tests.tools.report.test_registers import UNTAINTED

ROOT = Path(__file__).resolve().parents[3]
TOTALS = str(ROOT / "examples/verification/totals.py")
SIDES = ("--from", f"{TOTALS}:Updates", "--within", f"{TOTALS}:Counters")
ALL = ("total", "destination", "response", "f → f'")
APPLICATIONS = """
from concomp.model import Int, Monitor, PostProcessing, when
from concomp.model.applications.histogram import histogram_mechanism, parts_of_histogram
from concomp.model.applications.local_protocol import OneRun, Server, ServerMessages, SparseData
from concomp.model.applications.neighbours import neighbouring_rows

hss = histogram_mechanism(1)
Rows = neighbouring_rows(1)
Parts = parts_of_histogram(1)
server = Server()


class Numbers(Monitor):
    def step(self, left: Int, right: Int) -> None:
        pass


class Silent(PostProcessing):
    def on_left(self, number: Int) -> None:
        with when(number > 3):
            self.send_left(0)

    def on_right(self, number: Int) -> None:
        self.send_right(number)


class Half(PostProcessing):
    def on_left(self, number: Int) -> None:
        self.send_left(number)
"""
BRANCHES = """
from concomp.model import Int, PostProcessing, register, when

class Branches(PostProcessing):
    many = register(Int, 0)
    answer = register(Int, 0)
    def on_left(self, value: Int) -> None:
        with when(value > 3):
            self.many = 1
        self.send_right(0)
    def on_right(self, answer: Int) -> None:
        self.answer = answer
        self.send_left(answer)
"""


def verify(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["verify", *arguments])


def data(*arguments: str) -> dict[str, Any]:
    [function] = json.loads(verify(*arguments, "--json").stdout)["functions"]
    assert isinstance(function, dict)
    return function


def words(function: dict[str, Any]) -> dict[str, str]:
    return {each["property"]: each["verdict"] for each in function["properties"]}


@pytest.fixture
def applications(tmp_path: Path) -> str:
    file = tmp_path / "applications.py"
    file.write_text(APPLICATIONS, encoding="utf-8")
    return str(file)


def test_a_right_one_opens_the_theorem_and_its_certificates_are_rechecked(tmp_path: Path) -> None:
    ran = verify(f"{TOTALS}:Totals", *SIDES, "--certificate", str(tmp_path))
    assert ran.exit_code == 0
    lines = ran.stdout.splitlines()
    assert lines[0].startswith("Totals: Hands each update to both counters")
    assert [line.split("  ")[0] for line in lines if " proved " in line] == ["witness", *ALL]
    assert "Theorems you can now use, if the composition of the parts is (ε, δ)-DP with respect to f'" in ran.stdout
    assert "  HSV26 Theorem 6.1" in lines
    table = lines[lines.index("") :][8:12]
    assert [re.sub(r"\S*totals\.py", "FILE", " ".join(line.split())) for line in table] == [
        "register tainted two copies",
        "update FILE:39, by the message differ after 1 message",
        "total no never differ",
        "halfway no never differ",
    ]
    again = data(f"{TOTALS}:Totals", *SIDES, "--recheck", str(tmp_path))
    assert words(again) == dict.fromkeys(ALL, "proved")
    assert (again["opens"], again["registers"]) == ([], [])
    other = verify(f"{TOTALS}:Totals", *SIDES[:2], "--within", f"{TOTALS}:Updates", "--recheck", str(tmp_path))
    assert other.exit_code == 2
    assert "sends to the right messages of the sort First | Second" in other.stderr


def test_a_certificate_of_a_right_one_proves_nothing_of_a_wrong_one(tmp_path: Path) -> None:
    verify(f"{TOTALS}:Totals", *SIDES, "--property", "destination", "--certificate", str(tmp_path))
    (tmp_path / "Totals").rename(tmp_path / "Sparing")
    ran = verify(f"{TOTALS}:Sparing", *SIDES, "--property", "destination", "--recheck", str(tmp_path))
    assert ran.exit_code == 1
    assert "the function is 'Totals', not 'Sparing'" in ran.stdout


def test_a_wrong_one_is_refuted_by_what_its_copies_do_and_opens_nothing() -> None:
    ran = verify(f"{TOTALS}:Sparing", *SIDES)
    assert ran.exit_code == 0
    assert "Theorem" not in ran.stdout
    # Copies that part hold what they like: of none of their registers it is said that they never differ in it.
    assert "not decided" in ran.stdout
    assert "never differ" not in ran.stdout
    start = ran.stdout.index("destination is refuted")
    assert [" ".join(line.split()) for line in ran.stdout[start:].splitlines()] == [
        "destination is refuted: the copies, which received the same from the right, send to different sides",
        "copy 0 copy 1 registers",
        "1 left 0 ⟶ right First(value=0) left 1 ⟶ right First(value=1) update = 0 and 1, total = 0, halfway = False",
        "2 right 0 ⟶ left 0 right 0 ⟶ right Second(value=1) update = 0 and 1, total = 0, halfway = True",
    ]


@pytest.mark.full
def test_the_registers_for_machines(tmp_path: Path) -> None:
    file = tmp_path / "branches.py"
    file.write_text(BRANCHES, encoding="utf-8")
    assert data(str(file))["registers"] == [
        {
            "name": "many",
            "tainted": True,
            "place": f"{file}:9",
            "sources": ["the message"],
            "by_condition": True,
            "copies": "differ",
            "messages": 1,
        },
        UNTAINTED,
    ]


def test_the_trace_for_machines() -> None:
    found = data(f"{TOTALS}:Sparing", *SIDES, "--property", "destination")
    assert (found["kind"], found["opens"]) == ("post-processing", [])
    [destination] = found["properties"]
    assert destination["trace"][-1] == {
        "left": {"from": "right", "received": 0, "sends": {"to": "left", "message": 0}},
        "right": {"from": "right", "received": 0, "sends": {"to": "right", "message": {"Second": {"value": 1}}}},
        "accepted": False,
        "registers": {
            "0:update": 0,
            "0:total": 0,
            "0:halfway": True,
            "1:update": 1,
            "1:total": 0,
            "1:halfway": True,
        },
    }
    assert [step["accepted"] for step in found["witness"]["trace"]] == [True]


def test_without_both_sides_no_theorem_is_offered() -> None:
    ran = verify(f"{TOTALS}:Totals")
    assert ran.exit_code == 0
    assert "f → f'" not in ran.stdout.splitlines()[3:7]
    assert ran.stdout.splitlines()[-1] == (
        "The theorems about post-processings want f → f' too: name f by --from and f' by --within."
    )


def test_what_is_silent_is_refuted_though_nothing_is_sent_to_the_right(applications: str) -> None:
    sides = ("--from", f"{applications}:Numbers", "--within", f"{applications}:Numbers")
    for options in ((), sides):
        found = data(f"{applications}:Silent", *options, "--property", "total")
        assert (words(found), len(found["properties"][0]["trace"])) == ({"total": "refuted"}, 1)
    vacuous = verify(f"{applications}:Silent", *sides, "--property", "f -> f'")
    assert vacuous.exit_code == 1
    assert "vacuous: no pair that is sent to the right differs, so the property says nothing" in vacuous.stdout


def test_values_per_copy_and_parameters(applications: str) -> None:
    local = str(ROOT / "model/concomp/model/applications/local_protocol.py")
    sides = ("--from", f"{applications}:OneRun", "--within", f"{applications}:ServerMessages")
    drawn = ("--drawn", f"secret={applications}:SparseData")
    found = data(f"{applications}:Server", *sides, *drawn, "--param", "n=3")
    assert (words(found), found["parameters"]) == (dict.fromkeys(ALL, "proved"), {"n": 3})
    assert found["properties"][3]["scope"] == "all lengths, all k ≥ 0, n = 3, ServerMessages.n = 3"
    assert found["opens"] == ["HSV26 Theorem 6.1", "HSV26 Corollary 6.6 (repaired)"]
    loose = data(f"{applications}:server", *sides, "--property", "f -> f'")
    assert words(loose) == {"f → f'": "refuted"}
    assert loose["properties"][0]["rejection"]["text"] == "require(neighbouring_data(x.data, y.data))"
    assert loose["properties"][0]["rejection"]["file"].endswith(Path(local).name)


def test_a_function_that_is_known_to_be_sensitive(applications: str) -> None:
    sides = ("--from", f"{applications}:Rows", "--within", f"{applications}:Parts")
    wrong = data(f"{applications}:hss", *sides, "--property", "f → f'")
    assert (words(wrong), len(wrong["properties"][0]["trace"])) == ({"f → f'": "refuted"}, 5)
    right = data(f"{applications}:hss", *sides, "--sensitive", "query", "--property", "response")
    assert right["properties"][0]["scope"] == "all lengths, dimension = 1, query is 1-sensitive"


@pytest.mark.parametrize(
    ("arguments", "said"),
    thinned(
        [
            (
                [f"{TOTALS}:Totals", "--from", f"{TOTALS}:Updates"],
                "name f by --from and f' by --within, both or neither",
            ),
            ([f"{TOTALS}:Updates", "--from", f"{TOTALS}:Updates"], "only a post-processing takes --from"),
            ([f"{TOTALS}:Totals", "--property", "f -> f'"], "name f by `from` and f' by `within`"),
            ([f"{TOTALS}:Totals", "--property", "totl"], "did you mean 'total'?"),
            ([f"{TOTALS}:Totals", *SIDES, "--drawn", f"x={TOTALS}:Updates"], "Totals draws no 'x' per copy"),
            ([f"{TOTALS}:Totals", *SIDES, "--drawn", "x"], "--drawn x: is no name with a value"),
            ([f"{TOTALS}:Totals", "--sensitive", "query"], "Totals uses no function 'query'"),
            (["{file}:hss", "--sensitive", "gamma"], "'gamma' is no function of one vector of integers"),
            ([f"{TOTALS}:Totals", "--from", f"{TOTALS}:Totals", *SIDES[2:]], "'Totals' is no verification function"),
            (["{file}:Half"], "Half is abstract; write its `on_right`"),
            (["{file}:server", "--param", "n=0"], "parameter n of Server is 0, which violates its constraint"),
        ],
        2,
    ),
    ids=("one", "function", "maps", "property", "drawn", "form", "sensitive", "gamma", "from", "abstract", "value"),
)
def test_what_cannot_be_asked_is_told_on_one_line(applications: str, arguments: list[str], said: str) -> None:
    ran = verify(*(argument.replace("{file}", applications) for argument in arguments))
    assert (ran.exit_code, ran.stdout) == (2, "")
    [line] = ran.stderr.splitlines()
    assert said in line
