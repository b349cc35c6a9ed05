"""`concomp compose`: composition of a fixed list of mechanisms."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from os.path import dirname
from typing import TYPE_CHECKING

import click

from concomp.cli.audits.profiles import read_mechanism
from concomp.cli.compositions.answers import Answers, answers_data, answers_lines, ask
from concomp.cli.compositions.conversions import convert
from concomp.cli.compositions.fields import read_fields
from concomp.cli.compositions.lists import Query, query_of
from concomp.cli.compositions.pictures import (
    Named,
    compositions_drawn,
    found_by_moments,
    found_exactly,
    listed,
    named,
    named_by_moments,
    trade_off_drawn,
)
from concomp.cli.compositions.trade_offs import TradeOffs
from concomp.cli.compositions.under_measures import Measured, measured, moments, question_of
from concomp.cli.errors import BadInput
from concomp.cli.outputs.pictures import draw, read_plot
from concomp.cli.quantities import read_delta, read_loss, read_option
from concomp.impl.accounting.fixed_mechanisms import Component, Composition, basis, compose_mechanisms
from concomp.impl.accounting.gaps import reasons
from concomp.impl.accounting.parameters import PrivacyLoss, exponential_loss, rational_loss
from concomp.model.files import FormatError
from concomp.model.files.errors import quoted
from concomp.model.numbers import ParameterError
from concomp.pictures.chart import Chart
from concomp.report.terminal import say

if TYPE_CHECKING:
    from concomp.schemas.measures import MeasureOutput
    from concomp.schemas.privacy import ComposeOutput

EXAMPLES = """\b
Examples:
  concomp compose --param eps=0.1,delta=1e-9 --count 100 --delta 1e-6
  concomp compose --param eps=0.1 --count 10 --eps 0.5 --eps 1
  concomp compose --param E=11/10 --param E=3/2,delta=1/1000 --e-eps 2
  concomp compose --mechanism discrete_gaussian:variance=100 --count 100 --delta 1e-6
  concomp compose --mechanism examples/rr.json --mechanism discrete_laplace:scale=10 --eps 2
  concomp compose --param eps=0.1,delta=1e-9 --count 100 --delta 1e-6 --plot hundred.svg
  concomp compose --file parameters.json --json
where parameters.json is {"params": [["11/10", "0"], ["3/2", "1/1000"]], "e_eps": ["2"]}; it may also
have "epsilon": ["0.5"] and "delta": "1/100", and among its "params"
{"law": "discrete_gaussian", "variance": "100"}, {"file": "rr.json"}, or what a mechanism file has,
such as {"type": "cm", "kernel": {"law": "binary_tree", …}, …}. With a "measure" it is about that:
{"measure": "renyi", "order": "2", "params": [{"moment": "3/2"}, {"epsilon": "1/10"}]},
{"measure": "zcdp", "params": [{"rho": "1/100"}]}, with "tcdp" an "omega" besides, and
{"measure": "fdp", "params": [[["0", "1"], ["1/3", "1/3"], ["1", "0"]]]}.
"""


@dataclass(frozen=True)
class Report:
    """What was asked, what was found, and why bounds are apart."""

    query: Query
    answers: Answers
    reasons: tuple[str, ...]
    composition: Composition


@click.command("compose", epilog=EXAMPLES)
@click.option(
    "--file", "file", metavar="FILE", help='JSON: {"params": [[E, delta], …]} with "e_eps", "epsilon" or "delta".'
)
@click.option("--param", "params", metavar="eps=…,delta=…", multiple=True, help="A mechanism by eps or E; repeatable.")
@click.option(
    "--mechanism", "mechanisms", metavar="LAW|FILE", multiple=True, help="A mechanism by its noise or file; repeatable."
)
@click.option("--count", metavar="N", help="How often the whole list is repeated.")
@click.option("--e-eps", "e_eps", metavar="P/Q", multiple=True, help="The least delta at this E = e^eps; repeatable.")
@click.option("--eps", "epsilon", metavar="P/Q", multiple=True, help="The least delta at this eps; repeatable.")
@click.option("--delta", metavar="P/Q", help="The least E for this delta.")
@click.option("--plot", metavar="OUT", help="Draw delta at every eps, or the trade-off function: OUT.svg or OUT.png.")
@click.option("--beside", metavar="FILE", multiple=True, help="With --plot: the list of this file too; repeatable.")
@click.option("--json", "as_data", is_flag=True, help="For machines.")
def command(
    file: str | None,
    params: tuple[str, ...],
    mechanisms: tuple[str, ...],
    count: str | None,
    e_eps: tuple[str, ...],
    epsilon: tuple[str, ...],
    delta: str | None,
    plot: str | None,
    beside: tuple[str, ...],
    as_data: bool,
) -> int:
    """Compose a fixed list of mechanisms, each by what is known of it.

    Parameters are composed optimally. A mechanism that answers once, like noise added to a number, is composed by its
    privacy-loss law; of a file whose mechanism is asked again and again, a point of its profile counts.

    Of parameters, answers are exact rationals, or bounds on both sides where their losses have no common unit. What is
    composed by a privacy-loss law is bounded on both sides. Bounds are far apart only for mechanisms whose two laws are
    not symmetric, or that are asked again and again: the lower one is what is attained for certain.
    Numbers are given as "p/q", "p" or decimals, and are taken exactly. LAW is two_sided_geometric:ratio=…,
    discrete_laplace:scale=… or discrete_gaussian:variance=…, and may have sensitivity=…, a whole number.

    Under the measures renyi, zcdp, tcdp and fdp, which a file names, moments, rho and trade-off functions are composed,
    and the (eps, delta) that follow are upper bounds.

    The list must be fixed in advance. Parameters that are chosen by looking at answers do not compose like the list
    that comes out in the end; they need a filter.
    """
    if file is not None and (params or mechanisms):
        option = "--param" if params else "--mechanism"
        raise BadInput(f"{option}: there is a --file as well: give one of the two")
    if beside and plot is None:
        raise BadInput("--beside: the lists are drawn in one picture: give --plot")
    output = None if plot is None else read_plot(plot, [*([] if file is None else [file]), *beside])
    query: Query | Measured = Query(_from_options(params, mechanisms), (), None) if file is None else _from_file(file)
    if delta is not None and query.delta is not None:
        raise BadInput("--delta: the file has a delta as well: give one of the two")
    at = (
        *(read_option("--e-eps", text, rational_loss) for text in e_eps),
        *(read_option("--eps", text, exponential_loss) for text in epsilon),
    )
    query = query.with_options(count, at, None if delta is None else read_delta("--delta", delta))
    name = listed((*params, *mechanisms), count) if file is None else click.format_filename(file, shorten=True)
    if isinstance(query, Query):
        report = _answer(query, is_drawn=output is not None)
        data: ComposeOutput | MeasureOutput = _data(report)
        lines = [*_lines(report)]
        picture = None if output is None else _report_drawn(name, report, beside)
    else:
        data, lines = measured(query)
        picture = None if output is None else _measure_drawn(name, query, data, beside)
    if output is not None and picture is not None:
        lines = [*lines, draw(picture, output)]
    if as_data:
        click.echo(json.dumps(data, ensure_ascii=False, indent=1))
    else:
        say(lines)
    return 0


def _report_drawn(name: str, report: Report, beside: Sequence[str]) -> Chart:
    """The curve of a list and those of the lists in other files; BadInput, Undecided."""
    first = named(name, report.composition)
    return compositions_drawn([first, *map(_named, beside)], found_exactly(report.answers))


def _named(file: str) -> Named:
    """The list of a file, composed; BadInput if it has trade-off functions."""
    query = _from_file(file)
    name = click.format_filename(file, shorten=True)
    match query:
        case Query():
            return named(name, _composition(query))
        case TradeOffs():
            raise BadInput(f"--beside: {name}: has trade-off functions, which are drawn alone: leave it out")
    return named_by_moments(name, moments(query))


def _measure_drawn(name: str, query: Measured, found: MeasureOutput, beside: Sequence[str]) -> Chart:
    """The δ that follow from moments, or a trade-off function; BadInput if it bends too often."""
    if not isinstance(query, TradeOffs):
        curve = moments(query)
        first, followed = named_by_moments(name, curve), convert(curve, query.at, query.delta)
        return compositions_drawn([first, *map(_named, beside)], found_by_moments(followed))
    if beside:
        raise BadInput("--beside: trade-off functions are drawn alone: leave the others out")
    function = trade_off_drawn(name, found)
    if function is None:
        raise BadInput("--plot: their tensor product bends too often to be drawn: compose fewer functions")
    return function


def _from_file(file: str) -> Query | Measured:
    try:
        fields = read_fields(file)
        return question_of(fields) if "measure" in fields else query_of(fields, dirname(file))
    except FormatError as error:
        name = click.format_filename(file)
        raise BadInput(f"{name if name.isprintable() else quoted(name)}: {error}") from None


def _from_options(params: tuple[str, ...], mechanisms: tuple[str, ...]) -> tuple[Component, ...]:
    if not params and not mechanisms:
        raise BadInput("--param: missing: give the parameters, like --param eps=0.1,delta=1e-9, or a --file")
    return (*(read_loss("--param", text) for text in params), *map(read_mechanism, mechanisms))


def _answer(query: Query, is_drawn: bool) -> Report:
    if not query.at and query.delta is None and not is_drawn:
        raise BadInput("nothing is asked: give --e-eps or --eps for the least delta, or --delta for the least E")
    composition = _composition(query)
    answers = ask(composition, query.at, query.delta)
    return Report(query, answers, reasons(composition, answers.bounds), composition)


def _composition(query: Query) -> Composition:
    try:
        return compose_mechanisms(query.components)
    except ParameterError as error:
        raise BadInput(str(error)) from None


def _data(report: Report) -> ComposeOutput:
    """The report for machines: the answers to what was asked."""
    data: ComposeOutput = {"schema": "concomp.compose/1"}
    if not _all_parameters(report.query):
        data["basis"] = basis(report.query.components)
    data = {**data, **answers_data(report.answers)}
    if report.reasons:
        data["reasons"] = list(report.reasons)
    return data


def _all_parameters(query: Query) -> bool:
    return all(isinstance(each, PrivacyLoss) for each in query.components)


def _lines(report: Report) -> Iterator[str]:
    """The report for people."""
    number = len(report.query.components)
    by = basis(report.query.components)
    known = "whose parameters are " * _all_parameters(report.query)
    yield f"{by[0].upper()}{by[1:]} of {number} mechanism{'s' * (number > 1)} {known}fixed in advance."
    yield from answers_lines(report.answers)
    if report.reasons:
        yield f"Why the bounds are apart: {'; '.join(report.reasons)}."
