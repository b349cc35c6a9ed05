"""Small systems with a map of numbers and their total: a true claim about sums, and false ones, one for each text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.sorts import BOOL, INT, MapSort
from concomp.model.language.syntax.terms import TRUE, Term
from concomp.model.language.syntax.values import TotalMap
from concomp.obligations.verify.certificates.certificate import Certificate, CertifiedClaim, Rejected, certify
from concomp.obligations.verify.certificates.recheck import recheck
from concomp.obligations.verify.encoding.obligation import Invariant, Obligation
from concomp.obligations.verify.encoding.systems import System
from concomp.obligations.verify.encoding.tracked import INDEX, focus, track
from tests.obligations.verify.small import at_most, given, number, plus, read, register, state

HELD, TOTAL = state(MapSort(INT), "held"), state(INT, "total")
KEY, OTHER, ADDED, FILLED = given(INT, "key"), given(INT, "other"), given(INT, "added"), given(BOOL, "filled")
HERE, SUM = state(INT, "held at the index"), state(INT, "sum 1 over all indices")
COUNTED: Invariant = (terms.equality(TOTAL, SUM),)
NOT_NEGATIVE: Invariant = (at_most(number(0), HERE),)
STORED = terms.make("store", (HELD, KEY, plus(read(HELD, KEY), ADDED)))
ADDING = plus(TOTAL, ADDED)
MORE, APART = at_most(number(0), ADDED), terms.negation(terms.equality(KEY, OTHER))
LIMIT = 5_000


@dataclass(frozen=True)
class Claim:
    """That what is held at two keys is at most the total, of a system that may be wrong, with its invariant."""

    default: int = 0
    start: int = 0
    held: Term = STORED
    total: Term = ADDING
    allowed: Term = MORE
    more: int = 0
    apart: Term = APART
    invariant: Invariant = (*COUNTED, *NOT_NEGATIVE)

    @property
    def system(self) -> System:
        """The system; it is bad that more is held at two keys than the total."""
        registers = (register(HELD, TotalMap(self.default), self.held), register(TOTAL, self.start, self.total))
        both = plus(plus(read(HELD, KEY), read(HELD, OTHER)), number(self.more))
        bad = terms.conjunction([self.apart, terms.negation(at_most(both, TOTAL))])
        return System("totals", registers, (KEY, OTHER, ADDED, FILLED), (), self.allowed, bad)

    @property
    def obligation(self) -> Obligation:
        """What is to be proved, with the sum of all that is held."""
        return track(focus(self.system, KEY), [INDEX], [HERE])

    @property
    def certificate(self) -> Certificate:
        """The certificate that the invariant proves it."""
        return certify(CertifiedClaim("totals", "two keys", "all lengths"), self.obligation, self.invariant)


def missing(key: Term) -> Term:
    """What is missing to 1 at a key."""
    return terms.make("difference", (number(1), read(HELD, key)))


ONES = terms.constant(MapSort(INT), TotalMap(1))
ONCE_MORE = terms.choice(terms.equality(KEY, OTHER), number(0), missing(OTHER))
FILLING = terms.choice(FILLED, plus(plus(TOTAL, missing(KEY)), ONCE_MORE), ADDING)

RIGHT = Claim()
WRONG: Mapping[str, Claim] = {
    "initiation.smt2": Claim(start=-1),
    "consecution.smt2": Claim(total=TOTAL),
    "safety.smt2": Claim(more=1),
    "sums_start.smt2": Claim(default=1),
    "sums_frame.smt2": Claim(held=terms.choice(FILLED, ONES, STORED), total=FILLING),
    "sums_sign.smt2": Claim(allowed=TRUE, invariant=COUNTED),
}
"""False claims, by the only text that does not hold of them."""


def refused(claim: Claim) -> set[str]:
    """The texts of a claim's certificate that a solver finds satisfiable."""
    made = claim.certificate
    return {file for file, text in made.texts.items() if not _is_accepted(replace(made, texts={file: text}))}


def _is_accepted(certificate: Certificate) -> bool:
    try:
        recheck(certificate, LIMIT)
    except Rejected:
        return False
    return True
