"""What a definition names: the classes of its sorts, and its declared relations and functions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from concomp.model.language.readings.json_values import JsonError
from concomp.model.language.syntax import terms
from concomp.model.language.syntax.definition import Definition
from concomp.model.language.syntax.relations import Declared
from concomp.model.language.syntax.sorts import EnumSort, OpaqueSort, RecordSort, Sort
from concomp.model.language.syntax.terms import Term
from concomp.model.language.syntax.walks.parts import parts_of

NamedSort: TypeAlias = EnumSort | RecordSort | OpaqueSort


@dataclass(frozen=True)
class Vocabulary:
    """What a definition names: sorts that are classes, and declared relations and functions."""

    sorts: Mapping[str, NamedSort]
    declared: Mapping[str, Declared[Any]]


def vocabulary(definition: Definition) -> Vocabulary:
    """What the definition names; JsonError if two of these have one name."""
    symbols = [*(r.symbol for r in definition.registers), *(p.symbol for p in definition.parameters)]
    return vocabulary_of([definition.message], symbols, definition.roots)


def vocabulary_of(messages: Iterable[Sort], symbols: Iterable[Term], roots: Sequence[Term]) -> Vocabulary:
    """What these messages, symbols and terms name; JsonError if two of these have one name."""
    sorts = [*messages, *(term.sort for term in (*symbols, *terms.descendants(roots)))]
    declared: dict[str, Declared[Any]] = {}
    for term in terms.descendants(roots):
        if isinstance(term.data, Declared) and declared.setdefault(term.data.name, term.data) is not term.data:
            raise JsonError("declared", f"two relations are named {term.data.name}", "rename one")
    sorts += [sort for symbol in declared.values() for sort in (*symbol.domain, symbol.result)]
    named: dict[str, NamedSort] = {}
    for sort in parts_of(sorts):
        if isinstance(sort, EnumSort | RecordSort | OpaqueSort) and named.setdefault(sort.name, sort) != sort:
            raise JsonError("sorts", f"two sorts are named {sort.name}", "rename one")
    return Vocabulary(named, declared)
