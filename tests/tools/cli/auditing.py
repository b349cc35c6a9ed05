"""How `concomp audit` is asked in tests, of the examples first of all."""

import json
from fractions import Fraction as F
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from concomp.cli import main
from tests.model.files.documents import as_fraction

EXAMPLES = Path(__file__).parents[3] / "examples"
NAMES = [
    "rr",
    "hidden_state",
    "two_continual",
    "attack_1",
    "attack_2",
    "attack_3",
    "uneven_streams",
    "filter",
    "tree_counters",
]
NAMED = ["running_counter", "binary_tree", "threshold_and_releases", "histogram_twin"]
"""Those that test_named_audits.py and the tests of histograms are about."""
MEASURED = ["renyi_attack_1", "renyi_attack_2", "renyi_attack_3", "zcdp_attack"]
"""Those that test_audited_measures.py is about."""


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["audit", *arguments])


def example(name: str) -> str:
    return str(EXAMPLES / f"{name}.json")


def data(name: str, *arguments: str) -> Any:
    result = run(example(name), *arguments, "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    return json.loads(result.stdout)


def deltas(name: str, e_eps: list[F]) -> list[F]:
    asked = [argument for e in e_eps for argument in ("--e-eps", str(e))]
    return [as_fraction(result["delta"]) for result in data(name, *asked)["results"]]
