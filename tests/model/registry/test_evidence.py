"""An outcome must carry what its verdict claims; evidence survives being written down."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from concomp.model.registry.evidence import Evidence, Outcome, from_json, statement_hash, to_json
from tests.model.registry.rows import evidence, statement


@pytest.mark.parametrize(
    ("fields", "missing"),
    [
        ({"verdict": "refuted"}, "counterexample is missing"),
        ({"verdict": "refuted", "counterexample": {}}, "counterexample is missing"),
        ({"verdict": "exact"}, "size is None"),
        ({"verdict": "exact", "size": 0}, "size is 0"),
        ({"verdict": "assumed"}, "source is missing"),
        ({"verdict": "proved to n"}, "bound is None"),
        ({"verdict": "proved to n", "bound": -1}, "bound is -1"),
        ({"verdict": "certain"}, "verdict"),
        ({"verdict": "tested", "sise": 3}, "sise"),
        (
            {"verdict": "refuted", "counterexample": {"delta": [1, 0.25]}},
            r"counterexample.delta\[1\] is the float 0.25",
        ),
    ],
)
def test_an_incomplete_outcome_is_refused(fields: dict[str, Any], missing: str) -> None:
    with pytest.raises(ValidationError, match=missing):
        Outcome.model_validate({"scope": "all of them"} | fields)


@pytest.mark.parametrize("verdict", ["proved", "proved to n", "exact", "tested", "sampled", "assumed", "refuted"])
def test_a_complete_outcome_is_accepted(verdict: str) -> None:
    assert evidence(statement("Lemma 1.1"), verdict).outcome.verdict == verdict


def test_an_outcome_cannot_be_changed() -> None:
    outcome = evidence(statement("Lemma 1.1"), "tested").outcome
    with pytest.raises(ValidationError, match="frozen"):
        outcome.scope = "more"  # type: ignore[misc]


def test_findings_hold_no_floats() -> None:
    row = evidence(statement("Lemma 1.1"), "tested")
    with pytest.raises(ValidationError, match=r"findings\.rate is the float"):
        Evidence.model_validate(row.model_dump() | {"findings": {"rate": 0.5}})


def test_the_hash_is_of_what_is_claimed() -> None:
    row = statement("Lemma 1.1")
    same = [statement("Lemma 1.1", how="otherwise"), statement("Lemma 1.1", section="Section 9")]
    other = [statement("Lemma 1.2"), statement("Lemma 1.1", text="more"), statement("Lemma 1.1", kind="claim")]
    assert {statement_hash(entry) for entry in same} == {statement_hash(row)}
    assert statement_hash(row) not in {statement_hash(entry) for entry in other}
    assert len(statement_hash(row)) == 64


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@given(findings=values, notes=st.lists(st.text(), max_size=3), scope=st.text())
def test_evidence_survives_being_written_down(findings: Any, notes: list[str], scope: str) -> None:
    row = evidence(statement("Lemma 1.1"), "exact", notes=tuple(notes), scope=scope)
    row = row.model_copy(update={"findings": findings})
    text = to_json(row)
    again = from_json(text, row.statement, row.check)
    assert again == row
    assert to_json(again) == text


def test_the_text_is_canonical() -> None:
    text = to_json(evidence(statement("Lemma 1.1"), "proved"))
    assert text == json.dumps(json.loads(text), sort_keys=True, indent=1) + "\n"


@pytest.mark.parametrize("text", ["", "{}", "[]", "{", '{"findings": 3}'])
def test_other_text_is_no_evidence(text: str) -> None:
    with pytest.raises(ValidationError):
        from_json(text, "HSV26 Lemma 1.1", "checks.something")
