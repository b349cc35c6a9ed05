"""The moments of one mechanism among several in a conversation, and the best that can still be made of it.

Mechanisms are numbered, and a conversation h goes on in all of them at once: the message q after h is for mechanism j
if Touches(j, h, q) = 1, and asks it, once it runs, if Asks(j, h, q) = 1. An answer a is worth λ(b, h, q, a) =
P^α·Q^{1−α}, for its chances P in the world b and Q in the other; of x ↦ x^α nothing else is used than that the power of
a product is the product of the powers, so ω(b, j, h), the product of what the answers of mechanism j are worth, is what
its part of the conversation is worth.

R(n, b, j, s, h) is the moment of the strategy s from h on against mechanism j alone, with at most n messages: it may
stop at any time, and stops where a message is not for j. V(n, b, j, h) is the best moment of all strategies.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.indices import EMPTY, EXTENDED, FIRST, NEXT, THEN, ZERO, Index, Values, Var
from concomp.obligations.derivations.kernel.language import (
    Comparison,
    Quantity,
    Real,
    Summable,
    eq,
    largest,
    le,
    supremum,
    total,
)
from concomp.obligations.derivations.kernel.logic import assume, define, hypothesis, induction, instance, solve
from concomp.obligations.derivations.kernel.rules import comparison, least, selection, summation, upper
from concomp.obligations.derivations.theories.control.weights import HQA, A, B, H, N, Q

J, S, P = Var("j", "number"), Var("s", "strategy"), Var("p", "query")
HFA = EXTENDED(H, FIRST(S), A)
"""A conversation after the first message of a strategy."""
CONVERSATION, DIVERGENCE = "Haney23 Definition 2.4", "Haney23 Definition 1.2 (repaired)"
PRIVATE = "Haney23 Definition 4.2"


def asks(mechanism: Index, history: Index, query: Index) -> Real:
    """1 if the message asks the mechanism, which runs, otherwise 0."""
    return Quantity("Asks", (mechanism, history, query))


def touches(mechanism: Index, history: Index, query: Index) -> Real:
    """1 if the mechanism answers the message, otherwise 0."""
    return Quantity("Touches", (mechanism, history, query))


def worth(bit: Index, history: Index, query: Index, answer: Index) -> Real:
    """P^α·Q^{1−α} for the chances P and Q of an answer in the world b and in the other."""
    return Quantity("λ", (bit, history, query, answer))


def part(bit: Index, mechanism: Index, history: Index) -> Real:
    """The product of what the answers of a mechanism are worth."""
    return Quantity("ω", (bit, mechanism, history))


def moment(rounds: Index, bit: Index, mechanism: Index, strategy: Index, history: Index) -> Real:
    """The moment of a strategy against one mechanism, from a conversation on."""
    return Quantity("R", (rounds, bit, mechanism, strategy, history))


def asking(rounds: Index, bit: Index, mechanism: Index, strategy: Index, history: Index, query: Index) -> Quantity:
    """The same after an answer to a message that asks the mechanism, else 0."""
    return Quantity("Asked", (rounds, bit, mechanism, strategy, history, query, A))


def value(rounds: Index, bit: Index, mechanism: Index, history: Index) -> Real:
    """The best moment against a mechanism, from a conversation on."""
    return Quantity("V", (rounds, bit, mechanism, history))


def bound(rounds: Index, bit: Index, mechanism: Index, history: Index) -> Real:
    """A number that no moment exceeds."""
    return Quantity("Top", (rounds, bit, mechanism, history))


def best(rounds: Index, bit: Index, mechanism: Index, history: Index, query: Index) -> Real:
    """The best moment after an answer of the mechanism, else 0."""
    return Quantity("Best", (rounds, bit, mechanism, history, query, A))


ASKS, TOUCHES, V = asks(J, H, Q), touches(J, H, Q), value(N, B, J, H)
V_AFTER = value(N, B, J, HQA)
MOMENT, MOMENT_AFTER = moment(N, B, J, S, H), moment(N, B, J, S, HQA)

ONE_OR_NONE = (
    hypothesis("a message asks j, or not", CONVERSATION, eq(ASKS * ASKS, ASKS)),
    hypothesis("a message is for j, or not", CONVERSATION, eq(TOUCHES * TOUCHES, TOUCHES)),
    hypothesis("what asks j is for j", CONVERSATION, eq(ASKS * TOUCHES, ASKS)),
)
ASKS_POSITIVE = solve("Asks ≥ 0", le(0, ASKS), ONE_OR_NONE[0], variant=le(ASKS + 1, 0))
WORTH = hypothesis(
    "powers are at least 0: λ is P^α·Q^{1−α} of an answer, for an α > 1", DIVERGENCE, le(0, worth(B, H, Q, A))
)
PART = (
    define("no answers yet", DIVERGENCE, eq(part(B, J, EMPTY), 1)),
    define(
        "the power of a product is the product of the powers",
        DIVERGENCE,
        eq(part(B, J, HQA), part(B, J, H) * (1 - TOUCHES + TOUCHES * worth(B, H, Q, A))),
    ),
)
STOPPED = define("no message to come", PRIVATE, eq(moment(ZERO, B, J, S, H), part(B, J, H)))
ASKED = define("after an answer of j", PRIVATE, eq(asking(N, B, J, S, H, Q), ASKS * moment(N, B, J, S, HQA)))
LATER = asking(N, B, J, THEN(S, A), H, FIRST(S))
GOING_ON = define(
    "it stops, or goes on",
    PRIVATE,
    eq(moment(NEXT(N), B, J, S, H), largest(part(B, J, H), total(A, LATER))),
)
VALUE = define("the best strategy", PRIVATE, eq(V, supremum(S, MOMENT)))
BEST = define("after an answer of j", PRIVATE, eq(best(N, B, J, H, Q), TOUCHES * V_AFTER))
FINITE = (
    hypothesis(
        "moments are bounded: Top is a number that the moment R of no strategy exceeds from a conversation on",
        PRIVATE,
        le(MOMENT, bound(N, B, J, H)),
    ),
    hypothesis(
        "the best moments have a finite sum: Best is the best moment after an answer of j",
        PRIVATE,
        Summable(A, best(N, B, J, H, Q)),
    ),
)
APART = hypothesis(
    "what is not for a mechanism gives no one more against it",
    CONVERSATION,
    le((1 - TOUCHES) * MOMENT_AFTER, (1 - TOUCHES) * MOMENT),
)

# What a part is worth is at least 0 and at most any moment, and any moment is at most the best.
PART_POSITIVE = induction(
    le(0, part(B, J, H)),
    H,
    solve("at the start", le(0, part(B, J, EMPTY)), PART[0], variant=le(part(B, J, EMPTY), 0)),
    solve("one more answer", le(0, part(B, J, HQA)), assume(le(0, part(B, J, H)), H), PART[1], WORTH, ONE_OR_NONE[1]),
)
AT_LEAST_PART = induction(
    le(part(B, J, H), MOMENT),
    N,
    solve("no message to come", le(part(B, J, H), moment(ZERO, B, J, S, H)), STOPPED),
    solve("it may stop", le(part(B, J, H), moment(NEXT(N), B, J, S, H)), GOING_ON),
)
MOMENT_POSITIVE = solve("R ≥ 0", le(0, MOMENT), AT_LEAST_PART, PART_POSITIVE)
AT_MOST_BEST = solve("at most the best", le(MOMENT, V), upper(S, FINITE[0]), VALUE)
PART_SMALL = solve("stopping", le(part(B, J, H), V), AT_LEAST_PART, AT_MOST_BEST)
VALUE_POSITIVE = solve("V ≥ 0", le(0, V), PART_SMALL, PART_POSITIVE)

OF_START = instance(VALUE, {H: EMPTY})

# After a message that is not for j, the best is no more.
UNTOUCHED_MOMENT = solve(
    "for a strategy",
    le(MOMENT_AFTER, TOUCHES * V_AFTER + (1 - TOUCHES) * V),
    APART,
    instance(AT_MOST_BEST, {H: HQA}),
    AT_MOST_BEST,
    ONE_OR_NONE[1],
)
UNTOUCHED = solve(
    "for the best strategy",
    le((1 - TOUCHES) * V_AFTER, (1 - TOUCHES) * V),
    least(S, UNTOUCHED_MOMENT),
    instance(VALUE, {H: HQA}),
)


# After a message that asks j, or launches it, near-optimal strategies are selected for every answer.
@dataclass(frozen=True)
class Following:
    """What follows a message that asks a mechanism, or launches it.

    indicator: 1 if it does, otherwise 0. after: the moment of a strategy after an answer, times the indicator. is_:
    that it is this. known: that the indicator is 0 or 1, and 1 only if the message is for the mechanism.
    """

    indicator: Real
    after: Quantity
    is_: Fact
    known: tuple[Fact, ...]

    @cached_property
    def greatest(self) -> Real:
        """The best after an answer."""
        return supremum(S, self.after)

    @cached_property
    def positive(self) -> Fact:
        """What a strategy makes is at least 0."""
        after = instance(MOMENT_POSITIVE, {H: HQA})
        return solve("at least 0", le(0, self.after), self.is_, *self.known, after, variant=le(self.after + 1, 0))

    @cached_property
    def small(self) -> Fact:
        """What a strategy makes is at most the best after the answer."""
        after = instance(AT_MOST_BEST, {H: HQA})
        return solve("at most the best", le(self.after, self.indicator * V_AFTER), self.is_, *self.known, after)

    @cached_property
    def is_best(self) -> Fact:
        """The best of what strategies make is the best after the answer, times the indicator."""
        above = upper(S, self.small)
        of_strategy = solve(
            "for a strategy",
            le(MOMENT_AFTER, self.indicator * self.greatest + (1 - self.indicator) * V_AFTER),
            self.is_,
            *self.known,
            above,
            instance(AT_MOST_BEST, {H: HQA}),
        )
        no_more = solve(
            "for the best strategy",
            le(V_AFTER, self.indicator * self.greatest + (1 - self.indicator) * V_AFTER),
            least(S, of_strategy),
            instance(VALUE, {H: HQA}),
        )
        return solve(
            "the best of what follows",
            eq(self.greatest, self.indicator * V_AFTER),
            no_more,
            least(S, self.small),
            above,
            self.positive,
            *self.known,
        )

    @cached_property
    def converges(self) -> Fact:
        """The best after the answers have a finite sum."""
        below = self._part_of_best(self.greatest, self.is_best)
        positive = solve(
            "at least 0",
            le(0, self.greatest),
            self.positive,
            upper(S, self.small),
            variant=le(self.greatest + 1, 0),
        )
        return comparison(A, positive, below, FINITE[1])

    def _part_of_best(self, term: Real, known: Fact) -> Fact:
        return solve(
            "a part of the best",
            le(term, best(N, B, J, H, Q)),
            known,
            BEST,
            *self.known,
            ONE_OR_NONE[1],
            instance(VALUE_POSITIVE, {H: HQA}),
        )

    def played(self, values: Values) -> Fact:
        """What a strategy makes of the answers has a finite sum; values: what it does after an answer, and asks."""
        below = self._part_of_best(self.after, self.small)
        of_query = {variable: value for variable, value in values.items() if variable == Q}
        summable = instance(FINITE[1], of_query) if of_query else FINITE[1]
        return comparison(A, instance(self.positive, values), instance(below, values), summable)

    def sums_up(self, query: Var, below: Fact, converges: Fact) -> Fact:
        """From a bound for all strategies: the best after the answers sum up to at most that, times the indicator."""
        selected = selection(S, query, A, self.positive, below, converges)
        same = solve("with the indicator", eq(self.greatest, self.indicator * self.greatest), self.is_best, *self.known)
        sums = summation(A, same, (self.converges,))
        bound_ = selected.formula
        assert isinstance(bound_, Comparison)
        of_all = total(A, self.greatest)
        return solve("all in all", le(of_all, self.indicator * bound_.right), selected, sums, *self.known)


# A message that asks j.
ASKING = Following(ASKS, asking(N, B, J, S, H, Q), ASKED, (*ONE_OR_NONE, ASKS_POSITIVE))
PLAYED = ASKING.played({S: THEN(S, A), Q: FIRST(S)})
SUM_WHEN_ASKED = ASKING.sums_up(
    Q,
    solve(
        "one message more",
        le(total(A, LATER), value(NEXT(N), B, J, H)),
        GOING_ON,
        instance(AT_MOST_BEST, {N: NEXT(N)}),
    ),
    PLAYED,
)

# With one message more the best is no less.
_GROWTH = le(MOMENT, moment(NEXT(N), B, J, S, H))


def _grows() -> Fact:
    after = {S: THEN(S, A), H: HFA}
    known = instance(assume(_GROWTH, N), after)
    later = solve(
        "after every answer",
        le(LATER, asking(NEXT(N), B, J, THEN(S, A), H, FIRST(S))),
        known,
        *(instance(ASKED, {S: THEN(S, A), Q: FIRST(S), N: rounds}) for rounds in (N, NEXT(N))),
        instance(ASKS_POSITIVE, {Q: FIRST(S)}),
    )
    return solve(
        "one message more",
        le(moment(NEXT(N), B, J, S, H), moment(NEXT(NEXT(N)), B, J, S, H)),
        summation(A, later, (PLAYED, instance(PLAYED, {N: NEXT(N)}))),
        GOING_ON,
        instance(GOING_ON, {N: NEXT(N)}),
    )


MOMENT_GROWS = induction(
    _GROWTH,
    N,
    solve(
        "it may stop",
        le(moment(ZERO, B, J, S, H), moment(NEXT(ZERO), B, J, S, H)),
        STOPPED,
        instance(GOING_ON, {N: ZERO}),
    ),
    _grows(),
)
VALUE_GROWS = solve(
    "for the best strategy",
    le(V, value(NEXT(N), B, J, H)),
    least(
        S,
        solve(
            "for a strategy", le(MOMENT, value(NEXT(N), B, J, H)), MOMENT_GROWS, instance(AT_MOST_BEST, {N: NEXT(N)})
        ),
    ),
    VALUE,
)
