"""Local protocols are as private as their users composed, for any users, servers and conversations of any length."""

from __future__ import annotations

from functools import cache

from concomp.model.applications.local_protocol import OneUser
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.derived import check_of_derivation
from concomp.obligations.checks.hsv26.applications.proved_protocols import ACCEPTED
from concomp.obligations.checks.hsv26.mechanisms.proved_postprocessing import refuted_by_solvers
from concomp.obligations.checks.propositions import Proposition, Proved, mistake
from concomp.obligations.checks.table import checks_of_table
from concomp.obligations.derivations.systems.applications import local_protocols
from concomp.obligations.derivations.systems.links import doubling, first_pairs, inclusion, insertion
from concomp.obligations.families.applications import protocol_variants
from concomp.obligations.verify.properties.properties import WITNESS, ask

SCOPE = "any number of users with any mechanisms, any server without coins, any data and ~; conversations of any length"
ANSWERED = (
    "M_P answers the server's view, so that P is (ε,δ)-LDP if M_P is (ε,δ)-DP with respect to f_~: Claim 8.2. A server "
    "with coins asks one user more for them: Remark 8.3."
)


@check_of_derivation("HSV26 Theorem 8.7", local_protocols.PRIVATE_PROTOCOL)
def protocols_are_post_processings_of_their_users() -> Outcome:
    """Theorem 6.1 for S_P and f_~ → f_{P,~}, which Claims 8.4 and 8.6 prove of it."""
    response, carried = (
        refuted_by_solvers(*variant.stages) for variant in (doubling.WITHOUT_RESPONSE, insertion.UNPROVED_INSERTION)
    )
    return Outcome(
        verdict="proved",
        scope=SCOPE,
        control=f"for a server that reads data, without the response property, solvers refute it ({response}), and for "
        f"one that does not keep to f_{{P,~}} ({carried})",
        notes=(
            ANSWERED,
            "That user i is (ε_i,δ_i)-DP is what its creation query asserts: f_{P,~} accepts suitable sequences only.",
        ),
    )


@check_of_derivation("HSV26 Corollary 8.8", local_protocols.PRIVATE_SPARSE_PROTOCOL)
def users_alike_are_mechanisms_in_parallel() -> Outcome:
    """Theorem 5.14 for f_{∞,FPC}, Observation 8.9 for f_{P,~_{k,~*}}, and Theorem 8.7."""
    inconsistent, reversed_ = (
        refuted_by_solvers(*variant.stages) for variant in (first_pairs.INCONSISTENT, inclusion.REVERSED_INCLUSION)
    )
    return Outcome(
        verdict="proved",
        scope=f"{SCOPE}; any k, users with discrete answers, ε' > 0",
        control=f"for users whose first pair need not differ solvers refute it ({inconsistent}), and if f_{{∞,FPC}} "
        f"accepted less ({reversed_})",
        notes=(ANSWERED, "As printed for ~; it is for ~_{k,~*} (E34)."),
    )


@cache
def users_are_consistent() -> Proposition:
    """f_{~*,prop*} is first-pair consistent."""
    function, later = OneUser().definition, protocol_variants.NewDataLater
    return Proposition(
        (ask("first-pair consistent", function),),
        ask(WITNESS, function),
        {mistake(later): ask("first-pair consistent", later().definition)},
        "all lengths; any ~* and prop*",
    )


TABLE = (
    Proved(
        "HSV26 Corollary 8.8",
        "users_are_first_pair_consistent",
        "A user whose first pair is of identical data gets identical messages only.",
        users_are_consistent,
        ACCEPTED,
        part="that f_{~*,prop*} is first-pair consistent",
    ),
)

CHECKS = checks_of_table(__name__, TABLE)
