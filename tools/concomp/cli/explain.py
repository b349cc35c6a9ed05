"""`concomp explain`: the story of one statement or one erratum."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from concomp.cli.errors import BadInput
from concomp.model.registry.registry import UnknownLabel
from concomp.obligations.runner.project import this_project
from concomp.obligations.runner.standing import standing
from concomp.obligations.runner.store import SpoiledEvidence
from concomp.report.explain import erratum_as_json, erratum_story, story, story_as_json

if TYPE_CHECKING:
    from concomp.schemas.outputs import ErratumStory, StatementStory

EXAMPLES = """\b
Examples:
  concomp explain "HSV26 Theorem 5.4"
  concomp explain "HSV26 Theorem 5.4 (repaired)"
  concomp explain E2
"""


@click.command("explain", epilog=EXAMPLES)
@click.argument("label")
@click.option("--json", "as_data", is_flag=True, help="For machines.")
def command(label: str, as_data: bool) -> None:
    """Tell about a statement, or an erratum: what it says, how far it is established, and where it is wrong."""
    project = this_project()
    told: StatementStory | ErratumStory | list[str]
    try:
        key = label if label in project.registry.errata else project.registry.lookup(label).key
        now = standing(project)
        if key in project.registry.errata:
            told = erratum_as_json(now, key) if as_data else erratum_story(now, key)
        else:
            told = story_as_json(now, key) if as_data else story(now, key)
    except (UnknownLabel, SpoiledEvidence) as error:
        raise BadInput(str(error)) from None
    click.echo(json.dumps(told, ensure_ascii=False, indent=1) if isinstance(told, dict) else "\n".join(told).rstrip())
