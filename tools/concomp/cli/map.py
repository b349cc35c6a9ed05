"""`concomp map`: the files that are generated from registry, tags and evidence, brought up to date."""

from __future__ import annotations

import click

from concomp.cli.errors import BadInput
from concomp.cli.running import counted, processors
from concomp.obligations.runner.cache import FOLDER, Cache
from concomp.obligations.runner.checks import WrongCheck
from concomp.obligations.runner.index import Spoiled
from concomp.obligations.runner.objects import WrongTag
from concomp.obligations.runner.pool import local
from concomp.obligations.runner.project import this_project
from concomp.obligations.runner.running import rebuild
from concomp.report.generated import drift, generated_files, write

RECHECK_SECONDS = 120.0

EXAMPLES = """\b
Examples:
  concomp map
  concomp map --check
"""


@click.command("map", epilog=EXAMPLES)
@click.option("--check", "compare", is_flag=True, help="Write nothing; end with 1 if something is out of date.")
@click.pass_context
def command(ctx: click.Context, compare: bool) -> None:
    """Write the index of the evidence, statements.lock, paper_map.md and docs/map anew; only in a clone.

    Nothing is found again: what a check recomputes is looked at again where its sources changed, and findings that
    were made with other sources stay out of date until `concomp check --renew` finds them. Run it after a merge.
    """
    project = this_project()
    root = project.clone
    if root is None:
        raise BadInput("map writes into a clone, and this is an installed package; git clone the project first")
    try:
        workers = local(processors(), RECHECK_SECONDS)
        with counted("checking", "checks") as listener:
            report = rebuild(project, workers=workers, cache=Cache(root / FOLDER), progress=listener)
        files = generated_files(project, report, root)
    except (Spoiled, WrongTag, WrongCheck) as error:
        raise BadInput(str(error)) from None
    differing = drift(root, files)
    if compare:
        lines = [line for each in differing.values() for line in each]
    else:
        lines = [f"wrote {name}" for name in write(root, files)]
    click.echo("\n".join(lines) or f"{len(files)} files are up to date")
    for line in (*report.failures, *report.undecided):
        click.echo(f"out of date: {line}")
    ctx.exit(1 if report.failures or report.undecided or (compare and differing) else 0)
