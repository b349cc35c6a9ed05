"""Whatever goes wrong with a check, its evidence or its statement is noticed."""

from __future__ import annotations

import json
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest

from concomp.cli.check import exit_code, sound
from concomp.cli.errors import BadInput
from concomp.obligations.runner.cache import Cache
from concomp.obligations.runner.checks import WrongCheck
from concomp.obligations.runner.index import Entry
from concomp.obligations.runner.objects import WrongTag, tagged_objects
from concomp.obligations.runner.pool import within
from concomp.obligations.runner.standing import standing
from concomp.obligations.runner.store import SpoiledEvidence, slug
from tests.meta.workshop import ERRATA, FALSE, GOOD, HEADING, REPAIRED, STATEMENTS, TRUE, Workshop, statement


def statuses(report: object) -> dict[str, str]:
    return {key: status.kind for key, status in report.standing.statuses.items()}  # type: ignore[attr-defined]


def edit(path: Path, **changes: object) -> None:
    path.write_text(json.dumps(json.loads(path.read_text()) | changes))


def evidence_file(workshop: Workshop, key: str) -> Path:
    folder = workshop.folder / "evidence" / "hsv26" / slug(key.removeprefix("HSV26 "))
    return next(path for path in workshop.evidence_files() if path.parent == folder)


def rewrite_index(workshop: Workshop, old: str, new: str) -> None:
    path = workshop.folder / "evidence" / "evidence.lock"
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def entry_of(workshop: Workshop, key: str) -> Entry:
    return next(entries[0] for (_, statement), entries in workshop.project.store.index().items() if statement == key)


def test_good_checks_are_confirmed(workshop: Workshop) -> None:
    report = workshop.recheck()
    assert (report.failures, report.undecided, exit_code(report, [])) == ((), (), 0)
    assert statuses(report) == {TRUE: "exact", FALSE: "repaired", REPAIRED: "exact"}
    assert {key: report.standing.rests(key) for key in workshop.labels()} == {
        TRUE: "—",
        FALSE: "exact (small numbers; 3 cases)",
        REPAIRED: "exact (small numbers; 3 cases)",
    }


def test_the_number_of_processes_changes_nothing(workshop: Workshop) -> None:
    assert workshop.recheck(jobs=1) == workshop.recheck(jobs=3)


def test_finding_again_gives_the_same_evidence(workshop: Workshop) -> None:
    before = {path: path.read_bytes() for path in workshop.evidence_files()}
    workshop.find()
    assert before == {path: path.read_bytes() for path in workshop.evidence_files()}
    assert len(before) == 3


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
    path = evidence_file(workshop, TRUE)
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
    edit(evidence_file(workshop, TRUE), **changes)
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
        f"{TRUE}: {package(workshop)}.other.many_are_even: its evidence file is missing; "
        "`concomp check --renew` finds it",
        f"the evidence file hsv26/lemma-1-1/{package(workshop)}.other.several_are_even.json belongs to no check any "
        "more; rename it with its check, or `concomp check --renew` deletes it",
    )
    alone = workshop.recheck_only(FALSE)
    assert (alone.failures, exit_code(alone, [])) == ((), 0)
    assert not workshop.find_outdated().failures
    assert not [path for path in workshop.evidence_files() if "several_are_even" in path.name]


def test_evidence_of_a_module_or_a_statement_that_is_gone_is_noticed(workshop: Workshop) -> None:
    path = evidence_file(workshop, TRUE)
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
    evidence_file(workshop, TRUE).unlink()
    report = workshop.recheck()
    assert exit_code(report, []) == 1
    assert report.failures == (
        f"{TRUE}: {package(workshop)}.topic.some_are_even: its evidence file is missing; "
        "`concomp check --renew` finds it",
    )
    assert statuses(report)[TRUE] == "missing"
    assert standing(workshop.project).statuses[TRUE].kind == "missing"


def test_a_check_that_finds_nothing_is_judged_by_its_recheck_alone(workshop: Workshop) -> None:
    workshop.write_checks(GOOD + "\nMORE = 3\n")
    report = workshop.recheck()
    assert statuses(report) == {TRUE: "exact", FALSE: "stale", REPAIRED: "exact"}
    (line,) = report.failures
    assert line == (
        f"{FALSE}: {package(workshop)}.topic.not_all_are_odd: its finding was made with other sources than today's; "
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
    workshop.write_checks(GOOD + f"\nfrom {package(workshop)}.helper import deep\n")
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
    workshop.write_checks(f"from {package(workshop)}.helper import half\n" + GOOD.replace("return exact()", judged))
    cache = Cache(workshop.folder / "cache")
    assert not workshop.find().failures
    assert not workshop.recheck(cache=cache).failures
    workshop.write("helper", "def half(number):\n    return number * 2\n")
    report = workshop.recheck(cache=cache)
    assert f"{TRUE}: {package(workshop)}.topic.some_are_even: half of 4 is not 2" in report.failures
    assert statuses(report) == {TRUE: "failed", FALSE: "stale", REPAIRED: "failed"}


def test_a_change_while_a_check_runs_is_noticed(workshop: Workshop) -> None:
    workshop.write("helper", "")
    change = "open(helper.__file__, 'a').write('MORE = 3\\n')"
    workshop.write_checks(
        f"from {package(workshop)} import helper\n"
        + GOOD.replace("return refuted()", f"{change}\n    return refuted()")
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
    rewrite_index(workshop, f"z3 {versions['z3']}", "z3 0.0")
    rewrite_index(workshop, f"python {versions['python']}", "python 2.7")
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


def test_a_vacuous_check_is_noticed(workshop: Workshop) -> None:
    workshop.write_checks(GOOD.replace("return exact()", "return exact(witness=None)"))
    report = workshop.find()
    assert statuses(report)[TRUE] == "vacuous"
    assert f"{TRUE}: a check of it was vacuous, no witness occurred; widen what the check covers" in report.failures
    assert exit_code(report, []) == 1
    assert statuses(report)[FALSE] == "refuted"


def test_an_outcome_that_differs_from_the_evidence_is_noticed(workshop: Workshop) -> None:
    path = evidence_file(workshop, TRUE)
    outcome = json.loads(path.read_text())["outcome"]
    edit(path, outcome=outcome | {"size": 4, "scope": "all numbers"})
    report = workshop.recheck()
    assert report.failures == (
        f"{TRUE}: {package(workshop)}.topic.some_are_even: comes out otherwise than its evidence says: scope, size; "
        f'if that is right, `concomp check --full "{TRUE}"` finds it anew',
    )
    assert statuses(report)[TRUE] == "failed"
    assert exit_code(report, []) == 1


def test_findings_that_do_not_bear_the_outcome_are_noticed(workshop: Workshop) -> None:
    edit(evidence_file(workshop, FALSE), findings={"number": 3})
    report = workshop.recheck()
    assert f"{FALSE}: {package(workshop)}.topic.not_all_are_odd: the number that was found is odd" in (report.failures)
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


def test_what_was_confirmed_before_is_not_run_again(workshop: Workshop) -> None:
    counted = f"open({str(workshop.folder / 'runs')!r}, 'a').write('x')\n    return exact()"
    workshop.write_checks(GOOD.replace("return exact()", counted))
    workshop.find()
    runs = workshop.folder / "runs"
    cache = Cache(workshop.folder / "cache")
    sizes = []
    for chosen in (cache, cache, Cache(None), cache):
        runs.write_text("")
        assert not workshop.recheck(cache=chosen).failures
        sizes.append(len(runs.read_text()))
    assert sizes == [1, 0, 1, 0]
    edit(evidence_file(workshop, TRUE), findings=1)
    runs.write_text("")
    workshop.recheck(cache=cache)
    assert len(runs.read_text()) == 1


def test_what_is_not_out_of_date_is_not_found_again(workshop: Workshop) -> None:
    counted = f"open({str(workshop.folder / 'runs')!r}, 'a').write('x')\n    return exact()"
    workshop.write_checks(GOOD.replace("return exact()", counted))
    runs = workshop.folder / "runs"
    sizes = []
    for spoil in (
        lambda: None,
        lambda: None,
        lambda: rewrite_index(workshop, entry_of(workshop, TRUE).sources, "0" * 16),
    ):
        spoil()
        runs.write_text("")
        assert not workshop.find_outdated().failures
        sizes.append(len(runs.read_text()))
    assert sizes == [1, 0, 1]
    assert not workshop.recheck().failures


def test_finding_goes_on_where_it_was_stopped(workshop: Workshop) -> None:
    evidence_file(workshop, FALSE).unlink()
    evidence_file(workshop, REPAIRED).write_text("{")
    before = evidence_file(workshop, TRUE).stat().st_mtime_ns
    assert not workshop.find_outdated().failures
    assert evidence_file(workshop, TRUE).stat().st_mtime_ns == before
    assert not workshop.recheck().failures


def test_an_executor_that_is_handed_in_finds_the_same(workshop: Workshop) -> None:
    before = {path: path.read_bytes() for path in workshop.evidence_files()}
    for path in before:
        path.unlink()
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        assert not workshop.find_outdated(within(executor)).failures
    assert before == {path: path.read_bytes() for path in workshop.evidence_files()}


def test_a_cluster_of_dask_finds_the_same(workshop: Workshop) -> None:
    distributed = pytest.importorskip("distributed")
    before = {path: path.read_bytes() for path in workshop.evidence_files()}
    for path in before:
        path.unlink()
    with (
        distributed.LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        assert not workshop.find_outdated(within(client.get_executor())).failures
    assert before == {path: path.read_bytes() for path in workshop.evidence_files()}


def test_what_an_executor_loses_is_noticed(workshop: Workshop) -> None:
    workshop.write_checks(
        GOOD.replace("return exact()", "return 1 // 0").replace("return refuted()", "__import__('os')._exit(7)")
    )
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as executor:
        failures = "\n".join(workshop.find_outdated(within(executor)).failures)
    assert "ZeroDivisionError" in failures
    assert "the executor lost it" in failures


def test_a_check_of_no_statement_is_noticed(workshop: Workshop) -> None:
    workshop.write_checks(GOOD.replace("Lemma 1.1", "Lemma 1.3"))
    with pytest.raises(WrongCheck, match=r"some_are_even is about no statement: .*'HSV26 Lemma 1\.3'"):
        workshop.recheck()


def test_a_check_that_is_there_twice_is_noticed(workshop: Workshop) -> None:
    workshop.write_checks(GOOD + "\nagain = some_are_even\n")
    with pytest.raises(WrongCheck, match=r"is there twice for HSV26 Lemma 1\.1"):
        workshop.recheck()


def test_a_tag_with_an_unknown_label_is_noticed(workshop: Workshop) -> None:
    tagged = "from concomp.model.registry.tags import realises\n\n@realises('HSV26 Lemma {}')\ndef f(): ...\n"
    workshop.write("objects", tagged.format("1.1"))
    assert workshop.recheck().standing.objects[TRUE][0].path == f"{package(workshop)}.objects.f"
    workshop.write("objects", tagged.format("1.7"))
    with pytest.raises(WrongTag, match=r"objects\.f carries a tag that is no statement: .*'HSV26 Lemma 1.7'"):
        workshop.recheck()


def test_tags_inside_classes_and_tables_are_found(workshop: Workshop) -> None:
    workshop.write(
        "objects",
        "from concomp.model.registry.tags import realises\n"
        "tag = realises('HSV26 Lemma 1.1')\n"
        "class Outer:\n"
        "    @property\n    @tag\n    def size(self): ...\n"
        "    @classmethod\n    @tag\n    def make(cls): ...\n"
        "    @tag\n    def method(self): ...\n"
        "    @tag\n    class Inner: ...\n"
        "class Heir(Outer): ...\n"
        "NUMBER = 3\n"
        "REALISES = {'NUMBER': ('HSV26 Lemma 1.1',)}\n",
    )
    workshop.forget_modules()
    found = [tagged.name for tagged in tagged_objects([package(workshop)], workshop.project.registry)]
    assert found == ["NUMBER", "Outer.Inner", "Outer.make", "Outer.method", "Outer.size"]


def test_a_dependency_cycle_is_noticed(workshop: Workshop) -> None:
    around = (
        statement("Lemma 1.1", REPAIRED),
        statement("Lemma 1.2", errata=("E1",)),
        statement("Lemma 1.2 (repaired)", TRUE, repairs=FALSE),
    )
    circular = workshop.with_registry(around)
    with pytest.raises(BadInput) as caught:
        sound(circular.project.registry)
    assert f"{TRUE} -> {REPAIRED} -> {TRUE}" in str(caught.value) or f"{REPAIRED} -> {TRUE} -> {REPAIRED}" in str(
        caught.value
    )


def test_an_unknown_label_in_the_registry_is_noticed(workshop: Workshop) -> None:
    rows = (statement("Lemma 1.1", "HSV26 Lemma 7.7"), *STATEMENTS[1:])
    with pytest.raises(BadInput, match=r"depends_on names 'HSV26 Lemma 7\.7', which has no row"):
        sound(workshop.with_registry(rows, ERRATA).project.registry)
    sound(workshop.project.registry)


def package(workshop: Workshop) -> str:
    return workshop.project.checks
