"""Answers of `audit`, `attack` and `compose`, and how they print."""

from __future__ import annotations

import math
import sys
from decimal import Decimal
from fractions import Fraction as F
from pathlib import Path

import pytest

import concomp
from concomp.model import HALT, Bool, Monitor, Record, continual_game, require
from concomp.report.quantities import approximate

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"
YES, NO = concomp.Law({1: F(3, 4), 0: F(1, 4)}), concomp.Law({1: F(1, 4), 0: F(3, 4)})


def respond(bit: int, query: str) -> concomp.Law[tuple[int, int]]:
    return concomp.Law({(bit, bit): F(3, 4), (bit, 1 - bit): F(1, 4)})


RESPONSE = concomp.InteractiveMechanism(respond, (0, 1), ("ask",))


def test_one_mechanism_in_all_its_forms() -> None:
    once = concomp.game(RESPONSE, rounds=1)
    document = {
        "type": "mechanism",
        "states": ["0", "1"],
        "queries": ["ask"],
        "answers": ["0", "1"],
        "init": ["0", "1"],
        "kernel": {
            "0|ask": [["0.75", "0", "0"], ["1/4", "0", "1"]],
            "1|ask": [["3/4", "1", "1"], ["1/4", "1", "0"]],
        },
        "horizon": 1,
    }
    curves = [concomp.audit(each).vertices for each in (once, (NO, YES), document)]
    assert curves == [((F(1), F(1, 2)), (F(3), F(0)))] * 3


def test_a_file_is_audited() -> None:
    found = concomp.audit(EXAMPLES / "attack_2.json", e_eps=1)
    assert (found.value, found.bounds.is_exact) == (F(7, 16), True)
    assert repr(found) == "<δ = 7/16 (0.4375) at E = 1: against every adaptive adversary, at most 4 queries>"
    assert found == concomp.audit(str(EXAMPLES / "attack_2.json"), e_eps="1")


def test_an_epsilon_that_is_asked_for_goes_down() -> None:
    found = concomp.audit((YES, NO), epsilon="0.5")
    assert found.e_eps == F("1.6487212707001")
    assert found.value == F(3, 4) - found.e_eps * F(1, 4)
    assert found.bounds.low < found.value
    assert "taken at E = 16487212707001/10000000000000 (~1.64872) just below e^ε" in repr(found)


def test_a_claim_by_epsilon_is_decided_however_close_it_is() -> None:
    above = concomp.audit((YES, NO), epsilon="1.09861228866810969139524523692", delta=0)
    below = concomp.audit((YES, NO), epsilon="1.09861228866810969139524523693", delta=0)
    assert not above
    assert below
    assert repr(concomp.audit((YES, NO), e_eps=2, delta="0.1")) == (
        "<(E = 2, δ = 1/10 (0.1))-DP does not hold: the least δ = 1/4 (0.25), "
        "against every adaptive adversary, at most 1 query>"
    )


def test_what_no_precision_decides_is_said_to_be_undecided() -> None:
    low, high = concomp.impl.accounting.losses.rational_bounds(concomp.with_epsilon(1).loss)
    middle = F(3, 4) - (low + high) / 2 * F(1, 4)
    with pytest.raises(concomp.Undecided, match=r"the least δ lies between .* and .*: ask for another δ"):
        concomp.audit((YES, NO), epsilon=1, delta=middle)


def test_the_least_epsilon() -> None:
    found = concomp.audit((YES, NO), delta=0)
    assert found.e_eps == concomp.Bounds(F(3), F(3))
    assert math.log(3) <= float(found) < math.log(3) + 1e-15
    none = concomp.audit((concomp.Law({0: 1}), concomp.Law({1: 1})), delta="1/2")
    assert (none.value, none.bounds, float(none)) == (None, None, math.inf)
    assert repr(none) == "<no ε suffices for δ = 1/2 (0.5): against every adaptive adversary, at most 1 query>"


class Visit(Record):
    counts: Bool


class Any(Monitor):
    """All pairs."""

    def step(self, left: Visit, right: Visit) -> None:
        require(left.counts | right.counts)


def test_a_continual_mechanism_by_its_verification_function() -> None:
    visits = [Visit(counts=False), Visit(counts=True)]

    def tell(state: int, visit: Visit) -> concomp.Law[tuple[int, bool]]:
        return concomp.Law({(state, visit.counts is True): F(3, 4), (state, visit.counts is not True): F(1, 4)})

    counter = concomp.InteractiveMechanism(tell, (0,), visits)
    game = concomp.game(counter, rounds=2, function=Any())
    pairs = [(left, right) for left in visits for right in visits]
    assert concomp.audit(game).vertices == concomp.audit(continual_game(Any(), counter, pairs, 2)).vertices
    few = concomp.game(counter, rounds=2, function=Any(), pairs=[(visits[1], visits[1])])
    assert concomp.audit(few, e_eps=1).value == 0


def test_the_attack_reaches_the_least_delta() -> None:
    game = concomp.game(RESPONSE, rounds=2)
    best = concomp.attack(game, epsilon="0.25")
    assert best.delta == concomp.audit(game, e_eps=best.e_eps).value
    assert best.e_eps < F("1.284025416687742") < best.e_eps + F(1, 10**11)
    assert "world 0 suspected:\n  send 'ask'" in repr(best)


def test_losses_given_as_epsilon_stay_epsilon() -> None:
    tenths = [concomp.with_epsilon(Decimal("0.1"))] * 10
    claim = concomp.compose(tenths, epsilon=1, delta=0)
    assert claim
    assert repr(claim) == (
        "<(ε = 1, δ = 0)-DP holds: the least δ = 0, optimal composition of 10 mechanisms, fixed in advance>"
    )
    assert not concomp.compose(tenths, epsilon="0.9999999999", delta=0)
    assert concomp.compose(tenths, delta=0).bounds == concomp.Bounds(F(1), F(1))
    assert repr(concomp.compose(tenths)) == (
        "<ε = 1 with δ = 0, less ε with more δ: optimal composition of 10 mechanisms, fixed in advance>"
    )


def test_parameters_of_the_model_compose_as_well() -> None:
    listed = [concomp.PrivacyParameters(F(3, 2), F(0)), concomp.with_e_eps("3/2")]
    assert concomp.compose(listed, e_eps=2).value == F(1, 25)
    assert concomp.compose(listed).vertices[0] == (F(1), F(1, 5))


def test_a_float_is_not_below_the_value() -> None:
    found = concomp.compose([concomp.with_epsilon("0.1", "1e-9")] * 100, delta="1e-6")
    assert found.value is not None
    assert found.value <= F(float(found)) <= found.value + F(1, 10**14)


def test_the_halt_of_a_mechanism_is_seen() -> None:
    def halting(bit: int, query: str) -> concomp.Law[Any]:
        return concomp.Law({(bit, "on" if bit else HALT): 1})

    mechanism = concomp.InteractiveMechanism(halting, (0, 1), ("ask",))
    assert concomp.audit(concomp.game(mechanism, rounds=1), e_eps=5).value == 1


def test_bounds_of_an_audit_say_how_far_they_are_apart_and_why(monkeypatch: pytest.MonkeyPatch) -> None:
    """As the command does; what is exact has no reasons to give."""
    exact = concomp.audit(EXAMPLES / "tree_counters.json", e_eps=2)
    assert (exact.bounds.is_exact, exact.reasons) == (True, ())
    monkeypatch.setattr(sys.modules["concomp.door.audit"], "STEPS", 10)
    monkeypatch.setattr(sys.modules["concomp.door.audit"], "BOUND_STEPS", 30_000)
    between = concomp.audit(EXAMPLES / "tree_counters.json", e_eps=2)
    assert between.bounds.low <= exact.value <= between.bounds.high
    assert "components are bounded one by one, as if nothing tied them together" in between.reasons
    gap = approximate(between.bounds.high - between.bounds.low)
    assert repr(between).endswith(f"; the bounds are {gap} apart: {'; '.join(between.reasons)}>")
    claim = concomp.audit(EXAMPLES / "tree_counters.json", e_eps=2, delta=1)
    assert claim.least.reasons == between.reasons
    assert "; ".join(between.reasons) in repr(claim)
    with pytest.raises(concomp.Undecided, match="components are bounded one by one"):
        concomp.audit(EXAMPLES / "tree_counters.json", e_eps=2, delta=between.bounds.low)
