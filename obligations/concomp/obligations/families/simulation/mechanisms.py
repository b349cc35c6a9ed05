"""Mechanisms of every kind whose simulation by one randomised response is built and checked.

Interactive mechanisms with two starts, and continual ones under a verification function: with hidden states, longer
horizons, functions that tell the sides of a pair apart, δ = 0, δ = 1, randomised responses and what is made of them by
post-processing, continual counters.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from random import Random

from concomp.impl.audit.engine import Audit
from concomp.impl.audit.setting import of_game
from concomp.model.files.functions import NAMED, Registers
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import Law
from concomp.model.mechanisms.interactive import InteractiveMechanism, Message
from concomp.model.mechanisms.postprocessing import post_process
from concomp.model.mechanisms.privacy import Game, continual_game
from concomp.model.mechanisms.randomised_response import ASK, interactive_randomised_response, noisy_bit
from concomp.model.mechanisms.verification import Pair, VerificationFunction
from concomp.obligations.families.compositions.components import response_component
from concomp.obligations.families.scaled.mechanisms import (
    EVENT,
    RISING_EVENT,
    RISING_SECRET,
    SECRET_FIRST,
    blurred_response,
    blurred_then_shown_response,
    delayed_response,
    late_reveal,
    response_stream,
)
from concomp.obligations.families.small.continual import random_continual_machines, random_continual_trees
from concomp.obligations.families.small.counters import binary_counter, clamped_counter
from concomp.obligations.families.small.functions import PAIRS, RISING_AFTER_FIRST, SINGLE_OR_DIFFERENT
from concomp.obligations.families.small.laws import random_law
from concomp.obligations.families.small.leaking import THEN_RISING, announcing_response, leaking_mechanism
from concomp.obligations.families.small.mechanisms import BITS, MOVES, machine, random_machines
from concomp.obligations.families.small.processings import ASK_TWICE, BLUR, REMEMBER, SOMETIMES_ASK
from concomp.obligations.families.small.tables import mechanism_of_table

ODDS = tuple(map(Fraction, ("1", "3/2", "3")))
ONE_WAY = ((0, 0), (0, 1), (1, 1))
NEVER_FALLING = Registers((), lambda _, pair: (pair in ONE_WAY, ()), "never falling")
"""No pair is (1,0); remembers nothing, so that long horizons stay small."""
ANYTHING = NAMED["any"]
RISES = ((0, 0), (0, 1))
CHANGES = ((0, 0), (0, 1), (1, 0))

LABEL = PrivacyParameters(Fraction(2), Fraction(1, 4))
BELL = Law({-1: Fraction(1, 4), 0: Fraction(1, 2), 1: Fraction(1, 4)})


@dataclass(frozen=True, eq=False)
class SimulatedMechanism:
    """Two worlds to be imitated.

    kind: what it stands for in the family.
    """

    kind: str
    name: str
    game: Game

    @property
    def takes_pairs(self) -> bool:
        """Whether it is a continual mechanism under a verification function."""
        return isinstance(self.game.queries[0], tuple)

    @cached_property
    def audit(self) -> Audit:
        """Its exact privacy, by the engine."""
        return Audit(of_game(self.game))

    @cached_property
    def corner(self) -> Fraction:
        """The e^ε from which on δ is as small as it gets: 0 for what is purely private."""
        return self.audit.curve.profile().vertices[-1][0]

    @property
    def odds(self) -> tuple[Fraction, ...]:
        """The e^ε for which it is certified: those of ODDS, and its corner."""
        return tuple(sorted({*ODDS, self.corner}))

    def privacy(self, e_eps: Fraction) -> PrivacyParameters:
        """The label with the least δ, by the engine."""
        return PrivacyParameters(e_eps, max(self.audit.deltas(e_eps)))

    def __repr__(self) -> str:
        return f"{self.name} ({self.kind})"


def interactive(
    kind: str, mechanism: InteractiveMechanism, rounds: int, queries: tuple[Message, ...] = (0,)
) -> SimulatedMechanism:
    """A mechanism in its two starts."""
    zero, one = mechanism.initial_states
    name = f"{mechanism}, {rounds} rounds of {len(queries)} queries"
    return SimulatedMechanism(kind, name, Game(mechanism, (zero, one), queries, rounds))


def continual(
    kind: str,
    mechanism: InteractiveMechanism,
    function: VerificationFunction,
    rounds: int,
    pairs: tuple[Pair, ...] = PAIRS,
) -> SimulatedMechanism:
    """V[f] ∘* I(b) ∘* M against adversaries that send these pairs."""
    name = f"{mechanism} for {function}, {rounds} rounds of {len(pairs)} pairs"
    return SimulatedMechanism(kind, name, continual_game(function, mechanism, pairs, rounds))


def noisy_machines(count: int, seed: int) -> Iterator[InteractiveMechanism]:
    """Machines on two hidden states in which nothing is impossible, so that they are purely private."""
    random = Random(seed)
    for _ in range(count):
        rows = [random_law(random, (*MOVES, *MOVES[::-1]), 4) for _ in BITS]
        yield machine([_mixed_with_all(row) for row in rows], 1, BITS)


def _mixed_with_all(law: Law[tuple[int, int]]) -> Law[tuple[int, int]]:
    return Law({move: (law[move] + Fraction(1, 4)) / 2 for move in MOVES})


def shown_at_last(rounds: int) -> InteractiveMechanism:
    """Fair coins, whatever the start, and then the start itself."""
    rows = {
        ((start, sent), 0): Law.uniform([((start, sent + 1), bit) for bit in BITS])
        for start in BITS
        for sent in range(rounds - 1)
    }
    rows |= {((start, rounds - 1), 0): Law.point(((start, rounds), start)) for start in BITS}
    return mechanism_of_table(rows, ((0, 0), (1, 0)), (0,), "coins, then the start")


def noisy_bits(e_eps: Fraction) -> InteractiveMechanism:
    """The randomised response RR_{ε,0} of the start, drawn afresh for every query."""

    def row(start: int) -> Law[tuple[int, int]]:
        return noisy_bit(e_eps, start).map(lambda bit: (start, bit))

    rows = {(start, 0): row(start) for start in BITS}
    return mechanism_of_table(rows, BITS, (0,), f"noisy bits, e^ε = {e_eps}")


HIDDEN, ASYMMETRIC, PURE, SURE = "hidden states", "asymmetric function", "purely private", "δ = 1"
RESPONSE, PROCESSED, COUNTER, ADAPTING = "randomised response", "post-processed", "counter", "δ comes late"
KINDS = (HIDDEN, ASYMMETRIC, PURE, SURE, RESPONSE, PROCESSED, COUNTER, ADAPTING)


@cache
def short() -> tuple[SimulatedMechanism, ...]:
    """The members with few histories."""
    return (*_hidden(), *_asymmetric(), *_pure(), *_responses(), *_processed(), *_lasting(), *_counters())


def _hidden() -> Iterator[SimulatedMechanism]:
    yield from (interactive(HIDDEN, made, 4) for made in random_machines(1, 3, 3, seed=70))
    yield from (interactive(HIDDEN, made, 2, BITS) for made in random_machines(2, 3, 2, seed=72))
    yield from (continual(HIDDEN, made, ANYTHING, 2, CHANGES) for made in random_continual_machines(3, 2, seed=73))


def _asymmetric() -> Iterator[SimulatedMechanism]:
    one, two, three, four = random_continual_trees(2, 8, 4, seed=74)
    yield continual(ASYMMETRIC, one, NEVER_FALLING, 2, ONE_WAY)
    yield continual(ASYMMETRIC, two, RISING_AFTER_FIRST, 2, ONE_WAY)
    yield continual(ASYMMETRIC, three, SINGLE_OR_DIFFERENT, 2)
    yield continual(ADAPTING, leaking_mechanism(Fraction(1, 4)), THEN_RISING, 2)
    yield continual(HIDDEN, four, ANYTHING, 2, CHANGES)


def _pure() -> Iterator[SimulatedMechanism]:
    yield from (interactive(PURE, made, 4) for made in noisy_machines(2, seed=71))
    yield interactive(SURE, shown_at_last(4), 4)


def _responses() -> Iterator[SimulatedMechanism]:
    for label in (LABEL, PrivacyParameters(Fraction(3), Fraction(0)), PrivacyParameters(Fraction(1), Fraction(1, 2))):
        part = response_component(label)
        yield continual(RESPONSE, part.mechanism, part.function, 1)
    yield interactive(RESPONSE, interactive_randomised_response(LABEL), 2, (ASK,))
    yield continual(RESPONSE, announcing_response(PrivacyParameters(Fraction(3), Fraction(1, 3))), THEN_RISING, 2)
    yield interactive(RESPONSE, noisy_bits(Fraction(3, 2)), 4)


def _processed() -> Iterator[SimulatedMechanism]:
    for processing in (BLUR, ASK_TWICE, REMEMBER, SOMETIMES_ASK):
        yield interactive(PROCESSED, post_process(processing, noisy_bits(Fraction(3))), 3)


def _lasting() -> Iterator[SimulatedMechanism]:
    yield continual(PROCESSED, delayed_response(LABEL, 3, Fraction(1, 2)), RISING_EVENT, 3, RISES)
    yield continual(PROCESSED, late_reveal(LABEL, 4, Fraction(1, 2)), RISING_SECRET, 4, RISES)
    yield continual(PROCESSED, blurred_response(LABEL, 4, Fraction(2)), RISING_SECRET, 4, RISES)


def _counters() -> Iterator[SimulatedMechanism]:
    yield continual(COUNTER, clamped_counter(2, Fraction(3, 2)), EVENT, 2, CHANGES)
    yield continual(COUNTER, binary_counter(2, BELL), EVENT, 2, CHANGES)


@cache
def long() -> tuple[SimulatedMechanism, ...]:
    """The members with many histories."""
    hidden, other = random_machines(1, 3, 1, seed=64).members[0], random_machines(2, 3, 1, seed=77).members[0]
    [noisy] = noisy_machines(1, seed=80)
    [unseen] = random_continual_machines(3, 1, seed=79)
    return (
        interactive(HIDDEN, hidden, 9),
        interactive(HIDDEN, other, 4, BITS),
        interactive(PURE, noisy, 8),
        continual(ASYMMETRIC, unseen, NEVER_FALLING, 4, ONE_WAY),
        interactive(PROCESSED, post_process(BLUR, noisy_bits(Fraction(3))), 8),
        continual(PROCESSED, blurred_then_shown_response(LABEL, 6, Fraction(2)), SECRET_FIRST, 6, CHANGES),
        continual(ADAPTING, delayed_response(LABEL, 5, Fraction(1, 2)), EVENT, 5, CHANGES),
        continual(RESPONSE, response_stream(LABEL), RISING_EVENT, 4, RISES),
        continual(COUNTER, clamped_counter(3, Fraction(3, 2)), EVENT, 3, CHANGES),
        continual(COUNTER, binary_counter(3, BELL), EVENT, 3, CHANGES),
    )
