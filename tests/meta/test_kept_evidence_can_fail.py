"""Evidence that is spoiled, is missing, or belongs to nothing any more is noticed."""

from __future__ import annotations

import pytest

from concomp.cli.check import exit_code
from concomp.obligations.runner.standing import standing
from concomp.obligations.runner.store import SpoiledEvidence
from tests.meta.workshop import (
    FALSE,
    HEADING,
    TRUE,
    Workshop,
    edit,
    statuses,
)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is not evidence: the file: Invalid JSON"),
        (b"{", "is not evidence: the file: Invalid JSON"),
        (b"\xff", "is not UTF-8"),
        (b"[]", "is not evidence: the file"),
        (b'{"findings": null}', "is not evidence: outcome: Field required"),
    ],
)
def test_a_spoiled_file_is_noticed(workshop: Workshop, content: bytes, message: str) -> None:
    path = workshop.evidence_file(TRUE)
    path.write_bytes(content)
    with pytest.raises(SpoiledEvidence) as caught:
        workshop.recheck()
    assert message in str(caught.value)
    assert "hsv26/lemma-1-1/" in str(caught.value)
    assert f'`git checkout` brings it back, `concomp check --renew "{TRUE}"` finds it again' in str(caught.value)
    assert not workshop.find().failures


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"statement": FALSE}, "is not evidence: statement: Extra inputs are not permitted"),
        ({"surplus": 1}, "is not evidence: surplus: Extra inputs are not permitted"),
        ({"findings": 0.5}, "is not evidence: findings"),
    ],
)
def test_evidence_with_anything_else_in_it_is_noticed(
    workshop: Workshop, changes: dict[str, object], message: str
) -> None:
    edit(workshop.evidence_file(TRUE), **changes)
    with pytest.raises(SpoiledEvidence, match="finds it again") as caught:
        workshop.recheck()
    assert message in str(caught.value)


def test_evidence_of_a_check_that_is_gone_is_noticed(workshop: Workshop) -> None:
    other = '@check("HSV26 Lemma 1.1")\ndef {}():\n    """Again."""\n    return exact()\n'
    workshop.write("other", HEADING + other.format("several_are_even"))
    assert not workshop.find().failures
    workshop.write("other", HEADING + other.format("many_are_even"))
    report = workshop.recheck()
    assert report.failures == (
        f"{TRUE}: {workshop.package}.other.many_are_even: its evidence file is missing; "
        "`concomp check --renew` finds it",
        f"the evidence file hsv26/lemma-1-1/{workshop.package}.other.several_are_even.json belongs to no check any "
        "more; rename it with its check, or `concomp check --renew` deletes it",
    )
    alone = workshop.recheck_only(FALSE)
    assert (alone.failures, exit_code(alone, [])) == ((), 0)
    assert not workshop.find_outdated().failures
    assert not [path for path in workshop.evidence_files() if "several_are_even" in path.name]


def test_evidence_of_a_module_or_a_statement_that_is_gone_is_noticed(workshop: Workshop) -> None:
    path = workshop.evidence_file(TRUE)
    stray = workshop.folder / "evidence" / "hsv26" / "lemma-9-9" / path.name
    stray.parent.mkdir()
    stray.write_text(path.read_text())
    gone = path.with_name("hsv26.no_such_module.some_are_even.json")
    path.rename(gone)
    report = workshop.recheck()
    assert [line.split(" ")[3] for line in report.failures if "belongs to no check any more" in line] == [
        f"hsv26/lemma-1-1/{gone.name}",
        f"hsv26/lemma-9-9/{stray.name}",
    ]
    assert not workshop.recheck_only(FALSE).failures
    assert not workshop.find_outdated().failures
    assert not stray.exists()
    assert not gone.exists()


def test_missing_evidence_is_noticed(workshop: Workshop) -> None:
    workshop.evidence_file(TRUE).unlink()
    report = workshop.recheck()
    assert exit_code(report, []) == 1
    assert report.failures == (
        f"{TRUE}: {workshop.package}.topic.some_are_even: its evidence file is missing; "
        "`concomp check --renew` finds it",
    )
    assert statuses(report)[TRUE] == "missing"
    assert standing(workshop.project).statuses[TRUE].kind == "missing"
