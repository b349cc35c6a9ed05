"""Rényi losses at one order: read from a file and composed, all of them or few of those that are created."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any

from concomp.cli.compositions.conversions import convert, converted_data, converted_lines
from concomp.cli.compositions.entries import (
    PURE,
    exact_moment,
    finite,
    one_of,
    pure_loss_of,
    read_object,
)
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
from concomp.cli.errors import BadInput
from concomp.impl.accounting.guarantees import exact_loss, exact_order
from concomp.impl.accounting.measures.curves import RenyiCurve, Response
from concomp.impl.accounting.measures.one_order import (
    AtOrder,
    Enclosed,
    are_pure,
    compose_all,
    compose_created,
    compose_few,
)
from concomp.impl.accounting.measures.renyi import RenyiLoss
from concomp.impl.accounting.optimal.lattice_composition import COMPONENTS
from concomp.model.files.errors import FormatError, Place, path, shown
from concomp.model.numbers import ParameterError, rational_text
from concomp.report.quantities import exact_and_approximate

if TYPE_CHECKING:
    from concomp.schemas.measures import RenyiOutput

FIELDS = ("measure", "order", "params", "at_most", "created_at_most", "e_eps", "epsilon", "delta")
FORMS = 'write {"moment": "3/2"}, {"divergence": "1/10"} for (alpha, 1/10)-RDP, or {"epsilon": "1/10"} for pure DP'


@dataclass(frozen=True)
class Renyi(Asked[AtOrder]):
    """Mechanisms at one order.

    at_most: how many get differing inputs; None if all may. created_at_most: how many are created, each like one of the
    components; None if they are the components.
    """

    order: Fraction
    at_most: int | None
    created_at_most: int | None

    @property
    def created(self) -> int:
        """How many mechanisms are created."""
        return len(self.components) if self.created_at_most is None else self.created_at_most

    @property
    def basis(self) -> list[str]:
        """What the composition rests on."""
        if self.at_most in (None, self.created):
            composed = "HSV26 Corollary 13.4"
        else:
            composed = "HSV26 Corollary 5.5" if are_pure(self.components) else "concomp Proposition 21"
        responses = any(isinstance(each, Response) for each in self.components)
        return [composed, *["concomp Proposition 22"] * responses]


def read_renyi(fields: dict[str, Any]) -> Renyi:
    """What the fields of a file ask; FormatError."""
    demand_fields(fields, FIELDS, '[{"moment": "3/2"}]')
    if "order" not in fields:
        raise FormatError("order", "missing", 'add it, the order of the divergence, a number above 1 like "2"')
    order = read_entry(exact_order, fields["order"], ("order",))
    few, created = _whole(fields, "at_most", 0), _whole(fields, "created_at_most", 1)
    components = tuple(read_alike(read_list(fields, "params"), partial(_entry, order=order)))
    return Renyi(components, asked_at(fields), asked_delta(fields), order, few, created)


def composed_at_order(asked: Renyi) -> tuple[RenyiOutput, list[str]]:
    """The composition, for machines and for people; BadInput."""
    if asked.at_most is not None and asked.at_most > asked.created:
        raise BadInput(f"at_most: {asked.at_most}: only {asked.created} are created: give at most {asked.created}")
    try:
        found = _composed(asked)
        moment, divergence = found.moment, found.divergence
    except ParameterError as error:
        raise BadInput(str(error)) from None
    converted = convert(_curve(found), asked.at, asked.delta)
    data: RenyiOutput = {
        "schema": "concomp.compose.measure/1",
        "measure": "renyi",
        "basis": asked.basis,
        "order": rational_text(asked.order),
        "moment": value_data(moment),
        "divergence": value_data(divergence),
        **converted_data(converted),
    }
    lines = [
        _headline(asked),
        f"Moment: {value_line(moment)}",
        f"Divergence: {value_line(divergence)}{' nats' * (divergence is not None)}",
    ]
    return data, [*lines, *converted_lines(converted)]


def moments_at_order(asked: Renyi) -> RenyiCurve | None:
    """The moment of the composition, never below the truth; None if it is infinite."""
    return _curve(_composed(asked))


def _curve(found: Enclosed) -> RenyiCurve | None:
    return None if found.moment is None else found.high


def _composed(asked: Renyi) -> Enclosed:
    few = asked.created if asked.at_most is None else asked.at_most
    if asked.created_at_most is not None:
        return compose_created(asked.components, asked.order, asked.created_at_most, few)
    if few < asked.created:
        return compose_few(asked.components, asked.order, few)
    return compose_all(asked.components, asked.order)


def _headline(asked: Renyi) -> str:
    listed, created = len(asked.components), asked.created
    by = f"moments of order {exact_and_approximate(asked.order)}"
    known = f"{created} mechanism{'s' * (created > 1)}"
    if asked.created_at_most is not None:
        known = f"at most {known}, each like {'this one' if listed == 1 else f'one of these {listed}'},"
    few = asked.at_most
    differing = "" if few is None else f" of which at most {few} {'gets' if few == 1 else 'get'} differing inputs"
    return f"Composition of {known}{differing} by their {by} ({', '.join(asked.basis)})."


def _entry(entry: Any, at: Place, order: Fraction) -> AtOrder:
    fields = read_object(entry, at, FORMS)
    name = one_of(fields, ("moment", "divergence", *PURE), ("order",), at, FORMS)
    if "order" in fields and (other := read_entry(exact_order, fields["order"], (*at, "order"))) != order:
        remedy = f"the order of the composition is {order}, and moments of two orders do not multiply: bring all to one"
        raise FormatError(path((*at, "order")), shown(rational_text(other)), remedy)
    if name in PURE:
        return Response(pure_loss_of(fields, name, at))
    number = finite(exact_moment if name == "moment" else exact_loss, fields[name], (*at, name))
    if number is None:
        return RenyiLoss(order, None)
    return RenyiLoss(order, moment=number) if name == "moment" else RenyiLoss(order, epsilon=number)


def _whole(fields: dict[str, Any], field: str, least: int) -> int | None:
    """The number of mechanisms in a field; None where there is no such field."""
    if field not in fields:
        return None
    number = fields[field]
    if isinstance(number, bool) or not isinstance(number, int) or not least <= number <= COMPONENTS:
        raise FormatError(field, shown(number), f"write a whole number from {least} to {COMPONENTS}, like 5")
    return number
