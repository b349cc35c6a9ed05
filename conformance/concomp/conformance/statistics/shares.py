"""The budget of errors: with what chance a run fails a right target anywhere, shared out over what is sampled."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from concomp.model.numbers import ParameterError

MOST_IN_ALL = Fraction(1, 10**6)
"""The chance with which a right target may be failed in a run of everything."""
SHARE = Fraction(1, 10**9)
"""The share of a sampled vector, fixed once and for all: a thousand of them fit."""


def demand_shares(shares: Mapping[str, Fraction], in_all: Fraction = MOST_IN_ALL) -> None:
    """Raise ParameterError unless all shares are positive and come to no more than is allowed in all.

    shares: of each sampled vector, by its id. No vector is run again after it failed, so that no more is spent.
    """
    for name, share in shares.items():
        if share <= 0:
            raise ParameterError(f"the share of {name}", share, "give a chance above 0")
    total = sum(shares.values(), Fraction(0))
    if total > in_all:
        raise ParameterError("the shares of all sampled vectors", total, f"let them come to at most {in_all}")


def parts(share: Fraction, tests: int) -> Fraction:
    """The share of each of several tests of one vector."""
    return share / tests
