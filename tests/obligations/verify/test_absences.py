"""Relations of registers that are nothing at first: a warning where they never matter, none where they do."""

from __future__ import annotations

import pytest

from concomp.model import (
    NOTHING,
    Bool,
    Int,
    Map,
    Monitor,
    Opaque,
    Record,
    both,
    function,
    register,
    relation,
    require,
    when,
)
from concomp.testing import assert_property
from tests.obligations.verify.settling import verify


class Data(Opaque): ...


class Load(Record):
    data: Data


class Ask(Record):
    number: Int


near = relation(Data, Data, reflexive=True, symmetric=True)
size = function(Data, result=Int)


class Guarded(Monitor):
    """Stores only where the relation holds."""

    last = register(Data, NOTHING)

    def step(self, left: Data, right: Data) -> None:
        with when(near(self.last, left)):
            require(left == right)
            self.last = left


class Required(Monitor):
    """Accepts no first message, so that there is no witness either."""

    last = register(Data, NOTHING)

    def step(self, left: Data, right: Data) -> None:
        require(near(self.last, left) & near(left, right))
        self.last = left


class Sized(Monitor):
    """A function in the place of a relation, and messages of two cases."""

    last = register(Data, NOTHING)

    def step(self, left: Load | Ask, right: Load | Ask) -> None:
        require((left == right) | (size(self.last) > 3))
        with both(left, right, Load) as (x, _), when(size(self.last) > 3):
            self.last = x.data


class Stored(Monitor):
    """Stores at once, so that it matters from the second message on."""

    last = register(Data, NOTHING)

    def step(self, left: Data, right: Data) -> None:
        with when(near(self.last, left)):
            require(left == right)
        self.last = left


class Begun(Monitor):
    """Makes an exception of the first message."""

    last = register(Data, NOTHING)
    begun = register(Bool, False)

    def step(self, left: Data, right: Data) -> None:
        require(~self.begun | near(self.last, left))
        self.last = left
        self.begun = True


class Many(Monitor):
    """A map of such values is left alone: its author keeps track of what is there."""

    last = register(Map[Int, Data], NOTHING)

    def step(self, left: Data, right: Data) -> None:
        require(near(self.last[0], left))
        self.last[0] = left


@pytest.mark.parametrize(
    ("monitor", "said"),
    [
        (Guarded, "near(last, left) never matters: last starts as nothing, of which a relation is false"),
        (Required, "near(last, left) never matters: last starts as nothing, of which a relation is false"),
        (Sized, "size(last) never matters: last starts as nothing, of which a function has its default"),
    ],
)
def test_what_never_matters_is_told(monitor: type[Monitor], said: str) -> None:
    [warning] = verify(monitor, ["reflexive"]).warnings
    assert warning.startswith(said)
    assert warning.endswith("Store something earlier, or leave it out")


@pytest.mark.parametrize("monitor", [Stored, Begun, Many])
def test_what_matters_is_not_told(monitor: type[Monitor]) -> None:
    assert verify(monitor, ["reflexive"]).warnings == ()


def test_a_failing_test_tells_it() -> None:
    with pytest.raises(AssertionError, match=r"vacuous(.|\n)*  warning: near\(last, left\) never matters"):
        assert_property(Required, "first-pair consistent")
