"""`concomp conform diff`: two reports of the conformance suite, compared."""

from __future__ import annotations

import click
from pydantic import TypeAdapter, ValidationError

from concomp.cli.errors import BadInput
from concomp.conformance.protocol.claims import Claim
from concomp.conformance.vectors.stock import load
from concomp.model.files.contents import read_bytes
from concomp.model.files.errors import FormatError, path, shown
from concomp.model.printing import one_line
from concomp.report.conformance.consistency import demand_consistent
from concomp.report.conformance.differences import compare, lines
from concomp.schemas.conformance import ConformOutput

WORSE = 1
BYTES = 1 << 26
"""The largest report."""


@click.command("diff")
@click.argument("old")
@click.argument("new")
def command(old: str, new: str) -> int:
    """Compare two reports that --json has written: what fails now, what is no longer tested, what is mended.

    Exit 1 if a vector fails that did not, or fails at a graver cost; as well where a claim is no longer made, a vector
    no longer run, or where the list of known failures has grown, puts up with a graver cost, or for longer. Exit 2 for
    reports of two targets, and for one that contradicts itself.
    """
    before, after = _read("OLD", old), _read("NEW", new)
    _demand_one_target(before, after)
    successors = {each.id: each.superseded_by for each in load() if each.superseded_by is not None}
    found = compare(before, after, successors)
    click.echo("\n".join(map(one_line, lines(before, after, found))))
    return WORSE if found.are_worse else 0


def _demand_one_target(old: ConformOutput, new: ConformOutput) -> None:
    before, after = old["target"]["name"], new["target"]["name"]
    if before != after:
        remedy = "give two reports of one target"
        raise BadInput(f"NEW: target.name: {shown(after)}: it is {shown(before)} in OLD: {remedy}")


def _read(argument: str, file: str) -> ConformOutput:
    try:
        report: ConformOutput = TypeAdapter(ConformOutput).validate_json(read_bytes(file, BYTES))
        for claim in report["claims"]:
            Claim.model_validate(claim["terms"])
        demand_consistent(report)
    except FormatError as error:
        raise BadInput(f"{argument}: {file}: {error}") from None
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        remedy = "give a file that concomp conform --json has written"
        raise BadInput(f"{argument}: {file}: {path(first['loc'])}: {first['msg']}: {remedy}") from None
    return report
