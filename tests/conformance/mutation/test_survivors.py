"""What became of each mutant is known, and those that no vector fails have a reason that allows what they reply."""

from __future__ import annotations

import pytest

from concomp.conformance.vectors.stock import load
from tests.conformance.mutation.bench import bench
from tests.conformance.mutation.page import PAGE, column, page
from tests.conformance.mutation.subjects import SUBJECTS
from tests.conformance.mutation.survivors import REASONS, reason
from tests.conformance.mutation.sweep import Relevant, differences, read, shortened


def test_every_mutant_is_known() -> None:
    """Else run `python -m tests.conformance.mutation.sweep`."""
    found = read()
    assert list(found) == list(SUBJECTS)
    for name, subject in SUBJECTS.items():
        assert list(found[name]) == [mutant.name for _, mutant in subject.mutants()]


def test_what_fails_a_mutant_is_a_vector() -> None:
    there = {vector.id for vector in load()}
    assert {kill for each in read().values() for fate in each.values() for kill in fate["kills"]} <= there


def test_no_mutant_is_open() -> None:
    assert [name for each in read().values() for name, fate in each.items() if column(name, fate) == "open"] == []


def test_a_reason_allows_what_it_says_and_no_more() -> None:
    for each in REASONS:
        name = next(name for found in read().values() for name, fate in found.items() if reason(name, fate) == each)
        assert reason(name, {"kills": [], "differs": sorted(each.may)})
        assert reason(name, {"kills": [], "differs": [*each.may, "refused: refused, ok"]}) is None
        assert reason(name, {"kills": ["filter-pure-sum"], "differs": []}) is None


def test_the_page_is_that_of_the_data() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(read())


def test_a_mutant_is_failed_through_the_protocol() -> None:
    vectors = {vector.id: vector for vector in load()}
    mutants = {mutant.name: (module, mutant) for module, mutant in SUBJECTS["reference"].mutants()}
    module, mutant = mutants["meters.Meter._count: 1 → 0"]
    vector = vectors["filter-ran-two"]
    with bench("reference") as at:
        assert at.is_failed(vector, {module: mutant.source})
        assert not at.is_failed(vector, {})
        assert differences(at, module, mutant, [vector]) != []


@pytest.mark.full
@pytest.mark.parametrize("name", SUBJECTS)
def test_mutants_are_failed_by_what_the_data_say(name: str) -> None:
    """Those that conform as well reply otherwise only where the data say so."""
    vectors, found = {vector.id: vector for vector in load()}, read()[name]
    with bench(name) as at:
        relevant = Relevant(SUBJECTS[name], at)
        for module, mutant in SUBJECTS[name].mutants():
            fate = found[mutant.name]
            sources = {module: mutant.source}
            assert all(at.is_failed(shortened(vectors[kill]), sources) for kill in fate["kills"]), mutant.name
            if not fate["kills"]:
                differs = differences(at, module, mutant, relevant.vectors(mutant))
                assert set(differs) <= set(fate["differs"]), mutant.name
