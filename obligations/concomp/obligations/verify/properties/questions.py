"""What can be asked of a function, by the names that a user types.

What is asked of compositions only is brought in when one is asked: it consists of functions in the language, which are
made then.
"""

from __future__ import annotations

import re

from concomp.model.composition.messages import Create, Query
from concomp.model.language.syntax.annotations import sort_of
from concomp.model.language.syntax.definition import Definition
from concomp.model.language.syntax.errors import did_you_mean
from concomp.obligations.verify.properties.properties import PROPERTIES, RELATIONS, NotAskable, Question, ask, compare

USUAL = (
    "first-pair consistent",
    "prefix closed",
    "well typed",
    "swap invariant",
    "reflexive",
    "diagonal",
    "public",
)
"""The properties that are asked of every function, unless told otherwise."""
MESSAGES = sort_of(Create | Query, "messages to a composition")
COUNTED = re.compile(r"at most (\d+) (.+)")


def usual(definition: Definition, compared: bool) -> tuple[str, ...]:
    """The properties to ask of a function, unless told otherwise."""
    composed = ("suitable",) if definition.message == MESSAGES else ()
    return (*USUAL, *composed, *(("included",) if compared else ()))


def questions(name: str, definition: Definition, within: Definition | None = None) -> tuple[Question, ...]:
    """The questions that together ask for a property of this name.

    within: the function that a relation compares with. Of a composition that runs other functions, some properties
    are asked under the condition that these have them.
    Raises NotAskable if there is no property of this name, or it cannot be asked of this function.
    """
    if name in RELATIONS:
        if within is None:
            raise NotAskable(f"{name!r} compares two functions, and one is given; name the other with `within`")
        return (compare(name, definition, within),)
    if name not in PROPERTIES:
        return _specification(name, definition)
    return _of_parts(name, definition) or (ask(name, definition),)


def _specification(typed: str, definition: Definition) -> tuple[Question, ...]:
    from concomp.obligations.verify.properties import ranks
    from concomp.obligations.verify.properties.specifications import SPECIFICATIONS, specification

    counted = COUNTED.fullmatch(typed)
    name, count = (f"at most k {counted[2]}", int(counted[1])) if counted else (typed, None)
    if name not in SPECIFICATIONS:
        known = [*PROPERTIES, *RELATIONS, *SPECIFICATIONS]
        raise NotAskable(f"there is no property {typed!r}; {did_you_mean(typed, known)}")
    if definition.message != MESSAGES:
        raise NotAskable(f"{name!r} is about compositions, and {definition.name} reads no messages to one")
    if name == ranks.NAME and count is None and ranks.has_count(definition):
        return ranks.at_most_k_exceptional(definition)
    return (specification(name, definition, count),)


def _of_parts(name: str, definition: Definition) -> tuple[Question, ...]:
    """The questions about a composition, given that the functions that it runs have the property.

    There are none if nothing follows from that: if it looks at their states, or has one read what is no pair of parts
    of the two messages where one world only is seen.
    """
    if name not in ("swap invariant", "diagonal", "public") or definition.message != MESSAGES:
        return ()
    from concomp.model.composition.suitable import admits
    from concomp.obligations.verify.properties.behaviours import passes_states_on, reads_its_own_pair
    from concomp.obligations.verify.properties.subfunctions import (
        diagonal_if_functions_are,
        public_if_functions_are,
        swap_invariant_if_functions_are,
    )

    if definition.declared.get(admits.name) is not admits or not passes_states_on(definition):
        return ()
    if name == "swap invariant":
        return (swap_invariant_if_functions_are(definition),)
    if not reads_its_own_pair(definition):
        return ()
    return diagonal_if_functions_are(definition) if name == "diagonal" else public_if_functions_are(definition)
