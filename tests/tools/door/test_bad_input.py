"""What is wrong is named with its value and a remedy, whichever function it is given to."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest

import concomp

LAWS = (concomp.Law({0: 1}), concomp.Law({1: 1}))
HALF = concomp.with_epsilon("0.5")
FLOAT = 'has been rounded already: write it as text, like "0.1" or "1/10", or, in Python, say rounded_up'
NO_NUMBER = 'write a rational "p/q" or "p" in decimal digits, or a decimal like "0.1" or "1e-6"'


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
