"""`concomp check`: how far the statements are established, computed in front of the reader."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Collection, Iterable
from graphlib import CycleError
from pathlib import Path

import click

from concomp.cli.errors import BadInput
from concomp.cli.running import counted, processors
from concomp.cli.solvers import demand_solvers
from concomp.model.registry.registry import Registry, UnknownLabel
from concomp.model.registry.rows import Statement
from concomp.model.registry.validation import validate
from concomp.obligations.runner.cache import FOLDER, Cache
from concomp.obligations.runner.checks import WrongCheck
from concomp.obligations.runner.index import Spoiled
from concomp.obligations.runner.objects import WrongTag
from concomp.obligations.runner.performing import Progress
from concomp.obligations.runner.pool import local
from concomp.obligations.runner.project import Project, this_project
from concomp.obligations.runner.results import Report
from concomp.obligations.runner.running import find_again, find_outdated, recheck
from concomp.report.generated import drift, generated_files, write
from concomp.report.labels import AmbiguousLabel, read_statement
from concomp.report.legend import legend
from concomp.report.table import as_json, summary, table
from concomp.report.terminal import say, terminal
from concomp.report.text import plural

PAPER = "HSV26"
PLAIN_WIDTH = 120
RECHECK_SECONDS = 120.0
FIND_SECONDS = 3600.0
CLONE = "needs a clone: git clone the project, then `make check` there"

EXAMPLES = """\b
Examples:
  concomp check
  concomp check "HSV26 Theorem 5.4" "5.4 repaired"
  concomp check --paper HSV26 --section 5
  concomp check --full --jobs 4
  concomp check --renew
"""


@click.command("check", epilog=EXAMPLES)
@click.argument("labels", nargs=-1, metavar="[LABEL]...")
@click.option("--paper", metavar="P", help="Only statements of this paper, such as HSV26.")
@click.option(
    "--section", metavar="S", help=f"Only this section, such as 5 or 5.2; of {PAPER} unless --paper is given."
)
@click.option("--full", is_flag=True, help="Find the evidence anew, and write it; slow.")
@click.option("--renew", is_flag=True, help="Find what is missing or out of date, and write it; goes on where stopped.")
@click.option("--locked", is_flag=True, help="Trust no cache, and compare with the committed lock and map.")
@click.option(
    "--jobs", metavar="N", type=click.IntRange(min=1), help="How many checks at a time; by default, a processor each."
)
@click.option("--json", "as_data", is_flag=True, help="For machines.")
@click.pass_context
def command(
    ctx: click.Context,
    labels: tuple[str, ...],
    paper: str | None,
    section: str | None,
    full: bool,
    renew: bool,
    locked: bool,
    jobs: int | None,
    as_data: bool,
) -> None:
    """Recheck the evidence for the statements of the papers, and show how far each is established.

    Without a LABEL: all statements. Ends with 0 if everything is as the registry expects (a statement that is false as
    printed must come out refuted), with 1 if not.
    """
    demand_solvers("check")
    project = this_project()
    root = project.clone
    given = [name for name, is_given in (("--full", full), ("--renew", renew), ("--locked", locked)) if is_given]
    if len(given) > 1:
        raise BadInput(f"{' and '.join(given)} do not go together; give one of them")
    if root is None and given:
        raise BadInput(f"{given[0]} {CLONE}")
    try:
        sound(project.registry)
        keys = chosen(project, labels, paper, section)
        if not as_data:
            click.echo(opening(keys))
        with counted("checking", "checks") as listener:
            report = RUNS[given[0] if given else None](project, keys, jobs or processors(), listener)
        outdated = [] if root is None or not locked else out_of_date(project, report, root)
    except (Spoiled, WrongCheck, WrongTag) as error:
        raise BadInput(str(error)) from None
    show(report, keys, outdated, as_data)
    ctx.exit(exit_code(report, outdated))


def looked_at_again(project: Project, keys: Collection[str], jobs: int, progress: Progress) -> Report:
    """Recheck what the cache does not know to be confirmed."""
    folder = None if project.clone is None else project.clone / FOLDER
    return recheck(project, keys, workers=local(jobs, RECHECK_SECONDS), cache=Cache(folder), progress=progress)


def trusting_nothing(project: Project, keys: Collection[str], jobs: int, progress: Progress) -> Report:
    """Recheck everything."""
    return recheck(project, keys, workers=local(jobs, RECHECK_SECONDS), cache=Cache(None), progress=progress)


def found_anew(project: Project, keys: Collection[str], jobs: int, progress: Progress) -> Report:
    """Find everything again, and write what is generated from it."""
    report = find_again(project, keys, workers=local(jobs, FIND_SECONDS), progress=progress)
    write_generated(project, report)
    return report


def renewed(project: Project, keys: Collection[str], jobs: int, progress: Progress) -> Report:
    """Find what is missing or out of date, and write what is generated from it."""
    report = find_outdated(project, keys, workers=local(jobs, FIND_SECONDS), progress=progress)
    write_generated(project, report)
    return report


RUNS = {None: looked_at_again, "--locked": trusting_nothing, "--full": found_anew, "--renew": renewed}


def write_generated(project: Project, report: Report) -> None:
    """Write index, lock and map by what a run came to."""
    if project.clone is not None:
        write(project.clone, generated_files(project, report, project.clone))


def out_of_date(project: Project, report: Report, root: Path) -> list[str]:
    """The lines in which committed files differ from what was computed."""
    return [line for lines in drift(root, generated_files(project, report, root)).values() for line in lines]


def sound(registry: Registry) -> None:
    """Refuse a registry that is not in order; raises BadInput naming the first problem."""
    try:
        problems = validate(registry)
    except CycleError as error:
        problems = [f"dependencies go round: {error}"]
    if problems:
        more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
        raise BadInput(f"the registry is not sound: {problems[0]}{more}; correct model/concomp/model/registry/data")


def chosen(project: Project, labels: Iterable[str], paper: str | None, section: str | None) -> list[str]:
    """The keys of the statements that are asked for, in the order of the registry; raises BadInput."""
    registry = project.registry
    if labels and (paper or section):
        raise BadInput("LABEL and --paper or --section do not go together; give one or the other")
    try:
        named = {read_statement(registry, label) for label in labels}
    except (UnknownLabel, AmbiguousLabel) as error:
        raise BadInput(str(error)) from None
    if not named and not paper and not section:
        return list(registry.statements)
    if not named:
        named = set(in_section(registry, paper or PAPER, section))
    return [key for key in registry.statements if key in named]


def in_section(registry: Registry, paper: str, section: str | None) -> list[str]:
    """The keys of the statements of a paper, or of one section of it; raises BadInput if there are none."""
    papers = list(dict.fromkeys(row.source for row in registry.statements.values()))
    if paper not in papers:
        raise BadInput(f"--paper {paper}: there is no such paper; choose among {', '.join(papers)}")
    rows = [row for row in registry.statements.values() if row.source == paper]
    found = [row.key for row in rows if section is None or lies_in(row, section)]
    if not found:
        known = ", ".join(dict.fromkeys(number for row in rows for number in numbers(row)))
        raise BadInput(f"--section {section}: {paper} has no such section; choose among {known}")
    return found


def lies_in(row: Statement, section: str) -> bool:
    """Whether a statement is in a section or in a part of it."""
    return any(number == section or number.startswith(f"{section}.") for number in numbers(row))


def numbers(row: Statement) -> list[str]:
    """The numbers of the sections a statement is in: "Sections 3.1-3.2" gives 3.1 and 3.2."""
    found = re.match(r"(?:Sections?|Appendix) ([\w.]+)(?:-([\w.]+))?", row.section)
    return [number for number in found.groups() if number] if found else [row.section]


def opening(keys: Collection[str]) -> str:
    """The first line: what is being checked, and where the tests are."""
    return f"Checking {plural(len(keys), 'statement')} (tests: make test)"


def show(report: Report, keys: Collection[str], outdated: Iterable[str], as_data: bool) -> None:
    """Print the outcome; for machines, what went wrong goes to standard error."""
    if as_data:
        click.echo(json.dumps(as_json(report.standing, keys), ensure_ascii=False, indent=1))
    else:
        kinds = {report.standing.statuses[key].kind for key in keys}
        say([*table(report.standing, keys, width()), "", legend(kinds), ""])
    said = {
        "failed": report.failures,
        "undecided": report.undecided,
        "out of date": outdated,
        "other versions": report.remarks,
    }
    wrong = [f"{title}: {line}" for title, lines in said.items() for line in lines]
    if as_data:
        for line in wrong:
            click.echo(line, err=True)
    else:
        told = [f"{plural(len(report.failures), 'failure')}, listed above"] if report.failures else []
        say([*wrong, *summary(report.standing, keys), *told])


def exit_code(report: Report, outdated: Collection[str]) -> int:
    """The exit status: a failure outweighs what is undecided."""
    if report.failures or outdated:
        return 1
    return 3 if report.undecided else 0


def width() -> int:
    """The width of the terminal; a fixed one where there is none."""
    console = terminal(sys.stdout)
    return PLAIN_WIDTH if console is None else console.width
