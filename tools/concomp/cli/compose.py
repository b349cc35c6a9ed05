"""`concomp compose`: optimal composition of a fixed list of privacy parameters."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

import click

from concomp.cli.errors import BadInput, Undecided
from concomp.cli.lists import Query, read_query, repeated
from concomp.cli.quantities import read_delta, read_e_eps, read_loss
from concomp.impl.accounting.numbers import Bounds
from concomp.impl.accounting.optimal.best_composition import Composition, best_composition
from concomp.impl.accounting.optimal.display import epsilon_above, shortened
from concomp.impl.accounting.optimal.tails import Undecided as NotDecided
from concomp.impl.accounting.parameters import PrivacyLoss
from concomp.model.files import FormatError
from concomp.model.files.errors import quoted
from concomp.model.numbers import ParameterError, rational_text
from concomp.report.quantities import approximate, approximate_epsilon, exact_and_approximate

if TYPE_CHECKING:
    from concomp.schemas.outputs import ComposeOutput, DeltaAt

SHORT = 60
"""The longest exact number, in characters, that is printed for people."""
EXAMPLES = """\b
Examples:
  concomp compose --param eps=0.1,delta=1e-9 --count 100 --delta 1e-6
  concomp compose --param E=11/10 --param E=3/2,delta=1/1000 --e-eps 2
  concomp compose --file parameters.json --json
where parameters.json is {"params": [["11/10", "0"], ["3/2", "1/1000"]], "e_eps": ["2"]}, or has "delta": "1/100".
"""


@dataclass(frozen=True)
class Report:
    """What was asked and what was found."""

    query: Query
    deltas: tuple[Bounds, ...]
    least: Bounds | None


@click.command("compose", epilog=EXAMPLES)
@click.option("--file", "file", metavar="FILE", help='JSON: {"params": [[E, delta], …]} with "e_eps": […] or "delta".')
@click.option("--param", "params", metavar="eps=…,delta=…", multiple=True, help="A mechanism by eps or E; repeatable.")
@click.option("--count", metavar="N", help="How often the whole list is repeated.")
@click.option("--e-eps", "e_eps", metavar="P/Q", multiple=True, help="The least delta at this E = e^eps; repeatable.")
@click.option("--delta", metavar="P/Q", help="The least E for this delta.")
@click.option("--json", "as_data", is_flag=True, help="For machines.")
def command(
    file: str | None,
    params: tuple[str, ...],
    count: str | None,
    e_eps: tuple[str, ...],
    delta: str | None,
    as_data: bool,
) -> int:
    """Compose a fixed list of privacy parameters optimally.

    Answers are exact rationals, or bounds on both sides where losses have no common unit. Numbers are given as
    "p/q", "p" or decimals, and are taken exactly.

    The list must be fixed in advance. Parameters that are chosen by looking at answers do not compose like the list
    that comes out in the end; they need a filter.
    """
    query = _from_file(file) if file is not None else Query(_from_options(params), (), None)
    if file is not None and params:
        raise BadInput("--param: there is a --file as well: give one of the two")
    if delta is not None and query.delta is not None:
        raise BadInput("--delta: the file has a delta as well: give one of the two")
    report = _answer(
        Query(
            query.components if count is None else repeated(query.components, count),
            (*query.e_eps, *(read_e_eps("--e-eps", text) for text in e_eps)),
            query.delta if delta is None else read_delta("--delta", delta),
        )
    )
    click.echo(json.dumps(_data(report), ensure_ascii=False, indent=1) if as_data else "\n".join(_lines(report)))
    return 0


def _from_file(file: str) -> Query:
    try:
        return read_query(file)
    except FormatError as error:
        name = click.format_filename(file)
        raise BadInput(f"{name if name.isprintable() else quoted(name)}: {error}") from None


def _from_options(params: tuple[str, ...]) -> tuple[PrivacyLoss, ...]:
    if not params:
        raise BadInput("--param: missing: give the parameters, like --param eps=0.1,delta=1e-9, or a --file")
    return tuple(read_loss("--param", text) for text in params)


def _answer(query: Query) -> Report:
    if not query.e_eps and query.delta is None:
        raise BadInput("nothing is asked: give --e-eps for the least delta, or --delta for the least E")
    try:
        composition: Composition = best_composition(query.components)
        deltas = tuple(shortened(composition.delta(e_eps)) for e_eps in query.e_eps)
        least = None if query.delta is None else composition.least_e_eps(query.delta)
    except ParameterError as error:
        raise BadInput(str(error)) from None
    except NotDecided as error:
        raise Undecided(f"the composition: {error}: ask at another E or delta") from None
    return Report(query, deltas, None if least is None else shortened(least))


def _data(report: Report) -> ComposeOutput:
    """The report for machines: the answers to what was asked."""
    data: ComposeOutput = {"schema": "concomp.compose/1"}
    if report.query.e_eps:
        data["results"] = list(map(_delta_data, report.query.e_eps, report.deltas))
    if report.query.delta is not None:
        least = report.least
        if least is None or least.is_exact:
            data["e_eps"] = None if least is None else rational_text(least.low)
        else:
            data |= {"e_eps_low": rational_text(least.low), "e_eps_high": rational_text(least.high)}
        data["epsilon"] = None if least is None else epsilon_above(least.high)
    return data


def _delta_data(e_eps: Fraction, delta: Bounds) -> DeltaAt:
    low, high = rational_text(delta.low), rational_text(delta.high)
    if delta.is_exact:
        return {"e_eps": rational_text(e_eps), "delta": low}
    return {"e_eps": rational_text(e_eps), "delta_low": low, "delta_high": high}


def _lines(report: Report) -> Iterator[str]:
    """The report for people."""
    number = len(report.query.components)
    yield f"Optimal composition of {number} mechanism{'s' * (number > 1)} whose parameters are fixed in advance."
    for e_eps, delta in zip(report.query.e_eps, report.deltas, strict=True):
        yield f"At E = {exact_and_approximate(e_eps)}: delta = {_bounds(delta)}"
    if report.query.delta is not None:
        yield f"For delta = {exact_and_approximate(report.query.delta)}: {_least(report.least)}"


def _least(least: Bounds | None) -> str:
    if least is None:
        return "no E suffices"
    return f"the least E is {_bounds(least)}, eps {approximate_epsilon(least.high)}"


def _bounds(bounds: Bounds) -> str:
    """A number with its exact value if that is short; bounds by their upper end and their distance."""
    if not bounds.is_exact:
        gap = approximate(bounds.high - bounds.low)
        return f"{approximate(bounds.high)} (bounds that are {gap} apart; --json prints both)"
    text = exact_and_approximate(bounds.low)
    return text if len(text) <= SHORT else f"{approximate(bounds.low)} (exact with --json)"
