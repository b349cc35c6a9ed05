"""Labels as people type them."""

from __future__ import annotations

import pytest

from concomp.model.registry.registry import UnknownLabel, load
from concomp.report.labels import AmbiguousLabel, read_label, read_statement, statements_that_fit

REGISTRY = load()


@pytest.mark.parametrize(
    ("typed", "key"),
    [
        ("5.4", "HSV26 Theorem 5.4"),
        ("thm 5.14", "HSV26 Theorem 5.14"),
        ("Thm5.14", "HSV26 Theorem 5.14"),
        ("thm. 5.14", "HSV26 Theorem 5.14"),
        ("hsv26 theorem 5.4", "HSV26 Theorem 5.4"),
        ("hsv 5.4", "HSV26 Theorem 5.4"),
        ("theorem 5.4 (repaired)", "HSV26 Theorem 5.4 (repaired)"),
        ("5.4 repaired", "HSV26 Theorem 5.4 (repaired)"),
        ("def 4.9 repaired", "HSV26 Definition 4.9 (repaired)"),
        ("Lemma 2.4", "HSV26 Lemma 2.4"),
        ("first-pair consistent", "HSV26 Definition 5.12"),
        ("HSV26 Definition 6.5 (2)", "HSV26 Definition 6.5(2)"),
        ("condition (iv)", "HSV26 Condition (IV)"),
        ("tightness", "HSV26 Section 5.2: tightness"),
        ("haney 3.8", "Haney23 Theorem 3.8"),
        ("lemma b.1", "Haney23 Lemma B.1"),
        ("lyu theorem 3", "Lyu22 Theorem 3"),
        ("repair R1", "Zhang24 Repair R1"),
        ("E2", "E2"),
        ("erratum e2", "E2"),
    ],
)
def test_what_people_type(typed: str, key: str) -> None:
    assert read_label(REGISTRY, typed) == key


def test_every_key_means_its_statement_in_capitals_or_not() -> None:
    for key in REGISTRY.statements:
        assert read_statement(REGISTRY, key) == key
        assert read_statement(REGISTRY, key.casefold()) == key


def test_several_statements_that_fit_are_named() -> None:
    with pytest.raises(AmbiguousLabel, match=r"^2 statements fit .definition 2\.1.: give one of ") as caught:
        read_label(REGISTRY, "definition 2.1")
    assert caught.value.keys == ("HSV26 Definition 2.1", "Haney23 Definition 2.1")
    with pytest.raises(AmbiguousLabel, match=r"and [0-9]+ more, see concomp list parallel composition$"):
        read_label(REGISTRY, "parallel composition")


@pytest.mark.parametrize("typed", ["E99", "", "no such thing", "theorem 99.1", "hsv26 theorem 5.4 filter"])
def test_what_fits_nothing_is_unknown(typed: str) -> None:
    with pytest.raises(UnknownLabel, match=f"no statement is called '{typed}'"):
        read_label(REGISTRY, typed)


def test_an_erratum_is_no_statement() -> None:
    with pytest.raises(UnknownLabel):
        read_statement(REGISTRY, "E2")


def test_a_section_holds_its_parts() -> None:
    whole, part = (statements_that_fit(REGISTRY, text) for text in ("hsv26 section 5", "hsv26 section 5.2"))
    assert set(part) < set(whole)
    assert "HSV26 Theorem 5.4" in part
    assert statements_that_fit(REGISTRY, "") == []
