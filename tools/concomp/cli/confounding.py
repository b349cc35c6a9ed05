"""`concomp confounding`: mechanisms on data that depend on a secret, and the best one to add."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from typing import TypeVar

import click

from concomp.cli.errors import BadInput, Undecided
from concomp.cli.quantities import read_delta, read_e_eps, read_option, read_privacy
from concomp.cli.solvers import demand_solvers
from concomp.confounded.as_json import addition_data, examination_data, printed_data
from concomp.confounded.as_text import addition_lines, examination_lines, printed_line
from concomp.confounded.examination import examine
from concomp.confounded.verdicts import Verdict, verdict
from concomp.model.confounding.target import PosteriorParameters, Target
from concomp.model.files import FormatError
from concomp.model.files.confounding.addition import read_wanted
from concomp.model.files.confounding.deployment import read_confounding_file
from concomp.model.files.errors import quoted
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.numbers import ParameterError, exact
from concomp.report.terminal import say

T = TypeVar("T")
STATUS: dict[Verdict, int] = {"optimal": 0, "infeasible": 1, "numerical": 3}
EXAMPLES = """\b
Examples:
  concomp confounding examples/confounding/crossing.json
  concomp confounding examples/confounding/crossing.json --e-eps 3/2 --delta 1/100 --json
  concomp confounding examples/confounding/skewed.json --add secret --target E=3
  concomp confounding examples/confounding/skewed.json --add data --target E=3,delta=1/64 --as-printed
"""


@click.command("confounding", epilog=EXAMPLES)
@click.argument("file")
@click.option("--e-eps", "at", metavar="P/Q", multiple=True, help="The least delta at this E = e^eps; repeatable.")
@click.option("--delta", "deltas", metavar="P/Q", multiple=True, help="The least E for this delta; repeatable.")
@click.option("--add", "add", metavar="secret|data|FILE", help="The best mechanism to add, by what it reads.")
@click.option(
    "--target",
    "target",
    metavar="E=…,delta=…",
    help="What the extension by it has to keep; or tau=…,delta=…, of beliefs.",
)
@click.option("--as-printed", "as_printed", is_flag=True, help="What Zhang24's program as printed would choose.")
@click.option("--json", "as_data", is_flag=True, help="For machines.")
def command(
    file: str,
    at: tuple[str, ...],
    deltas: tuple[str, ...],
    add: str | None,
    target: str | None,
    as_printed: bool,
    as_data: bool,
) -> int:
    """What mechanisms tell of a secret together, if the data that they all read depend on it.

    M is their true composition. N is the product that the mechanisms would make if each had data of its own: it is
    shown beside M, and bounds nothing. The best safe bound is the best of R1, the ceiling of the data, R4, local
    composition, and R5, by the dependence of the answers. Without --e-eps and --delta, E = 1 and delta = 0 are asked.

    With --add, the mechanism is found whose addition keeps the --target and which tells the secret most often, or
    costs least by the file; exit status 1 if there is none, 3 if what was found may be far from the best. A target
    tau=T,delta=D is about beliefs: what is believed of each secret has to stay in Zhang24's Π[T, D]. All numbers are
    exact; HiGHS finds the mechanism, and what it finds is rounded and checked.
    """
    deployment = _read(file, lambda: read_confounding_file(file))
    if add is not None and target is None:
        raise BadInput("--target: missing: say what the extension has to keep, like --target E=3,delta=1/64")
    if add is None and (target is not None or as_printed):
        option = "--as-printed" if target is None else "--target"
        raise BadInput(f"{option}: nothing is added: give --add secret, --add data or --add FILE")
    asked = examine(
        deployment,
        [read_e_eps("--e-eps", text) for text in at] or ([] if deltas else [Fraction(1)]),
        [read_delta("--delta", text) for text in deltas] or ([] if at else [Fraction(0)]),
    )
    data, lines, status = examination_data(asked), list(examination_lines(asked)), 0
    if add is not None and target is not None:
        demand_solvers("confounding --add")
        # Only what adds something pays for the solver.
        from concomp.confounded.addition import best_addition, revealed
        from concomp.obligations.solvers.errors import Undecided as NotDecided

        goal = _read_target(target)
        wanted = _read(add, lambda: read_wanted(add, list(deployment.setting.data)))
        try:
            found = best_addition(deployment, wanted, goal)
        except NotDecided as error:
            raise Undecided(f"--add: {error}") from None
        data["added"] = addition_data(wanted, goal, found)
        lines += addition_lines(wanted, goal, found)
        status = STATUS[verdict(found)]
        if as_printed:
            e_eps = goal.e_eps if isinstance(goal, PrivacyParameters) else Fraction(1)
            delta = revealed(deployment, e_eps)
            data["as_printed"] = printed_data(delta)
            lines.append(printed_line(e_eps, delta))
    if as_data:
        click.echo(json.dumps(data, ensure_ascii=False, indent=1))
    else:
        say(lines)
    return status


def _read_target(text: str) -> Target:
    """The target that "E=3,delta=1/64" writes, or "tau=2,delta=1/2" of beliefs."""
    if not text.startswith("tau="):
        return read_privacy("--target", text)
    tau, *rest = text.removeprefix("tau=").split(",")
    if rest and (len(rest) > 1 or not rest[0].startswith("delta=")):
        raise BadInput(f"--target: {quoted(text)}: write tau=2 or tau=2,delta=1/2")
    delta = read_delta("--target", rest[0].removeprefix("delta=")) if rest else Fraction(0)
    try:
        return PosteriorParameters(read_option("--target", tau, exact), delta)
    except ParameterError as error:
        raise BadInput(f"--target: {error}") from None


def _read(file: str, reader: Callable[[], T]) -> T:
    try:
        return reader()
    except FormatError as error:
        name = click.format_filename(file)
        raise BadInput(f"{name if name.isprintable() else quoted(name)}: {error}") from None
