"""Values, traces and scopes, for machines and for readers."""

from __future__ import annotations

from fractions import Fraction

from concomp.model.language import NOTHING, Int, Monitor, Position, Real, Rejection, TotalMap, Vector, all_of, parameter
from concomp.model.language.syntax.definition import ParameterDefinition
from concomp.obligations.verify.encoding.code import Token
from concomp.obligations.verify.properties.replay import Replay, ReplayedStep
from concomp.obligations.verify.scopes import scope_of_all_lengths, scope_of_trace, value_text
from concomp.report.verdicts import plain, trace_lines
from tests.model.language.examples import create, slot
from tests.obligations.verify.functions import Colour

HALF = Fraction(1, 2)


class Bounded(Monitor):
    """Parameters with constraints of several forms."""

    free = parameter(Real)
    low = parameter(Real, where=lambda low: low > HALF)
    odd = parameter(Int, where=lambda odd: ~(odd == 2) | (odd >= 0))
    pair = parameter(Vector(Int, 2), where=lambda pair: all_of([pair[0] < pair[1], pair[1] + 1 < -pair[0]]))

    def step(self, left: Int, right: Int) -> None:
        """Require nothing."""


def test_values_for_machines() -> None:
    assert plain(create(3, HALF)[0]) == {"Create": {"e_eps": 3, "delta": "1/2"}}
    assert plain((True, 4, HALF, Fraction(2), NOTHING, None)) == [True, 4, "1/2", "2", None, None]
    assert plain(TotalMap(False, {2: True, -1: True})) == {"default": False, "entries": {"-1": True, "2": True}}
    assert plain(Colour.RED) == "RED"
    assert plain(Token("Data", 3)) == "Data#3"


def test_values_for_readers() -> None:
    assert value_text(slot(3, HALF)) == "Slot(e_eps=3, delta=1/2)"
    assert value_text(((HALF,), Fraction(3))) == "((1/2,), 3)"
    assert value_text(TotalMap(Fraction(0), {2: HALF})) == "{2: 1/2, else 0}"


def test_scopes_for_readers() -> None:
    assert scope_of_all_lengths(Bounded().definition.parameters, {"k": HALF}) == (
        "all lengths, all free, all low > 1/2, all odd with not (odd = 2) or (odd ≥ 0), "
        "all pair with (pair[0] < pair[1]) and ((pair[1] + 1) < −pair[0]), k = 1/2"
    )
    none: tuple[ParameterDefinition, ...] = ()
    assert scope_of_all_lengths(none, {}) == "all lengths"
    assert scope_of_trace(1, {}) == "1 message"
    assert scope_of_trace(2, {"k": 3}) == "2 messages, k = 3"


def replayed(*steps: ReplayedStep) -> Replay:
    rejection = Rejection(1, steps[-1], "`require(x)` fails", Position("far.py", 3), {"used": True})
    return Replay({"k": 2}, steps, "found", rejection)


def test_a_trace_is_a_table_of_pairs() -> None:
    first, second = ReplayedStep(1, 1, True, {"used": False}), ReplayedStep(1, 2, False, {})
    assert list(trace_lines(replayed(first, second))) == [
        "with k = 2",
        "   left  right  verdict   registers",
        "1  1     1      accepted  used = False",
        "2  1     2      rejected",
        "message 2 is rejected by far.py:3: `require(x)` fails, where used = True",
    ]


def test_a_wide_trace_is_a_list_of_steps_with_what_changes() -> None:
    long = "x" * 80
    first = ReplayedStep(long, long, True, {"used": False, "count": 1})
    second = ReplayedStep(long, "y", True, {"used": False, "count": 2})
    assert list(trace_lines(replayed(first, second)))[1:-1] == [
        f"1  left   '{long}'",
        "   right  the same",
        "   accepted: used = False, count = 1",
        f"2  left   '{long}'",
        "   right  'y'",
        "   accepted: count = 2",
    ]
