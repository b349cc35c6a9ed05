"""Indices, terms and formulas with a part that does not fit, or that could change: each is refused, and says why."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from concomp.obligations.derivations.kernel.facts import Fact, Rule
from concomp.obligations.derivations.kernel.indices import (
    NEXT,
    ZERO,
    Compound,
    Constructor,
    Var,
)
from concomp.obligations.derivations.kernel.language import (
    BoundTerm,
    Comparison,
    Conjunction,
    Implication,
    Quantity,
    Rational,
    Real,
    Summable,
    le,
    limit,
    total,
)
from concomp.obligations.derivations.kernel.sealing import IllFormed
from concomp.obligations.derivations.kernel.sentences import Sentence
from concomp.obligations.derivations.kernel.steps import SolvedStep
from tests.kernel_notation import (
    FALSE,
    H,
    N,
    Q,
    f,
)
from tests.meta.without_assertions import assert_refused_without_assertions


class Odd(int):
    """A number that equals all others."""

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 0


class Name(str):
    """A text that can be changed."""

    __slots__ = ()


def subclass_of(kind: type) -> type:
    return type("Own", (kind,), {"__eq__": lambda self, other: True, "__hash__": lambda self: 0})


ILL_FORMED: dict[str, tuple[str, Callable[[], object]]] = {
    "a greater-than that is read as at most": ("none of", lambda: Comparison(">=", real_(0), real_(1))),  # type: ignore[arg-type]
    "another operator": ("none of", lambda: quantity_("/")),
    "another binder": ("none of", lambda: BoundTerm("inf", N, f(N))),  # type: ignore[arg-type]
    "a conjunction in a conjunction": ("Comparison", lambda: Conjunction((Conjunction((FALSE,)),))),  # type: ignore[arg-type]
    "an implication in a conjunction": ("Comparison", lambda: Conjunction((Implication(FALSE, FALSE),))),  # type: ignore[arg-type]
    "a list that can grow": ("tuple", lambda: Quantity("f", [N])),  # type: ignore[arg-type]
    "conjoined in a list": ("tuple", lambda: Conjunction([FALSE])),  # type: ignore[arg-type]
    "a name of its own class": ("str", lambda: Quantity(Name("f"), (N,))),
    "a number of its own class": ("Fraction", lambda: Rational(Odd(0))),  # type: ignore[arg-type]
    "a float": ("Fraction", lambda: Rational(0.5)),  # type: ignore[arg-type]
    "a term that is none": ("write Rational or", lambda: le(subclass_real(), 0)),
    "a formula that is none": ("write Comparison or", lambda: Implication(FALSE, "so be it")),  # type: ignore[arg-type]
    "a subclass of a variable": ("no subclass", lambda: subclass_of(Var)),
    "a subclass of a quantity": ("no subclass", lambda: subclass_of(Quantity)),
    "a subclass of a rule": ("no subclass", lambda: subclass_of(Rule)),
    "a subclass of a compound": ("no subclass", lambda: subclass_of(Compound)),
    "a subclass of a fact": ("no subclass", lambda: subclass_of(Fact)),
    "a subclass of a claim": ("no subclass", lambda: subclass_of(SolvedStep)),
    "a successor of a history": ("takes", lambda: Compound(NEXT, (H,))),
    "a sort that may be empty": ("none of", lambda: Var("x", "no such thing")),
    "a sum over histories": ("sums and limits are over numbers", lambda: total(H, f(H))),
    "a limit of queries": ("sums and limits are over numbers", lambda: limit(Q, f(Q))),
    "a sum from a query on": ("no number at which", lambda: total(N, f(N), Q)),
    "a supremum from 1 on": ("no number at which", lambda: BoundTerm("sup", N, f(N), NEXT(ZERO))),
    "convergence over queries": ("none of number", lambda: Summable(Q, f(Q))),
    "a text with a place too many": ("place", lambda: Sentence("{} is {}", ("number",))),
    "a text with a place too few": ("place", lambda: Sentence("all is well", ("number",))),
    "a text that looks inside": ("place", lambda: Sentence("{0.sort} is well", ("number",))),
    "a text with half a brace": ("for braces", lambda: Sentence("{", ())),
    "a text that fills": ("place", lambda: Sentence("{:>9999999}", ("number",))),
    "a quantity that reads as a number": ("choose another name", lambda: Quantity("0")),
    "a quantity that reads as a product": ("choose another name", lambda: Quantity("δ·δ")),
    "a quantity that reads as another at an index": ("choose another name", lambda: Quantity("f(n)")),
    "a quantity that reads as a supremum": ("choose another name", lambda: Quantity("sup_n f")),
    "a variable that reads as a bit": ("choose another name", lambda: Var("1", "bit")),
    "a constructor of a name that is taken": (
        "the name of another",
        lambda: Constructor("successor", ("number",), "number", "Next({})"),
    ),
    "a constructor with a place too few": ("place", lambda: Constructor("pair", ("query", "query"), "query", "{}")),
}


def real_(number: int) -> Real:
    return Rational(Fraction(number))


def quantity_(operator: Any) -> Real:
    return type(f(N) + 1)(operator, (f(N), real_(1)))  # type: ignore[call-arg]


def subclass_real() -> Any:
    """A term of a class of its own, equal to every other."""
    pose = {"__eq__": lambda self, other: True, "__hash__": lambda self: 0, "__class__": Real}
    return type("Anything", (), pose)()


@pytest.mark.parametrize("name", ILL_FORMED)
def test_what_is_ill_formed_is_refused(name: str) -> None:
    message, attack = ILL_FORMED[name]
    with pytest.raises(IllFormed, match=message):
        attack()


def test_nothing_gets_through_without_assertions() -> None:
    assert_refused_without_assertions(__file__)
