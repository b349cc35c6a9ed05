"""Played games: the audit's best attacker against a live target, the secret world drawn with odds.

A bound P(A) ≤ E·Q(A) + δ speaks of two worlds. With the world that is spoken up for drawn with odds 1 : E against the
other, and a payoff of 1 for speaking up in it, −1 for speaking up in the other and 0 for silence, it says that the mean
payoff is at most δ/(1 + E): of a single number, which a bet can be laid on. It says as well that who takes silence for
the other world guesses right with a chance of at most (E + δ)/(1 + E), which is a sharper test of one who speaks often.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from concomp.impl.audit.engine import Audit
from concomp.impl.audit.setting import Setting
from concomp.impl.noise.randomness import Randomness
from concomp.model.mechanisms.distinguisher import Distinguisher, Query, Verdict, chances
from concomp.model.mechanisms.interactive import Message
from concomp.model.mechanisms.privacy import Game


@dataclass(frozen=True)
class Attacker:
    """An attacker of one world.

    plan: what she sends, and when she speaks up. world: the one that she speaks up for. e_eps, delta: E, and the δ that
    the bound allows her there.
    """

    plan: Distinguisher
    world: int
    e_eps: Fraction
    delta: Fraction

    @property
    def start(self) -> int:
        """The place in the plan where a game begins."""
        return len(self.plan) - 1

    def asks(self, place: int) -> Message | None:
        """What she sends at a place of the plan; None if she says how she takes it."""
        step = self.plan[place]
        return step.message if isinstance(step, Query) else None

    def hears(self, place: int, answer: Message) -> int | None:
        """The place after an answer to what she sent; None for one that no right target gives."""
        step = self.plan[place]
        return dict(step.following).get(answer) if isinstance(step, Query) else None

    def speaks_up(self, place: int) -> bool:
        """Whether she speaks up where her plan ends."""
        step = self.plan[place]
        return isinstance(step, Verdict) and step.says

    def secret(self, randomness: Randomness) -> int:
        """A secret world: the one she speaks up for with odds 1 : E."""
        return self.world if randomness.falls(1 / (1 + self.e_eps)) else 1 - self.world

    def payoff(self, secret: int, speaks_up: bool) -> int:
        """What a game pays."""
        return (1 if secret == self.world else -1) if speaks_up else 0

    def is_right(self, secret: int, speaks_up: bool) -> bool:
        """Whether she takes the world for what it is: by silence for the one that she does not speak up for."""
        return speaks_up == (secret == self.world)

    @property
    def guessed(self) -> Fraction:
        """The largest chance of a right guess that the bound allows: (E + δ)/(1 + E)."""
        return (self.e_eps + self.delta) / (1 + self.e_eps)

    @property
    def mean(self) -> Fraction:
        """The largest mean payoff that the bound allows: δ/(1 + E)."""
        return self.delta / (1 + self.e_eps)

    def payoffs(self, game: Game) -> tuple[Fraction, Fraction, Fraction]:
        """The chances of the payoffs 1, 0 and −1 against a mechanism, right or wrong, with the same queries."""
        spoken = chances(game, self.plan)
        won, lost = spoken[self.world] / (1 + self.e_eps), self.e_eps * spoken[1 - self.world] / (1 + self.e_eps)
        return won, 1 - won - lost, lost

    def guesses(self, game: Game) -> Fraction:
        """The chance of a right guess against a mechanism, right or wrong, with the same queries."""
        won, _, lost = self.payoffs(game)
        return won + self.e_eps / (1 + self.e_eps) - lost


def best_attacker(setting: Setting, e_eps: Fraction, planned_at: Fraction | None = None) -> Attacker:
    """The best attacker at e_eps ≥ 1 of what a target claims to run, with the least δ that it needs.

    planned_at: where she is the best instead, if δ is 0 at e_eps: there nothing is to be gained from the mechanism that
    is claimed, and whoever is best does nothing. Raises TooLarge if the audit does.
    """
    audit, planned = Audit(setting), e_eps if planned_at is None else planned_at
    gains = audit.deltas(planned)
    world = 0 if gains[0] >= gains[1] else 1
    return Attacker(audit.plan(planned, world), world, e_eps, audit.deltas(e_eps)[world])
