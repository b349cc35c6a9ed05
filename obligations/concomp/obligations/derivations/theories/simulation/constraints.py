"""The paper's own construction of φ has something to choose from: HSV26 Claims 10.29 and 10.30.

ξ and δ·φ are chosen answer by answer from sets of pairs. Each constraint bounds one of a pair from above, or by the
other, so the larger of two pairs, side by side, is a pair again: the lexicographic maximum of Lemma 10.28 is the
greatest in both, and is given by the least of a few vertices. Left(k) and Rest(k) are what the choices of ξ and of δ·φ
for the answers before k leave of the budget δ·φ_{t−1} of the history. Constraint (ξ.2) is taken as repaired, with the
factor δ.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.indices import BIT_0, BIT_1, NEXT, OTHER, ZERO, Index
from concomp.obligations.derivations.kernel.language import (
    Comparison,
    Conjunction,
    Quantity,
    Real,
    eq,
    largest,
    le,
    lt,
    total,
)
from concomp.obligations.derivations.kernel.logic import (
    assume,
    define,
    detach,
    discharge,
    hypothesis,
    induction,
    instance,
    join,
    solve,
    state,
    suppose,
)
from concomp.obligations.derivations.kernel.rules import comparison, first_term, summation
from concomp.obligations.derivations.kernel.statements import SUPPOSED
from concomp.obligations.derivations.theories.control.limits import (
    LIMIT_COVERS,
    LIMIT_DIFFERENCE,
    LIMIT_POSITIVE,
    LIMIT_SMALL,
    control_limit,
)
from concomp.obligations.derivations.theories.control.weights import (
    C_RANGE,
    HQA,
    NOT_B,
    PARAMETERS,
    WEIGHTS_CONVERGE,
    WORLDS,
    A,
    B,
    C,
    G,
    H,
    Q,
    in_worlds,
    mu,
)
from concomp.obligations.derivations.theories.series.tails import HandingOut
from concomp.obligations.derivations.theories.simulation.splitting import HQK, SPLIT_BY_CONTROL, K


def exposure(bit: Index, history: Index) -> Real:
    """δ·φ, the budget of a history."""
    return Quantity("δφ", (bit, history))


def chosen(bit: Index, history: Index) -> Real:
    """δ·φ of an answer, as it is chosen."""
    return Quantity("δφ⁺", (bit, history))


def some_pair(bit: Index, history: Index) -> Real:
    """Any pair."""
    return Quantity("y", (bit, history))


def cap(mark: str, bit: Index, history: Index) -> Real:
    """The most that constraints on one of a pair alone allow, for ξ and for δ·φ."""
    return Quantity(f"Cap{mark}", (bit, history))


def xi(bit: Index, history: Index) -> Real:
    """ξ: the budget of an answer under the temporary bound."""
    return Quantity("ξ", (bit, history))


def unspent(bit: Index, answer: Index) -> Real:
    """The budget less what ξ gives to the answers before one."""
    return Quantity("Left", (bit, H, Q, answer))


def unexposed(bit: Index, answer: Index) -> Real:
    """The budget less what δ·φ gives to the answers before one."""
    return Quantity("Rest", (bit, H, Q, answer))


Value = Callable[[Index, Index], Real]


def _pair(bit: Index) -> tuple[Index, Index]:
    return bit, OTHER(bit)


def _compatible(x: Value, bit: Index) -> Comparison:
    """Constraints (ξ.3) and (φ.3)."""
    mine, other = _pair(bit)
    return le(x(mine, HQK) - C * x(other, HQK), mu(mine, HQK) - C * mu(other, HQK))


def temporary(x: Value) -> Conjunction:
    """Constraints (ξ.1) to (ξ.4) for a pair at the answer k."""
    lower_ = [le(control_limit(bit, HQK), x(bit, HQK)) for bit in WORLDS]
    within = [le(x(bit, HQK) + total(A, control_limit(bit, HQA), NEXT(K)), unspent(bit, K)) for bit in WORLDS]
    compatible = [_compatible(x, bit) for bit in WORLDS]
    capped = [le(x(bit, HQK), mu(bit, HQK)) for bit in WORLDS]
    both = [le(x(bit, HQK), control_limit(BIT_0, HQK) + control_limit(BIT_1, HQK)) for bit in WORLDS]
    return Conjunction((*lower_, *within, *compatible, *capped, *both))


def final(x: Value) -> Conjunction:
    """Constraints (φ.1) to (φ.3), times δ, for a pair at the answer k."""
    lower_ = [le(xi(bit, HQK), x(bit, HQK)) for bit in WORLDS]
    within = [le(x(bit, HQK) + total(A, xi(bit, HQA), NEXT(K)), unexposed(bit, K)) for bit in WORLDS]
    return Conjunction((*lower_, *within, *(_compatible(x, bit) for bit in WORLDS)))


BUDGET = hypothesis("condition (I)", "HSV26 Remark 10.21", le(control_limit(B, H), exposure(B, H)))
LEFT_AT_FIRST = define("nothing given yet", "HSV26 Constraints (xi.1)-(xi.4)", eq(unspent(B, ZERO), exposure(B, H)))
LEFT_AFTER = define("ξ given", "HSV26 Constraints (xi.1)-(xi.4)", eq(unspent(B, NEXT(K)), unspent(B, K) - xi(B, HQK)))
REST_AT_FIRST = define("nothing given yet", "HSV26 Constraints (phi.1)-(phi.3)", eq(unexposed(B, ZERO), exposure(B, H)))
REST_AFTER = define(
    "φ given", "HSV26 Constraints (phi.1)-(phi.3)", eq(unexposed(B, NEXT(K)), unexposed(B, K) - chosen(B, HQK))
)


def least_of(*some: Real) -> Real:
    """The least of some terms."""
    return 0 - largest(*(0 - each for each in some))


@dataclass(frozen=True)
class Choice:
    """The greatest pair under constraints: the caps of its sides, and what each is by both.

    mark: of its caps. value: the pair. caps: what bounds a side alone. key: where it is defined.
    """

    mark: str
    value: Value
    caps: tuple[Real, ...]
    key: str

    @cached_property
    def definitions(self) -> tuple[Fact, ...]:
        """What the caps and the pair are, in both worlds."""
        mine, other = (cap(self.mark, bit, HQK) for bit in (B, NOT_B))
        by_other = C * other + (mu(B, HQK) - C * mu(NOT_B, HQK))
        caps = define("the least of the caps", self.key, eq(mine, least_of(*self.caps)))
        greatest = define("the greatest pair", self.key, eq(self.value(B, HQK), least_of(mine, by_other)))
        return (*in_worlds(caps), *in_worlds(greatest))

    def chosen(self, some: Conjunction, than: Value, constraints: Conjunction) -> Fact:
        """If some pair obeys the constraints, so does the greatest."""
        known = suppose(some)
        needed = (*self.definitions, *self._below(known, than), *map(self._twice, WORLDS), *C_RANGE)
        obeys = (solve("the greatest obeys", each, known, *needed) for each in constraints.parts)
        return discharge(known, join(*obeys))

    def maximal(self, some: Conjunction, than: Value) -> Fact:
        """A pair that obeys the constraints is no larger than the greatest, on either side."""
        known = suppose(some)
        needed = (*self.definitions, *self._below(known, than))
        no_larger = (solve("no larger", le(than(bit, HQK), self.value(bit, HQK)), known, *needed) for bit in WORLDS)
        return discharge(known, join(*no_larger))

    def _below(self, known: Fact, than: Value) -> tuple[Fact, ...]:
        """A pair that obeys the constraints is below its caps, and so is c times it."""
        below = [
            solve("below its cap", le(than(bit, HQK), cap(self.mark, bit, HQK)), known, *self.definitions)
            for bit in WORLDS
        ]
        times = [
            solve("times c", le(C * than(bit, HQK), C * cap(self.mark, bit, HQK)), fact, *C_RANGE)
            for bit, fact in zip(WORLDS, below, strict=True)
        ]
        return (*below, *times)

    def _twice(self, bit: Index) -> Fact:
        """c² of what a cap leaves below the weight is no more than that."""
        small = solve("within the weight", le(cap(self.mark, bit, HQK), mu(bit, HQK)), *self.definitions)
        room = mu(bit, HQK) - cap(self.mark, bit, HQK)
        return solve("times c twice", le(C * (C * room), room), small, *C_RANGE)


XI_GREATEST = Choice(
    "",
    xi,
    (
        unspent(B, K) - total(A, control_limit(B, HQA), NEXT(K)),
        mu(B, HQK),
        control_limit(B, HQK) + control_limit(NOT_B, HQK),
    ),
    "HSV26 Constraints (xi.1)-(xi.4)",
)
PHI_GREATEST = Choice(
    "⁺", chosen, (unexposed(B, K) - total(A, xi(B, HQA), NEXT(K)), mu(B, HQK)), "HSV26 Constraints (phi.1)-(phi.3)"
)
XI_CHOSEN = XI_GREATEST.chosen(temporary(control_limit), control_limit, temporary(xi))
CLAIM = "HSV26 Claim 10.29"
XI_MAXIMAL = state(XI_GREATEST.maximal(temporary(some_pair), some_pair), CLAIM, "ξ is the largest pair")


def _each(formula: Conjunction, name: str, *premises: Fact) -> Fact:
    return join(*(solve(name, part_, *premises, variant=_spoil(part_)) for part_ in formula.parts))


def _spoil(formula: Comparison) -> Comparison | None:
    """The reverse, where both sides are the same term."""
    return lt(formula.left, formula.right) if formula.left == formula.right else None


def _feasible(left_: Fact) -> Fact:
    """L obeys (ξ.1) to (ξ.4) at the answer k if what is left covers what the answers from k on need."""
    at_k = [instance(fact, {H: HQK}) for fact in (LIMIT_DIFFERENCE, LIMIT_SMALL, LIMIT_POSITIVE)]
    known = [of_world for fact in (*at_k, first_term(SPLIT_BY_CONTROL.converges, K)) for of_world in in_worlds(fact)]
    return _each(temporary(control_limit), "L obeys", left_, *known)


def _covers(start: Index) -> Conjunction:
    return Conjunction(tuple(le(total(A, control_limit(bit, HQA), start), unspent(bit, start)) for bit in WORLDS))


def _left_covers() -> Fact:
    at_first = _each(_covers(ZERO), "at first", *in_worlds(BUDGET), *in_worlds(LIMIT_COVERS), *in_worlds(LEFT_AT_FIRST))
    given_ = detach(XI_CHOSEN, _feasible(assume(_covers(K), K)))
    return induction(_covers(K), K, at_first, _each(_covers(NEXT(K)), "one more", given_, *in_worlds(LEFT_AFTER)))


LEFT_COVERS = state(_left_covers(), "HSV26 Equation (2)")
XI_FEASIBLE = state(_feasible(LEFT_COVERS), CLAIM, "L obeys (ξ.1) to (ξ.4)")
XI = detach(XI_CHOSEN, XI_FEASIBLE)


LIMIT_CONVERGES_IN = {bit: instance(SPLIT_BY_CONTROL.converges, {B: bit}) for bit in WORLDS}
XI_POSITIVE = {
    bit: solve("ξ ≥ 0", le(0, xi(bit, HQK)), XI, instance(LIMIT_POSITIVE, {B: bit, H: HQK})) for bit in WORLDS
}


def _xi_converges(bit: Index) -> Fact:
    small = solve("ξ ≤ μ", le(xi(bit, HQK), mu(bit, HQK)), XI)
    converges = instance(WEIGHTS_CONVERGE, {B: bit})
    return comparison(A, instance(XI_POSITIVE[bit], {K: A}), instance(small, {K: A}), converges)


XI_CONVERGES = {bit: _xi_converges(bit) for bit in WORLDS}


def _xi_fits(bit: Index) -> Fact:
    """All that ξ gives is within the budget: what it leaves is never negative, and the tails vanish."""
    needed_positive = summation(A, instance(LIMIT_POSITIVE, {B: bit, H: HQA}), (LIMIT_CONVERGES_IN[bit],), NEXT(K))
    not_negative = solve("not all is spent", le(0, unspent(bit, K)), XI, needed_positive, XI_POSITIVE[bit])
    handing = HandingOut(K, unspent(bit, K), XI_CONVERGES[bit], instance(LEFT_AFTER, {B: bit}))
    return solve(
        "within the budget",
        le(total(A, xi(bit, HQA)), exposure(bit, H)),
        handing.no_more(not_negative),
        instance(LEFT_AT_FIRST, {B: bit}),
    )


def _rest_covers(start: Index) -> Conjunction:
    return Conjunction(tuple(le(total(A, xi(bit, HQA), start), unexposed(bit, start)) for bit in WORLDS))


def _final_with_cap(x: Value) -> Conjunction:
    """Constraints (φ.1) to (φ.3), and that no more than the weight is given."""
    return Conjunction((*final(x).parts, *(le(x(bit, HQK), mu(bit, HQK)) for bit in WORLDS)))


PHI_CHOSEN = PHI_GREATEST.chosen(_final_with_cap(xi), xi, final(chosen))


def _final_feasible(left_: Fact) -> Fact:
    """ξ obeys (φ.1) to (φ.3) at the answer k if what is left covers what ξ gives to the answers from k on."""
    return _each(final(xi), "ξ obeys", left_, XI, *(first_term(XI_CONVERGES[bit], K) for bit in WORLDS))


def _remainder_covers() -> Fact:
    fits = [_xi_fits(bit) for bit in WORLDS]
    obeys = _final_feasible(assume(_rest_covers(K), K))
    capped = [solve("ξ ≤ μ", le(xi(bit, HQK), mu(bit, HQK)), XI) for bit in WORLDS]
    given_ = detach(PHI_CHOSEN, join(obeys, *capped))
    return induction(
        _rest_covers(K),
        K,
        _each(_rest_covers(ZERO), "at first", *fits, *in_worlds(REST_AT_FIRST)),
        _each(_rest_covers(NEXT(K)), "one more", given_, *in_worlds(REST_AFTER)),
    )


WELL_DEFINED = "HSV26 Claim 10.30 (repaired)"
PHI_FEASIBLE = state(_final_feasible(_remainder_covers()), WELL_DEFINED, "ξ obeys (φ.1) to (φ.3)")


def _phi() -> Fact:
    """δ·φ as it is chosen obeys (φ.1) to (φ.3)."""
    capped = (solve("ξ ≤ μ", le(xi(bit, HQK), mu(bit, HQK)), XI) for bit in WORLDS)
    return detach(PHI_CHOSEN, join(PHI_FEASIBLE, *capped))


EPSILON = hypothesis("ε > 0", SUPPOSED, lt(1, G))


def _phi_maximal() -> Fact:
    """If e^{−ε} < 1, constraint (φ.3) allows no more than the weight, so no pair is larger."""
    less, obeys = solve("c < 1", lt(C, 1), EPSILON, *PARAMETERS), suppose(final(some_pair))
    capped = [solve("y ≤ μ", le(some_pair(bit, HQK), mu(bit, HQK)), less, obeys, *C_RANGE) for bit in WORLDS]
    maximal = PHI_GREATEST.maximal(_final_with_cap(some_pair), some_pair)
    return discharge(obeys, detach(maximal, join(obeys, *capped)))


PHI = state(_phi(), WELL_DEFINED, "δ·φ obeys (φ.1) to (φ.3)")
PHI_MAXIMAL = state(_phi_maximal(), WELL_DEFINED, "δ·φ is the largest pair, ε > 0")
