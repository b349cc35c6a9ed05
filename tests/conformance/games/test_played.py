"""The audit's attacker as a player: her chances, and the bound on what games pay."""

from __future__ import annotations

from fractions import Fraction

import pytest

from concomp.conformance.games.played import Attacker, best_attacker
from concomp.conformance.statistics.bets import Bets, rejects
from concomp.impl.audit.setting import of_game
from concomp.impl.noise.randomness import draw
from concomp.impl.noise.sources import RecordedRandomness, SystemRandomness
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.mechanisms.interactive import START, InteractiveMechanism, Message
from concomp.model.mechanisms.privacy import Game
from concomp.model.mechanisms.randomised_response import interactive_randomised_response, noisy_bit


def responses(e_eps: Fraction, rounds: int = 1) -> Game:
    """As many noisy bits as are asked for."""
    mechanism = InteractiveMechanism(
        lambda bit, _: noisy_bit(e_eps, bit).map(lambda shown: (bit, shown)), (0, 1), ("q",), "noisy bits"
    )
    return Game(mechanism, (0, 1), ("q",), rounds)
