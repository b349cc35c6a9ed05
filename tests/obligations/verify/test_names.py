"""Nothing that is proved hangs on a printed name: classes and relations of one name are told apart, or refused."""

from __future__ import annotations

from types import new_class

import pytest

from concomp.model.language import (
    Bool,
    Int,
    LanguageError,
    Monitor,
    Opaque,
    Record,
    case,
    is_case,
    register,
    relation,
    require,
    when,
)
from concomp.model.language.syntax import terms
from concomp.model.language.syntax.definition import RegisterDefinition
from concomp.model.language.syntax.sorts import INT, UnionSort
from concomp.model.language.syntax.terms import FALSE, TRUE
from concomp.obligations.solvers import smtlib
from concomp.obligations.solvers.errors import Unsupported
from concomp.obligations.verify.encoding.codes import components
from concomp.obligations.verify.encoding.obligation import Obligation
from concomp.obligations.verify.encoding.scalars import lower
from concomp.obligations.verify.encoding.systems import System
from concomp.obligations.verify.properties.properties import ask
from tests.obligations.verify.settling import verify


def parcel(module: str) -> type[Record]:
    """A class of records, as a module of this name defines it."""
    return new_class("Parcel", (Record,), {}, lambda body: body.update(__annotations__={"v": Int}, __module__=module))


First, Second, Third = parcel("first"), parcel("second"), parcel("second")


class Remembered(Monitor):
    """Two sides may differ from the second message on, if the message before was a first parcel with v = 5."""

    last = register(First | Second, First(v=0))
    started = register(Bool, False)

    def step(self, left: First | Second, right: First | Second) -> None:  # type: ignore[valid-type]
        with when((left != right) & self.started):
            require(is_case(self.last, First))
            with case(self.last, First) as held:
                require(held.v == 5)
        self.last = left
        self.started = True


def test_a_violation_that_needs_two_records_of_one_name_is_found() -> None:
    found = verify(Remembered, ["first-pair consistent", "reflexive"])
    assert found.words() == {"first-pair consistent": "refuted", "reflexive": "proved"}
    assert found.first_pair_consistent.length == 2


def test_a_certificate_says_which_record_is_meant() -> None:
    [certificate] = verify(Remembered, ["prefix closed"])["prefix closed"].certificates
    told = [each.name for each in components(UnionSort((First._sort, Second._sort)), "last")]
    assert told == ["last.case", "last.first.Parcel.v", "last.second.Parcel.v"]
    assert "register.last.first.Parcel.v" in certificate.texts["safety.smt2"]


def test_records_of_one_name_and_module_are_numbered_and_others_keep_their_names() -> None:
    told = [each.name for each in components(UnionSort((First._sort, Second._sort, Third._sort)), "m")]
    assert told == ["m.case", "m.first.Parcel.v", "m.second.Parcel~1.v", "m.second.Parcel~2.v"]
    assert [each.name for each in components(UnionSort((First._sort,)), "m")] == ["m.case", "m.Parcel.v"]


class Data(Opaque):
    """Data of which nothing is known."""


near, other_near = relation(Data, name="near"), relation(Data, name="near")
numbered_near = relation(Data, name="near~1")


def test_one_function_has_no_two_relations_of_one_name() -> None:
    with pytest.raises(LanguageError, match="two relations or functions are named 'near'") as refused:

        class TwoNears(Monitor):
            n = register(Int, 0)

            def step(self, left: Data, right: Data) -> None:
                self.n += 1
                require(near(left) | ~other_near(right))

    assert "by the variable or by name=" in refused.value.remedy


def test_symbols_of_one_name_in_two_functions_are_different_symbols() -> None:
    message = terms.leaf("message", near.domain[0], "left")
    bad = terms.conjunction(terms.make("apply", (message,), each) for each in (near, other_near, numbered_near))
    lowered = lower(System("three", (), (message,), (), TRUE, bad)).system
    used = {term.data for term in terms.descendants([lowered.bad]) if term.operator == "apply"}
    assert {each.name for each in used} == {"near", "near~1", "near~1~1"}


def clashing(name: str, other: str) -> System:
    """A system with registers of two names and sorts, one of which is a union."""
    symbols = (terms.leaf("register", INT, name), terms.leaf("register", First._sort, other))
    zeros = (terms.constant(INT, 0), terms.constant(First._sort, First(v=0)))
    registers = (
        RegisterDefinition(terms.leaf_name(symbol), symbol, zero, symbol)
        for symbol, zero in zip(symbols, zeros, strict=True)
    )
    return System("clashing", tuple(registers), (), (), TRUE, FALSE)


@pytest.mark.parametrize(("name", "other"), [("x.v", "x"), ("x", "x")])
def test_a_system_whose_parts_have_one_name_is_not_asked_about(name: str, other: str) -> None:
    with pytest.raises(Unsupported, match=f"two registers of clashing have the name '{name}'"):
        lower(clashing(name, other))
    with pytest.raises(Unsupported, match="the name 'x'"):
        Obligation(clashing("x", "x"))


def test_lowered_functions_have_no_two_parts_of_one_name() -> None:
    system = lower(ask("first-pair consistent", Remembered().definition).system).system
    names = [terms.leaf_name(each.symbol) for each in system.registers]
    assert len(set(names)) == len(names) == 6


@pytest.mark.parametrize("name", ["x| Int)(assert false)(declare-const |y", "x\\"])
def test_a_name_cannot_end_its_own_quotation(name: str) -> None:
    with pytest.raises(Unsupported, match="SMT-LIB cannot quote"):
        smtlib.name(terms.leaf("register", INT, name))
