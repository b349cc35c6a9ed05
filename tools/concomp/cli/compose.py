"""`concomp compose`: composition of a fixed list of mechanisms."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import floor, log10
from typing import TYPE_CHECKING

import click

from concomp.cli.audits.profiles import read_mechanism
from concomp.cli.errors import BadInput, Undecided
from concomp.cli.lists import Query, read_query, repeated
from concomp.cli.quantities import read_delta, read_loss, read_option
from concomp.impl.accounting.fixed_mechanisms import Component, basis, compose_mechanisms
from concomp.impl.accounting.gaps import reasons
from concomp.impl.accounting.numbers import Bounds
from concomp.impl.accounting.optimal.display import epsilon_above, shortened
from concomp.impl.accounting.optimal.tails import Undecided as NotDecided
from concomp.impl.accounting.parameters import ExponentialLoss, PrivacyLoss, PureLoss, exponential_loss, rational_loss
from concomp.model.files import FormatError
from concomp.model.files.errors import quoted
from concomp.model.numbers import ParameterError, rational_text
from concomp.report.quantities import approximate, epsilon_at_most, exact_and_approximate

if TYPE_CHECKING:
    from concomp.schemas.privacy import ComposeOutput, DeltaAt

SHORT = 60
"""The longest exact number, in characters, that is printed for people."""
FAR = Fraction(1, 100)
"""The part of a number by which bounds may be apart for one of them to stand for both."""
EXAMPLES = """\b
Examples:
  concomp compose --param eps=0.1,delta=1e-9 --count 100 --delta 1e-6
  concomp compose --param eps=0.1 --count 10 --eps 0.5 --eps 1
  concomp compose --param E=11/10 --param E=3/2,delta=1/1000 --e-eps 2
  concomp compose --mechanism discrete_gaussian:variance=100 --count 100 --delta 1e-6
  concomp compose --mechanism examples/rr.json --mechanism discrete_laplace:scale=10 --eps 2
  concomp compose --file parameters.json --json
where parameters.json is {"params": [["11/10", "0"], ["3/2", "1/1000"]], "e_eps": ["2"]}; it may also
have "epsilon": ["0.5"] and "delta": "1/100", and among its "params"
{"law": "discrete_gaussian", "variance": "100"}, {"file": "rr.json"}, or what a mechanism file has,
such as {"type": "cm", "kernel": {"law": "binary_tree", …}, …}.
"""


@dataclass(frozen=True)
class Report:
    """What was asked, what was found, and why bounds are apart."""

    query: Query
    deltas: tuple[Bounds, ...]
    least: Bounds | None
    reasons: tuple[str, ...]


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
@click.option("--json", "as_data", is_flag=True, help="For machines.")
def command(
    file: str | None,
    params: tuple[str, ...],
    mechanisms: tuple[str, ...],
    count: str | None,
    e_eps: tuple[str, ...],
    epsilon: tuple[str, ...],
    delta: str | None,
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

    The list must be fixed in advance. Parameters that are chosen by looking at answers do not compose like the list
    that comes out in the end; they need a filter.
    """
    if file is not None and (params or mechanisms):
        option = "--param" if params else "--mechanism"
        raise BadInput(f"{option}: there is a --file as well: give one of the two")
    query = _from_file(file) if file is not None else Query(_from_options(params, mechanisms), (), None)
    if delta is not None and query.delta is not None:
        raise BadInput("--delta: the file has a delta as well: give one of the two")
    report = _answer(
        Query(
            query.components if count is None else repeated(query.components, count),
            (
                *query.at,
                *(read_option("--e-eps", text, rational_loss) for text in e_eps),
                *(read_option("--eps", text, exponential_loss) for text in epsilon),
            ),
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


def _from_options(params: tuple[str, ...], mechanisms: tuple[str, ...]) -> tuple[Component, ...]:
    if not params and not mechanisms:
        raise BadInput("--param: missing: give the parameters, like --param eps=0.1,delta=1e-9, or a --file")
    return (*(read_loss("--param", text) for text in params), *map(read_mechanism, mechanisms))


def _answer(query: Query) -> Report:
    if not query.at and query.delta is None:
        raise BadInput("nothing is asked: give --e-eps or --eps for the least delta, or --delta for the least E")
    try:
        composition = compose_mechanisms(query.components)
        deltas = tuple(shortened(composition.delta(loss)) for loss in query.at)
        least = None if query.delta is None else composition.least_e_eps(query.delta)
    except ParameterError as error:
        raise BadInput(str(error)) from None
    except NotDecided as error:
        raise Undecided(f"the composition: {error}: ask at another E or delta") from None
    short = None if least is None else shortened(least)
    return Report(query, deltas, short, reasons(composition, deltas if short is None else (*deltas, short)))


def _data(report: Report) -> ComposeOutput:
    """The report for machines: the answers to what was asked."""
    data: ComposeOutput = {"schema": "concomp.compose/1"}
    if not _all_parameters(report.query):
        data["basis"] = basis(report.query.components)
    if report.query.at:
        data["results"] = list(map(_delta_data, report.query.at, report.deltas))
    if report.query.delta is not None:
        least = report.least
        if least is None or least.is_exact:
            data["e_eps"] = None if least is None else rational_text(least.low)
        else:
            data |= {"e_eps_low": rational_text(least.low), "e_eps_high": rational_text(least.high)}
        data["epsilon"] = None if least is None else epsilon_above(least.high)
    if report.reasons:
        data["reasons"] = list(report.reasons)
    return data


def _all_parameters(query: Query) -> bool:
    return all(isinstance(each, PrivacyLoss) for each in query.components)


def _delta_data(loss: PureLoss, delta: Bounds) -> DeltaAt:
    low, high = rational_text(delta.low), rational_text(delta.high)
    found: DeltaAt = {"delta": low} if delta.is_exact else {"delta_low": low, "delta_high": high}
    if isinstance(loss, ExponentialLoss):
        return {"epsilon": rational_text(loss.epsilon), **found}
    return {"e_eps": rational_text(loss.e_eps), **found}


def _lines(report: Report) -> Iterator[str]:
    """The report for people."""
    number = len(report.query.components)
    by = basis(report.query.components)
    known = "whose parameters are " * _all_parameters(report.query)
    yield f"{by[0].upper()}{by[1:]} of {number} mechanism{'s' * (number > 1)} {known}fixed in advance."
    for loss, delta in zip(report.query.at, report.deltas, strict=True):
        yield f"At {_loss(loss)}: delta = {_bounds(delta)}"
    if report.query.delta is not None:
        yield f"For delta = {exact_and_approximate(report.query.delta)}: {_least(report.least)}"
    if report.reasons:
        yield f"Why the bounds are apart: {'; '.join(report.reasons)}."


def _loss(loss: PureLoss) -> str:
    if isinstance(loss, ExponentialLoss):
        return f"eps = {exact_and_approximate(loss.epsilon)}"
    return f"E = {exact_and_approximate(loss.e_eps)}"


def _least(least: Bounds | None) -> str:
    if least is None:
        return "no E suffices"
    return f"the least E is {_bounds(least)}, eps {epsilon_at_most(least.high)}"


def _bounds(bounds: Bounds) -> str:
    """A number with its exact value if that is short; bounds by their upper end and distance, or both ends if far."""
    if bounds.high - bounds.low > bounds.high * FAR:
        return f"from {approximate(bounds.low)} to {approximate(bounds.high)} (--json prints both)"
    if not bounds.is_exact:
        gap = _power_above(bounds.high - bounds.low)
        return f"{approximate(bounds.high)} (bounds less than {gap} apart; --json prints both)"
    text = exact_and_approximate(bounds.low)
    return text if len(text) <= SHORT else f"{approximate(bounds.low)} (exact with --json)"


def _power_above(gap: Fraction) -> str:
    """The least power of ten above a gap, "1E-20"."""
    power = floor(log10(gap.numerator) - log10(gap.denominator)) + 1
    return f"1E{power:+d}"
