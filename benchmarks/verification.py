"""Verification functions: how long proofs and refutations take, and how fast a compiled function reads."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median

from benchmarks.timing import REPETITIONS, seconds
from concomp.impl import compile_monitor
from concomp.model.composition.parallel import SparseParallel
from concomp.model.language import Monitor
from concomp.obligations.report.text import columns
from concomp.obligations.smt.case import Case, verdict_on, witness_of
from concomp.obligations.smt.questions import USUAL
from concomp.obligations.smt.verdicts import Verdict
from concomp.obligations.smt.verification import case_of
from concomp.obligations.smt.worker import Worker
from tests.model.language import monitors as m

LIMIT = 60.0
MESSAGES = 10_000
EXAMPLE = "examples/verification/survey.py"
BASE: tuple[Monitor, ...] = (
    m.EventLevel(),
    m.EventLevelOverwritten(),
    m.OneUser(),
    m.OneUserOverwritten(),
    m.Static(),
    m.StaticAgain(),
    m.UpdatesAndQuestions(),
    m.AtMostK(),
    m.AtMostKOffByOne(),
    m.Counter(),
    m.CounterOneSided(),
    m.SparseVector(),
    m.SparseVectorRarely(),
    m.Histogram(),
    m.HistogramByCoordinate(),
    m.counter(2)(),
    m.ExactlyOne(),
    m.ExactlyOneReset(),
    m.Laplace(),
    m.LaplaceWrongGuard(),
)
COMPOSED = (*USUAL, "suitable", "at most k exceptional", "sub-multiset")
HEADING = ("functions", "properties", "median", "slowest", "all", "verdicts")


def lines() -> Iterator[str]:
    """The figures."""
    yield "Properties of verification functions, each the median of five"
    with Worker(preload="concomp.obligations.smt.stages") as worker:
        rows = [
            settled(worker, "20 base functions", [case_of(each) for each in BASE], USUAL),
            settled(worker, "f_inf, 2 slots", [case_of(SparseParallel(2))], COMPOSED),
        ]
    yield from columns([HEADING, *rows])
    yield ""
    yield f"Compiled functions, a message each of {MESSAGES}, beside the same function written by hand"
    compiled, by_hand = per_message(compile_monitor(m.EventLevel()).accepts), per_message(event_level())
    ratio = compiled / by_hand
    yield f"event level: compiled {compiled:.3f} µs, by hand {by_hand:.3f} µs, ratio {ratio:.2f}"
    yield ""
    yield f"concomp verify {EXAMPLE}, start-up included: {seconds(command):.2f} s"


def settled(worker: Worker, title: str, cases: list[Case], names: tuple[str, ...]) -> tuple[str, ...]:
    """One line: how long each property of each function takes."""
    found: list[tuple[float, Verdict]] = []
    for case in cases:
        witness = witness_of(worker, case, LIMIT)
        for name in names:
            verdicts = [verdict_on(worker, case, name, witness, LIMIT) for _ in range(REPETITIONS)]
            found.append((median(each.seconds for each in verdicts), verdicts[0]))
    times = [time for time, _ in found]
    tally = Counter(verdict.verdict for _, verdict in found)
    said = ", ".join(f"{count} {word}" for word, count in sorted(tally.items()))
    slowest = f"{max(times):.3f} s"
    return (title, str(len(found)), f"{median(times):.3f} s", slowest, f"{sum(times):.2f} s", said)


def per_message(accepts: Callable[[object, object], bool]) -> float:
    """Microseconds for a message."""

    def read() -> None:
        for _ in range(MESSAGES):
            accepts("a", "a")

    return seconds(read) / MESSAGES * 1e6


def event_level() -> Callable[[object, object], bool]:
    """At most one message differs, as one would write it without the language."""
    used = rejected = False

    def accepts(left: object, right: object) -> bool:
        nonlocal used, rejected
        if rejected:
            return False
        if left != right:
            if used:
                rejected = True
                return False
            used = True
        return True

    return accepts


def command() -> None:
    """Run the command as a user does."""
    program = Path(sys.executable).with_name("concomp")
    subprocess.run([program, "verify", EXAMPLE], check=True, capture_output=True)
