"""The best strategy as a plan, in the terms of the mechanism itself.

What is best depends on where play stands and on the odds of the history, not on the history. Query by query all that
can be met is decided; from the last to the first what is the same from then on becomes one step.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass

from flint import fmpq

from concomp.impl.audit.beliefs import END
from concomp.impl.audit.curves import STOP
from concomp.impl.audit.places import Apart, Place, Whole
from concomp.impl.audit.rationals import ZERO
from concomp.model.mechanisms.distinguisher import Distinguisher, Query, Verdict
from concomp.model.mechanisms.interactive import Message
from concomp.model.mechanisms.positions import TooLarge

SITUATIONS = 50_000
"""The most situations that a plan may distinguish before they are merged."""

Stand = tuple[int, int]
"""(belief in a component, queries left there)."""


@dataclass(frozen=True)
class Point:
    """Where play really stands: in each component, and in the rule's memory."""

    stands: tuple[Stand, ...]
    memory: Hashable


Outcome = tuple[Message, fmpq, fmpq, Point]
Option = tuple[int, Message, tuple[Outcome, ...]]
"""(component, query, outcomes)."""
Situation = tuple[Point, fmpq]
"""(where play stands, the odds of the history times x)."""
Worth = Callable[[int, int, fmpq], fmpq]
"""(queries sent, place, odds) ↦ what can still be gained."""
Decision = Verdict | tuple[Message, tuple[tuple[Message, Verdict | Situation], ...]]
"""What to do in a situation: end, or send a query; then what there is for each answer."""


def best_planner(whole: Whole, worth: Worth, suspected: int) -> Planner:
    """Of all components at once: worth the value of the whole when judged at any x > 0.

    worth: of the places of the whole. suspected: the world that the plan speaks up for; with 0, x = E, with 1, x = 1/E.
    """
    return Planner(whole.apart, tuple(range(len(whole.components))), whole, worth, suspected)


def planner_in_turn(apart: Apart, quiet: tuple[int, ...], core: Whole | None, worth: Worth, suspected: int) -> Planner:
    """First asks all that leaves no choice, component by component, then the core of the others.

    worth: of the places of the core. Otherwise as `best_planner`.
    """
    return _InTurn(apart, _others(apart, quiet), core, worth, suspected, quiet)


def planner_of_core(apart: Apart, quiet: tuple[int, ...], core: Whole, worth: Worth, suspected: int) -> Planner:
    """Asks the core of the others only, when judged at what the answers of the quiet ones have made of x."""
    return Planner(apart, _others(apart, quiet), core, worth, suspected)


def _others(apart: Apart, quiet: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(index for index in range(len(apart.components)) if index not in quiet)


def good_plan(whole: Whole, worth: Worth, x: fmpq, bits: int) -> Distinguisher:
    """A plan with little memory for world 0, which is good when judged at x ≥ 1.

    worth: above the truth. bits: those of the odds that the plan remembers; of a belief that is split it
    remembers the largest part. Raises TooLarge if it meets more than SITUATIONS situations.
    """
    asked = tuple(range(len(whole.components)))
    return _Forgetful(whole.apart, asked, whole, worth, 0, bits).plan(x)


@dataclass
class Planner:
    """What to do, by what the places of the core are worth, the arena of the components that are `asked`."""

    apart: Apart
    asked: tuple[int, ...]
    core: Whole | None
    worth: Worth
    suspected: int

    def start(self, x: fmpq) -> Situation:
        """The situation before the first query, judged at x."""
        stands = tuple((0, component.beliefs.rounds) for component in self.apart.components)
        return Point(stands, self.apart.setting.interleaving.rule.initial), x

    def plan(self, x: fmpq) -> Distinguisher:
        """The plan, found forwards and merged backwards; TooLarge if it meets more than SITUATIONS situations."""
        return _merge(self._decisions(self.start(x)))

    def _decisions(self, start: Situation) -> list[dict[Situation, Decision]]:
        """What to do in every situation that can be met, by the number of queries sent."""
        found: list[dict[Situation, Decision]] = []
        layer = {start: None}
        left = SITUATIONS
        while layer:
            left -= len(layer)
            if left < 0:
                raise TooLarge(f"the plan distinguishes more than {SITUATIONS} situations: lower the horizon")
            found.append({situation: self.decide(*situation) for situation in layer})
            layer = {
                then: None
                for decision in found[-1].values()
                for _, then in (decision[1] if isinstance(decision, tuple) else ())
                if isinstance(then, tuple)
            }
        return found

    def decide(self, point: Point, odds: fmpq) -> Decision:
        """What to do at a point, at these odds."""
        worth = self._worth(point, odds)
        if worth == max(ZERO, 1 - odds):
            return Verdict(odds > 1 if self.suspected else odds < 1)
        options = [
            option
            for option in self._options(point)
            if worth == sum((self._share(outcome, odds) for outcome in option[2]), ZERO)
        ]
        return self._ask(min(options, key=lambda option: self._idle(option, odds, worth)), odds)

    def _ask(self, option: Option, odds: fmpq) -> Decision:
        index, query, outcomes = option
        return self.apart.setting.interleaving.address(query, index), tuple(
            (answer, (then, odds * q / p) if p != 0 and q != 0 else Verdict((q if self.suspected else p) != 0))
            for answer, p, q, then in outcomes
        )

    def _options(self, point: Point) -> Iterator[Option]:
        return (option for index in self.asked for option in self._options_of(point, index))

    def _options_of(self, point: Point, index: int) -> Iterator[Option]:
        """The queries that can be sent to one component."""
        rule, (belief, left) = self.apart.setting.interleaving.rule, point.stands[index]
        before, behind = point.stands[:index], point.stands[index + 1 :]
        offers = self.apart.components[index].beliefs.offers[belief] if left and belief != END else ()
        for query, answered in offers:
            charged = rule.charge(point.memory, index, query)
            if charged is not None:
                yield (
                    index,
                    query,
                    tuple(
                        (answer, p, q, Point((*before, (after, left - 1), *behind), charged))
                        for answer, p, q, after in answered
                    ),
                )

    def _worth(self, point: Point, odds: fmpq) -> fmpq:
        sent = sum(self.apart.components[index].beliefs.rounds - point.stands[index][1] for index in self.asked)
        return STOP(odds) if self.core is None else self.worth(sent, self.core.number(self._place(point)), odds)

    def _place(self, point: Point) -> Place:
        standings = []
        for index in self.asked:
            component, (belief, left) = self.apart.components[index], point.stands[index]
            standings.append(component.standing(component.arena.number_of[belief + 1], left))
        return tuple(standings), point.memory

    def _share(self, outcome: Outcome, odds: fmpq) -> fmpq:
        """What an outcome adds to the value of the query that brings it."""
        _, p, q, then = outcome
        return p * self._worth(then, odds * q / p) if p != 0 and q != 0 else p

    def _idle(self, option: Option, odds: fmpq, worth: fmpq) -> bool:
        """Whether a query brings nothing, whatever the answer; among the best queries others are shown instead."""
        return all(p == q and self._worth(then, odds) == worth for _, p, q, then in option[2])


@dataclass
class _InTurn(Planner):
    quiet: tuple[int, ...]

    def decide(self, point: Point, odds: fmpq) -> Decision:
        for index in self.quiet:
            for option in self._options_of(point, index):
                return self._ask(option, odds)
        return super().decide(point, odds)


@dataclass
class _Forgetful(Planner):
    bits: int

    def decide(self, point: Point, odds: fmpq) -> Decision:
        options = list(self._options(point))
        if not options or self._worth(point, odds) <= max(ZERO, 1 - odds):
            return Verdict(odds < 1)
        index, query, outcomes = max(options, key=lambda option: self._promise(option, odds))
        largest: dict[Message, Outcome] = {}
        for outcome in outcomes:
            largest[outcome[0]] = max(largest.get(outcome[0], outcome), outcome, key=lambda each: each[1])
        return self.apart.setting.interleaving.address(query, index), tuple(
            (answer, (then, _short(odds * q / p, self.bits)) if p != 0 and q != 0 else Verdict(p != 0))
            for answer, p, q, then in largest.values()
        )

    def _promise(self, option: Option, odds: fmpq) -> fmpq:
        return sum((self._share(outcome, odds) for outcome in option[2]), ZERO)


def _short(number: fmpq, bits: int) -> fmpq:
    """A positive number with so many bits, close to the given one."""
    p, q = int(number.p), int(number.q)
    shift = bits + q.bit_length() - p.bit_length()
    rounded = (2 * (p << max(shift, 0)) // (q << max(-shift, 0)) + 1) // 2
    return fmpq(rounded << max(-shift, 0), 1 << max(shift, 0))


def _merge(decisions: list[dict[Situation, Decision]]) -> Distinguisher:
    """The plan that follows decisions, what is the same from some step on being one step."""
    known: dict[Query | Verdict, int] = {}
    later: dict[Situation, int] = {}
    for layer in reversed(decisions):
        here: dict[Situation, int] = {}
        for situation, decision in layer.items():
            if isinstance(decision, Verdict):
                here[situation] = known.setdefault(decision, len(known))
                continue
            message, following = decision
            step = Query(
                message,
                tuple(
                    (answer, known.setdefault(then, len(known)) if isinstance(then, Verdict) else later[then])
                    for answer, then in following
                ),
            )
            here[situation] = known.setdefault(step, len(known))
        later = here
    # What follows a step is not that step again, so that the start, which all else follows, comes last.
    return tuple(known)
