"""The tests of ledgers in SQLite files notice what would lose a log, leave one out, or change what is only read."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from concomp.impl.session.errors import SessionError
from concomp.impl.session.ledger import engines, locks
from concomp.impl.session.ledger.ledger import Ledger
from tests.impl.session.ledger import test_forks as of_forks
from tests.impl.session.ledger import test_lost_logs as of_logs
from tests.impl.session.ledger import test_races as of_races
from tests.impl.session.ledger import test_reading as of_reading

Patch = pytest.MonkeyPatch
Claim = Callable[[Path], None]


def nobody_is_present(patch: Patch) -> None:
    """Whoever has a ledger open relies on SQLite's own locks."""
    patch.setattr(engines, "presence", lambda database, index: None)


def present_too_late(patch: Patch) -> None:
    """Whoever opens a ledger is there only when it is open."""

    def opened(path: Path) -> engines.OpenFile:
        file = opening(path)
        file.presence = engines.presence(str(path), f"{path}-shm")
        return file

    opening = engines.open_file
    patch.setattr(engines, "_presence", lambda path: None)
    patch.setattr(engines, "open_file", opened)


def log_made_by_reading(patch: Patch) -> None:
    """Whatever is opened keeps a log from then on."""

    def opened(path: Path) -> engines.OpenFile:
        file = opening(path)
        file.execute("PRAGMA journal_mode = WAL")
        return file

    opening = engines.open_file
    patch.setattr(engines, "open_file", opened)


def log_left_out(patch: Patch) -> None:
    """A file is read without its log where nothing can be written."""
    patch.setattr(engines, "_demand_no_log", lambda path: None)


def still_for_ever(patch: Patch) -> None:
    """Nobody asks whether a file was written that nobody can write here."""
    patch.setattr(engines, "_files", lambda file: (*engines._identities(file.path), None))


def given_back_when_collected(patch: Patch) -> None:
    """A ledger that nobody refers to keeps its connections."""
    patch.setattr(engines, "_give_back", lambda engine, process: None)


def a_thread_waits_for_itself(patch: Patch) -> None:
    """A signal handler waits for whoever it has interrupted, and is given up here, where it would wait for ever."""

    class Lock:
        def __enter__(self) -> None:
            assert lock.acquire(timeout=0.2)

        def __exit__(self, *_: object) -> None:
            lock.release()

    lock = threading.Lock()
    patch.setattr(locks, "RLock", Lock)


def asked_alike(patch: Patch) -> None:
    """All threads that wait ask alike."""
    patch.setattr(locks, "PAUSES", (0.002, 0.002))


def locks_lost(folder: Path) -> None:
    of_logs.test_a_process_that_copies_its_ledger_and_loses_its_locks_keeps_its_log(folder / "budget.db", folder, ("",))


def dropped_while_opened(folder: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        of_logs.test_a_ledger_that_is_opened_while_the_last_other_is_dropped_keeps_its_log(
            folder / "budget.db", patch, place=2
        )


def log_lost_while_opened(folder: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        of_logs.test_a_log_that_is_taken_away_while_it_is_opened_is_not_charged_in(
            folder / "budget.db", folder, patch, others="stay"
        )


def another_programs_file(folder: Path) -> None:
    of_reading.test_whoever_reads_another_programs_file_changes_nothing(folder / "budget.db", Ledger.states)


def log_that_cannot_be_read(folder: Path) -> None:
    with of_reading.readable() as public:
        of_reading.test_a_log_that_cannot_be_read_is_not_left_out(public, folder / "budget.db")


def written_by_others(folder: Path) -> None:
    with of_reading.readable() as public:
        of_reading.test_what_others_write_is_seen_where_nothing_can_be_written(public)


def nobody_refers(folder: Path) -> None:
    of_reading.test_a_ledger_that_nobody_refers_to_leaves_nothing_open(str(folder / "budget.db"))


def opened_by_a_handler(folder: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        of_forks.test_a_handler_may_open_another_ledger_while_one_is_opened(folder, patch)


def threads_that_wait(folder: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        of_races.test_of_threads_that_wait_the_first_asks_most_often(folder / "budget.db", patch)


BREAKAGES: list[tuple[Callable[[Patch], None], Claim]] = [
    (nobody_is_present, locks_lost),
    (present_too_late, dropped_while_opened),
    (present_too_late, log_lost_while_opened),
    (log_made_by_reading, another_programs_file),
    (log_left_out, log_that_cannot_be_read),
    (still_for_ever, written_by_others),
    (given_back_when_collected, nobody_refers),
    (a_thread_waits_for_itself, opened_by_a_handler),
    (asked_alike, threads_that_wait),
]


@pytest.mark.parametrize("claim", {claim.__name__: claim for _, claim in BREAKAGES}.values())
def test_the_claim_holds(claim: Claim, tmp_path: Path) -> None:
    claim(tmp_path)


@pytest.mark.parametrize(("breakage", "claim"), BREAKAGES)
def test_a_breakage_is_noticed(
    breakage: Callable[[Patch], None], claim: Claim, tmp_path: Path, monkeypatch: Patch
) -> None:
    breakage(monkeypatch)
    # A breakage may end in a wrong number or in a refusal: either is noticed.
    with pytest.raises((AssertionError, SessionError, pytest.fail.Exception)):
        claim(tmp_path)
