"""Machines.

What everything written in the language has in common: registers and parameters declared in the class body or in
`__init__`, read and assigned as attributes while the author's methods run on symbols, and a definition that is
made as soon as the class is, or the object if it takes sizes.
"""

from __future__ import annotations

import difflib
import inspect
from abc import ABCMeta, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self, TypeVar
from weakref import WeakKeyDictionary

from concomp.model.language.readings.evaluation import Meanings
from concomp.model.language.readings.inputs import Common, PerCopy
from concomp.model.language.readings.value_classes import demand_sorts
from concomp.model.language.syntax import terms
from concomp.model.language.syntax.definition import ParameterDefinition
from concomp.model.language.syntax.errors import LanguageError, Position, UnknownName, did_you_mean, no_attribute
from concomp.model.language.syntax.expressions import lift, wrap
from concomp.model.language.syntax.ownership import demand_own, of_the_language, own_names
from concomp.model.language.syntax.python.reader import read_function
from concomp.model.language.syntax.registers import Declaration, Parameter, Register
from concomp.model.language.syntax.source import assigned_attributes
from concomp.model.language.syntax.terms import Term
from concomp.model.language.syntax.trace import Recorder, recorder_of
from concomp.model.language.syntax.values import Value, exact

M = TypeVar("M")
_WRITTEN = frozenset(
    {"step", "allows", "on_left", "on_right", "title", "__init__"}
    | {"_message", "_position", "_received", "_positions", "_is_protocol"}
)
"""What an author writes, and what is noted of it: everything else that the language defines runs a machine."""
_DECLARATIONS = (Register, Parameter, PerCopy, Common)
_LASTING = frozenset({"definition", "_given", "_arguments", "_declared"})
"""What a machine is made of; the rest that the language puts into it is only remembered."""
_definitions: WeakKeyDictionary[type, Any] = WeakKeyDictionary()
"""The definitions of the classes that take no sizes."""


@of_the_language
class MachineType(ABCMeta):
    """The class of machine classes: a machine is defined when its class is, or when it is made if that takes sizes."""

    def __init__(cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> None:
        super().__init__(name, bases, namespace)
        cls._read_signatures(namespace)  # type: ignore[attr-defined]
        if not inspect.isabstract(cls) and not _required_arguments(cls):
            cls()

    def __call__(cls: type[M], *arguments: Any, **named: Any) -> M:
        if inspect.isabstract(cls):
            missing = " and ".join(f"`{name}`" for name in sorted(getattr(cls, "__abstractmethods__", ())))
            raise LanguageError(f"{cls.__name__} has no {missing}", "write it, with the sorts of what it gets")
        demand_machine(cls)

        def make() -> Any:
            made = type.__call__(cls, *arguments, **named)
            if "_given" not in made.__dict__:
                raise LanguageError(
                    f"{cls.__name__}.__init__ does not call super().__init__",
                    "begin it with `super().__init__(**given)`, and let it take `**given: object`",
                )
            _demand_plain(made)
            made.__dict__["_arguments"] = (arguments, tuple(sorted(named.items())))
            return made

        made = make()
        whole = _definition_of(made, make)
        # What is declared may have no part in what is left at some lengths; a meaning of it may be given all the same.
        made._check_known([*(parameter.name for parameter in whole.parameters), *whole.declared])
        made.__dict__["definition"] = made._at_lengths(whole)
        made._check_given()
        machine: M = made
        return machine


@of_the_language
class Machine(metaclass=MachineType):
    """What is written in the language: a subclass says which methods the author writes and what they define."""

    definition: Any
    """What the methods say, on symbols."""

    _kind = ""
    _methods = ""
    _given: dict[str, Any]
    _declared: dict[str, Declaration[Any, Any]]
    _arguments: tuple[tuple[Any, ...], tuple[tuple[str, Any], ...]]

    def __init__(self, **given: Any) -> None:
        """Take values of parameters, and meanings of declared relations and functions, by name."""
        self.__dict__["_given"] = given

    @classmethod
    @abstractmethod
    def _read_signatures(cls, namespace: Mapping[str, Any]) -> None:
        """Read the sorts of messages off the methods that the class itself defines."""

    @abstractmethod
    def _define(self) -> Any:
        """The definition, by running the methods on symbols."""

    @abstractmethod
    def _at_lengths(self, definition: Any) -> Any:
        """The definition, its vectors of the lengths that were given."""

    @abstractmethod
    def _check_given(self) -> None:
        """Raise LanguageError for values that do not fit."""

    @property
    def parameter_values(self) -> Mapping[str, Value]:
        """The values of parameters that it was made with, by name."""
        return {p.name: self._given[p.name] for p in self.definition.parameters if p.name in self._given}

    def with_values(self, **more: Any) -> Self:
        """The same machine with further values of parameters and meanings, in the place of those it has."""
        arguments, named = self._arguments
        made: Self = type(self)(*arguments, **{**dict(named), **more})
        return made

    def read_declared(self, name: str) -> Any:
        """The expression of a register or parameter of this name."""
        recorder = recorder_of(self)
        declaration = self._declarations[name]
        if isinstance(declaration, Parameter):
            if "_arguments" not in self.__dict__:
                raise LanguageError(
                    f"parameter {name!r} is read in `__init__`, where it stands for no value yet",
                    "give `register` the parameter itself: `k = parameter(Int)`, `register(Int, k)`",
                )
            return wrap(declaration.sort, declaration.symbol)
        if recorder is None:
            raise LanguageError(
                f"register {name!r} is read outside the step", f"a register has a value in {self._methods} only"
            )
        return recorder.read(name)

    def __setattr__(self, name: str, value: object) -> None:
        recorder = recorder_of(self)
        if isinstance(value, Declaration):
            self._declare(name, value, recorder)
        elif recorder is not None:
            self._assign(name, value, recorder)
        elif name in self._declarations:
            raise LanguageError(
                f"{name!r} is assigned outside the step", "give its first value to `register`, its value to the class"
            )
        elif name in _names_that_run(type(self)):
            raise LanguageError(
                f"{name!r} is assigned, a name that everything written in the language has",
                "choose another name for it",
            )
        elif "_arguments" in self.__dict__:
            raise LanguageError(f"attribute {name!r} is assigned after the monitor is made", "set it in `__init__`")
        else:
            object.__setattr__(self, name, value)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Machine):
            return NotImplemented
        return type(self) is type(other) and exact(self._arguments) == exact(other._arguments)

    def __hash__(self) -> int:
        return hash((type(self), self._arguments))

    def __repr__(self) -> str:
        arguments, named = self.__dict__.get("_arguments", ((), ()))
        inner = [*map(repr, arguments), *(f"{name}={value!r}" for name, value in named)]
        return f"{type(self).__name__}({', '.join(inner)})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _remake, (type(self), *self._arguments)

    if not TYPE_CHECKING:
        # A type checker is to report a misspelt name, not to learn of this.
        def __getattr__(self, name: str) -> Any:
            declared: Mapping[str, Declaration[Any, Any]] = self.__dict__.get("_declared", {})
            if name in declared:
                return self.read_declared(name)
            raise no_attribute(
                name,
                f"{type(self).__name__} has no register or parameter {name!r}",
                _what_there_is(name, list(self._declarations), _public(self)),
            )

    @property
    def _declarations(self) -> dict[str, Declaration[Any, Any]]:
        classes = reversed(type(self).__mro__)
        named = [(name, value) for owner in classes for name, value in vars(owner).items()]
        declared: dict[str, Declaration[Any, Any]] = self.__dict__.get("_declared", {})
        return {name: value for name, value in named if isinstance(value, Declaration)} | declared

    @cached_property
    def meanings(self) -> Meanings:
        """The meanings of declared relations and functions that it was made with, by name."""
        return {name: self._given[name] for name in self.definition.declared if name in self._given}

    def _declare(self, name: str, declaration: Declaration[Any, Any], recorder: Recorder | None) -> None:
        if recorder is not None or "_arguments" in self.__dict__:
            raise LanguageError(f"{name!r} is declared outside `__init__`", "declare it there or in the class body")
        declaration.name = name
        self.__dict__.setdefault("_declared", {})[name] = declaration

    def _assign(self, name: str, value: object, recorder: Recorder) -> None:
        declaration = self._declarations.get(name)
        if isinstance(declaration, Register):
            recorder.assign(name, lift(value, declaration.sort))
        elif declaration is not None:
            raise LanguageError(f"parameter {name!r} is assigned", "parameters do not change: use a register")
        else:
            raise UnknownName(
                f"{name!r} is assigned and is no register of {type(self).__name__}",
                _what_there_is(name, [n for n, d in self._declarations.items() if isinstance(d, Register)], []),
            )

    def _check_known(self, known: list[str]) -> None:
        for name in self._given:
            if name not in known:
                raise UnknownName(f"{type(self).__name__} has no parameter {name!r}", did_you_mean(name, known))


def demand_machine(owner: type) -> None:
    """Raise LanguageError if a class of machines runs by anything but its definition."""
    demand_own(owner, Machine, "everything written in the language", _WRITTEN, _DECLARATIONS)


def demand_as_read(machine: Machine) -> None:
    """Raise LanguageError if a machine, as it stands, runs otherwise than its definition says.

    Its class and those of all values that it works on are looked at, and what it remembers is forgotten.
    """
    demand_machine(type(machine))
    demand_sorts(machine.definition.sorts)
    for name in _names_that_run(type(machine)) & machine.__dict__.keys() - _LASTING:
        del machine.__dict__[name]


def _demand_plain(machine: Machine) -> None:
    """Raise LanguageError if `__init__` put into a machine what the language keeps there."""
    for name in _names_that_run(type(machine)) & machine.__dict__.keys() - _LASTING:
        raise LanguageError(
            f"{type(machine).__name__}.__init__ puts {name!r} into the object, a name that everything written in the "
            "language has",
            "choose another name for it",
        )


def _names_that_run(owner: type) -> frozenset[str]:
    return own_names(owner) - _WRITTEN


def registers_of(machine: Machine) -> dict[str, Register[Any, Any]]:
    """The declared registers, by name.

    Raises LanguageError for one that is named as something that every machine has, or hidden by what is none.
    """
    for name, declaration in machine._declarations.items():
        holder = next((vars(owner)[name] for owner in type(machine).__mro__ if name in vars(owner)), declaration)
        if holder is not declaration:
            raise LanguageError(
                f"the {declaration.kind} {name!r} of {type(machine).__name__} is hidden by a class attribute",
                "rename one of them, or declare it again as a register or parameter",
                declaration.position,
            )
    for name in sorted(machine._declarations.keys() & own_names(type(machine))):
        raise LanguageError(
            f"{name!r} is declared, a name that every {machine._kind} has",
            "choose another",
            machine._declarations[name].position,
        )
    return {name: d for name, d in machine._declarations.items() if isinstance(d, Register)}


def parameters_of(machine: Machine) -> tuple[ParameterDefinition, ...]:
    """The declared parameters."""
    declared = [d for d in machine._declarations.values() if isinstance(d, Parameter)]
    return tuple(ParameterDefinition(d.name, d.symbol, d.constraint(read_function), d.position) for d in declared)


def symbols_of(registers: Mapping[str, Register[Any, Any]]) -> dict[str, Term]:
    """The symbols of registers, by name."""
    return {name: terms.leaf("register", register.sort, name) for name, register in registers.items()}


def check_all_set(machine: Machine, registers: Mapping[str, Register[Any, Any]], assigned: set[str]) -> None:
    """Raise LanguageError for a register that no method assigns."""
    # A loop over no slots at all assigns nothing; what is written in it still counts as set.
    methods = [value for owner in type(machine).__mro__ for value in vars(owner).values()]
    codes = [method.__code__ for method in methods if inspect.isfunction(method) and method.__name__ != "__init__"]
    written = set[str]().union(*map(assigned_attributes, codes)) if registers.keys() - assigned else set[str]()
    for name, register in registers.items():
        if name not in assigned | written:
            raise LanguageError(
                f"register {name!r} of {type(machine).__name__} is never set",
                f"assign it in {machine._methods}, or declare a parameter or drop it",
                register.position,
            )


def check_symbols(machine: Machine, roots: Iterable[Term], own: Collection[Term], position: Position) -> None:
    """Raise LanguageError if terms are made of symbols that are not a machine's own."""
    for term in terms.descendants(roots):
        if term.operator in terms.LEAVES and not terms.is_constant(term) and term not in own:
            raise LanguageError(
                f"{type(machine).__name__} uses {terms.leaf_name(term)!r}, a symbol of another class",
                f"use what {machine._methods} gets, and registers and parameters of its own",
                position,
            )


def demand_functions(owner: type, namespace: Mapping[str, Any], names: Iterable[str]) -> None:
    """Raise LanguageError if one of the methods that an author writes is no plain function."""
    for name in names:
        if name in namespace and not inspect.isfunction(namespace[name]):
            raise LanguageError(
                f"{owner.__name__}.{name} is a {type(namespace[name]).__name__}, no function of the object",
                f"write `def {name}(self, ...)`, without a decorator that makes something else of it",
            )


def read_method(method: Callable[..., object], *messages: object, remedy: str, position: Position) -> None:
    """Read a method of the author on symbols.

    Raises LanguageError if it returns something, which would go unnoticed, or has what a step may not use.
    """
    if read_function(method, *messages) is not None:
        raise LanguageError(f"{method.__qualname__} returns a value", remedy, position)


def _what_there_is(name: str, declared: list[str], others: list[str]) -> str:
    """A suggestion for a misspelt name; else the declared names, and how to declare it."""
    close = difflib.get_close_matches(name, [*declared, *others], n=1)
    return did_you_mean(name, close or declared) + f"; declare it in the class body: {name} = register(Int, 0)" * (
        not close
    )


def _definition_of(machine: Machine, again: Callable[[], Machine]) -> Any:
    """The definition of a machine; LanguageError if another that is made `again` has another."""
    owner = type(machine)
    # Values of parameters are no part of the definition, so one serves every instance without sizes.
    known = None if _has_own_init(owner) else _definitions.get(owner)
    if known is not None:
        return known
    definition = machine._define()
    if _has_own_init(owner) and again()._define() != definition:
        raise LanguageError(
            f"{owner.__name__}, made twice, says two different things",
            "let `__init__` depend on its arguments alone: not on chance, on what it changes itself, or on classes and "
            "relations that it makes",
            definition.position,
        )
    demand_sorts(definition.sorts)
    if not _has_own_init(owner):
        _definitions[owner] = definition
    return definition


def arguments_of(machine: Machine) -> dict[str, Any]:
    """What `__init__` of a machine's class got, by the names that it gives it, defaults among it.

    What it takes by no name of its own, values of parameters and meanings, is not among it.
    """
    arguments, named = machine._arguments
    bound = inspect.signature(type(machine).__init__).bind(machine, *arguments, **dict(named))
    bound.apply_defaults()
    kinds = {name: each.kind for name, each in bound.signature.parameters.items()}
    listed = [(name, value, kinds[name]) for name, value in list(bound.arguments.items())[1:]]
    unnamed = inspect.Parameter.VAR_KEYWORD
    several = inspect.Parameter.VAR_POSITIONAL
    return {name: value for name, value, kind in listed if kind is not unnamed and (value or kind is not several)}


def _required_arguments(owner: type) -> bool:
    parameters = list(inspect.signature(owner.__init__).parameters.values())[1:]  # type: ignore[misc]
    variadic = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    return any(p.default is inspect.Parameter.empty and p.kind not in variadic for p in parameters)


def _has_own_init(owner: type) -> bool:
    return owner.__init__ is not Machine.__init__  # type: ignore[misc]


def _public(machine: Machine) -> list[str]:
    return [name for name in [*machine.__dict__, *dir(type(machine))] if not name.startswith("_")]


def _remake(owner: type[Machine], arguments: tuple[Any, ...], named: tuple[tuple[str, Any], ...]) -> Machine:
    return owner(*arguments, **dict(named))
