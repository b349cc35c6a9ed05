"""Post-processing: HSV26 Definition 2.17, Lemma 2.16, Claims 6.3 and 6.4, Theorem 6.1."""

from __future__ import annotations

from concomp.obligations.derivations.kernel.language import eq
from concomp.obligations.derivations.kernel.logic import applied, joined, solved, stated, supposed, under
from concomp.obligations.derivations.systems.language import (
    BEHIND,
    CHAIN,
    DOUBLED,
    F_INSIDE,
    IDENTIFIED,
    VERIFIER,
    F,
    M,
    P,
    Q,
    alike_on_both_sides,
    carries_over,
    private,
)
from concomp.obligations.derivations.systems.links.association import IN_A_CHAIN, ON_A_MECHANISM
from concomp.obligations.derivations.systems.links.doubling import SWAP, SWAP_BEHIND
from concomp.obligations.derivations.systems.links.insertion import INSERTION
from concomp.obligations.derivations.systems.shares import weight
from concomp.obligations.derivations.systems.system_rules import post_processed, related, same_views, tapes

ASSOCIATES = tapes(ON_A_MECHANISM, *related(ON_A_MECHANISM))
CHAINS = stated(joined(ASSOCIATES, tapes(IN_A_CHAIN, *related(IN_A_CHAIN))), "HSV26 Definition 2.17")
POST_PROCESSING = stated(post_processed(ASSOCIATES), "HSV26 Lemma 2.16")

SWAPPED = stated(tapes(SWAP, *related(SWAP)), "HSV26 Claim 6.3")
INSERTED = stated(tapes(INSERTION, *related(INSERTION)), "HSV26 Claim 6.4")

GUARD, INNER = CHAIN(VERIFIER(F), DOUBLED(P)), BEHIND(VERIFIER(F_INSIDE), IDENTIFIED(M))
WHOLE, GUARDED = BEHIND(VERIFIER(F), IDENTIFIED(BEHIND(P, M))), BEHIND(GUARD, INNER)
FIRST_TWO = supposed(alike_on_both_sides(P))
THIRD = supposed(carries_over(P, F, F_INSIDE))
INNER_PRIVATE = supposed(private(INNER))
PRIVATE_PROCESSING = stated(
    under(
        (FIRST_TWO, THIRD, INNER_PRIVATE),
        same_views(
            WHOLE,
            GUARDED,
            solved(
                "the weights agree",
                eq(weight(WHOLE), weight(GUARDED)),
                applied(tapes(SWAP_BEHIND, *related(SWAP_BEHIND)), {}, FIRST_TWO),
                applied(INSERTED, {M: IDENTIFIED(M)}, THIRD),
            ),
            applied(POST_PROCESSING, {Q: GUARD, M: INNER}, INNER_PRIVATE),
        ),
    ),
    "HSV26 Theorem 6.1",
)
"""For every P with the three properties and every M: ExtConComp is one."""
