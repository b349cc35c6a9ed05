"""Types of which nothing else can be made: exact types only, fields of the types they say, texts with their places.

A subclass could compare equal to what it is not, or change after it was looked at. So the terms, indices and formulas
of the kernel have no subclasses, and their fields are checked where they are made.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import fields, is_dataclass
from inspect import signature
from string import Formatter
from typing import NoReturn, TypeVar

T = TypeVar("T")
LETTERS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZαβγδεζηθικλμνξπρστυφχψωΔΣΩ∏")
SIGNS = frozenset("0123456789₀₁₂₃₄₅₆₇₈₉₊⁺⁰¹²³ᴹᶜ∞~_'′ (),!")
"""What names are written with."""
ALIKE = str.maketrans("νυχ′I1O", "vvx'll0")
"""Those that look like others: what is called alike after this translation is read as the same."""
MIXED = re.compile("[a-z][α-ω]|[α-ω][a-z]")
"""A small Greek letter beside a Latin one, in place of one that it looks like."""
WORD = re.compile(r"[^\W\d][\w'′]*|\(ε,δ\)")
"""A word, and the pair of parameters, which is written as one."""


class IllFormed(ValueError):
    """Thrown for an index, a term or a formula with a part that does not fit."""


def sealed(kind: type[T]) -> type[T]:
    """Let a type have no subclasses."""

    def refuse(subclass: type, /, **_: object) -> NoReturn:
        raise IllFormed(f"{subclass.__name__}: {kind.__name__} can have no subclass: use {kind.__name__} itself")

    kind.__init_subclass__ = classmethod(refuse)  # type: ignore[assignment]
    # What is frozen stays so: a state is set by nobody, and nothing is begun twice.
    if "__setstate__" in vars(kind):
        kind.__setstate__ = _refuse_state  # type: ignore[attr-defined]
    if is_dataclass(kind):
        setattr(kind, "__init__", _once(kind.__init__, fields(kind)[0].name))  # noqa: B010
    _SEALED.add(kind)
    return kind


def _once(begin: Callable[..., None], field: str) -> Callable[..., None]:
    """The beginning of an object, refused once it has begun: before its fields are looked at, they are set."""

    def begin_once(self: object, *args: object, **named: object) -> None:
        if hasattr(self, field):
            raise IllFormed(f"a {type(self).__name__} is made once, and never changed")
        begin(self, *args, **named)

    begin_once.__signature__ = signature(begin)  # type: ignore[attr-defined]
    return begin_once


_SEALED: set[type] = set()


def _refuse_state(self: object, state: object) -> NoReturn:
    raise IllFormed(f"a {type(self).__name__} is made by its class only, and never changed")


def is_sealed(kind: type) -> bool:
    """Whether a type can have no more subclasses than it has."""
    return kind in _SEALED


def is_one_of(kinds: tuple[type, ...], part: object) -> bool:
    """Whether a part is of one of these very types: of classes, too, that may say that they equal others."""
    own = type(part)
    return any(own is kind for kind in kinds)


def demand_exactly(kinds: tuple[type, ...], *parts: object) -> None:
    """Make sure that parts are of these very types."""
    for part in parts:
        if not is_one_of(kinds, part):
            wanted = " or ".join(kind.__name__ for kind in kinds)
            raise IllFormed(f"{part!r} is a {type(part).__name__}: write {wanted}")


def demand_one_line(*texts: str) -> None:
    """Make sure that what something is called can be read as that: it is one line, and closes no bracket of others."""
    demand_exactly((str,), *texts)
    for text in texts:
        rest = text
        while (shorter := re.sub(r"\[[^][]*\]", "", rest)) != rest:
            rest = shorter
        if not text.isprintable() or set(rest) & set("[]"):
            raise IllFormed(f"{text!r} would be read as more than a name: choose one line, with all brackets closed")


def demand_one_of(allowed: Iterable[str], text: str) -> None:
    """Make sure that a text is one of some."""
    demand_exactly((str,), text)
    listed = tuple(allowed)
    if text not in listed:
        raise IllFormed(f"{text!r} is none of {', '.join(listed)}")


def demand_name(name: str) -> None:
    """Make sure that a name cannot be read as a number, or as a term that is made of others."""
    demand_exactly((str,), name)
    if not name or name[0].isdigit() or set(name) & set("{}+−-·=≤<≥>") or name.startswith(("Σ_", "sup_", "lim_")):
        raise IllFormed(f"{name!r} reads as a number or as a term of several parts: choose another name")
    if not name.isprintable() or set(name) & set('|\\";'):
        raise IllFormed(f'{name!r} cannot be quoted in what solvers read: choose a name without | \\ " ;')


def demand_letters(name: str) -> None:
    """Make sure that a name is written with letters that are told apart, none put in place of another."""
    others = {*name} - LETTERS - SIGNS or {*"".join(MIXED.findall(name))}
    if others:
        raise IllFormed(
            f"{name!r} has {', '.join(sorted(others))}, which may look like others: choose one word of plain letters"
        )


def demand_one_word(name: str) -> None:
    """Make sure that a name is one word: others are those of parts and symbols, or look like what is made of them."""
    demand_name(name)
    demand_letters(name)
    if not WORD.fullmatch(name):
        raise IllFormed(f"{name!r} may be the name of what belongs to another variable: choose one word")


def demand_places(text: str, count: int) -> None:
    """Make sure that a text has a place for each of so many indices, and no other braces."""
    demand_exactly((str,), text)
    try:
        fields = [(field, spec, how) for _, field, spec, how in Formatter().parse(text) if field is not None]
    except ValueError as error:
        raise IllFormed(f"{text!r}: {error}: write {{{{ and }}}} for braces") from error
    named = {field for field, _, _ in fields}
    in_order = named == {""} and len(fields) == count
    numbered = named == {str(place) for place in range(count)}
    if any(spec or how for _, spec, how in fields) or not (in_order or numbered):
        raise IllFormed(f"{text!r} does not have a place {{}} for each of {count} indices")
