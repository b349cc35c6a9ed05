"""A verifier behind one that accepts less.

V[f] ∘* M and V[f] ∘* V[f'] ∘* M answer the same, for every mechanism M, if what is valid for f is valid for f': then
V[f'] lets everything pass.
"""

from __future__ import annotations

from collections.abc import Sequence

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.terms import Term
from concomp.obligations.derivations.kernel.indices import Index
from concomp.obligations.derivations.systems.descriptions.execution import HEARD
from concomp.obligations.derivations.systems.descriptions.parts import Config
from concomp.obligations.derivations.systems.descriptions.table import with_left
from concomp.obligations.derivations.systems.language import BEHIND, F_INSIDE, VERIFIER, F, M
from concomp.obligations.derivations.systems.laws.inclusion import read_together
from concomp.obligations.derivations.systems.links.bisimulation import Bisimulation, all_running, same
from concomp.obligations.derivations.systems.suppositions import Instance, included

INNER = BEHIND(VERIFIER(F_INSIDE), M)
ALONE, BOTH = BEHIND(VERIFIER(F), M), BEHIND(VERIFIER(F), INNER)
"""V[f] ∘* M and V[f] ∘* V[f'] ∘* M."""


def _behind(name: str, smaller: Index, larger: Index) -> Bisimulation:
    """The relation, where what is valid for the one is supposed to be valid for the other."""
    supposed, names = included(smaller, larger), (str(smaller), str(larger))

    def read(right: Config) -> tuple[Term, Term]:
        return right[f"{smaller}.read"], right[f"{larger}.read"]

    def related(left: Config, right: Config) -> Sequence[Term]:
        return [
            *same([f"{F}.read", "M.state", "M.heard"])(left, right),
            read_together(names, *read(right)),
            *all_running(left, right),
        ]

    def working(left: Config, right: Config) -> Sequence[Term]:
        places = [left[with_left(ALONE)], right[with_left(BOTH)], right[with_left(INNER)]]
        return [terms.negation(place) for place in places]

    def known(left: Config, right: Config) -> Sequence[Instance]:
        return [supposed.law(1, *read(right), HEARD)]

    return Bisimulation(
        name, ALONE, BOTH, related, working=working, supposed=(supposed,), given=(supposed.law(0),), known=known
    )


INCLUSION = _behind("V[f'] behind V[f]", F, F_INSIDE)
REVERSED_INCLUSION = _behind("V[f'] behind V[f], what is valid for f' being valid for f", F_INSIDE, F)
"""What is false: f' need not admit what f admits."""
