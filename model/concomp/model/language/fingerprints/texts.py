"""Meanings as JSON, so that evidence knows them by all that determines what they give.

A function of Python is known by its code, its defaults, what it closes over, and the globals that it uses; a bound
method by its object too; a partial by what it applies to what; a callable object by its class and its fields. What it
is given may have methods: what authors have written into these classes counts. The whole text of each file in which
something of this stands, and of each that such a file imports, counts, too: what a meaning depends on may stand there
and not be seen of the objects. What is imported from Python's own library, from an installed package, or from this one
is known by its name and its version.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from hashlib import sha256
from itertools import pairwise
from types import CodeType, EllipsisType, FunctionType, ModuleType, NoneType, NotImplementedType
from typing import Any

from concomp.model.language.fingerprints.classes import COMMON, authors_parts, parts_of_class, virtual_subclasses
from concomp.model.language.fingerprints.files import files_of
from concomp.model.language.fingerprints.no_text import NoText
from concomp.model.language.fingerprints.objects import computed_by, fields_of
from concomp.model.language.fingerprints.parts import name_of_imported, parts_of
from concomp.model.language.readings.json_values import Json, JsonError
from concomp.model.language.readings.plain_values import plain_text
from concomp.model.language.readings.value_classes import classes_of
from concomp.model.language.syntax.relations import Meaning
from concomp.model.language.syntax.sorts import Sort
from concomp.model.libraries import library_version

_REMEDY = "let it use functions, numbers, text, tuples, and objects that hold only these"
_REMEMBERED = 1 << 12
_codes: dict[int, tuple[str, CodeType]] = {}


def meaning_to_json(name: str, meaning: Meaning | None, domain: Iterable[Sort] = ()) -> Json:
    """The meaning of the relation or function of this name as JSON, by all that determines it; None for none.

    domain: the sorts of what it is given, whose classes may have methods that it calls.
    Raises JsonError for a meaning that holds, or uses, what has no text.
    """
    if meaning is None:
        return None
    place = f"the meaning of {name}"
    try:
        writing = _Writing(place)
        text = writing.write(meaning)
        kinds = classes_of(domain)
        called = [[kind.__qualname__, *map(writing.write, parts)] for kind in kinds if (parts := authors_parts(kind))]
        return ["meaning", text, called, writing.virtual_subclasses(), writing.files(kinds)]
    except RecursionError:
        raise JsonError(place, "what it holds lies too deep to be written", _REMEDY) from None
    except NoText as problem:
        raise JsonError(place, str(problem), problem.remedy) from None


class _Writing:
    """The writing of one meaning, in which what occurs again is known by its number."""

    def __init__(self, place: str, alike: dict[int, tuple[str, object]] | None = None) -> None:
        """Take the place to name in errors, and what is known already of values by themselves."""
        self._place = place
        self._known: dict[int, tuple[int, object]] = {}
        self._alike: dict[int, tuple[str, object]] = {} if alike is None else alike

    def virtual_subclasses(self) -> Json:
        """Which of the authors' classes that were met count as ones below abstract classes of libraries."""
        classes = [value for _, value in self._known.values() if isinstance(value, type)]
        authors = {each for each in classes if library_version(each.__module__) is None}
        libraries = [*(each for each in classes if each not in authors), *COMMON] if authors else []
        return sorted(
            [kind.__module__, kind.__qualname__, each.__module__, each.__qualname__]
            for kind in dict.fromkeys(libraries)
            for each in virtual_subclasses(kind)
            if each in authors
        )

    def files(self, kinds: Iterable[type]) -> Json:
        """The authors' files in which something stands that was met, or is one of these classes, and what they
        import."""
        reached = [value for _, value in self._known.values() if isinstance(value, type | FunctionType)]
        return [list(each) for each in files_of((*reached, *kinds))]

    def write(self, value: Any) -> Json:
        """The value as JSON."""
        kind = type(value)
        if kind in _ATOMS:
            return _ATOMS[kind](value)
        if kind is CodeType:
            return ["code", _hash_of_code(value)]
        if id(value) in self._known:
            return ["again", self._known[id(value)][0]]
        # The value is kept, so that nothing else gets its id.
        self._known[id(value)] = len(self._known), value
        imported = name_of_imported(value)
        if imported is not None:
            return ["imported", *imported]
        parts = parts_of(value)
        if parts is not None:
            return [kind.__name__, *map(self.write, parts)]
        if kind in (set, frozenset):
            return [kind.__name__, *self._members(value)]
        if kind is dict:
            return ["dict", *([self._key(key), self.write(held)] for key, held in value.items())]
        if isinstance(value, type):
            return ["class", value.__module__, value.__qualname__, *map(self.write, parts_of_class(value))]
        return self._object(value)

    def _members(self, values: Iterable[Any]) -> list[Json]:
        """What has no place in an order, in the order of texts by themselves."""
        texts = sorted(((self._in_order(each), each) for each in values), key=lambda pair: pair[0])
        alike = [text for (text, _), (other, _) in pairwise(texts) if text == other]
        if alike:
            raise NoText("a set that it holds has two members that only their identity tells apart", "use a tuple")
        return [self._key(each) for _, each in texts]

    def _in_order(self, value: Any) -> str:
        return json.dumps(self.write(value)) if type(value) in _ATOMS else self._alone(value)

    def _key(self, value: Any) -> Json:
        """The text of a key or member; of an object, the very one that is meant."""
        return self._in_order(value) if type(value) in _ATOMS else self.write(value)

    def _alone(self, value: Any) -> str:
        """What a value has in common with those that have the same text by themselves."""
        if id(value) not in self._alike:
            text = json.dumps(_Writing(self._place, self._alike).write(value))
            # The value is kept, so that nothing else gets its id.
            self._alike[id(value)] = sha256(text.encode()).hexdigest(), value
        return self._alike[id(value)][0]

    def _object(self, value: Any) -> Json:
        kind = type(value)
        if isinstance(value, Enum):
            return ["member", self.write(kind), value._name_, self.write(value._value_)]
        if isinstance(value, ModuleType):
            name = value.__name__
            raise JsonError(self._place, f"it uses the module {name}", f"import what it uses: from {name} import …")
        fields = fields_of(value)
        if kind is object:
            raise JsonError(self._place, "it holds an object(), which is known by its identity alone", _REMEDY)
        if fields is None:
            raise JsonError(self._place, f"it holds a {kind.__qualname__}, which has no text", _REMEDY)
        return ["object", self.write(kind), *map(self.write, fields), *map(self.write, self._set_by_hand(value))]

    def _set_by_hand(self, value: Any) -> list[tuple[str, Any]]:
        """What an object keeps as computed, and does not come to: a `cached_property` may be set."""
        found = []
        for name, held, compute in computed_by(value):
            try:
                computed = compute(value)
            except Exception as error:  # whatever the author's code raises
                reason = f"its {name} was computed or set, and does not compute any more ({type(error).__name__})"
                raise NoText(reason, f"let {name} be a field") from None
            if self._alone(held) != self._alone(computed):
                found.append((name, held))
        return found


def _hash_of_code(code: CodeType) -> str:
    """The hash of what code is made of, which never changes."""
    if id(code) not in _codes:
        if len(_codes) == _REMEMBERED:
            _codes.clear()
        text = json.dumps([_Writing(code.co_name).write(part) for part in parts_of(code) or ()])
        # The code is kept, so that nothing else gets its id.
        _codes[id(code)] = sha256(text.encode(errors="surrogatepass")).hexdigest(), code
    return _codes[id(code)][0]


def _complex(value: complex) -> Json:
    return ["complex", struct.pack(">dd", value.real, value.imag).hex()]


_ATOMS: Mapping[type, Callable[[Any], Json]] = {
    **dict.fromkeys((NoneType, bool, int, float, str, bytes, Fraction), plain_text),
    complex: _complex,
    Decimal: lambda value: ["Decimal", str(value)],
    EllipsisType: repr,
    NotImplementedType: repr,
}
