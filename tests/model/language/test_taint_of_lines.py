"""By which line a register becomes tainted: what goes into it, and conditions, along any chain of registers."""

from __future__ import annotations

import pytest

from concomp.model.applications.guess_and_check_of_parts import GuessAndCheck
from concomp.model.applications.histogram import histogram_mechanism
from concomp.model.language import Bool, Int, PostProcessing, otherwise, per_copy, register, when
from concomp.model.language.syntax import terms
from concomp.model.language.taint import tainted_variables
from concomp.model.language.taint_of_lines import taintings, taintings_by_arguments
from concomp.obligations.checks.hsv26.mechanisms import small_taint


class Lines(PostProcessing):
    """A chain of lines."""

    secret = per_copy(Int)
    value = register(Int, 0)
    large = register(Bool, False)
    either = register(Int, 0)
    drawn = register(Int, 0)
    count = register(Int, 0)
    answer = register(Int, 0)

    def on_left(self, value: Int) -> None:
        self.count = self.count + 1
        self.value = value
        self.send_right(self.count)

    def on_right(self, answer: Int) -> None:
        self.answer = answer
        self.large = self.value > answer
        with when(self.large):
            self.either = 1
        with otherwise():
            self.either = 1
        self.drawn = self.secret
        self.send_left(self.answer)


def said(machine: PostProcessing) -> dict[str, tuple[str, list[str], bool]]:
    return {
        name: (each.assignment.position.text, sorted(map(terms.leaf_name, each.sources)), each.by_condition)
        for name, each in taintings(machine).items()
    }


def test_each_tainted_register_has_the_line_by_which_it_becomes_so() -> None:
    assert said(Lines()) == {
        "value": ("self.value = value", ["received"], False),
        "drawn": ("self.drawn = self.secret", ["secret"], False),
        "large": ("self.large = self.value > answer", ["value"], False),
        "either": ("self.either = 1", ["value"], True),
    }


def test_arguments_alone_do_not_taint_what_is_constant() -> None:
    assert set(taintings(Lines())) - set(taintings_by_arguments(Lines())) == {"either"}


@pytest.mark.parametrize(
    ("machine", "tainted"),
    [(GuessAndCheck(), {"value", "guess"}), (histogram_mechanism(2), {"sums", "row"})],
    ids=["guess-and-check", "HSS"],
)
def test_inputs_taint_what_the_papers_say(machine: PostProcessing, tainted: set[str]) -> None:
    assert set(taintings(machine)) == tainted == tainted_variables(machine.definition)


def test_lines_taint_what_the_definition_does_and_all_in_which_copies_differ() -> None:
    assert set(taintings(Lines())) == tainted_variables(Lines().definition)
    for sums in small_taint.machines()[:8]:
        made = small_taint.machine(sums)
        assert set(taintings(made)) == tainted_variables(made.definition)
        assert set(taintings(made)) >= small_taint.differences(made) - {"decided", "shown"}
