"""First-pair consistency, proved.

The definition, asked of a function as a question about its runs, is put beside other words for it: a function is
first-pair consistent if it is included in the largest such function, which accepts whatever begins with a differing
pair and otherwise identical pairs only. That both say the same is proved for an arbitrary function, whose states and
verdicts are uninterpreted; what it refuses says nothing of longer sequences. The example of the definition, f_~, is
consistent for every relation ~.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from concomp.model.composition.messages import Function, Payload
from concomp.model.composition.single import Ask, Neighbouring, Start, neighbouring
from concomp.model.composition.suitable import Progress, admits, begins, continues
from concomp.model.language import (
    NOTHING,
    Bool,
    Int,
    Monitor,
    accept_if,
    both,
    is_case,
    parameter,
    register,
    require,
    when,
)
from concomp.model.language.syntax import terms
from concomp.obligations.checks.propositions import (
    Proposition,
    Proved,
    mistake,
)
from concomp.obligations.checks.table import checks_of_table
from concomp.obligations.verify.properties.properties import (
    WITNESS,
    Question,
    ask,
    compare,
    first_pair_consistent,
    included,
)


class NeighbouringAgain(Monitor):
    """f_~ by counting: message 1 is a pair of states that are equal or neighbouring, later ones are equal queries."""

    position = register(Int, 0)

    def step(self, left: Start | Ask, right: Start | Ask) -> None:
        self.position = self.position + 1
        require((is_case(left, Start) & is_case(right, Start)) == (self.position == 1))
        require((self.position == 1) | (left == right))
        with both(left, right, Start) as (x, y):
            require((left == right) | neighbouring(x.state, y.state))


class StartsAgain(Neighbouring):
    """Wrong: states may be set again."""

    def step(self, left: Start | Ask, right: Start | Ask) -> None:
        require(is_case(left, Start) == is_case(right, Start))
        require(self.started | is_case(left, Start))
        with both(left, right, Start) as (x, y):
            require((x.state == y.state) | neighbouring(x.state, y.state))
        with both(left, right, Ask) as (p, q):
            require(p.query == q.query)
        self.started = True


class AnyFunction(Monitor):
    """An arbitrary function: it begins, admits and continues as it may, and may accept more than it has refused."""

    function = parameter(Function)
    running = register(Bool, False)
    progress = register(Progress, NOTHING)

    def step(self, left: Payload, right: Payload) -> None:
        with when(~self.running):
            self.progress = begins(self.function)
        self.running = True
        accept_if(admits(self.function, self.progress, left, right))
        self.progress = continues(self.function, self.progress, left, right)


class LargestConsistent(Monitor):
    """The largest first-pair consistent function: after an identical first pair, identical pairs only."""

    begun = register(Bool, False)
    free = register(Bool, False)

    def step(self, left: Payload, right: Payload) -> None:
        with when(~self.begun):
            self.free = left != right
        self.begun = True
        require(self.free | (left == right))


class OnlyIdentical(LargestConsistent):
    """Wrong: pairs are identical, whatever the first one is."""

    def step(self, left: Payload, right: Payload) -> None:
        self.begun = True
        self.free = False
        require(left == right)


def distinction(largest: type[Monitor]) -> Question:
    """The question whether inclusion in a function ever differs, of an arbitrary function, from being consistent."""
    function, other = AnyFunction().definition, largest().definition
    by_definition, by_inclusion = first_pair_consistent(function), included(function, other)
    registers = dict.fromkeys((*by_definition.registers, *by_inclusion.registers))
    system = replace(
        by_inclusion,
        registers=tuple(registers),
        allowed=terms.conjunction([by_definition.allowed, by_inclusion.allowed]),
        bad=terms.negation(terms.equality(by_definition.bad, by_inclusion.bad)),
    )
    return Question("consistent or included", (function, other), system, shown_by="included")


@cache
def consistent() -> Proposition:
    """What is proved of Definition 5.12."""
    function, again = Neighbouring().definition, NeighbouringAgain().definition
    wrong = StartsAgain().definition
    return Proposition(
        (
            distinction(LargestConsistent),
            ask("first-pair consistent", function),
            compare("equivalent", function, again),
        ),
        ask(WITNESS, function),
        {
            mistake(OnlyIdentical): distinction(OnlyIdentical),
            mistake(StartsAgain): ask("first-pair consistent", wrong),
            f"f_~, where {mistake(StartsAgain)}": compare("equivalent", wrong, again),
        },
        "all lengths; any function is first-pair consistent if and only if it is included in the largest such one; "
        "f_~, with identical first states, for any ~",
    )


TABLE = (
    Proved(
        "HSV26 Definition 5.12",
        "consistency_is_inclusion_in_the_largest_consistent_function",
        "The property says of any function what inclusion in the largest consistent one says; f_~ has it.",
        consistent,
        "f_~ accepts a sequence with a pair that differs",
    ),
)

CHECKS = checks_of_table(__name__, TABLE)
