"""Mechanisms that go on for many rounds and still give away no more than one randomised response.

Each is a post-processing of RR_{ε,δ}: it draws a sample and shows it late, bit by bit, or blurred. Where all of it is
shown in the end the bounds of composition are met with equality, however long that takes.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from concomp.model.files.functions import NAMED, Registers
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import ONE, Law
from concomp.model.mechanisms.interactive import InteractiveMechanism, Message
from concomp.model.mechanisms.randomised_response import ASK, BITS, EXPOSED, NOISY, noisy_bit, response
from concomp.model.mechanisms.verification import Pair
from concomp.obligations.families.small.tables import mechanism_of_table

SILENT = "silent"
"""An answer that says nothing."""

# Verification functions by their registers, which stay small however many rounds there are.

EVENT, SECRET_FIRST, CONSISTENT = (
    NAMED[kind] for kind in ("event level", "data, then questions", "first-pair consistent")
)


def _rising_event(differences: int, pair: Pair) -> tuple[bool, int]:
    counted = 2 if pair == (1, 0) else min(2, differences + (pair[0] != pair[1]))
    return counted <= 1, counted


def _rising_secret(sent: str, pair: Pair) -> tuple[bool, str]:
    good = pair[0] == pair[1] or (sent == "nothing" and pair == (0, 1))
    return good and sent != "bad", "some" if good and sent != "bad" else "bad"


RISING_EVENT = Registers(0, _rising_event, "at most one (0,1), no (1,0)")
RISING_SECRET = Registers("nothing", _rising_secret, "first (0,1) or identical, then identical")

# Mechanisms.


def response_stream(privacy: PrivacyParameters) -> InteractiveMechanism:
    """RR_{ε,δ} of each message, for ever."""
    rows = {("on", bit): response(privacy, bit).map(lambda shown: ("on", shown)) for bit in BITS}
    return mechanism_of_table(rows, ("on",), BITS, "a response to each message")


def delayed_response(privacy: PrivacyParameters, rounds: int, opening: Fraction) -> InteractiveMechanism:
    """RR_{ε,δ} of the message after an announcement of the branch, which comes in each round with chance `opening`.

    rounds: the largest number of messages; the announcement comes in the last but one at the latest.
    """
    rows: dict[Any, Law[Any]] = {}
    branch = Law.coin(privacy.delta, EXPOSED, NOISY)
    for place in range(rounds - 1):
        chance = opening if place < rounds - 2 else ONE
        outcomes = [((shown, shown), chance * weight) for shown, weight in branch.items()]
        waiting = Law.gather([*outcomes, ((place + 1, SILENT), 1 - chance)])
        rows |= {(place, bit): waiting for bit in BITS}
    for bit in BITS:
        rows[EXPOSED, bit] = Law.point(("done", bit))
        rows[NOISY, bit] = noisy_bit(privacy.e_eps, bit).map(lambda shown: ("done", shown))
    return mechanism_of_table(rows, (0,), BITS, f"a response announced within {rounds - 1} rounds, each at {opening}")


def late_reveal(privacy: PrivacyParameters, rounds: int, chance: Fraction) -> InteractiveMechanism:
    """RR_{ε,δ} of the first message, shown in each later round with a chance, and in the last one for sure."""

    def shown(sample: Any, left: int) -> Law[Any]:
        return Law.coin(chance if left > 1 else ONE, (("done", 0), sample), ((sample, left - 1), SILENT))

    return _sampled(privacy, rounds, shown, f"a response shown within {rounds} rounds, each at {chance}")


def blurred_response(privacy: PrivacyParameters, rounds: int, odds: Fraction) -> InteractiveMechanism:
    """RR_{ε,δ} of the first message, its bit shown in each later round with fresh noise of the given odds."""
    name = f"a response blurred {rounds - 1} times at odds {odds}"
    return _sampled(privacy, rounds, lambda sample, left: _blur(sample, left, odds), name)


def blurred_then_shown_response(privacy: PrivacyParameters, rounds: int, odds: Fraction) -> InteractiveMechanism:
    """The same, with the last round showing the whole sample."""

    def shown(sample: Any, left: int) -> Law[Any]:
        return _blur(sample, left, odds) if left > 1 else Law.point((("done", 0), sample))

    return _sampled(privacy, rounds, shown, f"a response blurred {rounds - 2} times at odds {odds}, then shown")


def _blur(sample: Any, left: int, odds: Fraction) -> Law[Any]:
    return noisy_bit(odds, sample[1]).map(lambda shown: ((sample, left - 1), shown))


def _sampled(
    privacy: PrivacyParameters, rounds: int, shown: Callable[[Any, int], Law[Any]], name: str
) -> InteractiveMechanism:
    """The mechanism that draws its sample from the first message, and then answers whatever the message is."""
    laws = {bit: response(privacy, bit) for bit in BITS}
    rows: dict[Any, Law[Any]] = {
        ("start", bit): law.map(lambda sample: ((sample, rounds - 1), SILENT)) for bit, law in laws.items()
    }
    for sample in {sample for law in laws.values() for sample in law.support}:
        rows |= {((sample, left), bit): shown(sample, left) for left in range(1, rounds) for bit in BITS}
    return mechanism_of_table(rows, ("start",), BITS, name)


def secret_at_start(mechanism: InteractiveMechanism) -> InteractiveMechanism:
    """The interactive mechanism whose initial state is the first message of a continual one; later ones are 0."""

    def step(state: Any, query: Message) -> Law[Any]:
        before, bit = (mechanism.initial_state, state[1]) if state[0] == "secret" else (state[1], 0)
        return mechanism.respond(before, bit).map(lambda sent: (("running", sent[0]), sent[1]))

    return InteractiveMechanism(step, tuple(("secret", bit) for bit in BITS), (ASK,), mechanism.name)
