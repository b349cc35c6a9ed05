"""Guess-and-check (Lyu and Hsu 2022, Algorithm 1): guesses of numbers pass, or are wrong and the number is shown.

All noise is two-sided geometric: of the tolerance, kept for good, of each distance, and of each number that is shown.
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from concomp.impl.accounting.guarantees import PureDP
from concomp.impl.mechanisms import parameters
from concomp.impl.mechanisms.functions import Guess, Guesses, guesses
from concomp.impl.mechanisms.listed_laws import listed_law
from concomp.impl.mechanisms.noisy import Clamped, Noisy
from concomp.impl.mechanisms.ratios import demand_drawn, least_ratio, power, reach
from concomp.impl.mechanisms.specification import Grounds, Specification, by_theorem
from concomp.impl.mechanisms.tables import Instance
from concomp.impl.noise.randomness import Randomness
from concomp.impl.session.mechanism import Respond
from concomp.model.applications import guess_and_check
from concomp.model.applications.guess_and_check import MOST, PASS, WRONG
from concomp.model.mechanisms.interactive import HALT
from concomp.model.numbers import Exact, parameter
from concomp.model.registry.tags import realises

ALIGNMENT = "Lyu22 Theorem 5"
ROUNDS = 3
"""How many rounds are audited unless more are asked for."""
ENDS = (0, 1)
"""The numbers of an audit, and the ends of what is shown: beyond an end all odds are those at the end."""


class Verdicts(Container[Any]):
    """The answer space: PASS, and WRONG with any number."""

    def __contains__(self, answer: object) -> bool:
        if isinstance(answer, tuple):
            return len(answer) == 2 and answer[0] == WRONG and type(answer[1]) is int
        return answer == PASS


@realises("Lyu22 Algorithm 1")
@dataclass(frozen=True, init=False, repr=False)
class GuessAndCheck(Specification):
    """Answers PASS to a guess whose distance from its number, with noise, is below the tolerance with noise, and
    otherwise WRONG with the number and noise; after c WRONG it halts.

    e_eps: e^ε > 1, of Lyu22's ε: it loses 4ε, for any number of guesses. wrongs: c. tolerance: 𝓔, an integer of at
    least 0. The noise of the tolerance has the ratio e^−ε, the scale 1/ε; all other noise has the ratio e^(−ε/c), or a
    rational just above it. Raises ParameterError for a parameter out of its range.
    """

    e_eps: Fraction
    wrongs: int
    tolerance: int

    def __init__(self, e_eps: Exact, *, wrongs: int, tolerance: int) -> None:
        """Take e^ε, c and 𝓔."""
        self._set(
            e_eps=(parameters.e_eps_of_noise, e_eps),
            wrongs=(parameters.differing, wrongs),
            tolerance=(parameters.at_least_zero, tolerance),
        )
        demand_drawn(self.e_eps, 1 / self.e_eps, self.ratio)

    @property
    def ratio(self) -> Fraction:
        """r, with r^−c ≤ e^ε."""
        return least_ratio(self.e_eps, self.wrongs)

    @property
    def function(self) -> Guesses:
        """The same guesses, and numbers at most 1 apart."""
        return guesses()

    @property
    def loss(self) -> PureDP:
        """4ε: ε for the tolerance, 2ε for the distances of wrong guesses and ε for the numbers shown."""
        return PureDP(e_eps=power(self.e_eps, 4))

    @property
    def grounds(self) -> Grounds:
        """On the alignment of noise."""
        return by_theorem(ALIGNMENT)

    @property
    def answers(self) -> Verdicts:
        """PASS, and WRONG with a number."""
        return Verdicts()

    def start(self, noisy: Noisy, randomness: Randomness) -> Respond:
        """Start it."""
        query, disturb = noisy.hidden(self.ratio), noisy.geometric(self.ratio)
        most, left = self.tolerance + noisy.hidden(1 / self.e_eps)(randomness), self.wrongs

        def respond(message: Any) -> object:
            nonlocal left
            if not left:
                return HALT
            value = message.value
            if abs(value - message.guess) + query(randomness) < most:
                return PASS
            left -= 1
            return WRONG, disturb(value, randomness)

        return respond

    def error(self, beta: Exact) -> int:
        """How far from the tolerance a distance is judged rightly, and at most how far a number that is shown is off,
        at any one guess, but for a chance of at most β.

        Raises ParameterError for no chance.
        """
        third = parameter("beta", parameters.chance, beta) / 3
        return max(self._slack(third, third) + 1, reach(self.ratio, third))

    def accuracy(self, beta: Exact, count: int) -> int:
        """An α such that, but for a chance of at most β, of so many guesses each WRONG is at least 𝓔 − α off, and each
        PASS at most 𝓔 + α, however they are chosen by the answers.

        With β/2 for ρ and β/(2k) for each of the k draws of γ, α is the sum of what |ρ| and |γ| are at most: about
        (ln(2/β) + c·ln(2k/β))/ε. Raises ParameterError for no chance from above 0 to 1, and for no number of guesses.
        """
        half = parameter("beta", parameters.chance_up_to_one, beta) / 2
        return self._slack(half, half / parameter("count", parameters.positive, count))

    def _slack(self, of_tolerance: Fraction, of_distance: Fraction) -> int:
        """What |ρ − γ| is at most, but for these chances of |ρ| and |γ|."""
        return reach(1 / self.e_eps, of_tolerance) + reach(self.ratio, of_distance)

    @property
    def rounds(self) -> int:
        """Few, as the law grows with them; the more there are, the closer it comes to its loss."""
        return ROUNDS

    def instance(self, rounds: int) -> Instance:
        """It on the numbers 0 and 1, both guessed to be 0; numbers are shown clamped to these."""
        messages = [Guess(value=value, guess=0) for value in ENDS]
        return Instance(lambda source: self.start(Clamped(*ENDS), source), self.function, messages, rounds)

    def to_audit(self, rounds: int | None = None) -> dict[str, Any]:
        """The contents of a file for `concomp audit`: the law of the model on the numbers 0 and 1.

        rounds: how many are sent; few unless given. Raises ParameterError for what is no number of rounds, or too many.
        """
        wanted = self.rounds if rounds is None else parameter("rounds", parameters.up_to(MOST), rounds)
        # No more than as many guesses as are sent are wrong.
        wrongs = min(self.wrongs, wanted)
        given = guess_and_check.Guesses(1 / self.e_eps, self.ratio, wrongs, self.tolerance, ENDS)
        sent = {str(value): (value, 0) for value in ENDS}
        return listed_law(guess_and_check.guess_and_check(given), sent, wanted)
