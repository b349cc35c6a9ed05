"""A library that crashes takes its own process along, and nothing else."""

from __future__ import annotations

import os
import signal
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from concomp.impl.accounting.guarantees import PureDP
from concomp.impl.interop.child import in_child
from concomp.impl.interop.messages import Queryable, data, query
from concomp.impl.session.answers import FAILED
from concomp.impl.session.ledger.ledger import Ledger
from concomp.impl.session.session import Session
from concomp.model.numbers import ParameterError
from tests.impl.interop.sources import Asking, Library, crashes, fails, mechanism_of, prints, process, same, waits


def test_a_crash_in_mid_answer_is_a_failure_and_the_session_goes_on(tmp_path: Path, capfd: Any) -> None:
    ledger = tmp_path / "budget.db"
    session = Session.start(ledger, PureDP(3))
    crashing = session.create(in_child(mechanism_of(Library(Asking))), trust="declared")
    other = session.create(in_child(mechanism_of(Library(Asking))), trust="declared")
    assert crashing.send(data([4])) == other.send(data([5])) == Queryable(number=0)
    first, second = crashing.send(query(process)), other.send(query(process))
    assert len({os.getpid(), first, second}) == 3
    assert other.send(query(prints)) == 7
    assert crashing.send(query(crashes)) is FAILED
    assert crashing.send(query(sum)) is FAILED
    assert other.send(query(sum)) == 5
    session.create(mechanism_of(Library(same)), trust="declared")
    # What it raises tells the data, and is not told.
    assert other.send(query(fails)) is FAILED
    session.close()
    crashing.close()
    other.close()
    assert [each.number for each in Ledger(ledger).states()] == [3]
    assert Ledger(ledger).verify()[0].problem is None
    assert "5" not in "".join(capfd.readouterr())
    assert all(map(is_gone, (first, second)))


def is_gone(number: int) -> bool:
    """Whether a process has ended, a little later at most."""
    for _ in range(100):
        try:
            os.kill(number, 0)
        except ProcessLookupError:
            return True
        # An orphan that nobody has asked about stays in the table.
        if Path(f"/proc/{number}/stat").exists() and ") Z " in Path(f"/proc/{number}/stat").read_text():
            return True
        time.sleep(0.01)
    return False


def test_what_python_prints_when_it_starts_is_no_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "sitecustomize.py").write_text("print('x' * 100, flush=True)")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=os.pathsep)
    handle = Session(PureDP(1)).create(in_child(mechanism_of(Library(same))), trust="declared")
    assert handle.send(data(5)) == 5


def test_a_child_ends_with_its_parent_whatever_either_is_at() -> None:
    told, telling = os.pipe()
    parent = os.fork()
    if not parent:
        with suppress(BaseException):
            handle = Session(PureDP(1)).create(in_child(mechanism_of(Library(Asking))), trust="declared")
            handle.send(data([4]))
            os.write(telling, b"%d" % handle.send(query(process)))
            handle.send(query(waits))
        os._exit(1)
    os.close(telling)
    child = int(os.read(told, 20))
    assert not is_gone(child)
    os.kill(parent, signal.SIGKILL)
    os.wait()
    assert is_gone(child)


def test_where_it_runs_changes_nothing_of_what_it_is() -> None:
    mechanism = mechanism_of(Library(same))
    apart = in_child(mechanism)
    for part in ("name", "digest", "loss", "evidence", "properties", "function"):
        assert getattr(apart, part) == getattr(mechanism, part)
    assert repr(apart) == f"{mechanism!r} in a child process"


def test_what_cannot_be_handed_on_is_refused_before_anything_is_charged() -> None:
    with pytest.raises(ParameterError, match=r"it cannot be handed to another process: .*: run it in this one"):
        in_child(mechanism_of(Library(lambda value: value)))
    with pytest.raises(ParameterError, match="give one that from_opendp or from_tumult made"):
        in_child("a mechanism")  # type: ignore[arg-type]
