"""`concomp advise`: which theorem covers a plan, what it guarantees, and why the others do not apply."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from os.path import basename
from pathlib import Path
from typing import TYPE_CHECKING

import click

from concomp.cli.audits.subjects import file_name
from concomp.cli.errors import BadInput, Undecided
from concomp.cli.outputs.files import Output
from concomp.cli.outputs.pictures import demand_drawing, draw, read_page, read_plot, write_page
from concomp.cli.progress import Count, progress
from concomp.cli.solvers import demand_solvers
from concomp.obligations.solvers.worker import Worker
from concomp.report.terminal import say

if TYPE_CHECKING:
    from concomp.advisor.advice import Advice
    from concomp.obligations.runner.standing import Standing

STATUS = {"advice": 0, "missed": 1, "undecided": 3}
EXAMPLES = """\b
Examples:
  concomp advise examples/plans/three_counters.toml
  concomp advise examples/plans/million_users.toml --json
  concomp advise examples/plans/counters_and_vector.toml --html advice.html
A plan:
  creation = "parallel"      (or "fixed", "adaptive", "local", "filter")
  at_most = 5                how many get differing inputs
  discrete = true            all answers are discrete
  router = "users.py:ByUser"       what hands the inputs out, if it is written down,
  inputs = "users.py:FivePeople"   and which inputs it is sent
  [[mechanisms]]
  name = "survey"
  function = "survey.py:Survey"
  E = "11/10"
  count = "unbounded"
"""


@click.command("advise", epilog=EXAMPLES)
@click.argument("plan", metavar="PLAN.toml")
@click.option("--all", "in_full", is_flag=True, help="Every theorem and hypothesis at length.")
@click.option("--plot", metavar="OUT", help="Draw what is guaranteed at every eps: OUT.svg or OUT.png.")
@click.option("--html", metavar="OUT", help="A page for people: one file, to be read offline.")
@click.option("--json", "as_data", is_flag=True, help="For machines.")
def command(plan: str, in_full: bool, plot: str | None, html: str | None, as_data: bool) -> int:
    """Say which theorem covers the plan in PLAN.toml, and what it guarantees.

    A plan lists mechanisms with what they may be sent and lose, and how they come to be. Hypotheses about verification
    functions are proved, or broken by a trace; guarantees are exact. Exit status 1 only if the plan has a target that
    is not guaranteed.
    """
    picture = None if plot is None else read_plot(plot, [plan])
    page = None if html is None else read_page(html, [plan])
    if page is not None:
        demand_drawing("--html")
    advice, found = advised(Path(plan))
    from concomp.advisor.as_json import advice_as_json
    from concomp.advisor.as_text import advice_as_text, advice_in_full

    name = basename(file_name(plan))
    told = [] if picture is None else [_drawn(advice, name, picture)]
    told += [] if page is None else [_written(advice, found, name, page)]
    if as_data:
        click.echo(json.dumps(advice_as_json(advice, found), ensure_ascii=False, indent=1))
    else:
        lines = (advice_in_full if in_full else advice_as_text)(advice, found)
        say([*lines, *[""] * bool(told), *told])
    click.get_current_context().exit(STATUS[advice.outcome])


def _drawn(advice: Advice, name: str, output: Output) -> str:
    """Draw what is guaranteed, and say so; BadInput if nothing is."""
    from concomp.pictures.plans import guarantee_chart

    chart = guarantee_chart(advice, name)
    if chart is None:
        raise BadInput("--plot: no theorem covers the plan, so there is nothing to draw: without it, it is said why")
    return draw(chart, output)


def _written(advice: Advice, found: Standing, name: str, output: Output) -> str:
    """Write the page of the advice, and say so."""
    from concomp.advisor.as_json import advice_as_json
    from concomp.pictures.pages.advice import page
    from concomp.pictures.plans import pictures_of

    return write_page(page(advice_as_json(advice, found), name, pictures_of(advice, name)), output)


def advised(file: Path) -> tuple[Advice, Standing]:
    """The advice on the plan in a file, and how far the statements are established; BadInput, Undecided."""
    demand_solvers("advise")
    with Worker() as worker, progress("advising, functions decided") as count:
        worker.warm_up()
        return _advised(file, worker, count)


def _advised(file: Path, worker: Worker, count: Count) -> tuple[Advice, Standing]:
    # Brought in while the process of the provers starts.
    from concomp.advisor.advice import advice_on
    from concomp.advisor.plans.errors import PlanError, PlanUndecided
    from concomp.advisor.plans.plan import read_plan
    from concomp.advisor.provers import Provers
    from concomp.model.numbers import ParameterError
    from concomp.obligations.runner.index import Spoiled
    from concomp.obligations.runner.project import this_project
    from concomp.obligations.runner.standing import standing

    try:
        read = read_plan(file)
        count.of = len({(each.function, *each.parameters.items()) for each in read.mechanisms if each.function})
        provers = Provers(worker, after_each=count.step)
        project = this_project()
        # The provers work elsewhere meanwhile.
        with ThreadPoolExecutor(1) as meanwhile:
            reading = meanwhile.submit(standing, project)
            advice = advice_on(read, file.parent, provers, project.registry, str(file), (file.resolve(),))
            return advice, reading.result()
    except (PlanError, ParameterError, Spoiled) as error:
        raise BadInput(str(error)) from None
    except PlanUndecided as error:
        raise Undecided(str(error)) from None
