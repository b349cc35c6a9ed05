"""Inverse composition: the best mechanism to add to those that are deployed."""

from __future__ import annotations

from fractions import Fraction

from concomp.confounded.verdicts import Best, Infeasible
from concomp.model.confounding.deployment import Deployment
from concomp.model.confounding.inverse import (
    LOSS,
    Cost,
    Seen,
    added_by,
    expected_cost,
    extended,
    program,
    reading_the_data,
    reading_the_secret,
    wrong_guess,
)
from concomp.model.confounding.kernels import identity
from concomp.model.confounding.privacy import least_delta, optimum
from concomp.model.files.confounding.addition import Wanted
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.obligations.solvers.errors import Undecided
from concomp.obligations.solvers.linear import LinearError
from concomp.obligations.solvers.optimum import minimise

UNKNOWNS = 3_000
"""The most unknowns of a linear program that is solved exactly."""


def best_addition(deployment: Deployment, wanted: Wanted, target: PrivacyParameters) -> Best | Infeasible:
    """The mechanism of least cost whose addition keeps the target.

    A constant can always be added, and what is deployed is a part of the extension: so there is none if and only if
    what is deployed exceeds the target. Raises Undecided where the program is too large, or the solver gives up.
    """
    pairs, prior = deployment.setting.pairs, deployment.setting.prior
    told = least_delta(deployment.true, pairs, target.e_eps)
    if told > target.delta:
        return Infeasible(optimum(deployment.true, pairs, target.delta), told)
    seen, cost = _seen(deployment, wanted), _cost(wanted)
    system = program(prior, seen, wanted.outputs, pairs, target, cost)
    if len(system.unknowns) > UNKNOWNS:
        raise Undecided(f"the linear program has {len(system.unknowns)} unknowns, and at most {UNKNOWNS} are tried")
    try:
        point = minimise(system, LOSS).point
    except LinearError as error:
        raise Undecided(str(error)) from None
    kernel = added_by(point, seen, wanted.outputs)
    extension = extended(seen, kernel)
    return Best(
        kernel,
        expected_cost(prior, seen, kernel, cost),
        optimum(extension, pairs, target.delta).e_eps,
        least_delta(extension, pairs, target.e_eps),
    )


def revealed(deployment: Deployment, target: PrivacyParameters) -> Fraction:
    """The least δ, at the E of the target, of adding what Zhang24's printed program chooses: to tell the secret.

    The beliefs that it minimises over are not tied to what is told. Whoever is told s may hold the belief that costs
    least at s, and no strategy costs less at any s; so to tell the secret is best, whatever the score.
    """
    extension = extended(reading_the_secret(deployment.true), identity(deployment.true))
    return least_delta(extension, deployment.setting.pairs, target.e_eps)


def _seen(deployment: Deployment, wanted: Wanted) -> Seen[str]:
    if wanted.reads == "secret":
        return reading_the_secret(deployment.true)
    return reading_the_data(deployment.setting, deployment.joint)


def _cost(wanted: Wanted) -> Cost[str]:
    costs = wanted.costs
    return wrong_guess if costs is None else lambda secret, told: costs[secret][told]
