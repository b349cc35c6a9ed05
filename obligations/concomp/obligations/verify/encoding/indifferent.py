"""Definitions whose declared symbols do not look at all of their arguments."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from concomp.model.language import Declared
from concomp.model.language.syntax import terms
from concomp.model.language.syntax.definition import Definition
from concomp.model.language.syntax.substitution import rebuild
from concomp.model.language.syntax.terms import Term


class Indifferent:
    """Makes declared symbols depend on their first arguments only, the same in every definition."""

    def __init__(self, seen: Mapping[Declared[Any], int]) -> None:
        """Take how many arguments each symbol looks at."""
        self._known: Mapping[Declared[Any], Declared[Any]] = {
            symbol: Declared(symbol.name, symbol.domain[:count], symbol.result) for symbol, count in seen.items()
        }
        self._image: dict[Term, Term] = {}

    def definition(self, definition: Definition) -> Definition:
        """The definition with these symbols in the place of the others."""
        return replace(
            definition,
            registers=tuple(
                replace(each, initial=self._term(each.initial), update=self._term(each.update))
                for each in definition.registers
            ),
            requirements=tuple(replace(each, condition=self._term(each.condition)) for each in definition.requirements),
            verdicts=tuple(replace(each, condition=self._term(each.condition)) for each in definition.verdicts),
            membership=self._term(definition.membership),
        )

    def _term(self, root: Term) -> Term:
        for term in terms.descendants([root]):
            if term not in self._image:
                arguments = tuple(self._image[argument] for argument in term.arguments)
                self._image[term] = self._rebuilt(term, arguments)
        return self._image[root]

    def _rebuilt(self, term: Term, arguments: tuple[Term, ...]) -> Term:
        symbol = self._known.get(term.data) if isinstance(term.data, Declared) else None
        if symbol is None:
            return rebuild(term, arguments)
        return terms.make("apply", arguments[: len(symbol.domain)], symbol)
