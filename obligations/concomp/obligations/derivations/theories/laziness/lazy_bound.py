"""What a simulator that waits has to keep: HSV26 Lemma 5.6, repaired.

λ(h) is 1 where the simulator has to wait, and 0 elsewhere: 1 if both worlds answer the queries of h alike; ι(h, q) is 1
if one more query is answered alike. There a history is to keep a cost of waiting K(h), the same in both worlds, and L
elsewhere: U = λ·K + (1 − λ)·L. U has the properties of a lower bound of which budgets are split, with any budget β from
K() to 1. The least such K is W∞(h), the most that the end of the wait can cost.

`waiting` says what it costs: there the weight of a history is that of world 0, and the control function is taken for 0
once a query has ended the wait. Where λ = 1 both are those of M.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.indices import EMPTY, Index
from concomp.obligations.derivations.kernel.language import Comparison, Quantity, Real, eq, le, total
from concomp.obligations.derivations.kernel.logic import (
    define,
    instance,
    solve,
)
from concomp.obligations.derivations.kernel.rules import comparison, summation
from concomp.obligations.derivations.theories.control.limits import (
    LIMIT_COVERS,
    LIMIT_DIFFERENCE,
    LIMIT_POSITIVE,
    LIMIT_SMALL,
    control_limit,
)
from concomp.obligations.derivations.theories.control.lower_bounds import LowerBound
from concomp.obligations.derivations.theories.control.weights import (
    C_RANGE,
    HQA,
    NOT_B,
    WEIGHTS_CONVERGE,
    A,
    B,
    C,
    H,
    mu,
)
from concomp.obligations.derivations.theories.laziness import least_budget, waiting
from concomp.obligations.derivations.theories.laziness.alike import (
    GOES_ON_OR_NOT,
    LASTS,
    SAME_WEIGHT,
    WAITS,
    WAITS_FIRST,
    WAITS_ON,
    lazy,
)
from concomp.obligations.derivations.theories.simulation.simulation_rules import Laziness
from concomp.obligations.derivations.theories.simulation.splitting import SPLIT_BY_CONTROL

LAZINESS = Laziness(WAITS, WAITS_FIRST, WAITS_ON, GOES_ON_OR_NOT)
SAME_NEEDED = solve(
    "where λ = 1 N is L",
    eq(lazy(H) * waiting.required(B, H), lazy(H) * control_limit(B, H)),
    waiting.IS_NEEDED,
    WAITS,
)


@dataclass(frozen=True, eq=False)
class Cost:
    """A cost of waiting, of a history.

    positive, small: it lies between 0 and m. stopping: it is at least N of either world. covers, converges: the costs
    of the answers have a sum, of at most the cost of the history.
    """

    of: Callable[[Index], Real]
    positive: Fact
    small: Fact
    stopping: Fact
    covers: Fact
    converges: Fact


@dataclass(frozen=True, eq=False)
class LazyBound:
    """U of a cost of waiting, with a budget that is enough for it.

    name: of U. mark: told apart by it are the quantities that are made of it. enough: that the budget is no less than
    the cost at the start. probability: that it is one.
    """

    name: str
    mark: str
    cost: Cost
    budget: Quantity
    enough: Fact
    probability: tuple[Fact, ...]

    def needed(self, bit: Index, history: Index) -> Real:
        """U: the cost of waiting, and when the wait has ended the control function."""
        return Quantity(self.name, (bit, history))

    @cached_property
    def definition(self) -> Fact:
        """What U is."""
        there, elsewhere = lazy(H) * self.cost.of(H), (1 - lazy(H)) * control_limit(B, H)
        return define("U", "by definition", eq(self.needed(B, H), there + elsewhere))

    @cached_property
    def positive(self) -> Fact:
        """U ≥ 0."""
        u = self.needed(B, H)
        known = (self.definition, WAITS, self.cost.positive, LIMIT_POSITIVE)
        return solve("U ≥ 0", le(0, u), *known, variant=le(u + 1, 0))

    @cached_property
    def small(self) -> Fact:
        """U ≤ μ."""
        known = (self.definition, WAITS, self.cost.small, LIMIT_SMALL, SAME_WEIGHT)
        return solve("U ≤ μ", le(self.needed(B, H), mu(B, H)), *known, witness=())

    @cached_property
    def difference(self) -> Fact:
        """That of the control function, or that of the weights, which are the same, times 1 − c."""
        cost, weight_ = lazy(H) * self.cost.of(H), lazy(H) * waiting.weight(H)
        low, high = control_limit(B, H) - C * control_limit(NOT_B, H), mu(B, H) - C * mu(NOT_B, H)
        there = solve("where λ = 1", le(cost, weight_), self.cost.small, WAITS)
        other_weight = instance(SAME_WEIGHT, {B: NOT_B})
        other = instance(self.definition, {B: NOT_B})
        return solve(
            "as L",
            le(self.needed(B, H) - C * self.needed(NOT_B, H), high),
            solve(
                "where λ = 1", le((1 - C) * cost, (1 - C) * weight_), there, *C_RANGE, whole=(cost, weight_), witness=()
            ),
            solve(
                "where λ = 0",
                le((1 - lazy(H)) * low, (1 - lazy(H)) * high),
                LIMIT_DIFFERENCE,
                WAITS,
                whole=(low, high),
            ),
            self.definition,
            SAME_WEIGHT,
            _times_c(other),
            _times_c(other_weight),
        )

    @cached_property
    def of_answer(self) -> Fact:
        """What U is at an answer."""
        there, elsewhere = LASTS * self.cost.of(HQA), (1 - LASTS) * control_limit(B, HQA)
        answered = instance(self.definition, {H: HQA})
        return solve("at an answer", eq(self.needed(B, HQA), there + elsewhere), answered, WAITS_ON)

    @cached_property
    def covers(self) -> Fact:
        """What the answers need is no more than what the history needs."""
        converges = comparison(A, instance(self.positive, {H: HQA}), instance(self.small, {H: HQA}), WEIGHTS_CONVERGE)
        return solve(
            "U covers its answers",
            le(total(A, self.needed(B, HQA)), self.needed(B, H)),
            summation(A, self.of_answer, (converges, self.cost.converges, SPLIT_BY_CONTROL.converges)),
            self.definition,
            WAITS,
            GOES_ON_OR_NOT,
            self.cost.covers,
            self.cost.stopping,
            SAME_NEEDED,
            LIMIT_COVERS,
        )

    @cached_property
    def start(self) -> Fact:
        """The budget is enough at the start."""
        at_start = instance(self.definition, {H: EMPTY})
        return solve("at the start", le(self.needed(B, EMPTY), self.budget), at_start, WAITS_FIRST, self.enough)

    @cached_property
    def lower_bound(self) -> LowerBound:
        """All of it."""
        known = (self.positive, self.small, self.difference, self.covers, self.start)
        return LowerBound(self.mark, self.needed, self.budget, *known, self.probability)


def _times_c(equation: Fact) -> Fact:
    assert isinstance(equation.formula, Comparison)
    left, right = equation.formula.left, equation.formula.right
    return solve("times c", eq(C * left, C * right), equation, whole=(left, right))


LEAST_COST = Cost(
    waiting.cost,
    waiting.COST_POSITIVE,
    waiting.COST_SMALL,
    waiting.STOPPING,
    waiting.COST_COVERS,
    waiting.COSTS_CONVERGE,
)
BY_COST = LazyBound("U", "′", LEAST_COST, least_budget.BUDGET, least_budget.ENOUGH[0], least_budget.ENOUGH[1:])
