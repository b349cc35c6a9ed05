"""What is supposed, defined or assumed is no statement, and a fact cannot be changed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import FrozenInstanceError
from typing import Any

import pytest

from concomp.obligations.checks.derived import Derived
from concomp.obligations.derivations.kernel import sentences
from concomp.obligations.derivations.kernel.facts import Fact, WrongStep, _derive
from concomp.obligations.derivations.kernel.indices import NEXT
from concomp.obligations.derivations.kernel.language import (
    Proposition,
    Quantity,
    eq,
    le,
)
from concomp.obligations.derivations.kernel.logic import (
    JOINED,
    SOLVED,
    assume,
    define,
    hypothesis,
    join,
    solve,
    state,
)
from concomp.obligations.derivations.kernel.proofs import prove
from concomp.obligations.derivations.kernel.sealing import IllFormed
from concomp.obligations.expectation import Violation
from tests.kernel_notation import (
    FALSE,
    LEMMA,
    N,
    f,
    false_fact,
    given,
    solved,
)
from tests.meta.without_assertions import assert_refused_without_assertions

STATEMENTS: dict[str, tuple[str, Callable[[], Fact]]] = {
    "a hypothesis": ("supposed or defined", lambda: state(given(FALSE), LEMMA)),
    "a definition": ("supposed or defined", lambda: state(is_alone(), LEMMA)),
    "what rests on itself": ("rests on itself", lambda: state(from_itself(LEMMA), LEMMA)),
    "its own hypothesis": ("is supposed", lambda: state(solve("so", FALSE, given(FALSE)), LEMMA)),
    "its own hypothesis, among others": (
        "is supposed",
        lambda: state(join(solved(), solve("so", le(f(N), 1), given(le(f(N), 1)))), LEMMA),
    ),
    "a hypothesis behind a lemma without quantities": ("is supposed", lambda: state(behind_a_lemma(), LEMMA)),
    "by decree": ("is no statement of the registry", lambda: state(from_itself("nobody said so"), LEMMA)),
    "no statement": ("is no statement of the registry", lambda: state(solved(), "HSV26 Lemma 99.9")),
    "what is only assumed": ("finish the induction", lambda: state(assume(le(f(N), 1), N), LEMMA)),
}


def behind_a_lemma() -> Fact:
    """What is supposed of q stays supposed, though the lemma that follows says nothing of q."""
    low, high = given(le(3, Quantity("q"))), given(le(Quantity("q"), 2))
    lemma = state(solve("absurd", le(1, 0), low, high), "HSV26 Lemma 2.4")
    return solve("so", le(3, Quantity("q")), lemma)


def is_alone() -> Fact:
    return define("as defined", LEMMA, eq(Quantity("q"), 1))


def from_itself(origin: str) -> Fact:
    return solve("so", le(f(N), 2), hypothesis("as the lemma says", origin, le(f(N), 1)))


@pytest.mark.parametrize("name", STATEMENTS)
def test_what_is_not_derived_is_no_statement(name: str) -> None:
    message, attack = STATEMENTS[name]
    with pytest.raises(WrongStep, match=message):
        attack()


def test_a_check_takes_statements_only() -> None:
    with pytest.raises(ValueError, match="nothing is derived"):
        Derived(LEMMA, "name", "sentence", (), "scope")
    for fact in (hypothesis("by decree", LEMMA, FALSE), is_alone()):
        with pytest.raises(WrongStep, match="supposed or defined"):
            Derived(LEMMA, "name", "sentence", (fact,), "scope")


def test_a_fact_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        solved().formula = FALSE  # type: ignore[misc]
    with pytest.raises(TypeError):
        solved().using["formula"] = FALSE  # type: ignore[index]
    for each in (solved(), f(N), NEXT(N), FALSE, JOINED):
        assert not hasattr(each, "__dict__")


def test_contradictory_hypotheses_prove_nothing() -> None:
    with pytest.raises(Violation, match="an interesting case unsat"):
        prove(state(false_fact(), LEMMA))


class Asks:
    """A question that equals another one, and is not that one."""

    name, says = "so it is", "anything"
    negation = "(assert true)\n(check-sat)\n"
    witness, controls = negation, (negation,)

    def __init__(self, like: object) -> None:
        self.like = like

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return hash(self.like)


def test_a_question_that_equals_another_is_no_claim() -> None:
    claim: Any = Asks(solved().claim)
    with pytest.raises(IllFormed, match="write Asked"):
        _derive(SOLVED, Proposition(sentences.PARTS_FOLLOW), claim=claim)


@pytest.mark.full
def test_nothing_gets_through_without_assertions() -> None:
    assert_refused_without_assertions(__file__)
