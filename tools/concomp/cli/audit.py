"""`concomp audit`: the exact privacy of a finite mechanism against every adaptive adversary."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from os.path import realpath
from typing import TYPE_CHECKING, ParamSpec

import click

from concomp.cli.apart import with_own_code, with_users_code
from concomp.cli.bounded import bounded
from concomp.cli.certificates import rechecked, write_certificate
from concomp.cli.errors import BadInput, Undecided
from concomp.cli.quantities import read_delta, read_e_eps, read_privacy
from concomp.cli.subjects import Subject, in_python, read_subject, shown_file, source
from concomp.impl.audit.engine import STEPS, Audit
from concomp.model.files.errors import quoted
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import ONE
from concomp.model.laws.profile import Profile
from concomp.model.mechanisms.positions import TooLarge
from concomp.model.numbers import rational_text
from concomp.report.attackers import Attacker, Hidden, attacker_lines, best_attacker, plan_data, tree_data
from concomp.report.quantities import approximate_epsilon, exact_and_approximate

if TYPE_CHECKING:
    from concomp.schemas.outputs import AttackData, AuditedAt, AuditOutput

EXCEEDED = 1
EXAMPLES = """\b
Examples:
  concomp audit examples/rr.json
  concomp audit examples/attack_2.json --e-eps 1 --e-eps 3/2 --attacker
  concomp audit examples/filter.json --target E=2,delta=1/2
  concomp audit examples/hidden_state.json --renyi 2 --trade-off
  concomp audit examples/rr.json --target E=2,delta=1/3 --certificate rr.certificate.json
  concomp audit examples/rr.json --recheck rr.certificate.json
  concomp audit examples/counter.py:counter --e-eps 2
"""
LARGEST_ORDER = 1000


@dataclass(frozen=True)
class Questions:
    """What is asked about a mechanism."""

    e_eps: tuple[Fraction, ...] = ()
    delta: Fraction | None = None
    target: PrivacyParameters | None = None
    asked_profile: bool = False
    attacked_at: tuple[Fraction, ...] = ()
    orders: tuple[int, ...] = ()
    trade_off: bool = False
    certificate: str | None = None

    @property
    def profile(self) -> bool:
        """Whether the profile is asked for; it is if nothing else is."""
        others = self.e_eps or self.delta is not None or self.target is not None or self.orders or self.trade_off
        return self.asked_profile or not others

    @property
    def for_every_e(self) -> bool:
        """Whether an answer needs all E at once."""
        return self.profile or self.delta is not None or self.trade_off


P = ParamSpec("P")
Pair = tuple[Fraction, Fraction]
Moments = tuple[Fraction | None, Fraction | None]


@dataclass(frozen=True)
class Report:
    """What was found.

    profile: None where only some E were asked for and all at once would take much longer.
    """

    subject: Subject
    questions: Questions
    deltas: dict[Fraction, Pair]
    profile: Profile | None
    attackers: tuple[Attacker | Hidden, ...]
    moments: tuple[Moments, ...]
    trade_off: tuple[Pair, ...]

    @property
    def exceeded(self) -> bool:
        """Whether there is a target and it is exceeded."""
        target = self.questions.target
        return target is not None and max(self.deltas[target.e_eps]) > target.delta


@click.command("audit", epilog=EXAMPLES)
@click.argument("file")
@click.option("--e-eps", "e_eps", metavar="P/Q", multiple=True, help="The least delta at this E = e^eps; repeatable.")
@click.option("--delta", metavar="P/Q", help="The least E for this delta.")
@click.option("--profile", "profile", is_flag=True, help="The least delta for every E at once (the default).")
@click.option("--target", metavar="E=P/Q,delta=P/Q", help="Exit with status 1 if the least delta at E is above delta.")
@click.option("--attacker", is_flag=True, help="The best attacker at each E asked for, at E = 1 if none is.")
@click.option("--renyi", metavar="ORDER", multiple=True, help="The largest Renyi moment of this order; repeatable.")
@click.option("--trade-off", "trade_off", is_flag=True, help="The least errors of any test, by the vertices.")
@click.option("--bounds", "with_bounds", is_flag=True, help="Bounds on both sides where exact values are too large.")
@click.option("--certificate", metavar="OUT", help="Write a certificate for --target, or the least delta at --e-eps.")
@click.option("--recheck", metavar="OUT", help="Only check a certificate that was written before.")
@click.option("--json", "as_data", is_flag=True, help="For machines.")
def command(
    file: str,
    e_eps: tuple[str, ...],
    delta: str | None,
    profile: bool,
    target: str | None,
    attacker: bool,
    renyi: tuple[str, ...],
    trade_off: bool,
    with_bounds: bool,
    certificate: str | None,
    recheck: str | None,
    as_data: bool,
) -> int:
    """Compute the exact privacy of the mechanism in FILE, or of a composition of several.

    FILE is JSON: a mechanism, a continual mechanism with its verification function, or a composition; or FILE.py:NAME,
    a Game in Python, which is run in a process of its own. The result holds against every adaptive adversary and is
    reached by one of them; all numbers are exact rationals. Numbers are given as "p/q", "p" or decimals.
    """
    questions = _questions(e_eps, delta, profile, target, attacker, renyi, trade_off, certificate)
    if with_bounds and (profile or attacker or renyi or trade_off or certificate):
        raise BadInput("--bounds: bounds are given for --e-eps, --delta and --target: leave out the other options")
    if certificate is not None and realpath(certificate) == realpath(source(file)):
        raise BadInput(f"--certificate: {shown_file(certificate)}: is the mechanism itself: name another file")
    if recheck is not None and (with_bounds or questions != Questions()):
        raise BadInput("--recheck: the certificate says what it is about: leave out the other options")
    status, text = _answered(file, questions, with_bounds, recheck, as_data)
    click.echo(text)
    if status:
        click.get_current_context().exit(status)
    return 0


def _answered(
    file: str, questions: Questions, with_bounds: bool, recheck: str | None, as_data: bool
) -> tuple[int, str]:
    """The status and the text of the answer, which is found in a child process."""
    if recheck is not None:
        return _apart(file, "rechecking", rechecked, file, recheck, as_data)
    return _apart(file, "auditing", bounded if with_bounds else audited, file, questions, as_data)


def _apart(
    file: str, what: str, work: Callable[P, tuple[int, str]], *arguments: P.args, **named: P.kwargs
) -> tuple[int, str]:
    """What a function returns that reads the file, in a child process."""
    if in_python(file):
        return with_users_code(source(file), what, work, *arguments, **named)
    return with_own_code(what, work, *arguments, **named)


def _questions(
    e_eps: tuple[str, ...],
    delta: str | None,
    profile: bool,
    target: str | None,
    attacker: bool,
    renyi: tuple[str, ...],
    trade_off: bool,
    certificate: str | None,
) -> Questions:
    asked = tuple(read_e_eps("--e-eps", text) for text in e_eps)
    aim = None if target is None else read_privacy("--target", target)
    if certificate is not None and len(asked) + (aim is not None) != 1:
        raise BadInput("--certificate: for which E? give --target E=…,delta=…, or one --e-eps for its least delta")
    attacked = (*asked, *(() if aim is None else (aim.e_eps,))) or (ONE,)
    return Questions(
        asked,
        None if delta is None else read_delta("--delta", delta),
        aim,
        profile,
        tuple(dict.fromkeys(attacked)) if attacker else (),
        tuple(_order(text) for text in renyi),
        trade_off,
        certificate,
    )


def _order(text: str) -> int:
    """An order from 2 to LARGEST_ORDER; BadInput for anything else."""
    if not (text.isascii() and text.isdigit() and len(text) <= 9 and 2 <= int(text) <= LARGEST_ORDER):
        raise BadInput(f"--renyi: {quoted(text)}: give a whole number from 2 to {LARGEST_ORDER}")
    return int(text)


def audited(file: str, questions: Questions, as_data: bool) -> tuple[int, str]:
    """The status and the text of an exact audit; Undecided if it takes too much."""
    subject = read_subject(file)
    try:
        report = _report(subject, questions)
    except TooLarge as error:
        raise Undecided(f"{shown_file(file)}: {error}, or ask for --bounds") from None
    if questions.certificate is not None and not report.exceeded:
        ((e_eps, deltas),) = report.deltas.items()
        delta = max(deltas) if questions.target is None else questions.target.delta
        write_certificate(questions.certificate, subject, PrivacyParameters(e_eps, delta))
    text = json.dumps(_data(report), ensure_ascii=False, indent=1) if as_data else "\n".join(_lines(report))
    return EXCEEDED if report.exceeded else 0, text


def _report(subject: Subject, questions: Questions) -> Report:
    audit = Audit(subject.setting, STEPS)
    curve = audit.curve if questions.for_every_e else audit.short_curve
    aimed = () if questions.target is None else (questions.target.e_eps,)
    return Report(
        subject,
        questions,
        {e_eps: audit.deltas(e_eps) for e_eps in (*questions.e_eps, *aimed)},
        None if curve is None else curve.profile(),
        tuple(_attacker(subject, audit, e_eps) for e_eps in questions.attacked_at),
        tuple(audit.moment(order) for order in questions.orders),
        curve.trade_off() if curve is not None and questions.trade_off else (),
    )


def _attacker(subject: Subject, audit: Audit, e_eps: Fraction) -> Attacker | Hidden:
    forward, backward = audit.deltas(e_eps)
    try:
        return best_attacker(subject.game, audit, e_eps)
    except TooLarge as error:
        return Hidden(e_eps, 0 if forward >= backward else 1, max(forward, backward), str(error))


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
            "exceeded": report.exceeded,
        }
    if report.attackers:
        data["attackers"] = [_attacker_data(report.subject, attacker) for attacker in report.attackers]
    if questions.orders:
        data["renyi"] = [
            {"order": order, "moment_0": _moment(forward), "moment_1": _moment(backward)}
            for order, (forward, backward) in zip(questions.orders, report.moments, strict=True)
        ]
    if questions.trade_off:
        data["trade_off"] = _vertices_data(report.trade_off)
    return data


def _attacker_data(subject: Subject, attacker: Attacker | Hidden) -> AttackData:
    return {
        "e_eps": rational_text(attacker.e_eps),
        "suspected": attacker.suspected,
        "delta": rational_text(attacker.delta),
        "tree": tree_data(subject.document, attacker) if isinstance(attacker, Attacker) else None,
        "plan": plan_data(subject.document, attacker) if isinstance(attacker, Attacker) else None,
    }


def _vertices_data(vertices: tuple[Pair, ...]) -> list[list[str]]:
    return [[rational_text(first), rational_text(second)] for first, second in vertices]


def _moment(moment: Fraction | None) -> str | None:
    return None if moment is None else rational_text(moment)


def _result(report: Report, e_eps: Fraction) -> AuditedAt:
    forward, backward = report.deltas[e_eps]
    return {
        "e_eps": rational_text(e_eps),
        "delta_0": rational_text(forward),
        "delta_1": rational_text(backward),
        "delta": rational_text(max(forward, backward)),
    }


def _lines(report: Report) -> Iterator[str]:
    """The report for people."""
    questions = report.questions
    yield f"Exact privacy against every adaptive adversary, {_queries(report.subject.horizon)}."
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
    for order, moments in zip(questions.orders, report.moments, strict=True):
        yield from _moment_lines(order, moments)
    if questions.trade_off:
        yield from _trade_off_lines(report.trade_off)


def _queries(count: int) -> str:
    return "1 query" if count == 1 else f"at most {count} queries"


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


def _target_line(report: Report, target: PrivacyParameters) -> str:
    reached = exact_and_approximate(max(report.deltas[target.e_eps]))
    verdict = "is exceeded" if report.exceeded else "holds"
    aim = f"E = {exact_and_approximate(target.e_eps)}, delta = {exact_and_approximate(target.delta)}"
    return f"The target {aim} {verdict}: the least delta is {reached}"


def _certificate_line(report: Report, file: str) -> str:
    if report.exceeded:
        return "No certificate was written: there is none below the least delta."
    return f"The certificate is in {shown_file(file)}; --recheck checks it."


def _attacker_lines(subject: Subject, attacker: Attacker | Hidden) -> Iterator[str]:
    where = f"world {attacker.suspected} over world {1 - attacker.suspected}"
    yield f"The best attacker at E = {exact_and_approximate(attacker.e_eps)}, {where}:"
    if isinstance(attacker, Hidden):
        reached = exact_and_approximate(attacker.delta)
        yield f"  It reaches delta = {reached}; not shown, and not replayed: {attacker.reason}."
        return
    yield from attacker_lines(subject.document, attacker)
    yield f"  It reaches delta = {exact_and_approximate(attacker.delta)}; replayed against the mechanism, exactly this."


def _moment_lines(order: int, moments: Moments) -> Iterator[str]:
    yield f"Renyi moment of order {order}, the largest of any adversary:"
    for world, moment in enumerate(moments):
        shown = "infinite" if moment is None else exact_and_approximate(moment)
        yield f"  world {world} over world {1 - world}: {shown}"


def _trade_off_lines(vertices: tuple[Pair, ...]) -> Iterator[str]:
    yield "The least chance beta to miss world 0 if world 1 is taken for it with chance alpha: linear between these."
    for alpha, beta in vertices:
        yield f"  alpha = {exact_and_approximate(alpha)}  beta = {exact_and_approximate(beta)}"
