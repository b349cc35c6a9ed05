"""The value of an expression in an author's function.

One method for each kind of expression of the subset. Operations are Python's own, on values whose class has no say
in them; calls are left to `Run`.
"""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import EnumType
from typing import Any, Self

from concomp.model.language.syntax.errors import LanguageError
from concomp.model.language.syntax.python.attributes import attribute
from concomp.model.language.syntax.python.operators import BINARY, COMPARISONS, CONVERSIONS, IN_PLACE, UNARY
from concomp.model.language.syntax.python.precedence import check_precedence
from concomp.model.language.syntax.python.scopes import Scope
from concomp.model.language.syntax.python.session import Session
from concomp.model.language.syntax.python.subset import stored_names
from concomp.model.language.syntax.python.texts import Text
from concomp.model.language.syntax.python.values import (
    CONTAINERS,
    MUTABLE,
    PLAIN,
    is_a,
    is_kept_by_iterating,
    is_symbolic,
    is_usable,
)
from concomp.model.language.syntax.trace import recorder_of


class Evaluation(ABC):
    """The expressions of one function, read where its variables have their values."""

    def __init__(self, session: Session, text: Text, scope: Scope) -> None:
        self.session = session
        self.text = text
        self.scope = scope

    @abstractmethod
    def inside(self, scope: Scope) -> Self:
        """The same function, where a comprehension has variables of its own."""

    @abstractmethod
    def call(self, node: ast.Call) -> Any:
        """What a call gives; guards are entered where they are made."""

    @abstractmethod
    def function(self, node: ast.Lambda | ast.FunctionDef) -> Any:
        """The function that is defined here."""

    @abstractmethod
    def get(self, function: Any, owner: object) -> object:
        """The value of a property."""

    def at(self, node: ast.AST) -> None:
        """Note the place, which errors show."""
        self.session.file, self.session.node = self.text.file, node

    def value(self, node: ast.expr) -> Any:
        """The value of an expression, which may be kept."""
        value = self._evaluate(node)
        if is_kept_by_iterating(value):
            self.at(node)
            raise LanguageError(
                "an iterator is kept or handed on, and with it what it has come to",
                f"go through it where it is made, or write a list: `{_as_list(node)}`",
            )
        return value

    def values(self, nodes: Iterable[ast.expr]) -> list[Any]:
        """The values of several expressions, some of which may be starred."""
        listed: list[Any] = []
        for node in nodes:
            if isinstance(node, ast.Starred):
                listed.extend(self.members(node.value))
            else:
                listed.append(self.value(node))
        return listed

    def passing(self, node: ast.expr) -> Any:
        """The value of an expression that is gone through at once: it may be an iterator, if it is made here."""
        return self._evaluate(node) if isinstance(node, ast.Call | ast.GeneratorExp) else self.value(node)

    def members(self, node: ast.expr) -> Iterator[Any]:
        """What an expression is gone through for."""
        value = self.passing(node)
        self.at(node)
        return iter(self.iterable(value))

    def truth(self, node: ast.expr) -> bool:
        """The truth of an expression, which is no symbol's."""
        value = self.value(node)
        self.at(node)
        return bool(self.operand(value))

    def operand(self, value: Any) -> Any:
        """The value, if operations take it; else LanguageError."""
        if not is_usable(value):
            raise LanguageError(
                f"an operation takes an object of the class {type(value).__name__}, which says itself what it does",
                "compute with symbols, numbers, and tuples, lists and dictionaries of them",
            )
        return value

    def assign(self, target: ast.expr, value: Any) -> None:
        """Assign a value to a variable, a register or an entry, or to several."""
        if isinstance(target, ast.Tuple | ast.List):
            self.at(target)
            self._unpack(target.elts, list(self.iterable(value)))
        else:
            self.reference(target).write(value)

    def reference(self, target: ast.expr) -> Reference:
        """What a target refers to, with its parts evaluated once."""
        match target:
            case ast.Attribute(value=owner):
                return Reference(self, target, self.value(owner))
            case ast.Subscript(value=container, slice=index):
                return Reference(self, target, self.value(container), self.value(index))
        return Reference(self, target)

    def binary(self, operation: ast.operator, left: Any, right: Any) -> Any:
        """An operation on two values."""
        if isinstance(operation, ast.Mod) and is_a(left, str):
            raise LanguageError("text is made by %", "write an f-string, of plain values")
        result = BINARY[type(operation)](self.operand(left), self.operand(right))
        return self.session.keep(result) if type(result) in MUTABLE else result

    def in_place(self, operation: ast.operator, held: Any, value: Any) -> Any:
        """An operation that changes a container, which others may hold as well."""
        if type(held) is list and isinstance(operation, ast.Add):
            held += self.iterable(value)
            return held
        if type(operation) not in IN_PLACE:
            raise LanguageError("a container is changed by an operation that it does not have", "write it otherwise")
        return IN_PLACE[type(operation)](self.operand(held), self.operand(value))

    def _evaluate(self, node: ast.expr) -> Any:
        return _EXPRESSIONS[type(node)](self, node)

    def iterable(self, value: Any) -> Iterable[Any]:
        """The value, if it can be gone through; else LanguageError."""
        kind = type(value)
        known = kind in CONTAINERS or kind in PLAIN or is_symbolic(value) or is_kept_by_iterating(value)
        if not known and kind is not EnumType:
            raise LanguageError(f"it goes through a {kind.__name__}", "go through a list, a tuple, a range or a Vector")
        members: Iterable[Any] = value
        return members

    def _unpack(self, parts: list[ast.expr], values: list[Any]) -> None:
        starred = [number for number, part in enumerate(parts) if isinstance(part, ast.Starred)]
        if len(values) < len(parts) - len(starred) or (not starred and len(values) > len(parts)):
            raise LanguageError(f"{len(values)} values are assigned to {len(parts)} targets", "give each its value")
        for number in starred:
            end = len(values) - (len(parts) - number - 1)
            values[number:end] = [self.session.keep(values[number:end])]
        for part, value in zip(parts, values, strict=True):
            self.assign(part.value if isinstance(part, ast.Starred) else part, value)

    def _constant(self, node: ast.Constant) -> Any:
        return node.value

    def _name(self, node: ast.Name) -> Any:
        self.at(node)
        return self.scope.read(node.id)

    def _attribute(self, node: ast.Attribute) -> Any:
        return self.reference(node).read()

    def _subscript(self, node: ast.Subscript) -> Any:
        return self.reference(node).read()

    def _slice(self, node: ast.Slice) -> slice:
        return slice(*(None if part is None else self.value(part) for part in (node.lower, node.upper, node.step)))

    def _binary(self, node: ast.BinOp) -> Any:
        # Long sums lean to the left: they are read without going deeper.
        chain = [node]
        while isinstance(chain[-1].left, ast.BinOp):
            chain.append(chain[-1].left)
        result = self.value(chain[-1].left)
        for each in reversed(chain):
            right = self.value(each.right)
            self.at(each)
            result = self.binary(each.op, result, right)
        return result

    def _unary(self, node: ast.UnaryOp) -> Any:
        if isinstance(node.op, ast.Not):
            return not self.truth(node.operand)
        operand = self.value(node.operand)
        self.at(node)
        return UNARY[type(node.op)](self.operand(operand))

    def _connection(self, node: ast.BoolOp) -> Any:
        *first, last = node.values
        for each in first:
            value = self.value(each)
            self.at(each)
            if bool(self.operand(value)) is isinstance(node.op, ast.Or):
                return value
        return self.value(last)

    def _comparison(self, node: ast.Compare) -> Any:
        check_precedence(self.text, node)
        left, result = self.value(node.left), None
        for number, (operation, side) in enumerate(zip(node.ops, node.comparators, strict=True)):
            self.at(node)
            if number and not bool(result):
                return result
            right = self.value(side)
            self.at(node)
            result, left = self._compare(operation, left, right), right
        return result

    def _compare(self, operation: ast.cmpop, left: Any, right: Any) -> Any:
        if isinstance(operation, ast.Is | ast.IsNot):
            if not (left is None or right is None) or is_symbolic(left) or is_symbolic(right):
                raise LanguageError(
                    "`is` asks which object a symbol is, not what it stands for",
                    "write `==`, or `!=` for `is not`; a plain value may be compared with None",
                )
        elif isinstance(operation, ast.In | ast.NotIn):
            self.iterable(right)
        return COMPARISONS[type(operation)](self.operand(left), self.operand(right))

    def _choice(self, node: ast.IfExp) -> Any:
        return self.value(node.body if self.truth(node.test) else node.orelse)

    def _text(self, node: ast.JoinedStr) -> str:
        return "".join(str(self.value(part)) for part in node.values)

    def _formatted(self, node: ast.FormattedValue) -> str:
        value = self.value(node.value)
        self.at(node)
        if type(value) not in PLAIN:
            raise LanguageError(
                "the text of a symbol or an object is made, which is not what it stands for",
                "show plain numbers and texts only",
            )
        shown = CONVERSIONS[node.conversion](value) if node.conversion in CONVERSIONS else value
        return format(shown, "" if node.format_spec is None else self.value(node.format_spec))

    def _tuple(self, node: ast.Tuple) -> tuple[Any, ...]:
        return tuple(self.values(node.elts))

    def _list(self, node: ast.List) -> Any:
        return self.session.keep(self.values(node.elts))

    def _set(self, node: ast.Set) -> Any:
        members = self.values(node.elts)
        self.at(node)
        return self.session.keep({self.operand(each) for each in members})

    def _dict(self, node: ast.Dict) -> Any:
        made: dict[Any, Any] = {}
        for key, held in zip(node.keys, node.values, strict=True):
            name = None if key is None else self.operand(self.value(key))
            value = self.value(held)
            self.at(node)
            if key is None and type(value) is not dict:
                raise LanguageError("`**` is written of what is no dictionary", "write a dictionary")
            made.update({name: value} if key is not None else value)
        return self.session.keep(made)

    def _list_of(self, node: ast.ListComp) -> Any:
        return self.session.keep([run.value(node.elt) for run in self._rounds(node.generators)])

    def _set_of(self, node: ast.SetComp) -> Any:
        return self.session.keep({self.operand(run.value(node.elt)) for run in self._rounds(node.generators)})

    def _dict_of(self, node: ast.DictComp) -> Any:
        runs = self._rounds(node.generators)
        return self.session.keep({self.operand(run.value(node.key)): run.value(node.value) for run in runs})

    def _generator(self, node: ast.GeneratorExp) -> Iterator[Any]:
        for run in self._rounds(node.generators):
            before = self.session.file, self.session.node
            value = run.value(node.elt)
            self.session.file, self.session.node = before
            yield value

    def _rounds(self, generators: list[ast.comprehension]) -> Iterator[Self]:
        """The function in each round of a comprehension."""
        own = frozenset[str]().union(*(stored_names(each.target) for each in generators))
        # Its first sequence is read outside of it.
        return self.inside(Scope(own, self.scope))._nested(generators, self.members(generators[0].iter))

    def _nested(self, generators: list[ast.comprehension], members: Iterator[Any]) -> Iterator[Self]:
        first, *rest = generators
        for each in members:
            self.assign(first.target, each)
            if not all(self.truth(condition) for condition in first.ifs):
                continue
            if rest:
                yield from self._nested(rest, self.members(rest[0].iter))
            else:
                yield self


def _as_list(node: ast.expr) -> str:
    """The text of a list of what an iterator goes through."""
    if isinstance(node, ast.GeneratorExp):
        return ast.unparse(ast.ListComp(node.elt, node.generators))
    return f"list({ast.unparse(node)})"


@dataclass(frozen=True)
class Reference:
    """A variable, an attribute or an entry, which is read or assigned. owner, index: the values of its parts."""

    run: Evaluation
    node: ast.expr
    owner: Any = None
    index: Any = None

    def read(self) -> Any:
        """Its value."""
        self.run.at(self.node)
        match self.node:
            case ast.Name(id=name):
                return self.run.scope.read(name)
            case ast.Attribute(attr=name):
                return attribute(self.owner, name, self.run.get)
        if not is_symbolic(self.owner) and type(self.owner) not in CONTAINERS and type(self.owner) not in PLAIN:
            raise LanguageError(f"an entry of a {type(self.owner).__name__} is read", "keep a list or a dictionary")
        entry = self.owner[self.run.operand(self.index)]
        return self.run.session.keep(entry) if type(self.index) is slice and type(entry) is list else entry

    def write(self, value: Any) -> None:
        """Assign it."""
        self.run.at(self.node)
        match self.node:
            case ast.Name(id=name):
                self.run.scope.assign(name, value)
            case ast.Attribute(attr=name):
                if recorder_of(self.owner) is None and not is_symbolic(self.owner):
                    raise LanguageError("an attribute of a Python object is assigned", "keep it in a register")
                setattr(self.owner, name, self.run.operand(value))
            case _:
                if is_symbolic(self.owner):
                    self.run.operand(value)
                else:
                    self.run.session.check_change(self.owner)
                self.owner[self.run.operand(self.index)] = value


_EXPRESSIONS: Mapping[type[ast.expr], Callable[[Any, Any], Any]] = {
    ast.Constant: Evaluation._constant,
    ast.Name: Evaluation._name,
    ast.Attribute: Evaluation._attribute,
    ast.Subscript: Evaluation._subscript,
    ast.Slice: Evaluation._slice,
    ast.Call: lambda self, node: self.call(node),
    ast.Lambda: lambda self, node: self.function(node),
    ast.BinOp: Evaluation._binary,
    ast.UnaryOp: Evaluation._unary,
    ast.BoolOp: Evaluation._connection,
    ast.Compare: Evaluation._comparison,
    ast.IfExp: Evaluation._choice,
    ast.JoinedStr: Evaluation._text,
    ast.FormattedValue: Evaluation._formatted,
    ast.Tuple: Evaluation._tuple,
    ast.List: Evaluation._list,
    ast.Dict: Evaluation._dict,
    ast.Set: Evaluation._set,
    ast.ListComp: Evaluation._list_of,
    ast.SetComp: Evaluation._set_of,
    ast.DictComp: Evaluation._dict_of,
    ast.GeneratorExp: Evaluation._generator,
}
