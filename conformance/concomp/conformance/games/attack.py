"""The best attacker of a filter: who launches by the answers so far what the target accepts.

From the end backwards, for each place and each odds of what was answered, the most is found that Σ max(0, P − E·Q) can
come to over the views; P and Q are the chances in the world that is spoken up for and in the other. As a rule in a
finite model is judged by its launchers (`concomp.model.filters.validity`), so here a target by what it accepted.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from concomp.conformance.games.menu import BITS, Menu, Offer
from concomp.conformance.games.reading import WORLDS, History, Reading
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import ONE, ZERO


@dataclass(frozen=True)
class Move:
    """A launch, and what follows it.

    offer: its place on the menu. after: for each noisy bit what comes next, None to stop; one entry for a launch that
    is refused, whose bit is None.
    """

    offer: int
    after: tuple[tuple[int | None, Move | None], ...]


@dataclass(frozen=True)
class Attack:
    """What the best attacker reaches: δ at E, the world that she speaks up for, and her moves, None if none helps."""

    delta: Fraction
    world: int
    strategy: Move | None


def keeps(menu: Menu, reading: Reading, budget: PrivacyParameters) -> bool:
    """Whether no attacker from the menu exceeds the budget of a filter that accepts what was read out.

    As Haney23 Definition 2.8 demands of a valid rule, here of launches from the menu at a single E.
    """
    return best_attack(menu, reading, budget.e_eps).delta <= budget.delta


def best_attack(menu: Menu, reading: Reading, e_eps: Fraction) -> Attack:
    """The attack on what was read out that needs the largest δ at e_eps."""
    attacks = []
    for world in WORLDS:
        search = _Search(menu, reading, e_eps, world)
        attacks.append(Attack(search.worth((), ONE), world, search.strategy((), ONE)))
    return max(attacks, key=lambda attack: attack.delta)


Branch = tuple[Fraction, Fraction, History]
"""(chance in the world that is spoken up for, odds that it multiplies by, history after it)."""


class _Search:
    """The search for one world that is spoken up for; odds are the chance in the other over that in this one."""

    def __init__(self, menu: Menu, reading: Reading, e_eps: Fraction, world: int) -> None:
        self.menu, self.reading, self.e_eps, self.world = menu, reading, e_eps, world
        self.known: dict[tuple[History, Fraction], Fraction] = {}

    def worth(self, history: History, odds: Fraction) -> Fraction:
        """The most that can be reached after a history, as a part of its chance."""
        key = self.reading.place(history), odds
        if key not in self.known:
            self.known[key] = max([self._stop(odds), *(worth for _, worth, _ in self._moves(history, odds))])
        return self.known[key]

    def strategy(self, history: History, odds: Fraction) -> Move | None:
        """The moves that reach it; none where stopping does."""
        worth = self.worth(history, odds)
        if worth == self._stop(odds):
            return None
        best = next(move for move in self._moves(history, odds) if move[1] == worth)
        offer, _, branches = best
        return Move(offer, tuple((then[-1][1], self.strategy(then, odds * by)) for _, by, then in branches))

    def _stop(self, odds: Fraction) -> Fraction:
        return max(ZERO, 1 - self.e_eps * odds)

    def _moves(self, history: History, odds: Fraction) -> Iterator[tuple[int, Fraction, tuple[Branch, ...]]]:
        """What can be asked for: (offer, what it is worth, the branches after which something can follow)."""
        if len(history) == self.menu.depth:
            return
        for place, offer in enumerate(self.menu.offers):
            accepted = self.reading.accepts(history, place)
            if accepted[0] != accepted[1]:
                # The reply alone tells the worlds apart.
                yield place, ONE, ()
                continue
            branches = self._branches(history, place, offer) if accepted[0] else _refused(history, place)
            exposed = offer.loss.delta if accepted[0] else ZERO
            yield place, exposed + sum((p * self.worth(then, odds * by) for p, by, then in branches), ZERO), branches

    def _branches(self, history: History, place: int, offer: Offer) -> tuple[Branch, ...]:
        """The noisy bits; after an exposed one nothing more is to be learned."""
        seen = (bit ^ self.world for bit in BITS)
        return tuple(
            (offer.chance(bit), offer.odds(bit), (*history, (place, shown)))
            for bit, shown in zip(BITS, seen, strict=True)
        )


def _refused(history: History, place: int) -> tuple[Branch, ...]:
    return ((ONE, ONE, (*history, (place, None))),)


def describe(menu: Menu, strategy: Move | None) -> str:
    """The strategy in words: what is launched, and what after each answer."""
    if strategy is None:
        return "stop"
    loss = menu.offers[strategy.offer].loss
    words = f"e_eps {loss.e_eps}, delta {loss.delta}"
    parts = []
    for bit, then in strategy.after:
        heard = "once refused" if bit is None else f"after {bit}"
        parts.append(f"{heard}: {describe(menu, then)}")
    follow = f" ({'; '.join(parts)})" if any(then for _, then in strategy.after) else ""
    return f"launch ({words}){follow}"
