"""What a reply is worth, by what is expected of it."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import TypeAdapter

from concomp.conformance.protocol.replies import Reply
from concomp.conformance.runner.judgement import judge
from concomp.conformance.vectors.expectations import Expectation

EXPECTATION: TypeAdapter[Expectation] = TypeAdapter(Expectation)
OK: dict[str, Any] = {"ok": {"handle": "a"}}
REFUSED, ERRORED, UNSUPPORTED = {"refused": "no"}, {"errored": "oh"}, {"unsupported": "that"}
EPSILON = {"is": "value", "epsilon": ["1", "1"]}
EXACT = {**EPSILON, "grade": "exact"}
LARGE = {"is": "value", "epsilon": ["1000000", "1000000"]}
ONE, BELOW, FAR_BELOW = "0x1p+0", "0x1.fffffffffffffp-1", "0x1.fffff00000000p-1"
PROFILE = [["1", "1/2"], ["3", "0"]]


def spent(e_eps: str, delta: str) -> dict[str, Any]:
    return {"ok": {"loss": {"e_eps": e_eps, "delta": delta}}}


@pytest.mark.parametrize(
    ("expected", "reply", "cost"),
    [
        ({"is": "granted"}, OK, None),
        ({"is": "granted"}, REFUSED, "utility"),
        ({"is": "granted", "cost": "robustness"}, ERRORED, "robustness"),
        ({"is": "refused"}, REFUSED, None),
        ({"is": "refused"}, OK, "privacy"),
        ({"is": "refused"}, ERRORED, "robustness"),
        ({"is": "declined"}, ERRORED, None),
        ({"is": "declined"}, UNSUPPORTED, None),
        ({"is": "declined"}, OK, "privacy"),
        ({"is": "refused"}, {"ok": {"handle": "a", "epsilon": "inf"}}, "privacy"),
        ({"is": "declined"}, {"ok": {"handle": "a", "e_eps": "inf"}}, "privacy"),
        ({"is": "anything"}, ERRORED, None),
        ({"is": "equal", "fields": {"answer": "x"}}, {"ok": {"answer": "x", "more": 1}}, None),
        ({"is": "equal", "fields": {"answer": 1}}, {"ok": {"answer": True}}, "privacy"),
        ({"is": "equal", "fields": {"answer": "x"}}, {"ok": {"failed": True}}, "privacy"),
        ({"is": "between", "field": "granted", "least": 2, "most": 3}, {"ok": {"granted": 3}}, None),
        ({"is": "between", "field": "granted", "least": 2, "most": 3}, {"ok": {"granted": 4}}, "privacy"),
        ({"is": "between", "field": "granted", "least": 2, "most": 3}, {"ok": {"granted": 1}}, "utility"),
        ({"is": "verdicts", "accepted": [True, False]}, {"ok": {"accepted": [True, False]}}, None),
        ({"is": "verdicts", "accepted": [True, False]}, {"ok": {"accepted": [False, True]}}, "privacy"),
        ({"is": "verdicts", "accepted": [True, False]}, {"ok": {"accepted": [False, False]}}, "utility"),
        ({"is": "verdicts", "accepted": [True, False]}, {"ok": {"accepted": [True]}}, "robustness"),
        (EPSILON, {"ok": {"epsilon": ONE}}, None),
        (EPSILON, {"ok": {"epsilon": BELOW}}, "rounding"),
        (EPSILON, {"ok": {"epsilon": FAR_BELOW}}, "privacy"),
        (EPSILON, {"ok": {"epsilon": "2"}}, None),
        (EPSILON, {"ok": {"epsilon": "inf"}}, None),
        (EPSILON, {"ok": {"delta": "0"}}, "utility"),
        (EPSILON, REFUSED, "utility"),
        (EXACT, {"ok": {"epsilon": "0x1.0000000000001p+0"}}, None),
        (EXACT, {"ok": {"epsilon": "0x1.0000001000000p+0"}}, "utility"),
        (EXACT, {"ok": {"epsilon": "inf"}}, "utility"),
        ({"is": "value", "epsilon": ["1", "2"]}, {"ok": {"epsilon": "3/2"}}, None),
        (EPSILON, {"ok": {"e_eps": "1"}}, "privacy"),
        (EPSILON, {"ok": {"e_eps": "271828/100000"}}, "privacy"),
        (EPSILON, {"ok": {"e_eps": "2718281828459045/1000000000000000"}}, "rounding"),
        (EPSILON, {"ok": {"e_eps": "2718281828459046/1000000000000000"}}, None),
        (EXACT, {"ok": {"e_eps": "3"}}, "utility"),
        (EXACT, {"ok": {"e_eps": "2718281828459046/1000000000000000"}}, None),
        (LARGE, {"ok": {"e_eps": "9" * 4000}}, "privacy"),
        (LARGE, {"ok": {"e_eps": "inf"}}, None),
        ({"is": "value", "delta": ["1/4", "1/4"]}, {"ok": {"delta": "1/4"}}, None),
        ({"is": "value", "delta": ["1/4", "1/4"]}, {"ok": {"delta": "1/5"}}, "privacy"),
        ({"is": "value", "delta": ["0", "0"]}, {"ok": {"delta": "0"}}, None),
        ({"is": "value", "infinite": True}, {"ok": {"epsilon": "inf"}}, None),
        ({"is": "value", "infinite": True}, {"ok": {"epsilon": None, "e_eps": "inf"}}, None),
        ({"is": "value", "infinite": True}, REFUSED, None),
        ({"is": "value", "infinite": True}, {"ok": {"epsilon": "700"}}, "privacy"),
        ({"is": "covers", "profile": PROFILE}, spent("3", "0"), None),
        ({"is": "covers", "profile": PROFILE}, spent("2", "1/4"), None),
        ({"is": "covers", "profile": PROFILE}, spent("2", "1/5"), "privacy"),
        ({"is": "covers", "profile": PROFILE}, spent("4", "0"), None),
        ({"is": "covers", "profile": PROFILE}, {"ok": {"loss": {"rho": "9"}}}, "robustness"),
        ({"is": "covers", "profile": PROFILE}, {"ok": {"loss": {"epsilon": "1" + "0" * 300}}}, None),
        ({"is": "covers", "rho": "1/2"}, {"ok": {"loss": {"rho": "1/2"}}}, None),
        ({"is": "covers", "rho": "1/2"}, {"ok": {"loss": {"rho": "1/3"}}}, "privacy"),
        ({"is": "same as", "step": 1}, {"ok": {"handle": "another"}}, None),
        ({"is": "same as", "step": 1}, REFUSED, "privacy"),
        ({"is": "same as", "step": 7}, REFUSED, None),
    ],
)
def test_a_reply_is_judged_at_its_cost(expected: Any, reply: Any, cost: str | None) -> None:
    earlier = {1: Reply.model_validate({"seq": 1, **OK})}
    found = judge(EXPECTATION.validate_python(expected), Reply.model_validate({"seq": 2, **reply}), earlier)
    assert found.cost == cost
    assert found.is_met == (cost is None)


def test_how_far_a_bound_is_above_the_truth_is_told() -> None:
    found = judge(EXPECTATION.validate_python(EPSILON), Reply(seq=1, ok={"epsilon": "3/2"}), {})
    assert found.above is not None
    assert float(found.above) == 0.5
