"""JSON Schemas: the files are those of the types, and what the commands really print and write is as they say."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner
from pydantic import TypeAdapter, ValidationError

from concomp.cli import main
from concomp.model.language.readings.json_writing import to_json
from concomp.schemas.generation import DIALECT, FOLDER, FORMATS, texts
from tests.model.language import monitors as m

pytestmark = pytest.mark.usefixtures("_standing_read_once")

ROOT = Path(__file__).resolve().parents[3]
EXAMPLES = ROOT / "examples"
RR, SURVEY, AGAIN = (
    str(EXAMPLES / name) for name in ("rr.json", "verification/survey.py", "verification/survey_again.py")
)
SKEWED = str(EXAMPLES / "confounding" / "skewed.json")
LEAK = str(EXAMPLES / "zcdp_attack.json")
TOTALS = str(EXAMPLES / "verification/totals.py")
SIDES = ("--from", f"{TOTALS}:Updates", "--within", f"{TOTALS}:Counters")
QUICK = ("--repeats", "5", "--releases", "5", "--scored", "9")
PRINTED = (
    ("concomp.check.1", ("check", "Haney23 Definition 2.1")),
    ("concomp.explain.1", ("explain", "HSV26 Theorem 5.4")),
    ("concomp.explain.1", ("explain", "E2")),
    ("concomp.confounding.1", ("confounding", SKEWED, "--add", "data", "--target", "E=3", "--as-printed")),
    ("concomp.experiment.correlation.1", ("experiment", "correlation")),
    ("concomp.experiment.membership.1", ("experiment", "membership", "--people", "20", "--places", "9", *QUICK)),
    ("concomp.compose.1", ("compose", "--param", "E=3/2", "--e-eps", "2", "--delta", "1/100")),
    ("concomp.compose.1", ("compose", "--param", "eps=0.1,delta=1e-9", "--param", "eps=0.3", "--e-eps", "2")),
    ("concomp.compose.1", ("compose", "--param", "eps=0.1", "--param", "eps=0.3", "--delta", "1/100")),
    ("concomp.audit.1", ("audit", RR)),
    ("concomp.audit.1", ("audit", RR, "--e-eps", "2", "--delta", "1/10", "--target", "E=2,delta=1/2", "--attacker")),
    ("concomp.audit.1", ("audit", RR, "--renyi", "2", "--trade-off")),
    ("concomp.audit.1", ("audit", LEAK, "--renyi", "2", "--renyi", "3/2", "--zcdp", "--tcdp", "3", "--rho", "1")),
    ("concomp.audit.1", ("audit", str(EXAMPLES / "attack_1.json"), "--e-eps", "1", "--attacker")),
    ("concomp.audit.bounds.1", ("audit", RR, "--bounds", "--e-eps", "2", "--delta", "1/10", "--target", "E=2,delta=1")),
    ("concomp.verify.1", ("verify", SURVEY)),
    ("concomp.verify.1", ("verify", AGAIN, "--property", "first-pair consistent", "--time", "0.001")),
    ("concomp.verify.1", ("verify", f"{TOTALS}:Sparing", *SIDES)),
)


def printed(*arguments: str) -> Any:
    ran = CliRunner().invoke(main, [*arguments, "--json"])
    assert ran.stdout, (ran.exit_code, ran.stderr, ran.exception)
    return json.loads(ran.stdout)


def read(name: str, data: Any) -> None:
    """Read data by the type of a schema; ValidationError if it is not as that says."""
    described, _ = FORMATS[name]
    TypeAdapter(described).validate_json(json.dumps(data))


@pytest.mark.parametrize(("name", "arguments"), PRINTED, ids=[str(number) for number in range(len(PRINTED))])
def test_what_a_command_prints_is_as_its_schema_says(name: str, arguments: tuple[str, ...]) -> None:
    data = printed(*arguments)
    read(name, data)
    # The name of the schema is that of the file: concomp.verify/1 is in concomp.verify.1.json.
    assert data["schema"].replace("/", ".") == name


def test_files_that_are_written_are_as_their_schemas_say(tmp_path: Path) -> None:
    CliRunner().invoke(main, ["verify", SURVEY, "--property", "diagonal", "--certificate", str(tmp_path)])
    read("concomp.certificate.1", json.loads((tmp_path / "Survey/diagonal/manifest.json").read_text(encoding="utf-8")))
    read("concomp.certificates.1", json.loads((tmp_path / "index.json").read_text(encoding="utf-8")))
    simulation = tmp_path / "simulation.json"
    CliRunner().invoke(main, ["audit", RR, "--e-eps", "3", "--certificate", str(simulation)])
    read("concomp.audit.certificate.2", json.loads(simulation.read_text(encoding="utf-8")))
    read("concomp.audit.recheck.1", printed("audit", RR, "--recheck", str(simulation)))


@pytest.mark.parametrize("monitor", [m.OneUser(), m.Static(), m.SparseVector()], ids=lambda each: type(each).__name__)
def test_verification_functions_are_as_their_schema_says(monitor: Any) -> None:
    read("concomp.verification.1", json.loads(to_json(monitor)))


@pytest.mark.parametrize("file", sorted(EXAMPLES.glob("*.json")), ids=lambda file: file.stem)
def test_the_examples_are_as_their_schema_says(file: Path) -> None:
    fields = json.loads(file.read_text(encoding="utf-8"))
    read("confounding" if fields["type"] == "confounding" else "mechanism", fields)


def test_what_compose_reads_is_as_its_schema_says(tmp_path: Path) -> None:
    data = {"params": [["11/10", "0"], ["3/2", "1/1000"]], "e_eps": ["2"]}
    read("compose", data)
    file = tmp_path / "parameters.json"
    file.write_text(json.dumps(data), encoding="utf-8")
    read("concomp.compose.1", printed("compose", "--file", str(file)))


@pytest.mark.parametrize("file", sorted((EXAMPLES / "compositions").glob("*.json")), ids=lambda file: file.stem)
def test_what_compose_reads_and_prints_of_an_example_is_as_its_schema_says(file: Path) -> None:
    fields = json.loads(file.read_text(encoding="utf-8"))
    read("compose", fields)
    asked = ("--delta", "1/100", "--eps", "1", "--e-eps", "2")
    schema = "concomp.compose.measure.1" if "measure" in fields else "concomp.compose.1"
    read(schema, printed("compose", "--file", str(file), *asked))


@pytest.mark.parametrize("measure", ["renyi", "zcdp"])
def test_what_is_infinite_is_as_its_schema_says(tmp_path: Path, measure: str) -> None:
    entry = {"renyi": {"order": "2", "params": [{"moment": "infinite"}]}, "zcdp": {"params": [{"rho": "infinite"}]}}
    data = {"measure": measure, **entry[measure], "delta": "1/100"}
    read("compose", data)
    file = tmp_path / "parameters.json"
    file.write_text(json.dumps(data), encoding="utf-8")
    read("concomp.compose.measure.1", printed("compose", "--file", str(file)))


def test_every_command_for_machines_has_a_schema() -> None:
    formats = [name.split(".")[1:] for name in FORMATS if name.startswith("concomp.")]
    for path in _paths(main):
        told = CliRunner().invoke(main, [*path, "--help"]).stdout
        assert ("--json" in told) == any(each[: len(path)] == path for each in formats), path


def _paths(group: click.Group, before: tuple[str, ...] = ()) -> Iterator[list[str]]:
    """The commands, each by the words that lead to it."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from _paths(command, (*before, name))
        else:
            yield [*before, name]


def test_the_files_are_those_of_the_types() -> None:
    shipped = {file.name: file.read_text(encoding="utf-8") for file in FOLDER.iterdir()}
    assert shipped == texts(), "run `python -m concomp.schemas`"
    assert {json.loads(text)["$schema"] for text in shipped.values()} == {DIALECT}


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("functions", 0, "witness"), "none"),
        (("functions", 0, "more"), 1),
        (("functions", 0, "properties", 0, "seconds"), "1 s"),
    ],
    ids=("type", "surplus", "inside"),
)
def test_what_is_not_as_the_schema_says_is_noticed(place: tuple[Any, ...], value: Any) -> None:
    data = printed("verify", SURVEY, "--property", "reflexive")
    read("concomp.verify.1", data)
    holder = data
    for step in place[:-1]:
        holder = holder[step]
    holder[place[-1]] = value
    with pytest.raises(ValidationError):
        read("concomp.verify.1", data)
