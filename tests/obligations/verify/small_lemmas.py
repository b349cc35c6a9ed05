"""Small systems that are not safe, and lemmas that are, none of which makes them so."""

from __future__ import annotations

from dataclasses import dataclass

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.definition import ParameterDefinition
from concomp.model.language.syntax.terms import TRUE, Term
from concomp.obligations.verify.certificates.certificate import Certificate, CertifiedClaim, certify
from concomp.obligations.verify.encoding.assuming import assuming
from concomp.obligations.verify.encoding.obligation import Obligation
from concomp.obligations.verify.encoding.systems import System
from tests.obligations.verify.small import BOUND, X, Y, at_most, number, parameter, plus, register

LIMIT = 5_000
FEW = at_most(X, number(2))
BELOW = terms.make("less", (X, BOUND))
ON = plus(X, number(1))


def counter(allowed: Term, bad: Term, update: Term = ON, others: tuple[int, ...] = (), bound: Term = TRUE) -> System:
    """A register that counts from 0. others: where a second one, which stays as it is, begins."""
    more = [register(Y, start, Y) for start in others]
    parameters: tuple[ParameterDefinition, ...] = (parameter(BOUND, bound),)
    return System("counter", (register(X, 0, update), *more), (), parameters, allowed, bad)


@dataclass(frozen=True)
class Pair:
    """A system, and a lemma."""

    system: System
    lemma: System

    @property
    def whole(self) -> System:
        """The system beside the lemma."""
        return assuming(self.system, [self.lemma])

    @property
    def certificate(self) -> Certificate:
        """The certificate that the lemma by itself excludes all bad steps."""
        return certify(CertifiedClaim("counter", "with a lemma", "all lengths"), Obligation(self.whole), ())


TOO_MANY = terms.negation(at_most(X, number(2)))
ABOVE = terms.negation(BELOW)
SYSTEM = counter(TRUE, TOO_MANY)
RIGHT = Pair(counter(at_most(X, number(1)), TOO_MANY), counter(FEW, terms.negation(at_most(X, number(3)))))
"""The lemma allows more, and says enough."""
NARROW = Pair(SYSTEM, counter(at_most(X, number(1)), TOO_MANY))
"""The lemma stops before the system does."""
CONSTRAINED = Pair(counter(FEW, ABOVE), counter(FEW, ABOVE, bound=at_most(number(4), BOUND)))
"""The lemma is about large bounds only."""
ALIKE = Pair(SYSTEM, counter(TRUE, TOO_MANY, update=X))
"""The register of the lemma has but the name of the system's: it stays at 0."""
DEPENDING = Pair(
    counter(TRUE, TOO_MANY, update=plus(X, Y), others=(1,)), counter(TRUE, TOO_MANY, update=plus(X, Y), others=(0,))
)
"""The register of the lemma goes on by the same term, in which another register holds something else."""
WRONG = {"narrow": NARROW, "constrained": CONSTRAINED, "alike": ALIKE, "depending": DEPENDING}
