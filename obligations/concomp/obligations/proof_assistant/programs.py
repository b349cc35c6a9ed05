"""The programs of Coq, each call within a limit, and what may come of one: an answer, a refusal, or neither."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from signal import Signals

INSTALLED = "apt-get update && apt-get install --no-install-recommends coq libcoq-coquelicot"
"""How Debian installs Coq, and the library of real analysis."""
SUPPORTED = "8.16"
"""The version that the tactics are known to work with."""
Ended = subprocess.CompletedProcess[str]
PROGRAMS = ("coqc", "coqchk")
AT_ONCE = 60.0
"""In how many seconds a program says what version it is, on a machine that has much else to do."""
TROUBLE = re.compile(
    r"No space left on device|Disk quota exceeded|System error|Sys_error|Input/output error|Anomaly"
    r"|[Oo]ut[ _]of[ _]memory|Cannot allocate memory|[Ss]tack[ _]overflow"
)
"""In the words of a program that could not do its work, whatever the proof is worth."""


class NoCoq(Exception):
    """Thrown where Coq or its library is missing, or another version is there."""


class Rejected(Exception):
    """Thrown for a file that Coq does not accept."""


class Undecided(Exception):
    """Thrown where Coq neither accepts a file nor refuses it."""


class OutOfTime(Undecided):
    """Thrown when all time is spent."""

    def __init__(self) -> None:
        super().__init__("time was too short")


def version() -> str:
    """The version of Coq that is installed; NoCoq if none is, or one of which nothing is known; Undecided if slow."""
    for program in PROGRAMS:
        if shutil.which(program) is None:
            raise NoCoq(f"{program} is not installed. On Debian: {INSTALLED}")
    try:
        said = run(["coqc", "--print-version"], AT_ONCE).stdout.split()
    except OutOfTime:
        raise Undecided(
            f"coqc --print-version says nothing within {AT_ONCE:g} s; is it Coq that stands in PATH?"
        ) from None
    except Rejected as error:
        raise NoCoq(f"coqc --print-version fails: {error}. On Debian: {INSTALLED}") from None
    found = said[0] if said else "none"
    if not found.startswith(f"{SUPPORTED}."):
        raise NoCoq(f"coqc is {found}, and {SUPPORTED} is needed. On Debian 12: {INSTALLED}")
    return found


def run(command: Sequence[str], seconds: float, folder: Path | None = None) -> Ended:
    """What a program says; Rejected with its words if it refuses, Undecided if it ends without, or cannot work."""
    if seconds <= 0:
        raise OutOfTime
    try:
        # What is no text is kept as it is, and then not understood.
        done = subprocess.run(
            command,
            capture_output=True,
            encoding="utf-8",
            errors="backslashreplace",
            check=False,
            timeout=seconds,
            cwd=folder,
        )
    except subprocess.TimeoutExpired:
        raise OutOfTime from None
    words = " ".join(done.stderr.split())[:500]
    if done.returncode < 0:
        raise Undecided(f"{command[0]} was ended by {_signal(-done.returncode)}; try fewer --jobs if memory is short")
    if done.returncode and not words:
        raise Undecided(f"{command[0]} ended with status {done.returncode}, and without a word")
    if done.returncode and TROUBLE.search(words):
        raise Undecided(f"{command[0]} could not work: {words}")
    if done.returncode:
        raise Rejected(words)
    return done


def _signal(number: int) -> str:
    with suppress(ValueError):
        return Signals(number).name
    return f"signal {number}"
