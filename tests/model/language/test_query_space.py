"""A message outside the query space is rejected for ever, and explained."""

from __future__ import annotations

import pytest

from concomp.model.language import (
    REJECTED,
    Bool,
    Int,
    LanguageError,
    Monitor,
    parameter,
    register,
    require,
    when,
)
from concomp.model.language.syntax import terms
from tests.model.language.monitors import Data, EventLevel


class InRange(Monitor):
    """Numbers between 0 and n, at most one of which differs."""

    n = parameter(Int, where=lambda n: n >= 0)
    used = register(Bool, False)

    def allows(self, message: Int) -> Bool:
        return (message >= 0) & (message <= self.n)

    def step(self, left: Int, right: Int) -> None:
        with when(left != right):
            require(~self.used)
            self.used = True


def test_a_message_outside_the_query_space_is_rejected_for_ever() -> None:
    run = InRange(n=3)
    assert run([(0, 3), (2, 2)])
    for pair in ((4, 4), (3, 4), (-1, 0)):
        assert run.advance(run.initial, pair) == (False, REJECTED)
        assert not run([pair, (0, 0)])


def test_the_query_space_is_no_requirement_of_the_step() -> None:
    definition = InRange().definition
    assert len(definition.requirements) == 1
    assert {leaf.operator for leaf in terms.descendants([definition.membership])} >= {"message", "parameter"}
    assert EventLevel().definition.allowed is terms.TRUE


def test_a_message_outside_the_query_space_is_explained() -> None:
    rejection = InRange(n=3).explain([(0, 0), (1, 4), (0, 0)])
    assert rejection is not None
    assert rejection.index == 1
    assert rejection.reason == "the right message 4 is not in the query space"
    assert rejection.position.text == "def step(self, left: Int, right: Int) -> None:"


def test_the_query_space_does_not_depend_on_registers() -> None:
    with pytest.raises(LanguageError, match="register 'seen' is read outside the step"):

        class Depends(Monitor):
            seen = register(Bool, False)

            def allows(self, message: Data) -> Bool:
                return self.seen

            def step(self, left: Data, right: Data) -> None:
                self.seen = True
