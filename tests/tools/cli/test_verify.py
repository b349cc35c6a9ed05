"""`concomp verify`: what it prints, and what the exit status says."""

from __future__ import annotations

from pathlib import Path

from tests.tools.cli.verifying import AGAIN, LIMITED, ROOT, SURVEY, data, verify, words, written


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


def test_what_never_matters_is_told_to_people_and_machines() -> None:
    repeats = str(ROOT / "examples/verification/repeats.py")
    [warning] = data(f"{repeats}:NeverRepeats", "--property", "reflexive")["warnings"]
    assert warning.startswith("near(last, left) never matters: last starts as nothing")
    assert "warning: near(last, left)" in verify(f"{repeats}:NeverRepeats", "--property", "reflexive").stdout
    assert data(f"{repeats}:Repeats", "--property", "reflexive")["warnings"] == []
    assert "warning" not in verify(f"{repeats}:Repeats", "--property", "reflexive").stdout
