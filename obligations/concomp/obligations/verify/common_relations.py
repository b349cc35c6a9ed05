"""What two functions of two files declare under one name has to be one relation.

Relations of two files are taken to be the same if their names and fields are; a proof about both then says nothing of
two relations with two meanings.
"""

from __future__ import annotations

from collections.abc import Mapping
from inspect import CO_NESTED
from types import CodeType
from typing import Any

from concomp.model.language.syntax.definition import Definition
from concomp.model.language.syntax.relations import Declared, Meaning
from concomp.obligations.verify.properties.properties import NotAskable


def demand_one_relation_a_name(
    definition: Definition, other: Definition, given: Mapping[str, Meaning], given_other: Mapping[str, Meaning]
) -> None:
    """Make sure that relations of one name may be taken for one.

    given, given_other: the meanings that the functions were made with, by name, in place of those declared. Raises
    NotAskable if their axioms differ, or both have a meaning and these are not seen to be one.
    """
    for name, symbol in other.declared.items():
        if name in definition.declared:
            one = definition.declared[name]
            _demand_one_relation(one, symbol, given.get(name, one.meaning), given_other.get(name, symbol.meaning))


def _demand_one_relation(
    one: Declared[Any], other: Declared[Any], meaning: Meaning | None, other_meaning: Meaning | None
) -> None:
    """Make sure that two relations of one name may be taken for one."""
    if (one.reflexive, one.symmetric) != (other.reflexive, other.symmetric):
        raise NotAskable(
            f"both functions declare {one.name}, one of them with other axioms (reflexive, symmetric); declare it "
            "alike in both, or rename one"
        )
    if None not in (meaning, other_meaning) and not _is_one_meaning(meaning, other_meaning):
        raise NotAskable(
            f"both functions declare {one.name}, each with a meaning of its own; import it in both from one file, "
            "give a meaning in one of them only, or rename one"
        )


def _is_one_meaning(one: Meaning | None, other: Meaning | None) -> bool:
    """Whether two callables are one, or functions of the same text that look at their arguments alone."""
    if one is other:
        return True
    texts = [getattr(each, "__code__", None) for each in (one, other)]
    bound = any(hasattr(each, "__self__") for each in (one, other))
    alone = not bound and all(
        isinstance(text, CodeType) and not text.co_names and not text.co_freevars for text in texts
    )
    defaults = [(getattr(each, "__defaults__", 1), getattr(each, "__kwdefaults__", 1)) for each in (one, other)]
    return alone and defaults == [(None, None)] * 2 and _text(texts[0]) == _text(texts[1])


def _text(code: CodeType | None) -> tuple[object, ...]:
    assert isinstance(code, CodeType)
    kind = code.co_flags & ~CO_NESTED
    return code.co_argcount, code.co_kwonlyargcount, kind, code.co_code, code.co_exceptiontable, repr(code.co_consts)
