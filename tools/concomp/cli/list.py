"""`concomp list`: the statements whose label, title or section some words fit, with their status."""

from __future__ import annotations

import json

import click

from concomp.cli.errors import BadInput
from concomp.model.files.errors import quoted
from concomp.obligations.runner.index import Spoiled
from concomp.obligations.runner.project import this_project
from concomp.obligations.runner.standing import standing
from concomp.report.labels import statements_that_fit
from concomp.report.listing import listing, listing_as_json
from concomp.report.terminal import say

EXAMPLES = """\b
Examples:
  concomp list parallel composition
  concomp list hsv26 theorem
  concomp list section 5.2
  concomp list repaired --json
"""


@click.command("list", epilog=EXAMPLES)
@click.argument("words", nargs=-1)
@click.option("--json", "as_data", is_flag=True, help="For machines.")
def command(words: tuple[str, ...], as_data: bool) -> None:
    """List the statements that fit all WORDS, with the status of each; all statements if there are none.

    A word is a paper, a kind of statement, a number, or the beginning of a word in label, title or section.
    """
    project = this_project()
    text = " ".join(words)
    keys = statements_that_fit(project.registry, text) if words else list(project.registry.statements)
    if not keys:
        raise BadInput(f"{quoted(text)}: no statement fits: give fewer words, such as a paper, a number or a title's")
    try:
        now = standing(project)
    except Spoiled as error:
        raise BadInput(str(error)) from None
    if as_data:
        click.echo(json.dumps(listing_as_json(now, keys), ensure_ascii=False, indent=1))
    else:
        say(listing(now, keys))
