"""The reference conforms, wrong targets do not, and adapters in three languages get the same verdicts."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from concomp.conformance.runner.outcomes import Outcome
from concomp.conformance.runner.running import run
from concomp.conformance.vectors.expectations import COSTS
from concomp.conformance.vectors.stock import load
from concomp.conformance.vectors.vector import Vector
from tests.conformance.kills import DETERMINISTIC, name_of, run_target, wrong_targets

ADAPTERS = Path(__file__).resolve().parents[2] / "adapters"
WRONG = [*wrong_targets(("composition", "sessions", "sums", "reading", "verifiers"))]
ELSEWHERE = {
    "rounded-down": "rounding",
    "pessimist": "utility",
    "dies-of-a-refusal": "utility",
    "budget-shortened": "utility",
    "counts-the-first": "utility",
    "nothing-is-no-loss": "utility",
    "signs-dropped": "robustness",
    "failures-answer": "robustness",
    "refuses-all": "utility",
}
"""The costs of errors that do not cost privacy."""
QUICK = {
    "tests.conformance.wrong.composition:RoundedDown": "composition-one-count",
    "tests.conformance.wrong.composition:Unsupporting": "composition-one-count",
    "tests.conformance.wrong.sessions:ChildChargedToNobody": "interleaving-nested-too-large",
    "tests.conformance.wrong.sessions:ChecksThenActs": "robustness-storm-of-2",
    "tests.conformance.wrong.verifiers:SidesSwapped": "verifier-falling-1",
}
"""One wrong target a family, and a vector that it fails."""
SAMPLES = (
    "composition-one-count",
    "filter-pure-sum",
    "interleaving-nested",
    "robustness-copy-by-fork",
    "verifier-falling-1",
)


def vectors(*names: str) -> list[Vector]:
    return [each for each in load() if each.id in names]


def deterministic() -> list[Vector]:
    return [each for each in load() if each.family in DETERMINISTIC]


def gravest(outcomes: list[Outcome]) -> str:
    costs = {each.cost for each in outcomes if each.verdict != "passed"}
    return next((cost for cost in COSTS if cost in costs), "none")


def test_the_reference_conforms_to_a_vector_of_each_family() -> None:
    assert [each.verdict for each in run_target("concomp", vectors(*SAMPLES)).outcomes] == ["passed"] * len(SAMPLES)


@pytest.mark.parametrize("target", QUICK)
def test_a_wrong_target_a_family_fails(target: str) -> None:
    [outcome] = run_target(target, vectors(QUICK[target])).outcomes
    unsupported = target.endswith("Unsupporting")
    assert outcome.verdict == ("unsupported" if unsupported else "failed")
    assert outcome.breaks
    assert outcome.cost == (None if unsupported else ELSEWHERE.get(name_of(target), "privacy"))


@pytest.mark.full
@pytest.mark.parametrize("target", WRONG)
def test_every_wrong_target_fails_at_its_cost(target: str) -> None:
    found = list(run_target(target, deterministic()).executed)
    if target.endswith("Unsupporting"):
        assert {each.verdict for each in found} == {"unsupported"}
    elif target.endswith("ChildrenShare"):
        assert gravest(found) == "utility"
    else:
        assert gravest(found) == ELSEWHERE.get(name_of(target), "privacy")


def verdicts(command: list[str], chosen: list[Vector]) -> dict[str, str]:
    return {each.vector.id: each.verdict for each in run(command, chosen).outcomes}


def adapters(folder: Path) -> list[list[str]]:
    compiled = folder / "example"
    if shutil.which("cc") is None or shutil.which("node") is None:
        pytest.skip("cc and node are needed for the adapters in C and JavaScript")
    subprocess.run(["cc", "-Wall", "-Werror", "-o", str(compiled), str(ADAPTERS / "example.c")], check=True)
    return [[str(compiled)], ["node", str(ADAPTERS / "example.js")], [sys.executable, str(ADAPTERS / "example.py")]]


def test_adapters_in_three_languages_get_the_same_verdicts(tmp_path: Path) -> None:
    chosen = [each for each in deterministic() if each.family in ("filter", "robustness")]
    in_c, in_javascript, in_python = (verdicts(command, chosen) for command in adapters(tmp_path))
    assert in_c == in_javascript == in_python
    assert set(in_c.values()) == {"passed", "not claimed"}
    assert list(in_c.values()).count("passed") > 30


@pytest.mark.parametrize("language", ["c", "js", "py"])
def test_an_adapter_to_copy_is_short(language: str) -> None:
    assert len((ADAPTERS / f"example.{language}").read_text("utf-8").splitlines()) <= 60
