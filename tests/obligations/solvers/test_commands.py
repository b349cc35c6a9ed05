"""A question to solvers does nothing but ask."""

from __future__ import annotations

import pytest

from concomp.obligations.solvers.commands import demand_harmless
from concomp.obligations.solvers.errors import SolverFailed
from tests.meta.test_objects_of_strangers import COMMANDS, PUT

MORE_THAN_ONCE = ("two questions", "no question", "nothing", "a parenthesis open")
"""What a question of derivations may not be, and one of a certificate may: it does no harm."""
ASKING = (
    PUT,
    "; what | is (asked\n"
    '(set-logic ALL)\n(declare-const |a;b "c" (d)| Int)\n(assert (< |a;b "c" (d)| 0))\n(check-sat)\n',
    "(declare-datatypes ((m 0)) (((one (first Int)) (halt))))\n(define-fun s0 () Bool true)\n(assert s0)(check-sat)",
)


@pytest.mark.parametrize("name", sorted(COMMANDS.keys() - {*MORE_THAN_ONCE}))
def test_what_does_more_than_ask_is_refused(name: str) -> None:
    with pytest.raises(SolverFailed, match="a question has"):
        demand_harmless(COMMANDS[name])


@pytest.mark.parametrize("text", ASKING)
def test_what_asks_is_asked(text: str) -> None:
    demand_harmless(text)
