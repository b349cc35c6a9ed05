"""What declared relations and functions mean where several machines are taken together.

Meanings go by name, so each name has one: that which a machine was made with, or else that of the declaration.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from concomp.model.language.readings.evaluation import Meanings
from concomp.model.language.syntax.errors import LanguageError
from concomp.model.language.syntax.relations import Declared, Meaning


def meanings_in_use(declared: Mapping[str, Declared[Any]], given: Meanings) -> Meanings:
    """What a definition runs with, by name: the meanings `given` to its machine, else those that are declared."""
    known = {name: given.get(name, symbol.meaning) for name, symbol in declared.items()}
    return {name: meaning for name, meaning in known.items() if meaning is not None}


def one_meaning_each(listed: Iterable[Meanings]) -> Meanings:
    """The meanings of all that is taken together, by name; LanguageError if two callables are meanings of one name.

    Two callables of equal text are two.
    """
    known: dict[str, Meaning] = {}
    for meanings in listed:
        for name, meaning in meanings.items():
            if known.setdefault(name, meaning) is not meaning:
                raise LanguageError(
                    f"{name} has two meanings in what is taken together",
                    "declare it once, with its meaning, and import it; give a meaning in one place only; or rename one",
                )
    return known
