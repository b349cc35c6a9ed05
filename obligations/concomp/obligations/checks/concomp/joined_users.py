"""What an edge between two users of a local protocol loses, by moved noise."""

from __future__ import annotations

from concomp.model.registry.evidence import Outcome
from concomp.obligations.alignments.joined import EDGES, RISING, TOO_LITTLE
from concomp.obligations.alignments.rule import ALIGNMENT
from concomp.obligations.alignments.words import ratio_in_words, reached, refuted
from concomp.obligations.checks.check import check
from concomp.obligations.expectation import expect


@check("concomp Proposition 16")
def moved_noise_hides_an_edge() -> Outcome:
    """Noise of both ends of an edge is moved within the budgets, for integers and reals; exact ratios come near."""
    peeled = EDGES[0].subject().program
    rising = RISING.ratio(peeled, EDGES[0].ratios, {})
    expect(rising is not None and 26 < rising < 27, f"three rounds with d rising give {rising}")
    return Outcome(
        verdict="proved",
        scope="all graphs, all lengths; sets, thresholds and whom to ask chosen in any way from the answers; noise of "
        "integers and of reals",
        size=len(EDGES),
        witness=f"exact ratios, with e^ε1 = 2 and e^ε2 = 8: {reached(EDGES, 10_000)}; with d never falling, in three "
        f"rounds {ratio_in_words(rising)}",
        control=refuted(TOO_LITTLE),
        rules=(ALIGNMENT,),
        notes=(
            "Given all answers, what is asked is known, and users answer with independent noise; all but the two ends "
            "of the edge hold the same in both worlds, so that their chances cancel.",
        ),
    )
