"""Formulas in plain text become MathML, or stay as they stand."""

from __future__ import annotations

import re
import unicodedata
from xml.etree import ElementTree

import pytest

from concomp.site.mathematics.blocks import blocks
from concomp.site.mathematics.formulas import Unparsed, typeset
from concomp.site.mathematics.prose import pieces, sentence
from concomp.site.mathematics.symbols import NAMES, OPERATORS
from tests.tools.site.situation import now

SAMPLES = {
    "eps": "ε",
    "eps_i": "[ε_i]",
    "eps<=1": "ε≤1",
    "mu_t^b": "[μ_t^b]",
    "x^i_j": "[x_j^i]",
    "e^{-eps}": "[e^−ε]",
    "e^-eps_i": "[e^−[ε_i]]",
    "~_i": "[~_i]",
    "P o* I": "P∘*I",
    "x in Y": "x∈Y",
    "x in supp(P)": "x∈supp(P)",
    "delta in (0,1]": "δ∈(0,1]",
    "delta'": "𝛿′",
    "delta~": "[δ|~]",
    "eps1": "[ε_1]",
    "eps1'": "[[ε_1]^′]",
    "e^{-eps1}": "[e^−[ε_1]]",
    "e^eps1": "[e^[ε_1]]",
    "e^eps_i=4/3": "[e^[ε_i]]=4/3",
    "e^{eps_i}": "[e^[ε_i]]",
    "b_s0": "[b_[s_0]]",
    "L_{b_s0,c}": "[L_[b_[s_0]],c]",
    "delta_N_i(eps)": "[δ_[N_i]](ε)",
    "S_{P1} x S_{P2}": "[S_[P_1]]×[S_[P_2]]",
    "2eps": "2ε",
    "sum eps_i": "∑[ε_i]",
    "1-prod_j(1-d)": "1−[∏_j](1−d)",
}
"""Formulas, and what their MathML says: _ before what is lowered, ^ before what is raised, brackets around both."""
_UPRIGHT = {sign: unicodedata.normalize("NFKC", chr(sign)) for sign in range(0x1D400, 0x1D800)}
_UPRIGHT |= {ord("·"): "*", ord("×"): "x", ord("∘"): "o"}
_SAME = {sign: sign for sign in ("*", "x", "o", "in")}
"""Operators that are written like marks or names: which they are is not asked."""
SENTENCES = {
    "M is (eps,delta)-DP, for all eps>=0.": ["(eps,delta)", "eps>=0"],
    "if Comp[RR_{eps_1,0},..,RR_{eps_k,0}] is private": ["Comp[RR_{eps_1,0},..,RR_{eps_k,0}]"],
    "(with 1-(1-delta)(1-delta'))": ["1-(1-delta)(1-delta')"],
    "for delta in (0,1] and (x,y) in Q": ["delta in (0,1]", "(x,y) in Q"],
    "is (eps,delta)-DP in each of n rounds": ["(eps,delta)"],
    "is (alpha,eps_2)-RDP => M": ["(alpha,eps_2)"],
    "falls with eps in a world, and grows with delta in b": ["eps", "delta"],
    "the counter d-counter-update(c) of F-Filt(NIM)": [],
    "(delta in (0,1), eps>0)": ["(delta in (0,1), eps>0)"],
    "A mechanism (see Section 2) is a machine": [],
    "FALSE as printed (FALSE: see E1)": [],
    "Pr[X_1 in Y] <= e^eps Pr[X_2 in Y]+delta": ["Pr[X_1 in Y] <= e^eps", "Pr[X_2 in Y]+delta"],
}


@pytest.mark.parametrize(("formula", "said"), SAMPLES.items())
def test_a_formula_is_typeset(formula: str, said: str) -> None:
    assert _said(ElementTree.fromstring(typeset(formula))) == said


def _said(element: ElementTree.Element) -> str:
    parts = [element.text or "", *map(_said, element)]
    signs = {"msub": "_", "msup": "^", "msubsup": "_^", "mover": "|"}.get(element.tag)
    if signs is None:
        return "".join(parts)
    return f"[{parts[1]}{''.join(sign + part for sign, part in zip(signs, parts[2:], strict=True))}]"


@pytest.mark.parametrize(
    "formula",
    ["", "(", "x_", "^2", "a)", "x <= <= y", "{a", "1 2 _", "\\frac", "é", "a `b`", "x in a", "eps in", "x1y", "x^2^3"],
)
def test_what_the_grammar_does_not_parse_is_refused(formula: str) -> None:
    with pytest.raises(Unparsed):
        typeset(formula)


@pytest.mark.parametrize(("text", "formulas"), SENTENCES.items())
def test_formulas_are_found_in_sentences(text: str, formulas: list[str]) -> None:
    found = [piece.text for piece in pieces(text) if piece.is_parsed]
    assert [each for each in found if len(each) > 1] == formulas


def test_almost_all_formulas_of_the_registry_are_parsed_and_nothing_is_lost() -> None:
    counted = parsed = 0
    for row in now().registry.statements.values():
        found = list(pieces(row.text))
        assert "".join(piece.text for piece in found) == row.text
        counted += sum(piece.is_formula for piece in found)
        parsed += sum(piece.is_parsed for piece in found)
        ElementTree.fromstring(f"<p>{sentence(row.text)}</p>".replace("&nbsp;", " "))
    assert counted > 2500
    assert parsed > counted * 96 // 100


def test_a_typeset_formula_has_the_signs_of_the_text_and_no_others() -> None:
    registry = now().registry
    texts = [row.text for row in registry.statements.values()]
    texts += [
        text for erratum in registry.errata.values() for text in erratum.model_dump().values() if type(text) is str
    ]
    found = {piece for text in texts for piece in pieces(text) if piece.is_parsed}
    assert len(found) > 1000
    for piece in found:
        shown, written = _signs_of_html(piece.html), _signs_of_text(piece.text)
        if "<msubsup>" in piece.html:  # Which has what is lowered before what is raised.
            shown, written = "".join(sorted(shown)), "".join(sorted(written))
        assert shown == written, piece.text


def _signs_of_html(html: str) -> str:
    text = "".join(ElementTree.fromstring(html.replace("&nbsp;", " ")).itertext())
    return "".join(text.split()).translate(_UPRIGHT)


def _signs_of_text(text: str) -> str:
    """The text with symbols for names and operators, without marks of scripts, the braces behind them, and blanks."""
    bare = _without_braces(text).replace(" in ", "∈")
    words = re.findall(r"[A-Za-z]+|<->|\|->|<=>|[<>!:+]=|[-=]>|<-|\|\||\.+|\S", bare)
    symbols = {**NAMES, **OPERATORS, **_SAME, "'": "′", "_": "", "^": ""}
    return "".join(symbols.get(word, word) for word in words)


def _without_braces(text: str) -> str:
    opened: list[bool] = []
    kept = ""
    for place, sign in enumerate(text):
        if sign == "{":
            opened.append(text[place - 1 : place] in ("_", "^"))
        drop = (sign == "{" and opened[-1]) or (sign == "}" and opened.pop())
        kept += " " if drop else sign
    return kept


def test_text_is_escaped() -> None:
    assert sentence("if a <script>alert(1)</script> is there") == (
        "if a &lt;script&gt;alert(1)&lt;/script&gt; is there"
    )
    assert "<img" not in blocks("* <img src=x>\n| <img> | `<img>` |\n|---|---|\n| 1 | 2 |")


def test_tables_and_lists_are_read() -> None:
    html = blocks("A table:\n| | a |\n|---|---|\n| x_1 | 1/2 |\n* one\n* two `code`")
    assert html.startswith("<p>A table:</p><div")
    assert "<th>a</th>" in html
    assert html.endswith("<ul><li>one</li><li>two <code>code</code></li></ul>")
