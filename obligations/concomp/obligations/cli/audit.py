"""`concomp audit`: the exact privacy of a finite mechanism against every adaptive adversary."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import click

from concomp.model.laws.curve import Curve
from concomp.model.laws.indistinguishability import Privacy
from concomp.model.laws.law import ONE
from concomp.model.laws.profile import Profile
from concomp.model.mechanisms.formats import Document, FormatError, horizon, interleaving, read_file
from concomp.model.mechanisms.formats.errors import quoted
from concomp.model.mechanisms.formats.rationals import rational_text
from concomp.model.mechanisms.interleaving import solve
from concomp.model.mechanisms.positions import TooLarge
from concomp.obligations.cli.attackers import Attacker, best_attacker, tree_data, tree_lines
from concomp.obligations.cli.errors import BadInput, Undecided
from concomp.obligations.cli.quantities import (
    approximate_epsilon,
    exact_and_approximate,
    read_delta,
    read_e_eps,
    read_privacy,
)

SCHEMA = "concomp.audit/1"
EXCEEDED = 1
EXAMPLES = """\b
Examples:
  concomp audit examples/rr.json
  concomp audit examples/attack_2.json --e-eps 1 --e-eps 3/2 --attacker
  concomp audit examples/filter.json --target E=2,delta=1/2
"""


@dataclass(frozen=True)
class Questions:
    """What is asked about a mechanism."""

    e_eps: tuple[Fraction, ...]
    delta: Fraction | None
    target: Privacy | None
    profile: bool
    attacked_at: tuple[Fraction, ...]


@dataclass(frozen=True)
class Report:
    """What was found."""

    document: Document
    questions: Questions
    curve: Curve
    profile: Profile
    attackers: tuple[Attacker, ...]

    @property
    def exceeded(self) -> bool:
        """Whether there is a target and it is exceeded."""
        target = self.questions.target
        return target is not None and self.profile(target.e_eps) > target.delta


@click.command("audit", epilog=EXAMPLES)
@click.argument("file")
@click.option("--e-eps", "e_eps", metavar="P/Q", multiple=True, help="The least delta at this E = e^eps; repeatable.")
@click.option("--delta", metavar="P/Q", help="The least E for this delta.")
@click.option("--profile", "profile", is_flag=True, help="The least delta for every E at once (the default).")
@click.option("--target", metavar="E=P/Q,delta=P/Q", help="Exit with status 1 if the least delta at E is above delta.")
@click.option("--attacker", is_flag=True, help="The best attacker at each E asked for, at E = 1 if none is.")
@click.option("--json", "as_data", is_flag=True, help="For machines.")
def command(
    file: str,
    e_eps: tuple[str, ...],
    delta: str | None,
    profile: bool,
    target: str | None,
    attacker: bool,
    as_data: bool,
) -> int:
    """Compute the exact privacy of the mechanism in FILE, or of a composition of several.

    FILE is JSON: a mechanism, a continual mechanism with its verification function, or a composition. The result
    holds against every adaptive adversary and is reached by one of them; all numbers are exact rationals. Numbers
    are given as "p/q", "p" or decimals.
    """
    questions = _questions(e_eps, delta, profile, target, attacker)
    report = _audited(file, questions)
    click.echo(json.dumps(_data(report), ensure_ascii=False, indent=1) if as_data else "\n".join(_lines(report)))
    if report.exceeded:
        click.get_current_context().exit(EXCEEDED)
    return 0


def _questions(
    e_eps: tuple[str, ...], delta: str | None, profile: bool, target: str | None, attacker: bool
) -> Questions:
    asked = tuple(read_e_eps("--e-eps", text) for text in e_eps)
    aim = None if target is None else read_privacy("--target", target)
    attacked = (*asked, *(() if aim is None else (aim.e_eps,))) or (ONE,)
    return Questions(
        asked,
        None if delta is None else read_delta("--delta", delta),
        aim,
        profile or not (asked or delta is not None),
        tuple(dict.fromkeys(attacked)) if attacker else (),
    )


def _audited(file: str, questions: Questions) -> Report:
    try:
        document = read_file(file)
        solution = solve(interleaving(document))
        attackers = tuple(best_attacker(document, solution, e_eps) for e_eps in questions.attacked_at)
    except FormatError as error:
        raise BadInput(f"{_file_name(file)}: {error}") from None
    except TooLarge as error:
        raise Undecided(f"{_file_name(file)}: {error}") from None
    return Report(document, questions, solution.curve, solution.curve.profile(), attackers)


def _file_name(file: str) -> str:
    name = click.format_filename(file)
    return name if name.isprintable() else quoted(name)


def _data(report: Report) -> dict[str, Any]:
    """The report for machines; what was not asked for by an option of its own is left out."""
    questions = report.questions
    data: dict[str, Any] = {
        "schema": SCHEMA,
        "horizon": horizon(report.document),
        "results": [_result(report, e_eps) for e_eps in questions.e_eps],
        "profile": [[rational_text(e_eps), rational_text(delta)] for e_eps, delta in report.profile.vertices],
    }
    if questions.delta is not None:
        least = report.profile.least_e_eps(questions.delta)
        data["least"] = {
            "delta": rational_text(questions.delta),
            "e_eps": None if least is None else rational_text(least),
        }
    if questions.target is not None:
        data["target"] = {
            "e_eps": rational_text(questions.target.e_eps),
            "delta": rational_text(questions.target.delta),
            "exceeded": report.exceeded,
        }
    if report.attackers:
        data["attackers"] = [
            {
                "e_eps": rational_text(attacker.e_eps),
                "suspected": attacker.suspected,
                "delta": rational_text(attacker.delta),
                "tree": tree_data(report.document, attacker),
            }
            for attacker in report.attackers
        ]
    return data


def _result(report: Report, e_eps: Fraction) -> dict[str, str]:
    forward, backward = report.curve.forward(e_eps), report.curve.backward(e_eps)
    return {
        "e_eps": rational_text(e_eps),
        "delta_0": rational_text(forward),
        "delta_1": rational_text(backward),
        "delta": rational_text(max(forward, backward)),
    }


def _lines(report: Report) -> Iterator[str]:
    """The report for people."""
    questions = report.questions
    yield f"Exact privacy against every adaptive adversary, {_queries(horizon(report.document))}."
    for e_eps in questions.e_eps:
        yield from _result_lines(report, e_eps)
    if questions.delta is not None:
        yield _least_line(report.profile, questions.delta)
    if questions.profile:
        yield from _profile_lines(report.profile)
    if questions.target is not None:
        yield _target_line(report, questions.target)
    for attacker in report.attackers:
        yield from _attacker_lines(report.document, attacker)


def _queries(count: int) -> str:
    return "1 query" if count == 1 else f"at most {count} queries"


def _result_lines(report: Report, e_eps: Fraction) -> Iterator[str]:
    forward, backward = report.curve.forward(e_eps), report.curve.backward(e_eps)
    yield f"At E = {exact_and_approximate(e_eps)}: delta = {exact_and_approximate(max(forward, backward))}"
    yield f"  world 0 over world 1: {exact_and_approximate(forward)}"
    yield f"  world 1 over world 0: {exact_and_approximate(backward)}"


def _least_line(profile: Profile, delta: Fraction) -> str:
    least = profile.least_e_eps(delta)
    asked = exact_and_approximate(delta)
    if least is None:
        lowest = exact_and_approximate(profile.vertices[-1][1])
        return f"For delta = {asked}: no E suffices; delta is at least {lowest} at every E"
    return f"For delta = {asked}: the least E is {exact_and_approximate(least)}, eps {approximate_epsilon(least)}"


def _profile_lines(profile: Profile) -> Iterator[str]:
    yield "The least delta for every E >= 1: linear between these, constant after the last."
    rows = [
        (f"E = {exact_and_approximate(e_eps)}", f"eps {approximate_epsilon(e_eps)}", exact_and_approximate(delta))
        for e_eps, delta in profile.vertices
    ]
    first, second = (max(len(row[column]) for row in rows) for column in (0, 1))
    for e_eps, epsilon, delta in rows:
        yield f"  {e_eps:<{first}}  {epsilon:<{second}}  delta = {delta}"


def _target_line(report: Report, target: Privacy) -> str:
    reached = exact_and_approximate(report.profile(target.e_eps))
    verdict = "is exceeded" if report.exceeded else "holds"
    aim = f"E = {exact_and_approximate(target.e_eps)}, delta = {exact_and_approximate(target.delta)}"
    return f"The target {aim} {verdict}: the least delta is {reached}"


def _attacker_lines(document: Document, attacker: Attacker) -> Iterator[str]:
    where = f"world {attacker.suspected} over world {1 - attacker.suspected}"
    yield f"The best attacker at E = {exact_and_approximate(attacker.e_eps)}, {where}:"
    yield from tree_lines(document, attacker)
    yield f"  It reaches delta = {exact_and_approximate(attacker.delta)}; replayed against the mechanism, exactly this."
