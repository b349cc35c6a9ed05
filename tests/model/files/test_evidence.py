"""Evidence is written to a file and read again; a file that holds something else is refused by place and remedy."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from concomp.model.files.errors import FormatError
from concomp.model.files.evidence import (
    LossEvidence,
    PropertyEvidence,
    definition_hash,
    function_hash,
    parameter_texts,
    read_evidence,
    write_evidence,
)
from concomp.model.language import Int, Monitor, parameter, require
from concomp.model.laws.measures import Measure

PROPERTY = PropertyEvidence(
    subject="ab" * 32,
    property="public",
    kind="certificate",
    parameters={"u": "3"},
    at_all=("v",),
    certificates=("12" * 32,),
    engines=("z3 4.13", "cvc5 1.3"),
)
LOSS = LossEvidence(
    subject="cd" * 32,
    function="ef" * 32,
    kind="theorem",
    measure=Measure.ZCDP,
    loss={"rho": "1/2"},
    statement="HSV26 Theorem 6.1",
)


def test_it_is_written_and_read_again(tmp_path: Path) -> None:
    file = tmp_path / "evidence.json"
    write_evidence(file, PROPERTY, LOSS)
    assert read_evidence(file) == (PROPERTY, LOSS)


@pytest.mark.parametrize("piece", [5, None, "evidence", PropertyEvidence])
def test_what_is_no_evidence_is_not_written(piece: Any, tmp_path: Path) -> None:
    file = tmp_path / "evidence.json"
    with pytest.raises(FormatError, match=r"pieces\[1\]: .*: give PropertyEvidence or LossEvidence"):
        write_evidence(file, LOSS, piece)
    assert not file.exists()


@pytest.mark.parametrize("file", [None, 5, b"evidence.json"])
def test_what_names_no_file_is_refused(file: Any) -> None:
    for call in (read_evidence, write_evidence):
        with pytest.raises(FormatError, match=r"the file: .*: name a file, by text or by a Path"):
            call(file)


def test_a_loss_by_certificate_names_it() -> None:
    changed = {"kind": "certificate", "statement": None, "horizon": 3}
    with pytest.raises(ValidationError, match="A certificate is named by its hash in certificates, and none is"):
        LOSS.model_copy(update=changed)
    assert LOSS.model_copy(update=changed | {"certificates": ("12" * 32,)}).certificates == ("12" * 32,)


def of_pieces(*pieces: str) -> str:
    return f'{{"schema": "concomp.evidence/1", "pieces": [{", ".join(pieces)}], "sha256": "00"}}'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the file: empty: write an object in JSON, {…}"),
        ("{}", "schema: an object of 0 fields: Field required; write the evidence anew"),
        (
            of_pieces(
                '{"about": "loss", "subject": "a", "function": "b", "kind": "rumour", "measure": "pure", "loss": {}}'
            ),
            "pieces[0].kind: \"rumour\": Input should be 'theorem', 'certificate', 'audit' or 'declared'; "
            "write the evidence anew",
        ),
        (
            of_pieces(
                '{"about": "loss", "subject": "a", "function": "b", "kind": "audit", "measure": "pure", "loss": {}, '
                '"horizon": -1}'
            ),
            "pieces[0].horizon: -1: Input should be greater than or equal to 0; write the evidence anew",
        ),
        (
            of_pieces('{"about": "property", "subject": "a", "property": "public", "kind": "audit", "colour": "red"}'),
            'pieces[0].colour: "red": Extra inputs are not permitted; write the evidence anew',
        ),
        (
            of_pieces('{"about": "property", "subject": "a", "property": "public", "kind": "audit"}'),
            'sha256: "00": the pieces have another hash, so they were edited; write them anew',
        ),
    ],
)
def test_what_is_no_evidence_is_refused(text: str, message: str, tmp_path: Path) -> None:
    file = tmp_path / "evidence.json"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(FormatError) as thrown:
        read_evidence(file)
    assert str(thrown.value) == message


@pytest.mark.parametrize(
    ("old", "new"),
    [("public", "diagonal"), ('"3"', '"4"'), ("ab" * 32, "ba" * 32), ("certificate", "audit"), ("z3 4.13", "z3 4.14")],
)
def test_an_edited_file_is_noticed(old: str, new: str, tmp_path: Path) -> None:
    file = tmp_path / "evidence.json"
    write_evidence(file, PROPERTY)
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(FormatError, match="they were edited; write them anew"):
        read_evidence(file)


def test_how_a_function_is_formatted_does_not_count() -> None:
    class Small(Monitor):
        bound = parameter(Int)

        def step(self, left: Int, right: Int) -> None:
            require(left + right <= self.bound)

    first = Small

    class Small(Monitor):  # type: ignore[no-redef]
        """Small ones."""

        bound = parameter(Int)

        def step(self, left: Int, right: Int) -> None:
            total = left + right
            require(
                total <= self.bound  # As above.
            )

    assert definition_hash(first()) == definition_hash(Small())
    assert function_hash(first(bound=1)) == function_hash(Small(bound=1)) != function_hash(Small(bound=2))
    assert parameter_texts(Small(bound=2)) == {"bound": "2"}


def test_what_a_function_says_counts() -> None:
    class Small(Monitor):
        def step(self, left: Int, right: Int) -> None:
            require(left + right <= 1)

    first = Small

    class Small(Monitor):  # type: ignore[no-redef]
        def step(self, left: Int, right: Int) -> None:
            require(left + right < 1)

    assert definition_hash(first()) != definition_hash(Small())


@pytest.mark.parametrize(
    ("piece", "place", "problem"),
    [
        ({"kind": "certificate"}, "pieces[0]", "A certificate is named by its hash in certificates, and none is"),
        ({"kind": "certificate", "certificates": ["12"]}, "pieces[0].certificates[0]", "String should match pattern"),
        ({"kind": "theorem"}, "pieces[0].kind", "Input should be 'certificate', 'audit' or 'declared'"),
    ],
)
def test_what_names_no_proof_is_no_proof(piece: dict[str, Any], place: str, problem: str, tmp_path: Path) -> None:
    file = tmp_path / "evidence.json"
    written = json.dumps({"about": "property", "subject": "a", "property": "public", **piece})
    file.write_text(of_pieces(written), encoding="utf-8")
    with pytest.raises(FormatError, match=re.escape(problem)) as thrown:
        read_evidence(file)
    assert str(thrown.value).startswith(f"{place}: ")
    with pytest.raises(ValidationError, match=re.escape(problem)):
        PropertyEvidence.model_validate(json.loads(written))


@pytest.mark.parametrize(
    "edit",
    [
        {"parameters": {}},
        {"parameters": {}, "at_all": ["u", "v"]},
        {"at_all": []},
        {"certificates": ["21" * 32]},
        {"engines": []},
        {"subject": "cd" * 32},
    ],
)
def test_an_edited_piece_is_noticed(edit: dict[str, Any], tmp_path: Path) -> None:
    file = tmp_path / "evidence.json"
    write_evidence(file, LOSS, PROPERTY)
    contents = json.loads(file.read_text(encoding="utf-8"))
    contents["pieces"][1].update(edit)
    file.write_text(json.dumps(contents), encoding="utf-8")
    with pytest.raises(FormatError, match="they were edited; write them anew"):
        read_evidence(file)


@pytest.mark.parametrize(
    ("values", "holds"),
    [
        ({"u": "3", "v": "1"}, True),
        ({"u": "3", "v": None}, True),
        ({"u": "4", "v": "1"}, False),
        ({"u": "3"}, False),
        ({"v": "1"}, False),
        ({"u": "3", "v": "1", "w": None}, False),
    ],
)
def test_it_holds_at_the_values_that_it_names_and_no_others(values: dict[str, Any], holds: bool) -> None:
    assert PROPERTY.is_about(values) is holds


@pytest.mark.parametrize(("known", "other"), [(None, "absent"), (True, 1), (1, True), ([True], [1]), ("1", 1)])
def test_a_value_that_is_only_equal_is_another(known: Any, other: Any) -> None:
    piece = PROPERTY.model_copy(update={"parameters": {"u": known}, "at_all": ()})
    assert piece.is_about({"u": known})
    assert not piece.is_about({} if other == "absent" else {"u": other})
