"""The test of a game: the capital of who bets, in several proportions at once, that the mean payoff is too large.

With payoffs of at least −1 and a mean of at most μ, whoever stakes a fixed share λ ≤ 1/(1 + μ) of her capital on each
game has capital ∏(1 + λ(X − μ)), a supermartingale; so is the mean over several λ. With a chance of at most α does it
ever come to 1/α (Ville 1939).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from flint import arb

from concomp.conformance.statistics.cell_laws import BITS
from concomp.model.laws.balls import ball, precision

SHARES = 28
"""How many proportions are bet in: from 3/4 of the largest down by quarters, to three in ten thousand."""
Tally = tuple[int, int, int]
"""How many games paid 1, 0 and −1."""


@dataclass(frozen=True)
class Bets:
    """Bets that the mean of payoffs 1, 0, −1 is above a number.

    mean: μ, from 0 to below 1.
    """

    mean: Fraction

    @property
    def shares(self) -> tuple[Fraction, ...]:
        """The proportions λ, each with the same part of the capital at the start."""
        return tuple(Fraction(3, 4) ** k / (1 + self.mean) for k in range(1, SHARES + 1))

    def factors(self, share: Fraction) -> tuple[Fraction, Fraction, Fraction]:
        """What a payoff of 1, 0 and −1 multiplies the capital by."""
        return 1 + share * (1 - self.mean), 1 - share * self.mean, 1 - share * (1 + self.mean)


def rejects(bets: Bets, tally: Tally, alpha: Fraction) -> bool:
    """Whether the capital is surely at least 1/α after games that paid so."""
    with precision(BITS):
        capital = sum((log_capital(bets, share, tally).exp() for share in bets.shares), arb(0))
        return bool(capital >= ball(SHARES / alpha))


def first_rejection(bets: Bets, batches: Iterable[Sequence[int]], alpha: Fraction) -> int | None:
    """After how many games the mean is rejected, looking after each batch of payoffs; None if it is not."""
    payoffs: list[int] = []
    for batch in batches:
        payoffs.extend(batch)
        if rejects(bets, (payoffs.count(1), payoffs.count(0), payoffs.count(-1)), alpha):
            return len(payoffs)
    return None


def log_capital(bets: Bets, share: Fraction, tally: Tally) -> arb:
    """The logarithm of the capital by one proportion."""
    logs = (ball(factor).log() for factor in bets.factors(share))
    return sum((n * each for n, each in zip(tally, logs, strict=True)), arb(0))
