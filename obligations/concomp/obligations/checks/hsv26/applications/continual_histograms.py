"""Continual histograms: the algorithm, the problem it solves, and queries that are 1-sensitive."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache, partial
from itertools import combinations, cycle, product
from typing import Any

from concomp.model.applications.histogram import HistogramSteps, histogram_mechanism, query
from concomp.model.applications.neighbours import Stream, function_of, neighbouring_rows
from concomp.model.language import PostProcessing
from concomp.model.language.readings.evaluation import evaluate
from concomp.model.language.syntax import terms
from concomp.model.mechanisms.verification import is_valid
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.checks.propositions import mistake
from concomp.obligations.expectation import expect, first_case
from concomp.obligations.families.applications.histogram_by_lines import (
    Choices,
    Parts,
    Row,
    Sums,
    Told,
    by_lines,
    by_messages,
    parts_by_script,
    scripts,
    streams,
)
from concomp.obligations.families.applications.histogram_variants import (
    CountsTwice,
    NeverCleared,
    ShowsSums,
    SkipsNoise,
)
from concomp.obligations.verify.properties.sensitivity import Sensitivity

CHOICES = Choices(
    lambda time, interval: Fraction(7 * time + 3, interval + 1),
    lambda time, interval: Fraction(time + interval, 2),
    max,
)
SIZES = ((1, 3), (2, 2))
"""Dimensions, and how many steps a stream has."""


@cache
def _machine(dimension: int, steps: Callable[[int], Any] = HistogramSteps) -> PostProcessing:
    values: dict[str, Any] = {"gamma": CHOICES.gamma, "xi": CHOICES.xi, "query": CHOICES.query}
    return histogram_mechanism(dimension, steps).with_values(**values)


def _menu(dimension: int) -> Callable[[Told], Sequence[Any]]:
    """Both answers of a test, a number below and one above every threshold, and sums."""
    listed: dict[str, Sequence[Any]] = {
        "look": (False, True),
        "disturb": (-5, 50),
        "count": ((3, *(1,) * (dimension - 1)),),
    }
    return lambda told: listed[told[0]]


def _runs() -> Iterator[tuple[int, tuple[Row, ...], tuple[Any, ...]]]:
    """Every stream of the sizes, with every script of answers."""
    for dimension, length in SIZES:
        for rows in streams(dimension, length):
            for script in scripts(partial(by_lines, dimension, CHOICES, rows), _menu(dimension)):
                yield dimension, rows, script


@check("HSV26 Algorithm 4")
def the_histogram_mechanism_is_the_algorithm() -> Outcome:
    """Whatever its parts answer, HSS as a post-processing sends and shows what the lines of Algorithm 4 do."""
    runs = list(_runs())
    intervals = 0
    for dimension, rows, script in runs:
        expected = by_lines(dimension, CHOICES, rows, parts_by_script(script))
        expect(
            by_messages(_machine(dimension), rows, parts_by_script(script)) == expected,
            f"on {rows} with the answers {script} HSS does not do {expected}",
        )
        intervals = max(intervals, sum(told[0] == "count" for told in expected[1]))
    wrong = (NeverCleared, ShowsSums, SkipsNoise, CountsTwice)
    for steps in wrong:
        first_case((rows for rows in streams(1, 4) if _differs(steps, rows)), f"{steps.__name__} is the algorithm too")
    return Outcome(
        verdict="exact",
        scope="all streams of 3 bits and of 2 pairs of bits, q the maximum; every test passes or not, numbers come out "
        "below or above the threshold",
        size=len(runs),
        witness=f"in some run {intervals} intervals end",
        control="each in some run it is not the algorithm: " + "; ".join(map(mistake, wrong)),
    )


def _differs(steps: type[HistogramSteps], rows: tuple[Row, ...]) -> bool:
    """Whether a wrong mechanism sends or shows something else where every second test passes and nothing is noisy."""
    return by_messages(_machine(1, steps), rows, exact_parts(2)) != by_lines(1, CHOICES, rows, exact_parts(2))


def exact_parts(period: int = 1) -> Parts:
    """Parts that add no noise and count exactly; of the tests every one passes, or every second, and so on."""
    counted: list[Sums] = []
    looks = cycle([*[False] * (period - 1), True])

    def parts(told: Told) -> Any:
        match told:
            case ("look", *_):
                return next(looks)
            case ("disturb", value):
                return value
            case ("count", sums):
                counted.append(sums)
                return tuple(map(sum, zip(*counted, strict=True)))
        return None

    return parts


@check("HSV26 Definition 7.2")
def exact_parts_solve_the_problem_exactly() -> Outcome:
    """With parts that make no error HSS shows q of the sums at every step; ~_H relates streams that differ in one."""
    cases = [rows for dimension, length in ((1, 4), (2, 2), (3, 2)) for rows in streams(dimension, length)]
    for rows in cases:
        expect(_shown(HistogramSteps, rows) == _wanted(rows), f"on {rows} is shown {_shown(HistogramSteps, rows)}")
    pairs = [tuple(zip(left, right, strict=True)) for left, right in product(streams(2, 3), repeat=2)]
    related = [pair for pair in pairs if _alike_but_once(*zip(*pair, strict=True))]
    relation = neighbouring_rows(2)()
    expect([pair for pair in pairs if relation(pair)] == related, "~_H relates other streams")
    late = first_case(
        (rows for rows in cases if _shown(NeverCleared, rows) != _wanted(rows)), "sums need not be cleared"
    )
    return Outcome(
        verdict="exact",
        scope="q the maximum; all streams of 4 bits, of 2 pairs and of 2 triples of bits; ~_H on all pairs of streams "
        "of 3 pairs of bits",
        size=len(cases) + len(pairs),
        witness=f"{len(related)} pairs of streams are neighbouring",
        control=f"a mechanism that never clears its sums shows {_shown(NeverCleared, late)} where {_wanted(late)} is "
        "wanted",
    )


def _alike_but_once(left: Stream, right: Stream) -> bool:
    """~_H: the streams are identical except for a single step, or altogether."""
    differing = [place for place, (x, y) in enumerate(zip(left, right, strict=True)) if x != y]
    return len(differing) <= 1


@check("HSV26 Remark 7.1")
def a_relation_on_streams_is_a_verification_function() -> Outcome:
    """f_~ accepts the pairs of related streams, whatever ~ is; for ~_H it is the function in the language."""
    lengths = (1, 2, 3)
    pairs = [pair for length in lengths for pair in product(streams(1, length), repeat=2)]
    relations: dict[str, Callable[[Stream, Stream], bool]] = {
        "~_H": _alike_but_once,
        "equal sums": lambda left, right: sum(map(sum, left)) == sum(map(sum, right)),
        "at most as large": lambda left, right: left <= right,
    }
    for name, related in relations.items():
        wanted = [pair for pair in pairs if related(*pair)]
        accepted = [pair for pair in pairs if is_valid(function_of(related), list(zip(*pair, strict=True)))]
        expect(accepted == wanted, f"{name} relates other streams")
    described = neighbouring_rows(1)()
    for pair in pairs:
        sent = list(zip(*pair, strict=True))
        expect(is_valid(described, sent) == _alike_but_once(*pair), f"{described!r} differs from ~_H on {pair}")
    equal_sums = relations["equal sums"]
    late = first_case(
        (pair for pair in pairs if equal_sums(*pair) and not equal_sums(*(stream[:1] for stream in pair))),
        "beginnings of related streams are always related",
    )
    return Outcome(
        verdict="exact",
        scope=f"{', '.join(relations)}; all pairs of streams of up to {lengths[-1]} bits",
        size=len(relations) * len(pairs),
        witness=f"{sum(_alike_but_once(*pair) for pair in pairs)} pairs of streams are related by ~_H",
        control=f"streams with equal sums need not begin with equal sums, such as {late}; such ones V[f_~] does not "
        "let pass",
    )


def _shown(steps: Callable[[int], Any], rows: tuple[Row, ...]) -> list[int]:
    return by_messages(_machine(len(rows[0]), steps), rows, exact_parts())[0]


def _wanted(rows: tuple[Row, ...]) -> list[int]:
    """q of the sums of all rows so far."""
    return [max(map(sum, zip(*rows[: step + 1], strict=True))) for step in range(len(rows))]


Table = dict[Sums, int]
BOXES: tuple[tuple[tuple[Sums, ...], range], ...] = (
    (((0,), (1,), (2,), (3,)), range(4)),
    (((0, 0), (0, 1), (1, 1), (2, 1)), range(3)),
)
"""Vectors, and the values that a query may have there."""


@check("HSV26 Definition 7.3")
def the_axiom_says_that_near_sums_have_near_values() -> Outcome:
    """A query satisfies the axiom that the proofs use if and only if near vectors have near values."""
    tables = [
        dict(zip(vectors, chosen, strict=True))
        for vectors, values in BOXES
        for chosen in product(values, repeat=len(vectors))
    ]
    sensitive = [table for table in tables if _is_sensitive(table)]
    for table in tables:
        expect(_satisfies_axiom(table) == (table in sensitive), f"the axiom and the definition differ on {table}")
        expect(_is_sensitive(_enforced(table)), f"the query made of {table} is not 1-sensitive")
        expect(table not in sensitive or _enforced(table) == table, f"{table}, which is 1-sensitive, is changed")
    sums = {vector: sum(vector) for vector in BOXES[1][0]}
    expect(not _is_sensitive(sums), "the sum of coordinates is 1-sensitive")
    maxima = {vector: max(vector) for vector in BOXES[1][0]}
    expect(_is_sensitive(maxima), "the largest coordinate is not 1-sensitive")
    return Outcome(
        verdict="exact",
        scope="all queries on 4 numbers with values up to 3, and on 4 pairs of numbers with values up to 2; with "
        "vectors near if every coordinate differs by at most 1, as the analysis needs it (E31)",
        size=len(tables),
        witness=f"{len(sensitive)} of them are 1-sensitive, the largest coordinate among them",
        control="the sum of two coordinates is not",
    )


def _is_sensitive(table: Table) -> bool:
    near = [(x, y) for x, y in combinations(table, 2) if all(abs(a - b) <= 1 for a, b in zip(x, y, strict=True))]
    return all(abs(table[x] - table[y]) <= 1 for x, y in near)


def _satisfies_axiom(table: Table) -> bool:
    declared = query(len(next(iter(table))))
    [domain] = declared.domain
    applied = [terms.make("apply", (terms.constant(domain, vector),), declared) for vector in table]
    return bool(evaluate(Sensitivity(declared).axiom(applied), {}, {declared.name: table.__getitem__}))


def _enforced(table: Table) -> Table:
    meaning: Any = Sensitivity(query(len(next(iter(table))))).enforce(table.__getitem__)
    return {vector: meaning(vector) for vector in table}
