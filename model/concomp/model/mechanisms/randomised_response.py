"""Randomised responses, at once and in two steps.

The paper names the two branches by ⊤ and ⊥ and lets the symbols change places between its two definitions.
Here they are called by what they mean: EXPOSED, where the bit is shown as it is, and NOISY, where it is shown
with odds e^ε to 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from fractions import Fraction

from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import Law
from concomp.model.mechanisms.interactive import HALT, InteractiveMechanism, Message, State
from concomp.model.mechanisms.noninteractive import NonInteractiveMechanism, composition
from concomp.model.registry.tags import realises


class Exposure(Enum):
    """The branch of a randomised response."""

    EXPOSED = "exposed"
    NOISY = "noisy"

    def __repr__(self) -> str:
        return self.value


EXPOSED = Exposure.EXPOSED
NOISY = Exposure.NOISY
Bit = int
Response = tuple[Exposure, Bit]
BITS: tuple[Bit, Bit] = (0, 1)
BIT_NEIGHBOURS: tuple[tuple[Bit, Bit], ...] = ((0, 1), (1, 0))


def noisy_bit(e_eps: Fraction, bit: Bit) -> Law[Bit]:
    """The bit with odds e_eps to 1, otherwise its complement."""
    return Law.coin(e_eps / (1 + e_eps), bit, 1 - bit)


@realises("HSV26 Definition 2.3")
def response(privacy: PrivacyParameters, bit: Bit) -> Law[Response]:
    """The law of RR_{ε,δ}(bit): (EXPOSED, bit) with probability δ, else (NOISY, a noisy bit)."""
    noisy = noisy_bit(privacy.e_eps, bit)
    weights = {(NOISY, shown): (1 - privacy.delta) * weight for shown, weight in noisy.items()}
    return Law({(EXPOSED, bit): privacy.delta, **weights})


def randomised_response(privacy: PrivacyParameters) -> NonInteractiveMechanism:
    """RR_{ε,δ} as a non-interactive mechanism on bits."""
    return NonInteractiveMechanism(
        lambda bit: response(privacy, bit), BITS, f"RR(e^ε={privacy.e_eps}, δ={privacy.delta})"
    )


def composed_responses(
    parameters: Sequence[PrivacyParameters],
) -> tuple[Law[tuple[Response, ...]], Law[tuple[Response, ...]]]:
    """The laws of Comp[RR_{ε_1,δ_1}, …, RR_{ε_k,δ_k}] where every bit is 0, and where every bit is 1."""
    composed = composition([randomised_response(privacy) for privacy in parameters])
    return composed.output((0,) * len(parameters)), composed.output((1,) * len(parameters))


ASK = "q*"


@realises("HSV26 Definition 2.9")
def interactive_randomised_response(privacy: PrivacyParameters) -> InteractiveMechanism:
    """IRR_{ε,δ}: the first query learns the branch, the second the bit, the third halts.

    States: the secret bit; (branch, bit) after the first query; None after the second.
    """

    def step(state: State, _: Message) -> Law[tuple[State, Message]]:
        if state is None:
            return Law.point((HALT, HALT))
        if isinstance(state, tuple):
            branch, bit = state
            shown = Law.point(bit) if branch is EXPOSED else noisy_bit(privacy.e_eps, bit)
            return shown.map(lambda answer: (None, answer))
        return Law.coin(privacy.delta, EXPOSED, NOISY).map(lambda branch: ((branch, state), branch))

    return InteractiveMechanism(step, BITS, (ASK,), f"IRR(e^ε={privacy.e_eps}, δ={privacy.delta})")
