"""`concomp verify --assuming`: a property by which others are proved, told, written and rechecked."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from concomp.verification import host
from tests.obligations.verify import resting
from tests.tools.cli.verifying import IMPORTS, data, verify, words, written

FILE = (
    IMPORTS
    + """
class Once(Monitor):
    used = register(Bool, False)

    def step(self, left: Int, right: Int) -> None:
        with when(left != right):
            require(~self.used)
            self.used = True


class Near(Once):
    k = parameter(Int, where=lambda k: k >= 0)

    def step(self, left: Int, right: Int) -> None:
        super().step(left, right)
        require((left - right <= self.k) & (right - left <= self.k))
"""
)
FULL = pytest.mark.full
ASKED = ("--property", "swap invariant")


@pytest.fixture
def file(tmp_path: Path) -> str:
    return written(tmp_path, FILE)


def test_a_lemma_is_proved_first_and_told_and_rechecked(file: str, tmp_path: Path) -> None:
    near, lemma = f"{file}:Near", ("--assuming", f"{file}:Once: prefix closed")
    proofs, page = str(tmp_path / "proofs"), tmp_path / "page.html"
    ran = verify(near, *ASKED, *lemma, "--certificate", proofs, "--html", str(page))
    assert ran.exit_code == 0
    told = "swap invariant: by the lemma Once: prefix closed (all lengths)"
    assert f"\n  {told}\n" in ran.stdout
    assert told in page.read_text(encoding="utf-8")
    rechecked = data(near, *lemma, "--recheck", proofs)
    [verdict] = rechecked["properties"]
    assert verdict["verdict"] == "proved"
    [assumed] = verdict["assuming"]
    assert (assumed["function"], assumed["property"], len(assumed["manifests"])) == ("Once", "prefix closed", 1)
    without = verify(near, "--recheck", proofs)
    assert without.exit_code == 1
    assert "rests on the lemma Once: prefix closed; name it with --assuming" in without.stdout
    assert verify(near, *ASKED, *lemma, "--recheck", proofs, "--param", "k=2").exit_code == 1


def test_what_is_no_lemma_is_a_warning(file: str) -> None:
    found = data(f"{file}:Near", *ASKED, "--assuming", "first-pair consistent")
    assert words(found) == {"swap invariant": "proved"}
    assert found["properties"][0]["assuming"] == []
    assert any(
        each.startswith("the lemma Near: first-pair consistent is not used: it is refuted")
        for each in found["warnings"]
    )


def end_the_process(words: str, seconds: float) -> str:
    """Settle a lemma by ending the process."""
    os._exit(3)


def test_a_lemma_that_ends_the_process_keeps_no_property_waiting(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(host, "settle_lemma", end_the_process)
    found = data(f"{file}:Near", *ASKED, "--assuming", "prefix closed", "--assuming", f"{file}:Once: diagonal")
    assert words(found) == {"swap invariant": "proved"}
    assert [each.partition(":")[0] for each in found["warnings"]] == ["the lemma Near", "the lemma Once"]
    assert all("is not used: " in each for each in found["warnings"])


BAD = (
    ("", "--assuming '': names no property; write it as --assuming \"first-pair consistent\""),
    (": diagonal", "--assuming ': diagonal': names no function"),
    (
        "{file}:Near prefix closed",
        "--assuming '{file}:Near prefix closed': has no colon behind Near; write it as",
    ),
    (
        "first pair consistent",
        "--assuming: the lemma Once: there is no property 'first pair consistent'; did you mean 'first-pair",
    ),
    ("{file}:Near: diagonal", "the lemma Near: Once has no parameter 'k'; fix that of Near, as by --param k=3"),
    pytest.param("{file}:Twice: diagonal", "no verification function 'Twice'; there are: Once, Near", marks=FULL),
    pytest.param("witness", "the lemma Once: witness says that something can happen", marks=FULL),
)


@pytest.mark.parametrize(("lemma", "refusal"), BAD)
def test_a_bad_lemma_is_refused_on_one_line(file: str, lemma: str, refusal: str) -> None:
    ran = verify(f"{file}:Once", *ASKED, "--assuming", lemma.replace("{file}", file))
    assert ran.exit_code == 2
    assert refusal.replace("{file}", file) in ran.stderr
    assert ran.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("os._exit(3)", "ended the process in which it is imported"),
        pytest.param("time.sleep(60)", "is still being imported after", marks=FULL),
    ],
)
def test_the_file_of_a_lemma_that_does_not_import_is_named(file: str, tmp_path: Path, line: str, said: str) -> None:
    other = tmp_path / "other.py"
    other.write_text(f"import os\nimport time\n\n{line}\n", encoding="utf-8")
    ran = verify(f"{file}:Once", *ASKED, "--assuming", f"{other}:F: diagonal", "--time", "1")
    assert ran.exit_code == 2
    assert f"{other}: {said}" in ran.stderr


@FULL
def test_a_value_that_is_given_makes_it_a_lemma(file: str) -> None:
    found = data(f"{file}:Once", *ASKED, "--assuming", f"{file}:Near: diagonal", "--param", "k=3")
    assert words(found) == {"swap invariant": "proved"}
    assert found["properties"][0]["scope"] == "all lengths"


@FULL
def test_two_kinds_of_invariants_are_found_one_after_the_other() -> None:
    here = resting.__file__
    spending = (f"{here}:Spending", "--within", f"{here}:Whole", "--property", "included")
    assert verify(*spending, "--assuming", f"{here}:Marked: first-pair consistent").exit_code == 0
    assert verify(*spending, "--time", "20").exit_code == 3
