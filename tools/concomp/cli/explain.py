"""`concomp explain`: the story of one statement or one erratum."""

from __future__ import annotations

import json

import click

from concomp.cli.errors import BadInput
from concomp.cli.outputs.files import read_outputs
from concomp.cli.outputs.proofs import write_proof_object, write_theorems
from concomp.cli.solvers import demand_solvers
from concomp.model.registry.registry import UnknownLabel
from concomp.obligations.runner.index import Spoiled
from concomp.obligations.runner.project import this_project
from concomp.obligations.runner.standing import standing
from concomp.report.explain import erratum_as_json, erratum_story, story, story_as_json
from concomp.report.labels import AmbiguousLabel, read_label
from concomp.report.terminal import say

EXAMPLES = """\b
Examples:
  concomp explain "HSV26 Theorem 5.4"
  concomp explain thm 5.14
  concomp explain 5.4 repaired --evidence
  concomp explain first-pair consistent
  concomp explain "HSV26 Lemma 10.8" --proof-object lemma.json
  concomp explain "HSV26 Lemma 4.7" --coq lemma
  concomp explain E2
  concomp explain --about stream.py:Weekly
  concomp explain --about plan.toml
  concomp explain --about mechanism.json
"""


@click.command("explain", epilog=EXAMPLES)
@click.argument("label", nargs=-1, metavar="[LABEL]")
@click.option("--evidence", is_flag=True, help="Add what each check covered and found.")
@click.option("--derivation", is_flag=True, help="Add the proofs, step by step, and the rules they trust.")
@click.option("--all", "in_full", is_flag=True, help="Everything, nothing cut.")
@click.option("--proof-object", metavar="OUT", help="Write the proof as data, for the independent checker.")
@click.option("--coq", metavar="FOLDER", help="Write the proof as theorems of Coq, with all that they stand on.")
@click.option("--about", metavar="FILE", help="The statements that speak about a function, a plan or a mechanism.")
@click.option("--json", "as_data", is_flag=True, help="For machines.")
def command(
    label: tuple[str, ...],
    evidence: bool,
    derivation: bool,
    in_full: bool,
    proof_object: str | None,
    coq: str | None,
    about: str | None,
    as_data: bool,
) -> None:
    """Tell about a statement, or an erratum: what it says, how far it is established, and where it is wrong.

    LABEL is the statement's number, with paper and kind where these are needed, or words of its title. Where several
    statements fit, they are named. `concomp list` finds statements by words.

    With --about FILE, in place of LABEL: which statements speak about what is in FILE, a verification function, a plan
    or a mechanism; which of their hypotheses it meets, proved, or violates, by a trace; which theorems it opens, and to
    which false ones it is a counterexample.
    """
    if about is None and not label:
        raise click.UsageError("Missing argument 'LABEL'.", click.get_current_context())
    if about is not None:
        if label:
            raise BadInput("give a label, or --about FILE, and not both")
        if evidence or derivation or in_full or proof_object is not None or coq is not None:
            raise BadInput("--about: of the other options it takes --json only")
        _say_about(about, as_data)
        return
    project = this_project()
    outputs = read_outputs({"--proof-object": proof_object})
    given = {"evidence": evidence, "derivation": derivation, "all": in_full}
    options = [name for name, is_given in given.items() if is_given]
    try:
        key = read_label(project.registry, " ".join(label))
        now = standing(project)
    except (UnknownLabel, AmbiguousLabel, Spoiled) as error:
        raise BadInput(str(error)) from None
    is_erratum = key in project.registry.errata
    for option, asked in (("--proof-object", proof_object), ("--coq", coq)):
        if asked is not None and is_erratum:
            raise BadInput(f"{option}: {key} is an erratum: name a statement")
    written = [write_proof_object(project, key, output) for output in outputs]
    written += [] if coq is None else [write_theorems(project, key, coq)]
    if as_data:
        data = erratum_as_json(now, key) if is_erratum else story_as_json(now, key, project.clone)
        click.echo(json.dumps(data, ensure_ascii=False, indent=1))
    else:
        lines = erratum_story(now, key, options) if is_erratum else story(now, key, options, project.clone)
        say([*lines, *written])


def _say_about(given: str, as_data: bool) -> None:
    """Print what statements say about a file."""
    demand_solvers("explain --about")
    # Brought in for this alone.
    from concomp.about.as_json import about_as_json
    from concomp.about.as_text import about_as_text
    from concomp.cli.children.about import about_users_file

    about = about_users_file(given)
    try:
        now = standing(this_project())
    except Spoiled as error:
        raise BadInput(str(error)) from None
    if as_data:
        click.echo(json.dumps(about_as_json(about, now), ensure_ascii=False, indent=1))
    else:
        say(about_as_text(about, now))
