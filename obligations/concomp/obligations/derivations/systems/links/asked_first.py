"""Samples that are asked for first.

P is a verifier before what asks Comp[RR_1, …, RR_k] for all samples at the first message that is let pass, and never
again. On every tape it answers as if it had been given the samples at the start: what it does with them is a player of
which nothing is known.
"""

from __future__ import annotations

from collections.abc import Sequence

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.terms import Term
from concomp.obligations.derivations.systems.descriptions.parts import Config
from concomp.obligations.derivations.systems.descriptions.responses import sample_of
from concomp.obligations.derivations.systems.descriptions.table import with_left
from concomp.obligations.derivations.systems.language import ASKED, ASKING, BEHIND, CHAIN, RR, TOLD, VERIFIER, F, S
from concomp.obligations.derivations.systems.links.bisimulation import Bisimulation, all_running, same
from concomp.obligations.derivations.systems.suppositions import Instance, answers


def _asked_first() -> Bisimulation:
    processing, supposed = CHAIN(VERIFIER(F), ASKING(S)), answers(RR)
    one, other = BEHIND(processing, ASKED(RR)), BEHIND(VERIFIER(F), TOLD(S, RR))
    has_asked, samples = f"{ASKING(S)}.has asked", f"{ASKING(S)}.samples"

    def related(left: Config, right: Config) -> Sequence[Term]:
        asked = left[has_asked]
        return [
            *same(["f.read", "S.state", "S.heard"])(left, right),
            terms.equality(left["RR.asked"], asked),
            terms.implication(asked, terms.equality(left[samples], sample_of("RR"))),
            *all_running(left, right),
        ]

    def working(left: Config, right: Config) -> Sequence[Term]:
        behind = [terms.negation(left[with_left(processing)]), terms.negation(right[with_left(other)])]
        return [left[with_left(one)], left[has_asked], *behind]

    def known(left: Config, right: Config) -> Sequence[Instance]:
        return [supposed.law(0)]

    return Bisimulation(
        "the samples are asked for first",
        one,
        other,
        related,
        working=working,
        supposed=(supposed,),
        known=known,
    )


ASKED_FIRST = _asked_first()
