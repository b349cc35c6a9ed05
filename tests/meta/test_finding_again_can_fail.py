"""Whoever runs the checks, and however often, the same is found; what needs no run gets none."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest

from concomp.obligations.runner.cache import Cache
from concomp.obligations.runner.pool import within
from tests.meta.workshop import (
    FALSE,
    GOOD,
    REPAIRED,
    TRUE,
    Workshop,
    edit,
)


def test_the_number_of_processes_changes_nothing(workshop: Workshop) -> None:
    assert workshop.recheck(jobs=1) == workshop.recheck(jobs=3)


def test_finding_again_gives_the_same_evidence(workshop: Workshop) -> None:
    before = {path: path.read_bytes() for path in workshop.evidence_files()}
    workshop.find()
    assert before == {path: path.read_bytes() for path in workshop.evidence_files()}
    assert len(before) == 3


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
    edit(workshop.evidence_file(TRUE), findings=1)
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
        lambda: workshop.rewrite_index(workshop.entry_of(TRUE).sources, "0" * 16),
    ):
        spoil()
        runs.write_text("")
        assert not workshop.find_outdated().failures
        sizes.append(len(runs.read_text()))
    assert sizes == [1, 0, 1]
    assert not workshop.recheck().failures


def test_finding_goes_on_where_it_was_stopped(workshop: Workshop) -> None:
    workshop.evidence_file(FALSE).unlink()
    workshop.evidence_file(REPAIRED).write_text("{")
    before = workshop.evidence_file(TRUE).stat().st_mtime_ns
    assert not workshop.find_outdated().failures
    assert workshop.evidence_file(TRUE).stat().st_mtime_ns == before
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
