"""A verifier behind a doubled post-processing.

V[f] ∘* P² ∘* M and V[f] ∘* P² ∘* V[f'] ∘* M answer the same, for every mechanism M that takes pairs: by the f → f'
property V[f'] lets everything pass. The property enters, like the others, as a relation that its steps keep.
"""

from __future__ import annotations

from collections.abc import Sequence

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.sorts import BOOL
from concomp.model.language.syntax.terms import FALSE, TRUE, Term
from concomp.obligations.derivations.kernel.indices import Index
from concomp.obligations.derivations.systems.descriptions.deterministic import Steps
from concomp.obligations.derivations.systems.descriptions.execution import HEARD
from concomp.obligations.derivations.systems.descriptions.kernels import admits, continues, initial, reads, start
from concomp.obligations.derivations.systems.descriptions.messages import (
    MESSAGE,
    apply,
    declare,
    first,
    halts,
    pair,
    second,
)
from concomp.obligations.derivations.systems.descriptions.parts import Config
from concomp.obligations.derivations.systems.descriptions.table import with_left
from concomp.obligations.derivations.systems.language import BEHIND, CHAIN, DOUBLED, F_INSIDE, STEPS, VERIFIER, F, M
from concomp.obligations.derivations.systems.links.bisimulation import Bisimulation, all_running, same
from concomp.obligations.derivations.systems.suppositions import Instance, Law, Supposition

GUARD = CHAIN(VERIFIER(F), DOUBLED(STEPS))
UNCHECKED, CHECKED = BEHIND(GUARD, M), BEHIND(GUARD, BEHIND(VERIFIER(F_INSIDE), M))
"""V[f] ∘* P² ∘* M and V[f] ∘* P² ∘* V[f'] ∘* M, where M takes pairs: I(b) ∘* ExtConComp is such a mechanism."""


def _valid(names: tuple[str, str, str], read: Sequence[Term]) -> Term:
    """Whether f has read a valid sequence, of which both copies of P, told the same, made what f' has read."""
    steps, outer, inner = names
    states = Steps(steps).states
    domain = (reads(outer), reads(inner), states, states)
    return apply(declare(f"{steps}: valid so far by {outer} and {inner}", domain, BOOL), *read)


def _kept(names: tuple[str, str, str], checked: bool) -> tuple[Law, ...]:
    """The start, and what a step from the left and one from the right keep; f' admits what is sent, if `checked`."""
    steps, outer, inner = Steps(names[0]), names[1], names[2]
    reading, passed = (terms.leaf("message", reads(name), place) for name, place in ((outer, "r"), (inner, "r'")))
    states = tuple(terms.leaf("message", steps.states, f"{names[0]}_{bit}") for bit in (0, 1))
    left, right, answer = (terms.leaf("message", MESSAGE, said) for said in ("x_0", "x_1", "a"))

    def stays(from_right: Term, said: tuple[Term, Term], read: Term, premises: list[Term]) -> Term:
        zero, one = (steps.step(state, from_right, each) for state, each in zip(states, said, strict=True))
        sent_on = pair(zero.message, one.message)
        inside = terms.choice(zero.to_right, apply(continues(inner), passed, sent_on), passed)
        content = terms.implication(zero.to_right, apply(admits(inner), passed, sent_on))
        after = [_valid(names, (read, inside, zero.state, one.state)), *([content] if checked else [])]
        valid = _valid(names, (reading, passed, *states))
        return terms.implication(terms.conjunction([valid, *premises]), terms.conjunction(after))

    message = pair(left, right)
    read_on, admitted = apply(continues(outer), reading, message), apply(admits(outer), reading, message)
    begins = _valid(names, (initial(outer), initial(inner), start(names[0]), start(names[0])))
    return (
        Law((), begins),
        Law((reading, passed, *states, left, right), stays(FALSE, (left, right), read_on, [admitted])),
        Law(
            (reading, passed, *states, answer),
            stays(TRUE, (answer, answer), reading, [terms.negation(halts(answer))]),
        ),
    )


LETTERS = ("P", "f", "f'")


def carries_over(steps: Index, function: Index, inside: Index) -> Supposition:
    """The third property of section 6.1."""
    says = "{0} has the {1} → {2} property, for a relation “P: valid so far by f and f'”"
    return Supposition(says, (steps, function, inside), LETTERS, lambda *names: _kept(names, checked=True))


def reads_along(steps: Index, function: Index, inside: Index) -> Supposition:
    """What is so of all: the relation between what is read outside and inside."""
    says = "{0} hands on what {1} and {2} read, for a relation “P: valid so far by f and f'”"
    return Supposition(says, (steps, function, inside), LETTERS, lambda *names: _kept(names, checked=False))


def _insertion(name: str, supposed: Supposition) -> Bisimulation:
    begins, from_left, from_right = supposed.laws
    names = (str(STEPS), str(F), str(F_INSIDE))
    read = ("f.read", "f'.read", f"{STEPS}_0.state", f"{STEPS}_1.state")

    def related(left: Config, right: Config) -> Sequence[Term]:
        return [
            *same(["f.read", *read[2:], "M.state", "M.heard"])(left, right),
            _valid(names, [right[each] for each in read]),
            *all_running(left, right),
        ]

    def working(left: Config, right: Config) -> Sequence[Term]:
        inner = with_left(BEHIND(VERIFIER(F_INSIDE), M))
        places = [left[with_left(UNCHECKED)], right[with_left(CHECKED)], right[inner]]
        return [terms.negation(place) for place in places]

    def known(left: Config, right: Config) -> Sequence[Instance]:
        here = [right[each] for each in read]
        return [from_left.at(*here, first(HEARD), second(HEARD)), from_right.at(*here, right["M.said"])]

    return Bisimulation(
        name,
        UNCHECKED,
        CHECKED,
        related,
        working=working,
        supposed=(supposed,),
        given=(begins.at(),),
        known=known,
    )


INSERTION = _insertion("V[f'] is inserted", carries_over(STEPS, F, F_INSIDE))
UNPROVED_INSERTION = _insertion("V[f'] is inserted without the f → f' property", reads_along(STEPS, F, F_INSIDE))
"""What is false: f' need not admit what P sends."""
