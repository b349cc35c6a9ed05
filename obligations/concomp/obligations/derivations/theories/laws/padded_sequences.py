"""Finite sequences, padded for ever: HSV26 Lemma 11.5.

Finite sequences are counted; x is the number of one, P(b, x) its weight, and Short(n, x) is 1 if it has at most n
entries, otherwise 0. TV(n) is the total variation of the first n entries of the padded sequences.
"""

from __future__ import annotations

from concomp.obligations.derivations.kernel.indices import NEXT, Index, Var
from concomp.obligations.derivations.kernel.language import Quantity, Real, eq, le, limit, total
from concomp.obligations.derivations.kernel.logic import hypothesis, instance, solve, state
from concomp.obligations.derivations.kernel.rules import extensionality, least
from concomp.obligations.derivations.kernel.statements import SUPPOSED
from concomp.obligations.derivations.theories.control.weights import DELTA
from concomp.obligations.derivations.theories.laws.couplings import EXCESS_CONVERGES, VARIATION, excess, variation
from concomp.obligations.derivations.theories.laws.two_laws import B, X
from concomp.obligations.derivations.theories.series.monotone_convergence import Dominated

N = Var("n", "number")


def short(length: Index, sequence: Index) -> Real:
    """1 if a sequence has at most so many entries, otherwise 0."""
    return Quantity("Short", (length, sequence))


def prefix_variation(length: Index) -> Real:
    """The total variation of the first entries of the padded sequences."""
    return Quantity("TV", (length,))


_PADDED = "HSV26 Lemma 11.5"
SHORT = (
    hypothesis("an indicator", SUPPOSED, le(0, short(N, X))),
    hypothesis("an indicator", SUPPOSED, le(short(N, X), 1)),
    hypothesis("longer bounds allow more", SUPPOSED, le(short(N, X), short(NEXT(N), X))),
)
FINITE = hypothesis(
    "a finite sequence is short in the end", SUPPOSED, eq(limit(N, short(N, X) * excess(B, X)), excess(B, X))
)
DECIDED = hypothesis(
    "whether a sequence is short and likelier under b is decided by n + 1 entries of the padded one",
    "HSV26 Definition 11.3",
    le(total(X, short(N, X) * excess(B, X)), prefix_variation(NEXT(N))),
)
PREFIXES_CLOSE = hypothesis("the prefixes are close", SUPPOSED, le(prefix_variation(N), DELTA))

SHORT_EXCESS = short(N, X) * excess(B, X)
SHORT_POSITIVE = solve("at least 0", le(0, SHORT_EXCESS), SHORT[0], variant=le(SHORT_EXCESS + 1, 0))
SHORT_GROWS = solve("grows", le(SHORT_EXCESS, short(NEXT(N), X) * excess(B, X)), SHORT[2])
SHORT_SMALL = solve("at most the excess", le(SHORT_EXCESS, excess(B, X)), *SHORT[:2])
SHORT_OF_EACH = Dominated(N, X, SHORT_POSITIVE, SHORT_GROWS, SHORT_SMALL, EXCESS_CONVERGES, "Short")
SHORT_SUMS_CLOSE = solve(
    "short sequences are close", le(total(X, SHORT_EXCESS), DELTA), DECIDED, instance(PREFIXES_CLOSE, {N: NEXT(N)})
)
PADDED_CLOSE = state(
    solve(
        "the sequences are close",
        le(variation(B), DELTA),
        VARIATION,
        extensionality(total(X, limit(N, SHORT_EXCESS)), FINITE),
        SHORT_OF_EACH.limits,
        SHORT_OF_EACH.limit_of_sums,
        least(N, SHORT_SUMS_CLOSE),
    ),
    "HSV26 Lemma 11.5",
)
