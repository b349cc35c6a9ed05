"""Valid rules and accumulators, decided on a finite menu.

A menu offers finitely many mechanisms, each of which can be launched once (what may be launched twice is offered
twice). Against all who launch from it by the answers so far, and interleave queries to what they have launched, the
best strategy is found from the end backwards: where such a launcher stands is told by the losses so far and by a
position in each mechanism that runs. A rule is valid on the menu if no strategy exceeds the budget; otherwise there is
a strategy that does, and it can be replayed against the filter itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from concomp.model.composition.concurrent import CLOSED
from concomp.model.filters.filtered import ContinuationRule, Losses
from concomp.model.filters.measures import Bound, PrivacyMeasure, Worth, add
from concomp.model.filters.messages import READY, Ask, Launch, Loss, at_once
from concomp.model.filters.odometers import Accumulator
from concomp.model.laws.law import ONE, Law
from concomp.model.mechanisms.interaction import Tree
from concomp.model.mechanisms.interactive import HALT, START, InteractiveMechanism, Message, State
from concomp.model.mechanisms.positions import Allowance, Position, unfold
from concomp.model.mechanisms.privacy import Game
from concomp.model.registry.tags import realises

STEPS = 1_000_000
"""The steps that a menu may take to be unfolded."""


@dataclass(frozen=True, eq=False)
class Offer:
    """A mechanism that can be launched once.

    launch: the mechanism and its loss. queries: what it may be asked once it runs, `rounds` times at most.
    """

    launch: Launch
    queries: tuple[Message, ...] = ()
    rounds: int = 0


@dataclass(frozen=True, eq=False)
class Menu:
    """Mechanisms on offer, and the two neighbouring data sets that are to be told apart."""

    datasets: tuple[Any, Any]
    offers: tuple[Offer, ...]

    def exchanged(self) -> Menu:
        """The menu with its data sets exchanged."""
        return Menu(self.datasets[::-1], self.offers)


@dataclass(frozen=True, eq=False)
class Refutation:
    """A strategy that exceeds a budget.

    strategy: it starts the filter, and launches and asks by the answers so far.
    datasets: the order of the two worlds in which it does so.
    bound: the divergence that is exceeded. worth: what it comes to.
    """

    strategy: Tree
    datasets: tuple[Any, Any]
    bound: Bound
    worth: Worth


@realises("Haney23 Definition 1.11", "Haney23 Definition 1.18", "Haney23 Definition 2.6", "Haney23 Definition 2.8")
def is_valid_rule(rule: ContinuationRule, menu: Menu, budgets: Sequence[Loss], measure: PrivacyMeasure[Any]) -> bool:
    """Whether for every one of the budgets no launcher from the menu exceeds it under the rule."""
    return all(rule_refutation(rule, menu, budget, measure) is None for budget in budgets)


def rule_refutation(
    rule: ContinuationRule, menu: Menu, budget: Loss, measure: PrivacyMeasure[Any]
) -> Refutation | None:
    """A strategy of the menu that exceeds the budget although the rule accepts all it launches; None if there is none.

    Raises TooLarge if the mechanisms take more than STEPS steps to be unfolded.
    """
    for ordered in (menu, menu.exchanged()):
        for bound in measure.bounds(budget):
            search = _Search(rule, budget, ordered, bound)
            worth = search.worth(search.start, ONE, ONE)
            if not bound.admits(worth):
                strategy: Tree = (START, ((READY, search.strategy(search.start, ONE, ONE)),))
                return Refutation(strategy, ordered.datasets, bound, worth)
    return None


@realises("Haney23 Definition 1.15", "Haney23 Definition 1.19", "Haney23 Definition 2.12", "Haney23 Definition 2.14")
def is_valid_accumulator(
    accumulator: Accumulator, menu: Menu, thresholds: Sequence[Loss], measure: PrivacyMeasure[Any]
) -> bool:
    """Whether at every one of the thresholds all views cut where the loss leaves it are that close."""
    return all(accumulator_refutation(accumulator, menu, d, measure) is None for d in thresholds)


def accumulator_refutation(
    accumulator: Accumulator, menu: Menu, threshold: Loss, measure: PrivacyMeasure[Any]
) -> Refutation | None:
    """A strategy whose views, cut where the loss leaves the threshold, are too far apart; None if there is none.

    Nothing is seen, not even the first reply, if the loss of no launch is not within the threshold.
    """
    if not measure.within(accumulator(()), threshold):
        return None
    return rule_refutation(rule_of(accumulator, measure), menu, threshold, measure)


@realises("Haney23 Lemma 2.19 (repaired)", "Haney23 Lemma B.1 (repaired)", "Haney23 Lemma 1.26 (repaired)")
def rule_of(accumulator: Accumulator, measure: PrivacyMeasure[Any]) -> ContinuationRule:
    """1[G(·) ⪯ d]: the rule that accepts what the accumulator says is within the budget."""
    return lambda losses, budget: measure.within(accumulator(losses), budget)


# The search.

Live = tuple[tuple[int, Position], ...]
"""What has been launched, in its order: (place on the menu, position in the mechanism)."""
Place = tuple[Losses, Live]
Branches = tuple[tuple[Message, Fraction, Fraction, Place], ...]
"""(answer, its chance in the first world, in the second, the place after it)."""


class _Search:
    """The best that can be reached at one bound, by backward induction."""

    def __init__(self, rule: ContinuationRule, budget: Loss, menu: Menu, bound: Bound) -> None:
        self.rule, self.budget, self.menu, self.bound = rule, budget, menu, bound
        self.start: Place = ((), ())
        allowance = Allowance(STEPS)
        known: dict[tuple[int, tuple[Message, ...], int], Position] = {}
        self.positions = []
        for offer in menu.offers:
            key = (id(offer.launch.mechanism), offer.queries, offer.rounds)
            if key not in known:
                known[key] = unfold(_game(offer, menu.datasets), allowance)
            self.positions.append(known[key])
        self.known: dict[tuple[Place, Fraction, Fraction], Worth] = {}

    def worth(self, place: Place, p: Fraction, q: Fraction) -> Worth:
        """The most that can be reached from a place whose history has chances p and q."""
        total = p + q
        key = (place, p / total, q / total)
        if key not in self.known:
            self.known[key] = self._best(*key)
        found = self.known[key]
        return None if found is None else total * found

    def _best(self, place: Place, p: Fraction, q: Fraction) -> Worth:
        best = self.bound.divergence(p, q)
        if p and q:
            for _, branches in self.moves(place):
                reached = add(self.worth(then, p * left, q * right) for _, left, right, then in branches)
                best = None if best is None or reached is None else max(best, reached)
        return best

    def strategy(self, place: Place, p: Fraction, q: Fraction) -> Tree:
        """A strategy that reaches the most, and stops where nothing more is to be had."""
        worth = self.worth(place, p, q)
        if worth == self.bound.divergence(p, q) or not (p and q):
            return None
        for message, branches in self.moves(place):
            if add(self.worth(then, p * left, q * right) for _, left, right, then in branches) == worth:
                return message, tuple(
                    (reply, self.strategy(then, p * left, q * right)) for reply, left, right, then in branches
                )
        raise AssertionError("no move reaches the value of its place")

    def moves(self, place: Place) -> Iterator[tuple[Message, Branches]]:
        """What can be sent: the launches that the rule accepts, then queries to what runs."""
        losses, live = place
        launched = {index for index, _ in live}
        offered = set()
        for index, (offer, position) in enumerate(zip(self.menu.offers, self.positions, strict=True)):
            kind = (id(position), offer.launch.loss)
            if index in launched or kind in offered:
                continue
            offered.add(kind)
            extended = (*losses, offer.launch.loss)
            if self.rule(extended, self.budget):
                [(_, outcomes)] = position.moves
                yield (
                    offer.launch,
                    tuple((reply, p, q, (extended, (*live, (index, then)))) for reply, p, q, then in outcomes),
                )
        for number, (index, position) in enumerate(live):
            for query, outcomes in position.moves:
                before, behind = live[:number], live[number + 1 :]
                yield (
                    Ask(number + 1, query),
                    tuple((reply, p, q, (losses, (*before, (index, then), *behind))) for reply, p, q, then in outcomes),
                )


def _game(offer: Offer, datasets: tuple[Any, Any]) -> Game:
    """A mechanism on offer as a game that begins by its start, which happens once."""

    def step(state: Any, message: Message) -> Law[tuple[State, Message]]:
        running, inner = state
        if running == (message is START):
            return Law.point((HALT, HALT))
        return mechanism.respond(inner, message).map(lambda sent: ((True, sent[0]), _closed(sent[1])))

    mechanism = at_once(offer.launch.mechanism)
    states = tuple((False, dataset) for dataset in datasets)
    queries = (START, *offer.queries)
    started = InteractiveMechanism(step, states, queries, f"{mechanism!r}, started once")
    return Game(started, (states[0], states[1]), queries, offer.rounds + 1)


def _closed(reply: Message) -> Message:
    return CLOSED if reply is HALT else reply
