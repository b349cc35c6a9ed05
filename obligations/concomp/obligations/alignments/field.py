"""The programs that the field puts side by side, written anew: proved for every length, or refuted on an instance.

The seventeen of Wang, Ding, Kifer and Zhang (CheckDP, 2020), and the six sparse vectors of Lyu, Su and Li (2017).
Each is tried at rational ratios for which its claim, e^ε, is rational: with N positives and noise Lap(s/ε) a ratio is
e^(−ε/s). What a right program loses is compared with its claim, and one instance shows how nearly that is reached; a
wrong program has an instance that exceeds its claim. An answer shows of which kind it is beside its number, which
tells more; where a paper's program does not, the instance's number can only be of that kind.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from concomp.model.language.syntax.sorts import INT, REAL, Sort
from concomp.model.programs import comparisons, neighbours, releases
from concomp.model.programs.neighbours import Neighbours
from concomp.model.programs.program import NoisyProgram
from concomp.obligations.alignments import of_comparisons, of_releases
from concomp.obligations.alignments.alignment import Alignment
from concomp.obligations.alignments.bound import bound
from concomp.obligations.alignments.proving import Proof, demand_proved
from concomp.obligations.alignments.trial import Trial, compared, demand_neighbours, of_all, summed, twice
from concomp.obligations.expectation import expect

HALF, QUARTER, EIGHTH, SIXTEENTH = (Fraction(1, 2**power) for power in (1, 2, 3, 4))
CHECKDP, LYU = "CheckDP", "Lyu, Su, Li"


@dataclass(frozen=True)
class Unaligned:
    """A program and its neighbours, of which nothing is proved."""

    program: NoisyProgram
    neighbours: Neighbours


@dataclass(frozen=True)
class Example:
    """A program of the field, what is claimed of it, and what settles that.

    source, name: where it is from, and what it is called there. subject: the alignment that proves a bound, or a
    program and its neighbours; made for numbers of a sort. ratios, parameters: at which it is tried. claim: e^ε there.
    tried: an instance with numbers that are integers.
    """

    source: str
    name: str
    subject: Callable[..., Alignment | Unaligned]
    ratios: Mapping[str, Fraction]
    claim: Fraction
    tried: Trial
    parameters: Mapping[str, int | bool] | None = None

    @property
    def alignment(self) -> Callable[..., Alignment] | None:
        """What makes the alignment, if there is one."""
        return self.subject if isinstance(self.subject(), Alignment) else None  # type: ignore[return-value]

    @property
    def ratio(self) -> Fraction | None:
        """How much likelier the answers tried are in world 0, exactly; None if they occur there only.

        Raises Violation if the streams tried are no neighbours.
        """
        of, parameters = self.subject(), self.parameters or {}
        demand_neighbours(self.tried, of.program, of.neighbours, parameters)
        return self.tried.ratio(of.program, self.ratios, parameters)

    @property
    def bound(self) -> Fraction | None:
        """What the alignments for integers and for reals bound the ratio by, at these ratios; None without them.

        Raises Violation if they bound it by different numbers, or are of different programs.
        """
        make = self.alignment
        if make is None:
            return None
        integers, reals = (make(sort) for sort in (INT, REAL))
        expect(
            (integers.program.numbers, reals.program.numbers) == (INT, REAL), f"{self.name}: numbers of one sort only"
        )
        expect(_outline(integers) == _outline(reals), f"{self.name}: integers and reals are of different programs")
        least, most = sorted(bound(each, self.ratios, self.parameters or {}) for each in (integers, reals))
        expect(least == most, f"{self.name}: {least} is not {most}: integers and reals are bounded differently")
        return most


@dataclass(frozen=True)
class Verdict:
    """What was found of an example: proved or refuted, the bound of its alignment, and the ratio on its instance."""

    example: Example
    proved: bool
    bound: Fraction | None
    ratio: Fraction | None


def settle(example: Example) -> Verdict:
    """What is found of an example; Violation if it is neither proved nor refuted, or both."""
    bounded, ratio = example.bound, example.ratio
    if example.alignment is not None:
        for sort in (INT, REAL):
            _proved(example.alignment, sort)
    proved = bounded is not None and bounded <= example.claim
    refuted = ratio is None or ratio > example.claim
    expect(
        proved != refuted, f"{example.name} is {'both proved and refuted' if proved else 'neither proved nor refuted'}"
    )
    expect(
        bounded is None or (ratio is not None and ratio <= bounded), f"{example.name}: {ratio} exceeds what is proved"
    )
    return Verdict(example, proved, bounded, ratio)


def unaligned(
    program: Callable[[Sort], NoisyProgram], relation: Callable[[Sort], Neighbours] = neighbours.at_most_one_apart
) -> Callable[..., Unaligned]:
    """A program of which nothing is proved, and its neighbours."""
    return lambda numbers=INT: Unaligned(program(numbers), relation(numbers))


def _outline(alignment: Alignment) -> object:
    """What is alike in a program of integers and in that of reals."""
    program, relation = alignment.program, alignment.neighbours
    return program.name, program.first, program.draws, program.inputs, program.common, set(program.sorts), relation.name


@cache
def _proved(make: Callable[[Sort], Alignment], sort: Sort) -> Proof:
    return demand_proved(make(sort))


MANY, LOW = [(0, 1)] * 12, [(-5, -6)]
SCALED = {"a": QUARTER, "b": HALF}
UNSCALED = {"a": HALF, "b": EIGHTH}
EVEN = {"a": HALF, "b": HALF}
ADAPTIVE = {"a": SIXTEENTH, "b": HALF}
ONE_POSITIVE = {"N": 1}
FAR = {"N": 1, "sigma": 16}
E = Fraction

EXAMPLES = (
    Example(CHECKDP, "SVT", of_comparisons.sparse_vector, SCALED, E(16), compared(MANY, LOW), ONE_POSITIVE),
    Example(CHECKDP, "Monotone SVT (increase)", of_comparisons.increasing, EVEN, E(4),
            compared(MANY, [(-5, -5)]), ONE_POSITIVE),
    Example(CHECKDP, "Monotone SVT (decrease)", of_comparisons.decreasing, EVEN, E(4),
            compared([], [(-200, -201)]), ONE_POSITIVE),
    Example(CHECKDP, "NumSVT", of_comparisons.numeric_sparse_vector, {**SCALED, "c": QUARTER}, E(64),
            compared(MANY, LOW, (1, -5)), ONE_POSITIVE),
    Example(CHECKDP, "GapSVT", of_comparisons.gap_sparse_vector, SCALED, E(16),
            compared(MANY, LOW, (1, 0)), ONE_POSITIVE),
    Example(CHECKDP, "AdaptiveSVT", of_comparisons.adaptive_sparse_vector, ADAPTIVE, E(256),
            compared(MANY, LOW, (1, 0)), FAR),
    Example(CHECKDP, "NoisyMax", of_releases.noisy_maximum, {"b": HALF}, E(4),
            of_all([(0, -1), *[(0, 1)] * 16], 0, releases.chance_of_winner)),
    Example(CHECKDP, "PartialSum", of_releases.partial_sum, {"b": HALF}, E(2),
            summed([(0, 1), (0, 0)], "last", [False, True], [0, 0])),
    Example(CHECKDP, "SmartSum", of_releases.smart_sum, {"b": HALF}, E(4),
            summed([(0, 1), (0, 0)], "ends", [False, True], [0, 0])),
    Example(CHECKDP, "BadSVT1", unaligned(comparisons.noiseless_sparse_vector), {"a": HALF}, E(4),
            compared([(0, 1)], [(1, 0)])),
    Example(CHECKDP, "BadSVT2", unaligned(comparisons.endless_sparse_vector), EVEN, E(4),
            compared([(0, 1)] * 2, [(0, -1)] * 2)),
    Example(CHECKDP, "BadSVT3", of_comparisons.sparse_vector, UNSCALED, E(16),
            compared([(0, 1)], [(-2, -3)]), ONE_POSITIVE),
    Example(CHECKDP, "BadGapSVT", unaligned(comparisons.value_shown), SCALED, E(16),
            compared([(0, 1)] * 4, [(-3, -4)], (1, -3)), ONE_POSITIVE),
    Example(CHECKDP, "BadAdaptiveSVT", unaligned(comparisons.adaptive_value_shown), ADAPTIVE, E(256),
            compared([(0, 1)] * 4, [(0, -1)], (2, -5)), FAR),
    Example(CHECKDP, "BadNoisyMax", unaligned(releases.largest_value_shown), {"b": HALF}, E(4),
            of_all([(0, 1)] * 3, -1, releases.chance_of_largest)),
    Example(CHECKDP, "BadPartialSum", of_releases.partial_sum, {"b": QUARTER}, E(2),
            summed([(0, 1), (0, 0)], "last", [False, True], [0, 0])),
    Example(CHECKDP, "BadSmartSum",
            unaligned(releases.smart_sum_without_noise, neighbours.one_differs), {"b": HALF}, E(4),
            summed([(0, 1)], "ends", [True], [0])),
    Example(LYU, "Algorithm 1, by the authors", of_comparisons.sparse_vector, SCALED, E(16),
            compared(MANY, LOW), ONE_POSITIVE),
    Example(LYU, "Algorithm 2, of Dwork and Roth 2014", of_comparisons.renewed_sparse_vector, SCALED, E(256),
            twice(compared(MANY, LOW)), {"N": 2}),
    Example(LYU, "Algorithm 3, of Roth 2011", unaligned(comparisons.value_shown), EVEN, E(4),
            compared([(0, 1)] * 4, [(-2, -3)], (1, -3)), ONE_POSITIVE),
    Example(LYU, "Algorithm 4, of Lee and Clifton 2014", of_comparisons.sparse_vector, UNSCALED, E(16),
            compared([(0, 1)], [(-2, -3)]), ONE_POSITIVE),
    Example(LYU, "Algorithm 5, of Stoddard, Chen and Machanavajjhala 2014",
            unaligned(comparisons.noiseless_sparse_vector), {"a": HALF}, E(4),
            compared([(0, 1)], [(1, 0)])),
    Example(LYU, "Algorithm 6, of Chen and others 2015", unaligned(comparisons.endless_sparse_vector), EVEN, E(4),
            compared([(0, 1)] * 2, [(0, -1)] * 2)),
)  # fmt: skip
"""All twenty-three."""
