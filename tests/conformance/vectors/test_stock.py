"""The vectors are what the model says, and each says on what it rests."""

from __future__ import annotations

from collections import Counter

import pytest

from concomp.conformance.vectors import stock
from concomp.conformance.vectors.catalogue import BUILDERS, built
from concomp.conformance.vectors.oracles.filters import Budget, Undetermined
from concomp.conformance.vectors.stock import differences, load, manifest
from concomp.impl import ApproxDP, PureDP
from concomp.model.registry.registry import load as load_registry
from tests.conformance.kills import PAGE, name_of, page, wrong_targets


@pytest.mark.full
def test_the_data_are_what_the_model_says() -> None:
    assert differences() == []


@pytest.mark.parametrize("family", ["filter", "interleaving", "robustness"])
def test_the_data_of_a_family_are_what_the_model_says(family: str) -> None:
    kept = [vector for vector in load() if vector.family == family]
    assert kept == list(built(family))  # type: ignore[arg-type]


def test_the_manifest_counts_all_vectors() -> None:
    counted = Counter(vector.family for vector in load())
    assert {family: part.vectors for family, part in manifest().families.items()} == counted
    assert set(counted) == set(BUILDERS)


def test_a_changed_file_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = manifest()
    part = kept.families["filter"].model_copy(update={"sha256": "0" * 64})
    monkeypatch.setattr(
        stock, "manifest", lambda: kept.model_copy(update={"families": {**kept.families, "filter": part}})
    )
    monkeypatch.setattr(stock, "_against_model", lambda family: iter(()))
    assert stock.differences() == ["filter.jsonl: not the file of the manifest: take it from a release again"]


def test_another_expectation_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    [*vectors] = built("interleaving")
    changed = [vectors[0].model_copy(update={"why": "no reason"}), *vectors[2:]]
    monkeypatch.setattr(stock, "built", lambda family: iter(changed))
    assert list(stock._against_model("interleaving")) == [
        f"{vectors[0].id}: the model expects otherwise",
        f"{vectors[1].id}: the model has no such vector",
    ]


def test_every_vector_rests_on_statements_that_are_not_false() -> None:
    registry = load_registry()
    for vector in load():
        for label in vector.statements:
            assert registry.truth(registry.lookup(label).key) != "false", vector.id


def test_every_vector_has_a_name_of_its_own() -> None:
    assert max(Counter(vector.id for vector in load()).values()) == 1


def test_what_a_vector_kills_is_there() -> None:
    there = {name_of(target) for target in wrong_targets()}
    assert {name for vector in load() for name in vector.kills} <= there


def test_the_page_on_wrong_targets_is_that_of_the_runs() -> None:
    assert PAGE.read_text(encoding="utf-8") == page()


def test_a_filter_is_asked_for_nothing_that_sound_filters_may_differ_in() -> None:
    """Three times E = 2 within (6, 1/5): basic composition refuses the third, that of a fixed list does not."""
    budget = Budget(ApproxDP(e_eps=6, delta="1/5"))
    with pytest.raises(Undetermined):
        list(budget.decisions([ApproxDP(e_eps=2)] * 3))
    with pytest.raises(Undetermined):
        list(Budget(PureDP(e_eps=4)).decisions([PureDP(e_eps=2)] * 2))
    assert list(Budget(PureDP(e_eps=4), is_exact=True).decisions([PureDP(e_eps=2)] * 3)) == ["granted"] * 2 + [
        "refused"
    ]
