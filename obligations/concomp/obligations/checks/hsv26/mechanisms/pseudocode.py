"""Pseudocode: what it decides and shows by untainted variables is the same in two copies, if conditions taint, too.

A program is translated to a post-processing of its private parts. Where it stands and its untainted variables are one
value, which is computed of itself and of answers; all other variables are another. With unknown functions in the place
of what the program computes, solvers prove what HSV26 Theorem 6.1 wants of every such program. As printed the variable
`y` of `if x: y ← 1 else y ← 0; return y` is untainted, and shows x.
"""

from __future__ import annotations

from collections.abc import Collection

from concomp.model.language import Bool, PostProcessing, otherwise, register, when
from concomp.model.language.handlers import PostProcessingDefinition
from concomp.model.language.syntax import terms
from concomp.model.language.taint import shows_untainted
from concomp.model.language.taint_of_lines import taintings, taintings_by_arguments
from concomp.model.laws.indistinguishability import total_variation
from concomp.model.laws.law import Law
from concomp.model.mechanisms.interactive import InteractiveMechanism, Message, State
from concomp.model.mechanisms.postprocessing import post_process
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.checks.propositions import Proposition, Proved, bad_run, mistake
from concomp.obligations.checks.table import checks_of_table
from concomp.obligations.expectation import expect
from concomp.obligations.families.applications.any_pseudocode import (
    AnyPseudocode,
    AssignsUnderCondition,
    ChoosesByTainted,
    ReturnsUnderCondition,
    ShowsTainted,
    inputs_to_choices,
)
from concomp.obligations.verify.properties.copies import ask_copies, maps_validity, sends_a_difference
from concomp.obligations.verify.properties.register_differences import differ

FIXED = False
"""What the part is told, and what it answers."""


class CopiesByCondition(PostProcessing):
    """if x: y ← 1 else y ← 0; tell a part what is fixed; return y."""

    y = register(Bool, False)

    def on_left(self, x: Bool) -> None:
        with when(x):
            self.y = True
        with otherwise():
            self.y = False
        self.send_right(FIXED)

    def on_right(self, answer: Bool) -> None:
        self.send_left(self.y)


def silent() -> InteractiveMechanism:
    """A part that answers the same to everything, and so is (0,0)-DP."""
    step: Law[tuple[State, bool]] = Law.point((0, FIXED))
    return InteractiveMechanism(lambda state, message: step, (0,), (False, True), "a part that tells nothing")


def goes_into_what_is_seen(definition: PostProcessingDefinition, tainted: Collection[str]) -> bool:
    """Whether an input or one of these registers goes into where it sends, what it shows, or what it tells its part."""
    symbols = {each.symbol for each in definition.registers if each.name in tainted}
    found = {definition.on_left.received, *symbols}
    sends = [*definition.on_left.sends, *definition.on_right.sends]
    seen = [term for send in sends for term in (send.condition, send.message)]
    return any(term in found for term in terms.descendants(seen))


@check("HSV26 Corollary 6.6")
def a_variable_assigned_under_a_condition_says_what_that_was() -> Outcome:
    """A program that assigns constants only has the three properties as printed, and shows its input."""
    made = CopiesByCondition()
    printed, repaired = taintings_by_arguments(made), taintings(made)
    expect(not printed, f"as printed {', '.join(printed)} is tainted")
    expect(not goes_into_what_is_seen(made.definition, printed), "as printed something tainted is seen")
    laws = [_answer(made, x) for x in (False, True)]
    distance = total_variation(*laws)
    expect(distance == 1, f"the total variation is {distance}")
    expect("y" in repaired and repaired["y"].by_condition, "the condition does not taint y")
    expect(goes_into_what_is_seen(made.definition, repaired), "the repaired rule lets it show y")
    shown = bad_run(ask_copies("response", made))
    expect(shows_untainted(AnyPseudocode().definition), "a program that shows untainted variables shows tainted ones")
    return Outcome(
        verdict="refuted",
        scope="one program of one bit, with a part that is told and answers what is fixed",
        size=1,
        witness="it assigns constants only, returns at every answer, and tells its part the same in both worlds",
        control=f"by the repaired rule y is tainted; without the response property are two copies after "
        f"{len(shown.steps)} messages",
        counterexample={
            "program": (CopiesByCondition.__doc__ or "").strip(),
            "claimed": "(0,0)-DP for every f, by Corollary 6.6",
            "exact": f"it returns x: total variation {distance}",
        },
    )


def _answer(made: PostProcessing, x: bool) -> Law[Message]:
    mechanism = post_process(made.lower(), silent())
    return mechanism.respond(mechanism.initial_state, x).map(lambda outcome: outcome[1])


EVERY = "every pseudocode that decides, chooses and shows by untainted variables, where conditions taint"
ANY = "any inputs, any private parts, all lengths"


def properties_of_pseudocode() -> Proposition:
    """What a program decides, shows and chooses by untainted variables is the same in two copies."""
    made, sides = AnyPseudocode(), inputs_to_choices()
    return Proposition(
        (ask_copies("destination", made), ask_copies("response", made), maps_validity(made, sides)),
        sends_a_difference(made, sides),
        {
            mistake(ReturnsUnderCondition): ask_copies("destination", ReturnsUnderCondition()),
            mistake(ShowsTainted): ask_copies("response", ShowsTainted()),
            mistake(ChoosesByTainted): maps_validity(ChoosesByTainted(), sides),
        },
        f"{EVERY}; {ANY}",
    )


def every_pseudocode() -> Proposition:
    """Every such program is a post-processing, whose untainted variables are the same in two copies."""
    made, untainted = AnyPseudocode(), ["untainted"]
    return Proposition(
        (ask_copies("total", made), differ(made, untainted)),
        differ(made, ["tainted"]),
        {mistake(AssignsUnderCondition): differ(AssignsUnderCondition(), untainted)},
        f"{EVERY}, and has property (3); {ANY}",
    )


TABLE = (
    Proved(
        "HSV26 Definition 6.5",
        "what_is_decided_by_untainted_variables_is_public",
        "Two copies told the same answers send to the same side, show the same, and choose the same parts.",
        properties_of_pseudocode,
        "a part is told what differs",
        notes=(
            "What a program does between two messages is one step: its place and its untainted variables are one "
            "value, all others another, and the functions of them are unknown, so that this is about all programs.",
        ),
    ),
    Proved(
        "HSV26 Corollary 6.6 (repaired)",
        "pseudocode_is_a_post_processing_with_the_three_properties",
        "Each step sends one message, and untainted variables are the same in two copies told the same answers.",
        every_pseudocode,
        "tainted variables differ",
        notes=(
            "So property (3), which supposes that untainted variables are the same, is f → f'. With Definition 6.5 "
            "these are the three properties of the translation, to which Theorem 6.1 applies.",
        ),
    ),
)

CHECKS = checks_of_table(__name__, TABLE)
