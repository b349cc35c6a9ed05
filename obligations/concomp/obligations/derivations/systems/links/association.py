"""Post-processing associates.

(P ∘* Q) ∘* M and P ∘* (Q ∘* M) answer the same on every tape, and (P ∘* Q) ∘* R and P ∘* (Q ∘* R) send the same. With
an adversary in the place of P the first says that an adversary against Q ∘* M is, with Q inside, one against M.
"""

from __future__ import annotations

from collections.abc import Sequence

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.terms import Term
from concomp.obligations.derivations.kernel.indices import Constructor, Index
from concomp.obligations.derivations.systems.descriptions.parts import Config
from concomp.obligations.derivations.systems.descriptions.table import describe, with_left
from concomp.obligations.derivations.systems.language import BEHIND, CHAIN, M, P, Q, R
from concomp.obligations.derivations.systems.links.bisimulation import Bisimulation, all_running, same


def _association(last: Index, put_before: Constructor) -> Bisimulation:
    """(P ∘* Q) ∘* last and P ∘* (Q ∘* last)."""
    two, behind = CHAIN(P, Q), put_before(Q, last)
    one, other = put_before(two, last), put_before(P, behind)
    registers = (register.name for part in (P, Q, last) for register in describe(part).registers)
    names = [name for name in registers if not name.endswith("over")]

    def related(left: Config, right: Config) -> Sequence[Term]:
        return [*same(names)(left, right), *all_running(left, right)]

    def working(left: Config, right: Config) -> Sequence[Term]:
        """The message is with the same of the three."""
        outer, inner = left[with_left(one)], left[with_left(two)]
        first, second = right[with_left(other)], right[with_left(behind)]
        between = terms.conjunction([terms.negation(first), second])
        return [
            terms.equality(terms.conjunction([outer, inner]), first),
            terms.equality(terms.conjunction([outer, terms.negation(inner)]), between),
        ]

    return Bisimulation("post-processing associates", one, other, related, working=working)


ON_A_MECHANISM = _association(M, BEHIND)
IN_A_CHAIN = _association(R, CHAIN)
