"""A verifier behind a doubled post-processing.

V[f] ∘* P² ∘* M and V[f] ∘* P² ∘* V[f'] ∘* M answer the same, for every mechanism M that takes pairs: by the f → f'
property V[f'] lets everything pass. The property enters, like the others, as a relation that its steps keep.
"""

from __future__ import annotations

from collections.abc import Sequence

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.terms import Term
from concomp.obligations.derivations.systems.descriptions.execution import HEARD
from concomp.obligations.derivations.systems.descriptions.messages import (
    first,
    second,
)
from concomp.obligations.derivations.systems.descriptions.parts import Config
from concomp.obligations.derivations.systems.descriptions.table import with_left
from concomp.obligations.derivations.systems.language import BEHIND, CHAIN, DOUBLED, F_INSIDE, STEPS, VERIFIER, F, M
from concomp.obligations.derivations.systems.laws.insertion import valid
from concomp.obligations.derivations.systems.links.bisimulation import Bisimulation, all_running, same
from concomp.obligations.derivations.systems.suppositions import Instance, Supposition, carries_over, reads_along

GUARD = CHAIN(VERIFIER(F), DOUBLED(STEPS))
UNCHECKED, CHECKED = BEHIND(GUARD, M), BEHIND(GUARD, BEHIND(VERIFIER(F_INSIDE), M))
"""V[f] ∘* P² ∘* M and V[f] ∘* P² ∘* V[f'] ∘* M, where M takes pairs: I(b) ∘* ExtConComp is such a mechanism."""


def _insertion(name: str, supposed: Supposition) -> Bisimulation:
    names = (str(STEPS), str(F), str(F_INSIDE))
    read = ("f.read", "f'.read", f"{STEPS}_0.state", f"{STEPS}_1.state")

    def related(left: Config, right: Config) -> Sequence[Term]:
        return [
            *same(["f.read", *read[2:], "M.state", "M.heard"])(left, right),
            valid(names, [right[each] for each in read]),
            *all_running(left, right),
        ]

    def working(left: Config, right: Config) -> Sequence[Term]:
        inner = with_left(BEHIND(VERIFIER(F_INSIDE), M))
        places = [left[with_left(UNCHECKED)], right[with_left(CHECKED)], right[inner]]
        return [terms.negation(place) for place in places]

    def known(left: Config, right: Config) -> Sequence[Instance]:
        here = [right[each] for each in read]
        return [supposed.law(1, *here, first(HEARD), second(HEARD)), supposed.law(2, *here, right["M.said"])]

    return Bisimulation(
        name,
        UNCHECKED,
        CHECKED,
        related,
        working=working,
        supposed=(supposed,),
        given=(supposed.law(0),),
        known=known,
    )


INSERTION = _insertion("V[f'] is inserted", carries_over(STEPS, F, F_INSIDE))
UNPROVED_INSERTION = _insertion("V[f'] is inserted without the f → f' property", reads_along(STEPS, F, F_INSIDE))
"""What is false: f' need not admit what P sends."""
