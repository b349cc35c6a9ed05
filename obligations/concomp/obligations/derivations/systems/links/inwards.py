"""Verification and identification, moved inside.

V[f] ∘* I(b) ∘* ExtConComp and V[f] ∘* IECC(b) answer the same on every tape, for every f that admits only suitable
sequences, any number of mechanisms, created when the adversary likes. The relation at one arbitrary index: both hold
the same mechanism in the same state, and the verifier inside has read what the one outside says it has, unless the
mechanism is closed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.sorts import BOOL
from concomp.model.language.syntax.terms import TRUE, Term
from concomp.obligations.derivations.systems.descriptions.execution import HEARD
from concomp.obligations.derivations.systems.descriptions.kernels import identifier
from concomp.obligations.derivations.systems.descriptions.members import Members, among, created_part, read
from concomp.obligations.derivations.systems.descriptions.messages import first, index_of
from concomp.obligations.derivations.systems.descriptions.parts import Config, Halting, InARow
from concomp.obligations.derivations.systems.descriptions.verifiers import Suitable, Unknown, inside, regroup, suitable
from concomp.obligations.derivations.systems.language import (
    BEHIND,
    BESIDE,
    MEMBERS,
    VERIFIER,
    C,
    F,
    verified_composition,
)
from concomp.obligations.derivations.systems.language import suitable as only_suitable
from concomp.obligations.derivations.systems.links.bisimulation import Bisimulation

BIT = terms.leaf("parameter", BOOL, "bit")


def outside(verifier: Halting) -> Halting:
    """V[f] ∘* I(b) ∘* ExtConComp."""
    guard = Halting("guard", InARow("guards", verifier, identifier("I", BIT)))
    return Halting("all", InARow("outer", guard, Halting("E", Members("composition", created_part("M")))))


MEMBER = Halting(
    "member",
    InARow(
        "inner",
        Halting("inner guard", InARow("inner guards", inside("V_j"), identifier("I_j", BIT))),
        created_part("M"),
    ),
)
"""V[f_j] ∘* I(b) ∘* M_j."""


def inside_out(verifier: Halting) -> Halting:
    """V[f] ∘* IECC(b)."""
    guard = Halting("guard", InARow("guards", verifier, regroup("G")))
    return Halting("all", InARow("outer", guard, Halting("E", Members("composition", MEMBER))))


def _outside_agrees(left: Config, right: Config) -> Sequence[Term]:
    names = ["V.created", "V.made by", "V.read", "V.rest", "composition.created", "composition.asked"]
    running = [
        config[name]
        for config, own in ((left, "I"), (right, "G"))
        for name in ("guard.over", "V.over", "E.over", f"{own}.over")
    ]
    return [
        *(terms.equality(left[name], right[name]) for name in names),
        terms.equality(left["V.created"], left["composition.created"]),
        *map(terms.negation, running),
    ]


def _members_agree(left: Config, right: Config, index: Term) -> Sequence[Term]:
    """Where a mechanism was created: both are closed, or it is the same in the same state, read for alike."""
    absent = terms.negation(among(index, left["V.created"]))
    closed = read(left["M.over"], index)
    alike = [
        *((left[f"M.{name}"], right[f"M.{name}"]) for name in ("made by", "state", "heard")),
        (left["M.made by"], left["V.made by"]),
        (left["M.made by"], right["V_j.made by"]),
        (left["V.read"], right["V_j.read"]),
    ]
    running = [
        *(terms.equality(read(one, index), read(other, index)) for one, other in alike),
        *(terms.negation(read(right[f"{name}.over"], index)) for name in ("M", "inner guard", "V_j", "I_j")),
    ]
    both = [
        terms.equality(closed, read(right["member.over"], index)),
        terms.disjunction([closed, terms.conjunction(running)]),
    ]
    return [terms.disjunction([absent, terms.conjunction(both)])]


def _indices(left: Config, right: Config) -> Sequence[Term]:
    return [index_of(first(HEARD)), left["composition.asked"]]


def _asked_exists(left: Config, right: Config) -> Sequence[Term]:
    asked = left["composition.asked"]
    elsewhere = (left["M.over"], right["inner.with left"])
    return [
        among(asked, left["V.created"]),
        *map(terms.negation, (left["outer.with left"], right["outer.with left"])),
        *(terms.negation(read(each, asked)) for each in elsewhere),
    ]


def moved_inwards(name: str, verifier: Halting) -> Bisimulation:
    """The relation for a given verifier outside, which must be called V."""
    return Bisimulation(
        name,
        verified_composition(F),
        BEHIND(VERIFIER(F), BESIDE(MEMBERS(C))),
        outside(verifier),
        inside_out(verifier),
        _outside_agrees,
        _members_agree,
        _indices,
        _asked_exists,
        supposing=(only_suitable(F, C),),
    )


INWARDS = moved_inwards("verification moves inside", suitable("V"))


@dataclass(frozen=True)
class _QueriesUnread(Suitable):
    """V[f] for an f that does not ask whether the queries for a mechanism are valid for its function."""

    def admitted(self, config: Config, message: Term) -> Term:
        return TRUE


UNSUITABLE = moved_inwards("verification moves inside, queries unread", Halting("V", _QueriesUnread("V", Unknown("V"))))
"""A false variant: f is as Definition 4.9 prints it once k messages have been read."""
