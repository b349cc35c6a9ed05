"""The sample of a randomised response, asked for at once or when it is wanted.

T asks its randomised response when it likes, once; P asks it before T has said anything, keeps the answer, and gives
it to T when T asks. On every tape both answer the same: a response that is asked once is its answer.
"""

from __future__ import annotations

from collections.abc import Sequence

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.terms import Term
from concomp.obligations.derivations.kernel.indices import Constructor
from concomp.obligations.derivations.systems.descriptions.parts import Config
from concomp.obligations.derivations.systems.descriptions.responses import sample_of
from concomp.obligations.derivations.systems.descriptions.table import with_left
from concomp.obligations.derivations.systems.language import ASKED, BEHIND, KEPT, KEPT_FOR_EVER, RR, T
from concomp.obligations.derivations.systems.links.bisimulation import Bisimulation, all_running, same


def _kept_by(name: str, keeper: Constructor) -> Bisimulation:
    """T ∘* RR, and T given the sample that was kept."""
    one, other = BEHIND(T, ASKED(RR)), BEHIND(T, keeper(RR))

    def related(left: Config, right: Config) -> Sequence[Term]:
        return [
            *same(["T.state", "T.heard", "T.heard from right"])(left, right),
            terms.equality(left["RR.asked"], right["RR.given"]),
            terms.equality(right["RR.kept"], sample_of("RR")),
            *all_running(left, right),
        ]

    def working(left: Config, right: Config) -> Sequence[Term]:
        return [left[with_left(one)], right[with_left(other)]]

    return Bisimulation(name, one, other, related, working=working)


SAMPLE_KEPT = _kept_by("the sample is kept", KEPT)
GIVEN_TWICE = _kept_by("the sample is given twice", KEPT_FOR_EVER)
"""What is false: T is given the sample as often as it asks."""
