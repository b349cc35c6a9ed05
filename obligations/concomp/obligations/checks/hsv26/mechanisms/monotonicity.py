"""Monotonicity in the verification function.

If every sequence that is valid for f_1 is valid for f_2, the verifier of f_2 behind that of f_1 never halts, so that
V[f_1] ∘* V[f_2] ∘* I(b) ∘* M and V[f_1] ∘* I(b) ∘* M answer alike. Here both run side by side on the same messages and
the same tape; the functions, the mechanism and the tape are uninterpreted, and so may be any. What is left is data
processing: the adversary and V[f_1] together are an adversary against V[f_2].
"""

from __future__ import annotations

from functools import cache

from pydantic import JsonValue

from concomp.model.composition.messages import Function, Mechanism, Payload
from concomp.model.composition.suitable import Progress, admits, begins, continues
from concomp.model.language import (
    NOTHING,
    Bool,
    Monitor,
    Opaque,
    Record,
    function,
    ite,
    parameter,
    register,
    require,
    when,
)
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check_of_findings
from concomp.obligations.checks.hsv26.applications.proved_protocols import ACCEPTED, inclusion_in_the_proof
from concomp.obligations.checks.propositions import (
    Proposition,
    Proved,
    establish,
    mistake,
    prove,
)
from concomp.obligations.checks.table import checks_of_table
from concomp.obligations.verify.properties.properties import ask


class State(Opaque):
    """A state of a mechanism."""


class Answer(Opaque):
    """An answer of a mechanism."""


class Tape(Opaque):
    """What a step of a mechanism draws."""


replies = function(State, Payload, Tape, result=Answer, name="replies")
moves = function(State, Payload, Tape, result=State, name="moves")
starts = function(Mechanism, result=State, name="starts")


class Heard(Record):
    """A pair of messages, and what the mechanism would draw in answering."""

    zero: Payload
    one: Payload
    tape: Tape


class BothChains(Monitor):
    """V[f_1] ∘* V[f_2] ∘* I(b) ∘* M beside V[f_1] ∘* I(b) ∘* M; required is that they answer alike.

    first, second: how far f_1 and f_2 have read. long, short: the states of M in the two systems. goes_on: the
    system with one verifier has not halted. goes_on_too: nor has that with two. supposed: so far every sequence that
    is valid for f_1 is valid for f_2.
    """

    mechanism = parameter(Mechanism)
    f_1 = parameter(Function)
    f_2 = parameter(Function)
    bit = parameter(Bool)
    begun = register(Bool, False)
    first = register(Progress, NOTHING)
    second = register(Progress, NOTHING)
    long = register(State, NOTHING)
    short = register(State, NOTHING)
    goes_on = register(Bool, True)
    goes_on_too = register(Bool, True)
    supposed = register(Bool, True)

    def step(self, left: Heard, right: Heard) -> None:
        with when(~self.begun):
            self.first, self.second = begins(self.f_1), begins(self.f_2)
            self.long = self.short = starts(self.mechanism)
        self.begun = True
        heard = left
        admitted = admits(self.f_1, self.first, heard.zero, heard.one)
        admitted_too = admits(self.f_2, self.second, heard.zero, heard.one)
        self.supposed = self.supposed & self.hypothesis(self.goes_on & admitted, admitted_too)
        self.goes_on = self.goes_on & admitted
        self.goes_on_too = self.goes_on_too & admitted & admitted_too
        message = ite(self.bit, heard.one, heard.zero)
        require(~self.supposed | self.alike(message, heard.tape))
        self.long, self.short = moves(self.long, message, heard.tape), moves(self.short, message, heard.tape)
        self.first = continues(self.f_1, self.first, heard.zero, heard.one)
        self.second = continues(self.f_2, self.second, heard.zero, heard.one)

    def hypothesis(self, valid: Bool, valid_too: Bool) -> Bool:
        """What is supposed of a sequence, by whether it is valid for f_1 and f_2."""
        return ~valid | valid_too

    def alike(self, message: Payload, tape: Tape) -> Bool:
        """Both systems have halted, or neither has and their answers are equal."""
        answers = replies(self.long, message, tape) == replies(self.short, message, tape)
        return (self.goes_on == self.goes_on_too) & (~self.goes_on | answers)


class NothingSupposed(BothChains):
    """Wrong: nothing is supposed of the two functions."""

    def hypothesis(self, valid: Bool, valid_too: Bool) -> Bool:
        return valid | ~valid


class Reversed(BothChains):
    """Wrong: it is supposed that what is valid for f_2 is valid for f_1."""

    def hypothesis(self, valid: Bool, valid_too: Bool) -> Bool:
        return ~valid_too | valid


class AlwaysSilent(BothChains):
    """Wrong: one of the two systems has always halted."""

    def alike(self, message: Payload, tape: Tape) -> Bool:
        return ~self.goes_on | ~self.goes_on_too


@cache
def chains() -> Proposition:
    """The two systems of the proof answer alike."""
    right, *others = (ask("reflexive", each().definition) for each in (BothChains, NothingSupposed, Reversed))
    return Proposition(
        (right,),
        ask("reflexive", AlwaysSilent().definition),
        dict(zip(map(mistake, (NothingSupposed, Reversed)), others, strict=True)),
        "all lengths; any two functions, any mechanism and tape, both bits: the two systems of the proof answer alike, "
        "and V[f_1] is a post-processing",
    )


@check_of_findings("HSV26 Observation 8.9", find=lambda: prove(chains()))
def a_second_verifier_never_halts(findings: JsonValue) -> Outcome:
    """The verifier of a function that accepts more, put behind that of the first, changes no answer."""
    rule = "Trusted: equal answers on every tape are equal laws of answers; data processing is Lemma 2.16."
    return establish(chains(), findings, "both systems answer", (rule,))


TABLE = (
    Proved(
        "HSV26 Observation 8.9",
        "it_applies_to_sparse_local_protocols",
        "What f_{P,~} accepts for users with one mechanism, f_{∞,FPC} accepts: the hypothesis for Corollary 8.8.",
        inclusion_in_the_proof,
        ACCEPTED,
    ),
)

CHECKS = checks_of_table(__name__, TABLE)
