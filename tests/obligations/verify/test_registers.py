"""What is found of the registers of a post-processing: what is tainted, and what differs nevertheless or does not."""

from __future__ import annotations

import pytest

from concomp.model.applications.guess_and_check_of_parts import GuessAndCheck, NeighbouringGuesses, PartsOfGuessAndCheck
from concomp.model.language import Bool, Int, Monitor, PostProcessing, otherwise, register, require, when
from concomp.obligations.checks.hsv26.mechanisms.taint import untainted_variables
from concomp.obligations.checks.propositions import shortest_bad_run
from concomp.obligations.families.applications.guess_variants import guesses_to_parts
from concomp.obligations.verify.postprocessing import ProcessingCase, processing_case, validity_of
from concomp.obligations.verify.properties import register_differences
from concomp.obligations.verify.properties.copies import CopiesQuestion
from concomp.obligations.verify.properties.register_differences import differ
from concomp.obligations.verify.properties.replay import Unconfirmed
from concomp.obligations.verify.proving.stages import new_worker
from concomp.obligations.verify.registers import taints_of
from concomp.obligations.verify.verdicts import Verdict

SHOWN = Verdict("witness", "proved", "", 0.0)


class Branches(PostProcessing):
    """Two registers that are assigned under a condition on an input, one of them the same either way."""

    large = register(Bool, False)
    one = register(Int, 1)
    many = register(Int, 0)
    answer = register(Int, 0)

    def on_left(self, value: Int) -> None:
        self.large = value > 3
        with when(self.large):
            self.one = 1
            self.many = 2
        with otherwise():
            self.one = 1
            self.many = 1
        self.send_right(0)

    def on_right(self, answer: Int) -> None:
        self.answer = answer
        self.send_left(answer)


class Choice(PostProcessing):
    """A register whose difference is seen in the next step."""

    choice = register(Int, 0)

    def on_left(self, value: Int) -> None:
        with when(value == 0):
            self.choice = 1
        self.send_right(0)

    def on_right(self, answer: Int) -> None:
        self.send_left(self.choice)


class Last(PostProcessing):
    """A register that gets its difference after the last message from the left that f allows."""

    value = register(Int, 0)
    last = register(Int, 0)

    def on_left(self, value: Int) -> None:
        self.value = value
        self.send_right(0)

    def on_right(self, answer: Int) -> None:
        self.last = self.value
        self.send_left(answer)


class OneMessage(Monitor):
    """One pair, of any numbers."""

    sent = register(Bool, False)

    def step(self, left: Int, right: Int) -> None:
        require(~self.sent)
        self.sent = True


def shortest(question: CopiesQuestion) -> int | None:
    """The length of a shortest run in which copies differ, if one has at most four messages."""
    run = shortest_bad_run(question, 4)
    return None if run is None else len(run.steps)


def found(case: ProcessingCase) -> dict[str, tuple[bool, str | None, int | None]]:
    """Of each register whether it is tainted, and of a tainted one the verdict, with the length of a run."""
    with new_worker() as worker:
        return {
            each.name: (each.tainting is not None, each.same and each.same.verdict, each.same and each.same.length)
            for each in taints_of(worker, case, SHOWN, 20)
        }


def test_a_tainted_register_may_never_differ() -> None:
    assert found(processing_case(Branches)) == {
        "large": (True, "refuted", 2),
        "one": (True, "proved", None),
        "many": (True, "refuted", 2),
        "answer": (False, None, None),
    }


def test_what_comes_after_a_difference_is_no_part_of_it() -> None:
    sides = validity_of(OneMessage, OneMessage, {})
    assert found(processing_case(Choice)) == {"choice": (True, "refuted", 2)}
    assert found(processing_case(Last, sides)) == {"value": (True, "refuted", 2), "last": (True, "refuted", 3)}


@pytest.mark.full
def test_where_guesses_are_the_same_that_register_does_not_differ() -> None:
    sides = validity_of(NeighbouringGuesses, PartsOfGuessAndCheck, {})
    assert found(processing_case(GuessAndCheck, sides)) == {
        "phase": (False, None, None),
        "value": (True, "refuted", 2),
        "guess": (True, "proved", None),
    }


@pytest.mark.full
@pytest.mark.parametrize("machine", [Branches(), GuessAndCheck()], ids=repr)
def test_solvers_find_no_difference_in_what_is_untainted(machine: PostProcessing) -> None:
    assert shortest(differ(machine, untainted_variables(machine))) is None


def test_a_run_that_f_does_not_allow_shows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if f were no part of the question: copies are told different guesses."""
    machine, sides = GuessAndCheck(), guesses_to_parts()
    asked = differ(machine, ["guess"], validity=sides)
    loose = differ(machine, ["guess"])
    assert shortest(loose) == 2
    run = register_differences.DifferenceQuestion(
        asked.property, (), loose.system, machine=machine, validity=sides, sensitive=(), names=("guess",)
    )
    with pytest.raises(Unconfirmed, match="what two copies of GuessAndCheck are told is not valid for Neighbouring"):
        shortest(run)
    monkeypatch.setattr(register_differences, "_is_valid", lambda *given: True)
    assert shortest(run) == 2
