"""What an author may state to hold throughout, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from concomp.model.language import (
    Bool,
    Int,
    LanguageError,
    Map,
    Monitor,
    accept_if,
    function,
    parameter,
    per_copy,
    register,
    require,
    when,
)
from concomp.model.language.invariants import Registers, arguments_of_invariant, stated_invariant
from concomp.model.language.postprocessing import PostProcessing
from concomp.model.language.readings.machine import Machine
from concomp.model.language.syntax import terms
from concomp.model.language.syntax.sorts import INT
from concomp.model.language.syntax.trace import Requirement

INDEX = terms.leaf("parameter", INT, "any key")
X, Y = terms.leaf("register", INT, "x"), terms.leaf("register", INT, "y")
double = function(Int, result=Int, name="double")


class Base(Monitor):
    limit = parameter(Int)
    count = register(Int, 0)
    spent = register(Map[Int, Int], 0)
    known = register(Map[Int, Bool], False)
    before = register(Map[Int, Int], 0)

    def step(self, left: Int, right: Int) -> None:
        require(left == right)
        self.count = self.count + 1
        self.spent[left] = self.spent[left] + 1
        self.known[left] = True
        self.before = self.spent


class Right(Base):
    def invariant(self, index: Int) -> None:
        require(self.count >= 0)
        with when(self.known[index]):
            require(self.spent[index] <= self.limit)


def stated(machine: Machine, **others: Registers) -> tuple[Requirement, ...]:
    registers = {each.name: each.symbol for each in machine.definition.registers}
    return stated_invariant(machine, registers, {"index": INDEX, **others})


def test_each_line_is_a_condition_at_its_place() -> None:
    first, second = stated(Right())
    assert str(first.condition) == "at most(0, count)"
    assert str(second.condition) == "or(not(read(known, any key)), at most(read(spent, any key), limit))"
    assert [line.position.text for line in (first, second)] == [
        "require(self.count >= 0)",
        "require(self.spent[index] <= self.limit)",
    ]


def test_it_is_no_part_of_the_function() -> None:
    base, right = Base().definition, Right().definition
    assert (base.registers, base.guard, base.verdict) == (right.registers, right.guard, right.verdict)


def test_who_states_nothing_states_no_lines() -> None:
    assert stated(Base()) == ()
    assert arguments_of_invariant(Base()) == ()


def test_other_runs_are_read_by_name() -> None:
    class Beside(Base):
        def invariant(self, other: Any) -> None:
            require(self.count == other.x + other.y)

    [line] = stated(Beside(), other=Registers("the other", {"x": X, "y": Y}))
    assert str(line.condition) == "equal(count, sum(x, y))"


class TakesMessage(Base):
    def invariant(self, left: Int) -> None:
        require(self.count <= left)


class Misspelt(Base):
    def invariant(self) -> None:
        require(self.cuont >= 0)  # type: ignore[attr-defined]


class MisspeltThere(Base):
    def invariant(self, other: Any) -> None:
        require(other.xx >= 0)


class AtOneKey(Base):
    def invariant(self) -> None:
        require(self.spent[3] >= 0)


class AtACount(Base):
    def invariant(self, index: Int) -> None:
        require(self.spent[index] <= self.spent[self.count])


class WholeMap(Base):
    def invariant(self) -> None:
        require(self.spent == self.before)


class Applies(Base):
    def invariant(self) -> None:
        require(double(self.count) >= 0)


class Assigns(Base):
    def invariant(self) -> None:
        self.count = 0


class Decides(Base):
    def invariant(self) -> None:
        accept_if(self.count >= 0)


class Returns(Base):
    def invariant(self) -> Bool:
        return self.count >= 0


class Draws(PostProcessing):
    secret = per_copy(Int)

    def on_left(self, number: Int) -> None:
        self.send_right(number)

    def on_right(self, number: Int) -> None:
        self.send_left(number)

    def invariant(self) -> None:
        require(self.secret >= 0)


class Sends(PostProcessing):
    def on_left(self, number: Int) -> None:
        self.send_right(number)

    def on_right(self, number: Int) -> None:
        self.send_left(number)

    def invariant(self) -> None:
        self.send_left(3)


@pytest.mark.parametrize(
    ("machine", "problem", "remedy"),
    [
        (TakesMessage, "takes 'left', and it states what holds between messages", "take `index`, any key of its maps"),
        (Misspelt, "has no register or parameter 'cuont'", "did you mean 'count'"),
        (MisspeltThere, "the other has no register or parameter 'xx'", "did you mean 'x'"),
        (AtOneKey, "reads a map at one key", "read it at `index`"),
        (AtACount, "reads a map at one key", "read it at `index`"),
        (WholeMap, "speaks of a whole map", "its entry at `index`"),
        (Applies, "applies 'double'", "speak of registers and parameters"),
        (Assigns, "assigns 'count'", "state what holds"),
        (Decides, "gives a verdict by `accept_if`", "state what holds"),
        (Returns, "returns a value", "state each conjunct by `require"),
        (Draws, "depends on 'secret', which is another in each step", "speak of registers and parameters"),
        (Sends, "a message is sent outside the step", "send in `on_left`"),
    ],
)
def test_what_is_no_condition_between_messages_is_refused(machine: type[Machine], problem: str, remedy: str) -> None:
    with pytest.raises(LanguageError) as refusal:
        stated(machine(), other=Registers("the other", {"x": X, "y": Y}))
    assert problem in refusal.value.problem
    assert remedy in refusal.value.remedy
    assert refusal.value.position.file == __file__


class AsProperty(Base):
    @property
    def invariant(self) -> None:
        require(self.count >= 0)


class OfTheClass(Base):
    @classmethod
    def invariant(cls) -> None:
        require(cls.count >= 0)


class OfNoObject(Base):
    @staticmethod
    def invariant() -> None:
        require(Bool(True))


class TakenBack(Right):
    invariant = None  # type: ignore[assignment]


class Register(Monitor):
    invariant = register(Int, 0)

    def step(self, left: Int, right: Int) -> None:
        require((left == right) & (self.invariant >= 0))
        self.invariant = self.invariant + 1


@pytest.mark.parametrize(
    ("machine", "kind"), [(AsProperty, "property"), (OfTheClass, "classmethod"), (OfNoObject, "staticmethod")]
)
def test_an_invariant_is_a_plain_method(machine: type[Monitor], kind: str) -> None:
    with pytest.raises(LanguageError) as refused:
        stated(machine())
    assert refused.value.problem == f"{machine.__name__}.invariant is a {kind}"
    assert refused.value.remedy == "write it as a method: `def invariant(self) -> None`"


def test_what_is_no_invariant_states_nothing() -> None:
    assert stated(TakenBack()) == stated(Register()) == ()
