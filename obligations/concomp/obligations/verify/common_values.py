"""Values of parameters that functions have in common.

Parameters of one name and sort are one and the same, and so are those that are linked. Where one function was made with
a value of such a parameter and another leaves it open, the value holds for both. Two functions that were made with two
values of one name are just two functions, each at its own, unless a third one leaves it open, or a link says that they
are one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from concomp.model.language.combinators import labels
from concomp.model.language.syntax.definition import ParameterDefinition
from concomp.model.language.syntax.sameness import same
from concomp.model.language.syntax.sorts import Sort
from concomp.model.language.syntax.values import Value
from concomp.obligations.verify.links import Links
from concomp.obligations.verify.properties.properties import NotAskable
from concomp.obligations.verify.scopes import value_text
from concomp.obligations.verify.translation import Speaker, values_in_sorts_of

S = TypeVar("S", bound=Speaker, covariant=True)


@dataclass(frozen=True)
class Member(Generic[S]):
    """A function, or a post-processing, that is taken together with others, and the values that it was made with."""

    definition: S
    values: Mapping[str, Value]


@dataclass(frozen=True)
class _Holding:
    """The value that a function holds of a parameter of another one, in the sorts of that.

    of: the place of the function that holds it. name: what the parameter is called, in words.
    """

    of: int
    name: str
    sort: Sort
    value: Value


def common_values(
    members: Sequence[Member[Speaker]], links: Links, given: Collection[str] = ()
) -> tuple[Mapping[str, Value], ...]:
    """For each of the functions, the values that others hand on to it, by the names of its own parameters.

    members: first the one that is verified, whose parameters the links begin with. given: names of those of its values
    that hold in all functions, whatever these were made with, unless a link says that the two are one.
    Raises NotAskable where one parameter has two values.
    """
    return tuple(dict(_values_for(place, members, links, given)) for place in range(len(members)))


def _values_for(
    place: int, members: Sequence[Member[Speaker]], links: Links, given: Collection[str]
) -> Iterator[tuple[str, Value]]:
    """The values that the function in this place gets of others."""
    member = members[place]
    for parameter in member.definition.parameters:
        name = _common_name(parameter.name, place, links)
        held = [
            each for other in range(len(members)) for each in _holdings(name, parameter, other, place, members, links)
        ]
        prevails = name in given and name not in links
        if prevails:
            held = [each for each in held if each.of == 0]
        own = parameter.name in member.values
        if not own or name in links:
            _demand_one(name, held, "do without the link" if name in links else "rename one of the parameters")
        others = [each for each in held if each.of != place]
        if others and (prevails or not own):
            yield parameter.name, others[0].value


def _holdings(
    name: str, parameter: ParameterDefinition, of: int, place: int, members: Sequence[Member[Speaker]], links: Links
) -> Iterator[_Holding]:
    """What the function in the one place holds of a parameter of that in the other, if it holds a value of it."""
    member = members[of]
    known = {each.name for each in member.definition.parameters if _common_name(each.name, of, links) == name}
    values = {each: member.values[each] for each in known & member.values.keys()}
    label = labels(each.definition.name for each in members)[of]
    if not values:
        return
    for own, sort, value in values_in_sorts_of(members[place].definition, member.definition, values):
        if sort == parameter.symbol.sort:
            yield _Holding(of, f"{label}.{own}", sort, value)


def _common_name(name: str, place: int, links: Links) -> str:
    """What a parameter of the function in this place is called in the one that is verified."""
    if place == 0:
        return name
    return next((own for own, other in links.items() if other == name), name)


def _demand_one(name: str, held: Sequence[_Holding], remedy: str) -> None:
    """Raise NotAskable, with what else to do, if a parameter has two values."""
    other = next((each for each in held if not same(each.sort, held[0].value, each.value)), None)
    if other is not None:
        raise NotAskable(
            f"parameter {name!r} has two values: {held[0].name} = {value_text(held[0].value)} and "
            f"{other.name} = {value_text(other.value)}; make both with one value, or {remedy}"
        )
