"""Randomised response (Warner 1965), which shows a bit as it is with chance δ, and otherwise with odds E to 1."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from concomp.impl.accounting.guarantees import ApproxDP, Guarantee, PureDP
from concomp.impl.mechanisms import parameters
from concomp.impl.mechanisms.functions import LateResponses, Responses, Reveal, Secret, late_responses, responses
from concomp.impl.mechanisms.noisy import Noisy
from concomp.impl.mechanisms.ratios import power, short
from concomp.impl.mechanisms.specification import Grounds, Specification, by_theorem
from concomp.impl.mechanisms.tables import Instance
from concomp.impl.noise.randomness import Randomness
from concomp.impl.session.mechanism import Respond
from concomp.model.mechanisms.randomised_response import EXPOSED, NOISY, Exposure
from concomp.model.numbers import Exact, parameter

BITS = (False, True)
Response = tuple[Exposure, bool]


@dataclass(frozen=True, init=False, repr=False)
class _Responses(Specification):
    """Answers bits by randomised responses."""

    e_eps: Fraction
    delta: Fraction = Fraction(0)
    differing: int = 1

    def __init__(self, e_eps: Exact, delta: Exact = 0, *, differing: int = 1) -> None:
        """Take E, δ and how many bits are answered."""
        self._set(
            e_eps=(parameters.e_eps, e_eps),
            delta=(parameters.delta, delta),
            differing=(parameters.differing, differing),
        )

    @property
    def loss(self) -> Guarantee:
        """(E, δ) of one bit, and no less; of more, E to their number, and the chance that any is exposed."""
        e_eps, delta = power(self.e_eps, self.differing), short(1 - (1 - self.delta) ** self.differing)
        return PureDP(e_eps=e_eps) if delta == 0 else ApproxDP(e_eps=e_eps, delta=min(delta, Fraction(1)))

    @property
    def grounds(self) -> Grounds:
        """One response is known; many compose."""
        return by_theorem("HSV26 Lemma 2.4" if self.differing == 1 else "HSV26 Theorem 4.12", horizon=self.rounds)

    def error(self, beta: Exact) -> int:
        """1 if the bit is wrong with a chance above β, otherwise 0."""
        return int((1 - self.delta) / (1 + self.e_eps) > parameter("beta", parameters.chance, beta))


class RandomisedResponse(_Responses):
    """Answers a bit by whether it is exposed, and by the bit, noisy if it is not (HSV26 Definition 2.3).

    e_eps: E = e^ε ≥ 1. delta: the chance that the bit is exposed. differing: how many bits it answers.
    Raises ParameterError for a parameter out of its range.
    """

    @property
    def function(self) -> Responses:
        """So many bits."""
        return responses(self.differing)

    @property
    def rounds(self) -> int:
        """As many as may differ."""
        return self.differing

    @property
    def answers(self) -> Container[Response]:
        """Each branch with each bit."""
        return frozenset(product(Exposure, BITS))

    def start(self, noisy: Noisy, randomness: Randomness) -> Respond:
        """Start it; its answers are few as they are."""

        def respond(bit: bool) -> Response:
            if randomness.falls(self.delta):
                return EXPOSED, bit
            return NOISY, bit ^ randomness.falls(1 / (1 + self.e_eps))

        return respond

    def instance(self, rounds: int) -> Instance:
        """All of it."""
        return Instance(self.begin, self.function, BITS, rounds)


class InteractiveRandomisedResponse(_Responses):
    """Answers a bit by whether it is exposed, and the question after it by the bit (HSV26 Definition 2.9).

    e_eps: E = e^ε ≥ 1. delta: the chance that the bit is exposed. differing: how many bits it answers.
    Raises ParameterError for a parameter out of its range.
    """

    @property
    def function(self) -> LateResponses:
        """So many bits, each with its question."""
        return late_responses(self.differing)

    @property
    def rounds(self) -> int:
        """A bit and a question, as often as a bit may differ."""
        return 2 * self.differing

    @property
    def answers(self) -> Container[Exposure | bool]:
        """Each branch, and each bit."""
        return frozenset({*Exposure, *BITS})

    def start(self, noisy: Noisy, randomness: Randomness) -> Respond:
        """Start it; its answers are few as they are."""
        kept = NOISY, False

        def respond(message: Secret | Reveal) -> Exposure | bool:
            nonlocal kept
            if isinstance(message, Secret):
                kept = EXPOSED if randomness.falls(self.delta) else NOISY, bool(message.bit)
                return kept[0]
            branch, bit = kept
            return bit if branch is EXPOSED else bit ^ randomness.falls(1 / (1 + self.e_eps))

        return respond

    def instance(self, rounds: int) -> Instance:
        """All of it."""
        messages = [*(Secret(bit=bit) for bit in BITS), Reveal()]
        return Instance(self.begin, self.function, messages, rounds)
