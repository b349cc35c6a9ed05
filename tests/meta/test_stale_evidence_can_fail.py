"""Evidence of other sources, versions or statements than today's is noticed; what changes nothing makes none stale."""

from __future__ import annotations

from concomp.cli.check import exit_code
from concomp.obligations.runner.cache import Cache
from concomp.obligations.runner.standing import standing
from tests.meta.workshop import (
    FALSE,
    GOOD,
    REPAIRED,
    STATEMENTS,
    TRUE,
    Workshop,
    statement,
    statuses,
)


def test_a_check_that_finds_nothing_is_judged_by_its_recheck_alone(workshop: Workshop) -> None:
    workshop.write_checks(GOOD + "\nMORE = 3\n")
    report = workshop.recheck()
    assert statuses(report) == {TRUE: "exact", FALSE: "stale", REPAIRED: "exact"}
    (line,) = report.failures
    assert line == (
        f"{FALSE}: {workshop.package}.topic.not_all_are_odd: its finding was made with other sources than today's; "
        "`concomp check --renew` finds it again"
    )
    assert exit_code(report, []) == 1
    assert not workshop.find_outdated().failures
    assert not workshop.recheck().failures


def test_where_nobody_looks_again_the_sources_are_compared(workshop: Workshop) -> None:
    workshop.write_checks(GOOD + "\nMORE = 3\n")
    found = standing(workshop.project).statuses
    assert {key: status.kind for key, status in found.items()} == dict.fromkeys((TRUE, FALSE, REPAIRED), "stale")


def test_comments_docstrings_and_formatting_leave_nothing_stale(workshop: Workshop) -> None:
    workshop.write_checks(
        "# A comment.\n"
        + GOOD.replace("return exact()", "return (\n        exact()\n    )\n\n").replace("Each small", "Every")
    )
    assert workshop.recheck().failures == ()
    assert not [status for status in standing(workshop.project).statuses.values() if status.kind == "stale"]


def test_a_change_of_what_a_check_imports_is_noticed(workshop: Workshop) -> None:
    helper = workshop.write("helper", "from . import deep\n")
    deep = workshop.write("deep", "SIZE = 3\n")
    workshop.write_checks(GOOD + f"\nfrom {workshop.package}.helper import deep\n")
    workshop.find()
    assert not workshop.recheck().failures
    helper.write_text("from . import deep\nMORE = 3\n", encoding="utf-8")
    assert statuses(workshop.recheck())[FALSE] == "stale"
    helper.write_text("from . import deep\n", encoding="utf-8")
    assert statuses(workshop.recheck())[FALSE] == "repaired"
    deep.write_text("SIZE = 4\n", encoding="utf-8")
    assert statuses(workshop.recheck())[FALSE] == "stale"


def test_a_changed_operator_of_what_a_check_recomputes_is_noticed(workshop: Workshop) -> None:
    workshop.write("helper", "def half(number):\n    return number // 2\n")
    judged = "if half(4) != 2:\n        raise Violation('half of 4 is not 2')\n    return exact()"
    workshop.write_checks(f"from {workshop.package}.helper import half\n" + GOOD.replace("return exact()", judged))
    cache = Cache(workshop.folder / "cache")
    assert not workshop.find().failures
    assert not workshop.recheck(cache=cache).failures
    workshop.write("helper", "def half(number):\n    return number * 2\n")
    report = workshop.recheck(cache=cache)
    assert f"{TRUE}: {workshop.package}.topic.some_are_even: half of 4 is not 2" in report.failures
    assert statuses(report) == {TRUE: "failed", FALSE: "stale", REPAIRED: "failed"}


def test_a_change_while_a_check_runs_is_noticed(workshop: Workshop) -> None:
    workshop.write("helper", "")
    change = "open(helper.__file__, 'a').write('MORE = 3\\n')"
    workshop.write_checks(
        f"from {workshop.package} import helper\n" + GOOD.replace("return refuted()", f"{change}\n    return refuted()")
    )
    report = workshop.find()
    assert statuses(report) == dict.fromkeys((TRUE, FALSE, REPAIRED), "stale")
    assert len(report.failures) == 3
    assert all("its sources changed while it was run" in line for line in report.failures)


def test_another_version_of_python_or_of_a_library_is_said(workshop: Workshop) -> None:
    workshop.write_checks(GOOD + "\ndef solver():\n    import z3\n    return z3\n")
    workshop.find()
    here = workshop.project.store.index()
    versions = next(iter(here.values()))[0].versions
    assert list(versions) == ["python", "z3"]
    workshop.rewrite_index(f"z3 {versions['z3']}", "z3 0.0")
    workshop.rewrite_index(f"python {versions['python']}", "python 2.7")
    report = workshop.recheck()
    assert report.remarks == (
        f"python is {versions['python']} here, and confirms what was found with python 2.7: 3 of the evidence files",
        f"z3 is {versions['z3']} here, and confirms what was found with z3 0.0: 3 of the evidence files",
    )
    assert (report.failures, exit_code(report, [])) == ((), 0)
    assert statuses(report) == {TRUE: "exact", FALSE: "repaired", REPAIRED: "exact"}
    assert {entry.versions["z3"] for entry in report.index.values()} == {"0.0"}


def test_a_changed_statement_is_noticed(workshop: Workshop) -> None:
    changed = workshop.with_registry((statement("Lemma 1.1", text="another text"), *STATEMENTS[1:]))
    report = changed.recheck()
    assert statuses(report) == {TRUE: "stale", FALSE: "repaired", REPAIRED: "exact"}
    assert report.standing.rests(REPAIRED) == "stale"
    assert "the statement has changed since; see that the check still fits it" in report.failures[0]
    assert exit_code(report, []) == 1
