"""Noise: laws on the integers, of single draws and of pairs, tested by draws."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from concomp.conformance.experiments.law_test import LawTest
from concomp.conformance.experiments.tape_law import TapeLaw
from concomp.conformance.protocol.claims import Claim
from concomp.conformance.statistics.shares import SHARE
from concomp.conformance.vectors.vector import Vector
from concomp.model.numbers import rational_text

GEOMETRIC, GAUSSIAN = "concomp Proposition 7", "concomp Proposition 8"
STATEMENTS = {
    "discrete_laplace": GEOMETRIC,
    "two_sided_geometric": GEOMETRIC,
    "discrete_gaussian": GAUSSIAN,
}


@dataclass(frozen=True)
class Case:
    """A law and its parameter, the cells, and how many draws."""

    name: str
    law: str
    parameter: str
    last: int
    draws: int
    why: str
    of: str = "draws"


CASES = (
    Case(
        "laplace-coarse",
        "discrete_laplace",
        "1",
        3,
        2_000,
        "Whoever draws from another law has proved nothing.",
    ),
    Case(
        "laplace",
        "discrete_laplace",
        "1",
        3,
        95_000,
        "A scale that is 21/20 of the right one, and continuous noise that is rounded.",
    ),
    Case(
        "laplace-wide",
        "discrete_laplace",
        "5",
        12,
        60_000,
        "The same where there are many likely values.",
    ),
    Case(
        "laplace-narrow",
        "discrete_laplace",
        "1/3",
        1,
        20_000,
        "The same where nearly all values are zero.",
    ),
    Case(
        "geometric",
        "two_sided_geometric",
        "1/2",
        4,
        20_000,
        "A rational ratio: its law is rational, too.",
    ),
    Case(
        "geometric-thirds",
        "two_sided_geometric",
        "1/3",
        3,
        60_000,
        "A chance of 1/3 is no whole number of random words.",
    ),
    Case(
        "geometric-two-thirds",
        "two_sided_geometric",
        "2/3",
        5,
        20_000,
        "A chance of 2/3 is no whole number of random words.",
    ),
    Case(
        "geometric-seventeenths",
        "two_sided_geometric",
        "9/17",
        4,
        10_000,
        "Of a chance in seventeenths the remainder of few random bits is far off.",
    ),
    Case(
        "geometric-more-seventeenths",
        "two_sided_geometric",
        "11/17",
        5,
        10_000,
        "The same where larger values are likely.",
    ),
    Case(
        "geometric-nineteenths",
        "two_sided_geometric",
        "13/19",
        5,
        10_000,
        "The same in nineteenths, where zero comes as often as it should.",
    ),
    Case(
        "gaussian",
        "discrete_gaussian",
        "4",
        6,
        70_000,
        "The parameter is σ², of which 11/10 is found.",
    ),
    Case(
        "gaussian-narrow",
        "discrete_gaussian",
        "1/4",
        1,
        20_000,
        "Where σ is small, a rounded continuous Gaussian is another law.",
    ),
    Case(
        "gaussian-fine",
        "discrete_gaussian",
        "9",
        9,
        40_000,
        "A larger σ, and its tails.",
    ),
    Case(
        "laplace-pairs",
        "discrete_laplace",
        "1",
        2,
        4_000,
        "Draws are independent: a draw that comes twice is told.",
        "pairs",
    ),
    Case("geometric-pairs", "two_sided_geometric", "1/2", 2, 4_000, "The same of another law.", "pairs"),
    Case("gaussian-pairs", "discrete_gaussian", "4", 3, 6_000, "The same of another law.", "pairs"),
    Case(
        "laplace-calls",
        "discrete_laplace",
        "1",
        2,
        4_000,
        "Two calls are independent: whoever begins each with the same seed shows the noise.",
        "calls",
    ),
    Case("geometric-calls", "two_sided_geometric", "1/2", 2, 4_000, "The same of another law.", "calls"),
    Case("gaussian-calls", "discrete_gaussian", "4", 3, 6_000, "The same of another law.", "calls"),
    Case(
        "laplace-distances",
        "discrete_laplace",
        "1",
        2,
        6_000,
        "Draws are independent however far apart: a call that gives a half of its values twice is told.",
        "distances",
    ),
    Case("geometric-distances", "two_sided_geometric", "1/2", 2, 6_000, "The same of another law.", "distances"),
    Case("gaussian-distances", "discrete_gaussian", "4", 3, 8_000, "The same of another law.", "distances"),
    Case(
        "laplace-processes",
        "discrete_laplace",
        "1",
        2,
        1_000,
        "Two processes are independent: whoever seeds each with the same number makes the same noise in each run.",
        "processes",
    ),
    Case("geometric-processes", "two_sided_geometric", "1/2", 2, 1_000, "The same of another law.", "processes"),
    Case("gaussian-processes", "discrete_gaussian", "4", 3, 1_600, "The same of another law.", "processes"),
)


TAPES = (
    ("discrete_laplace", "1", 3),
    ("discrete_laplace", "7/3", 8),
    ("two_sided_geometric", "1/3", 3),
    ("two_sided_geometric", "9/10", 12),
    ("discrete_gaussian", "4", 6),
    ("discrete_gaussian", "1/9", 1),
)
"""Laws that are computed by all tapes: the name, the parameter, and up to which size integers have cells."""


def build() -> Iterator[Vector]:
    """The tests of noise, by draws and by tapes."""
    yield from _by_draws()
    yield from (_by_tapes(*each) for each in TAPES)


def _by_tapes(law: str, parameter: str, last: int) -> Vector:
    fields = {"law": law, "parameter": parameter, "last": last, "least": "1/100000", "left": "1/100"}
    return Vector(
        id=f"noise-tapes-{law}-{parameter}".replace("_", "-").replace("/", "-"),
        family="noise",
        statements=(STATEMENTS[law],),
        claims=(Claim(claim="noise", law=law, arithmetic="exact"),),
        experiment=TapeLaw.model_validate(fields),
        why="By all tapes the law is what it is said to be: nothing is left to chance.",
    )


def _by_draws() -> Iterator[Vector]:
    for case in CASES:
        experiment = LawTest.model_validate(
            {
                "law": case.law,
                "parameter": case.parameter,
                "last": case.last,
                "of": case.of,
                "draws": case.draws,
                "alpha": rational_text(SHARE),
            }
        )
        yield Vector(
            id=f"noise-{case.name}",
            family="noise",
            statements=(STATEMENTS[case.law],),
            claims=(Claim(claim="noise", law=case.law),),
            experiment=experiment,
            why=f"{case.why} {experiment.power.sentence(case.draws)}.",
        )
