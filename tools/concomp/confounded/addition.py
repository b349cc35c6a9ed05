"""Inverse composition: the best mechanism to add to those that are deployed."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from concomp.confounded.verdicts import GAP, Best, Infeasible
from concomp.impl.confounding.addition import Found, cheapest
from concomp.impl.confounding.highs import HighsError
from concomp.impl.confounding.second_moment import cheapest_within
from concomp.model.confounding.deployment import Deployment
from concomp.model.confounding.inverse import (
    LOSS,
    Cost,
    Limit,
    Problem,
    Seen,
    added_by,
    extended,
    keeps,
    program,
    reading_the_data,
    reading_the_secret,
    wrong_guess,
)
from concomp.model.confounding.kernels import Kernel, identity
from concomp.model.confounding.posterior import in_band, in_second_moment, least_tau, posterior
from concomp.model.confounding.privacy import least_delta, optimum
from concomp.model.confounding.target import Target, limits_of
from concomp.model.files.confounding.addition import Wanted
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import ONE, ZERO, Law
from concomp.obligations.solvers.errors import Undecided
from concomp.obligations.solvers.linear import LinearError
from concomp.obligations.solvers.optimum import minimise

TOTAL_VARIATION = PrivacyParameters(ONE, ZERO)
"""E = 1, δ = 0: what is said of privacy where the target is about beliefs."""
UNKNOWNS = 1_000
"""The most unknowns of a linear program that is solved exactly."""


def best_addition(deployment: Deployment, wanted: Wanted, target: Target) -> Best | Infeasible:
    """A mechanism of least cost whose addition keeps the target.

    A constant can always be added, and what is deployed is a part of the extension: so there is none if and only if
    what is deployed exceeds the target. Raises Undecided where neither solver finds a mechanism.
    """
    setting = deployment.setting
    limits = limits_of(target, setting)
    privacy = target if isinstance(target, PrivacyParameters) else TOTAL_VARIATION
    if not _kept(deployment.true, setting.prior, limits, target):
        needed = optimum(deployment.true, setting.pairs, privacy.delta)
        told = least_delta(deployment.true, setting.pairs, privacy.e_eps)
        return Infeasible(needed, told, _tau(setting.prior, deployment.true))
    problem = Problem(setting.prior, _seen(deployment, wanted), wanted.outputs, limits, _cost(wanted))
    moment = None if isinstance(target, PrivacyParameters) else target.moment
    found = _best(problem, moment)
    extension = extended(problem.seen, found.kernel)
    if not _kept(extension, setting.prior, limits, target):
        raise Undecided("what the solver found does not keep the target")
    return Best(
        found.kernel,
        found.cost,
        found.bound,
        _is_close(found),
        optimum(extension, setting.pairs, privacy.delta).e_eps,
        least_delta(extension, setting.pairs, privacy.e_eps),
        _tau(setting.prior, extension),
    )


def _best(problem: Problem[str], moment: Fraction | None) -> Found:
    """By HiGHS; by an exact solver if that is not installed or came to no end, and the program is small."""
    found: Found | None = None
    problems = []
    try:
        found = cheapest(problem) if moment is None else cheapest_within(problem, moment)
    except HighsError as error:
        problems.append(str(error))
    except ImportError:
        problems.append("SciPy is not installed: pip install 'concomp[inverse]'")
    if found is not None and _is_close(found):
        return found
    unknowns = _unknowns(problem)
    if unknowns <= UNKNOWNS and moment is None:
        try:
            return exactly(problem)
        except (LinearError, ValueError) as error:  # The second where an answer has thousands of digits.
            problems.append(str(error))
    if found is None:
        size = f"the linear program has {unknowns} unknowns, and at most {UNKNOWNS} are solved without HiGHS"
        raise Undecided("; ".join([*problems, size]))
    return found


def exactly(problem: Problem[str]) -> Found:
    """The best mechanism by an exact solver; LinearError if it gives up."""
    point = minimise(program(problem), LOSS).point
    return Found(added_by(point, problem.seen, problem.outputs), point[LOSS], point[LOSS])


def _unknowns(problem: Problem[str]) -> int:
    return len(problem.outputs) * (len(problem.inputs) + 2 * len(problem.limits) * len(problem.told))


def _is_close(found: Found) -> bool:
    # Not as a part of the largest cost, which may be of something that nobody would add.
    return found.cost - found.bound <= GAP * found.cost


def _kept(told: Kernel[str, Any], prior: Law[str], limits: Iterable[Limit[str]], target: Target) -> bool:
    """Whether what is told keeps a target, by its definition."""
    if isinstance(target, PrivacyParameters):
        return all(keeps(told, limit) for limit in limits)
    beliefs = posterior(prior, told)
    if target.delta:
        return in_second_moment(prior, beliefs, target.tau, target.delta)
    return in_band(prior, beliefs, target.tau)


def _tau(prior: Law[str], told: Kernel[str, Any]) -> Fraction | None:
    return least_tau(prior, posterior(prior, told))


def revealed(deployment: Deployment, e_eps: Fraction) -> Fraction:
    """The least δ at E of adding what Zhang24's printed program chooses: to tell the secret.

    The beliefs that it minimises over are not tied to what is told. Whoever is told s may hold the belief that costs
    least at s, and no strategy costs less at any s; so to tell the secret is best, whatever the score.
    """
    extension = extended(reading_the_secret(deployment.true), identity(deployment.true))
    return least_delta(extension, deployment.setting.pairs, e_eps)


def _seen(deployment: Deployment, wanted: Wanted) -> Seen[str]:
    if wanted.reads == "secret":
        return reading_the_secret(deployment.true)
    return reading_the_data(deployment.setting, deployment.joint)


def _cost(wanted: Wanted) -> Cost[str]:
    costs = wanted.costs
    return wrong_guess if costs is None else lambda secret, told: costs[secret][told]
