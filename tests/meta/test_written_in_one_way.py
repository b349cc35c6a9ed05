"""What is printed is read in one way: attacks by terms, names and formulas that are written as others are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from concomp.obligations.derivations.kernel import indices, statements, texts
from concomp.obligations.derivations.kernel.facts import Fact, WrongStep
from concomp.obligations.derivations.kernel.indices import BIT_0, BIT_1, Constructor, Var
from concomp.obligations.derivations.kernel.language import BoundTerm, Quantity, Real, eq, le, lt, supremum, total
from concomp.obligations.derivations.kernel.logic import hypothesis, instance, solve, state
from concomp.obligations.derivations.kernel.sealing import IllFormed
from concomp.obligations.derivations.systems.language import (
    BEHIND,
    CM,
    EXCHANGING,
    IDENTICAL_ALWAYS,
    IDENTIFIED,
    IDENTIFIER,
    M,
    P,
)
from concomp.obligations.derivations.systems.shares import B, H, weight

THEOREM, SOURCE = "HSV26 Theorem 5.4", "HSV26 Definition 2.6"
N = Var("n", "number")
F, G = Quantity("f", (N,)), Quantity("g", (N,))


@pytest.fixture
def own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Constructors of a test's own, of which nothing is known after it."""
    monkeypatch.setattr(indices, "_NAMED", dict(indices._NAMED))


def a_constant_called_as_a_variable() -> Fact:
    """A hypothesis that prints as x = x, and says that all systems behind a post-processing weigh alike."""
    constant = Constructor("post-processing", (), "processing", "P")()
    alike = hypothesis("it weighs what it weighs", SOURCE, eq(weight(BEHIND(P, M)), weight(BEHIND(constant, M))))
    guards = EXCHANGING(), IDENTICAL_ALWAYS()
    one, other = (instance(alike, {P: guard}) for guard in guards)
    sides = (weight(BEHIND(guard, M)) for guard in guards)
    return state(solve("all", eq(*sides), one, other), THEOREM)


def one_name_of_two_sorts() -> Fact:
    """The same, of a system and of a function."""
    other = Quantity("weight", (Var("S", "function"), B, H))
    alike = hypothesis("it weighs what it weighs", SOURCE, eq(weight(Var("S", "system")), other))
    one, two = (instance(alike, {Var("S", "system"): IDENTIFIER(bit, CM)}) for bit in (BIT_0, BIT_1))
    sides = (weight(IDENTIFIER(bit, CM)) for bit in (BIT_0, BIT_1))
    return state(solve("all", eq(*sides), one, two), THEOREM)


def a_variable_called_as_the_identifier() -> Fact:
    """I ∘* M for every post-processing I."""
    any_, known = BEHIND(Var("I", "processing"), M), IDENTIFIED(CM)
    alike = hypothesis("one weight", SOURCE, eq(weight(known), weight(any_)))
    return state(solve("so", le(weight(known), weight(any_)), alike), THEOREM)


def less(one: Real, other: Real) -> Fact:
    """One is less than the other, by hypothesis; where they look alike, x < x."""
    return state(solve("so", le(one, other), hypothesis("less", SOURCE, lt(one, other))), THEOREM)


def two_variables_that_look_alike() -> Fact:
    return less(*(Quantity("A", (Var(name, "event"),)) for name in "Il"))


def two_quantities_that_look_alike() -> Fact:
    return less(Quantity("ν"), Quantity("v"))


def a_quantity_that_looks_like_a_variable() -> Fact:
    return less(Quantity("I"), Quantity("A", (Var("l", "number"),)))


def a_quantity_that_looks_like_a_constant() -> Fact:
    return less(Quantity("υ_1"), Quantity("A", (Constructor("an event v_1", (), "event", "v_1")(),)))


def a_variable_that_looks_like_the_identifier() -> Fact:
    return less(weight(IDENTIFIED(CM)), weight(BEHIND(Var("l", "processing"), M)))


@pytest.mark.parametrize(
    "attack",
    [
        a_constant_called_as_a_variable,
        one_name_of_two_sorts,
        a_variable_called_as_the_identifier,
        two_variables_that_look_alike,
        two_quantities_that_look_alike,
        a_quantity_that_looks_like_a_variable,
        a_quantity_that_looks_like_a_constant,
        a_variable_that_looks_like_the_identifier,
    ],
)
def test_a_statement_is_read_in_one_way(attack: Callable[[], Fact], monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(WrongStep, match=r"are written|is how (a constant|an index beside it) is written"):
        attack()
    monkeypatch.setattr(statements, "demand_one_reading", lambda *_: None)
    assert attack().origin == THEOREM


@pytest.mark.parametrize("written", ["M) ∘* (N", "I(1) ∘* {}", "", "Ask[I ∘* S]", "x is (ε,δ)-DP, then y", "if"])
def test_no_constructor_is_written_as_what_others_make(written: str) -> None:
    with pytest.raises(IllFormed, match=r"may be read as|is a word of formulas"):
        Constructor(f"my own {written.replace('{}', '')}", ("system",) * written.count("{}"), "system", written)


def test_no_two_constructors_are_written_alike() -> None:
    with pytest.raises(IllFormed, match="is how “verifier” is written"):
        Constructor("my own verifier", ("function",), "processing", "V[{}]")


ALIKE = [("ν", "v"), ("I_1", "l_1"), ("K_O[{}]", "K_0[{}]"), ("n'", "n′")]


def two_constants(one: str, other: str) -> tuple[Constructor, Constructor]:
    """Two constructors of one's own; their names tell them apart, which are not what is printed."""
    first, second = (
        Constructor(f"{order} of {one}, {other}", ("event",) * text.count("{}"), "event", text)
        for order, text in (("first", one), ("second", other))
    )
    return first, second


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_no_two_constructors_look_alike(one: str, other: str, own: None, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(IllFormed, match="or looks so"):
        two_constants(one, other)
    monkeypatch.setattr(texts, "ALIKE", {})
    assert len({each.written for each in two_constants(one, other)}) == 2


@pytest.mark.parametrize(
    "written",
    ["О", "eνery", "ν·", "every", "Every_M_j[{}]", "Iim", "l", "I", "l({})", "O", "slot {}"],
)
def test_no_constructor_looks_like_a_word_of_the_language(written: str, own: None) -> None:
    with pytest.raises(IllFormed):
        Constructor(f"my {written}", ("event",) * written.count("{}"), "event", written)


def test_no_constructor_has_a_text_of_the_language_before_that_has_it(own: None) -> None:
    """However little of it has been read in."""
    indices._NAMED.pop("every mechanism")
    with pytest.raises(IllFormed, match="is how “every mechanism” is written"):
        Constructor("any", ("composition",), "system", "every M_j of {}")


@pytest.mark.parametrize("name", ["every", "everyone", "eνery", "Iim", "A ", "ρa"])
def test_no_name_looks_like_what_it_is_not(name: str) -> None:
    for make in (lambda: Var(name, "system"), lambda: Quantity(name)):
        with pytest.raises(IllFormed):
            make()


@pytest.mark.parametrize("name", ["Μ", "М", "о", "ο", "Ｍ", "ɑ", "x\u0301"])
def test_no_two_letters_look_alike(name: str) -> None:
    for make in (lambda: Var(name, "system"), lambda: Quantity(name)):
        with pytest.raises(IllFormed):
            make()


@pytest.mark.parametrize("name", ["max", "x and y", "sup", "f(n", "x, y", "if x"])
def test_no_quantity_reads_as_a_formula(name: str) -> None:
    with pytest.raises(IllFormed):
        Quantity(name)


@pytest.mark.parametrize("bind", [total, supremum])
def test_what_is_bound_ends_where_it_is_seen_to(bind: Callable[..., Real]) -> None:
    inside, beside = bind(N, F * G), bind(N, F) * G
    assert str(inside) != str(beside)
    assert str(F * bind(N, G) * G) != str(F * bind(N, G * G))


def test_all_terms_of_three_parts_are_written_apart() -> None:
    """However two operators and a binder are put together."""
    made: dict[str, Any] = {}
    parts: list[Real] = [F, G, BoundTerm("sup", N, F), BoundTerm("sup", N, F * G), BoundTerm("sup", N, F + G)]
    pairs = [term for one in parts for other in parts for term in (one * other, one - other)]
    for term in (*parts, *pairs, *(each for one in pairs for two in (F, parts[2]) for each in (one * two, two * one))):
        same = made.setdefault(str(term), term)
        assert same == term or _regrouped(same) == _regrouped(term), (same, term)


def _regrouped(term: Any) -> Any:
    """The factors of a product, whose grouping makes no difference."""
    if getattr(term, "operator", "") == "*":
        return [each for part in term.of for each in _regrouped(part)]
    return [term]
