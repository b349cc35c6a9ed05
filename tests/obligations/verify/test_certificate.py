"""Certificates are accepted as they were written, and in no other form."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from concomp.model.language.syntax import terms
from concomp.obligations.verify.certificates.certificate import FILES, CertifiedClaim, Rejected, certify, statement_hash
from concomp.obligations.verify.certificates.directories import MANIFEST, load, others, read_manifest, write, write_all
from concomp.obligations.verify.certificates.recheck import recheck
from concomp.obligations.verify.encoding.obligation import Invariant, Obligation
from concomp.obligations.verify.proving.induction import equalities
from tests.obligations.verify.small import (
    AGAIN,
    BOUND,
    CHECKED,
    SEEN,
    X,
    Y,
    at_most,
    bounded,
    counters,
    differ,
    marks,
    number,
    read,
)
from tests.obligations.verify.test_tracked import about

LIMIT = 5_000
SUBJECT = CertifiedClaim("Bounded", "stays below", "all lengths, all bounds ≥ 0")
OBLIGATION = Obligation(bounded())
INVARIANT: Invariant = (at_most(X, BOUND), at_most(number(0), X))


def written(directory: Path, obligation: Obligation = OBLIGATION, invariant: Invariant = INVARIANT) -> Path:
    """A directory with a certificate."""
    write(directory, certify(SUBJECT, obligation, invariant))
    return directory


def check(directory: Path, obligation: Obligation = OBLIGATION, subject: CertifiedClaim = SUBJECT) -> None:
    """What a recheck does: the texts must be about this, and the solvers must accept them."""
    recheck(load(directory, subject, obligation), LIMIT)


def test_a_certificate_is_accepted_as_written(tmp_path: Path) -> None:
    directory = written(tmp_path / "new" / "directory")
    check(directory)
    assert sorted(path.name for path in directory.iterdir()) == sorted([*FILES, MANIFEST])


def test_what_earlier_certificates_left_goes_and_nothing_else_does(tmp_path: Path) -> None:
    one = certify(SUBJECT, OBLIGATION, INVARIANT)
    directory, note, own = tmp_path / "proofs", tmp_path / "proofs" / "lemma" / "1" / "note.txt", tmp_path / "own"
    write_all(directory, [one, one], [[one, one], [one]])
    assert len(list(directory.rglob(MANIFEST))) == 5
    note.write_text("a user's", encoding="utf-8")
    (directory / "7").mkdir()
    (directory / "7" / MANIFEST).write_text("another's", encoding="utf-8")
    write_all(own, [one])
    (directory / "8").symlink_to(own)
    write_all(directory, [one], [[one]])
    assert {each.parent for each in directory.glob("**/safety.smt2")} == {directory, directory / "lemma"}
    left = {directory / "7", directory / "8", directory / "lemma" / "1"}
    assert {*others(directory, 1, 1), *others(directory / "lemma", 1)} == left
    assert (note.exists(), len([*own.iterdir()])) == (True, 4)
    write_all(directory, [one])
    assert set(others(directory, 1)) == {directory / "7", directory / "8", directory / "lemma"}
    note.unlink()
    write_all(directory, [one, one])
    assert others(directory, 2) == [directory / "7", directory / "8"]


def test_texts_say_what_they_are_about(tmp_path: Path) -> None:
    text = (written(tmp_path) / "consecution.smt2").read_text(encoding="utf-8")
    head = text[: text.index("(set-logic")].splitlines()
    assert head == [
        "; function: Bounded",
        "; property: stays below",
        "; scope:    all lengths, all bounds ≥ 0",
        "; unsat means: no allowed step leads out of the invariant, asked of each of its conjuncts",
        "; the invariant is the conjunction of:",
        ";   (<= register.x parameter.bound)",
        ";   (<= 0 register.x)",
    ]


def test_consecution_asks_of_each_conjunct(tmp_path: Path) -> None:
    text = (written(tmp_path) / "consecution.smt2").read_text(encoding="utf-8")
    questions = [line for line in text.splitlines() if line.startswith("(check-sat")]
    assert questions == [f"(check-sat-assuming (|message.question {number}|))" for number in (1, 2)]


def test_the_same_proof_makes_the_same_texts() -> None:
    assert certify(SUBJECT, OBLIGATION, INVARIANT) == certify(SUBJECT, Obligation(bounded()), INVARIANT)


@pytest.mark.parametrize(
    ("part", "invariant"),
    [
        ("initiation", (terms.make("less", (X, BOUND)),)),
        ("consecution", (at_most(X, BOUND), at_most(X, number(3)))),
        ("consecution", (at_most(X, number(3)), at_most(X, BOUND))),
        ("safety", (at_most(number(0), X),)),
        ("safety", ()),
    ],
)
def test_a_wrong_invariant_is_no_proof(tmp_path: Path, part: str, invariant: Invariant) -> None:
    with pytest.raises(Rejected, match=rf"{part}\.smt2 of Bounded, stays below: z3 finds it satisfiable"):
        check(written(tmp_path, invariant=invariant))


def test_a_certificate_of_another_claim_is_rejected(tmp_path: Path) -> None:
    with pytest.raises(Rejected, match="the function has changed since"):
        check(written(tmp_path), Obligation(bounded(slack=1)))


@pytest.mark.parametrize("field", ["function", "property", "scope"])
def test_a_certificate_of_another_subject_is_rejected(tmp_path: Path, field: str) -> None:
    other = CertifiedClaim(**{**vars(SUBJECT), field: "something else"})
    with pytest.raises(Rejected, match=f"the {field} is"):
        check(written(tmp_path), subject=other)


def edit_manifest(directory: Path, change: Callable[[dict[str, object]], object]) -> None:
    """Change the manifest of a certificate."""
    path = directory / MANIFEST
    content = json.loads(path.read_text(encoding="utf-8"))
    change(content)
    path.write_text(json.dumps(content), encoding="utf-8")


def drop_conjunct(directory: Path) -> None:
    """Forget the conjunct that matters, in the manifest."""
    edit_manifest(directory, lambda content: content.update(invariant=["(<= 0 register.x)"]))


def change_constant(directory: Path) -> None:
    """Change a number in a text."""
    path = directory / "safety.smt2"
    path.write_text(path.read_text(encoding="utf-8").replace("(+ parameter.bound 0)", "(+ parameter.bound 9)"), "utf-8")


def change_constant_and_hash(directory: Path) -> None:
    """Change a number in a text, and its hash in the manifest."""
    change_constant(directory)
    import hashlib

    digest = hashlib.sha256((directory / "safety.smt2").read_bytes()).hexdigest()

    def change(content: dict[str, object]) -> None:
        files = content["files"]
        assert isinstance(files, dict)
        files["safety.smt2"] = digest

    edit_manifest(directory, change)


def change_invariant(directory: Path) -> None:
    """Change a number in the invariant of the manifest."""
    edit_manifest(
        directory, lambda content: content.update(invariant=["(<= register.x parameter.bound)", "(<= 1 register.x)"])
    )


def swap_files(directory: Path) -> None:
    """Put each of two texts in the place of the other."""
    first, second = (directory / name for name in FILES[:2])
    texts = first.read_text(encoding="utf-8"), second.read_text(encoding="utf-8")
    first.write_text(texts[1], encoding="utf-8")
    second.write_text(texts[0], encoding="utf-8")


def empty_file(directory: Path) -> None:
    """Leave nothing of a text but what a solver finds unsatisfiable."""
    (directory / "safety.smt2").write_text("(set-logic ALL)\n(assert false)\n(check-sat)\n", encoding="utf-8")


def remove_file(directory: Path) -> None:
    """Remove a text."""
    (directory / "initiation.smt2").unlink()


def forget_file(directory: Path) -> None:
    """Do not name a text in the manifest."""
    edit_manifest(directory, lambda content: content.update(files={}))


def wrong_hash(directory: Path) -> None:
    """Give hashes that are not those of the texts."""
    edit_manifest(directory, lambda content: content.update(files=dict.fromkeys(FILES, "0" * 64)))


def unreadable_invariant(directory: Path) -> None:
    """Speak of a register that does not exist."""
    edit_manifest(directory, lambda content: content.update(invariant=["(<= 0 register.z)"]))


def unknown_field(directory: Path) -> None:
    """Say more than a manifest says."""
    edit_manifest(directory, lambda content: content.update(trusted=True))


def no_json(directory: Path) -> None:
    """Leave no manifest that can be read."""
    (directory / MANIFEST).write_text("{", encoding="utf-8")


def field_twice(directory: Path) -> None:
    """Say what is proved twice, the second time as it should be."""
    path = directory / MANIFEST
    path.write_text(path.read_text(encoding="utf-8").replace("{", '{"property": "anything",', 1), encoding="utf-8")


def other_sums(directory: Path) -> None:
    """Say that something is summed up."""
    path = directory / MANIFEST
    data = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps({**data, "summed": ["1"]}), encoding="utf-8")


def other_conjunct(directory: Path) -> None:
    """Write a conjunct of the invariant in other words, with the same meaning."""
    path = directory / MANIFEST
    data = json.loads(path.read_text(encoding="utf-8"))
    first, *others = data["invariant"]
    path.write_text(json.dumps({**data, "invariant": [f" {first}", *others]}), encoding="utf-8")


def no_manifest(directory: Path) -> None:
    """Leave no manifest."""
    (directory / MANIFEST).unlink()


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (drop_conjunct, "initiation.smt2 is not the text that follows"),
        (change_constant, "safety.smt2 is not the text that follows"),
        (change_constant_and_hash, "safety.smt2 is not the text that follows"),
        (change_invariant, "is not the text that follows"),
        (swap_files, "initiation.smt2 is not the text that follows"),
        (empty_file, "safety.smt2 is not the text that follows"),
        (remove_file, "initiation.smt2 cannot be read"),
        (forget_file, "the manifest names"),
        (wrong_hash, "has the hash"),
        (unreadable_invariant, "register.z is not a leaf"),
        (unknown_field, "trusted"),
        (no_json, "JSON"),
        (field_twice, "it is there twice"),
        (other_sums, r"summed is \('1',\), not \(\)"),
        (other_conjunct, "invariant is"),
        (no_manifest, "name a directory with a certificate"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_a_spoiled_certificate_is_rejected(tmp_path: Path, spoil: Callable[[Path], None], words: str) -> None:
    directory = written(tmp_path)
    before = {path.name: path.read_bytes() for path in directory.iterdir()}
    spoil(directory)
    assert {path.name: path.read_bytes() for path in directory.iterdir()} != before, "nothing was spoiled"
    with pytest.raises(Rejected, match=words):
        check(directory)


@pytest.mark.parametrize("file", [MANIFEST, *FILES])
def test_a_pipe_in_the_place_of_a_file_is_not_waited_for(tmp_path: Path, file: str) -> None:
    directory = written(tmp_path)
    (directory / file).unlink()
    os.mkfifo(directory / file)
    with pytest.raises(Rejected, match=f"{file} cannot be read .the file: no regular file"):
        check(directory)


def test_texts_made_again_from_a_weaker_invariant_do_not_pass_the_solvers(tmp_path: Path) -> None:
    obligation = Obligation(counters(differ(X, Y)))
    equal = equalities(obligation, LIMIT)
    check(written(tmp_path / "right", obligation, equal), obligation)
    with pytest.raises(Rejected, match="satisfiable"):
        check(written(tmp_path / "dropped", obligation, equal[1:]), obligation)


def test_certificates_about_maps_are_accepted(tmp_path: Path) -> None:
    obligation = about(marks(differ(read(SEEN, CHECKED), read(AGAIN, CHECKED))))
    check(written(tmp_path, obligation, equalities(obligation, LIMIT)), obligation)


def test_the_manifest_says_what_is_proved(tmp_path: Path) -> None:
    manifest = read_manifest(written(tmp_path))
    assert (manifest.function, manifest.property, manifest.scope) == (
        SUBJECT.function,
        SUBJECT.property,
        SUBJECT.scope,
    )
    assert manifest.statement == statement_hash(OBLIGATION)
    assert manifest.invariant == ("(<= register.x parameter.bound)", "(<= 0 register.x)")


def test_every_part_of_an_obligation_counts_in_its_hash() -> None:
    base = about(marks(differ(read(SEEN, CHECKED), read(AGAIN, CHECKED))))
    others = [
        base.alone(),
        about(marks(differ(read(SEEN, CHECKED), read(AGAIN, CHECKED)), forget=True)),
        about(marks(terms.equality(read(SEEN, CHECKED), read(AGAIN, CHECKED)))),
        Obligation(base.system, base.instances, terms.equality(CHECKED, number(0))),
    ]
    hashes = {statement_hash(each) for each in (base, *others)}
    assert len(hashes) == 1 + len(others)
