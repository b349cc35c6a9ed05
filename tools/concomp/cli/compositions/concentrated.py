"""Concentrated losses, zero-concentrated or truncated: read from a file and composed."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

from concomp.cli.compositions.conversions import convert, converted_data, converted_lines
from concomp.cli.compositions.entries import PURE, finite, one_of, pure_loss_of, read_object
from concomp.cli.compositions.fields import (
    Asked,
    asked_at,
    asked_delta,
    demand_fields,
    read_alike,
    read_entry,
    read_list,
)
from concomp.cli.compositions.values import value_data, value_line
from concomp.door.numbers import exact_omega
from concomp.impl.accounting.guarantees import exact_loss
from concomp.impl.accounting.measures.curves import Line, RenyiCurve, Response
from concomp.impl.accounting.measures.least_rho import least_rho
from concomp.impl.accounting.measures.renyi import compose_renyi
from concomp.model.files.errors import FormatError, Place, path, shown
from concomp.model.numbers import rational_text
from concomp.report.quantities import exact_and_approximate

if TYPE_CHECKING:
    from concomp.schemas.measures import ConcentratedOutput

Name = Literal["zcdp", "tcdp"]
FIELDS = ("measure", "params", "e_eps", "epsilon", "delta")
BASIS = {"zcdp": "Haney23 Theorem 4.5", "tcdp": "Lyu22 Corollary 1"}
NAMES = {"zcdp": "zero-concentrated", "tcdp": "truncated concentrated"}
FORMS = {
    "zcdp": 'write {"rho": "1/100"}, or {"epsilon": "1/10"} for pure DP',
    "tcdp": 'write {"rho": "1/100", "omega": "10"}, or {"epsilon": "1/10", "omega": "10"} for pure DP',
}
FEW = (
    "where few of many get differing inputs, a bound is proved at single Renyi orders only (concomp Proposition 21): "
    'ask under "renyi", at an order below omega, of each {"divergence": order * rho}; of pure mechanisms list only as '
    "many, those of the largest epsilon (HSV26 Corollary 5.5)"
)


@dataclass(frozen=True)
class Component:
    """What is known of a mechanism at all orders, or at those below ω.

    curve: D_α ≤ ρ·α, or what a pure mechanism has; None if ρ is infinite. omega: None if there is none.
    """

    curve: Line | Response | None
    omega: Fraction | None = None


@dataclass(frozen=True)
class Concentrated(Asked[Component]):
    """Mechanisms under one of the two measures."""

    measure: Name


def read_concentrated(fields: dict[str, Any], measure: Name) -> Concentrated:
    """What the fields of a file ask; FormatError."""
    for field in ("at_most", "created_at_most"):
        if field in fields:
            raise FormatError(field, shown(fields[field]), FEW)
    demand_fields(fields, FIELDS, '[{"rho": "1/100"}]' if measure == "zcdp" else '[{"rho": "1/100", "omega": "10"}]')
    components = tuple(read_alike(read_list(fields, "params"), partial(_entry, measure=measure)))
    return Concentrated(components, asked_at(fields), asked_delta(fields), measure)


def composed_concentrated(asked: Concentrated) -> tuple[ConcentratedOutput, list[str]]:
    """The composition, for machines and for people; BadInput."""
    curves = _finite(asked)
    rho = least_rho(curves) if len(curves) == len(asked.components) else None
    converted = convert(moments_of_concentrated(asked), asked.at, asked.delta)
    omega = min((each.omega for each in asked.components if each.omega is not None), default=None)
    basis = [BASIS[asked.measure], *["concomp Proposition 22"] * any(isinstance(each, Response) for each in curves)]
    data: ConcentratedOutput = {
        "schema": "concomp.compose.measure/1",
        "measure": asked.measure,
        "basis": basis,
        "rho": value_data(rho),
    }
    lines = [_headline(asked, basis), f"rho: {value_line(rho)}"]
    if omega is not None:
        data["omega"] = rational_text(omega)
        lines.append(f"omega: {exact_and_approximate(omega)}")
    return {**data, **converted_data(converted)}, [*lines, *converted_lines(converted)]


def moments_of_concentrated(asked: Concentrated) -> RenyiCurve | None:
    """The moments of the composition at all orders, never below the truth; None if they are infinite."""
    curves = _finite(asked)
    return compose_renyi(curves) if len(curves) == len(asked.components) else None


def _finite(asked: Concentrated) -> list[Line | Response]:
    return [each.curve for each in asked.components if each.curve is not None]


def _headline(asked: Concentrated, basis: list[str]) -> str:
    number = len(asked.components)
    notion = f"{NAMES[asked.measure]} differential privacy"
    return f"Composition of {number} mechanism{'s' * (number > 1)} under {notion} ({', '.join(basis)})."


def _entry(entry: Any, at: Place, measure: Name) -> Component:
    remedy = FORMS[measure]
    fields = read_object(entry, at, remedy)
    name = one_of(fields, ("rho", *PURE), ("omega",) if measure == "tcdp" else (), at, remedy)
    omega = _omega(fields, at) if measure == "tcdp" else None
    if name in PURE:
        return Component(Response(pure_loss_of(fields, name, at)), omega)
    rho = finite(exact_loss, fields[name], (*at, name))
    return Component(None if rho is None else Line(rho, omega), omega)


def _omega(fields: dict[str, Any], at: Place) -> Fraction:
    if "omega" not in fields:
        raise FormatError(path((*at, "omega")), "missing", "add it: the bound holds at the orders below omega")
    return read_entry(exact_omega, fields["omega"], (*at, "omega"))
