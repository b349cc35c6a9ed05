"""`concomp audit --plot`: what was found, as a picture, beside what a theorem guarantees of a plan."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from os.path import basename
from typing import TYPE_CHECKING

from concomp.cli.audits.subjects import file_name
from concomp.cli.errors import BadInput
from concomp.pictures.attacker import NoPlan, attacker_picture
from concomp.pictures.chart import Chart, Line, Mark, epsilon
from concomp.pictures.charts import Sampled, both_directions, profile_chart, trade_off_chart
from concomp.report.quantities import at_most_queries, short

if TYPE_CHECKING:
    from concomp.cli.audits.report import Report
    from concomp.pictures.picture import Picture


def picture_of(report: Report, file: str) -> Picture | None:
    """What is drawn of a report on a file, if anything is asked for; BadInput for an attacker without a plan."""
    name = basename(file_name(file))
    note = f"Exact, against every adaptive adversary, {at_most_queries(report.subject.horizon)}"
    match report.questions.drawn:
        case "attacker":
            try:
                return attacker_picture(name, report.subject.document, report.attackers[0])
            except NoPlan as error:
                raise BadInput(f"--plot: {error}") from None
        case "trade-off":
            return trade_off_chart(f"{name}: what a test of its worlds achieves", note, [(name, report.trade_off)])
        case "profile":
            assert report.curve is not None
            lines = both_directions(report.curve.of_the_model())
            return profile_chart(f"{name}: the least δ at every ε", note, lines, _marks(report))
    return None


def _marks(report: Report) -> Iterator[Mark]:
    """What was asked about, as points."""
    questions = report.questions
    for e_eps in questions.e_eps:
        yield _mark(e_eps, max(report.deltas[e_eps]), f"δ = {short(max(report.deltas[e_eps]))} at E = {short(e_eps)}")
    if questions.delta is not None and report.profile is not None:
        least = report.profile.least_e_eps(questions.delta)
        if least is not None:
            yield _mark(least, questions.delta, f"E = {short(least)} for δ = {short(questions.delta)}")
    if questions.target is not None:
        verdict = "is exceeded" if report.target_exceeded else "holds"
        yield _mark(questions.target.e_eps, questions.target.delta, f"the target {verdict}")


def _mark(e_eps: Fraction, delta: Fraction, name: str) -> Mark:
    return Mark(name, (epsilon(e_eps), float(delta)))


def with_bound(chart: Chart, bound: Line | Sampled) -> Chart:
    """A chart of profiles, with what is guaranteed beside them."""
    drawn = profile_chart(chart.title, chart.note, (*chart.lines, bound), chart.marks)
    return replace(drawn, note=f"{chart.note}; dashed, what is guaranteed")
