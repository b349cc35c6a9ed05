"""Every state in which a crash may leave an SQLite file, made of the writes of a run.

SQLite appends what a transaction changes to the write-ahead log, page by page, and later copies pages from there into
the file. So a crash leaves the file as it was and a log that ends anywhere; or, while pages are copied, the whole log
and a file in which any of them are.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise, product
from pathlib import Path

import pytest

from concomp.impl.accounting.guarantees import PureDP
from concomp.impl.accounting.rules.usual import usual_rule
from concomp.impl.session.ledger.ledger import Ledger

TENTH, BUDGET = PureDP("1/10"), PureDP(1)
HEADER, FRAME_HEADER, SECTOR = 32, 24, 512


@dataclass(frozen=True)
class Files:
    """What is in the file, and in its log."""

    database: bytes
    log: bytes

    @classmethod
    def of(cls, file: Path) -> Files:
        """What there is now."""
        return cls(file.read_bytes(), file.with_name(file.name + "-wal").read_bytes())

    def put(self, file: Path) -> None:
        """Make a folder with these."""
        shutil.rmtree(file.parent, ignore_errors=True)
        file.parent.mkdir()
        file.write_bytes(self.database)
        file.with_name(file.name + "-wal").write_bytes(self.log)


def charge(ledger: Ledger, number: int) -> None:
    """Charge once for this number, however often it is asked for."""
    assert ledger.account("main").spend(TENTH, f"count {number}", request=str(number)).is_accepted


def run_of(file: Path, charges: int) -> list[Files]:
    """The files after so many charges, from none on."""
    ledger = Ledger(file)
    ledger.start("main", usual_rule(BUDGET))
    states = [Files.of(file)]
    for number in range(1, charges + 1):
        charge(ledger, number)
        states.append(Files.of(file))
    ledger.close()
    return states


def cut_short(before: Files, after: Files) -> Iterator[Files]:
    """What a crash leaves between two states: each prefix of the frames, with the last one torn, or another's bytes."""
    (size,) = {int.from_bytes(after.log[8:12], "big")}
    assert before.database == after.database
    assert after.log.startswith(before.log)
    for end in range(len(before.log), len(after.log), FRAME_HEADER + size):
        for torn in (0, 8, SECTOR, FRAME_HEADER + size - 1):
            yield Files(after.database, after.log[: end + torn])
        yield Files(after.database, after.log[:end] + bytes(FRAME_HEADER + size))


def without_a_sync(before: Files, after: Files) -> Iterator[Files]:
    """What is left where the disk wrote the log in another order: a frame is missing in the middle."""
    (size,) = {int.from_bytes(after.log[8:12], "big")}
    step = FRAME_HEADER + size
    for start in range(len(before.log), len(after.log), step):
        yield Files(after.database, after.log[:start] + bytes(step) + after.log[start + step :])


def demand_sound(file: Path, left: Files, kept: tuple[int, int]) -> None:
    """The book goes on from what is left, with one of these numbers of charges; a request repeated is charged once."""
    left.put(file)
    ledger = Ledger(file)
    ledger.resume("main", usual_rule(BUDGET))
    (found,) = ledger.verify()
    assert found.problem is None
    assert found.number in kept
    charge(ledger, kept[1])
    (found,) = ledger.verify()
    assert (found.number, found.problem) == (kept[1], None)
    ledger.close()


def demand_sound_run(folder: Path, charges: int) -> int:
    """Every state of a run is sound; how many there are."""
    states = run_of(folder / "run.db", charges)
    left = [
        (files, (number, number + 1))
        for number, (before, after) in enumerate(pairwise(states))
        for files in (*cut_short(before, after), *without_a_sync(before, after))
    ]
    for files, kept in left:
        demand_sound(folder / "crashed" / "run.db", files, kept)
    return len(left)


def test_every_prefix_of_the_writes_is_sound(tmp_path: Path) -> None:
    assert demand_sound_run(tmp_path, 2) > 20


@pytest.mark.full
def test_every_prefix_of_more_writes_is_sound(tmp_path: Path) -> None:
    assert demand_sound_run(tmp_path, 9) > 100


def test_every_half_of_a_checkpoint_is_sound(tmp_path: Path) -> None:
    file = tmp_path / "run.db"
    last = run_of_open(file, 3)
    after = last.database
    whole = sqlite3.connect(file)
    whole.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    whole.close()
    copied = file.read_bytes()
    size = 4096
    pages = [
        start for start in range(0, len(copied), size) if copied[start : start + size] != after[start : start + size]
    ]
    assert len(pages) >= 3
    for chosen in product((False, True), repeat=min(len(pages), 5)):
        half = bytearray(after.ljust(len(copied), b"\0"))
        for start, is_copied in zip(pages, chosen, strict=False):
            if is_copied:
                half[start : start + size] = copied[start : start + size]
        demand_sound(tmp_path / "crashed" / "run.db", Files(bytes(half), last.log), (3, 3))


def run_of_open(file: Path, charges: int) -> Files:
    """The files after so many charges, while the log is still there."""
    ledger = Ledger(file)
    ledger.start("main", usual_rule(BUDGET))
    for number in range(1, charges + 1):
        charge(ledger, number)
    files = Files.of(file)
    ledger.close()
    return files
