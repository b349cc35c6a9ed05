"""Which of two kernels tells more of the secret.

A kernel from two secrets is at least as informative as another, in Blackwell's order, if some randomised function of
what it tells has the laws of the other one; that is so if and only if its trade-off functions are nowhere above the
other's. With more secrets the comparison is made pair by pair, which is what differential privacy asks about; a kernel
that is more informative for every pair need not be so for all secrets together.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, Literal, TypeVar

from concomp.model.confounding.kernels import Kernel
from concomp.model.confounding.setting import Pair
from concomp.model.laws.trade_off import TradeOff, trade_off
from concomp.model.registry.tags import realises

S = TypeVar("S", bound=Hashable)
Order = Literal["equal", "first", "second", "incomparable"]


@dataclass(frozen=True)
class Witness(Generic[S]):
    """A test at which one of two kernels tells more.

    pair: the secrets (s, s') of which s is the hypothesis.
    alpha: the type I error of the test.
    errors: the least type II errors by the first and the second kernel.
    """

    pair: Pair[S]
    alpha: Fraction
    errors: tuple[Fraction, Fraction]


@dataclass(frozen=True)
class Comparison(Generic[S]):
    """Which of two kernels tells more, pair by pair, with a test at which it does.

    first, second: a test at which that kernel tells more; None if there is none.
    """

    first: Witness[S] | None
    second: Witness[S] | None

    @property
    def more(self) -> Order:
        """Which one is more informative."""
        if self.first is None:
            return "equal" if self.second is None else "second"
        return "first" if self.second is None else "incomparable"


def compare(one: Kernel[S, Any], other: Kernel[S, Any], pairs: Iterable[Pair[S]]) -> Comparison[S]:
    """Which of two kernels from the same secrets tells more of adjacent ones."""
    witnesses = sorted(_witnesses(one, other, pairs), key=lambda witness: abs(witness.errors[0] - witness.errors[1]))
    more = {witness.errors[0] < witness.errors[1]: witness for witness in witnesses}
    return Comparison(more.get(True), more.get(False))


@realises("Zhang24 Definition 8")
def trade_off_of_pair(told: Kernel[S, Any], pair: Pair[S]) -> TradeOff:
    """T(P_s, P_s')(α): the least type II error of a randomised test of s against s' of type I error at most α."""
    return trade_off(told[pair[0]], told[pair[1]])


def _witnesses(one: Kernel[S, Any], other: Kernel[S, Any], pairs: Iterable[Pair[S]]) -> Iterator[Witness[S]]:
    """Where the two trade-off functions differ, at the corners of both."""
    for pair in sorted(pairs, key=repr):
        functions = trade_off_of_pair(one, pair), trade_off_of_pair(other, pair)
        for alpha in sorted({alpha for function in functions for alpha, _ in function.vertices}):
            errors = functions[0](alpha), functions[1](alpha)
            if errors[0] != errors[1]:
                yield Witness(pair, alpha, errors)
