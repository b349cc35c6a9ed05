"""What is said of one coordinate in the place of all is broken, once each, and then seen to go wrong."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from typing import Annotated, Any

import pytest

from concomp.model.applications.histogram import HistogramSteps, histogram_mechanism
from concomp.model.language import Bool, Int, Monitor, PostProcessing, Vector, register, require, when
from concomp.model.language.syntax import terms
from concomp.model.language.syntax.terms import Term
from concomp.obligations.checks.propositions import HERE
from concomp.obligations.families.applications.histogram_variants import (
    CountsTwice,
    NeverCleared,
    rows_to_parts,
    sensitive,
)
from concomp.obligations.verify.agreement import testimony
from concomp.obligations.verify.agreement.agreement import demand_agreement
from concomp.obligations.verify.certificates.certificate import Rejected, read_terms
from concomp.obligations.verify.encoding import coordinates
from concomp.obligations.verify.encoding.codes import UnionCode
from concomp.obligations.verify.encoding.coordinates import ANY
from concomp.obligations.verify.encoding.scalars import lower
from concomp.obligations.verify.properties.copies import ask_copies, maps_validity
from concomp.obligations.verify.properties.properties import Question, ask
from concomp.obligations.verify.properties.validity import Validity
from concomp.obligations.verify.proving import induction
from concomp.obligations.verify.proving.lengths.subjects import compared
from concomp.obligations.verify.proving.proofs import obligations
from tests.obligations.verify.coordinates import impossible
from tests.obligations.verify.lengths import Totals
from tests.pages import ROOT

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


class ShowsQuery(HistogramSteps):
    """Wrong: what is shown is the query on the sums, which are not private."""

    def shown(self) -> Int:
        return self.query(self.sums)


class TwoRows(Monitor):
    """Wrong: two rows may differ."""

    differed = register(Bool, False)
    again = register(Bool, False)

    def step(self, left: Annotated[Vector[Bool], "d"], right: Annotated[Vector[Bool], "d"]) -> None:
        with when(left != right):
            require(~self.again)
            self.again = self.differed
            self.differed = True


def validity(machine: PostProcessing, left: Monitor | None = None, *, known: bool = True) -> Question:
    """The question whether rows go to parts, of HSS or of a variant."""
    sides = rows_to_parts("d")
    if left is not None:
        sides = Validity(left.definition, sides.right)
    return maps_validity(machine, sides, sensitive("d") if known else ())


def is_proved(question: Question, conjuncts: Sequence[str]) -> bool:
    """Whether the invariant proves the question, at one of the indices that it can be asked at."""
    listed = obligations(lower(question.system).system, question.indices)
    return any(induction.proves(each, read_terms(each, conjuncts), 20_000) for each in listed)


def invariant_of_histograms() -> Sequence[str]:
    """The invariant by which rows go to parts in every dimension, as it is committed."""
    name = "hsv26.applications.proved_processings.neighbouring_rows_become_neighbouring_inputs_of_parts.json"
    [file] = (ROOT / "obligations/concomp/obligations/evidence").rglob(name)
    [found] = json.loads(file.read_text("utf-8"))["findings"]
    conjuncts: Sequence[str] = found["invariant"]
    return conjuncts


WRONG: dict[str, Callable[[], Question]] = {
    "no sensitivity": lambda: validity(histogram_mechanism("d"), known=False),
    "sums not cleared": lambda: validity(histogram_mechanism("d", NeverCleared)),
    "sums twice": lambda: validity(histogram_mechanism("d", CountsTwice)),
    "two differing rows": lambda: validity(histogram_mechanism("d"), TwoRows()),
}


@pytest.mark.parametrize("what", WRONG)
def test_what_proves_the_histogram_mechanism_proves_no_wrong_one(what: str) -> None:
    conjuncts = invariant_of_histograms()
    assert is_proved(validity(histogram_mechanism("d")), conjuncts)
    assert not is_proved(WRONG[what](), conjuncts)


def test_a_leaking_output_has_no_proof_by_equalities() -> None:
    def by_equalities(steps: type[HistogramSteps]) -> bool:
        question = ask_copies("response", histogram_mechanism("d", steps), sensitive("d"))
        [obligation] = obligations(lower(question.system).system)
        return induction.proves(obligation, induction.equalities(obligation, 20_000), 20_000)

    assert by_equalities(HistogramSteps)
    assert not by_equalities(ShowsQuery)


@pytest.mark.parametrize("breakage", BREAKAGES)
def test_each_is_noticed_beside_the_interpreter(breakage: Callable[[Patch], None], monkeypatch: Patch) -> None:
    breakage(monkeypatch)
    assert next(impossible(range(110)), None) is not None


def test_a_certificate_that_mixes_coordinates_has_not_the_steps_of_the_function(monkeypatch: Patch) -> None:
    question = ask("swap invariant", Totals().definition)
    [obligation] = obligations(lower(question.system).system)
    subject = compared(question, obligation, ())
    demand_agreement(subject, HERE)

    def another(self: object, leaf: Term) -> Term:
        name = terms.leaf_name(leaf)
        place = "[0]" if leaf.operator == "register" else "[1]"
        return terms.leaf(leaf.operator, leaf.sort, name.replace(ANY, place))

    monkeypatch.setattr(testimony.Testimony, "_there", another)
    with pytest.raises(Rejected, match="does not have"):
        demand_agreement(subject, HERE)
