"""Programs with hidden noise: what they lose, by moved noise, and the wrong ones among them."""

from __future__ import annotations

from collections.abc import Sequence

from concomp.model.registry.evidence import Outcome
from concomp.obligations.alignments.field import EXAMPLES, Example, Verdict, settle
from concomp.obligations.alignments.least import CONTROLS, LEAST
from concomp.obligations.checks.check import check
from concomp.obligations.checks.concomp.trusted import ALIGNMENT
from concomp.obligations.expectation import expect

NEARLY = 100
"""A right program's instance comes within the 100th part of its bound."""


@check("concomp Proposition 13")
def moved_noise_costs_the_least_constants() -> Outcome:
    """Noise is moved within the budgets, for integers and reals; exact ratios come as near as a 10,000th to each."""
    verdicts = _right(LEAST, 10_000)
    return Outcome(
        verdict="proved",
        scope="all lengths; values and thresholds chosen in any way from the answers; noise of integers and of reals",
        size=len(verdicts),
        witness="exact ratios, with e^(ε'/2) = 2: " + ", ".join(map(_near, verdicts)),
        control=refuted(CONTROLS),
        rules=(ALIGNMENT,),
    )


@check("concomp Proposition 14")
def the_programs_of_the_field_are_proved_or_refuted() -> Outcome:
    """Right programs are proved by alignment, for integers and reals; wrong ones exceed their claim on an instance."""
    right = [each for each in EXAMPLES if each.name not in WRONG]
    verdicts = _right(right, NEARLY)
    return Outcome(
        verdict="proved",
        scope="all lengths; noise of integers and of reals; wrong programs by instances with noise of integers",
        size=len(EXAMPLES),
        witness="exact ratios: " + ", ".join(map(_near, verdicts)),
        control=refuted([each for each in EXAMPLES if each.name in WRONG]),
        rules=(ALIGNMENT,),
    )


WRONG = frozenset(
    (
        "BadSVT1", "BadSVT2", "BadSVT3", "BadGapSVT", "BadAdaptiveSVT", "BadNoisyMax", "BadPartialSum", "BadSmartSum",
        "Algorithm 3, of Roth 2011", "Algorithm 4, of Lee and Clifton 2014",
        "Algorithm 5, of Stoddard, Chen and Machanavajjhala 2014", "Algorithm 6, of Chen and others 2015",
    )
)  # fmt: skip
"""What the field says is wrong."""


def refuted(examples: Sequence[Example]) -> str:
    """That each of these exceeds its claim, in words; Violation if one is proved."""
    said = []
    for verdict in map(settle, examples):
        expect(not verdict.proved, f"{verdict.example.name} is proved, and should be refuted")
        ratio = "∞" if verdict.ratio is None else f"{float(verdict.ratio):.6g}"
        said.append(f"“{verdict.example.name}”, {ratio} > {verdict.example.claim}")
    return "refuted: " + "; ".join(said)


def _right(examples: Sequence[Example], part: int) -> list[Verdict]:
    verdicts = [settle(each) for each in examples]
    for verdict in verdicts:
        expect(verdict.proved, f"{verdict.example.name} is refuted, and should be proved")
        assert verdict.bound is not None
        assert verdict.ratio is not None
        expect(
            verdict.ratio * part >= verdict.bound * (part - 1),
            f"{verdict.example.name}: {verdict.ratio} does not come near {verdict.bound}",
        )
    return verdicts


def _near(verdict: Verdict) -> str:
    assert verdict.ratio is not None
    return f"{verdict.example.name} {float(verdict.ratio):.9g} of {verdict.bound}"


def nearly(example: Example) -> str:
    """How near an instance comes to the bound of its example, in words."""
    return _near(settle(example))
