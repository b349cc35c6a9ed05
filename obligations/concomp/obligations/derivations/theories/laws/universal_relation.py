"""Privacy with respect to the universal relation on two initial states: HSV26 Corollary 3.8 and Definition 4.4.

View(b, s, S) is the probability that the view of the adversary s against V[f] ∘* I(b) ∘* M lies in the event S. Of two
equal initial states the views are equal, which no (ε,δ) excludes; the two other pairs are what Definition 3.7 is about.
"""

from __future__ import annotations

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.indices import OTHER, Index, Var
from concomp.obligations.derivations.kernel.language import Comparison, Quantity, Real, le
from concomp.obligations.derivations.kernel.logic import by_cases, hypothesis, instance, solve, state
from concomp.obligations.derivations.kernel.statements import SUPPOSED
from concomp.obligations.derivations.theories.control.weights import AT_LEAST_1, DELTA, DELTA_RANGE, G

B, B_ALSO = Var("b", "bit"), Var("b'", "bit")
ADVERSARY, EVENT = Var("s", "strategy"), Var("S", "event")
KEY, OF_COMPOSITIONS = "HSV26 Corollary 3.8", "HSV26 Definition 4.4"


def seen(bit: Index) -> Real:
    """The probability that the view of an adversary lies in an event."""
    return Quantity("View", (bit, ADVERSARY, EVENT))


def _close(one: Index, other: Index) -> Comparison:
    """That no event is likelier in one world than (ε,δ) allows by the other."""
    return le(seen(one), G * seen(other) + DELTA)


PROBABILITY = hypothesis("a probability", "HSV26 Definition 2.10", le(0, seen(B)))
AS_CONTINUAL = hypothesis("M is (ε,δ)-DP with respect to f", SUPPOSED, _close(B, OTHER(B)))
AS_INTERACTIVE = hypothesis("V[f] ∘* I ∘* M is (ε,δ)-DP with respect to ~_01", SUPPOSED, _close(B, B_ALSO))
OF_EQUAL_STATES = solve("equal views", _close(B, B), PROBABILITY, AT_LEAST_1, DELTA_RANGE[0])


def _only_if() -> Fact:
    """Two initial states are equal, or each other's."""
    return by_cases(_close(B, B_ALSO), B_ALSO, B, OF_EQUAL_STATES, AS_CONTINUAL)


def _if() -> Fact:
    """The two initial states are a pair of the relation."""
    return solve("different states", _close(B, OTHER(B)), instance(AS_INTERACTIVE, {B_ALSO: OTHER(B)}))


UNIVERSAL = (state(_only_if(), KEY, "only if"), state(_if(), KEY, "if"))
OF_EXTENDED = tuple(state(instance(fact, {}), OF_COMPOSITIONS, fact.name) for fact in UNIVERSAL)
"""The same of ExtConComp."""
