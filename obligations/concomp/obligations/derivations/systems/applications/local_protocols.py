"""Local protocols: HSV26 Theorem 8.7 and Corollary 8.8, of M_P = S_P ∘* ExtConComp.

S_P has the three properties of section 6.1, the third from f_~ to f_{P,~}; so Theorem 6.1 is about it. Where users have
one mechanism and at most k data differ, f_{P,~} accepts less than f_{∞,FPC} does, by Observation 8.9.
"""

from __future__ import annotations

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.indices import Constructor
from concomp.obligations.derivations.kernel.logic import apply_lemma, discharge_all, hypothesis, state, suppose
from concomp.obligations.derivations.systems.language import (
    CM,
    EXTENDED_CONCURRENT,
    F_INSIDE,
    OF_EXCEPTIONS,
    PARAMETERS,
    STEPS,
    SUITABLE,
    C,
    F,
    responses,
    verified_composition,
)
from concomp.obligations.derivations.systems.postprocessing import MONOTONE, PRIVATE_PROCESSING
from concomp.obligations.derivations.systems.properties import private
from concomp.obligations.derivations.systems.suppositions import alike_on_both_sides, carries_over, included
from concomp.obligations.derivations.systems.theorems import (
    CONSISTENT,
    CONSISTENT_COMPOSE,
    DISCRETE,
    POSITIVE,
    PRIVATE_EXCEPTIONS,
)

SERVER = Constructor("server", ("composition",), "step functions", "Server[{}]")
"""Any server that goes by a rule: it creates the users, which are the mechanisms of a composition, and hands each its
data first."""
ONE_RUN = Constructor("neighbouring data", (), "function", "NeighbouringData")()
"""f_~, of one message, a pair of neighbouring data of all users."""
OF_USERS = Constructor("demand of users", (), "demand", "Users")()
"""The demand of Definition 8.5, for a relation ~ on the data of all users."""
PUBLIC = hypothesis("the server decides by answers alone", "HSV26 Claim 8.4", alike_on_both_sides(SERVER(C)).formula)
USERS = SUITABLE(C, OF_USERS)
"""f_{P,~}."""
PHASES = hypothesis(
    "the server keeps to the phases of the protocol",
    "HSV26 Claim 8.6",
    carries_over(SERVER(C), ONE_RUN, USERS).formula,
)
PRIVATE_USERS = suppose(private(verified_composition(C, OF_USERS), PARAMETERS))


def _private_protocol() -> Fact:
    """From the composition of the users to M_P, by Theorem 6.1."""
    values = {STEPS: SERVER(C), F: ONE_RUN, F_INSIDE: USERS, CM: EXTENDED_CONCURRENT(C)}
    return apply_lemma(PRIVATE_PROCESSING, values, PUBLIC, PHASES, PRIVATE_USERS)


PRIVATE_PROTOCOL = state(discharge_all((PRIVATE_USERS,), _private_protocol()), "HSV26 Theorem 8.7")
"""If the f_{P,~}-concurrent composition of the users is private, so is M_P with respect to f_~."""

ACCEPTS_LESS = hypothesis(
    "~ is ~_{k,~*}, so that at most k users have data that differ",
    "HSV26 Observation 8.9",
    included(USERS, SUITABLE(C, OF_EXCEPTIONS)).formula,
)
PRIVATE_RESPONSES = suppose(private(responses(C), PARAMETERS))
SUPPOSED = (CONSISTENT, DISCRETE, PRIVATE_EXCEPTIONS, POSITIVE, PRIVATE_RESPONSES)


def _sparse_protocol() -> Fact:
    """From k responses to mechanisms of which k get differing inputs, to the users, and to M_P."""
    slots = apply_lemma(CONSISTENT_COMPOSE, {}, *SUPPOSED)
    functions = {F: USERS, F_INSIDE: SUITABLE(C, OF_EXCEPTIONS), CM: EXTENDED_CONCURRENT(C)}
    return apply_lemma(PRIVATE_PROTOCOL, {}, apply_lemma(MONOTONE, functions, ACCEPTS_LESS, slots))


PRIVATE_SPARSE_PROTOCOL = state(discharge_all(SUPPOSED, _sparse_protocol()), "HSV26 Corollary 8.8")
"""The same from k randomised responses, where at most k users, of one mechanism, have data that differ."""
