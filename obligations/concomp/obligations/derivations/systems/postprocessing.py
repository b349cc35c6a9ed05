"""Post-processing: HSV26 Definition 2.17, Lemma 2.16, Claims 6.3 and 6.4, Theorem 6.1."""

from __future__ import annotations

from concomp.obligations.derivations.kernel.language import eq
from concomp.obligations.derivations.kernel.logic import (
    apply_lemma,
    detach,
    discharge_all,
    hypothesis,
    join,
    solve,
    state,
    suppose,
)
from concomp.obligations.derivations.systems.language import (
    BEHIND,
    CHAIN,
    DETERMINISTIC,
    DOUBLED,
    F_INSIDE,
    IDENTIFIED,
    PARAMETERS,
    STEPS,
    VERIFIER,
    F,
    M,
    P,
    Q,
    verified_mechanism,
)
from concomp.obligations.derivations.systems.links.association import IN_A_CHAIN, ON_A_MECHANISM
from concomp.obligations.derivations.systems.links.doubling import SWAP, SWAP_BEHIND
from concomp.obligations.derivations.systems.links.insertion import INSERTION
from concomp.obligations.derivations.systems.properties import private
from concomp.obligations.derivations.systems.shares import weight
from concomp.obligations.derivations.systems.suppositions import HALT_IS_NO_MESSAGE, alike_on_both_sides, carries_over
from concomp.obligations.derivations.systems.system_rules import data_processing, related, same_views

ASSOCIATES = related(ON_A_MECHANISM)
CHAINS = state(join(ASSOCIATES, related(IN_A_CHAIN)), "HSV26 Definition 2.17")
POST_PROCESSING = state(data_processing(ASSOCIATES), "HSV26 Lemma 2.16")

NO_MESSAGE = hypothesis("HALT", "HSV26 Definition 2.6", HALT_IS_NO_MESSAGE.formula)
SWAPPED = state(detach(related(SWAP), NO_MESSAGE), "HSV26 Claim 6.3")
INSERTED = state(related(INSERTION), "HSV26 Claim 6.4")

INNER = verified_mechanism(F_INSIDE, M)
WHOLE = verified_mechanism(F, BEHIND(DETERMINISTIC(STEPS), M))
GUARD = CHAIN(VERIFIER(F), DOUBLED(STEPS))
FIRST_TWO = suppose(alike_on_both_sides(STEPS).formula)
THIRD = suppose(carries_over(STEPS, F, F_INSIDE).formula)
INNER_PRIVATE = suppose(private(INNER, PARAMETERS))
PRIVATE_PROCESSING = state(
    discharge_all(
        (FIRST_TWO, THIRD, INNER_PRIVATE),
        same_views(
            WHOLE,
            BEHIND(GUARD, INNER),
            solve(
                "the weights agree",
                eq(weight(WHOLE), weight(BEHIND(GUARD, INNER))),
                apply_lemma(related(SWAP_BEHIND), {}, NO_MESSAGE, FIRST_TWO),
                apply_lemma(ASSOCIATES, {P: VERIFIER(F), Q: DOUBLED(STEPS), M: IDENTIFIED(M)}),
                apply_lemma(INSERTED, {M: IDENTIFIED(M)}, THIRD),
            ),
            apply_lemma(POST_PROCESSING, {Q: GUARD, M: INNER}, INNER_PRIVATE),
        ),
    ),
    "HSV26 Theorem 6.1",
)
"""For every P with the three properties and every M: ExtConComp is one."""
