"""A function in the sorts of another.

Two versions of a file define classes of the same names, which are different classes. To compare their functions, one is
written out by names, as for a program in another language, and read back with the classes and declared relations of the
other where these have the same names and parts.
"""

from __future__ import annotations

from dataclasses import replace

from concomp.model.language.readings.functions import DefinitionFunction
from concomp.model.language.readings.json_values import JsonError
from concomp.model.language.syntax.definition import Definition


def in_sorts_of(definition: Definition, other: Definition) -> Definition:
    """The other function, in the sorts and declared relations of the first; itself if that cannot be."""
    if other.message == definition.message:
        return other
    # Reading needs pydantic, which who only asks the solvers would otherwise wait for at every start.
    from concomp.model.language.readings.json_reading import from_json
    from concomp.model.language.readings.json_writing import to_json
    from concomp.model.language.readings.vocabulary import vocabulary

    try:
        read = from_json(to_json(DefinitionFunction(other, {}, {})), vocabulary(definition)).definition
    except JsonError:
        return other
    pairs = zip(read.requirements, other.requirements, strict=True), zip(read.verdicts, other.verdicts, strict=True)
    requirements, verdicts = (
        tuple(replace(made, position=written.position) for made, written in listed) for listed in pairs
    )
    return replace(read, requirements=requirements, verdicts=verdicts, position=other.position)
