"""Programs with hidden noise: what they lose, by moved noise, and the wrong ones among them."""

from __future__ import annotations

from concomp.model.registry.evidence import Outcome
from concomp.obligations.alignments.field import EXAMPLES
from concomp.obligations.alignments.least import CONTROLS, LEAST
from concomp.obligations.alignments.rule import ALIGNMENT
from concomp.obligations.alignments.words import reached, refuted
from concomp.obligations.checks.check import check

WRONG = frozenset(
    (
        "BadSVT1", "BadSVT2", "BadSVT3", "BadGapSVT", "BadAdaptiveSVT", "BadNoisyMax", "BadPartialSum", "BadSmartSum",
        "Algorithm 3, of Roth 2011", "Algorithm 4, of Lee and Clifton 2014",
        "Algorithm 5, of Stoddard, Chen and Machanavajjhala 2014", "Algorithm 6, of Chen and others 2015",
    )
)  # fmt: skip
"""What the field says is wrong."""


@check("concomp Proposition 13")
def moved_noise_costs_the_least_constants() -> Outcome:
    """Noise is moved within the budgets, for integers and reals; exact ratios come as near as a 10,000th to each."""
    return Outcome(
        verdict="proved",
        scope="all lengths; values and thresholds chosen in any way from the answers; noise of integers and of reals",
        size=len(LEAST),
        witness=f"exact ratios, with e^(ε'/2) = 2: {reached(LEAST, 10_000)}",
        control=refuted(CONTROLS),
        rules=(ALIGNMENT,),
    )


@check("concomp Proposition 14")
def the_programs_of_the_field_are_proved_or_refuted() -> Outcome:
    """Right programs are proved by alignment, for integers and reals; wrong ones exceed their claim on an instance."""
    return Outcome(
        verdict="proved",
        scope="all lengths; noise of integers and of reals; wrong programs by instances with noise of integers",
        size=len(EXAMPLES),
        witness=f"exact ratios: {reached([each for each in EXAMPLES if each.name not in WRONG], 100)}",
        control=refuted([each for each in EXAMPLES if each.name in WRONG]),
        rules=(ALIGNMENT,),
    )
