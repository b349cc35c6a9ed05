"""Lyu22's control function and four systems for every mechanism of a family, with up to a thousand histories.

The four systems are put into the tables of a certificate, so that the model's checker judges them on the mechanism that
runs; where the control function starts is held against the engine.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from concomp.impl.audit.simulation import certificate_of
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.reduction.certificate import CertificateError, check_certificate
from concomp.model.reduction.control import control
from concomp.model.reduction.laziness import Likelihoods, likelihoods
from concomp.model.reduction.lyu import NotIndistinguishable, decomposition
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.expectation import expect, first_case
from concomp.obligations.families.simulation.mechanisms import SimulatedMechanism, long, short

ODDS = (Fraction(3, 2), Fraction(3))
SLIGHTLY_LESS = Fraction(99, 100)


@cache
def _worlds() -> tuple[tuple[SimulatedMechanism, PrivacyParameters, Likelihoods], ...]:
    """The certified interactive mechanisms at their least δ, by the engine, with their likelihoods."""
    subjects = [subject for subject in (*short(), *long()) if not subject.takes_pairs]
    listed = [(subject, likelihoods(subject.game)) for subject in subjects]
    return tuple((subject, subject.privacy(e_eps), chances) for subject, chances in listed for e_eps in ODDS)


def _scope() -> str:
    subjects = {subject for subject, _, _ in _worlds()}
    most = max(len(chances) for _, _, chances in _worlds())
    return (
        f"{len(subjects)} interactive mechanisms in two worlds, with up to {most} histories, for e^ε = 3/2 and 3, each "
        "at its least δ"
    )


@check("Lyu22 Definition 2", "Lyu22 Claim 1")
def the_control_function_starts_at_the_engine_s_delta() -> Outcome:
    """The larger Lower^b at the start is the δ that the engine's best adversary reaches."""
    one_way, reached_ = [], []
    for subject, privacy, chances in _worlds():
        at_start = control(chances, privacy.e_eps)[()]
        expect(max(at_start) == privacy.delta, f"{subject} for {privacy}: Lower starts at {at_start}")
        one_way += [subject] if min(at_start) < privacy.delta else []
        reached_ += [(subject, privacy)] if 0 < privacy.delta < 1 else []
    witness = first_case(reversed(reached_), "every δ is 0 or 1")
    control_case = first_case(one_way, "one world's control function is always enough")
    return Outcome(
        verdict="exact",
        scope=_scope(),
        size=len(_worlds()),
        witness=f"{witness[0]} at e^ε = {witness[1].e_eps}",
        control=f"one world's Lower is less for {control_case}, and in {len(one_way) - 1} more cases",
    )


@check("Lyu22 Theorem 3 (repaired)")
def four_systems_are_certified() -> Outcome:
    """Lyu22's four systems, as tables, imitate the running mechanism in both worlds; there are none for less δ."""
    histories = sum(_imitated(*case) for case in _worlds())
    needing = [case for case in _worlds() if case[1].delta > 0]
    for subject, privacy, chances in needing:
        smaller = PrivacyParameters(privacy.e_eps, privacy.delta * SLIGHTLY_LESS)
        expect(_has_none(chances, smaller), f"{subject} is decomposed for {smaller}")
    witness = first_case((case for case in needing if case[1].delta < 1), "every δ is 0 or 1")
    return Outcome(
        verdict="exact",
        scope=_scope(),
        size=len(_worlds()),
        witness=f"{witness[0]} at e^ε = {witness[1].e_eps}, δ = {witness[1].delta}",
        control=f"with 99/100 of δ there are none for all {len(needing)} that need δ > 0",
        notes=(
            "The systems are made answer by answer as in Lyu22's Lemma 1, not by the split lemma; as tables of a "
            f"certificate they are checked along {histories} histories.",
        ),
    )


def _imitated(subject: SimulatedMechanism, privacy: PrivacyParameters, chances: Likelihoods) -> int:
    try:
        return check_certificate(certificate_of(decomposition(chances, privacy), chances, privacy), subject.game)
    except (CertificateError, NotIndistinguishable) as error:
        expect(False, f"the four systems of {subject} for {privacy} do not mix to it: {error}")
        raise


def _has_none(chances: Likelihoods, privacy: PrivacyParameters) -> bool:
    try:
        decomposition(chances, privacy)
    except NotIndistinguishable:
        return True
    return False
