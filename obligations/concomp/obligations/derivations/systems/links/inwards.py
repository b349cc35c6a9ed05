"""Verification and identification, moved inside.

V[f] ∘* I(b) ∘* ExtConComp and V[f] ∘* IECC(b) answer the same on every tape, for every f that admits the suitable
sequences that fulfil some demand, any number of mechanisms, created when the adversary likes. The relation at one
arbitrary index: both hold the same mechanism in the same state, and the verifier inside has read what the one outside
says it has, unless the mechanism is closed.
"""

from __future__ import annotations

from collections.abc import Sequence

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.terms import Term
from concomp.obligations.derivations.kernel.indices import Constructor, Index
from concomp.obligations.derivations.systems.descriptions.execution import HEARD
from concomp.obligations.derivations.systems.descriptions.members import Creations, among, read
from concomp.obligations.derivations.systems.descriptions.messages import first, index_of
from concomp.obligations.derivations.systems.descriptions.parts import Config
from concomp.obligations.derivations.systems.descriptions.table import over, with_left
from concomp.obligations.derivations.systems.language import (
    BEHIND,
    BESIDE,
    EXTENDED_CONCURRENT,
    MEMBERS,
    QUERIES_UNREAD,
    SUITABLE,
    VERIFIER,
    C,
    D,
    verified_mechanism,
)
from concomp.obligations.derivations.systems.links.bisimulation import Bisimulation, all_running, same


def _moved_inwards(name: str, kind: Constructor) -> Bisimulation:
    """The relation for the functions of a kind."""
    function, extended, inside = kind(C, D), EXTENDED_CONCURRENT(C), BESIDE(MEMBERS(C))
    one, other = verified_mechanism(function, extended), BEHIND(VERIFIER(function), inside)
    guard, kernel = VERIFIER(function), Creations(str(C)).kernel
    created, made_by, reading = (f"{guard}.{what}" for what in ("created", "made by", "read"))
    asked_left, asked_right = f"{extended}.asked", f"{inside}.asked"

    def outside_agrees(left: Config, right: Config) -> Sequence[Term]:
        return [
            *same([created, made_by, reading, f"{D} of {C}.rest"])(left, right),
            terms.equality(left[f"{extended}.created"], right[f"{inside}.created"]),
            terms.equality(left[asked_left], right[asked_right]),
            terms.equality(left[created], left[f"{extended}.created"]),
            *all_running(left, right),
        ]

    def members_agree(left: Config, right: Config, index: Term) -> Sequence[Term]:
        """Where a mechanism was created: both are closed, or it is the same in the same state, read for alike."""
        absent = terms.negation(among(index, left[created]))
        closed = read(left[f"{kernel}.over"], index)
        alike = [
            *((left[f"{kernel}.{name}"], right[f"{kernel}.{name}"]) for name in ("made by", "state", "heard")),
            (left[f"{kernel}.made by"], left[made_by]),
            (left[f"{kernel}.made by"], right["V_j.made by"]),
            (left[reading], right["V_j.read"]),
        ]
        inner = (f"{kernel}.over", "I ∘* M_j.over", "V_j.over", "I_j.over")
        running = [
            *(terms.equality(read(one_, index), read(other_, index)) for one_, other_ in alike),
            *(terms.negation(read(right[name], index)) for name in inner),
        ]
        both = [
            terms.equality(closed, read(right[over(MEMBERS(C))], index)),
            terms.disjunction([closed, terms.conjunction(running)]),
        ]
        return [terms.disjunction([absent, terms.conjunction(both)])]

    def indices(left: Config, right: Config) -> Sequence[Term]:
        return [index_of(first(HEARD)), left[asked_left]]

    def asked_exists(left: Config, right: Config) -> Sequence[Term]:
        asked = left[asked_left]
        places: list[tuple[Config, Index]] = [(left, one), (left, one_inside), (right, other), (right, inside)]
        members = (left[f"{kernel}.over"], right[with_left(MEMBERS(C))], right["I ∘* M_j.with left"])
        return [
            among(asked, left[created]),
            *(terms.negation(config[with_left(system)]) for config, system in places),
            *(terms.negation(read(each, asked)) for each in members),
        ]

    one_inside = one.arguments[1]  # type: ignore[union-attr]
    return Bisimulation(name, one, other, outside_agrees, members_agree, indices, asked_exists)


INWARDS = _moved_inwards("verification moves inside", SUITABLE)
UNSUITABLE = _moved_inwards("verification moves inside, queries unread", QUERIES_UNREAD)
"""What is false: f is as Definition 4.9 prints it once k messages have been read."""
