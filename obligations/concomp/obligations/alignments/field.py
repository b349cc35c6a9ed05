"""The programs that the field puts side by side, written anew: proved for every length, or refuted on an instance.

The seventeen of Wang, Ding, Kifer and Zhang (CheckDP, 2020), and the six sparse vectors of Lyu, Su and Li (2017).
Each is tried at rational ratios for which its claim, e^ε, is rational: with N positives and noise Lap(s/ε) a ratio is
e^(−ε/s). What a right program loses is compared with its claim, and one instance shows how nearly that is reached; a
wrong program has an instance that exceeds its claim. An answer shows of which kind it is beside its number, which
tells more; where a paper's program does not, the instance's number can only be of that kind.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import prod

from concomp.model.language.readings.evaluation import evaluate
from concomp.model.language.syntax.sorts import INT, REAL, Sort
from concomp.model.language.syntax.terms import leaf_name
from concomp.model.programs import comparisons, releases
from concomp.model.programs.laws import Answer, Inputs, Instance
from concomp.model.programs.program import NoisyProgram, leaves, term_of
from concomp.obligations.alignments import of_comparisons, of_releases
from concomp.obligations.alignments.alignment import Alignment
from concomp.obligations.alignments.proving import Proof, demand_proved
from concomp.obligations.expectation import expect

HALF, QUARTER, EIGHTH, SIXTEENTH = (Fraction(1, 2**power) for power in (1, 2, 3, 4))
CHECKDP, LYU = "CheckDP", "Lyu, Su, Li"


@dataclass(frozen=True)
class Trial:
    """Inputs of both worlds, and the answers whose chances are compared."""

    zero: Sequence[Inputs]
    one: Sequence[Inputs]
    answers: Sequence[Answer]


@dataclass(frozen=True)
class Example:
    """A program of the field, what is claimed of it, and what settles that.

    source, name: where it is from, and what it is called there. program: without parameters its numbers are integers.
    ratios, parameters: at which it is tried. claim: e^ε there. tried: an instance, or how much likelier an answer is in
    world 0, computed in another way. alignment: what proves a bound, if one does.
    """

    source: str
    name: str
    program: Callable[[], NoisyProgram]
    ratios: Mapping[str, Fraction]
    claim: Fraction
    tried: Trial | Callable[[], Fraction]
    alignment: Callable[..., Alignment] | None = None
    parameters: Mapping[str, int] | None = None

    @property
    def ratio(self) -> Fraction | None:
        """How much likelier the answers tried are in world 0, exactly; None if they occur there only."""
        tried = self.tried
        if not isinstance(tried, Trial):
            return tried()
        return Instance(self.program(), self.ratios, self.parameters or {}).ratio(tried.zero, tried.one, tried.answers)

    @property
    def bound(self) -> Fraction | None:
        """What the alignment bounds the ratio by, at these ratios; None without an alignment."""
        return None if self.alignment is None else bound(self.alignment(), self.ratios, self.parameters or {})


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


@cache
def _proved(make: Callable[[Sort], Alignment], sort: Sort) -> Proof:
    return demand_proved(make(sort))


def bound(alignment: Alignment, ratios: Mapping[str, Fraction], parameters: Mapping[str, int]) -> Fraction:
    """∏ ratio^−budget, what an alignment bounds the ratio of chances by."""
    spent = {
        name: int(evaluate(term, {leaf: parameters[leaf_name(leaf)] for leaf in leaves([term])}))
        for name, term in ((each, term_of(alignment.budget.get(each, 0))) for each in ratios)
    }
    return prod((ratios[name] ** -times for name, times in spent.items()), start=Fraction(1))


def compared(
    below: Sequence[tuple[int, int]], above: Sequence[tuple[int, int]], shown: Sequence[int] | None = None
) -> Trial:
    """Values of both worlds that are below the threshold 0, then such that are not; what is shown of these, if more."""
    pairs, nothing = [*below, *above], (0,) if shown is None else (0, 0)
    zero, one = ([{"value": pair[world], "threshold": 0} for pair in pairs] for world in (0, 1))
    return Trial(zero, one, [nothing] * len(below) + [(1,) if shown is None else tuple(shown)] * len(above))


def twice(trial: Trial) -> Trial:
    """The same once more."""
    return Trial([*trial.zero, *trial.zero], [*trial.one, *trial.one], [*trial.answers, *trial.answers])


def _summed(values: Sequence[tuple[int, int]], flag: str, flags: Sequence[bool], answers: Sequence[int]) -> Trial:
    zero, one = (
        [{"value": pair[world], flag: each} for pair, each in zip(values, flags, strict=True)] for world in (0, 1)
    )
    return Trial(zero, one, [(each,) for each in answers])


def _winner() -> Fraction:
    first, second = ([start, *[rest] * 16] for start, rest in ((0, 0), (-1, 1)))
    return releases.chance_of_winner(HALF, first, 0) / releases.chance_of_winner(HALF, second, 0)


def _largest() -> Fraction:
    return releases.chance_of_largest(HALF, [0] * 3, -1) / releases.chance_of_largest(HALF, [1] * 3, -1)


MANY, LOW = [(0, 1)] * 12, [(-5, -6)]
SCALED = {"a": QUARTER, "b": HALF}
UNSCALED = {"a": HALF, "b": EIGHTH}
EVEN = {"a": HALF, "b": HALF}
ADAPTIVE = {"a": SIXTEENTH, "b": HALF}
ONE_POSITIVE = {"N": 1}
FAR = {"N": 1, "sigma": 16}
E = Fraction

EXAMPLES = (
    Example(CHECKDP, "SVT", comparisons.sparse_vector, SCALED, E(16), compared(MANY, LOW),
            of_comparisons.sparse_vector, ONE_POSITIVE),
    Example(CHECKDP, "Monotone SVT (increase)", comparisons.sparse_vector, EVEN, E(4), compared(MANY, [(-5, -5)]),
            of_comparisons.increasing, ONE_POSITIVE),
    Example(CHECKDP, "Monotone SVT (decrease)", comparisons.sparse_vector, EVEN, E(4), compared([], [(-200, -201)]),
            of_comparisons.decreasing, ONE_POSITIVE),
    Example(CHECKDP, "NumSVT", comparisons.numeric_sparse_vector, {**SCALED, "c": QUARTER}, E(64),
            compared(MANY, LOW, (1, -5)), of_comparisons.numeric_sparse_vector, ONE_POSITIVE),
    Example(CHECKDP, "GapSVT", comparisons.gap_sparse_vector, SCALED, E(16), compared(MANY, LOW, (1, 0)),
            of_comparisons.gap_sparse_vector, ONE_POSITIVE),
    Example(CHECKDP, "AdaptiveSVT", comparisons.adaptive_sparse_vector, ADAPTIVE, E(256), compared(MANY, LOW, (1, 0)),
            of_comparisons.adaptive_sparse_vector, FAR),
    Example(CHECKDP, "NoisyMax", releases.noisy_maximum, {"b": HALF}, E(4), _winner, of_releases.noisy_maximum),
    Example(CHECKDP, "PartialSum", releases.partial_sum, {"b": HALF}, E(2),
            _summed([(0, 1), (0, 0)], "last", [False, True], [0, 0]), of_releases.partial_sum),
    Example(CHECKDP, "SmartSum", releases.smart_sum, {"b": HALF}, E(4),
            _summed([(0, 1), (0, 0)], "ends", [False, True], [0, 0]), of_releases.smart_sum),
    Example(CHECKDP, "BadSVT1", comparisons.noiseless_sparse_vector, {"a": HALF}, E(4), compared([(0, 1)], [(1, 0)])),
    Example(CHECKDP, "BadSVT2", comparisons.endless_sparse_vector, EVEN, E(4),
            compared([(0, 1)] * 2, [(0, -1)] * 2)),
    Example(CHECKDP, "BadSVT3", comparisons.sparse_vector, UNSCALED, E(16), compared([(0, 1)], [(-2, -3)]),
            of_comparisons.sparse_vector, ONE_POSITIVE),
    Example(CHECKDP, "BadGapSVT", comparisons.value_shown, SCALED, E(16),
            compared([(0, 1)] * 4, [(-3, -4)], (1, -3)), None, ONE_POSITIVE),
    Example(CHECKDP, "BadAdaptiveSVT", comparisons.adaptive_value_shown, ADAPTIVE, E(256),
            compared([(0, 1)] * 4, [(0, -1)], (2, -5)), None, FAR),
    Example(CHECKDP, "BadNoisyMax", releases.largest_value_shown, {"b": HALF}, E(4), _largest),
    Example(CHECKDP, "BadPartialSum", releases.partial_sum, {"b": QUARTER}, E(2),
            _summed([(0, 1), (0, 0)], "last", [False, True], [0, 0]), of_releases.partial_sum),
    Example(CHECKDP, "BadSmartSum", releases.smart_sum_without_noise, {"b": HALF}, E(4),
            _summed([(0, 1)], "ends", [True], [0])),
    Example(LYU, "Algorithm 1, by the authors", comparisons.sparse_vector, SCALED, E(16), compared(MANY, LOW),
            of_comparisons.sparse_vector, ONE_POSITIVE),
    Example(LYU, "Algorithm 2, of Dwork and Roth 2014", comparisons.renewed_sparse_vector, SCALED, E(256),
            twice(compared(MANY, LOW)),
            of_comparisons.renewed_sparse_vector, {"N": 2}),
    Example(LYU, "Algorithm 3, of Roth 2011", comparisons.value_shown, EVEN, E(4),
            compared([(0, 1)] * 4, [(-2, -3)], (1, -3)), None, ONE_POSITIVE),
    Example(LYU, "Algorithm 4, of Lee and Clifton 2014", comparisons.sparse_vector, UNSCALED, E(16),
            compared([(0, 1)], [(-2, -3)]), of_comparisons.sparse_vector, ONE_POSITIVE),
    Example(LYU, "Algorithm 5, of Stoddard, Chen and Machanavajjhala 2014", comparisons.noiseless_sparse_vector,
            {"a": HALF}, E(4), compared([(0, 1)], [(1, 0)])),
    Example(LYU, "Algorithm 6, of Chen and others 2015", comparisons.endless_sparse_vector, EVEN, E(4),
            compared([(0, 1)] * 2, [(0, -1)] * 2)),
)  # fmt: skip
"""All twenty-three."""
