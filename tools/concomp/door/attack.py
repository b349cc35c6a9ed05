"""The adversary that learns most about a mechanism."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from concomp.door.mechanisms import Mechanism, subject
from concomp.impl.accounting.losses import decimals_around
from concomp.impl.accounting.parameters import pure_loss
from concomp.impl.audit.engine import STEPS
from concomp.impl.audit.engine import Audit as Engine
from concomp.model.files import Document
from concomp.model.mechanisms.distinguisher import Distinguisher
from concomp.model.numbers import Exact
from concomp.report.attackers import Attacker, attacker_lines, best_attacker
from concomp.report.quantities import short

Strategy = Distinguisher
"""Queries and verdicts of an adversary, each before what leads to it."""
DIGITS = 12
"""The digits of an E that is taken just below e^ε."""


@dataclass(frozen=True, repr=False)
class BestAttack:
    """The best adversary at one E, as a strategy that was replayed against the mechanism itself.

    e_eps: E = e^ε; just below e^ε where an ε was asked for.
    suspected: the world, 0 or 1, that it takes for the true one when it speaks up.
    delta: its advantage: how much likelier it speaks up in that world than E times in the other. No smaller δ holds.
    strategy: what to send, and what to do after each answer; its first query comes last. None if that is too much to
    be written down, so that the adversary was asked what it does as it went.
    """

    e_eps: Fraction
    suspected: int
    delta: Fraction
    strategy: Strategy | None
    _document: Document | None

    def __repr__(self) -> str:
        about = f"δ = {short(self.delta)} at E = {short(self.e_eps)}, world {self.suspected} suspected"
        attacker = Attacker(self.e_eps, self.suspected, self.delta, self.strategy)
        return "\n".join([f"<{about}:", *attacker_lines(self._document, attacker)]) + ">"


def attack(mechanism: Mechanism, *, epsilon: Exact | None = None, e_eps: Exact | None = None) -> BestAttack:
    """Find the adversary that learns most about a mechanism, and replay it.

    mechanism, epsilon, e_eps: as for `audit`; exactly one of the two numbers is given.
    Raises what `audit` raises.

    >>> import concomp
    >>> from fractions import Fraction
    >>> yes = concomp.Law({"yes": Fraction(3, 4), "no": Fraction(1, 4)})
    >>> no = concomp.Law({"yes": Fraction(1, 4), "no": Fraction(3, 4)})
    >>> concomp.attack((yes, no), e_eps=1)
    <δ = 1/2 (0.5) at E = 1, world 0 suspected:
      send 'draw'
      on "yes"
        say: world 0
      on "no"
        say nothing>
    """
    loss = pure_loss(epsilon, e_eps)
    found = subject(mechanism)
    best = best_attacker(found.game, Engine(found.setting, STEPS), decimals_around(loss, DIGITS).low)
    return BestAttack(best.e_eps, best.suspected, best.delta, best.plan, found.document)
