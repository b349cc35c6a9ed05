"""One process of solvers for the whole session, shared by all that is verified in it."""

from __future__ import annotations

import atexit
import os
from collections.abc import Iterator
from contextlib import contextmanager
from threading import RLock

from concomp.obligations.solvers.installed import demand_solvers
from concomp.obligations.solvers.worker import Worker
from concomp.obligations.verify.proving.stages import new_worker


class _Session:
    """The worker of this session, and whose turn it is."""

    def __init__(self) -> None:
        self.lock = RLock()
        self.worker = new_worker()


_session = _Session()
atexit.register(lambda: _session.worker.close())
# A copy of this process must not speak on its parent's line to the solvers.
os.register_at_fork(after_in_child=lambda: _session.__init__())  # type: ignore[misc]


@contextmanager
def session_worker(user: str) -> Iterator[Worker]:
    """The worker of this session, for one caller at a time; SolverMissing, with the caller's name, if it cannot work.

    It starts with the first question and ends with the session; a caller that is interrupted in the middle of a
    question ends it too, and the next one gets another.
    """
    demand_solvers(user)
    with _session.lock:
        try:
            yield _session.worker
        except BaseException:
            _session.worker.close()
            raise
