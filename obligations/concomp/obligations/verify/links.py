"""Links: parameters of two functions that are one and the same.

Parameters of one name and sort are. Others are where somebody says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from concomp.model.language.combinators import labels
from concomp.model.language.syntax.definition import Definition, ParameterDefinition
from concomp.model.language.syntax.errors import did_you_mean
from concomp.model.language.syntax.terms import Term
from concomp.model.language.syntax.vectors.lengths import lengths_of
from concomp.obligations.verify.encoding.variants import rename_parameters
from concomp.obligations.verify.properties.properties import NotAskable

Links = Mapping[str, str]
"""Names of parameters of the function that is verified, each with that of the parameter of others that is the same."""


def tie(definition: Definition, links: Links) -> Definition:
    """Another function, with the linked ones of its parameters under the names of those that they are.

    Raises NotAskable if it has a parameter of such a name besides, or if one of them is the length of vectors.
    """
    known = {each.name for each in definition.parameters}
    names = {other: name for name, other in links.items() if other in known}
    for other, name in names.items():
        if name in known - names.keys():
            raise NotAskable(
                f"{definition.name} has both {name!r}, which is linked by its name, and {other!r}; rename one of them"
            )
    renamed = {other for other, name in names.items() if other != name}
    for other in sorted(lengths_of(definition.sorts) & renamed):
        raise NotAskable(
            f"link {names[other]}={other}: {other!r} is the length of vectors of {definition.name}, which goes by its "
            "name; call it by one name in both functions"
        )
    return rename_parameters(definition, names)


def linked(parameters: Iterable[ParameterDefinition], others: Sequence[Definition], links: Links) -> dict[str, Term]:
    """The parameters of others that are linked, each behind the name of its function, with what they are."""
    own = {each.name: each.symbol for each in parameters}
    return {
        f"{label}.{known.name}": own[name]
        for label, function in zip(labels(each.name for each in others), others, strict=True)
        for known in function.parameters
        for name, other in links.items()
        if other == known.name
    }


def demand_links(
    owner: str, parameters: Iterable[ParameterDefinition], others: Iterable[Definition], links: Links
) -> None:
    """Raise NotAskable for a link of what the function or all others do not have, of two sorts, or of one to two.

    owner: the name of the function that is verified. parameters: its own, those with a value among them.
    """
    own = {each.name: each.symbol.sort for each in parameters}
    listed = [(other.name, each.name, each.symbol.sort) for other in others for each in other.parameters]
    for name, other in links.items():
        if name not in own:
            raise NotAskable(f"link {name}={other}: {owner} has no parameter {name!r}; {did_you_mean(name, own)}")
        twice = [each for each, also in links.items() if also == other]
        if len(twice) > 1:
            raise NotAskable(
                f"link {name}={other}: {' and '.join(twice)} are both linked to {other!r}; link one of them"
            )
        sorts = {(function, sort) for function, known, sort in listed if known == other}
        if not sorts:
            beside = sorted({known for _, known, _ in listed})
            raise NotAskable(
                f"link {name}={other}: no other function has a parameter {other!r}; {did_you_mean(other, beside)}"
            )
        for function, sort in sorts:
            if sort != own[name]:
                raise NotAskable(
                    f"link {name}={other}: {name!r} is of the sort {own[name].name}, {other!r} of {function} of the "
                    f"sort {sort.name}; link parameters of one sort"
                )
