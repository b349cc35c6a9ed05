"""What is wrong is named with its value and a remedy, whichever function it is given to."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from functools import partial
from typing import Any

import pytest

import concomp
from concomp.testing import assert_property, assert_refuted

LAWS = (concomp.Law({0: 1}), concomp.Law({1: 1}))
HALF = concomp.with_epsilon("0.5")
FLOAT = 'has been rounded already: write it as text, like "0.1" or "1/10", or, in Python, say rounded_up'
NO_NUMBER = 'write a rational "p/q" or "p" in decimal digits, or a decimal like "0.1" or "1e-6"'


class Equal(concomp.Monitor):
    def step(self, left: concomp.model.Int, right: concomp.model.Int) -> None:
        concomp.model.require(left == right)


def step(state: Any, query: Any) -> Any:
    raise AssertionError("nothing is asked of it")


def mechanism(states: int = 2, queries: Any = ("ask",)) -> concomp.InteractiveMechanism:
    return concomp.InteractiveMechanism(step, tuple(range(states)), queries, "M")


BAD: list[tuple[Callable[[], object], type[Exception], str]] = [
    (lambda: concomp.audit(LAWS, epsilon=0.1), concomp.ParameterError, f"epsilon is 0.1: a float {FLOAT}"),
    (lambda: concomp.audit(LAWS, e_eps=float("nan")), concomp.ParameterError, f"e_eps is nan: a float {FLOAT}"),
    (lambda: concomp.audit(LAWS, delta=1e-6), concomp.ParameterError, f"delta is 1e-06: a float {FLOAT}"),
    (
        lambda: concomp.audit(LAWS, epsilon=Decimal("NaN")),
        concomp.ParameterError,
        f"epsilon is Decimal('NaN'): {NO_NUMBER}",
    ),
    (lambda: concomp.audit(LAWS, epsilon="x"), concomp.ParameterError, f"epsilon is 'x': {NO_NUMBER}"),
    (lambda: concomp.audit(LAWS, epsilon=True), concomp.ParameterError, f"epsilon is True: {NO_NUMBER}"),
    (lambda: concomp.audit(LAWS, epsilon=-1), concomp.ParameterError, "epsilon is -1: eps must be at least 0"),
    (lambda: concomp.audit(LAWS, e_eps="1/2"), concomp.ParameterError, "e_eps is '1/2': E = e^eps must be at least 1"),
    (lambda: concomp.audit_moment(LAWS, 1), concomp.ParameterError, "order is 1: give a number above 1, at most 1000"),
    (lambda: concomp.audit_moment(LAWS, 1.5), concomp.ParameterError, f"order is 1.5: a float {FLOAT}"),
    (lambda: concomp.audit_rho(LAWS, omega="1"), concomp.ParameterError, "omega is '1': give a number above 1"),
    (lambda: bool(concomp.audit_rho(LAWS)), TypeError, "LeastRho is neither true nor false"),
    (lambda: concomp.audit(LAWS, delta="1.5"), concomp.ParameterError, "delta is '1.5': delta must be from 0 to 1"),
    (
        lambda: concomp.audit(LAWS, epsilon=1, e_eps=2),  # type: ignore[call-overload]
        concomp.ParameterError,
        "e_eps is 2: epsilon is given as well: give one of the two",
    ),
    (lambda: concomp.attack(LAWS), concomp.ParameterError, "epsilon is None: give epsilon or e_eps"),
    (lambda: concomp.audit(LAWS).delta(), concomp.ParameterError, "epsilon is None: give epsilon or e_eps"),
    (
        lambda: concomp.audit(3),  # type: ignore[call-overload]
        concomp.MechanismError,
        "the mechanism is int: give a game (concomp.game makes one), two laws, or a mechanism file as its path or its "
        "contents",
    ),
    (lambda: concomp.audit("none.json"), concomp.FormatError, "none.json: the file: No such file or directory: "),
    (lambda: concomp.audit({"type": "mechanism"}), concomp.FormatError, "states: missing: add it"),
    (lambda: concomp.audit({"type": {1}}), concomp.FormatError, "the contents: dict: write what JSON has; "),
    (
        lambda: concomp.game(mechanism(3), rounds=1),
        concomp.MechanismError,
        "initial_states of M has 3 states: give two, one for each world, or a verification function",
    ),
    (
        lambda: concomp.game(mechanism(), rounds=0),
        concomp.MechanismError,
        "rounds is 0: give the largest number of messages, a whole number from 1 on",
    ),
    (
        lambda: concomp.game(mechanism(), rounds=1, pairs=[(1, 2)]),
        concomp.MechanismError,
        "pairs are given, and no function: give the verification function that reads them",
    ),
    (
        lambda: concomp.game(mechanism(queries=concomp.model.mechanisms.interactive.EVERYTHING), rounds=1),
        concomp.MechanismError,
        "queries of M cannot be listed: give a tuple of them, or pairs",
    ),
    *[
        (
            partial(concomp.game, mechanism(1), rounds=1, function=function),  # type: ignore[arg-type]
            concomp.MechanismError,
            f"function is {function!r}".split(" at 0x")[0][:40],
        )
        for function in (lambda pair: True, 3, Equal, "anyy")
    ],
    (
        lambda: concomp.running_sum(concomp.above_threshold("1/2", "1/2")),  # type: ignore[arg-type]
        concomp.ParameterError,
        "of is AboveThreshold(",
    ),
    (
        lambda: concomp.running_sum(None),  # type: ignore[arg-type]
        concomp.ParameterError,
        "of is None: give what two_sided_geometric or randomised_response returns",
    ),
    *[
        (
            partial(concomp.game, concomp.binary_tree(3, "1/2"), rounds=2, function="any", pairs=pairs),
            concomp.MechanismError,
            said,
        )
        for pairs, said in (
            ([(0, 1), (0, 7)], "pairs[1][1] is 7: it is no query of binary_tree: give pairs of (0, 1)"),
            ([("0", "1")], "pairs[0][0] is '0': it is no query of binary_tree: give pairs of (0, 1)"),
            ([3], "pairs[0] is 3: give a tuple of two queries"),
            ([(0, 1, 1)], "pairs[0] is (0, 1, 1): give a tuple of two queries"),
            (["01"], "pairs[0] is '01': give a tuple of two queries"),
            ([], "pairs is []: give at least one, or leave pairs out for all there are"),
        )
    ],
    (
        lambda: concomp.compose([HALF, ("0.1", 0)]),  # type: ignore[list-item]
        concomp.ParameterError,
        """mechanisms[1] is ('0.1', 0): write with_epsilon("0.1", "1e-9") or with_e_eps("11/10")""",
    ),
    (
        lambda: concomp.compose(HALF),  # type: ignore[call-overload]
        concomp.ParameterError,
        "mechanisms is with_epsilon('1/2'): give a list of them",
    ),
    (lambda: concomp.compose([]), concomp.ParameterError, "the number of components is 0: give between 1 and 1000000"),
    (lambda: concomp.compose([HALF], delta=0.5), concomp.ParameterError, f"delta is 0.5: a float {FLOAT}"),
    (lambda: concomp.with_epsilon("0.1", 2), concomp.ParameterError, "delta is 2: delta must be from 0 to 1"),
    (
        lambda: concomp.explain("HSV26 Theorem 99"),
        concomp.UnknownLabel,
        "no statement is called 'HSV26 Theorem 99': ",
    ),
    (lambda: concomp.advise({"creation": "fixed"}), concomp.PlanError, "the plan: discrete: missing: add it"),
    (lambda: concomp.advise("none.toml"), concomp.PlanError, "none.toml: "),
    *[
        (partial(concomp.explain, label), concomp.ParameterError, f"label is {label!r}: write it as text, like ")
        for label in (None, 5, b"5.4", ["5.4"])
    ],
    (
        lambda: concomp.confounding(None),  # type: ignore[arg-type]
        concomp.ParameterError,
        "described is None: give the path of a file, or a dictionary of its fields",
    ),
    (lambda: concomp.advise(None), concomp.PlanError, "the plan: None: give the path of a TOML file"),  # type: ignore[arg-type]
    (lambda: concomp.advise({}, folder=3), concomp.PlanError, "the folder: 3: give a path"),  # type: ignore[arg-type]
    *[
        (partial(rounded, value), concomp.ParameterError, f"the number is {value!r}: give a f")
        for rounded in (concomp.rounded_up, concomp.rounded_down)
        for value in ("0.1", True, None, float("inf"))
    ],
    (lambda: concomp.rounded_up(10**400), concomp.ParameterError, "the number is 1000"),
    (lambda: concomp.verify(Equal, 5), concomp.NotAskable, "the properties are 5: give a list of names"),  # type: ignore[arg-type]
    (lambda: assert_property(Equal, None), concomp.NotAskable, "a property is None: give its name"),  # type: ignore[arg-type]
    (
        lambda: assert_refuted(Equal, "reflexive", length="2"),  # type: ignore[arg-type]
        concomp.ParameterError,
        "length is '2': give the number of pairs, a whole number",
    ),
    (
        lambda: bool(concomp.audit(LAWS, epsilon=1)),
        TypeError,
        "LeastDelta is neither true nor false: give both",
    ),
    (lambda: bool(concomp.compose([HALF], delta=0)), TypeError, "LeastEpsilon is neither true nor false: give both"),
    (lambda: bool(concomp.audit(LAWS)), TypeError, "PrivacyCurve is neither true nor false: give both epsilon"),
    (
        lambda: concomp.verify(3),  # type: ignore[arg-type]
        concomp.NotAskable,
        "3 is no verification function; give a Monitor, its class or a Definition",
    ),
]


@pytest.mark.parametrize(("call", "error", "message"), BAD)
def test_bad_input_is_named_with_its_remedy(call: Callable[[], object], error: type[Exception], message: str) -> None:
    with pytest.raises(error) as raised:
        call()
    assert str(raised.value).startswith(message)


def test_one_property_may_be_given_by_its_name_alone() -> None:
    report = concomp.verify(Equal, "reflexive")
    assert [(verdict.property, verdict.verdict) for verdict in report.verdicts] == [("reflexive", "vacuous")]
