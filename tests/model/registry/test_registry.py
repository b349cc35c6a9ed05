"""The registry that ships: complete, linked, and without a trace of the files it was once read from."""

import re
from collections import Counter

import pytest

from concomp.model.registry.registry import Registry, UnknownLabel, assemble, load
from tests.model.registry.rows import erratum, refuted_and_repaired, statement


def test_every_statement_and_erratum_is_there() -> None:
    registry = load()
    printed = Counter(row.source for row in registry.statements.values() if not row.label.endswith("(repaired)"))
    # The project's own statements, which are added to.
    assert printed.pop("concomp") >= 9
    assert printed == {"HSV26": 207, "Haney23": 83, "Lyu22": 25, "Zhang24": 118}
    numbers = {"E": range(1, 67), "HL": range(1, 109), "Z": range(1, 35)}
    ids = [f"{prefix}{number}" for prefix, listed in numbers.items() for number in listed]
    assert list(registry.errata) == ids


def test_truth_is_false_only_where_an_erratum_refutes_the_statement_itself() -> None:
    registry = load()
    assert registry.truth("HSV26 Theorem 5.4") == "false"
    assert registry.truth("HSV26 Theorem 4.10") == "false"
    assert registry.truth("HSV26 Lemma 5.11") == "misprint"  # E2 concerns it, and refutes others
    assert registry.truth("HSV26 Theorem 4.12") == "as printed"  # E14 is a gap in a proof
    assert registry.truth("HSV26 Theorem 5.4 (repaired)") == "as printed"


def test_false_statements_of_hsv26_are_these() -> None:
    registry = load()
    false = {
        row.label
        for row in registry.statements.values()
        if row.source == "HSV26" and registry.truth(row.key) == "false"
    }
    assert false == {
        "Theorem 1.5", "Proposition 1.6", "Algorithm 2", "Definition 4.9", "Theorem 4.10", "Theorem 5.2",
        "Theorem 5.4", "Lemma 5.6", "Corollary 5.7", "Corollary 6.6", "Lemma 9.1",
        "Section 10: restatement of Lemma 5.6",
        "Condition (IV)", "Constraint (xi.2)", "Claim 10.30", "Lemma 10.32", "Claim 10.33", "Definition 10.27",
        "Lemma 11.8", "Theorem 13.5", "Definition 14.2", "Corollary 14.7", "Corollary 14.8", "Corollary 14.9",
    }  # fmt: skip


def test_a_refuted_statement_knows_its_repair() -> None:
    registry = load()
    assert registry.repair_of("HSV26 Theorem 5.4") == "HSV26 Theorem 5.4 (repaired)"
    assert registry.repair_of("Zhang24 Proposition 1") == "Zhang24 Repair R10"
    assert registry.repair_of("HSV26 Theorem 4.12") is None


def test_nothing_that_stands_in_hsv26_rests_on_what_is_false_there() -> None:
    registry = load()
    commentary = {"HSV26 Table 1", "HSV26 Appendix B: variants of concurrent composition"}
    for key, row in registry.statements.items():
        if row.source != "HSV26" or registry.truth(key) == "false" or key in commentary:
            continue
        false = [target for target in registry.dependencies(key) if registry.truth(target) == "false"]
        assert not false, f"{key} stands, and rests on {false}"


def test_dependencies_are_transitive_and_in_the_order_of_the_registry() -> None:
    registry = assemble(
        [statement("Lemma 1.1"), statement("Lemma 1.2", "Lemma 1.1"), statement("Lemma 1.3", "Lemma 1.2")], []
    )
    assert registry.dependencies("HSV26 Lemma 1.3") == ("HSV26 Lemma 1.1", "HSV26 Lemma 1.2")
    assert registry.dependencies("HSV26 Lemma 1.1") == ()


@pytest.mark.parametrize(
    ("label", "suggestion"),
    [
        ("Theorem 5.4", "'HSV26 Theorem 5.4'"),
        ("HSV26 Theorm 5.4", "'HSV26 Theorem 5.4'"),
        ("hsv26 theorem 5.4", "'HSV26 Theorem 5.4'"),
        ("something else", "labels look like 'HSV26 Theorem 5.4'"),
    ],
)
def test_an_unknown_label_gets_a_hint(label: str, suggestion: str) -> None:
    with pytest.raises(UnknownLabel, match=re.escape(suggestion)) as caught:
        load().lookup(label)
    assert repr(label) in str(caught.value)


def test_lookup_forgives_spaces() -> None:
    assert load().lookup("  HSV26   Theorem 5.4 ").key == "HSV26 Theorem 5.4"


def test_two_rows_of_one_name_are_an_error() -> None:
    with pytest.raises(ValueError, match=r"two statements are called 'HSV26 Lemma 1\.1'"):
        assemble([statement("Lemma 1.1"), statement("Lemma 1.1")], [])
    with pytest.raises(ValueError, match="two errata are called 'E1'"):
        assemble([], [erratum("E1"), erratum("E1")])


def test_an_erratum_of_several_papers_names_them() -> None:
    row = erratum("HL1", concerns=("Lyu22 Lemma 1", "Haney23 Lemma 2.3"))
    assert row.sources == ("Haney23", "Lyu22")


def test_the_registry_cannot_be_changed() -> None:
    registry: Registry = refuted_and_repaired()
    with pytest.raises(TypeError):
        registry.statements["HSV26 Lemma 9.9"] = statement("Lemma 9.9")  # type: ignore[index]


def test_texts_read_as_sentences_of_the_project() -> None:
    registry = load()
    texts = [row.text + " " + row.how for row in registry.statements.values()]
    texts += [f"{e.printed} {e.wrong} {e.counterexample} {e.repair} {e.remarks}" for e in registry.errata.values()]
    texts += [convention.text for convention in registry.conventions]
    foreign = re.compile(r"\bOCR\b|\bthe file\b|\*\*|/work/|/tmp/|\bshared\b/|\.jsonl|inventory")
    assert [match.group() for text in texts if (match := foreign.search(text))] == []
