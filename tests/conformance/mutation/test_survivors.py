"""What became of each mutant is known, and those that no vector fails have a reason that allows what they reply."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from concomp.conformance.vectors.stock import load
from tests.conformance.mutation.bench import bench
from tests.conformance.mutation.page import PAGE, column, page
from tests.conformance.mutation.subjects import SUBJECTS
from tests.conformance.mutation.survivors import LISTED, reason
from tests.conformance.mutation.sweep import Fate, Put, differences, read, shortened
from tests.conformance.mutation.sweep import fate as of


def fates() -> Iterator[tuple[str, str, Fate]]:
    """What became of each mutant, with its subject and its name."""
    for subject, each in read().items():
        for name, fate in each.items():
            yield subject, name, fate


def test_every_mutant_is_known() -> None:
    """Else run `python -m tests.conformance.mutation.sweep`."""
    found = read()
    assert list(found) == list(SUBJECTS)
    for name, subject in SUBJECTS.items():
        assert list(found[name]) == [mutant.name for _, mutant in subject.mutants()]


def test_what_fails_a_mutant_is_a_vector() -> None:
    there = {vector.id for vector in load()}
    assert {kill for _, _, fate in fates() for kill in fate["kills"]} <= there


def test_no_mutant_is_open() -> None:
    assert [name for subject, name, fate in fates() if column(subject, name, fate) == "open"] == []


def test_a_reason_allows_what_it_says_and_no_more() -> None:
    for each in LISTED:
        about = next((subject, name) for subject, name, fate in fates() if reason(subject, name, fate) == each)
        assert reason(*about, {"kills": [], "differs": sorted(each.may)})
        assert reason(*about, {"kills": [], "differs": [*each.may, "refused: refused, ok"]}) is None
        assert reason(*about, {"kills": ["filter-pure-sum"], "differs": []}) is None


def test_the_page_is_that_of_the_data() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(read())


def test_a_mutant_is_failed_through_the_protocol() -> None:
    vectors = {vector.id: vector for vector in load()}
    mutants = {mutant.name: (module, mutant) for module, mutant in SUBJECTS["reference"].mutants()}
    module, mutant = mutants["meters.Meter._count: 1 → 0"]
    vector = vectors["filter-ran-two"]
    with bench() as at:
        wrong = at.put(vector, "reference", {module: mutant.source})
        assert wrong.failed
        assert not at.put(vector, "reference", {}).failed
        assert differences(vector, at.replies(vector, "reference"), wrong.replies) == {"between: ok, ok"}


@pytest.mark.full
@pytest.mark.parametrize("name", SUBJECTS)
def test_mutants_are_failed_by_what_the_data_say(name: str) -> None:
    """Those that conform reply otherwise only where the data say so."""
    vectors, found = {vector.id: vector for vector in load()}, read()[name]
    with bench() as at:
        put = Put(at, name)
        for module, mutant in SUBJECTS[name].mutants():
            fate, sources = found[mutant.name], {module: mutant.source}
            assert all(at.put(vectors[kill], name, sources).failed for kill in fate["kills"]), mutant.name
            if not fate["kills"]:
                again = of(at, name, sources, [*map(shortened, put.to(mutant))])
                assert set(again["differs"]) <= set(fate["differs"]), mutant.name
