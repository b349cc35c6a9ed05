"""Verification functions and post-processings: how long proofs and refutations take."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from statistics import median

from benchmarks.figures import Figure
from benchmarks.timing import REPETITIONS, seconds
from concomp.model.composition.filtered import Filtered
from concomp.model.composition.first_pair import FirstPairConsistentParallel
from concomp.model.composition.fixed import FixedMechanisms, FixedParameters
from concomp.model.composition.parallel import (
    PureDeltaResponses,
    SparseParallel,
    SparseParallelWithDeltaBudget,
    SparseResponses,
)
from concomp.model.language import Monitor
from concomp.obligations.families.functions.any_length import AnyFixedParameters, AnySparseParallel
from concomp.obligations.solvers.worker import Worker
from concomp.obligations.verify.case import Case, verdict_on, witness_of
from concomp.obligations.verify.lemmas import propose, settle_lemma
from concomp.obligations.verify.postprocessing import processing_case
from concomp.obligations.verify.properties.copies import PROPERTIES
from concomp.obligations.verify.properties.questions import USUAL
from concomp.obligations.verify.properties.sensitivity import Sensitivity
from concomp.obligations.verify.properties.validity import MAPS, Validity
from concomp.obligations.verify.proving.stages import new_worker
from concomp.obligations.verify.verdicts import Verdict
from concomp.obligations.verify.verification import case_of
from tests.model.language import monitors as m
from tests.obligations.verify import compositions as c
from tests.obligations.verify import keyed as k
from tests.obligations.verify import postprocessings as p
from tests.obligations.verify import resting as r
from tests.obligations.verify import summed as s
from tests.obligations.verify.own_histogram import own_histogram
from tests.obligations.verify.stating_histogram import stating_histogram

LIMIT = 60.0
SHORT = 1.0
"""Seconds; what takes no longer is timed five times."""
EVERY = "d"
"""The dimension as a parameter: of vectors of every length at once."""
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
COMPOSITIONS: tuple[Monitor, ...] = (
    FixedMechanisms(2),
    FixedParameters(2),
    SparseParallel(2),
    SparseParallelWithDeltaBudget(2),
    PureDeltaResponses(),
    SparseResponses(2),
    FirstPairConsistentParallel(2),
    Filtered(),
)
COUNTS = (
    (FixedParameters(4), "at most 4 exceptional"),
    (SparseParallel(3), "at most 3 exceptional"),
    (SparseParallel(3), "sub-multiset"),
    (SparseParallelWithDeltaBudget(2), "within the delta budget"),
    (SparseResponses(3), "at most 3 creations with positive epsilon"),
    (c.AbsentIndex(), "suitable"),
)
SUMMED = ((s.FewUsers(), s.Total()), (s.Allowances(), s.Norm()), (s.FewMade(), s.FewExceptional()))
Timed = tuple[float, Verdict]


def figures() -> Iterator[Figure]:
    """The figures."""
    with new_worker() as worker:
        yield from _of_functions(worker)
        yield from _of_compositions(worker)
        yield from _of_keys(worker)
        for dimension in (1, 2, 3, EVERY):
            yield from _of_histograms(worker, dimension)
        for dimension in (1, 2, 3):
            yield from _of_own_histograms(worker, dimension)
        for dimension in (1, 2, EVERY):
            wrong = _timed(worker, _histogram(dimension, p.NeverCleared), MAPS)
            yield _slowest(f"HSS without the reset, d = {dimension}", [wrong], 10)
    yield Figure(f"concomp verify {EXAMPLE}, start-up included", seconds(_command), 2, "s")


def _of_functions(worker: Worker) -> Iterator[Figure]:
    found = [_timed(worker, case_of(each), name) for each in BASE for name in USUAL]
    yield _slowest(f"{len(BASE)} base functions, slowest property", found, 1)
    yield Figure("the same, all properties", sum(time for time, _ in found), 60, "s")


def _of_compositions(worker: Worker) -> Iterator[Figure]:
    found = [_timed(worker, case_of(each), name) for each in COMPOSITIONS for name in (*USUAL, "suitable")]
    yield _slowest(f"{len(COMPOSITIONS)} compositions, slowest property", found, 10)
    for function, name in COUNTS:
        yield _slowest(f"{function!r}: {name}", [_timed(worker, case_of(function), name)], 10)
    for size, limit in ((1, 10), (2, 10), (3, 10), (4, 10), (6, 15), (8, 45)):
        case = case_of(FixedParameters(size), SparseParallel(size))
        yield _slowest(f"f^(ε,δ) ≤ f_∞, k = {size}", [_timed(worker, case, "included")], limit)
    every = case_of(AnyFixedParameters(), AnySparseParallel())
    yield _slowest("f^(ε,δ) ≤ f_∞, every k", [_timed(worker, every, "included")], 10)
    for function, within in SUMMED:
        found = [_timed(worker, case_of(function, within), "included")]
        yield _slowest(f"{function!r} ≤ {within!r}, by sums over all indices", found, 10)
    yield from _of_lemmas(worker)
    symbolic = case_of(c.CountedCreations())
    yield _slowest("f^(ε,δ): at most k exceptional, every k", [_timed(worker, symbolic, "at most k exceptional")], 10)


def _of_lemmas(worker: Worker) -> Iterator[Figure]:
    """What takes two indices, as a lemma of what takes sums over all of them; together neither is found."""
    case = case_of(r.Spending(), r.Whole())
    [proposed] = propose(case, [(r.Marked(), "first-pair consistent")])
    settled = settle_lemma(worker, proposed, LIMIT)
    yield _slowest("one key differs: the lemma", [(settled.verdict.seconds, settled.verdict)], 10)
    known = [settled.lemma] if settled.lemma is not None else []
    found = verdict_on(worker, case, "included", witness_of(worker, case, LIMIT), LIMIT, known)
    yield _slowest("sums over all indices, by the lemma", [(found.seconds, found)], 10)


def _of_keys(worker: Worker) -> Iterator[Figure]:
    budgets = case_of(k.GlobalBudget(), k.TwoKeyBudget())
    yield _slowest("a budget of all keys ≤ one of any two", [_timed(worker, budgets, "included")], 1)
    marks = case_of(k.TwoMarks())
    yield _slowest("one key differs: first-pair consistent", [_timed(worker, marks, "first-pair consistent")], 1)


def _of_histograms(worker: Worker, dimension: int | str) -> Iterator[Figure]:
    case = _histogram(dimension, p.HistogramSteps)
    found = [_timed(worker, case, name) for name in PROPERTIES]
    yield _slowest(f"HSS, d = {dimension}: total, destination, response, slowest", found, 1)
    yield _slowest(f"HSS, d = {dimension}: f → f'", [_timed(worker, case, MAPS)], 20)


def _of_own_histograms(worker: Worker, dimension: int) -> Iterator[Figure]:
    """The mechanism in its author's own words, without an invariant of its author's, and with one."""
    for made, words, limit in ((own_histogram, "in other words", 17), (stating_histogram, "its invariant stated", 4)):
        one = made(dimension)
        sides = Validity(one.left().definition, one.right().definition)
        case = processing_case(one.machine(), sides, [Sensitivity(one.query)])
        yield _slowest(f"HSS {words}, d = {dimension}: f → f'", [_timed(worker, case, MAPS)], limit)


def _histogram(dimension: int | str, steps: type[p.HistogramSteps]) -> Case:
    return processing_case(p.histogram(dimension, steps), p.rows_to_parts(dimension), p.sensitive(dimension))


def _timed(worker: Worker, case: Case, name: str) -> Timed:
    """How long a verdict takes, and the verdict."""
    witness = witness_of(worker, case, LIMIT)
    first = verdict_on(worker, case, name, witness, LIMIT)
    if first.seconds > SHORT:
        return first.seconds, first
    more = [verdict_on(worker, case, name, witness, LIMIT) for _ in range(REPETITIONS - 1)]
    return median(each.seconds for each in (first, *more)), first


def _slowest(work: str, found: Iterable[Timed], limit: float) -> Figure:
    """The slowest of some verdicts, with how many of each there are."""
    listed = list(found)
    tally = Counter(verdict.verdict for _, verdict in listed)
    said = ", ".join(f"{count} {word}" for word, count in sorted(tally.items()))
    return Figure(work, max(time for time, _ in listed), limit, "s", said)


def _command() -> None:
    """Run the command as a user does."""
    program = Path(sys.executable).with_name("concomp")
    subprocess.run([program, "verify", EXAMPLE], check=True, capture_output=True)
