"""A formula in plain text as MathML, if the grammar parses it."""

from __future__ import annotations

import re
from functools import cache
from html import escape
from pathlib import Path

from lark import Lark, Token, Transformer
from lark.exceptions import LarkError

from concomp.site.mathematics.symbols import NAMES, OPERATORS


class Unparsed(ValueError):
    """Thrown when the grammar does not parse a formula."""


def typeset(formula: str) -> str:
    """The formula as a MathML element, for example `<math><mi>ε</mi></math>` for "eps"; raises Unparsed."""
    try:
        body: str = _typesetter().transform(_parser().parse(formula))
    except LarkError:
        raise Unparsed(formula) from None
    return f"<math>{body}</math>"


@cache
def _parser() -> Lark:
    return Lark(Path(__file__).with_name("formulas.lark").read_text(encoding="utf-8"), parser="lalr")


@cache
def _typesetter() -> Typesetter:
    return Typesetter()


class Typesetter(Transformer[Token, str]):
    """Each part of a formula as MathML, when its own parts are that already. The rules are those of the grammar."""

    def NAME(self, token: Token) -> str:
        """An identifier, with its number as a subscript, its primes, and the tilde or the star that marks it."""
        found = _MARKED.fullmatch(token)
        assert found is not None
        name, primes = NAMES.get(found["name"], found["name"]), "′" * len(found["primes"])
        if found["number"]:
            body = f"<msub><mi>{escape(name)}</mi><mn>{found['number']}</mn></msub>"
            body = f"<msup>{body}<mo>{primes}</mo></msup>" if primes else body
        elif name in "∑∏":
            body = f"<mo>{name}</mo>"
        else:
            body = f"<mi>{escape(_slanted(name) if primes else name)}{primes}</mi>"
        if found["mark"] == "~":
            return f"<mover>{body}<mo>~</mo></mover>"
        return f"<msup>{body}<mo>*</mo></msup>" if found["mark"] else body

    def NUMBER(self, token: Token) -> str:
        """A number."""
        return f"<mn>{token}</mn>"

    def __default_token__(self, token: Token) -> str:
        if token.type in ("LOW", "HIGH"):
            return str(token)
        sign = token.strip()
        if sign == "iff":
            return "<mtext>&nbsp;iff&nbsp;</mtext>"
        stretchy = ' stretchy="false"' if token.type == "BAR" else ""
        return f"<mo{stretchy}>{escape(OPERATORS.get(sign, sign))}</mo>"

    def __default__(self, data: str, children: list[str], meta: object) -> str:
        return "".join(children)

    def scripted(self, parts: list[str]) -> str:
        """A base with its subscripts and superscripts."""
        base, marks, scripts = parts[0], parts[1::2], parts[2::2]
        low = _row([script for mark, script in zip(marks, scripts, strict=True) if mark == "_"])
        high = _row([script for mark, script in zip(marks, scripts, strict=True) if mark == "^"])
        if low and high:
            return f"<msubsup>{_row([base])}{low}{high}</msubsup>"
        if low:
            return f"<msub>{_row([base])}{low}</msub>"
        return f"<msup>{_row([base])}{high}</msup>" if high else base

    related = scripted

    def name(self, parts: list[str]) -> str:
        """A name with its own subscript, where it is a script itself."""
        return f"<msub>{_row(parts[:1])}{_row(parts[2:])}</msub>" if len(parts) > 1 else parts[0]

    def low(self, parts: list[str]) -> str:
        """What is lowered or raised, without the braces that held it together."""
        return "".join(parts).removeprefix(_CURLY[0]).removesuffix(_CURLY[1])

    high = low

    def E(self, token: Token) -> str:
        """The number e."""
        return f"<mi>{token}</mi>"

    def LEFT(self, token: Token) -> str:
        """An opening bracket, which does not grow."""
        return _bracket(token)

    RIGHT = LEFT

    def curly(self, parts: list[str]) -> str:
        """In braces."""
        return f"{_CURLY[0]}{''.join(parts)}{_CURLY[1]}"


def _slanted(name: str) -> str:
    """A letter as it is set in mathematics, which a reader does by itself only to a letter that stands alone."""
    first = next((start for low, high, start in _SLANTED if len(name) == 1 and low <= name <= high), None)
    return name if first is None or name == "h" else chr(ord(first[1]) + ord(name) - ord(first[0]))


def _row(parts: list[str]) -> str:
    """Several parts as one."""
    return f"<mrow>{''.join(parts)}</mrow>" if parts else ""


def _bracket(sign: str) -> str:
    return f'<mo stretchy="false">{sign}</mo>'


_MARKED = re.compile(r"(?P<name>[^\d'′~*]+)(?P<number>\d*)(?P<primes>['′]*)(?P<mark>[~*]?)")
_SLANTED = (("a", "z", "a𝑎"), ("A", "Z", "A𝐴"), ("α", "ω", "α𝛼"))
_CURLY = _bracket("{"), _bracket("}")
