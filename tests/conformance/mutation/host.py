"""python -m tests.conformance.mutation.host ORDER: an adapter that is, from each `start` on, what a file orders.

So no mutant waits for a process of its own: one that harms its process is followed by another process.
"""

from __future__ import annotations

import gc
import json
import os
import sys
import tempfile
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from concomp.conformance.targets.serving import serve
from tests.conformance.mutation import reached
from tests.conformance.mutation.subjects import SUBJECTS


class Stillborn:
    """A target that could not be made: it is told who it is, and knows no command."""

    name, version, claims = "stillborn", "0", ()

    def __init__(self, error: Exception) -> None:
        """Take what went wrong."""
        self._error = error

    def __getattr__(self, command: str) -> Any:
        if command.startswith("_"):
            raise AttributeError(command)
        return self._fail

    def _fail(self, **fields: Any) -> None:
        raise RuntimeError("stillborn") from self._error


def order(path: Path, subject: str, sources: Mapping[str, str], notes: Path | None = None) -> None:
    """Have the host be this target with these sources from the next `start` on, and note what is called."""
    path.write_text(json.dumps([subject, sources, notes and str(notes)]), encoding="utf-8")


def made(text: str) -> Any:
    """What is ordered."""
    notes = json.loads(text)[2]
    gc.collect()
    if notes:
        reached.begin(Path(notes))
        # What is kept from one vector to the next would be called by the first of them alone.
        _loaded.cache_clear()
    try:
        return _loaded(text)()
    except Exception as error:
        return Stillborn(error)


# What is right and a mutant take turns.
@lru_cache(maxsize=2)
def _loaded(text: str) -> Callable[[], Any]:
    subject, sources, _ = json.loads(text)
    loaded: Callable[[], Any] = SUBJECTS[subject].loaded(sources)
    return loaded


def main() -> None:
    """Serve what is ordered."""
    ordered = Path(sys.argv[1])
    # What is written for mutants goes with the order.
    gc.freeze()
    tempfile.tempdir, sys.dont_write_bytecode = str(ordered.parent), True
    with os.fdopen(os.dup(1), "wb") as replies:
        os.dup2(2, 1)
        serve(lambda: made(ordered.read_text(encoding="utf-8")), sys.stdin.buffer, replies)


if __name__ == "__main__":
    main()
