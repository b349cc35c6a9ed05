"""A post-processing without coins, moved before the identifier.

I(b) ∘* P ∘* M and P² ∘* I(b) ∘* M answer the same, for every mechanism M. What is known of P, its destination and its
response property, speaks of histories; here it is some relation between states that holds at the start and is kept by
every step that the property allows. "Reached by histories of the same pattern" is such a relation, so nothing more is
assumed than the paper does.
"""

from __future__ import annotations

from collections.abc import Sequence

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.sorts import BOOL
from concomp.model.language.syntax.terms import FALSE, TRUE, Term
from concomp.obligations.derivations.kernel.indices import Index
from concomp.obligations.derivations.systems.descriptions.deterministic import Steps
from concomp.obligations.derivations.systems.descriptions.execution import HEARD
from concomp.obligations.derivations.systems.descriptions.kernels import WORLD, start
from concomp.obligations.derivations.systems.descriptions.messages import (
    MESSAGE,
    apply,
    declare,
    first,
    halts,
    paired,
    second,
)
from concomp.obligations.derivations.systems.descriptions.parts import Config
from concomp.obligations.derivations.systems.language import (
    BEHIND,
    DETERMINISTIC,
    DOUBLED,
    IDENTIFIED,
    STEPS,
    VERIFIER,
    F,
    M,
)
from concomp.obligations.derivations.systems.links.bisimulation import Bisimulation, all_running, same
from concomp.obligations.derivations.systems.suppositions import Instance, Law, Supposition

MESSAGE_SAID = terms.leaf("message", MESSAGE, "m")


def _no_pair_with_halt() -> tuple[Law, ...]:
    halting = terms.disjunction([halts(first(MESSAGE_SAID)), halts(second(MESSAGE_SAID))])
    return (Law((MESSAGE_SAID,), terms.negation(terms.conjunction([paired(MESSAGE_SAID), halting]))),)


HALT_IS_NO_MESSAGE = Supposition("HALT is no message, so no pair has it", (), (), _no_pair_with_halt)


def _alike(name: str, zero: Term, one: Term) -> Term:
    """Whether both states are reached by the same messages from the right, whatever came from the left."""
    states = Steps(name).states
    return apply(declare(f"{name}.alike", (states, states), BOOL), zero, one)


def _properties(name: str, response: bool) -> tuple[Law, ...]:
    """The start, and what a step from the left and one from the right keep."""
    steps = Steps(name)
    states = tuple(terms.leaf("message", steps.states, f"{name}_{bit}") for bit in (0, 1))
    left, right, answer = (terms.leaf("message", MESSAGE, said) for said in ("x_0", "x_1", "a"))

    def kept(from_right: Term, said: tuple[Term, Term]) -> Term:
        zero, one = (steps.step(state, from_right, each) for state, each in zip(states, said, strict=True))
        destination = [terms.equality(zero.to_right, one.to_right), _alike(name, zero.state, one.state)]
        answers = [terms.disjunction([zero.to_right, terms.equality(zero.message, one.message)])]
        return terms.conjunction([*destination, *(answers if response else [])])

    alike = _alike(name, *states)
    of_answer = terms.conjunction([alike, terms.negation(halts(answer))])
    return (
        Law((), _alike(name, start(name), start(name))),
        Law((*states, left, right), terms.implication(alike, kept(FALSE, (left, right)))),
        Law((*states, answer), terms.implication(of_answer, kept(TRUE, (answer, answer)))),
    )


def alike_on_both_sides(steps: Index) -> Supposition:
    """The first two properties of section 6.1."""
    says = "{0} has the destination property and the response property, for a relation “P.alike” between its states"
    return Supposition(says, (steps,), ("P",), lambda name: _properties(name, response=True))


def same_destinations(steps: Index) -> Supposition:
    """The first of them."""
    says = "{0} has the destination property, for a relation “P.alike” between its states"
    return Supposition(says, (steps,), ("P",), lambda name: _properties(name, response=False))


def _swap(name: str, one: Index, other: Index, supposed: Supposition) -> Bisimulation:
    """Both systems, perhaps behind V[f]."""
    begins, from_left, from_right = supposed.laws
    states = (f"{STEPS}_0.state", f"{STEPS}_1.state")
    also = ["f.read"] if one.arguments[0] == VERIFIER(F) else []  # type: ignore[union-attr]

    def related(left: Config, right: Config) -> Sequence[Term]:
        zero, second_ = (right[state] for state in states)
        return [
            terms.equality(left[f"{STEPS}.state"], terms.choice(WORLD, second_, zero)),
            *same(["M.state", "M.heard", *also])(left, right),
            _alike(str(STEPS), zero, second_),
            *all_running(left, right),
        ]

    def with_mechanism(left: Config, right: Config) -> Sequence[Term]:
        places = [config[name] for config in (left, right) for name in config if name.endswith(".with left")]
        return [terms.negation(place) for place in places]

    def known(left: Config, right: Config) -> Sequence[Instance]:
        here, answer = [right[state] for state in states], right["M.said"]
        return [
            HALT_IS_NO_MESSAGE.laws[0].at(HEARD),
            from_left.at(*here, first(HEARD), second(HEARD)),
            from_right.at(*here, answer),
        ]

    return Bisimulation(
        name,
        one,
        other,
        related,
        working=with_mechanism,
        supposed=(HALT_IS_NO_MESSAGE, supposed),
        given=(begins.at(),),
        known=known,
    )


_BEFORE, _AFTER = IDENTIFIED(BEHIND(DETERMINISTIC(STEPS), M)), BEHIND(DOUBLED(STEPS), IDENTIFIED(M))
SWAP = _swap("P and I(b) change places", _BEFORE, _AFTER, alike_on_both_sides(STEPS))
WITHOUT_RESPONSE = _swap(
    "P and I(b) change places without the response property", _BEFORE, _AFTER, same_destinations(STEPS)
)
"""What is false: what P sends to the left may depend on what it hears from there."""
SWAP_BEHIND = _swap(
    "P and I(b) change places behind V[f]",
    BEHIND(VERIFIER(F), _BEFORE),
    BEHIND(VERIFIER(F), _AFTER),
    alike_on_both_sides(STEPS),
)
