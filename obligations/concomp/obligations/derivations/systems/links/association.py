"""Post-processing associates.

(P ∘* Q) ∘* M and P ∘* (Q ∘* M) answer the same on every tape, and (P ∘* Q) ∘* R and P ∘* (Q ∘* R) send the same. With
an adversary in the place of P the first says that an adversary against Q ∘* M is, with Q inside, one against M.
"""

from __future__ import annotations

from collections.abc import Sequence

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.terms import Term
from concomp.obligations.derivations.kernel.indices import Index
from concomp.obligations.derivations.systems.descriptions.kernels import mechanism, processing
from concomp.obligations.derivations.systems.descriptions.parts import Config, Halting, InARow
from concomp.obligations.derivations.systems.language import BEHIND, CHAIN, M, P, Q, R
from concomp.obligations.derivations.systems.links.bisimulation import Bisimulation


def left_first(last: Halting) -> Halting:
    """(P ∘* Q) ∘* last."""
    return Halting("all", InARow("outer", Halting("two", InARow("inner", processing("P"), processing("Q"))), last))


def right_first(last: Halting) -> Halting:
    """P ∘* (Q ∘* last)."""
    return Halting("all", InARow("outer", processing("P"), Halting("two", InARow("inner", processing("Q"), last))))


def _alike(last: Halting) -> tuple[str, ...]:
    parts = (processing("P"), processing("Q"), last)
    return tuple(register.name for part in parts for register in part.registers if not register.name.endswith("over"))


def _association(last: Halting, one: Index, other: Index) -> Bisimulation:
    names = _alike(last)
    overs = ("two.over", "P.over", "Q.over", last.over)

    def related(left: Config, right: Config) -> Sequence[Term]:
        running = [terms.negation(config[over]) for config in (left, right) for over in overs]
        return [*(terms.equality(left[name], right[name]) for name in names), *running]

    def working(left: Config, right: Config) -> Sequence[Term]:
        """The message is with the same of the three."""
        outer, inner = left["outer.with left"], left["inner.with left"]
        with_first = terms.equality(terms.conjunction([outer, inner]), right["outer.with left"])
        between = terms.conjunction([terms.negation(right["outer.with left"]), right["inner.with left"]])
        return [with_first, terms.equality(terms.conjunction([outer, terms.negation(inner)]), between)]

    return Bisimulation(
        "post-processing associates",
        one,
        other,
        left_first(last),
        right_first(last),
        related,
        working=working,
        two_sided=last.name == "R",
    )


ON_A_MECHANISM = _association(mechanism("M"), BEHIND(CHAIN(P, Q), M), BEHIND(P, BEHIND(Q, M)))
IN_A_CHAIN = _association(processing("R"), CHAIN(CHAIN(P, Q), R), CHAIN(P, CHAIN(Q, R)))
