"""The verification functions of the mechanisms: which pairs of messages they may be sent.

Each is diagonal and public for all values of its parameters, so that a refusal tells nothing; the proofs are found by
`python -m concomp.obligations.mechanisms`, and what they establish is packaged here as evidence.
"""

from __future__ import annotations

from functools import lru_cache

from concomp.model.language import Abs, Bool, Int, Monitor, parameter, register, require, when


class Responses(Monitor):
    """So many bits, each of which may differ."""

    most = parameter(Int, where=lambda most: most >= 1)
    sent = register(Int, 0)

    def step(self, left: Bool, right: Bool) -> None:
        require(self.sent < self.most)
        self.sent = self.sent + 1


class Numbers(Monitor):
    """So many numbers, each of which may differ by at most `apart`."""

    most = parameter(Int, where=lambda most: most >= 1)
    apart = parameter(Int, where=lambda apart: apart >= 1)
    sent = register(Int, 0)

    def step(self, left: Int, right: Int) -> None:
        require((self.sent < self.most) & (Abs(left - right) <= self.apart))
        self.sent = self.sent + 1


class Stream(Monitor):
    """Any number of numbers, of which `differing` may differ, each by at most `apart`."""

    differing = parameter(Int, where=lambda differing: differing >= 1)
    apart = parameter(Int, where=lambda apart: apart >= 1)
    used = register(Int, 0)

    def step(self, left: Int, right: Int) -> None:
        with when(left != right):
            require((self.used < self.differing) & (Abs(left - right) <= self.apart))
            self.used = self.used + 1


FUNCTIONS: tuple[type[Monitor], ...] = (Responses, Numbers, Stream)
"""All of them, as the evidence lists them."""


@lru_cache(256)
def responses(most: int) -> Responses:
    """So many bits."""
    return Responses(most=most)


@lru_cache(256)
def numbers(most: int, apart: int) -> Numbers:
    """So many numbers, each of which may differ so far."""
    return Numbers(most=most, apart=apart)


@lru_cache(256)
def stream(differing: int, apart: int) -> Stream:
    """Any number of numbers, so many of which may differ so far."""
    return Stream(differing=differing, apart=apart)
