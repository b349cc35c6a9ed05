"""Formulas in plain text become MathML, or stay as they stand."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from concomp.site.mathematics.blocks import blocks
from concomp.site.mathematics.formulas import Unparsed, typeset
from concomp.site.mathematics.prose import pieces, sentence
from tests.tools.site.situation import now

SAMPLES = {
    "eps": "<mi>ε</mi>",
    "eps_i": "<msub><mrow><mi>ε</mi></mrow><mrow><mi>i</mi></mrow></msub>",
    "eps<=1": "<mi>ε</mi><mo>≤</mo><mn>1</mn>",
    "mu_t^b": "<msubsup><mrow><mi>μ</mi></mrow><mrow><mi>t</mi></mrow><mrow><mi>b</mi></mrow></msubsup>",
    "e^{-eps}": "<msup><mrow><mi>e</mi></mrow><mrow><mo>−</mo><mi>ε</mi></mrow></msup>",
    "P o* I": "<mi>P</mi><mo>∘*</mo><mi>I</mi>",
    "x in Y": "<mi>x</mi><mo>∈</mo><mi>Y</mi>",
    "delta'": "<mi>𝛿′</mi>",
    "delta~": "<mover><mi>δ</mi><mo>~</mo></mover>",
}
SENTENCES = {
    "M is (eps,delta)-DP, for all eps>=0.": ["(eps,delta)", "eps>=0"],
    "if Comp[RR_{eps_1,0},..,RR_{eps_k,0}] is private": ["Comp[RR_{eps_1,0},..,RR_{eps_k,0}]"],
    "(with 1-(1-delta)(1-delta'))": ["1-(1-delta)(1-delta')"],
    "A mechanism (see Section 2) is a machine": [],
    "FALSE as printed (FALSE: see E1)": [],
    "Pr[X_1 in Y] <= e^eps Pr[X_2 in Y]+delta": ["Pr[X_1 in Y] <= e^eps", "Pr[X_2 in Y]+delta"],
}


@pytest.mark.parametrize(("formula", "body"), SAMPLES.items())
def test_a_formula_is_typeset(formula: str, body: str) -> None:
    assert typeset(formula) == f"<math>{body}</math>"


@pytest.mark.parametrize("formula", ["", "(", "x_", "^2", "a)", "x <= <= y", "{a", "1 2 _", "\\frac", "é", "a `b`"])
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
