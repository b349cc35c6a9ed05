"""Trade-off functions: read from a file and composed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from concomp.cli.compositions.answers import answers_data, answers_lines, ask
from concomp.cli.compositions.entries import PURE, one_of, pure_loss_of, read_object
from concomp.cli.compositions.fields import (
    Asked,
    asked_at,
    asked_delta,
    demand_fields,
    read_alike,
    read_entry,
    read_list,
)
from concomp.impl.accounting.conversions import as_fdp
from concomp.impl.accounting.guarantees import FDP, ApproxDP
from concomp.impl.accounting.losses import decimals_around
from concomp.impl.accounting.measures.trade_off_composition import TradeOffComposition, compose_trade_offs
from concomp.impl.accounting.numbers import Bounds
from concomp.impl.accounting.parameters import ExponentialLoss, PureLoss, RationalLoss
from concomp.model.files.errors import FormatError, Place, path, shown
from concomp.model.laws.trade_off import TradeOff
from concomp.model.numbers import Exact, ParameterError, exact_delta, exact_probability, rational_text, value_text
from concomp.report.quantities import short

if TYPE_CHECKING:
    from concomp.schemas.measures import TradeOffOutput

FIELDS = ("measure", "params", "e_eps", "epsilon", "delta")
BASIS = "HSV26 Corollary 14.7 (repaired)"
SHOWN = 12
"""The most vertices that are printed for people."""
FORMS = 'write vertices, [["0", "1"], ["1/3", "1/3"], ["1", "0"]], or {"e_eps": "2", "delta": "1/10"}'
INFINITELY_MANY = (
    "f-DP composes what communicates finitely (HSV26 Definition 14.4), and noise has infinitely many answers; "
    "round and clamp them to a finite range, which is post-processing, and give the vertices of what comes out"
)
FEW = (
    "where few of many get differing inputs, no theorem says what their trade-off function is: remove it, to have all "
    "get such inputs; of pure mechanisms list only as many, those of the largest epsilon (HSV26 Corollary 5.5)"
)


DIGITS = 20
"""To how many digits of E − 1 an E = e^ε is enclosed that is given by ε, and irrational."""


@dataclass(frozen=True)
class Enclosed:
    """A trade-off function between two with short vertices; the same one where it is known exactly.

    above: of a mechanism that loses less. below: of one that loses more.
    """

    above: FDP
    below: FDP


@dataclass(frozen=True)
class EnclosedComposition:
    """What mechanisms lose together, between what those lose that lose less and those that lose more."""

    less: TradeOffComposition
    more: TradeOffComposition

    def delta(self, loss: PureLoss) -> Bounds:
        """The least δ at a loss."""
        return Bounds(self.less.delta(loss).low, self.more.delta(loss).high)

    def least_e_eps(self, delta: Fraction) -> Bounds | None:
        """The least E = e^ε for a δ; None if none is enough."""
        low, high = self.less.least_e_eps(delta), self.more.least_e_eps(delta)
        return None if low is None or high is None else Bounds(low.low, high.high)


@dataclass(frozen=True)
class TradeOffs(Asked[Enclosed]):
    """Mechanisms by their functions, the E and ε at which the least δ is asked, and a δ for the least E."""


def read_trade_offs(fields: dict[str, Any]) -> TradeOffs:
    """What the fields of a file ask; FormatError."""
    for field in ("at_most", "created_at_most"):
        if field in fields:
            raise FormatError(field, shown(fields[field]), FEW)
    demand_fields(fields, FIELDS, '[[["0", "1"], ["1/3", "1/3"], ["1", "0"]]]')
    return TradeOffs(tuple(read_alike(read_list(fields, "params"), _entry)), asked_at(fields), asked_delta(fields))


def composed_trade_offs(asked: TradeOffs) -> tuple[TradeOffOutput, list[str]]:
    """The composition, for machines and for people; BadInput, Undecided."""
    below = compose_trade_offs([each.below for each in asked.components])
    exactly = below.function
    answers = ask(_composition(asked, below), asked.at, asked.delta)
    data: TradeOffOutput = {
        "schema": "concomp.compose.measure/1",
        "measure": "fdp",
        "basis": [BASIS],
        "trade_off": None if exactly is None else _vertices_data(exactly),
        **answers_data(answers),
    }
    return data, [*_lines(asked, exactly), *answers_lines(answers)]


def _composition(asked: TradeOffs, below: TradeOffComposition) -> TradeOffComposition | EnclosedComposition:
    if _are_exact(asked):
        return below
    return EnclosedComposition(compose_trade_offs([each.above for each in asked.components]), below)


def _are_exact(asked: TradeOffs) -> bool:
    return all(each.above is each.below for each in asked.components)


def _lines(asked: TradeOffs, exactly: TradeOff | None) -> Iterator[str]:
    number = len(asked.components)
    known = f"{number} mechanism{'s' * (number > 1)}, of finitely many answers, by their trade-off functions"
    yield f"Composition of {known} ({BASIS})."
    if exactly is None:
        yield "Their tensor product bends too often to be written down: ask at an E or for a delta."
        return
    vertices = exactly.vertices
    product = "Their tensor product" if _are_exact(asked) else "A function just below their tensor product"
    if len(vertices) > SHOWN:
        at_0 = short(vertices[0][1])
        yield f"{product} has {len(vertices)} vertices (--json prints them); at 0 it is {at_0}."
        return
    yield f"{product}, linear between:"
    for alpha, beta in vertices:
        yield f"  alpha = {short(alpha)}  beta = {short(beta)}"


def _vertices_data(function: TradeOff) -> list[list[str]]:
    return [[rational_text(alpha), rational_text(beta)] for alpha, beta in function.vertices]


def _entry(entry: Any, at: Place) -> Enclosed:
    if isinstance(entry, dict) and "law" in entry:
        raise FormatError(path(at), shown(entry), INFINITELY_MANY)
    if isinstance(entry, list):
        function = _through(entry, at)
        return Enclosed(function, function)
    fields = read_object(entry, at, FORMS)
    loss = pure_loss_of(fields, one_of(fields, PURE, ("delta",), at, FORMS), at)
    return _of_loss(ApproxDP.of(loss=loss, delta=read_entry(exact_delta, fields.get("delta", "0"), (*at, "delta"))))


def _of_loss(loss: ApproxDP) -> Enclosed:
    if not isinstance(loss.loss, ExponentialLoss):
        function = as_fdp(loss)
        return Enclosed(function, function)
    e_eps = decimals_around(loss.loss, DIGITS)
    less, more = (as_fdp(ApproxDP.of(loss=RationalLoss(end), delta=loss.delta)) for end in (e_eps.low, e_eps.high))
    return Enclosed(less, more)


def _through(vertices: list[Any], at: Place) -> FDP:
    """The function through these vertices, 0 after a β that is 0."""
    if not vertices:
        raise FormatError(path(at), shown(vertices), f"give its value at 0: {FORMS}")
    points: dict[Exact, Exact] = {}
    last = Fraction(-1)
    for index, vertex in enumerate(vertices):
        alpha, beta = _vertex(vertex, (*at, index))
        if alpha <= last:
            raise FormatError(
                path((*at, index, 0)), shown(vertex[0]), f"write vertices in increasing alpha, above {last}"
            )
        points[alpha], last = beta, alpha
    if points.get(last) == 0:
        points[Fraction(1)] = Fraction(0)
    try:
        return FDP(points)
    except ParameterError as error:
        whole = error.name == "points"
        place, value = (path(at), vertices) if whole else (f"{path(at)}: {error.name}", value_text(error.value))
        raise FormatError(place, shown(value), error.remedy) from None


def _vertex(vertex: Any, at: Place) -> tuple[Fraction, Fraction]:
    if not isinstance(vertex, list) or len(vertex) != 2:
        raise FormatError(path(at), shown(vertex), f"a vertex is [alpha, beta]: {FORMS}")
    alpha, beta = (read_entry(exact_probability, each, (*at, side)) for side, each in enumerate(vertex))
    if beta > 1 - alpha:
        most = rational_text(1 - alpha)
        raise FormatError(
            path((*at, 1)), shown(vertex[1]), f"a trade-off function is at most 1 - alpha, which is {most}"
        )
    return alpha, beta
