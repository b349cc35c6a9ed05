"""What an author states to hold throughout is checked and never assumed, and each line is accounted for."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from concomp.model import Monitor
from concomp.model.language.syntax.trace import Requirement
from concomp.obligations.verify.case import report
from concomp.obligations.verify.encoding.scalars import lower
from concomp.obligations.verify.lemmas import Named
from concomp.obligations.verify.postprocessing import processing_case, verify_post_processing
from concomp.obligations.verify.properties.sensitivity import Sensitivity
from concomp.obligations.verify.properties.validity import MAPS, Validity
from concomp.obligations.verify.proving import stages
from concomp.obligations.verify.proving.attempt import Attempt
from concomp.obligations.verify.proving.examination.examined import Examined
from concomp.obligations.verify.proving.proofs import obligations, reductions
from concomp.obligations.verify.proving.stages import new_worker
from concomp.obligations.verify.proving.stating.moments import NOT_KEPT
from concomp.obligations.verify.proving.stating.stated import Stated
from concomp.obligations.verify.verdicts import FAILS_ON_TRACE, KEPT_SO_LONG, Verdict
from tests.obligations.verify import stating as s
from tests.obligations.verify.settling import verify
from tests.obligations.verify.stating_histogram import stating_histogram

FIRST_PAIR = "first-pair consistent"
SUMS = Validity(s.Halves().definition, s.Near().definition)


def settled(function: type[Monitor]) -> Verdict:
    return verify(function, [FIRST_PAIR], seconds=20)[FIRST_PAIR]


def outcomes(verdict: Verdict) -> list[tuple[str, str, str]]:
    return [(line.position.text, line.outcome, line.shown) for line in verdict.stated]


def test_what_is_unknown_is_proved_by_what_its_author_states() -> None:
    unstated, stated = settled(s.Unstated), settled(s.Triangles)
    assert (unstated.verdict, unstated.stated) == ("unknown", ())
    assert stated.verdict == "proved"
    assert [line.outcome for line in stated.stated] == ["is kept"] * 2
    assert any("triangle" in conjunct for conjunct in stated.certificates[0].invariant)


def test_of_what_is_unknown_the_step_that_is_left_open_is_shown() -> None:
    assert settled(s.Unstated).obstacle == (
        "where number = 0, triangle = 0, some pair was read = True, the first pair was identical = True, "
        "a step with left = -1, right = 0 violates the property"
    )


def test_lines_that_fail_are_told_apart_and_not_used() -> None:
    found = settled(s.PartlyWrong)
    assert found.verdict == "proved"
    assert outcomes(found) == [
        (
            "require(self.triangle <= 5)",
            NOT_KEPT,
            "where number = 2, triangle = 3, a step with left = 0, right = 0 leads to triangle = 6",
        ),
        ("require(2 * self.triangle == self.number * self.number + self.number)", "is kept", ""),
        ("require(self.number >= 1)", "fails at the start", "number = 0"),
        ("require(self.number >= 0)", "is kept", ""),
    ]
    assert not any("5" in conjunct for conjunct in found.certificates[0].invariant)


def test_what_is_stated_and_too_little_leaves_the_property_open() -> None:
    found = settled(s.TooLittle)
    assert (found.verdict, [line.outcome for line in found.stated]) == ("unknown", [KEPT_SO_LONG])
    assert "violates the property" in found.obstacle


def test_lines_about_maps_hold_of_every_entry() -> None:
    found = verify(s.Entries, [FIRST_PAIR])[FIRST_PAIR]
    assert [line.outcome for line in found.stated] == ["is kept", "is kept", NOT_KEPT]
    [_, _, wrong] = found.stated
    assert "spent[index] = 2" in wrong.shown
    fixed = verify(s.Entries, [FIRST_PAIR], parameters={"limit": 2})[FIRST_PAIR]
    assert [line.outcome for line in fixed.stated] == ["is kept"] * 3


def test_lines_about_two_copies_speak_of_both_and_of_what_is_valid() -> None:
    with new_worker() as worker:
        case = processing_case(s.Sums, SUMS)
        found = report(worker, case, (MAPS,), 30)[MAPS]
    assert found.verdict == "proved"
    assert [line.outcome for line in found.stated] == ["is kept", "is kept", NOT_KEPT, NOT_KEPT]
    assert found.stated[2].shown == (
        "where an answer is awaited = False, total of copy 0 = 0, total of copy 1 = 0, a step with "
        "the message of copy 0 = -1, the message of copy 1 = 0 leads to total of copy 0 = -1, total of copy 1 = 0"
    )


def test_without_f_nothing_is_said_about_f() -> None:
    assert processing_case(s.Sums).stated == ()
    with new_worker() as worker:
        found = report(worker, processing_case(s.Sums), ("response",), 30)["response"]
    assert (found.verdict, found.stated) == ("proved", ())


@pytest.mark.parametrize("assuming", [(), [(s.Stopping, FIRST_PAIR)]])
def test_what_is_kept_until_a_property_fails_is_not_said_to_hold_throughout(assuming: Sequence[Named]) -> None:
    found = verify(s.ThreeThenOrdered, ["swap invariant"], assuming=assuming)["swap invariant"]
    assert found.verdict == "refuted"
    assert found.trace is not None
    assert [step.registers["count"] for step in found.trace.steps] == [0, 1, 2, 3, 4]
    assert list(dict.fromkeys(outcomes(found))) == [
        ("require(self.count <= 1)", FAILS_ON_TRACE, "after message 3, count = 2"),
        ("require(self.count <= 3)", FAILS_ON_TRACE, "after message 5, count = 4"),
        ("require(self.count <= 4)", KEPT_SO_LONG, ""),
        ("require(self.count >= 0)", KEPT_SO_LONG, ""),
    ]
    assert found.tried[-1] == "stated invariant: 6 of 8 conditions are kept by the steps that the question allows"


@pytest.mark.full
@pytest.mark.parametrize("dimension", [1, 2, 3])
def test_a_histogram_mechanism_is_proved_by_what_its_author_states(dimension: int) -> None:
    stated = stating_histogram(dimension)
    sides = Validity(stated.left().definition, stated.right().definition)
    found = verify_post_processing(stated.machine(), sides, [Sensitivity(stated.query)])[MAPS]
    assert found.verdict == "proved"
    assert {line.outcome for line in found.stated} == {"is kept"}
    assert len(found.certificates[0].invariant) < 50
    assert found.tried[-1].startswith("stated invariant")


@pytest.mark.full
def test_without_one_of_its_lines_the_others_prove_less() -> None:
    stated = stating_histogram(1)
    sides = Validity(stated.left().definition, stated.right().definition)
    [question] = processing_case(stated.machine(), sides, [Sensitivity(stated.query)]).questions(MAPS)
    lowered = lower(question.system)
    listed = obligations(lowered.system)
    with new_worker() as worker:
        attempt = Attempt(worker, 600)
        equal = [next(reductions(attempt, each)).equations for each in listed]

        def prove(lines: Sequence[Requirement]) -> bool:
            beside = zip(Stated(lowered, (), tuple(lines)).beside(listed), equal, strict=True)
            found = [attempt.call("examined", 20, stages.examine, *each) for each in beside]
            return any(isinstance(each, Examined) and each.proves for each in found)

        positions = dict.fromkeys(line.position for line in question.stated)
        assert prove(question.stated)
        assert len(positions) == 18
        assert not [each for each in positions if prove([one for one in question.stated if one.position != each])]
