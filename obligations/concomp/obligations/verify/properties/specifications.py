"""What is wanted of compositions, seen from a few arbitrary indices.

Each property of a function of a composition is that it accepts no more than a specification does. The specifications
are written for this purpose and share nothing with the functions: one looks at the mechanism of a single index, which
may be any, and so needs no maps; another counts the mechanisms with one pair of privacy parameters, which may be any.
What holds for all choices of the indices and values holds of the composition.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise

from concomp.model.composition.messages import Create, Function, Mechanism, Payload, Query
from concomp.model.composition.slots import Parameters
from concomp.model.composition.suitable import Progress, admits, begins, continues, established, in_query_space
from concomp.model.language import (
    NOTHING,
    Bool,
    Definition,
    Int,
    Map,
    Monitor,
    Real,
    Vector,
    all_of,
    both,
    is_case,
    ite,
    parameter,
    register,
    require,
    when,
)
from concomp.model.language.syntax.errors import did_you_mean
from concomp.model.language.syntax.expressions import term_of, wrap
from concomp.model.language.syntax.records import as_case
from concomp.model.language.syntax.sorts import INT, VectorSort
from concomp.model.language.syntax.terms import Term
from concomp.model.registry.tags import realises
from concomp.obligations.verify.encoding.parties import OTHER
from concomp.obligations.verify.encoding.scalars import leaves
from concomp.obligations.verify.encoding.variants import fix_parameters, rename_parameters
from concomp.obligations.verify.properties.properties import NotAskable, Question, included, pointwise_equivalent
from concomp.obligations.verify.properties.subfunctions import FIRST_PAIR_CONSISTENT, as_declared


@realises("HSV26 Definition 4.5")
class SuitableAt(Monitor):
    """Suitable sequences, as far as one index is concerned."""

    index = parameter(Int, where=lambda index: index >= 1)
    creations = register(Int, 0)
    mechanism = register(Mechanism, NOTHING)
    function = register(Function, NOTHING)
    progress = register(Progress, NOTHING)

    def step(self, left: Create | Query, right: Create | Query) -> None:
        require(is_case(left, Create) == is_case(right, Create))
        with both(left, right, Create) as (one, other):
            require(one == other)
            require(established(one.mechanism, one.initial, one.e_eps, one.delta, one.function))
            self.creations = self.creations + 1
            with when(self.creations == self.index):
                self.mechanism = one.mechanism
                self.function = one.function
                self.progress = begins(one.function)
        with both(left, right, Query) as (p, q):
            require((p.index == q.index) & (p.index > 0) & ~(p.index > self.creations))
            with when(p.index == self.index):
                self.read(p.payload, q.payload)

    def read(self, left: Payload, right: Payload) -> None:
        """State what is required of a pair for the mechanism."""
        require(in_query_space(self.mechanism, left))
        require(in_query_space(self.mechanism, right))
        require(admits(self.function, self.progress, left, right))
        self.progress = continues(self.function, self.progress, left, right)


@realises("HSV26 Definition 5.12")
class FirstPairConsistentAt(Monitor):
    """The pairs sent to the mechanism of one index are identical if the first of them is."""

    index = parameter(Int, where=lambda index: index >= 1)
    asked = register(Bool, False)
    identical = register(Bool, False)

    def step(self, left: Create | Query, right: Create | Query) -> None:
        with both(left, right, Query) as (p, q), when(p.index == self.index):
            require(~self.asked | ~self.identical | (p.payload == q.payload))
            self.identical = ite(self.asked, self.identical, p.payload == q.payload)
            self.asked = True


class CreationsAtMost(Monitor):
    """At most k messages are creations."""

    k = parameter(Int, where=lambda k: k >= 0)
    creations = register(Int, 0)

    def step(self, left: Create | Query, right: Create | Query) -> None:
        with when(is_case(left, Create) | is_case(right, Create)):
            self.creations = self.creations + 1
            require(self.creations <= self.k)


class PositiveAtMost(Monitor):
    """At most k creations have ε > 0."""

    k = parameter(Int, where=lambda k: k >= 0)
    positive = register(Int, 0)

    def step(self, left: Create | Query, right: Create | Query) -> None:
        with both(left, right, Create) as (one, _), when(one.e_eps > 1):
            self.positive = self.positive + 1
            require(self.positive <= self.k)


class ExceptionalAtMost(Monitor):
    """Of any k + 1 indices, one belongs to a mechanism that gets no differing pair."""

    def __init__(self, count: int, **given: object) -> None:
        """Take the number k."""
        super().__init__(**given)
        self.index = parameter(Vector(Int, count + 1), where=_increasing)
        self.exceptional = register(Vector(Bool, count + 1), False)

    def step(self, left: Create | Query, right: Create | Query) -> None:
        with both(left, right, Query) as (p, q), when(p.payload != q.payload):
            for place, index in enumerate(self.index):
                self.exceptional[place] = self.exceptional[place] | (p.index == index)
        require(~all_of(self.exceptional))


class WithinSlots(Monitor):
    """As many mechanisms that get a differing pair have the parameters `value` as slots have, or fewer."""

    value = parameter(Parameters)
    creations = register(Int, 0)
    e_eps = register(Map[Int, Real], 1)
    delta = register(Map[Int, Real], 0)
    exceptional = register(Map[Int, Bool], False)
    used = register(Int, 0)

    def __init__(self, count: int, **given: object) -> None:
        """Take the number of slots."""
        super().__init__(**given)
        self.slots = parameter(Vector(Parameters, count))

    def step(self, left: Create | Query, right: Create | Query) -> None:
        with both(left, right, Create) as (one, _):
            self.creations = self.creations + 1
            self.e_eps[self.creations] = one.e_eps
            self.delta[self.creations] = one.delta
        with both(left, right, Query) as (p, q), when((p.payload != q.payload) & ~self.exceptional[p.index]):
            self.exceptional[p.index] = True
            with when((self.e_eps[p.index] == self.value.e_eps) & (self.delta[p.index] == self.value.delta)):
                self.used = self.used + 1
        require(self.used <= self.available())

    def available(self) -> Int:
        """How many slots have the value."""
        return sum((ite(slot == self.value, Int(1), Int(0)) for slot in self.slots), Int(0))


class DeltaWithin(Monitor):
    """1 − ∏(1 − δ_j) ≤ δ' for the mechanisms created so far."""

    delta_bound = parameter(Real)
    unexposed = register(Real, 1)

    def step(self, left: Create | Query, right: Create | Query) -> None:
        with both(left, right, Create) as (one, _):
            self.unexposed = self.unexposed * (1 - one.delta)
            require(1 - self.unexposed <= self.delta_bound)


PER_MECHANISM = "per-mechanism first-pair consistent"
INDICES = frozenset({"index", f"{OTHER.prefix}index"})
"""The parameters of specifications that are arbitrary indices."""
LINKED = frozenset({"k", "slots", "delta_bound"})
"""The parameters of specifications that are those of the function, if it has them."""


def specification(name: str, definition: Definition, count: int | None = None) -> Question:
    """The question whether a function of a composition has the property of this name.

    count: k, where the name speaks of k; without it, the function's own parameter k, or its number of slots.
    Raises NotAskable if there is no property of this name, or if it needs a number that there is not.
    """
    if name not in SPECIFICATIONS:
        raise NotAskable(f"there is no property {name!r} of compositions; {did_you_mean(name, SPECIFICATIONS)}")
    wanted = apart(SPECIFICATIONS[name](definition, count), definition)
    run = as_declared(definition) if name == PER_MECHANISM else definition
    return Question(
        name,
        (run, wanted),
        included(run, wanted),
        shown_by="included",
        indices=tuple(leaf for each in wanted.parameters if each.name in INDICES for leaf in leaves(each.symbol)),
        given=() if run is definition else (FIRST_PAIR_CONSISTENT,),
    )


def equality_at_every_index(definition: Definition, wanted: Definition) -> Question:
    """The question whether a function of a composition accepts exactly what a specification does at every index.

    wanted: the specification, whose parameter `index` is any index; other parameters of the same name are the same.
    """
    [index] = [each.symbol for each in wanted.parameters if each.name == "index"]
    message = wrap(definition.message, definition.left)
    here = as_case(message, Query).index == wrap(INT, index)
    elsewhere = term_of(is_case(message, Query) & ~here)
    system = pointwise_equivalent(definition, wanted, elsewhere)
    return Question("equal", (definition, wanted), system, shown_by="equivalent", indices=(index,))


def inclusion_at_every_index(definition: Definition, wanted: Definition) -> Question:
    """The question whether a specification accepts, at every index, what a function of a composition does.

    wanted: the specification, whose parameter `index` is any index; other parameters of the same name are the same.
    """
    system = included(definition, wanted)
    return Question("included", (definition, wanted), system, indices=(_index(wanted),))


def _index(wanted: Definition) -> Term:
    return next(each.symbol for each in wanted.parameters if each.name == "index")


def apart(wanted: Definition, definition: Definition) -> Definition:
    """The specification, its own parameters under names that the function's do not have."""
    taken = {each.name for each in definition.parameters} - LINKED
    return rename_parameters(
        wanted, {each.name: f"{OTHER.prefix}{each.name}" for each in wanted.parameters if each.name in taken}
    )


def _increasing(indices: Vector[Int]) -> Bool:
    listed = list(indices)
    return all_of([listed[0] >= 1, *(one < other for one, other in pairwise(listed))])


def _slots(definition: Definition, count: int | None) -> int:
    """The number given, or the function's number of slots."""
    if count is not None:
        return count
    for each in definition.parameters:
        if each.name in ("slots", "alphas") and isinstance(each.symbol.sort, VectorSort):
            return each.symbol.sort.size
    raise NotAskable(f"{definition.name} has no slots: say how many are meant")


def _count(wanted: type[Monitor], definition: Definition, count: int | None) -> Definition:
    """The specification with the parameter k: the function's own where it has one and no number is given."""
    own = any(each.name == "k" and each.symbol.sort == INT for each in definition.parameters)
    if own and count is None:
        return wanted().definition
    return fix_parameters(wanted().definition, {"k": _slots(definition, count)})


SPECIFICATIONS: Mapping[str, Callable[[Definition, int | None], Definition]] = {
    "suitable": lambda definition, count: SuitableAt().definition,
    PER_MECHANISM: lambda definition, count: FirstPairConsistentAt().definition,
    "at most k creations": lambda definition, count: _count(CreationsAtMost, definition, count),
    "at most k creations with positive epsilon": lambda definition, count: _count(PositiveAtMost, definition, count),
    "at most k exceptional": lambda definition, count: ExceptionalAtMost(_slots(definition, count)).definition,
    "sub-multiset": lambda definition, count: WithinSlots(_slots(definition, count)).definition,
    "within the delta budget": lambda definition, count: DeltaWithin().definition,
}
"""Properties of functions of compositions, by the names that a user types."""
