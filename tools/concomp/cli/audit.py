"""`concomp audit`: the exact privacy of a finite mechanism against every adaptive adversary."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from os.path import realpath
from pathlib import Path
from typing import ParamSpec

import click

from concomp.cli.audits.answered import Answered
from concomp.cli.audits.certificates import rechecked
from concomp.cli.audits.limits import answer, read_limits
from concomp.cli.audits.measures import read_measures
from concomp.cli.audits.pictures import with_bound
from concomp.cli.audits.questions import Questions, read_questions
from concomp.cli.audits.subjects import file_name, is_python, source
from concomp.cli.audits.sweeps import Sweeping, answer_sweep
from concomp.cli.children.apart import Job, with_own_code, with_users_code
from concomp.cli.errors import BadInput, Undecided
from concomp.cli.outputs.pictures import draw, read_plot
from concomp.model.mechanisms.demands import MechanismError
from concomp.pictures.chart import Chart
from concomp.pictures.picture import Picture
from concomp.report.layout import Part, lines_of
from concomp.report.terminal import say

EXAMPLES = """\b
Examples:
  concomp audit examples/rr.json
  concomp audit examples/attack_2.json --e-eps 1 --e-eps 3/2 --attacker
  concomp audit examples/filter.json --target E=2,delta=1/2
  concomp audit examples/hidden_state.json --renyi 2 --renyi 3/2 --trade-off
  concomp audit examples/zcdp_attack.json --zcdp --rho 1/2
  concomp audit examples/rr.json --target E=2,delta=1/3 --certificate rr.certificate.json
  concomp audit examples/rr.json --recheck rr.certificate.json
  concomp audit examples/counter.py:counter --e-eps 2
  concomp audit examples/hidden_state.json --plot profile.svg
  concomp audit examples/attack_2.json --attacker --plot attacker.svg
  concomp audit examples/binary_tree.json --grid ratio=1/2,2/3 --grid leaves=8,32 --e-eps 2
"""
P = ParamSpec("P")
MORE = "allow more by --time and --memory"
"""What is left to do where a limit is hit and bounds are no way out."""


@click.command("audit", epilog=EXAMPLES)
@click.argument("file")
@click.option("--e-eps", "e_eps", metavar="P/Q", multiple=True, help="The least delta at this E = e^eps; repeatable.")
@click.option("--eps", "epsilon", metavar="P/Q", multiple=True, help="The same at this eps, by an E just below e^eps.")
@click.option("--delta", metavar="P/Q", help="The least E for this delta.")
@click.option("--profile", "profile", is_flag=True, help="The least delta for every E at once (the default).")
@click.option("--target", metavar="E=P/Q,delta=P/Q", help="Exit with status 1 if the least delta at E is above delta.")
@click.option("--attacker", is_flag=True, help="The best attacker at each E asked for, at E = 1 if none is.")
@click.option("--renyi", metavar="P/Q", multiple=True, help="The largest Renyi moment of this order; repeatable.")
@click.option("--zcdp", "zcdp", is_flag=True, help="The least rho with D <= rho * order at every order above 1.")
@click.option("--tcdp", metavar="OMEGA", multiple=True, help="The same between 1 and OMEGA; repeatable.")
@click.option("--rho", metavar="P/Q", help="With --zcdp or --tcdp: exit with status 1 if the least rho is above it.")
@click.option("--trade-off", "trade_off", is_flag=True, help="The least errors of any test, by the vertices.")
@click.option("--bounds", "with_bounds", is_flag=True, help="Bounds on both sides where exact values are too large.")
@click.option("--time", "seconds", metavar="S", help="Seconds (900); bounds that are known by then are left.")
@click.option("--memory", metavar="GIB", help="GiB (6); the same. A lower limit of your own stays.")
@click.option("--certificate", metavar="OUT", help="Write a certificate for --target, or the least delta at --e-eps.")
@click.option("--recheck", metavar="OUT", help="Only check a certificate that was written before.")
@click.option("--grid", metavar="NAME=V,V", multiple=True, help="At each of these values of a parameter; repeatable.")
@click.option("--jobs", type=click.IntRange(1), help="With --grid: points at a time (the number of processors).")
@click.option("--keep", metavar="ROWS", help="With --grid: a file of the rows that are done, to go on from.")
@click.option("--plot", metavar="OUT", help="Draw the profile, the trade-off or the attacker: OUT.svg or OUT.png.")
@click.option("--plan", metavar="PLAN", help="With --plot: what is guaranteed of this plan, beside the profile.")
@click.option("--json", "as_data", is_flag=True, help="For machines.")
def command(
    file: str,
    e_eps: tuple[str, ...],
    epsilon: tuple[str, ...],
    delta: str | None,
    profile: bool,
    target: str | None,
    attacker: bool,
    renyi: tuple[str, ...],
    zcdp: bool,
    tcdp: tuple[str, ...],
    rho: str | None,
    trade_off: bool,
    with_bounds: bool,
    seconds: str | None,
    memory: str | None,
    certificate: str | None,
    recheck: str | None,
    grid: tuple[str, ...],
    jobs: int | None,
    keep: str | None,
    plot: str | None,
    plan: str | None,
    as_data: bool,
) -> int:
    """Compute the exact privacy of the mechanism in FILE, or of a composition of several.

    FILE is JSON: a mechanism, a continual mechanism with its verification function, or a composition; or FILE.py:NAME,
    a Game in Python, which is run in a process of its own. The result holds against every adaptive adversary and is
    reached by one of them; all numbers are exact rationals. Numbers are given as "p/q", "p" or decimals.
    """
    measures = read_measures(renyi, zcdp, tcdp, rho)
    plotted = plot is not None
    questions = read_questions(
        e_eps, epsilon, delta, profile, target, attacker, measures, trade_off, certificate, plotted
    )
    if plan is not None and questions.drawn != "profile":
        raise BadInput("--plan: what is guaranteed is drawn beside a profile: give --plot, without what else it draws")
    output = None if plot is None else read_plot(plot, [source(file), *([] if plan is None else [plan])])
    if with_bounds and questions.only_exact:
        raise BadInput("--bounds: bounds are given for --e-eps, --delta and --target: leave out the other options")
    if certificate is not None and realpath(certificate) == realpath(source(file)):
        raise BadInput(f"--certificate: {file_name(certificate)}: is the mechanism itself: name another file")
    if certificate is not None and output is not None and realpath(certificate) == realpath(output.path):
        raise BadInput(f"--plot: {output.name}: is where the certificate goes: name another file")
    if recheck is not None and (with_bounds or questions != Questions()):
        raise BadInput("--recheck: the certificate says what it is about: leave out the other options")
    limits = read_limits(seconds, memory)
    if not grid and (jobs is not None or keep is not None):
        raise BadInput("--jobs and --keep: these are about the points of a --grid: give one, or leave them out")
    if grid:
        _demand_for_grid(questions, with_bounds or recheck is not None or limits.asked)
        return _show(answer_sweep(file, Sweeping(grid, jobs, keep), questions, as_data), as_data)
    left: list[str] = []
    what = "auditing" if recheck is None else "rechecking"
    otherwise = MORE if with_bounds or recheck is not None or questions.only_exact else "ask for --bounds"
    job = Job(what, limits.seconds, limits.memory, otherwise, lambda text: left.append(str(text)))
    try:
        if recheck is not None:
            found = _apart(file, job, rechecked, file, recheck, as_data)
        else:
            found = _apart(file, job, answer, file, questions, with_bounds, limits.asked, as_data)
    except Undecided:
        for best in left[-1:]:
            _print([best], as_data)
        raise
    if output is not None and found.picture is not None:
        drawn = draw(_beside(found.picture, plan), output)
        found = found if as_data else replace(found, told=(*found.told, drawn))
    return _show(found, as_data)


def _beside(picture: Picture, plan: str | None) -> Picture:
    """The picture, with what is guaranteed of a plan if one is given."""
    if plan is None or not isinstance(picture, Chart):
        return picture
    from concomp.cli.advise import advised
    from concomp.pictures.plans import guarantee_line

    advice, _ = advised(Path(plan))
    line = guarantee_line(advice, "bound")
    if line is None:
        raise BadInput(f"--plan: no theorem covers the plan, so there is no bound: concomp advise {plan} says why")
    return with_bound(picture, line)


def _show(found: Answered, as_data: bool) -> int:
    """Print an answer, and end with its status."""
    _print(found.told, as_data)
    if found.status:
        click.get_current_context().exit(found.status)
    return 0


def _print(parts: Iterable[Part], as_data: bool) -> None:
    """Print for people; what is for machines stays as it is."""
    if as_data:
        click.echo("\n".join(lines_of(parts)))
    else:
        say(parts)


def _demand_for_grid(questions: Questions, other: bool) -> None:
    """BadInput unless what is asked can be asked at every point of a grid."""
    swept = Questions(e_eps=questions.e_eps, delta=questions.delta, below=questions.below)
    if other or questions != swept or swept == Questions():
        raise BadInput("--grid: a table is given for --e-eps, --eps and --delta: give these, and no other questions")


def _apart(file: str, job: Job, work: Callable[P, Answered], *arguments: P.args, **named: P.kwargs) -> Answered:
    """What a function returns that reads the file, in a child process."""
    if is_python(file):
        try:
            return with_users_code(source(file), job, work, *arguments, **named)
        except MechanismError as error:
            raise BadInput(f"{file_name(file)}: {error}") from None
    return with_own_code(job, work, *arguments, **named)
