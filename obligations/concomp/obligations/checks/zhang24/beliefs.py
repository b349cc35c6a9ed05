"""Bounds on what is believed of the secret, and the privacy that follows of them."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from concomp.model.confounding.kernels import Kernel
from concomp.model.confounding.posterior import (
    above_floor,
    bound_of_band,
    bound_of_floor,
    in_band,
    in_excess,
    in_second_moment,
    posterior,
)
from concomp.model.confounding.privacy import least_delta, optimum
from concomp.model.confounding.setting import all_pairs
from concomp.model.laws.law import ONE, ZERO, Law, product_law
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.expectation import expect, first_case
from concomp.obligations.families.confounding.small import kernels
from concomp.obligations.families.small.laws import laws

Told = tuple[Law[int], Kernel[int, int]]
"""The law of the secret, and what is told of it."""
TAUS = (ONE, Fraction(3, 2), Fraction(2), Fraction(4))
DELTAS = (ZERO, Fraction(1, 4), Fraction(1, 2), ONE)
UNEVEN = Law({0: Fraction(1, 4), 1: Fraction(3, 4)})
RARELY = (UNEVEN, {0: Law.coin(Fraction(3, 10), 1, 0), 1: Law.coin(Fraction(1, 10), 1, 0)})
SHOWN = {0: Law.coin(Fraction(3, 4), 0, 1), 1: Law.coin(Fraction(3, 4), 1, 0)}
"""A bit that is shown with 3/4."""


@cache
def _told() -> tuple[Told, ...]:
    priors = [law for law in laws(2, 4) if len(law) == 2] + [law for law in laws(3, 6) if len(law) == 3]
    by_size = {2: kernels(2, 2, 4), 3: kernels(3, 2, 4)[::3]}
    return tuple((prior, told) for prior in priors for told in by_size[len(prior)])


NAME = (
    "laws of 2 secrets with weights k/4 and 3 with k/6; two outputs with weights k/4, of 3 secrets every third kernel"
)


# The constraint.


@check("Zhang24 Section IV: Pi[tau,delta]", "Zhang24 Section IV: Pi[tau,0]", "Zhang24 Section IV: follower pi")
def constraints_on_second_moments_are_empty_unless_large() -> Outcome:
    """Π[τ, δ] has a member if and only if δ·τ ≥ 1, which the prior then is; Π[τ, 0] always has the prior."""
    cases = [(prior, law) for size in (2, 3) for prior in laws(size, 6) if len(prior) == size for law in laws(size, 6)]
    for (prior, law), tau, delta in product(cases, TAUS, DELTAS):
        member = in_second_moment(prior, {0: law}, tau, delta)
        expect(not member or delta * tau >= 1, f"{law} of {prior} is in Π[{tau}, {delta}]")
        expect(in_second_moment(prior, {0: prior}, tau, delta) == (delta * tau >= 1), f"{prior} in Π[{tau}, {delta}]")
        expect(in_band(prior, {0: prior}, tau) and in_excess(prior, {0: prior}, tau, ZERO), f"{prior} at {tau}")
    other = first_case(
        (
            (prior, law)
            for prior, law in cases
            if law != prior and in_second_moment(prior, {0: law}, TAUS[3], DELTAS[2])
        ),
        "nothing but the prior is in Π[4, 1/2]",
    )
    return Outcome(
        verdict="exact",
        scope="laws of 2 and 3 secrets, and beliefs, with weights k/6; τ = 1, 3/2, 2, 4; δ = 0, 1/4, 1/2, 1",
        size=len(cases) * len(TAUS) * len(DELTAS),
        witness=f"in Π[4, 1/2] of {other[0]} is {other[1]}",
        control="with δ = 1/4 and τ = 2 there is no member, whatever the mechanisms tell",
        notes=("So it cannot say that a budget is spent: whether it is empty depends on no mechanism.",),
    )


@check("Zhang24 Lemma 6")
def few_beliefs_move_far() -> Outcome:
    """Of beliefs above the floor with Σ F²/P ≤ δ·E, those between P/E and E·P have chance at least 1 − δ under F."""
    met, strict = 0, 0
    for size in (2, 3):
        for prior, law in product(laws(size, 6), laws(size, 12)):
            if len(prior) < size or not law.support <= prior.support:
                continue
            for e_eps, delta in product(TAUS, DELTAS):
                if in_second_moment(prior, {0: law}, e_eps, delta):
                    near = law.probability(lambda s: prior[s] / e_eps <= law[s] <= e_eps * prior[s])  # noqa: B023
                    expect(near >= 1 - delta, f"{law} of {prior} at {e_eps}, {delta}: {near}")
                    met, strict = met + 1, strict + (near < 1)
    prior, law = Law({0: Fraction(1, 6), 1: Fraction(5, 6)}), Law({0: Fraction(19, 24), 1: Fraction(5, 24)})
    expect(above_floor(prior, {0: law}, TAUS[3]) and not in_second_moment(prior, {0: law}, TAUS[3], ONE / 2), "moments")
    near = law.probability(lambda s: law[s] <= TAUS[3] * prior[s])
    expect(near == Fraction(5, 24) < ONE / 2, f"the belief is near with {near}")
    return Outcome(
        verdict="exact",
        scope="laws of 2 and 3 secrets with weights k/6, beliefs with weights k/12; E = 1, 3/2, 2, 4; δ = 0, …, 1",
        size=met,
        witness=f"in {strict} of these cases some belief does move further",
        control="without the bound on Σ F²/P it fails: beliefs (19/24, 5/24) of (1/6, 5/6) are above the floor for "
        "E = 4, and move by at most 4 with chance 5/24 < 1 − 1/2",
        notes=("The chance is over S drawn from the beliefs. The hypothesis can be met only if δ·E ≥ 1.",),
    )


# From beliefs to privacy.


@check("Zhang24 Lemma 7", "Zhang24 Section IV: eps(tau,theta)", "Zhang24 Equation (15)", "Zhang24 Repair R6")
def beliefs_that_move_little_keep_secrets_apart() -> Outcome:
    """If beliefs stay at least P/τ, E = 1 + (τ − 1)/P* is enough; in the band, the sharper bound is."""
    met, reached = 0, 0
    for (prior, told), tau in product(_told(), TAUS[1:]):
        beliefs = posterior(prior, told)
        if not above_floor(prior, beliefs, tau):
            continue
        met += 1
        needed = optimum(told, all_pairs(prior), ZERO).e_eps
        expect(needed is not None and needed <= bound_of_floor(prior, tau), f"{told} of {prior} at {tau}")
        if in_band(prior, beliefs, tau):
            expect(needed is not None and needed <= bound_of_band(prior, tau), f"{told} of {prior} in the band {tau}")
            reached += needed == bound_of_band(prior, tau)
    expect(reached > 0, "the bound of the band is never reached")
    for prior, tau in product(laws(2, 6), TAUS[1:]):
        if len(prior) == 2:
            _expect_reached(prior, tau)
    sharp = [(bound_of_floor(UNEVEN, tau), bound_of_band(UNEVEN, tau)) for tau in (Fraction(11, 10), *TAUS[1:3])]
    expect(sharp == [(Fraction(7, 5), Fraction(33, 29)), (3, Fraction(9, 5)), (5, 3)], f"the bounds are {sharp}")
    wrong = first_case(
        (
            (prior, told)
            for prior, told in _told()
            if in_band(prior, posterior(prior, told), TAUS[2])
            and (optimum(told, all_pairs(prior), ZERO).e_eps or ZERO) > TAUS[2]
        ),
        "E = τ is enough",
    )
    return Outcome(
        verdict="exact",
        scope=f"{NAME}; τ = 3/2, 2, 4. That the bound of the floor is reached: laws of 2 secrets with weights k/6",
        size=met,
        witness=f"the bound of the band is reached by {reached} of these; for (1/4, 3/4) and τ = 3/2 it is 9/5, "
        "where the printed one is 3",
        control=f"E = τ is not enough: {wrong[1]} of {wrong[0]} at τ = 2",
        notes=(
            "The lower half of the band alone gives the printed bound; for two secrets no smaller one holds with it.",
        ),
    )


def _expect_reached(prior: Law[int], tau: Fraction) -> None:
    """Two outputs, of which the rarer raises one belief as far as the floor of the other lets it."""
    rare = min(prior, key=lambda s: prior[s])
    common = 1 - rare
    most = (1 - prior[common] / tau) / prior[rare]
    chance = min(ONE / (2 * most), (1 - 1 / tau) / (most - 1 / tau)) if tau > 1 else ZERO
    told = {rare: Law.coin(chance * most, 0, 1), common: Law.coin(chance / tau, 0, 1)}
    expect(above_floor(prior, posterior(prior, told), tau), f"beliefs fall below the floor: {told} of {prior}")
    needed = optimum(told, all_pairs(prior), ZERO).e_eps
    expect(needed == bound_of_floor(prior, tau), f"{told} of {prior} needs {needed}")


@check("Zhang24 Lemma 8", "Zhang24 Equation (16)")
def odds_that_are_rarely_large_give_privacy() -> Outcome:
    """If the odds of an output exceed E with chance at most δ, for each secret of a pair, then (ln E, δ) is kept."""
    met = 0
    for (prior, told), e_eps in product(_told(), TAUS):
        for s, t in all_pairs(prior):
            exceeding = told[s].probability(lambda y: told[s][y] > e_eps * told[t][y])  # noqa: B023
            expect(least_delta(told, [(s, t)], e_eps) <= exceeding, f"{told} at {e_eps}: {s}, {t}")
            met += exceeding > 0
    told = {0: Law.coin(Fraction(3, 4), 0, 1), 1: Law.coin(Fraction(1, 2), 0, 1)}
    expect(least_delta(told, [(0, 1)], ONE) == Fraction(1, 4), "the converse")
    return Outcome(
        verdict="exact",
        scope=f"{NAME}; E = 1, 3/2, 2, 4, every pair",
        size=len(_told()) * len(TAUS),
        witness=f"in {met} of these cases some odds exceed E",
        control="the converse fails: (3/4, 1/4) and (1/2, 1/2) need δ = 1/4 at E = 1, and the odds exceed 1 with 3/4",
        notes=(
            "Read with the odds of the output Y. As printed the bracket holds the odds of an event, a number, and for "
            "δ < 1 the hypothesis already says that E is enough with δ = 0.",
        ),
    )


# The steps from second moments.


@cache
def lopsided() -> Told:
    """Sixteen secrets; one output, of chance 15/91, raises the belief in the first by 24/5."""
    prior = Law.uniform(range(16))
    raised, lowered = Fraction(15, 91), Fraction(76, 91)
    rows = {s: (Fraction(24, 5), Fraction(1, 4)) if s == 0 else (Fraction(56, 75), Fraction(21, 20)) for s in prior}
    return prior, {s: Law({0: raised * up, 1: lowered * down}) for s, (up, down) in rows.items()}


@check("Zhang24 Equation (13)", "Zhang24 Equation (14)")
def beliefs_of_one_secret_may_move_far_with_a_large_chance() -> Outcome:
    """True beliefs in Π[4, 1/2] move by more than 4 with chance 72/91 given one of the secrets."""
    (prior, told), tau, delta = lopsided(), TAUS[3], DELTAS[2]
    beliefs = posterior(prior, told)
    expect(in_second_moment(prior, beliefs, tau, delta), "the beliefs are not in Π[4, 1/2]")
    far = told[0].probability(lambda y: not prior[0] / tau <= beliefs[y][0] <= tau * prior[0])
    expect(far == Fraction(72, 91) > delta, f"the belief moves far with {far}")
    odds = told[0][0] / told[1][0]
    expect(odds == Fraction(45, 7) > tau, f"the odds are {odds}")
    rest = max(told[s].probability(lambda y: beliefs[y][s] > tau * prior[s]) for s in prior if s)  # noqa: B023
    expect(rest == 0, "the belief in another secret moves far")
    return Outcome(
        verdict="refuted",
        scope="16 equally likely secrets, two outputs, τ = E = 4, δ = 1/2",
        size=1,
        witness=f"Σ π²/P is at most δ·τ = 2 at both outputs; the odds of the first output are {odds} for secret 0",
        control="given any other secret no belief in it moves by more than 4",
        counterexample={
            "P(y = 0)": "15/91",
            "beliefs over prior at y = 0": "24/5 of secret 0, 56/75 of the others",
            "beliefs over prior at y = 1": "1/4 of secret 0, 21/20 of the others",
            "(13): chance that the belief in 0 moves by more than 4, given 0": str(far),
            "(14): odds of the event {0} given 0 and 1": f"{odds} > 4: a number, so that the bracket has chance 0",
            "claimed": "both chances are such that at most δ = 1/2 is left",
        },
    )


@check("Zhang24 Equation (13) (repaired)")
def beliefs_of_one_secret_move_far_with_a_chance_of_at_most_delta_over_its_own() -> Outcome:
    """True beliefs in Π[τ, δ] move by more than τ with chance at most δ/P(s) given s."""
    met, moved = 0, 0
    allowed = [(tau, delta) for tau, delta in product(TAUS, DELTAS) if delta * tau >= 1]
    for (prior, told), (tau, delta) in product((*_told()[::3], lopsided()), allowed):
        beliefs = posterior(prior, told)
        if not in_second_moment(prior, beliefs, tau, delta):
            continue
        met += 1
        for s in prior:
            far = told[s].probability(lambda y: not prior[s] / tau <= beliefs[y][s] <= tau * prior[s])  # noqa: B023
            expect(far <= delta / prior[s], f"{told} of {prior} at {tau}, {delta}: {far}")
            moved += far > 0
    expect(moved > 0, "no belief ever moves far")
    return Outcome(
        verdict="exact",
        scope=f"every third of: {NAME}; the 16 secrets of Equation (13); τ = 1, 3/2, 2, 4; δ = 1/4, 1/2, 1",
        size=met,
        witness=f"in {moved} cases a belief moves by more than τ with a positive chance",
        control="with δ in place of δ/P(s) it fails: 72/91 > 1/2 given the first of the 16 secrets",
    )


# The theorem.


@check("Zhang24 Repair R7", "Zhang24 Theorem 2(i) (repaired)", "Zhang24 Theorem 2(ii)")
def true_beliefs_above_the_floor_give_privacy_and_nothing_added_repairs_them() -> Outcome:
    """If the true beliefs stay at least P/τ the composition is private; adding a mechanism never makes them so."""
    kept, broken, tau = 0, 0, TAUS[2]
    for prior, told in _told()[::5]:
        before = above_floor(prior, posterior(prior, told), tau)
        for added in (SHOWN, {0: Law.point(0), 1: Law.point(0)}):
            both = {s: product_law([told[s], added[min(s, 1)]]) for s in prior}
            after = above_floor(prior, posterior(prior, both), tau)
            expect(before or not after, f"what is added repairs {told} of {prior}")
            expect(added == SHOWN or before == after, f"a constant takes {told} of {prior} below the floor")
            if after:
                needed = optimum(both, all_pairs(prior), ZERO).e_eps
                expect(needed is not None and needed <= bound_of_floor(prior, tau), f"{both} of {prior}")
                assert needed is not None
                expect(_is_bounded_by_second_moments(prior, both, needed, tau), f"{both} of {prior}: second moments")
            kept, broken = kept + after, broken + (before and not after)
    return Outcome(
        verdict="exact",
        scope=f"every fifth of: {NAME}; a bit shown with 3/4 added, or a constant; τ = 2",
        size=2 * len(_told()[::5]),
        witness=f"{kept} of them stay above the floor with what is added",
        control=f"{broken} are above the floor and what is added takes them below it; none is lifted above",
    )


def _is_bounded_by_second_moments(prior: Law[int], told: Kernel[int, Any], needed: Fraction, tau: Fraction) -> bool:
    """Whether e^OPT is at most τ·(1 + √((δ·τ − 1)(1/P* − 1))) for the least δ·τ that beliefs keep."""
    beliefs = posterior(prior, told).values()
    spread = max(sum((law[s] ** 2 / chance for s, chance in prior.items()), ZERO) for law in beliefs)
    rarest = min(chance for _, chance in prior.items())
    return needed <= tau or (needed / tau - 1) ** 2 <= (spread - 1) * (1 / rarest - 1)


@check("Zhang24 Repair R8")
def beliefs_that_rarely_exceed_the_band_give_approximate_privacy() -> Outcome:
    """If beliefs stay at least P/τ and exceed τ·P by at most δ in sum, (2·ln τ, δ/P*) is kept."""
    met, strict = 0, 0
    for (prior, told), tau, delta in product((*_told()[::2], RARELY), TAUS[1:], DELTAS[:3]):
        if in_excess(prior, posterior(prior, told), tau, delta):
            rarest = min(chance for _, chance in prior.items())
            needed = least_delta(told, all_pairs(prior), tau**2)
            expect(needed <= delta / rarest, f"{told} of {prior} at {tau}, {delta}: {needed}")
            met, strict = met + 1, strict + (needed > 0)
    expect(strict > 0, "no δ is ever needed at E = τ²")
    wrong = first_case(
        (
            (prior, told)
            for prior, told in _told()
            if in_excess(prior, posterior(prior, told), TAUS[1], DELTAS[2])
            and least_delta(told, all_pairs(prior), TAUS[1]) > 0
        ),
        "E = τ is enough",
    )
    return Outcome(
        verdict="exact",
        scope=f"every other of: {NAME}; 1 told with 3/10 or 1/10 of the law (1/4, 3/4); τ = 3/2, 2, 4; δ = 0, 1/4, 1/2",
        size=met,
        witness="the last one needs δ = 3/40 at E = 9/4, of δ/P* = 1",
        control=f"at E = τ with δ = 0 it fails: {wrong[1]} of {wrong[0]} at τ = 3/2",
    )


@check("Zhang24 Theorem 2(iii)")
def a_composition_may_be_private_though_its_beliefs_leave_the_band() -> Outcome:
    """M is ε(τ')-private for a τ' that its true beliefs do not keep: that direction of the equivalence fails."""
    told, beliefs = SHOWN, posterior(UNEVEN, SHOWN)
    needed = optimum(told, all_pairs((0, 1)), ZERO).e_eps
    least = min(tau for tau in _taus() if in_band(UNEVEN, beliefs, tau))
    tau = Fraction(3, 2)
    expect(needed == bound_of_floor(UNEVEN, tau) == 3, f"OPT is {needed}")
    expect(not in_band(UNEVEN, beliefs, tau) and least == Fraction(5, 2), f"the beliefs keep {least}")
    fair = Law.uniform((0, 1))
    both = [bound_of_floor(fair, each) >= 3 for each in _taus()]
    expect(both == [in_band(fair, posterior(fair, told), each) for each in _taus()], "a fair bit")
    return Outcome(
        verdict="refuted",
        scope="a bit of law (1/4, 3/4) that is shown with 3/4",
        size=1,
        witness=f"e^OPT is {needed}, as ε(3/2) allows; the beliefs keep τ from {least} on, which allows "
        f"{bound_of_floor(UNEVEN, least)}",
        control="for a fair bit the equivalence holds at all τ = k/10 up to 4",
        counterexample={
            "law of the secret": "(1/4, 3/4)",
            "mechanism": "the bit is shown with 3/4",
            "e^OPT at δ = 0": str(needed),
            "e^ε(τ') for τ' = 3/2": str(bound_of_floor(UNEVEN, tau)),
            "least τ that the true beliefs keep": str(least),
            "claimed": "M is ε(τ')-private if and only if τ' solves Task-2",
        },
    )


def _taus() -> Iterator[Fraction]:
    return (Fraction(tenths, 10) for tenths in range(10, 41))
