"""Counting up to a symbolic number.

That at most k mechanisms are exceptional, for all k at once, cannot be seen from any fixed number of indices. It is
proved by induction over the indices: among those up to 0 none is exceptional; if among those up to i there are at
most i, then among those up to i + 1 there are at most i + 1; and if among those up to k there are at most k, and no
index is larger, there are at most k in all. Each of the three is a question about one run, for an arbitrary index.
"""

from __future__ import annotations

from dataclasses import replace

from concomp.model.composition.messages import Create, Query
from concomp.model.language import Bool, Definition, Int, Map, Monitor, both, parameter, register, require, when
from concomp.model.language.syntax import terms
from concomp.model.language.syntax.sorts import INT
from concomp.model.language.syntax.substitution import substitute
from concomp.obligations.verify.encoding.parties import OTHER
from concomp.obligations.verify.properties.properties import NotAskable, Question, included
from concomp.obligations.verify.properties.specifications import apart

UP_TO_INDEX = terms.leaf("register", INT, f"{OTHER.prefix}up_to_index")
HYPOTHESIS = "among the indices up to i at most i are exceptional"
NAME = "at most k exceptional"


class Ranked(Monitor):
    """How many mechanisms are exceptional: up to an index, up to the next one, and in all."""

    index = parameter(Int, where=lambda index: index >= 0)
    following = parameter(Int)
    exceptional = register(Map[Int, Bool], False)
    up_to_index = register(Int, 0)
    up_to_next = register(Int, 0)
    total = register(Int, 0)

    def step(self, left: Create | Query, right: Create | Query) -> None:
        with both(left, right, Query) as (p, q), when((p.payload != q.payload) & ~self.exceptional[p.index]):
            self.exceptional[p.index] = True
            self.total = self.total + 1
            with when(p.index <= self.index):
                self.up_to_index = self.up_to_index + 1
            with when(p.index <= self.following):
                self.up_to_next = self.up_to_next + 1
        require((self.following != self.index + 1) | self.claim())

    def claim(self) -> Bool:
        """What is to be shown of these numbers."""
        return self.up_to_index <= self.index


class NoneAtFirst(Ranked):
    """Up to 0 there are at most 0."""

    index = parameter(Int, where=lambda index: index == 0)


class OneMore(Ranked):
    """Up to the next index there is at most one more than up to this one may be."""

    def claim(self) -> Bool:
        return self.up_to_next <= self.index + 1


class AllInAll(Ranked):
    """In all there are no more than up to k."""

    k = parameter(Int, where=lambda k: k >= 0)

    def claim(self) -> Bool:
        return (self.index != self.k) | (self.total <= self.k)


def at_most_k_exceptional(definition: Definition) -> tuple[Question, ...]:
    """The questions that together ask whether at most k mechanisms are exceptional, k being the function's parameter.

    Raises NotAskable if the function has no such parameter.
    """
    if not has_count(definition):
        raise NotAskable(f"{definition.name} has no parameter k; ask for a number, as in 'at most 2 exceptional'")
    first, *others = (_question(definition, each) for each in (NoneAtFirst(), OneMore(), AllInAll()))
    return first, *map(_assuming, others)


def has_count(definition: Definition) -> bool:
    """Whether the function has a parameter k that is an integer."""
    return any(each.name == "k" and each.symbol.sort == INT for each in definition.parameters)


def _question(definition: Definition, wanted: Ranked) -> Question:
    ranked = apart(wanted.definition, definition)
    following = ranked.parameters[1].symbol
    return Question(NAME, (definition, ranked), included(definition, ranked), shown_by="included", indices=(following,))


def _assuming(question: Question) -> Question:
    """The question, where the hypothesis of the induction holds before and after each step."""
    system = question.system
    updates = {register.symbol: register.update for register in system.registers}
    index = question.definitions[1].parameters[0].symbol
    before = terms.make("at most", (UP_TO_INDEX, index))
    assumed = terms.conjunction([before, substitute(before, updates)])
    allowed, bad = (terms.conjunction([assumed, each]) for each in (system.allowed, system.bad))
    return replace(question, system=replace(system, allowed=allowed, bad=bad), given=(HYPOTHESIS,))
