"""An author's function as it is read: its text, the values of its defaults, and what it sees outside of itself."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from inspect import Parameter, Signature
from types import FunctionType
from typing import Any

from concomp.model.language.syntax.errors import LanguageError
from concomp.model.language.syntax.python.scopes import Names, Scope, Surroundings
from concomp.model.language.syntax.python.subset import bound_names
from concomp.model.language.syntax.python.texts import Text, text_of

_EMPTY = Parameter.empty


@dataclass(frozen=True, eq=False)
class Function:
    """A function of the author's.

    read: what a call of it gives. defaults, keywords: values of arguments that are not given, from the last
    backwards, and by name.
    """

    text: Text
    outside: Names
    defaults: tuple[Any, ...]
    keywords: Mapping[str, Any]
    read: Callable[[Function, tuple[Any, ...], dict[str, Any]], Any]

    def __call__(self, *given: Any, **named: Any) -> Any:
        """What a call gives."""
        return self.read(self, given, named)

    def scope(self, given: tuple[Any, ...], named: Mapping[str, Any]) -> Scope:
        """The local variables where a call begins; LanguageError if the arguments do not fit."""
        try:
            bound = self._signature().bind(*given, **named)
        except TypeError as error:
            raise LanguageError(f"{self.text.name} is called otherwise: {error}", "give it its arguments") from None
        bound.apply_defaults()
        scope = Scope(bound_names(self.text.node), self.outside)
        for name, value in bound.arguments.items():
            scope.assign(name, value)
        return scope

    @property
    def first(self) -> str | None:
        """The name of its first argument."""
        arguments = self.text.node.args
        return next((each.arg for each in (*arguments.posonlyargs, *arguments.args)), None)

    def _signature(self) -> Signature:
        arguments = self.text.node.args
        positional = [*arguments.posonlyargs, *arguments.args]
        defaults = [*[_EMPTY] * (len(positional) - len(self.defaults)), *self.defaults]
        listed = [
            Parameter(each.arg, _kind(each, arguments), default=default)
            for each, default in zip(positional, defaults, strict=True)
        ]
        if arguments.vararg is not None:
            listed.append(Parameter(arguments.vararg.arg, Parameter.VAR_POSITIONAL))
        for each in arguments.kwonlyargs:
            listed.append(Parameter(each.arg, Parameter.KEYWORD_ONLY, default=self.keywords.get(each.arg, _EMPTY)))
        if arguments.kwarg is not None:
            listed.append(Parameter(arguments.kwarg.arg, Parameter.VAR_KEYWORD))
        return Signature(listed)


def of_author(function: FunctionType, read: Callable[[Function, tuple[Any, ...], dict[str, Any]], Any]) -> Function:
    """A function of Python's as it stands in its file; LanguageError if its text cannot be read."""
    return Function(
        text_of(function.__code__),
        Surroundings(function),
        function.__defaults__ or (),
        function.__kwdefaults__ or {},
        read,
    )


def _kind(argument: ast.arg, arguments: ast.arguments) -> Any:
    return Parameter.POSITIONAL_ONLY if argument in arguments.posonlyargs else Parameter.POSITIONAL_OR_KEYWORD
