"""Post-processing: HSV26 Definition 2.17, Lemma 2.16, Claims 6.3 and 6.4, Theorem 6.1."""

from __future__ import annotations

from concomp.obligations.derivations.kernel.language import eq
from concomp.obligations.derivations.kernel.logic import apply_lemma, discharge_all, join, solve, state, suppose
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
from concomp.obligations.derivations.systems.system_rules import data_processing, same_views, solve_stages, tapes

ASSOCIATES = tapes(ON_A_MECHANISM, *solve_stages(ON_A_MECHANISM))
CHAINS = state(join(ASSOCIATES, tapes(IN_A_CHAIN, *solve_stages(IN_A_CHAIN))), "HSV26 Definition 2.17")
POST_PROCESSING = state(data_processing(ASSOCIATES), "HSV26 Lemma 2.16")

SWAPPED = state(tapes(SWAP, *solve_stages(SWAP)), "HSV26 Claim 6.3")
INSERTED = state(tapes(INSERTION, *solve_stages(INSERTION)), "HSV26 Claim 6.4")

GUARD, INNER = CHAIN(VERIFIER(F), DOUBLED(P)), BEHIND(VERIFIER(F_INSIDE), IDENTIFIED(M))
WHOLE, GUARDED = BEHIND(VERIFIER(F), IDENTIFIED(BEHIND(P, M))), BEHIND(GUARD, INNER)
FIRST_TWO = suppose(alike_on_both_sides(P))
THIRD = suppose(carries_over(P, F, F_INSIDE))
INNER_PRIVATE = suppose(private(INNER))
PRIVATE_PROCESSING = state(
    discharge_all(
        (FIRST_TWO, THIRD, INNER_PRIVATE),
        same_views(
            WHOLE,
            GUARDED,
            solve(
                "the weights agree",
                eq(weight(WHOLE), weight(GUARDED)),
                apply_lemma(tapes(SWAP_BEHIND, *solve_stages(SWAP_BEHIND)), {}, FIRST_TWO),
                apply_lemma(INSERTED, {M: IDENTIFIED(M)}, THIRD),
            ),
            apply_lemma(POST_PROCESSING, {Q: GUARD, M: INNER}, INNER_PRIVATE),
        ),
    ),
    "HSV26 Theorem 6.1",
)
"""For every P with the three properties and every M: ExtConComp is one."""
