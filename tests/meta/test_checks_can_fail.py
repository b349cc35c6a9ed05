"""Whatever goes wrong with a check, or with what comes out of it, is noticed."""

from __future__ import annotations

import json

from concomp.cli.check import exit_code
from tests.meta.workshop import (
    FALSE,
    GOOD,
    REPAIRED,
    TRUE,
    Workshop,
    edit,
    statuses,
)


def test_good_checks_are_confirmed(workshop: Workshop) -> None:
    report = workshop.recheck()
    assert (report.failures, report.undecided, exit_code(report, [])) == ((), (), 0)
    assert statuses(report) == {TRUE: "exact", FALSE: "repaired", REPAIRED: "exact"}
    assert {key: report.standing.rests(key) for key in workshop.labels()} == {
        TRUE: "—",
        FALSE: "exact (small numbers; 3 cases)",
        REPAIRED: "exact (small numbers; 3 cases)",
    }


def test_a_vacuous_check_is_noticed(workshop: Workshop) -> None:
    workshop.write_checks(GOOD.replace("return exact()", "return exact(witness=None)"))
    report = workshop.find()
    assert statuses(report)[TRUE] == "vacuous"
    assert f"{TRUE}: a check of it was vacuous, no witness occurred; widen what the check covers" in report.failures
    assert exit_code(report, []) == 1
    assert statuses(report)[FALSE] == "refuted"


def test_an_outcome_that_differs_from_the_evidence_is_noticed(workshop: Workshop) -> None:
    path = workshop.evidence_file(TRUE)
    outcome = json.loads(path.read_text())["outcome"]
    edit(path, outcome=outcome | {"size": 4, "scope": "all numbers"})
    report = workshop.recheck()
    assert report.failures == (
        f"{TRUE}: {workshop.package}.topic.some_are_even: comes out otherwise than its evidence says: scope, size; "
        f'if that is right, `concomp check --full "{TRUE}"` finds it anew',
    )
    assert statuses(report)[TRUE] == "failed"
    assert exit_code(report, []) == 1


def test_findings_that_do_not_bear_the_outcome_are_noticed(workshop: Workshop) -> None:
    edit(workshop.evidence_file(FALSE), findings={"number": 3})
    report = workshop.recheck()
    assert f"{FALSE}: {workshop.package}.topic.not_all_are_odd: the number that was found is odd" in (report.failures)
    assert exit_code(report, []) == 1


def test_findings_are_judged_as_they_are_kept(workshop: Workshop) -> None:
    first = "{'2': 'even', '10': 'even'}"
    asked = 'if list(findings) != ["2", "10"]:'
    workshop.write_checks(GOOD.replace('{"number": 2}', first).replace('if findings["number"] % 2:', asked))
    assert any("the number that was found is odd" in line for line in workshop.find().failures)


def test_a_refuted_true_statement_is_noticed(workshop: Workshop) -> None:
    workshop.write_checks(GOOD.replace("return exact()", "return refuted()"))
    report = workshop.find()
    assert any(line.startswith(f"{TRUE}: refuted by") for line in report.failures)
    assert any(line.startswith(f"{REPAIRED}: refuted by") for line in report.failures)
    assert exit_code(report, []) == 1


def test_a_false_statement_that_is_not_refuted_is_noticed(workshop: Workshop) -> None:
    workshop.write_checks(GOOD.replace("return refuted()", "return exact()"))
    report = workshop.find()
    assert report.failures == (f"{FALSE}: false as printed by erratum E1, yet none of its checks refutes it",)
    assert exit_code(report, []) == 1


def test_a_check_that_breaks_or_takes_its_process_down_is_noticed(workshop: Workshop) -> None:
    workshop.write_checks(
        GOOD.replace("return exact()", "return 1 // 0").replace("return refuted()", "__import__('os')._exit(7)")
    )
    failures = "\n".join(workshop.find().failures)
    assert "ZeroDivisionError" in failures
    assert "its process ended with status 7" in failures
    assert len(workshop.find().failures) == 3


def test_a_check_that_does_not_end_is_undecided_and_never_a_difference(workshop: Workshop) -> None:
    text = GOOD.replace(
        "    return exact()", "    if (HERE / 'hang').exists():\n        while True: pass\n    return exact()"
    )
    workshop.write_checks(f"from pathlib import Path\nHERE = Path({str(workshop.folder)!r})\n" + text)
    before = workshop.find()
    (workshop.folder / "hang").touch()
    report = workshop.recheck(limit=3, jobs=2)
    assert report.failures == ()
    assert len(report.undecided) == 2
    assert "did not end within 3 seconds" in report.undecided[0]
    assert report.standing == before.standing
    assert exit_code(report, []) == 3
