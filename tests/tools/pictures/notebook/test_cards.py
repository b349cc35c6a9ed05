"""What a notebook shows of each type, and what it shows without matplotlib."""

from __future__ import annotations

import re
from fractions import Fraction as F
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import concomp
from concomp.model import Bool, Int, Monitor, register, require
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.profile import hinge
from concomp.model.laws.trade_off import of_parameters
from concomp.model.numbers import ParameterError
from concomp.model.registry.evidence import Evidence, Outcome
from concomp.pictures import style
from concomp.pictures.notebook import cards
from concomp.pictures.notebook.extension import SHOWN, load_ipython_extension
from tests.tools.cli.auditing import EXAMPLES
from tests.tools.pictures.pages.reading import Reader

pytest.importorskip("matplotlib", reason="pictures are drawn by matplotlib, an extra")
YES, NO = concomp.Law({"<yes>": F(3, 4), "no": F(1, 4)}), concomp.Law({"<yes>": F(1, 4), "no": F(3, 4)})

TEST = of_parameters(PrivacyParameters(F(2), F(0)))


class OneChange(Monitor):
    """Of all pairs of inputs, one may differ."""

    changed = register(Bool, False)

    def step(self, left: Int, right: Int) -> None:
        require((left == right) | ~self.changed)
        self.changed = self.changed | (left != right)


def text(html: str) -> str:
    return Reader(html).text


def test_every_type_that_is_shown_is_there() -> None:
    for (module, name), card in SHOWN.items():
        assert isinstance(getattr(import_module(module), name), type)
        assert callable(getattr(cards, card))


def test_ipython_shows_them_when_it_is_told_of_them() -> None:
    shells = pytest.importorskip("IPython.core.interactiveshell", reason="the extension is IPython's")
    shell = shells.InteractiveShell()
    assert "text/html" not in shell.display_formatter.format(YES)[0]
    load_ipython_extension(shell)
    assert "&lt;yes&gt;" in shell.display_formatter.format(YES)[0]["text/html"]
    assert "text/html" not in shell.display_formatter.format(F(1, 2))[0]


def test_a_law_is_its_outcomes() -> None:
    assert re.search(r"'<yes>'\s*3/4 \(0.75\)\s*'no'\s*1/4", text(cards.law(YES)))
    assert "and 5 more" in text(cards.law(concomp.Law.uniform(range(25))))


@pytest.mark.parametrize(
    "curve", [concomp.audit((YES, NO)), hinge(F(3, 4), F(1, 4)), of_parameters(PrivacyParameters(F(2), F(0)))]
)
def test_a_curve_is_drawn_or_listed(curve: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    assert cards.curve(curve).startswith("<svg")
    monkeypatch.setattr(style, "find_spec", lambda name: None)
    listed = text(cards.curve(curve))
    assert 'pip install "concomp[plot]"' in listed
    assert all(str(x) in listed and str(y) in listed for x, y in curve.vertices)


def test_an_attack_is_drawn_or_told(monkeypatch: pytest.MonkeyPatch) -> None:
    found = concomp.attack((YES, NO), e_eps=1)
    assert "say: world 0" in cards.attack(found)
    monkeypatch.setattr(style, "find_spec", lambda name: None)
    assert text(cards.attack(found)) == repr(found)


def test_a_report_has_its_verdicts_and_what_refutes() -> None:
    report = concomp.verify(OneChange, ["prefix closed", "first-pair consistent"])
    told = text(cards.report(report))
    for each in report.verdicts:
        assert re.search(rf"{each.property}\s*{each.verdict}\s*{each.scope}", told)
    trace = report.first_pair_consistent.trace
    assert trace is not None
    assert "changed = True" in told
    assert text(cards.trace(trace)) in told
    assert "first-pair consistent is refuted (2 messages)" in text(cards.verdict(report.first_pair_consistent))


@pytest.mark.full
def test_an_advice_has_its_hypotheses_or_what_to_change() -> None:
    card = cards.advice(concomp.advise(EXAMPLES / "plans/two_continual.toml"))
    assert "HSV26 Theorem 4.10 (repaired) guarantees" in text(card)
    assert "all mechanisms stand before the first message" in text(card)
    assert "<svg" in card


def test_evidence_has_what_was_found() -> None:
    outcome = Outcome(verdict="exact", scope="all <cases>", size=3, witness="one", control="another")
    told = text(cards.evidence(Evidence(statement="HSV26 Lemma 2.4", check="a.b", outcome=outcome)))
    assert all(each in told for each in ("HSV26 Lemma 2.4", "a.b", "all <cases>", "one", "another"))


def test_a_plot_is_saved_by_its_name(tmp_path: Path) -> None:
    picture = concomp.plot(
        {"first": concomp.audit((YES, NO)), "second": concomp.compose([concomp.with_epsilon(1)] * 2)}
    )
    for name, start in (("a.svg", b"<?xml"), ("a.PNG", b"\x89PNG")):
        picture.save(tmp_path / name)
        assert (tmp_path / name).read_bytes().startswith(start)
    assert "first" in picture.svg
    assert "second" in picture.svg
    with pytest.raises(ParameterError, match=r"name a file that ends in \.svg or \.png"):
        picture.save(tmp_path / "a.pdf")


@pytest.mark.parametrize("drawables", [(), (1,), (concomp.audit((YES, NO)), TEST), (YES,)])
def test_what_cannot_be_drawn_together_is_said(drawables: tuple[Any, ...]) -> None:
    with pytest.raises(ParameterError, match="give curves of audit or compose"):
        concomp.plot(*drawables)
