"""`concomp map`: the pages that are generated from registry, tags and evidence."""

from __future__ import annotations

import click

from concomp.cli.errors import BadInput
from concomp.obligations.runner.objects import WrongTag
from concomp.obligations.runner.project import this_project
from concomp.obligations.runner.running import WrongCheck
from concomp.obligations.runner.standing import standing
from concomp.obligations.runner.store import SpoiledEvidence
from concomp.report.generated import drift, generated_files, write

EXAMPLES = """\b
Examples:
  concomp map
  concomp map --check
"""


@click.command("map", epilog=EXAMPLES)
@click.option("--check", "compare", is_flag=True, help="Write nothing; end with 1 if something is out of date.")
@click.pass_context
def command(ctx: click.Context, compare: bool) -> None:
    """Write statements.lock, paper_map.md and docs/map by the evidence that is there; only in a clone."""
    project = this_project()
    root = project.clone
    if root is None:
        raise BadInput("map writes into a clone, and this is an installed package; git clone the project first")
    try:
        files = generated_files(project, standing(project), root)
    except (SpoiledEvidence, WrongTag, WrongCheck) as error:
        raise BadInput(str(error)) from None
    current = f"{len(files)} files are up to date"
    if compare:
        differing = drift(root, files)
        click.echo("\n".join(line for lines in differing.values() for line in lines) or current)
        ctx.exit(1 if differing else 0)
    written = write(root, files)
    click.echo("\n".join(f"wrote {name}" for name in written) or current)
