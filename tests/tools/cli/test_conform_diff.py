"""`concomp conform diff`: new failures, tests that are gone, and a list of known failures that grows."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from concomp.cli import main
from concomp.report.conformance.differences import compare
from concomp.schemas.conformance import ConformOutput

PURE = {"claim": "filter", "measure": "pure"}
EXACT = {**PURE, "arithmetic": "exact"}
Change = Callable[[Any], object]
NO_CLAIM = "No longer claimed, or no longer tested: 1\n  nesting\n"


def report(failed: Sequence[str] = ()) -> Any:
    """A report of three vectors, of which these have failed."""
    return {
        "schema": "concomp.conform/1",
        "suite": "1",
        "target": {"name": "mine", "version": "1", "language": "C"},
        "conforms": not failed,
        "claims": [claim(PURE), claim({"claim": "nesting"})],
        "unclaimed": [],
        "known": [],
        "complaints": [],
        "vectors": [vector(name, "failed" if name in failed else "passed") for name in ("a", "b", "c")],
    }


def claim(terms: dict[str, str]) -> Any:
    row = {"verdict": "passed", "run": 1, "passed": 1, "cost": None, "first": None}
    return {"claim": ", ".join(terms.values()), "terms": terms, **row}


def vector(name: str, verdict: str) -> Any:
    texts = {"why": "why", "expected": "1", "reported": "0", "errors": "", "replay": f"concomp conform X --id {name}"}
    found = {"verdict": verdict, "cost": "privacy" if verdict == "failed" else None, "known": False, "step": 1}
    return {"id": name, "family": "filter", "statements": ["HSV26 Lemma 2.4"], **found, **texts, "above": None}


def known(name: str) -> Any:
    return {"id": name, "reason": "it is old", "issue": "#1", "expires": "2999-01-01"}


def diff(folder: Path, old: Any, new: Any) -> Result:
    files = [folder / "old.json", folder / "new.json"]
    for file, written in zip(files, (old, new), strict=True):
        file.write_text(json.dumps(written), encoding="utf-8")
    return CliRunner().invoke(main, ["conform", "diff", *map(str, files)])


@pytest.mark.parametrize("failed", [(), ("a",)])
def test_what_has_not_changed_is_not_worse(failed: Sequence[str], tmp_path: Path) -> None:
    result = diff(tmp_path, report(failed), report(failed))
    assert result.exit_code == 0, result.output
    assert result.stdout == "mine 1 (suite 1) -> mine 1 (suite 1)\n\nNothing is worse.\n"


def test_a_new_failure_is_told_with_what_replays_it(tmp_path: Path) -> None:
    result = diff(tmp_path, report(["b"]), report(["a"]))
    assert result.exit_code == 1
    assert result.stdout.splitlines()[2:] == [
        "New failures: 1",
        "  a: failed (privacy)",
        "    why",
        "    by        HSV26 Lemma 2.4",
        "    expected  1",
        "    reported  0",
        "    replay    concomp conform X --id a",
        "",
        "Mended: 1",
        "  b",
        "",
        "Worse, by new failures: 1. Mended: 1.",
    ]


def mend(new: Any) -> None:
    new["vectors"][0] |= {"verdict": "passed", "cost": None}


def drop_a_vector(new: Any) -> None:
    del new["vectors"][1]


def drop_a_claim(new: Any) -> None:
    new["claims"].pop()
    new["vectors"][1]["verdict"] = "not claimed"


def claim_more(new: Any) -> None:
    new["claims"][0] = claim(EXACT)


def claim_less(new: Any) -> None:
    new["claims"] = [claim(PURE)]


def know_a_failure(new: Any) -> None:
    new["known"].append(known("a"))
    new["vectors"][0]["known"] = True


def bring_a_failure(new: Any) -> None:
    new["vectors"].append(vector("d", "failed"))


def become_graver(new: Any) -> None:
    new["vectors"][0]["cost"] = "privacy"


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (mend, ""),
        (claim_more, ""),
        (drop_a_vector, "No longer run: 1\n  b: passed before\n"),
        (
            drop_a_claim,
            "No longer claimed, or no longer tested: 1\n  nesting\n\nNo longer run: 1\n  b: passed before\n",
        ),
        (claim_less, NO_CLAIM),
        (know_a_failure, "New in the list of known failures, which can only shrink: 1\n  a: it is old (#1)\n"),
        (bring_a_failure, "New failures: 1\n  d: failed (privacy)\n"),
        (become_graver, "New failures: 1\n  a: failed (privacy)\n"),
    ],
)
def test_what_is_no_longer_tested_is_as_loud_as_a_failure(change: Change, told: str, tmp_path: Path) -> None:
    old, new = report(["a"]), report(["a"])
    old["vectors"][0]["cost"] = new["vectors"][0]["cost"] = "rounding"
    change(new)
    result = diff(tmp_path, old, new)
    assert result.exit_code == bool(told), result.output
    assert told in result.stdout
    assert ("Nothing is worse." in result.stdout) == (not told)


def test_a_vector_that_took_the_place_of_another_stands_for_it() -> None:
    old: ConformOutput = report(["a"])
    new: ConformOutput = report()
    old["known"].append(known("a"))
    new["known"].append(known("e"))
    new["vectors"][0]["id"] = "e"
    assert compare(old, new, {}).are_worse
    found = compare(old, new, {"a": "d", "d": "e"})
    assert not found.are_worse
    assert [each["id"] for each in found.mended] == ["e"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{}", "schema: Field required: give a file that concomp conform --json has written"),
        ("nonsense", "Invalid JSON"),
        (json.dumps({**report(), "claims": [claim({"claim": "songs"})]}), "claim: Input should be 'filter', "),
    ],
)
def test_what_is_no_report_is_refused_on_one_line(text: str, told: str, tmp_path: Path) -> None:
    file = tmp_path / "report.json"
    file.write_text(text, encoding="utf-8")
    result = CliRunner().invoke(main, ["conform", "diff", str(file), str(tmp_path / "none.json")])
    assert (result.exit_code, result.stdout) == (2, "")
    assert len(result.stderr.splitlines()) == 1
    assert result.stderr.startswith(f"concomp: OLD: {file}: ")
    assert told in result.stderr


def test_it_has_its_own_help() -> None:
    result = CliRunner().invoke(main, ["conform", "diff", "--help"])
    assert result.exit_code == 0
    assert "conform diff [OPTIONS] OLD NEW" in result.stdout


def listed_twice(new: Any) -> None:
    new["vectors"].insert(0, vector("a", "failed"))
    new["conforms"] = False


def no_longer_conforms(new: Any) -> None:
    new["conforms"] = False


def not_tested(new: Any) -> None:
    new["claims"][1] |= {"verdict": "not tested", "run": 0, "passed": 0}


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (listed_twice, "New failures: 1\n  a: failed (privacy)"),
        (listed_twice, "Listed more than once: 1\n  a\n"),
        (no_longer_conforms, "The verdict: 1\n  it does not conform, and did\n"),
        (not_tested, NO_CLAIM),
    ],
)
def test_what_hides_a_failure_is_worse(change: Change, told: str, tmp_path: Path) -> None:
    new = report()
    change(new)
    result = diff(tmp_path, report(), new)
    assert result.exit_code == 1
    assert told in result.stdout


def test_a_claim_to_which_fewer_vectors_hold_a_target_is_named(tmp_path: Path) -> None:
    old, new = report(), report()
    old["claims"][1] |= {"run": 3, "passed": 3}
    result = diff(tmp_path, old, new)
    assert result.exit_code == 1
    assert "Held to by fewer vectors: 1\n  nesting: 1, and was by 3\n" in result.stdout


def test_a_vector_in_the_place_of_two_thins_out_no_claim() -> None:
    old: ConformOutput = report()
    new: ConformOutput = report()
    old["claims"][1] |= {"run": 2, "passed": 2}
    del new["vectors"][1]
    assert not compare(old, new, {"b": "a"}).are_worse
    assert compare(old, new, {}).are_worse


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"cost": "privacy"}, "a: known to cost privacy, and was to cost utility: it is old"),
        ({"cost": "unsupported"}, "a: known to cost unsupported, and was to cost utility: it is old"),
        ({"expires": "2999-01-02"}, "a: known until 2999-01-02, and was until 2999-01-01: it is old"),
    ],
)
def test_a_list_of_known_failures_can_only_shrink(change: dict[str, str], told: str, tmp_path: Path) -> None:
    narrow, wide = report(["a"]), report(["a"])
    narrow["known"] = [known("a") | {"cost": "utility"}]
    wide["known"] = [known("a") | {"cost": "utility"} | change]
    result = diff(tmp_path, narrow, wide)
    assert result.exit_code == 1
    assert f"Widened in the list of known failures, which can only shrink: 1\n  {told}\n" in result.stdout
    assert diff(tmp_path, wide, narrow).exit_code == 0
    unsaid = report(["a"])
    unsaid["known"] = [known("a")]
    assert (diff(tmp_path, unsaid, narrow).exit_code, diff(tmp_path, narrow, unsaid).exit_code) == (0, 1)


@pytest.mark.parametrize(
    ("change", "place"),
    [
        (
            {"vectors": [vector("a", "passed") | {"cost": "privacy"}]},
            'vectors[0].cost: "privacy": the verdict is passed',
        ),
        ({"vectors": [vector("a", "failed") | {"cost": None}]}, "vectors[0].cost: null: the verdict is failed"),
        (
            {"vectors": [vector("a", "crashed")]},
            "vectors[0].cost: null: the verdict is crashed, which costs robustness",
        ),
        ({"vectors": [vector("a", "great")]}, 'vectors[0].verdict: "great": it is no verdict'),
        ({"vectors": [vector("a", "failed") | {"known": True}]}, "vectors[0].known: true: it is no failure"),
        ({"vectors": [vector("a", "failed")]}, 'conforms: true: "a" breaks it'),
        ({"vectors": [vector("a", "unsupported")]}, 'conforms: true: "a" breaks it'),
        ({"vectors": [vector("a", "not claimed")]}, "conforms: true: nothing was put to the target"),
        ({"complaints": ["x"]}, "conforms: true: something is wrong with the list"),
        (
            {"claims": [claim(PURE) | {"run": 0, "passed": 0}]},
            'claims[0].verdict: "passed": by 0 of 0 it is not tested',
        ),
        ({"claims": [claim(PURE) | {"run": 2}]}, 'claims[0].verdict: "passed": by 1 of 2 it is failed'),
        ({"claims": [claim(PURE) | {"passed": 2}]}, "claims[0].passed: 2: it is not among 1 that were run"),
        ({"claims": [claim(PURE) | {"cost": "utility"}]}, 'claims[0].cost: "utility": the verdict is passed'),
        ({"claims": [claim(PURE) | {"run": 2, "verdict": "failed", "first": "a"}]}, 'claims[0].first: "a": '),
        ({"claims": [claim(PURE) | {"first": "a"}]}, 'claims[0].first: "a": '),
        ({"known": [known("a") | {"expires": "soon"}]}, 'known[0].expires: "soon": it is no day'),
        ({"known": [known("a"), known("a")]}, "known: a list of 2 entries: a vector is listed twice"),
    ],
)
def test_a_report_that_contradicts_itself_is_refused(change: dict[str, Any], place: str, tmp_path: Path) -> None:
    result = diff(tmp_path, report(), report() | change)
    assert (result.exit_code, result.stdout) == (2, ""), result.output
    [line] = result.stderr.splitlines()
    assert line.startswith(f"concomp: NEW: {tmp_path / 'new.json'}: {place}")
    assert line.endswith(": give the file as concomp conform --json has written it")


def test_reports_of_two_targets_are_not_compared(tmp_path: Path) -> None:
    new = report()
    new["target"]["name"] = "theirs"
    result = diff(tmp_path, report(), new)
    assert (result.exit_code, result.stdout) == (2, "")
    said = 'concomp: NEW: target.name: "theirs": it is "mine" in OLD: give two reports of one target\n'
    assert result.stderr == said


def test_another_suite_or_language_is_named_first(tmp_path: Path) -> None:
    new = report()
    new["suite"], new["target"]["language"] = "2", "Rust"
    result = diff(tmp_path, report(), new)
    assert result.exit_code == 0
    assert result.stdout.startswith("NOT ALIKE: suite 1 -> 2, language C -> Rust: ")


def test_no_text_of_a_report_writes_a_line_of_its_own(tmp_path: Path) -> None:
    forged = "\nNothing is worse.\x1b[2K"
    new = report(["a"])
    new["target"]["version"] = new["claims"][0]["claim"] = f"1{forged}"
    new["vectors"][0] |= {"why": forged, "expected": forged, "reported": forged, "replay": forged}
    result = diff(tmp_path, report(), new)
    assert result.exit_code == 1
    assert "Nothing is worse." not in result.stdout.splitlines()
    assert "\x1b" not in result.stdout
