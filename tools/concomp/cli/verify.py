"""`concomp verify`: which properties a verification function has, proved or refuted."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from concomp.cli.children.remote import Questions, Remote
from concomp.cli.children.requests import assignments, lemma_of, place_of
from concomp.cli.errors import BadInput
from concomp.cli.expected import Table as Expected
from concomp.cli.expected import differences, read_table
from concomp.cli.progress import progress
from concomp.cli.solvers import demand_solvers
from concomp.report.layout import Paragraph, Part, Table, indented
from concomp.report.registers import register_table
from concomp.report.terminal import say
from concomp.report.text import shorten
from concomp.report.verdicts import lemma_lines, obstacle_lines, stated_parts
from concomp.verification.messages import Answer, Overview, Request

if TYPE_CHECKING:
    from concomp.cli.outputs.files import Output
    from concomp.schemas.verification import OpeningData, RegisterData, VerdictData, VerifiedData, VerifyOutput

NO_OPENINGS: OpeningData = {"opens": [], "hypotheses": {}}
FAILED, BAD, UNDECIDED = 1, 2, 3
WITNESS = "witness"
WITHOUT_SIDES, MAPS = ("total", "destination", "response"), "f → f'"
SCOPE_WIDTH = 60
SECONDS = 60.0
DAY = 86400
EXAMPLES = """\b
Examples:
  concomp verify examples/verification/survey.py
  concomp verify stream.py:Weekly --property "first-pair consistent"
  concomp verify stream.py:Weekly --within stream.py:Daily --param k=3
  concomp verify stream.py:Weekly --within stream.py:Daily --assuming "first-pair consistent"
  concomp verify stream.py --certificate proofs
  concomp verify stream.py --recheck proofs
  concomp verify stream.py:Weekly --evidence weekly.json
  concomp verify stream.py:Weekly --expect verdicts.toml
  concomp verify totals.py:Totals --from totals.py:Updates --within totals.py:Counters
"""


@dataclass(frozen=True)
class Answers:
    """What was found out: of the function, its witness, each property, the theorems opened, each register of a
    post-processing, and what never matters.

    differences: where a directory of certificates, or what was found out, is not as it should be, in words.
    evidence: the file that it is written to, if there is one.
    """

    overview: Overview
    witness: Answer | None
    verdicts: tuple[Answer, ...]
    openings: OpeningData
    registers: tuple[RegisterData, ...] = ()
    warnings: tuple[str, ...] = ()
    differences: tuple[str, ...] = ()
    evidence: str | None = None

    @property
    def words(self) -> list[str]:
        """The verdicts."""
        return [each.data["verdict"] for each in self.verdicts]


@click.command("verify", epilog=EXAMPLES)
@click.argument("function", metavar="FILE.py[:Name]")
@click.option("--property", "properties", metavar="P", multiple=True, help="Ask for this property only; repeatable.")
@click.option(
    "--within",
    metavar="FILE.py:Other",
    help="Ask too whether all that it accepts is accepted by Other; parameters of one name are one and the same.",
)
@click.option("--from", "source", metavar="FILE.py:F", help="Of a post-processing: what is valid from its left.")
@click.option("--drawn", metavar="NAME=FILE.py:F", multiple=True, help="What is valid of values per copy; repeatable.")
@click.option("--sensitive", metavar="NAME", multiple=True, help="This declared function is 1-sensitive; repeatable.")
@click.option(
    "--param", "values", metavar="u=3", multiple=True, help="Fix a parameter of every function that has it; repeatable."
)
@click.option(
    "--link", "links", metavar="k=w", multiple=True, help="k, and w of the other functions, are the same; repeatable."
)
@click.option(
    "--assuming",
    "lemmas",
    metavar="[FILE.py:L:]P",
    multiple=True,
    help="Prove property P, of L or of the function itself, and the others by it; repeatable.",
)
@click.option("--time", "seconds", metavar="S", default=SECONDS, help="Seconds for each property (60).")
@click.option("--certificate", metavar="DIR", help="Write the proofs as SMT-LIB files.")
@click.option("--recheck", metavar="DIR", help="Check the proofs in DIR, and look for no others.")
@click.option("--evidence", metavar="FILE", help="Write for a session what is proved of the function.")
@click.option("--expect", "expected", metavar="FILE", help="Compare the verdicts with a table, TOML or JSON.")
@click.option("--html", metavar="OUT", help="A page for people: one file, to be read offline.")
@click.option("--json", "as_data", is_flag=True, help="For machines.")
def command(
    function: str,
    properties: tuple[str, ...],
    within: str | None,
    source: str | None,
    drawn: tuple[str, ...],
    sensitive: tuple[str, ...],
    values: tuple[str, ...],
    links: tuple[str, ...],
    lemmas: tuple[str, ...],
    seconds: float,
    certificate: str | None,
    recheck: str | None,
    evidence: str | None,
    expected: str | None,
    html: str | None,
    as_data: bool,
) -> int:
    """Settle which properties the verification function in FILE.py has.

    A property is proved for sequences of every length and all values of the parameters, with a certificate that two
    solvers accept, or refuted by a shortest sequence of pairs, replayed on the function. Without --property the usual
    ones are settled, and the theorems named that they open.

    \b
    Properties: first-pair consistent · prefix closed · well typed · swap invariant
      reflexive · diagonal · public · witness · included · equivalent

    Of a post-processing it is settled whether it is total, and has the destination and the response property; and,
    where f is named by --from and f' by --within, whether it maps f-valid sequences to f'-valid ones (f -> f').
    Without --property its registers are listed: by which line each is tainted, and whether two copies can differ in it.
    """
    demand_solvers("verify")
    if not 0 < seconds <= DAY:
        raise BadInput(f"--time {seconds:g}: give seconds for each property, more than 0 and at most {DAY}, like 60")
    if certificate is not None:
        _demand_folder(certificate)
    if evidence is not None:
        _demand_file(evidence)
    output = None if html is None else _page_output(html, place_of(function)[0])
    table = None if expected is None else read_table(expected)
    request = Request(
        place_of(function),
        None if within is None else place_of(within),
        None if source is None else place_of(source),
        {name: place_of(place) for name, place in assignments("--drawn", drawn, "x=FILE.py:F").items()},
        sensitive,
        assignments("--param", values, "u=3"),
        assignments("--link", links, "k=w"),
        tuple(map(lemma_of, lemmas)),
    )
    questions = Questions(
        request,
        properties or None,
        seconds,
        certificate,
        recheck,
    )
    answers = _ask(questions)
    if evidence is not None:
        answers = _with_evidence(answers, evidence)
    if expected is not None and table is not None:
        answers = replace(answers, differences=(*answers.differences, *_unexpected(answers, expected, table)))
    if answers.witness is not None and answers.witness.data["unsatisfiable"] and not as_data:
        raise BadInput(f"{function}: {answers.witness.data['reason']}")
    told: list[str] = []
    if output is not None:
        from concomp.cli.outputs.pictures import write_page
        from concomp.pictures.pages.verification import page

        told = ["", write_page(page(_data(answers)), output)]
    if as_data:
        click.echo(json.dumps(_data(answers), ensure_ascii=False, indent=1))
    else:
        say([*_lines(answers), *told])
    for difference in answers.differences:
        click.echo(f"concomp: {difference}", err=True)
    status = _status(questions, answers) if expected is None else FAILED if answers.differences else 0
    click.get_current_context().exit(status)


def _page_output(name: str, source: str) -> Output:
    """The file that --html names; BadInput if it cannot be written."""
    from concomp.cli.outputs.pictures import read_page

    return read_page(name, [source])


def _demand_folder(directory: str) -> None:
    """Raise BadInput unless certificates can be written to the directory, which is made if it is not there."""
    try:
        Path(directory).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"--certificate {directory}: {error.strerror}; name a directory that can be made") from None
    if not os.access(directory, os.W_OK):
        raise BadInput(f"--certificate {directory}: cannot be written to; name another directory")


def _demand_file(file: str) -> None:
    """Raise BadInput unless a file can be written there."""
    path = Path(file)
    if path.is_dir() or not os.access(path if path.exists() else path.absolute().parent, os.W_OK):
        raise BadInput(f"--evidence {file}: cannot be written; name a file in a directory that is there")


def _ask(questions: Questions) -> Answers:
    with Remote(questions) as remote:
        overview = remote.begin()
        if questions.recheck is not None:
            certified = remote.certified(questions.recheck)
            names = overview.properties if questions.properties else certified.properties
            verdicts = [remote.recheck(name, questions.recheck) for name in names]
            return Answers(overview, None, tuple(verdicts), NO_OPENINGS, differences=certified.differences)
        verdicts = []
        with progress(overview.data["name"]) as count:
            refusals = []
            for lemma in overview.lemmas:
                count.say(lemma)
                refusals.append(remote.settle_lemma(lemma))
            for name in (WITNESS, *overview.properties):
                count.say(name)
                verdicts.append(remote.settle(name))
        words = {each.data["property"]: each.data["verdict"] for each in verdicts}
        openings, registers = remote.openings(words), () if questions.properties else remote.registers(words)
        told = (*filter(None, refusals), *remote.warnings())
        return Answers(overview, verdicts[0], tuple(verdicts[1:]), openings, registers, told)


def _with_evidence(answers: Answers, file: str) -> Answers:
    """The answers, where evidence of what is proved is written to a file; BadInput if that is not possible."""
    pieces = [each.evidence for each in answers.verdicts if each.evidence is not None]
    if not pieces:
        reasons = [each.no_evidence for each in answers.verdicts if each.no_evidence]
        [reason, *_] = [*reasons, "nothing is proved of the function alone"]
        return replace(answers, differences=(*answers.differences, f"--evidence {file}: is not written: {reason}"))
    from concomp.model.files.evidence import write_evidence

    try:
        write_evidence(file, *pieces)
    except OSError as error:
        raise BadInput(f"--evidence {file}: {error.strerror}; name a file that can be written") from None
    return replace(answers, evidence=file)


def _unexpected(answers: Answers, file: str, table: Expected) -> list[str]:
    """Where the verdicts are not those of a table, in words."""
    listed = [*([] if answers.witness is None else [answers.witness]), *answers.verdicts]
    found = {each.data["property"]: each.data["verdict"] for each in listed}
    return differences(file, table, answers.overview.data["name"], found)


def _unsatisfiable(answers: Answers) -> bool:
    """Whether parameters that something is about can have no values at all."""
    listed = [*([] if answers.witness is None else [answers.witness]), *answers.verdicts]
    return any(each.data["unsatisfiable"] for each in listed)


def _status(questions: Questions, answers: Answers) -> int:
    words = answers.words
    if _unsatisfiable(answers):
        return BAD
    if answers.differences or any(each.rejected for each in answers.verdicts):
        return FAILED
    if questions.properties is not None and {"refuted", "vacuous"} & set(words):
        return FAILED
    return UNDECIDED if "unknown" in words else 0


def _data(answers: Answers) -> VerifyOutput:
    """The answers for machines."""
    witness = None if answers.witness is None else answers.witness.data
    about = answers.overview.data
    function: VerifiedData = {
        "kind": about["kind"],
        "name": about["name"],
        "description": about["description"],
        "place": about["place"],
        "parameters": about["parameters"],
        "witness": witness,
        "properties": [each.data for each in answers.verdicts],
        "registers": list(answers.registers),
        "opens": answers.openings["opens"],
        "hypotheses": answers.openings["hypotheses"],
        "usable_at_run_time": _usable(answers),
        "evidence": answers.evidence,
        "warnings": list(answers.warnings),
    }
    return {"schema": "concomp.verify/1", "functions": [function]}


def _lines(answers: Answers) -> Iterator[Part]:
    """The answers for people."""
    function, given = answers.overview.data, ", ".join(answers.overview.values)
    described = f": {function['description']}" if function["description"] else ""
    yield f"{function['name']}{f' with {given}' if given else ''}{described}"
    yield ""
    yield _table(answers)
    yield from register_table(answers.registers)
    yield from _conditions(answers)
    if answers.witness is not None and answers.witness.data["verdict"] == "vacuous":
        yield ""
        yield f"vacuous: {answers.witness.data['reason']}"
    for warning in answers.warnings:
        yield ""
        yield Paragraph(f"warning: {warning}", 0)
    for each in answers.verdicts:
        yield from _explanation(each)
    yield from stated_parts(each.data for each in answers.verdicts)
    yield from _openings(answers.openings)
    if [each.data["property"] for each in answers.verdicts] == list(WITHOUT_SIDES):
        yield ""
        yield f"The theorems about post-processings want {MAPS} too: name f by --from and f' by --within."
    if _usable(answers):
        yield ""
        yield "Usable at run time, where every message is paired with itself: it is diagonal and public."


def _usable(answers: Answers) -> bool:
    """Whether a refusal at run time tells nothing, and nothing is supposed for it."""
    verdicts = [each.data for each in answers.verdicts]
    proved = {each["property"] for each in verdicts if each["verdict"] == "proved" and not each["given"]}
    return {"diagonal", "public"} <= proved


def _conditions(answers: Answers) -> Iterator[Part]:
    """What verdicts suppose, in full, and what follows under these conditions only."""
    conditional = {each.data["property"]: each.data["given"] for each in answers.verdicts if each.data["given"]}
    if conditional:
        yield ""
    for name, given in conditional.items():
        yield Paragraph(f"{name}: only if {', and '.join(given)}")
    by_lemmas = [line for each in answers.verdicts for line in lemma_lines(each.data)]
    if by_lemmas:
        yield ""
    yield from map(Paragraph, by_lemmas)
    proved = {each.data["property"] for each in answers.verdicts if each.data["verdict"] == "proved"}
    if {"diagonal", "public"} <= proved and not _usable(answers):
        yield ""
        yield Paragraph(
            "Usable at run time only under these conditions, which are not checked here: no evidence of them is given "
            "to a session.",
            0,
        )


def _table(answers: Answers) -> Table:
    listed = [*([answers.witness] if answers.witness is not None else []), *answers.verdicts]
    unique = {each.data["property"]: each.data for each in listed}
    rows = (
        (each["property"], each["verdict"], shorten(_scope(each), SCOPE_WIDTH), f"{each['seconds']:.2f} s")
        for each in unique.values()
    )
    return Table((("property", "verdict", "scope", "time"), *rows), verdict=1)


def _scope(verdict: VerdictData) -> str:
    """The scope of a verdict, where what it supposes is said below the table."""
    listed = verdict["scope"]
    for condition in verdict["given"]:
        listed = listed.replace(f", {condition}", "")
    return f"{listed}, conditional" if verdict["given"] else listed


def _explanation(answer: Answer) -> Iterator[Part]:
    """Why a property is refuted or unknown."""
    data = answer.data
    if data["verdict"] == "proved" or (data["verdict"] == "vacuous" and not data["unsatisfiable"]):
        return
    yield ""
    reason = f": {data['reason']}" if data["reason"] else ""
    yield f"{data['property']} is {data['verdict']}{reason}"
    yield from indented(answer.trace)
    if data["verdict"] == "unknown":
        yield from map(Paragraph, obstacle_lines(data["obstacle"]))
        yield from (f"  tried {line}" for line in data["tried"])


def _openings(openings: OpeningData) -> Iterator[Part]:
    """The theorems that can be used, what all of them still ask, and what each asks besides."""
    if not openings["opens"]:
        return
    hypotheses = openings["hypotheses"]
    first, *others = hypotheses.values()
    common = [each for each in first if all(each in listed for listed in others)]
    yield ""
    yield Paragraph(f"Theorems you can now use{', if ' * bool(common)}{' and '.join(common)}:", 0)
    for theorem, listed in hypotheses.items():
        rest = [each for each in listed if each not in common]
        yield Paragraph(f"{theorem}{', if ' * bool(rest)}{'; '.join(rest)}")
