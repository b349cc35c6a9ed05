"""A stated line never costs a proof, none goes without an account, and what is shown are states of the function."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from concomp.model import Monitor
from concomp.model.language.syntax import terms
from concomp.model.language.syntax.sorts import BOOL, INT
from concomp.model.language.syntax.vectors.open_vectors import OpenVectorSort
from concomp.obligations.solvers.errors import Undecided, Unsupported
from concomp.obligations.verify.encoding.coordinates import ANY
from concomp.obligations.verify.encoding.scalars import lower
from concomp.obligations.verify.encoding.valuations import Moment
from concomp.obligations.verify.properties.properties import compare
from concomp.obligations.verify.properties.stated import with_stated_of_runs
from concomp.obligations.verify.proving.examination import examining
from concomp.obligations.verify.proving.examination.examining import examine
from concomp.obligations.verify.proving.proofs import obligations
from concomp.obligations.verify.proving.stating.everywhere import NESTED, SEVERAL, SOMEWHERE, at_every_coordinate
from concomp.obligations.verify.proving.stating.moments import NOT_KEPT, Words
from concomp.obligations.verify.proving.stating.stated import Stated
from concomp.obligations.verify.verdicts import KEPT_SO_LONG, Verdict
from concomp.obligations.verify.verification import case_of
from tests.obligations.verify import stating_vectors as s
from tests.obligations.verify.settling import verify

FIRST_PAIR = "first-pair consistent"
V, W = (terms.leaf("register", OpenVectorSort(INT, "d"), name) for name in "vw")
SAME, ASKED = terms.equality(V, W), terms.leaf("register", BOOL, "asked")


def settled(function: type[Monitor], name: str = FIRST_PAIR) -> Verdict:
    return verify(function, [name], seconds=30)[name]


def test_lines_about_whole_vectors_are_read_at_one_coordinate() -> None:
    found = settled(s.Kept)
    assert found.verdict == "proved"
    assert [line.outcome for line in found.stated] == [*["is kept"] * 5, NOT_KEPT, *["is not used"] * 2]
    assert "where first[i] = 1, largest[i] = 1, a step with left[i] = 1" in found.stated[5].shown
    assert [line.shown for line in found.stated[6:]] == [SOMEWHERE, SEVERAL]


def test_at_a_length_the_same_lines_are_about_vectors_of_it() -> None:
    found = verify(s.Kept, [FIRST_PAIR], parameters={"d": 2}, seconds=30)[FIRST_PAIR]
    assert found.verdict == "proved"
    assert [line.outcome for line in found.stated][:5] == ["is kept"] * 5
    assert found.stated[6].outcome == "fails at the start"


def test_a_condition_is_read_at_a_coordinate_only_where_that_says_the_same() -> None:
    there = terms.equality(*(terms.leaf("register", INT, f"{name}{ANY}") for name in "vw"))
    assert at_every_coordinate(SAME) is there
    assert at_every_coordinate(terms.implication(ASKED, SAME)) is terms.implication(ASKED, there)
    both = terms.negation(terms.disjunction([ASKED, terms.negation(SAME)]))
    assert at_every_coordinate(both) is terms.conjunction([terms.negation(ASKED), there])
    assert at_every_coordinate(ASKED) is ASKED
    wrong = {
        SOMEWHERE: terms.implication(SAME, ASKED),
        SEVERAL: terms.disjunction([SAME, terms.equality(W, terms.constant(W.sort, W.sort.default()))]),
        NESTED: terms.equality(ASKED, SAME),
    }
    for reason, condition in wrong.items():
        with pytest.raises(Unsupported) as refused:
            at_every_coordinate(condition)
        assert str(refused.value) == reason


def test_a_line_that_is_too_hard_costs_no_other_line() -> None:
    [question] = case_of(s.Hard).questions(FIRST_PAIR)
    lowered = lower(question.system)
    stated = Stated.in_question(question, lowered)
    [obligation] = stated.beside(obligations(lowered.system))
    found = examine(obligation, (), 2_000)
    [hard, *others] = obligation.stated
    assert [(each.condition, each.moment) for each in found.failures] == [(hard, None)]
    assert found.kept == tuple(others)


def test_a_line_that_makes_others_hard_is_dropped_before_them(monkeypatch: pytest.MonkeyPatch) -> None:
    [question] = case_of(s.Hard).questions(FIRST_PAIR)
    lowered = lower(question.system)
    [obligation] = Stated.in_question(question, lowered).beside(obligations(lowered.system))
    hard, *others = obligation.stated
    listed = replace(obligation, stated=(*others, hard))
    cubed = {each.symbol for each in obligation.system.registers if each.name in ("one", "two", "three")}
    kept, asked, slow = examining._Moments.name, examining._Moments.moment, set[str]()

    def name(self: Any, condition: terms.Term) -> Any:
        made = kept(self, condition)
        # What is said of the start speaks of no register.
        slow.update({str(made)} if cubed & set(terms.descendants([condition])) else ())
        return made

    def moment(self: Any, names: Sequence[Any]) -> Any:
        if any(str(each) in slow for each in names):
            raise Undecided("for as long as this is assumed")
        return asked(self, names)

    monkeypatch.setattr(examining._Moments, "name", name)
    monkeypatch.setattr(examining._Moments, "moment", moment)
    found = examine(listed, (), 5_000)
    assert found.kept == tuple(others)
    assert [each.condition for each in found.failures] == [hard]


@pytest.mark.full
def test_a_line_that_is_too_hard_costs_no_proof() -> None:
    found = settled(s.Hard)
    assert found.verdict == "proved"
    assert [line.outcome for line in found.stated] == ["is not settled", "is kept", "is kept"]


@pytest.mark.parametrize("name", ["swap invariant", "diagonal"])
def test_a_line_is_about_the_runs_of_its_register_whatever_others_are_called(name: str) -> None:
    found = settled(s.Suffix, name)
    assert {line.outcome for line in found.stated} == {"is kept" if found.verdict == "proved" else KEPT_SO_LONG}


def test_lines_are_accounted_for_whatever_the_verdict() -> None:
    found = verify(s.Refuted, ["swap invariant", FIRST_PAIR])
    assert found.words() == {"swap invariant": "proved", FIRST_PAIR: "refuted"}
    assert [[line.outcome for line in each.stated] for each in found.verdicts] == [["is kept"] * 2, [KEPT_SO_LONG]]
    found = verify(s.Vacuous, ["swap invariant", "reflexive"])
    assert found.words() == {"swap invariant": "vacuous", "reflexive": "refuted"}
    assert [[line.outcome for line in each.stated] for each in found.verdicts] == [[KEPT_SO_LONG] * 2, [KEPT_SO_LONG]]


def test_a_line_of_which_a_property_says_nothing_is_named() -> None:
    case = case_of(s.Suffix)
    other = compare("included", case_of(s.Coloured).definition, case_of(s.Coloured).definition)
    [(line, reason)] = with_stated_of_runs(other, case.stated, {}).unplaced
    assert line is case.stated[0]
    assert reason == "it speaks of 'count', of which this property says nothing"


def test_values_in_what_is_shown_are_of_their_sorts() -> None:
    found = settled(s.Coloured, "prefix closed")
    of_colour, of_last, by_its_sort = found.stated
    assert "colour[index] = Colour.BLUE" in of_colour.shown
    assert "leads to last = Colour.BLUE" in of_last.shown
    assert by_its_sort.outcome == KEPT_SO_LONG


def test_of_two_functions_the_lines_are_about_the_first() -> None:
    both = verify(s.Coloured, ["equivalent"], within=s.Coloured, seconds=20)["equivalent"]
    assert len(both.stated) == 3


def test_what_is_shown_says_whose_a_register_is_in_words() -> None:
    system = compare("included", case_of(s.Suffix).definition, case_of(s.Suffix).definition).system
    lowered = lower(system)
    [obligation] = obligations(lowered.system)
    values = {each.symbol: 0 for each in system.registers}
    shown = Words(lowered, obligation).of_violation(Moment({**values, **dict.fromkeys(system.inputs, 1)}, values))
    assert "count = 0" in shown
    assert "count of the other function = 0" in shown
    assert "other:" not in shown
