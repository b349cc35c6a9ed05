"""Attackers as pictures: every query, every answer and every verdict of the plan, as a tree or by numbered steps."""

from __future__ import annotations

import re
from fractions import Fraction as F

import pytest

from concomp.door.mechanisms import subject
from concomp.impl.audit.engine import Audit
from concomp.model.mechanisms.distinguisher import Query, Verdict
from concomp.pictures.attacker import SHOWN, AttackerPicture, NoPlan, attacker_picture
from concomp.pictures.picture import drawn
from concomp.report.attackers import Attacker, attacker_lines, best_attacker
from tests.tools.cli.auditing import example

pytest.importorskip("matplotlib", reason="pictures are drawn by matplotlib, an extra")


def found(name: str) -> tuple[AttackerPicture, list[str]]:
    """The picture of the best attacker at E = 1, and the lines that say the same."""
    about = subject(example(name))
    attacker = best_attacker(about.game, Audit(about.setting), F(1))
    return attacker_picture(name, about.document, attacker), [*attacker_lines(about.document, attacker)]


def texts(picture: AttackerPicture) -> list[str]:
    written = drawn(picture, "svg").decode()
    found = re.findall(r"<text [^>]*>(.*?)</text>", written)
    return [each.replace("&quot;", '"').replace("&gt;", ">").replace("&lt;", "<") for each in found]


def test_a_short_plan_is_a_tree_of_its_queries() -> None:
    picture, lines = found("attack_2")
    assert picture.is_tree
    told = [line.strip() for line in lines if not line.strip().startswith("on ")]
    drawn_texts = texts(picture)
    assert sorted(each for each in drawn_texts if each.startswith(("send", "say"))) == sorted(told)
    answers = sorted(line.strip() for line in lines if line.strip().startswith("on "))
    assert sorted(each for each in drawn_texts if each.startswith("on ")) == answers


def test_a_long_plan_is_numbered_steps_that_lead_on() -> None:
    picture, lines = found("tree_counters")
    assert not picture.is_tree
    told = [line.strip() for line in lines]
    steps = [re.fullmatch(r"step (\d+): (send .*)", line) for line in told]
    wanted = [(each.group(1), each.group(2)) for each in steps if each]
    assert [(str(node.number), node.text) for node in picture.nodes if node.number] == wanted
    written = texts(picture)
    assert [text for number, text in wanted if number not in written or text not in written] == []
    for node in picture.nodes:
        for branch in node.branches:
            then = picture.nodes[branch.then]
            leads = f"step {then.number}" if then.number else then.text
            assert f"{branch.answers}  →  {leads}" in written


def test_of_many_steps_the_first_are_drawn_and_the_others_counted() -> None:
    plan: list[Query | Verdict] = [Verdict(True), Verdict(False)]
    for number in range(SHOWN + 7):
        plan.append(Query(f"q{number}", (("a", len(plan) - 1), ("b", len(plan) - 2))))
    picture = attacker_picture("x", None, Attacker(F(1), 0, F(1, 2), tuple(plan)))
    assert picture.left_out == 7
    written = texts(picture)
    assert "and 7 more steps" in written
    assert f"send 'q{SHOWN + 6}'" in written
    assert "send 'q6'" not in written


def test_what_has_no_plan_is_not_drawn() -> None:
    with pytest.raises(NoPlan, match="too many situations to be drawn: ask at another E"):
        attacker_picture("x", None, Attacker(F(1), 0, F(1, 2), None))
