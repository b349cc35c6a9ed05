"""`concomp conform`: the conformance suite, put to somebody's library."""

from __future__ import annotations

import datetime
import json
import math
from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import click

from concomp.cli.conformance import diff
from concomp.cli.errors import BadInput
from concomp.cli.outputs.files import read_outputs
from concomp.cli.running import counted, processors
from concomp.conformance.report.badge import badge as as_badge
from concomp.conformance.report.junit import junit as as_junit
from concomp.conformance.report.known import Known, adopted, complaints, read_known
from concomp.conformance.runner.misbehaviour import CannotStart
from concomp.conformance.runner.process import Limits
from concomp.conformance.runner.running import run
from concomp.conformance.targets import environments
from concomp.conformance.targets.commands import Asked, asked
from concomp.conformance.targets.sources import sources
from concomp.conformance.vectors.catalogue import BUILDERS
from concomp.conformance.vectors.stock import VERSION, differences, load
from concomp.conformance.vectors.vector import Vector
from concomp.model.files.errors import FormatError
from concomp.model.printing import legible
from concomp.model.registry.registry import UnknownLabel
from concomp.model.registry.registry import load as load_registry
from concomp.pictures.pages.conformance import page
from concomp.report.conformance.data import data
from concomp.report.conformance.report import Report
from concomp.report.conformance.text import lines
from concomp.report.terminal import say

DOES_NOT_CONFORM = 1
STANDARD_OUTPUT = "-"
OF_TARGET = ""
"""The library to set up, where TARGET names it."""
ADOPTED_FOR = datetime.timedelta(days=90)
"""How long failures are put up with that a first list of them names, unless somebody says otherwise."""
EXAMPLES = """\b
Examples:
  concomp conform concomp
  concomp conform accountant.py:Accountant --family composition
  concomp conform --adapter "node adapter.js" --known known.toml
  concomp conform --adapter ./adapter --id filter-pure-sum
  concomp conform accountant.py:Accountant --write-known known.toml
  concomp conform diff yesterday.json today.json
  concomp conform --setup opendp
  concomp conform --verify-vectors
"""


class Seconds(click.FloatRange):
    """So many seconds; what is no number is below no limit, and above none."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The number; a usage error for what is none."""
        found = super().convert(value, param, ctx)
        if math.isnan(found):
            self.fail(f"{value} is no number.", param, ctx)
        return found


SECONDS = Seconds(0.1, 3600)


class Conform(click.Command):
    """A command whose first argument is a target, or the name of another command; no target has that name."""

    def make_context(self, info_name: str | None, args: list[str], *more: Any, **extra: Any) -> click.Context:
        """Read the arguments: those of `diff` where it is named."""
        if args[:1] == [diff.command.name]:
            return diff.command.make_context(f"{info_name} {args[0]}", args[1:], *more, **extra)
        return super().make_context(info_name, args, *more, **extra)


@click.command("conform", cls=Conform, epilog=EXAMPLES)
@click.argument("target", required=False)
@click.option("--adapter", metavar="COMMAND", help="What starts the target, in any language, instead of TARGET.")
@click.option("--family", "families", metavar="F", multiple=True, help="Only this family of vectors; repeatable.")
@click.option("--statement", "statements", metavar="L", multiple=True, help="Only what rests on it; repeatable.")
@click.option("--id", "ids", metavar="V", multiple=True, help="Only this vector; repeatable.")
@click.option("--known", "known_file", metavar="FILE", help="TOML: failures that are known, with reasons.")
@click.option("--write-known", metavar="FILE", help="Write what fails into a first such file, to be gone through.")
@click.option("--json", "out", metavar="[OUT]", is_flag=False, flag_value=STANDARD_OUTPUT, help="For machines.")
@click.option("--junit", metavar="OUT", help="A file for continuous integration, as JUnit writes it.")
@click.option("--html", metavar="OUT", help="A page for people: one file, to be read offline.")
@click.option("--badge", metavar="OUT", help="A file of which shields.io makes a badge.")
@click.option("--jobs", type=click.IntRange(1, 64), metavar="N", help="How many of the target run at a time.")
@click.option("--seconds", type=SECONDS, default=60.0, metavar="S", help="For a reply, at most.")
@click.option(
    "--setup",
    "library",
    metavar="[NAME]",
    is_flag=False,
    flag_value=OF_TARGET,
    help="Make the environment of a library in adapters/, NAME or TARGET; then end.",
)
@click.option("--verify-vectors", is_flag=True, help="Compute what is expected anew, and compare.")
def command(
    target: str | None,
    adapter: str | None,
    families: tuple[str, ...],
    statements: tuple[str, ...],
    ids: tuple[str, ...],
    known_file: str | None,
    write_known: str | None,
    out: str | None,
    junit: str | None,
    html: str | None,
    badge: str | None,
    jobs: int | None,
    seconds: float,
    library: str | None,
    verify_vectors: bool,
) -> int:
    """Test a library against what the statements say of it, claim by claim.

    TARGET is concomp, a library in adapters/, a class in a file, FILE.py:NAME, or in a module, MODULE:NAME. A target in
    another language speaks the protocol of docs/conformance.md, and is started by --adapter.

    Exit 1 if something costs privacy, rounding or robustness, if nothing was put to the target, if it does not support
    what it claims, and where a known failure is none, or has expired.

    `concomp conform diff OLD NEW` compares two files that --json has written.
    """
    if verify_vectors:
        return _verify()
    if library is not None:
        return _set_up(target if library == OF_TARGET else library)
    who = _asked(target, adapter)
    chosen = _chosen(families, statements, ids)
    known = _known(known_file)
    _demand_first(write_known, known_file)
    written = None if out == STANDARD_OUTPUT else out
    named = {"--write-known": write_known, "--junit": junit, "--html": html, "--badge": badge, "--json": written}
    outputs = read_outputs(named, sorted(sources(who.command)) + ([] if known_file is None else [known_file]))
    try:
        with counted("conforming", "vectors") as listener:
            found = run(who.command, chosen, Limits(seconds=seconds), jobs or processors(), listener)
    except CannotStart as error:
        raise BadInput(f"{who.written}: {error}: run it by hand, and correct it") from None
    wrong = complaints(known, found.outcomes, (each.id for each in load()), datetime.date.today())
    report = Report(who, found, known, tuple(wrong))
    if write_known is not None and not found.executed:
        raise BadInput(
            "--write-known: nothing was put to the target, so that nothing can be known: choose other vectors"
        )
    contents: dict[str, Callable[[], str | bytes]] = {
        "--write-known": lambda: adopted(report.breaking, datetime.date.today() + ADOPTED_FOR),
        "--junit": lambda: as_junit(found, report.known_ids, report.replay, report.objections),
        "--html": lambda: page(data(report)),
        "--badge": lambda: json.dumps(as_badge(found, report.conforms)) + "\n",
        "--json": lambda: _for_machines(report) + "\n",
    }
    for output in outputs:
        made = contents[output.option]()
        # The name of a file need not be Unicode; what is none of it in JSON, is escaped so.
        output.write(made if isinstance(made, bytes) else made.encode("utf-8", "backslashreplace"))
    if out == STANDARD_OUTPUT:
        click.echo(_for_machines(report))
    else:
        say(lines(report))
    return 0 if report.conforms else DOES_NOT_CONFORM


def _verify() -> int:
    found = differences()
    vectors = load()
    of = f"{len(vectors)} vectors of suite {VERSION}"
    click.echo("\n".join(found) or f"{of}: what is expected is what the model says, and the hashes agree")
    return DOES_NOT_CONFORM if found else 0


def _set_up(library: str | None) -> int:
    if library is None:
        raise BadInput(f"--setup: it names no library: give one of {environments.listed()}")
    try:
        place = environments.set_up(library)
    except environments.NotSetUp as error:
        raise BadInput(f"--setup: {error}") from None
    click.echo(f"{library}: set up in {place}; now: concomp conform {library}")
    return 0


def _asked(target: str | None, adapter: str | None) -> Asked:
    try:
        return asked(target, adapter)
    except ValueError as error:
        raise BadInput(f"{error}") from None


def _chosen(families: Sequence[str], statements: Sequence[str], ids: Sequence[str]) -> list[Vector]:
    """The vectors that are asked for; those that others took the place of, by name only."""
    _demand("--family", families, BUILDERS)
    labels = [_label(each) for each in statements]
    listed = load()
    _demand("--id", ids, [each.id for each in listed])
    return [
        each
        for each in listed
        if (each.id in ids if ids else each.superseded_by is None)
        and (not families or each.family in families)
        and (not labels or set(labels) & set(each.statements))
    ]


def _demand(option: str, given: Iterable[str], there: Iterable[str]) -> None:
    names = list(there)
    for each in given:
        if each not in names:
            shown = names if len(names) < 20 else get_close_matches(each, names)
            hint = ", ".join(shown) or "concomp conform concomp --json lists them"
            raise BadInput(f"{option}: {legible(each)}: there is none of this name: {hint}")


def _label(written: str) -> str:
    try:
        return load_registry().lookup(written).key
    except UnknownLabel as error:
        raise BadInput(f"--statement: {error}") from None


def _known(file: str | None) -> tuple[Known, ...]:
    try:
        return () if file is None else read_known(file)
    except FormatError as error:
        raise BadInput(f"--known: {error}") from None


def _demand_first(file: str | None, known: str | None) -> None:
    """BadInput where there is a list of known failures already."""
    if file is not None and known is not None:
        raise BadInput("--write-known: with --known: the list that there is can only shrink: leave one of them out")
    if file is not None and Path(file).exists():
        raise BadInput(f"--write-known: {file}: it is there, and can only shrink: give it by --known")


def _for_machines(report: Report) -> str:
    return json.dumps(data(report), ensure_ascii=False, indent=1)
