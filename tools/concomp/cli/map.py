"""`concomp map`: the pages that are generated from registry, tags and evidence."""

from __future__ import annotations

import click

from concomp.cli.errors import BadInput
from concomp.obligations.runner.lock import FILE as LOCK
from concomp.obligations.runner.lock import differences, lock
from concomp.obligations.runner.objects import WrongTag
from concomp.obligations.runner.project import this_project
from concomp.obligations.runner.running import WrongCheck
from concomp.obligations.runner.standing import standing
from concomp.obligations.runner.store import SpoiledEvidence
from concomp.report.map import FILE as MAP
from concomp.report.map import paper_map

EXAMPLES = """\b
Examples:
  concomp map
  concomp map --check
"""


@click.command("map", epilog=EXAMPLES)
@click.option("--check", "compare", is_flag=True, help="Write nothing; end with 1 if something is out of date.")
@click.pass_context
def command(ctx: click.Context, compare: bool) -> None:
    """Write paper_map.md and statements.lock by the evidence that is there; only in a clone."""
    project = this_project()
    root = project.clone
    if root is None:
        raise BadInput("map writes into a clone, and this is an installed package; git clone the project first")
    try:
        now = standing(project)
        pages = {LOCK: lock(now), MAP: paper_map(project, now, root)}
    except (SpoiledEvidence, WrongTag, WrongCheck) as error:
        raise BadInput(str(error)) from None
    drift = False
    for name, text in pages.items():
        path = root / name
        changed = differences(name, path.read_text(encoding="utf-8") if path.is_file() else "", text)
        drift = drift or bool(changed)
        if compare:
            click.echo("\n".join(changed) if changed else f"{name} is up to date")
        else:
            path.write_text(text, encoding="utf-8")
            click.echo(f"wrote {name}" if changed else f"{name} is up to date")
    ctx.exit(1 if compare and drift else 0)
