"""Every pseudocode whose untainted variables are computed of untainted ones and of answers, as one post-processing.

Between two messages a program computes by itself, and what it sends next is decided by where it stands and by untainted
variables: these and the place in the program are `untainted`, one value. All its other variables are `tainted`,
another. What it does with these values are functions of which nothing is known, so what is proved of it is so of each
such program.
"""

from __future__ import annotations

from concomp.model.language import (
    Bool,
    Int,
    Monitor,
    Opaque,
    PostProcessing,
    Record,
    both,
    elsewhen,
    function,
    otherwise,
    register,
    relation,
    require,
    same_case,
    when,
)
from concomp.obligations.verify.properties.validity import Validity


class Untainted(Opaque):
    """All untainted variables, and the place in the program."""


class Tainted(Opaque):
    """All other variables."""


class Input(Opaque):
    """An input."""


class Reply(Opaque):
    """What a private part answers."""


class Shown(Opaque):
    """An output."""


class Kind(Opaque):
    """What is created: a part, its privacy parameters and its verification function."""


class Told(Opaque):
    """What a part is told."""


class Creation(Record):
    """Creates a part."""

    kind: Kind


class Telling(Record):
    """Tells a part something."""

    index: Int
    told: Told


after_input = function(Untainted, result=Untainted, name="after_input")
after_answer = function(Untainted, Reply, result=Untainted, name="after_answer")
tainted_after_input = function(Untainted, Tainted, Input, result=Tainted, name="tainted_after_input")
tainted_after_answer = function(Untainted, Tainted, Reply, result=Tainted, name="tainted_after_answer")
returns = relation(Untainted, name="returns")
creates = relation(Untainted, name="creates")
output = function(Untainted, result=Shown, name="output")
kind_of = function(Untainted, result=Kind, name="kind_of")
part_of = function(Untainted, result=Int, name="part_of")
told_of = function(Untainted, Tainted, result=Told, name="told_of")
told_by = relation(Tainted, name="told_by")
"""A condition on tainted variables."""


class AnyPseudocode(PostProcessing):
    """A program in the form of HSV26 Definition 6.5(1) and (2): it decides and shows by what is untainted."""

    untainted = register(Untainted, ())
    tainted = register(Tainted, ())

    def on_left(self, message: Input) -> None:
        self.tainted = tainted_after_input(self.untainted, self.tainted, message)
        self.untainted = self.assigned(after_input(self.untainted))
        self.go_on()

    def on_right(self, answer: Reply) -> None:
        self.tainted = tainted_after_answer(self.untainted, self.tainted, answer)
        self.untainted = self.assigned(after_answer(self.untainted, answer))
        self.go_on()

    def go_on(self) -> None:
        """Return an output, create a part, or tell one something."""
        with when(self.returns()):
            self.send_left(self.shown())
        with elsewhen(creates(self.untainted)):
            self.send_right(Creation(kind=kind_of(self.untainted)))
        with otherwise():
            self.send_right(Telling(index=self.part(), told=told_of(self.untainted, self.tainted)))

    def assigned(self, value: Untainted) -> Untainted:
        """What the untainted variables become."""
        return value

    def returns(self) -> Bool:
        """Whether it returns."""
        return returns(self.untainted)

    def shown(self) -> Shown:
        """The output."""
        return output(self.untainted)

    def part(self) -> Int:
        """The part that it tells something."""
        return part_of(self.untainted)


again = function(Untainted, result=Untainted, name="again")
shown_of = function(Tainted, result=Shown, name="shown_of")
part_by = function(Tainted, result=Int, name="part_by")


class AssignsUnderCondition(AnyPseudocode):
    """Wrong: an untainted variable is assigned under a condition on tainted ones."""

    def on_left(self, message: Input) -> None:
        self.tainted = tainted_after_input(self.untainted, self.tainted, message)
        with when(told_by(self.tainted)):
            self.untainted = again(self.untainted)
        with otherwise():
            self.untainted = after_input(self.untainted)
        self.go_on()


class ReturnsUnderCondition(AnyPseudocode):
    """Wrong: whether it returns depends on tainted variables."""

    def returns(self) -> Bool:
        return super().returns() & told_by(self.tainted)


class ShowsTainted(AnyPseudocode):
    """Wrong: an output depends on tainted variables."""

    def shown(self) -> Shown:
        return shown_of(self.tainted)


class ChoosesByTainted(AnyPseudocode):
    """Wrong: which part it tells something depends on tainted variables."""

    def part(self) -> Int:
        return part_by(self.tainted)


class AnyInputs(Monitor):
    """Any inputs."""

    def step(self, left: Input, right: Input) -> None:
        pass


class SameChoices(Monitor):
    """The same parts are created and told something, whatever they are told."""

    def step(self, left: Creation | Telling, right: Creation | Telling) -> None:
        require(same_case(left, right))
        with both(left, right, Creation) as (one, other):
            require(one.kind == other.kind)
        with both(left, right, Telling) as (one, other):
            require(one.index == other.index)


def inputs_to_choices() -> Validity:
    """Any inputs from the left, the same choices to the right."""
    return Validity(AnyInputs().definition, SameChoices().definition)
