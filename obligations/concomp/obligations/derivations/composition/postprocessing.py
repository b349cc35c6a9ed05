"""Post-processing: HSV26 Definition 2.17, Lemma 2.16, Claims 6.3 and 6.4, Theorem 6.1."""

from __future__ import annotations

from concomp.obligations.derivations.composition.system_rules import (
    applied,
    post_processed,
    private,
    related,
    same_views,
    tapes,
    weight,
)
from concomp.obligations.derivations.composition.tapewise.association import IN_A_CHAIN, ON_A_MECHANISM
from concomp.obligations.derivations.composition.tapewise.doubling import SWAP, SWAP_BEHIND
from concomp.obligations.derivations.composition.tapewise.insertion import INSERTION
from concomp.obligations.derivations.kernel.facts import given, joined, solved, stated
from concomp.obligations.derivations.kernel.language import eq

ASSOCIATES = tapes(ON_A_MECHANISM, *related(ON_A_MECHANISM))
CHAINS = stated(joined(ASSOCIATES, tapes(IN_A_CHAIN, *related(IN_A_CHAIN))), "HSV26 Definition 2.17")
POST_PROCESSING = stated(post_processed(ASSOCIATES, ON_A_MECHANISM.one, ON_A_MECHANISM.other), "HSV26 Lemma 2.16")

SWAPPED = stated(tapes(SWAP, *related(SWAP)), "HSV26 Claim 6.3")
INSERTED = stated(tapes(INSERTION, *related(INSERTION)), "HSV26 Claim 6.4")
WHOLE, GUARDED = SWAP_BEHIND.one, INSERTION.other
INNER = "V[f'] ∘* I ∘* M"
PRIVATE_PROCESSING = stated(
    same_views(
        WHOLE,
        GUARDED,
        solved(
            "the weights agree",
            eq(weight(WHOLE), weight(GUARDED)),
            tapes(SWAP_BEHIND, *related(SWAP_BEHIND)),
            INSERTED,
        ),
        applied(
            POST_PROCESSING,
            "V[f] ∘* P²",
            INNER,
            given("hypothesis of the theorem, M being ExtConComp", "HSV26 Theorem 6.1", private(INNER)),
        ),
    ),
    "HSV26 Theorem 6.1",
)
