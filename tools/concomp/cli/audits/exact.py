"""The exact answer of an audit: what is computed, for people and for machines."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from concomp.cli.audits.answered import Answered
from concomp.cli.audits.certificates import write_certificate
from concomp.cli.audits.measures import (
    concentrated_data,
    measured_lines,
    moments_between_data,
    moments_data,
)
from concomp.cli.audits.pictures import picture_of
from concomp.cli.audits.questions import Questions
from concomp.cli.audits.report import Report, WeightPair, report_on
from concomp.cli.audits.subjects import file_name
from concomp.cli.errors import Undecided
from concomp.door.mechanisms import Subject
from concomp.impl.accounting.parameters import ExponentialLoss
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.profile import Profile
from concomp.model.mechanisms.positions import TooLarge
from concomp.model.numbers import rational_text
from concomp.report.attackers import Attacker, attacker_lines, plan_data, tree_data
from concomp.report.layout import Part, Table
from concomp.report.quantities import approximate_epsilon, at_most_queries, epsilon_at_most, exact_and_approximate

if TYPE_CHECKING:
    from concomp.schemas.privacy import AttackData, AuditedAt, AuditOutput

EXCEEDED = 1


def answer_exactly(subject: Subject, file: str, questions: Questions, as_data: bool) -> Answered:
    """An exact audit; Undecided if it takes too much."""
    try:
        report = report_on(subject, questions)
    except TooLarge as error:
        otherwise = "" if questions.only_exact else ", or ask for --bounds"
        raise Undecided(f"{file_name(file)}: {error}{otherwise}") from None
    if questions.certificate is not None and not report.target_exceeded:
        ((e_eps, deltas),) = report.deltas.items()
        target = report.questions.target
        delta = max(deltas) if target is None else target.delta
        write_certificate(questions.certificate, subject, PrivacyParameters(e_eps, delta))
    told = (json.dumps(_data(report), ensure_ascii=False, indent=1),) if as_data else tuple(_lines(report))
    return Answered(EXCEEDED if report.exceeded else 0, told, picture_of(report, file))


def _data(report: Report) -> AuditOutput:
    """The report for machines; what was not asked for by an option of its own is left out."""
    questions = report.questions
    data: AuditOutput = {
        "schema": "concomp.audit/1",
        "horizon": report.subject.horizon,
        "results": [_result(report, e_eps) for e_eps in questions.e_eps],
        "profile": None if report.profile is None else _vertices_data(report.profile.vertices),
    }
    if questions.delta is not None and report.profile is not None:
        least = report.profile.least_e_eps(questions.delta)
        data["least"] = {
            "delta": rational_text(questions.delta),
            "e_eps": None if least is None else rational_text(least),
        }
    if questions.target is not None:
        data["target"] = {
            "e_eps": rational_text(questions.target.e_eps),
            "delta": rational_text(questions.target.delta),
            "exceeded": report.target_exceeded,
        }
        if isinstance(questions.target_loss, ExponentialLoss):
            data["target"]["epsilon"] = rational_text(questions.target_loss.epsilon)
    if report.attackers:
        data["attackers"] = [_attacker_data(report.subject, attacker) for attacker in report.attackers]
    if moments := moments_data(report.measured):
        data["renyi"] = moments
    if between := moments_between_data(report.measured):
        data["renyi_between"] = between
    if concentrated := concentrated_data(report.measured):
        data["concentrated"] = concentrated
    if questions.trade_off:
        data["trade_off"] = _vertices_data(report.trade_off)
    return data


def _attacker_data(subject: Subject, attacker: Attacker) -> AttackData:
    return {
        "e_eps": rational_text(attacker.e_eps),
        "suspected": attacker.suspected,
        "delta": rational_text(attacker.delta),
        "tree": tree_data(subject.document, attacker),
        "plan": plan_data(subject.document, attacker),
    }


def _vertices_data(vertices: tuple[WeightPair, ...]) -> list[list[str]]:
    return [[rational_text(first), rational_text(second)] for first, second in vertices]


def _result(report: Report, e_eps: Fraction) -> AuditedAt:
    forward, backward = report.deltas[e_eps]
    return {
        "e_eps": rational_text(e_eps),
        "delta_0": rational_text(forward),
        "delta_1": rational_text(backward),
        "delta": rational_text(max(forward, backward)),
    }


def _lines(report: Report) -> Iterator[Part]:
    """The report for people."""
    questions = report.questions
    yield f"Exact privacy against every adaptive adversary, {at_most_queries(report.subject.horizon)}."
    yield from questions.notes
    for e_eps in questions.e_eps:
        yield from _result_lines(report, e_eps)
    if questions.delta is not None and report.profile is not None:
        yield _least_line(report.profile, questions.delta)
    if questions.profile and report.profile is not None:
        yield from _profile_lines(report.profile)
    if questions.target is not None:
        yield _target_line(report, questions.target)
    for attacker in report.attackers:
        yield from _attacker_lines(report.subject, attacker)
    if questions.certificate is not None:
        yield _certificate_line(report, questions.certificate)
    yield from measured_lines(report.measured)
    if questions.trade_off:
        yield from _trade_off_lines(report.trade_off)


def _result_lines(report: Report, e_eps: Fraction) -> Iterator[str]:
    forward, backward = report.deltas[e_eps]
    yield f"At E = {exact_and_approximate(e_eps)}: delta = {exact_and_approximate(max(forward, backward))}"
    yield f"  world 0 over world 1: {exact_and_approximate(forward)}"
    yield f"  world 1 over world 0: {exact_and_approximate(backward)}"


def _least_line(profile: Profile, delta: Fraction) -> str:
    least = profile.least_e_eps(delta)
    asked = exact_and_approximate(delta)
    if least is None:
        lowest = exact_and_approximate(profile.vertices[-1][1])
        return f"For delta = {asked}: no E suffices; delta is at least {lowest} at every E"
    return f"For delta = {asked}: the least E is {exact_and_approximate(least)}, eps {epsilon_at_most(least)}"


def _profile_lines(profile: Profile) -> Iterator[Part]:
    yield "The least delta for every E >= 1: linear between these, constant after the last."
    rows = (
        (
            f"E = {exact_and_approximate(e_eps)}",
            f"eps {approximate_epsilon(e_eps)}",
            f"delta = {exact_and_approximate(delta)}",
        )
        for e_eps, delta in profile.vertices
    )
    yield Table(tuple(rows), indent=2)


def _target_line(report: Report, target: PrivacyParameters) -> str:
    reached = exact_and_approximate(max(report.deltas[target.e_eps]))
    verdict = "is exceeded" if report.target_exceeded else "holds"
    aim = f"E = {exact_and_approximate(target.e_eps)}, delta = {exact_and_approximate(target.delta)}"
    return f"The target {aim} {verdict}: the least delta is {reached}"


def _certificate_line(report: Report, file: str) -> str:
    if report.target_exceeded:
        return "No certificate was written: there is none below the least delta."
    return f"The certificate is in {file_name(file)}; --recheck checks it."


def _attacker_lines(subject: Subject, attacker: Attacker) -> Iterator[str]:
    where = f"world {attacker.suspected} over world {1 - attacker.suspected}"
    yield f"The best attacker at E = {exact_and_approximate(attacker.e_eps)}, {where}:"
    yield from attacker_lines(subject.document, attacker)
    yield f"  It reaches delta = {exact_and_approximate(attacker.delta)}; replayed against the mechanism, exactly this."


def _trade_off_lines(vertices: tuple[WeightPair, ...]) -> Iterator[str]:
    yield "The least chance beta to miss world 0 if world 1 is taken for it with chance alpha: linear between these."
    for alpha, beta in vertices:
        yield f"  alpha = {exact_and_approximate(alpha)}  beta = {exact_and_approximate(beta)}"
