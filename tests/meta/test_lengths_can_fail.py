"""What is said of one coordinate in the place of all is broken, once each, and then seen to go wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.terms import Term
from concomp.obligations.checks.propositions import HERE
from concomp.obligations.verify.agreement import testimony
from concomp.obligations.verify.agreement.agreement import demand_agreement
from concomp.obligations.verify.certificates.certificate import Rejected
from concomp.obligations.verify.encoding import coordinates
from concomp.obligations.verify.encoding.codes import UnionCode
from concomp.obligations.verify.encoding.coordinates import ANY
from concomp.obligations.verify.encoding.scalars import lower
from concomp.obligations.verify.properties.properties import ask
from concomp.obligations.verify.proving.lengths.subjects import compared
from concomp.obligations.verify.proving.proofs import obligations
from tests.obligations.verify.coordinates import impossible
from tests.obligations.verify.lengths import Totals

Patch = pytest.MonkeyPatch
Coordinates = coordinates._Coordinates


def the_arbitrary_coordinate_for_all(patch: Patch) -> None:
    patch.setattr(Coordinates, "_everywhere", lambda self, there: there)


def the_arbitrary_coordinate_for_a_witness(patch: Patch) -> None:
    def law(self: Any) -> Iterator[Term]:
        for each in self.conditions:
            yield terms.disjunction([each.holds, terms.negation(each.there)])

    patch.setattr(Coordinates, "_at_witnesses", law)


def one_witness_for_all(patch: Patch) -> None:
    patch.setattr(coordinates, "_witness", lambda number: "[witness 1]")


def one_condition_for_all(patch: Patch) -> None:
    known = Coordinates._everywhere

    def everywhere(self: Any, there: Term) -> Term:
        first: Term = self.conditions[0].holds if self.conditions else known(self, there)
        return there if there in (terms.TRUE, terms.FALSE) else first

    patch.setattr(Coordinates, "_everywhere", everywhere)


def one_value_of_all_vectors(patch: Patch) -> None:
    def congruences(self: Any) -> Iterator[Term]:
        first, *others = [*self.values.values(), terms.TRUE]
        return (terms.equality(first, other) for other in others if other is not terms.TRUE)

    patch.setattr(Coordinates, "_congruences", congruences)


def entries_exchanged(patch: Patch) -> None:
    known = coordinates.substitute

    def exchanged(body: Term, entries: dict[Term, Term]) -> Term:
        listed = list(entries.values())
        alike = len({each.sort for each in listed}) == 1
        return known(body, dict(zip(entries, reversed(listed), strict=True)) if alike else entries)

    patch.setattr(coordinates, "substitute", exchanged)


def absent_cases_unread(patch: Patch) -> None:
    patch.setattr(UnionCode, "present", lambda self, scalars: scalars)


BREAKAGES: list[Callable[[Patch], None]] = [
    the_arbitrary_coordinate_for_all,
    the_arbitrary_coordinate_for_a_witness,
    one_witness_for_all,
    one_condition_for_all,
    one_value_of_all_vectors,
    entries_exchanged,
    absent_cases_unread,
]


@pytest.mark.parametrize("breakage", BREAKAGES)
def test_each_is_noticed_beside_the_interpreter(breakage: Callable[[Patch], None], monkeypatch: Patch) -> None:
    breakage(monkeypatch)
    assert next(impossible(range(110)), None) is not None


def test_a_certificate_that_mixes_coordinates_has_not_the_steps_of_the_function(monkeypatch: Patch) -> None:
    question = ask("swap invariant", Totals().definition)
    [obligation] = obligations(lower(question.system).system)
    subject = compared(question, obligation)
    demand_agreement(subject, HERE)

    def another(self: object, leaf: Term) -> Term:
        name = terms.leaf_name(leaf)
        place = "[0]" if leaf.operator == "register" else "[1]"
        return terms.leaf(leaf.operator, leaf.sort, name.replace(ANY, place))

    monkeypatch.setattr(testimony.Testimony, "_there", another)
    with pytest.raises(Rejected, match="does not have"):
        demand_agreement(subject, HERE)
