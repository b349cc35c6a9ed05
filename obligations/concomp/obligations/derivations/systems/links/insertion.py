"""A verifier behind a doubled post-processing.

V[f] ∘* P² ∘* M and V[f] ∘* P² ∘* V[f'] ∘* M answer the same, for every mechanism M that takes pairs: by the f → f'
property V[f'] lets everything pass. The property enters, like the others, as a relation that its steps keep.
"""

from __future__ import annotations

from collections.abc import Sequence

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.sorts import BOOL
from concomp.model.language.syntax.terms import FALSE, TRUE, Term
from concomp.obligations.derivations.systems.descriptions.execution import HEARD
from concomp.obligations.derivations.systems.descriptions.kernels import admits, continues, mechanism, reads, verifier
from concomp.obligations.derivations.systems.descriptions.messages import apply, declare, first, pair, second
from concomp.obligations.derivations.systems.descriptions.parts import Config, Halting, InARow
from concomp.obligations.derivations.systems.language import (
    BEHIND,
    CHAIN,
    DOUBLED,
    F_INSIDE,
    VERIFIER,
    F,
    M,
    P,
    carries_over,
)
from concomp.obligations.derivations.systems.links.bisimulation import Bisimulation, Relation
from concomp.obligations.derivations.systems.links.doubling import STATE, TWICE, for_messages, step

UNCHECKED = Halting("all", InARow("outer", Halting("guard", InARow("guards", verifier("f"), TWICE)), mechanism("M")))
"""V[f] ∘* P² ∘* M, where M takes pairs: I(b) ∘* ExtConComp is such a mechanism."""
CHECKED = Halting(
    "all",
    InARow(
        "outer",
        Halting("guard", InARow("guards", verifier("f"), TWICE)),
        Halting("checked", InARow("inner", verifier("f'"), mechanism("M"))),
    ),
)
"""V[f] ∘* P² ∘* V[f'] ∘* M."""
VALID = declare("valid so far", (reads("f"), reads("f'"), STATE, STATE), BOOL)
"""f has read a valid sequence, of which the copies of P, given the same from the right, made what f' has read."""


def _valid(config: Config) -> Term:
    return apply(VALID, config["f.read"], config["f'.read"], config["P_0.state"], config["P_1.state"])


def _stays_valid(right: Config, from_right: Term, left: Term, also: Term, checked: bool) -> Term:
    """One step of what was valid: all stays valid, and, by the f → f' property, f' admits what is sent to the right."""
    zero, one = step(right["P_0.state"], from_right, left), step(right["P_1.state"], from_right, also)
    sent_on, message = pair(zero.message, one.message), pair(left, also)
    read = right["f.read"] if from_right is TRUE else apply(continues("f"), right["f.read"], message)
    admitted = TRUE if from_right is TRUE else apply(admits("f"), right["f.read"], message)
    passed = apply(continues("f'"), right["f'.read"], sent_on)
    after = apply(VALID, read, terms.choice(zero.to_right, passed, right["f'.read"]), zero.state, one.state)
    content = terms.implication(zero.to_right, apply(admits("f'"), right["f'.read"], sent_on))
    conclusion = terms.conjunction([after, content] if checked else [after])
    return terms.implication(terms.conjunction([_valid(right), admitted]), conclusion)


def _validity(checked: bool) -> Relation:
    def known(left: Config, right: Config) -> Sequence[Term]:
        answer = right["M.said"]
        on_answer = for_messages(answer, _stays_valid(right, TRUE, answer, answer, checked))
        return [_stays_valid(right, FALSE, first(HEARD), second(HEARD), checked), on_answer]

    return known


def _left_of_mechanism(left: Config, right: Config) -> Sequence[Term]:
    places = [left["outer.with left"], right["outer.with left"], right["inner.with left"]]
    return [terms.negation(place) for place in places]


def _checked_alike(left: Config, right: Config) -> Sequence[Term]:
    names = ["f.read", "P_0.state", "P_1.state", "M.state", "M.heard"]
    overs = [config[f"{name}.over"] for config in (left, right) for name in ("guard", "f", "P²", "M")]
    also = [right["f'.over"], right["checked.over"]]
    return [
        *(terms.equality(left[name], right[name]) for name in names),
        _valid(right),
        *map(terms.negation, [*overs, *also]),
    ]


_GUARD = CHAIN(VERIFIER(F), DOUBLED(P))


def _insertion(name: str, checked: bool) -> Bisimulation:
    return Bisimulation(
        name,
        BEHIND(_GUARD, M),
        BEHIND(_GUARD, BEHIND(VERIFIER(F_INSIDE), M)),
        UNCHECKED,
        CHECKED,
        _checked_alike,
        working=_left_of_mechanism,
        given=(_valid({register.name: register.initial for register in CHECKED.registers}),),
        assumed=_validity(checked),
        supposing=(carries_over(P, F, F_INSIDE),),
    )


INSERTION = _insertion("V[f'] is inserted", checked=True)
UNPROVED_INSERTION = _insertion("V[f'] is inserted without the f → f' property", checked=False)
"""A false variant: f' need not admit what P sends."""
