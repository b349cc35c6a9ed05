"""Monitors.

A verification function says which sequences of message pairs may be sent. It is written as a
monitor: registers with initial values, and a step on the left and the right message that states
requirements and assigns registers. The step is run once, on symbols, and what it said is the
definition; run on messages, the definition is evaluated by the book.
"""

from __future__ import annotations

import inspect
from abc import ABCMeta, abstractmethod
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from concomp.model.language import terms
from concomp.model.language.annotations import own_annotations, sort_of
from concomp.model.language.definition import Definition, ParameterDefinition, RegisterDefinition
from concomp.model.language.errors import (
    LanguageError,
    Position,
    UnknownName,
    did_you_mean,
)
from concomp.model.language.evaluation import Meanings
from concomp.model.language.expressions import Truth, lift, wrap
from concomp.model.language.functions import (
    DefinitionFunction,
    Rejection,
    State,
    check_parameters,
)
from concomp.model.language.registers import Declaration, Parameter, Register
from concomp.model.language.sorts import BOOL, MapSort, Sort
from concomp.model.language.source import assigned_attributes
from concomp.model.language.trace import Recorder, recorder_of
from concomp.model.language.values import Value


class MonitorType(ABCMeta):
    """The class of monitor classes: a monitor is defined when its class is, or when it is made if that takes sizes."""

    def __init__(cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> None:
        super().__init__(name, bases, namespace)
        if "step" in namespace:
            cls._message = _message_sort(cls, namespace["step"]) if not cls.__abstractmethods__ else None
            cls._position = Position(namespace["step"].__code__.co_filename, namespace["step"].__code__.co_firstlineno)
        if not inspect.isabstract(cls) and not _required_arguments(cls):
            cls()

    def __call__(cls, *arguments: Any, **named: Any) -> Any:
        made = super().__call__(*arguments, **named)
        made.__dict__["_arguments"] = (arguments, tuple(sorted(named.items())))
        made.__dict__["definition"] = _definition_of(made)
        made._check_given()
        return made


class Monitor(metaclass=MonitorType):
    """A verification function: subclass it, declare registers and parameters, and write `step`.

    An instance without values for its parameters stands for all of them; with values, as in
    `AtMostK(k=3)`, it runs: `initial`, `advance`, and the call on a whole sequence.
    """

    definition: Definition
    """What the step says, on symbols."""

    _message: Sort | None
    _position: Position
    _given: dict[str, Any]
    _arguments: tuple[tuple[Any, ...], tuple[tuple[str, Any], ...]]

    def __init__(self, **given: Any) -> None:
        """Take values of parameters, and meanings of declared relations and functions, by name."""
        self.__dict__["_given"] = given

    @abstractmethod
    def step(self, left: Any, right: Any) -> None:
        """State what is required of the pair and assign registers; the annotations are the sort of the messages."""

    def allows(self, message: Any) -> Truth:
        """Whether the message belongs to the query space, as an expression; every message of the sort does by default.

        A pair with a side that does not is rejected, and all that follows, whatever the step says.
        """
        return True

    @cached_property
    def _function(self) -> DefinitionFunction:
        """The definition with the values of parameters and the meanings that it was made with."""
        return DefinitionFunction(self.definition, self.parameter_values, self.meanings)

    @property
    def initial(self) -> State:
        """The registers before the first message; LanguageError if a parameter has no value."""
        return self._function.initial

    @property
    def parameter_values(self) -> Mapping[str, Value]:
        """The values of parameters that it was made with, by name."""
        return {p.name: self._given[p.name] for p in self.definition.parameters if p.name in self._given}

    def advance(self, state: State, message: object) -> tuple[bool, State]:
        """The verdict on the sequence up to this pair of messages, and the state after it.

        What is no pair of messages of the monitor's sort, or has a side outside the query space, is rejected for
        ever, like a failed requirement.
        """
        return self._function.advance(state, message)

    def step_values(self, state: State, left: object, right: object) -> tuple[bool, State]:
        """`advance` on the pair (left, right)."""
        return self.advance(state, (left, right))

    def __call__(self, messages: Iterable[object]) -> bool:
        """The verdict on the whole sequence; the empty sequence is accepted."""
        return self._function(messages)

    def explain(self, messages: Iterable[object]) -> Rejection | None:
        """Why the whole sequence is rejected, or None if it is accepted."""
        return self._function.explain(messages)

    def read_declared(self, name: str) -> Any:
        """The expression of a register or parameter of this name."""
        recorder = recorder_of(self)
        declaration = self._declarations[name]
        if isinstance(declaration, Parameter):
            return wrap(declaration.sort, declaration.symbol)
        if recorder is None:
            raise LanguageError(f"register {name!r} is read outside the step", "a register has a value in `step` only")
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
        elif "_arguments" in self.__dict__:
            raise LanguageError(f"attribute {name!r} is assigned after the monitor is made", "set it in `__init__`")
        else:
            object.__setattr__(self, name, value)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Monitor):
            return NotImplemented
        return type(self) is type(other) and self._arguments == other._arguments

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
            if name.startswith("_"):
                raise AttributeError(name)
            raise UnknownName(
                f"{type(self).__name__} has no register or parameter {name!r}",
                did_you_mean(name, [*self._declarations, *_public(self)]),
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
                did_you_mean(name, [n for n, d in self._declarations.items() if isinstance(d, Register)]),
            )

    def _check_given(self) -> None:
        known = [*(parameter.name for parameter in self.definition.parameters), *self.definition.declared]
        for name in self._given:
            if name not in known:
                raise UnknownName(f"{type(self).__name__} has no parameter {name!r}", did_you_mean(name, known))
        check_parameters(self.definition, self.parameter_values, self.meanings)


def _definition_of(monitor: Monitor) -> Definition:
    owner = type(monitor)
    if _has_own_init(owner):
        return _define(monitor)
    # Values of parameters are no part of the definition, so one serves every instance.
    known = vars(owner).get("_definition")
    definition = known if isinstance(known, Definition) else _define(monitor)
    type.__setattr__(owner, "_definition", definition)
    return definition


def _define(monitor: Monitor) -> Definition:
    declarations = monitor._declarations
    for name in sorted(declarations.keys() & {"definition", *vars(Monitor)}):
        raise LanguageError(
            f"{name!r} is declared, a name that every monitor has", "choose another", declarations[name].position
        )
    registers = {name: d for name, d in declarations.items() if isinstance(d, Register)}
    parameters = [d for d in declarations.values() if isinstance(d, Parameter)]
    symbols = {name: terms.leaf("register", register.sort, name) for name, register in registers.items()}
    sort = _inherited_message_sort(type(monitor))
    left, right = (wrap(sort, terms.leaf("message", sort, side)) for side in ("left", "right"))
    with Recorder(monitor, symbols) as recorder:
        monitor.step(left, right)
    _check_all_set(monitor, registers, recorder.assigned)
    return Definition(
        type(monitor).__name__,
        sort,
        tuple(
            RegisterDefinition(name, symbols[name], register.initial, recorder.block.registers[name])
            for name, register in registers.items()
        ),
        tuple(ParameterDefinition(d.name, d.symbol, d.constraint, d.position) for d in parameters),
        tuple(recorder.requirements),
        tuple(recorder.verdicts),
        lift(monitor.allows(left), BOOL),
        type(monitor)._position,
    )


def _check_all_set(monitor: Monitor, registers: Mapping[str, Register[Any, Any]], assigned: set[str]) -> None:
    # A loop over no slots at all assigns nothing; what is written in it still counts as set.
    methods = [value for owner in type(monitor).__mro__ for value in vars(owner).values()]
    codes = [method.__code__ for method in methods if inspect.isfunction(method) and method.__name__ != "__init__"]
    written = set[str]().union(*map(assigned_attributes, codes)) if registers.keys() - assigned else set[str]()
    for name, register in registers.items():
        if name not in assigned | written:
            raise LanguageError(
                f"register {name!r} of {type(monitor).__name__} is never set",
                "assign it in `step`, or declare a parameter or drop it",
                register.position,
            )


def _message_sort(owner: type, step: Any) -> Sort:
    annotations = own_annotations(step)
    names = list(inspect.signature(step).parameters)[1:]
    if len(names) != 2 or any(name not in annotations for name in names):
        raise LanguageError(
            f"{owner.__name__}.step does not say the sort of its two messages",
            "write `def step(self, left: Item, right: Item) -> None:`",
            Position(step.__code__.co_filename, step.__code__.co_firstlineno),
        )
    left, right = (sort_of(annotations[name], f"{owner.__name__}.step, {name}") for name in names)
    if left != right:
        raise LanguageError(
            f"the messages of {owner.__name__}.step are of two sorts, {left.name} and {right.name}",
            "annotate both with one sort",
            Position(step.__code__.co_filename, step.__code__.co_firstlineno),
        )
    if isinstance(left, MapSort):
        raise LanguageError(f"the messages of {owner.__name__}.step are maps", "send one entry at a time")
    return left


def _inherited_message_sort(owner: type[Monitor]) -> Sort:
    sort = owner._message
    assert sort is not None
    return sort


def _required_arguments(owner: type) -> bool:
    parameters = list(inspect.signature(owner.__init__).parameters.values())[1:]  # type: ignore[misc]
    variadic = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    return any(p.default is inspect.Parameter.empty and p.kind not in variadic for p in parameters)


def _has_own_init(owner: type) -> bool:
    return owner.__init__ is not Monitor.__init__  # type: ignore[misc]


def _public(monitor: Monitor) -> list[str]:
    return [name for name in [*monitor.__dict__, *dir(type(monitor))] if not name.startswith("_")]


def _remake(owner: type[Monitor], arguments: tuple[Any, ...], named: tuple[tuple[str, Any], ...]) -> Monitor:
    return owner(*arguments, **dict(named))
