"""Sentences with formulas in them: what is a formula is found, and typeset where the grammar parses it.

A word is taken for a formula if it shows a sign of one: an operator, a script, a bracket, a Greek name or a single
letter. Words between which an operator stands, or whose brackets are still open, belong to one formula.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

from concomp.site.mathematics.formulas import Unparsed, typeset
from concomp.site.mathematics.symbols import GREEK, NAMES

FUNCTIONS = {"min", "max", "sup", "inf", "log", "ln", "exp", "sum", "prod", "sqrt", "argmax", "argmin", "supp"}
INFIX = {"<=", ">=", "=", "<", ">", "!=", "~", "->", "|->", "<=>", "=>", ":=", "+", "-", "*", "/", "o", "o*", "x", "in"}
SUBTRACTED = {*NAMES, *FUNCTIONS, "Pr"}
"""The names of more than one letter before which a hyphen is a minus."""
LONGEST = 24
"""The most words of one formula."""
_WORD = re.compile(r"(?<![\w{^-])([a-z]{2,}|[A-Z][a-z]{3,}|FALSE|DP)(?![\w\[(^{'])")
"""A word of a sentence, where it stands by itself."""
_LABEL = re.compile(r"[(]?(?:[A-Za-z]+(?:[.]\d+)?|[ivxIVX]+|\d+[a-z]?)[)]?")
_SIGNS = re.compile(r"[_^=<>~+*|\[{]|\|\||\w\(|^\d+/\d|^\(")
_LETTER = re.compile(r"[B-HJ-Zb-z]['′]*|\d+|inf|infinity|TOP|BOT")
_COMPOUND = re.compile(r"(?P<formula>.*?)(?P<word>-[A-Za-z][A-Za-z-]+(?:\(s\))?)")
_HYPHENED = re.compile(r"(?<=[\w)\]}'])-([A-Za-z]{2,})")
"""A word that is joined to what is before it, as in (eps,delta)-DP, rather than subtracted."""
_END = re.compile(r"(?P<body>.*?)(?P<end>[.,;:?!]*)", re.DOTALL)


@dataclass(frozen=True)
class Piece:
    """A stretch of a sentence: text, or what is taken for a formula; html: how it is shown; parsed: by the grammar."""

    text: str
    html: str
    is_formula: bool = False
    is_parsed: bool = False


def sentence(text: str) -> str:
    """The text as HTML, its formulas typeset where the grammar parses them and as they stand elsewhere."""
    return "".join(piece.html for piece in pieces(text))


def pieces(text: str) -> Iterator[Piece]:
    """The stretches of a text, in order; together they are all of it."""
    words = re.split(r"(\s+)", text)
    at = 0
    while at < len(words):
        found, width = _longest(words, at)
        yield from found
        at += width


def _longest(words: list[str], at: int) -> tuple[list[Piece], int]:
    """The longest formula that begins with a word, with the punctuation behind it; the word itself if there is none."""
    if not _may_begin(words[at]):
        return [_plain(words[at])], 1
    ends = [end for end in _ends(words, at) if _looks_like_formula("".join(words[at:end]))]
    for end in reversed(ends):
        read = _read("".join(words[at:end]))
        if read is not None:
            return read, end - at
    if words[at].startswith("(") and words[at].count("(") > words[at].count(")"):
        words[at] = words[at][1:]
        return [_plain("(")], 0
    if not ends:
        return [_plain(words[at])], 1
    return [Piece(words[at], escape(words[at], quote=False), is_formula=True)], 1


def _ends(words: list[str], at: int) -> Iterator[int]:
    """Behind which words a formula that begins here may end."""
    for end in range(at + 1, min(len(words), at + 2 * LONGEST) + 1, 2):
        so_far = "".join(words[at:end])
        is_open = _opened(so_far) > _closed(so_far)
        if not is_open:
            yield end
        following = words[end + 1] if end + 1 < len(words) else ""
        is_joined = words[end - 1] in INFIX or (following in INFIX and not so_far.endswith((",", ";", ".", ":")))
        if not (is_open or is_joined):
            return


def _may_begin(word: str) -> bool:
    return bool(word.strip()) and word not in INFIX


def _looks_like_formula(text: str) -> bool:
    body = _bare(text)
    if any(word not in {*GREEK, *INFIX, *FUNCTIONS} for word in _WORD.findall(body)):
        return False
    if " " in body and any(f" {sign} " in body for sign in INFIX):
        return True
    if _LETTER.fullmatch(body) and not body.isdigit():
        return True
    if any(re.search(rf"(?<![A-Za-z]){name}(?![A-Za-z])", body) for name in GREEK):
        return True
    return bool(_SIGNS.search(body)) and not _LABEL.fullmatch(body)


def _bare(text: str) -> str:
    found = _END.fullmatch(text)
    return found["body"] if found else text


def _read(text: str) -> list[Piece] | None:
    """A formula, with the parenthesis before, the word joined to it and the punctuation behind; None if it is none."""
    whole = _END.fullmatch(text)
    assert whole is not None
    body, end = whole["body"], whole["end"]
    for opening, inner, closing in _trimmed(body):
        compound = _COMPOUND.fullmatch(inner)
        tries = [(inner, "")]
        if compound and compound["formula"] and compound["word"][1:] not in GREEK:
            tries.insert(0, (compound["formula"], compound["word"]))
        for formula, word in tries:
            if any(found not in SUBTRACTED for found in _HYPHENED.findall(formula)):
                continue
            try:
                html = typeset(formula)
            except Unparsed:
                continue
            return [
                *([_plain(opening)] if opening else []),
                Piece(formula, html, is_formula=True, is_parsed=True),
                *([_plain(word + closing + end)] if word + closing + end else []),
            ]
    return None


def _trimmed(body: str) -> Iterator[tuple[str, str, str]]:
    """The text without a bracket that the sentence opens before it or closes behind it."""
    if _opened(body) > _closed(body) and body.startswith("("):
        yield "(", body[1:], ""
    elif _closed(body) > _opened(body) and ")" in body:
        inner, _, rest = body.rpartition(")")
        stop = _END.fullmatch(inner)
        yield "", stop["body"] if stop else inner, f"{stop['end'] if stop else ''}){rest}"
    else:
        yield "", body, ""


def _opened(text: str) -> int:
    """How many brackets open; of what kind does not matter, as (0,1] is an interval."""
    return sum(map(text.count, "([{"))


def _closed(text: str) -> int:
    return sum(map(text.count, ")]}"))


def _plain(text: str) -> Piece:
    return Piece(text, escape(text, quote=False))
