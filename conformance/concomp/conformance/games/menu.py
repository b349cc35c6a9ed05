"""Menus: what an attacker may launch, each mechanism the worst of those with its loss.

Every (ε,δ) mechanism is a post-processing of a randomised response (HSV26 Theorem 2.5, Lemma 4.7), so that an
attacker who launches responses, and sees all of them, does as well as with any others.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.numbers import ParameterError

BITS: Final = (0, 1)
"""The noisy bits that a response may show."""
FAILS: Final = None
"""What stands for an answer where the mechanism fails instead."""


@dataclass(frozen=True)
class Offer:
    """A randomised response on offer, as often as is wished.

    loss: (E, δ). shown: what the target sees of a noisy 0 and of a noisy 1, FAILS where the mechanism fails.
    """

    loss: PrivacyParameters
    shown: tuple[str | None, str | None] = ("0", "1")

    def odds(self, bit: int) -> Fraction:
        """The chance of a noisy bit in world 1 over that in world 0."""
        return self.loss.e_eps if bit else 1 / self.loss.e_eps

    def chance(self, bit: int) -> Fraction:
        """The chance of a noisy bit in world 0; the rest, δ, exposes the world."""
        return (1 - self.loss.delta) / (1 + self.loss.e_eps) * (1 if bit else self.loss.e_eps)


@dataclass(frozen=True)
class Menu:
    """What is on offer, and how often in all something may be asked for, refused launches included.

    Raises ParameterError if nothing is on offer, or depth is negative.
    """

    offers: tuple[Offer, ...]
    depth: int

    def __post_init__(self) -> None:
        if not self.offers:
            raise ParameterError("the offers", [], "give at least one")
        if self.depth < 0:
            raise ParameterError("depth", self.depth, "write how often something may be asked for, 0 or more")


def responses(*losses: tuple[Fraction | int, Fraction | int], depth: int) -> Menu:
    """The menu of the responses with these losses (E, δ)."""
    return Menu(tuple(Offer(PrivacyParameters(Fraction(e), Fraction(d))) for e, d in losses), depth)
