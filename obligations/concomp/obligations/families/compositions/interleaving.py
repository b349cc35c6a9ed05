"""Interleaving games, played on likelihoods.

A second way to value a concurrent composition, apart from the model's V[f] ∘* I(b) ∘* ExtConComp: each component
is unfolded once into a tree that says, for each pair of messages it accepts and each answer, how likely the answer
is in either world. The adversary walks through several trees at once. No mechanism is run and no law is composed
any more, which makes large families affordable; that both ways agree is itself checked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any, Generic, TypeVar

from flint import fmpq, fmpz

from concomp.model.laws.law import ONE, ZERO
from concomp.model.mechanisms.interactive import HALT, InteractiveMechanism, Message, State
from concomp.model.mechanisms.verification import Pair, VerificationFunction

R = TypeVar("R", bound=Hashable)
Belief = frozenset[tuple[State, Fraction]]


@dataclass(frozen=True, eq=False)
class Node:
    """What can be done next with a component.

    moves: (pair, ((chance in world 0, chance in world 1, the node after this answer), …)) for each accepted pair.
    """

    moves: tuple[tuple[Pair, tuple[tuple[Fraction, Fraction, Node], ...]], ...]


CLOSED_NODE = Node(())


def unfold(mechanism: InteractiveMechanism, function: VerificationFunction, pairs: Sequence[Pair], rounds: int) -> Node:
    """The likelihood tree of V[f] ∘* I(b) ∘* M for at most `rounds` messages among `pairs`."""
    known: dict[tuple[Hashable, Belief, Belief, int], Node] = {}

    def grow(seen: Hashable, beliefs: tuple[Belief, Belief], left: int) -> Node:
        key = (seen, *beliefs, left)
        if key not in known:
            known[key] = Node(tuple(moves(seen, beliefs, left))) if left else CLOSED_NODE
        return known[key]

    def moves(seen: Hashable, beliefs: tuple[Belief, Belief], left: int) -> Any:
        for pair in pairs:
            valid, after = function.advance(seen, pair)
            if valid:
                branches = _branches(mechanism, beliefs, pair)
                yield (
                    pair,
                    tuple(
                        (p, q, CLOSED_NODE if answer is HALT else grow(after, then, left - 1))
                        for answer, p, q, then in branches
                    ),
                )

    start: Belief = frozenset({(mechanism.initial_state, ONE)})
    return grow(function.initial, (start, start), rounds)


def _branches(
    mechanism: InteractiveMechanism, beliefs: tuple[Belief, Belief], pair: Pair
) -> list[tuple[Message, Fraction, Fraction, tuple[Belief, Belief]]]:
    """For each answer to a pair: its chances in the two worlds, and the beliefs after it."""
    zero, one = (_after(mechanism, belief, message) for belief, message in zip(beliefs, pair, strict=True))
    found = []
    for answer in dict.fromkeys((*zero, *one)):
        (p, then_zero), (q, then_one) = (side.get(answer, (ZERO, frozenset())) for side in (zero, one))
        found.append((answer, p, q, (then_zero, then_one)))
    return found


def _after(mechanism: InteractiveMechanism, belief: Belief, message: Message) -> dict[Message, tuple[Fraction, Belief]]:
    weights: dict[Message, dict[State, Fraction]] = {}
    for state, weight in belief:
        for (after, answer), chance in mechanism.respond(state, message).items():
            here = weights.setdefault(answer, {})
            here[after] = here.get(after, ZERO) + weight * chance
    masses = {answer: sum(here.values(), ZERO) for answer, here in weights.items()}
    return {
        answer: (masses[answer], frozenset((state, weight / masses[answer]) for state, weight in here.items()))
        for answer, here in weights.items()
    }


Charge = Callable[[R, int, Pair], R | None]
"""(what the rule remembers, component from 0, pair) ↦ what it remembers after, None if the message is forbidden."""


def interleaved_value(
    components: Sequence[Node], e_eps: Fraction, memory: R, charge: Charge[R], rounds: int | None = None
) -> Fraction:
    """The largest hockey-stick at e_eps, world 0 over world 1, of an adversary interleaving the components.

    memory, charge: the rule of the composition, which remembers anything but None. rounds: the largest number of
    messages, None for no bound. Raises ValueError if the memory is None, which would forbid every message.
    """
    if memory is None:
        raise ValueError("memory is None, which says that a message is forbidden: start with another value, such as 0")
    known: dict[tuple[tuple[Node, ...], int, fmpz, fmpz, int | None], fmpq] = {}
    moves: dict[Node, tuple[tuple[int, tuple[tuple[fmpq, fmpq, Node], ...]], ...]] = {}
    pairs: _Numbers[Pair] = _Numbers()
    memories: _Numbers[R] = _Numbers()
    zero, one, at = fmpq(0), fmpq(1), _swift(e_eps)

    def worth(nodes: tuple[Node, ...], memory: int, p: fmpq, q: fmpq, left: int | None) -> fmpq:
        """The value with weights p, q of the history in the two worlds; homogeneous in (p, q)."""
        if p == zero or q == zero:
            return p
        ratio = p / q
        key = (nodes, memory, ratio.p, ratio.q, left)
        if key not in known:
            known[key] = best(nodes, memory, ratio, left)
        return q * known[key]

    def best(nodes: tuple[Node, ...], memory: int, ratio: fmpq, left: int | None) -> fmpq:
        reached = max(zero, ratio - at)
        if left == 0:
            return reached
        fewer = None if left is None else left - 1
        for position, node in enumerate(nodes):
            if node not in moves:
                moves[node] = tuple((pairs.number(pair), _swift_branches(branches)) for pair, branches in node.moves)
            for pair, branches in moves[node]:
                after = charged(memory, position, pair)
                if after is not None:
                    candidate = zero
                    for p, q, then in branches:
                        replaced = (*nodes[:position], then, *nodes[position + 1 :])
                        candidate += worth(replaced, after, ratio * p, q, fewer)
                    reached = max(reached, candidate)
        return reached

    @cache
    def charged(memory: int, position: int, pair: int) -> int | None:
        after = charge(memories.values[memory], position, pairs.values[pair])
        return None if after is None else memories.number(after)

    found = worth(tuple(components), memories.number(memory), one, one, rounds)
    return Fraction(int(found.p), int(found.q))


class _Numbers(Generic[R]):
    """Values by number, equal ones by the same, so that each is compared once."""

    def __init__(self) -> None:
        """Know none yet."""
        self.values: list[R] = []
        self._numbers: dict[R, int] = {}

    def number(self, value: R) -> int:
        """The number of a value."""
        number = self._numbers.setdefault(value, len(self.values))
        if number == len(self.values):
            self.values.append(value)
        return number


def _swift_branches(branches: Iterable[tuple[Fraction, Fraction, Node]]) -> tuple[tuple[fmpq, fmpq, Node], ...]:
    return tuple((_swift(p), _swift(q), then) for p, q, then in branches)


def _swift(number: Fraction) -> fmpq:
    """A rational number as one whose arithmetic is fast."""
    return fmpq(number.numerator, number.denominator)


def interleaved_delta(
    components: Sequence[Node], e_eps: Fraction, memory: R, charge: Charge[R], rounds: int | None = None
) -> Fraction:
    """The least δ at e_eps of the interleaved components, both directions."""
    mirrored = [mirror(component) for component in components]
    return max(
        interleaved_value(components, e_eps, memory, charge, rounds),
        interleaved_value(mirrored, e_eps, memory, charge, rounds),
    )


def mirror(node: Node) -> Node:
    """The tree with the two worlds exchanged; shared nodes stay shared."""
    known: dict[int, Node] = {}

    def exchanged(at: Node) -> Node:
        if id(at) not in known:
            known[id(at)] = Node(
                tuple((pair, tuple((q, p, exchanged(then)) for p, q, then in branches)) for pair, branches in at.moves)
            )
        return known[id(at)]

    return exchanged(node)


def no_rule(memory: R, component: int, pair: Pair) -> R:
    """The rule that forbids nothing."""
    return memory


def within_slots(labels: Sequence[Hashable], slots: Sequence[Hashable]) -> Charge[frozenset[int]]:
    """The rule that the labels of the components with a differing pair form a sub-multiset of `slots`.

    Its memory is the set of those components; it starts empty.
    """
    available = Counter(slots)

    def charge(exceptional: frozenset[int], component: int, pair: Pair) -> frozenset[int] | None:
        if pair[0] == pair[1]:
            return exceptional
        extended = exceptional | {component}
        return extended if Counter(labels[index] for index in extended) <= available else None

    return charge


def lies_below(value: Callable[[Fraction], Fraction], bound: Sequence[tuple[Fraction, Fraction]]) -> bool:
    """Whether a convex non-increasing function of E lies below a profile with vertices `bound`, for all E ≥ 1.

    Its values at the vertices decide: between two of them the bound is a chord, after the last it is constant.
    """
    return all(value(e_eps) <= delta for e_eps, delta in bound)
