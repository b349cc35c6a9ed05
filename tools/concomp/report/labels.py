"""Labels as people type them: "5.4", "thm 5.14", "hsv26 theorem 5.4", "def 4.9 repaired", "first-pair consistent", E2.

What is typed is read as words. A word names a paper, a kind of statement, a number, the repaired form, or stands in the
title; a statement fits if every word fits it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from typing import get_args

from concomp.model.registry.registry import Registry, UnknownLabel
from concomp.model.registry.rows import Kind, Statement

WORD = re.compile(r"[a-z]\.\d+(?:\.\d+)*|\d+(?:\.\d+)*|[a-z]+(?=\d+\.\d)|[a-z]+\d*")
"""A number like 5.4 or B.1, or a name; in small letters."""
SHORT_FORMS: Mapping[str, str] = {
    "alg": "algorithm",
    "app": "appendix",
    "cond": "condition",
    "conditions": "condition",
    "constr": "constraint",
    "constraints": "constraint",
    "cor": "corollary",
    "coroll": "corollary",
    "def": "definition",
    "defn": "definition",
    "eq": "equation",
    "equations": "equation",
    "ex": "example",
    "fig": "figure",
    "fn": "footnote",
    "lem": "lemma",
    "lm": "lemma",
    "obs": "observation",
    "prop": "proposition",
    "rem": "remark",
    "sec": "section",
    "sect": "section",
    "tab": "table",
    "th": "theorem",
    "thm": "theorem",
    "thms": "theorem",
    "corrected": "repaired",
    "repair": "repaired",
}
KINDS = {*get_args(Kind), "section", "appendix"}
PLACES = ("section", "appendix")
FILLING = {"the", "of", "erratum", "statement"}
MOST = 6
"""How many statements an error names."""


class AmbiguousLabel(LookupError):
    """Thrown when several statements fit a label; the message names them."""

    def __init__(self, label: str, keys: list[str]) -> None:
        named = ", ".join(repr(key) for key in keys[:MOST])
        rest = f" and {len(keys) - MOST} more, see concomp list {label}" if len(keys) > MOST else ""
        super().__init__(f"{len(keys)} statements fit {label!r}: give one of {named}{rest}")
        self.keys = tuple(keys)


def read_label(registry: Registry, label: str) -> str:
    """The key of the statement, or the id of the erratum, that a label means.

    Raises UnknownLabel if nothing fits, AmbiguousLabel if several statements do.
    """
    erratum = _erratum(registry, label)
    return read_statement(registry, label) if erratum is None else erratum


def read_statement(registry: Registry, label: str) -> str:
    """The key of the statement that a label means; raises UnknownLabel and AmbiguousLabel."""
    if " ".join(label.split()) in registry.statements:
        return registry.lookup(label).key
    fitting = _narrow([registry.statements[key] for key in statements_that_fit(registry, label)], _words(label))
    if not fitting:
        raise UnknownLabel(label, _close(registry, label))
    if len(fitting) > 1:
        raise AmbiguousLabel(label, [row.key for row in fitting])
    return fitting[0].key


def statements_that_fit(registry: Registry, text: str) -> list[str]:
    """The keys of the statements that every word of a text fits, in the order of the registry; none if it is empty."""
    words = _words(text)
    return [key for key, row in registry.statements.items() if words and all(_fits(word, words, row) for word in words)]


def _erratum(registry: Registry, label: str) -> str | None:
    by_name = {name.casefold(): name for name in registry.errata}
    words = [word for word in re.findall(r"[\w.-]+", label.casefold()) if word != "erratum"]
    return by_name.get(words[0]) if len(words) == 1 else None


@cache
def _words(text: str) -> tuple[str, ...]:
    folded = (SHORT_FORMS.get(word, word) for word in WORD.findall(text.casefold()))
    return tuple(word for word in folded if word not in FILLING)


def _fits(word: str, words: Sequence[str], row: Statement) -> bool:
    """Whether one of the words fits a statement."""
    label, section = _words(row.label), _words(row.section)
    if word[0].isdigit() or "." in word:
        is_place = any(place in words for place in PLACES)
        return word in label or (is_place and any(f"{each}.".startswith(f"{word}.") for each in section))
    if word in PLACES:
        return word in (*label, *section)
    if word in KINDS:
        return word in (row.kind, *label)
    if word == "repaired":
        return row.repairs is not None or word in label
    in_paper = word in (row.source.casefold(), row.source.casefold().rstrip("0123456789"))
    return in_paper or any(each.startswith(word) for each in (*label, *section, *_words(row.title)))


def _narrow(rows: list[Statement], words: Sequence[str]) -> list[Statement]:
    """Those that are meant where more fit: printed rather than repaired, numbered rather than a place in a section."""
    preferences: list[Callable[[Statement], bool]] = [
        lambda row: "repaired" in words or row.repairs is None,
        lambda row: _words(row.label) == words or _words(row.key) == words,
        lambda row: not row.label.casefold().startswith(PLACES),
        lambda row: _words(row.title) == words,
        lambda row: all(word in (*_words(row.key), *_words(row.title)) for word in words),
    ]
    for preferred in preferences:
        rows = [row for row in rows if preferred(row)] or rows
    return rows


def _close(registry: Registry, label: str) -> Iterable[str]:
    """What a misspelt label may mean."""
    by_folded = {" ".join(_words(key)): key for key in registry.statements}
    return [by_folded[name] for name in get_close_matches(" ".join(_words(label)), by_folded, n=3, cutoff=0.7)]
