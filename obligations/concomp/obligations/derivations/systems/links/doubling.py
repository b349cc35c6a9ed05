"""A deterministic post-processing, moved before the identifier.

I(b) ∘* P ∘* M and P² ∘* I(b) ∘* M answer the same, for every mechanism M. What is known of P, its destination and its
response property, speaks of histories; here it is an unknown relation between states that holds at the start and is
kept by every step that the property allows. "Reached by histories of the same pattern" is such a relation, so nothing
more is assumed than the paper does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.sorts import BOOL
from concomp.model.language.syntax.terms import FALSE, TRUE, Term
from concomp.obligations.derivations.systems.descriptions.execution import HEARD
from concomp.obligations.derivations.systems.descriptions.kernels import identifier, mechanism, start, verifier
from concomp.obligations.derivations.systems.descriptions.messages import (
    HALTING,
    MESSAGE,
    apply,
    declare,
    first,
    halts,
    pair,
    paired,
    second,
)
from concomp.obligations.derivations.systems.descriptions.parts import (
    Config,
    Halting,
    InARow,
    Register,
    Relay,
    Turn,
    branch,
    send,
)
from concomp.obligations.derivations.systems.language import (
    BEHIND,
    CHAIN,
    DOUBLED,
    IDENTIFIED,
    VERIFIER,
    F,
    M,
    P,
    alike_on_both_sides,
)
from concomp.obligations.derivations.systems.links.bisimulation import Bisimulation, Relation, none_of

BIT = terms.leaf("parameter", BOOL, "bit")
STATE = start("P").sort
NEXT = declare("P.next", (STATE, BOOL, MESSAGE), STATE)
TO_RIGHT = declare("P.to right", (STATE, BOOL, MESSAGE), BOOL)
SAID = declare("P.said", (STATE, BOOL, MESSAGE), MESSAGE)


@dataclass(frozen=True)
class ProcessingStep:
    """What P does in a state on a message: its new state, where it sends, and what."""

    state: Term
    to_right: Term
    message: Term


def step(state: Term, from_right: Term, message: Term) -> ProcessingStep:
    """P's step; a halt goes to the left."""
    said = apply(SAID, state, from_right, message)
    to_right = terms.conjunction([apply(TO_RIGHT, state, from_right, message), terms.negation(halts(said))])
    return ProcessingStep(apply(NEXT, state, from_right, message), to_right, said)


@dataclass(frozen=True)
class _Once(Relay):
    """P."""

    registers: tuple[Register, ...] = (Register("P.state", STATE, start("P")),)

    def hear(self, config: Config, from_right: Term, message: Term) -> Turn:
        done = step(config["P.state"], from_right, message)
        return send({**config, "P.state": done.state}, done.to_right, done.message)


@dataclass(frozen=True)
class _Twice(Relay):
    """P²."""

    registers: tuple[Register, ...] = (
        Register("P_0.state", STATE, start("P")),
        Register("P_1.state", STATE, start("P")),
    )

    def hear(self, config: Config, from_right: Term, message: Term) -> Turn:
        return branch(
            from_right,
            self._both(config, TRUE, message, message),
            branch(
                paired(message),
                self._both(config, FALSE, first(message), second(message)),
                send(config, FALSE, HALTING),
            ),
        )

    def _both(self, config: Config, from_right: Term, left: Term, right: Term) -> Turn:
        zero, one = step(config["P_0.state"], from_right, left), step(config["P_1.state"], from_right, right)
        message = terms.choice(zero.to_right, pair(zero.message, one.message), zero.message)
        return send({**config, "P_0.state": zero.state, "P_1.state": one.state}, zero.to_right, message)


ONCE, TWICE = Halting("P", _Once()), Halting("P²", _Twice())
RELATED = declare("alike", (STATE, STATE), BOOL)
"""Both states are reached by histories with the same messages from the right, whatever came from the left."""


def _alike(zero: Term, one: Term) -> Term:
    return apply(RELATED, zero, one)


def _destination(config: Config, from_right: Term, left: Term, right: Term) -> Term:
    """The destination property for one step of the two copies, which keeps them alike."""
    zero, one = step(config["P_0.state"], from_right, left), step(config["P_1.state"], from_right, right)
    same_side = [terms.equality(zero.to_right, one.to_right), _alike(zero.state, one.state)]
    return terms.implication(_alike(config["P_0.state"], config["P_1.state"]), terms.conjunction(same_side))


def _response(config: Config, from_right: Term, left: Term, right: Term) -> Term:
    """The response property for one step of the two copies."""
    zero, one = step(config["P_0.state"], from_right, left), step(config["P_1.state"], from_right, right)
    same = terms.disjunction([zero.to_right, terms.equality(zero.message, one.message)])
    return terms.implication(_alike(config["P_0.state"], config["P_1.state"]), same)


def _pair_of_messages() -> Term:
    """That what is heard is no pair with HALT in it, which is no message."""
    halting = terms.disjunction([halts(first(HEARD)), halts(second(HEARD))])
    return terms.negation(terms.conjunction([paired(HEARD), halting]))


def for_messages(answer: Term, known: Term) -> Term:
    """What is known about an answer, which HALT is not."""
    return terms.disjunction([halts(answer), known])


def _first_property(left: Config, right: Config) -> Sequence[Term]:
    answer = right["M.said"]
    on_answer = for_messages(answer, _destination(right, TRUE, answer, answer))
    return [_pair_of_messages(), _destination(right, FALSE, first(HEARD), second(HEARD)), on_answer]


def _both_properties(left: Config, right: Config) -> Sequence[Term]:
    answer = right["M.said"]
    on_answer = for_messages(answer, _response(right, TRUE, answer, answer))
    return [*_first_property(left, right), _response(right, FALSE, first(HEARD), second(HEARD)), on_answer]


def _swap_relation(left: Config, right: Config) -> Sequence[Term]:
    chosen = terms.choice(BIT, right["P_1.state"], right["P_0.state"])
    equal = [(left["P.state"], chosen), *((left[name], right[name]) for name in ("M.state", "M.heard"))]
    overs = [left[f"{name}.over"] for name in ("I", "P", "post", "M")]
    also = [right[f"{name}.over"] for name in ("P²", "I", "inner", "M")]
    return [
        *(terms.equality(one, other) for one, other in equal),
        _alike(right["P_0.state"], right["P_1.state"]),
        *map(terms.negation, [*overs, *also]),
    ]


_with_mechanism = none_of(["outer.with left", "inner.with left"])


def _identified_first(name: str) -> Halting:
    """I(b) ∘* P ∘* M."""
    return Halting(name, InARow("outer", identifier("I", BIT), Halting("post", InARow("inner", ONCE, mechanism("M")))))


def _doubled_first(name: str) -> Halting:
    """P² ∘* I(b) ∘* M."""
    return Halting(
        name, InARow("outer", TWICE, Halting("inner", InARow("inner", identifier("I", BIT), mechanism("M"))))
    )


IDENTIFIED_FIRST, DOUBLED_FIRST = _identified_first("all"), _doubled_first("all")


def _swap(name: str, assumed: Relation) -> Bisimulation:
    return Bisimulation(
        name,
        IDENTIFIED(BEHIND(P, M)),
        BEHIND(DOUBLED(P), IDENTIFIED(M)),
        IDENTIFIED_FIRST,
        DOUBLED_FIRST,
        _swap_relation,
        working=_with_mechanism,
        given=(_alike(start("P"), start("P")),),
        assumed=assumed,
        supposing=(alike_on_both_sides(P),),
    )


SWAP = _swap("P and I(b) change places", _both_properties)
WITHOUT_RESPONSE = _swap("P and I(b) change places without the response property", _first_property)
"""A false variant: what P sends to the left may depend on what it hears from there."""


def _behind_verifier_of(inner: Halting) -> Halting:
    return Halting("all", InARow("front", verifier("f"), inner))


def _swapped_behind(left: Config, right: Config) -> Sequence[Term]:
    running = none_of(["f.over", "swap.over"])(left, right)
    return [*_swap_relation(left, right), terms.equality(left["f.read"], right["f.read"]), *running]


def _behind_verifier(left: Config, right: Config) -> Sequence[Term]:
    return [*_with_mechanism(left, right), *none_of(["front.with left"])(left, right)]


SWAP_BEHIND = Bisimulation(
    "P and I(b) change places behind V[f]",
    BEHIND(VERIFIER(F), IDENTIFIED(BEHIND(P, M))),
    BEHIND(CHAIN(VERIFIER(F), DOUBLED(P)), IDENTIFIED(M)),
    _behind_verifier_of(_identified_first("swap")),
    _behind_verifier_of(_doubled_first("swap")),
    _swapped_behind,
    working=_behind_verifier,
    given=SWAP.given,
    assumed=_both_properties,
    supposing=SWAP.supposing,
)
