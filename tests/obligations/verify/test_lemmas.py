"""What is proved of one function may be a lemma of another one's proof, and nothing else may."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from concomp.model import (
    Bool,
    Int,
    Monitor,
    PostProcessing,
    Real,
    parameter,
    register,
    require,
    when,
)
from concomp.model.composition.parallel import SparseParallel
from concomp.obligations.solvers.worker import Worker
from concomp.obligations.verify.case import verdict_on, witness_of
from concomp.obligations.verify.certificates.directories import MANIFEST, digest_in, lemma_places, write_all
from concomp.obligations.verify.encoding.assuming import assuming
from concomp.obligations.verify.lemmas import propose, report_by, settle_lemma
from concomp.obligations.verify.postprocessing import processing_case, validity_of, verify_post_processing
from concomp.obligations.verify.properties.properties import NotAskable
from concomp.obligations.verify.properties.validity import MAPS
from concomp.obligations.verify.proving import unroll
from concomp.obligations.verify.proving.attempt import Attempt
from concomp.obligations.verify.proving.inquiry import NoLemma
from concomp.obligations.verify.proving.rechecking import are_accepted
from concomp.obligations.verify.proving.stages import new_worker
from concomp.obligations.verify.verification import Verifiable, case_of
from tests.obligations.verify import namesake
from tests.obligations.verify import resting as r
from tests.obligations.verify import small_lemmas as small
from tests.obligations.verify.random_lemmas import is_safe, pairs
from tests.obligations.verify.settling import verify

FIRST_PAIR, SWAP = "first-pair consistent", "swap invariant"
MARKED = (r.Marked(), FIRST_PAIR)


class Once(Monitor):
    """One message differs at most, by at most one."""

    used = register(Bool, False)

    def step(self, left: Int, right: Int) -> None:
        with when(left != right):
            require(~self.used)
            self.used = True


class Near(Once):
    """The same, by at most k."""

    k = parameter(Int, where=lambda k: k >= 0)

    def step(self, left: Int, right: Int) -> None:
        super().step(left, right)
        require((left - right <= self.k) & (right - left <= self.k))


class Often(Once):
    """Every message may differ."""

    def step(self, left: Int, right: Int) -> None:
        self.used = left != right


class Echo(PostProcessing):
    """Hands on what it receives."""

    def on_left(self, message: Int) -> None:
        self.send_right(message)

    def on_right(self, message: Int) -> None:
        self.send_left(message)


class Reals(Monitor):
    """Reads other messages."""

    def step(self, left: Real, right: Real) -> None:
        require(left == right)


@pytest.mark.parametrize("name", small.WRONG)
def test_no_lemma_makes_safe_what_is_not(name: str) -> None:
    pair = small.WRONG[name]
    assert unroll.search(pair.system, 6) is not None
    assert unroll.search(pair.lemma, 6) is None
    assert unroll.search(pair.whole, 6) is not None


def test_of_systems_that_are_drawn_none_is_safe_beside_a_lemma_that_is_not_so_alone() -> None:
    found = Counter((is_safe(system), is_safe(assuming(system, [lemma]))) for system, lemma in pairs(400))
    assert found[False, True] == 0
    assert found[False, False] > 50
    assert found[True, True] > 50
    assert found[True, False] > 10, "a lemma that stops before the system does is of no use"


def test_a_lemma_of_a_namesake_is_used_and_called_by_what_tells_it_apart() -> None:
    elsewhere = (namesake.Near(k=2), SWAP)
    lemmas = [(Near(k=3), SWAP), elsewhere, "prefix closed"]
    found = verify(Near(k=2), [SWAP], assuming=lemmas)
    assert found.warnings == ()
    assert [each.words() for each in found[SWAP].assuming] == [
        "the lemma Near (test_lemmas.py, k = 3): swap invariant",
        "the lemma Near (namesake.py, k = 2): swap invariant",
        "the lemma Near: prefix closed",
    ]
    assert [each.words for each in propose(case_of(Near(k=2)), [elsewhere])] == ["Near (namesake.py): swap invariant"]


@pytest.mark.parametrize("name", ["prefix closed", "monotone"])
def test_no_property_is_a_lemma_of_its_own_under_another_name(name: str) -> None:
    found = verify(Once, [name, SWAP], assuming=["monotone", (Once(), "prefix closed")])
    assert found[name].assuming == ()
    assert len(found[SWAP].assuming) == 2


def test_what_is_safe_is_so_beside_a_lemma() -> None:
    assert unroll.search(small.RIGHT.whole, 8) is None


def test_registers_that_are_the_same_are_not_doubled() -> None:
    counts = {name: len(pair.whole.registers) for name, pair in small.WRONG.items()}
    assert counts == {"narrow": 1, "constrained": 1, "alike": 2, "depending": 4}
    twice = assuming(small.ALIKE.system, [small.ALIKE.lemma, small.ALIKE.lemma])
    assert [each.name for each in twice.registers] == ["x", "lemma 1:x", "lemma 2:x"]


def test_what_takes_sums_and_what_takes_two_indices_are_proved_together() -> None:
    report = verify(r.Spending(), ["included"], within=r.Whole(), assuming=[MARKED])
    found = report["included"]
    assert (found.verdict, found.scope) == ("proved", "all lengths, all k")
    assert repr(found) == f"<included proved (all lengths, all k), by the lemma Marked: {FIRST_PAIR}>"
    [assumed] = found.assuming
    assert (assumed.function, assumed.property, assumed.scope) == ("Marked", FIRST_PAIR, "all lengths")
    assert not report.warnings


@pytest.mark.full
def test_the_lemma_may_be_of_the_function_itself_and_without_one_nothing_is_found() -> None:
    assert verify(r.Spending(), ["included"], within=r.Whole(), assuming=[FIRST_PAIR])["included"].verdict == "proved"
    assert verify(r.Spending(), ["included"], within=r.Whole(), seconds=40)["included"].verdict == "unknown"


def test_what_is_no_lemma_is_said_and_costs_no_verdict() -> None:
    report = verify(Often(), [SWAP, FIRST_PAIR], assuming=[FIRST_PAIR, "prefix closed"])
    assert report.words() == {SWAP: "proved", FIRST_PAIR: "refuted"}
    assert [each.property for each in report[SWAP].assuming] == ["prefix closed"]
    [warning] = report.warnings
    assert warning.startswith(f"the lemma Often: {FIRST_PAIR} is not used: it is refuted (the sequence is accepted")


def test_a_violation_is_found_beside_a_lemma_that_stops_before_it() -> None:
    found = verify(Often(), [FIRST_PAIR], assuming=[(Once(), "prefix closed")])[FIRST_PAIR]
    assert (found.verdict, found.length) == ("refuted", 2)


def test_what_holds_under_conditions_or_of_one_index_is_no_lemma() -> None:
    case = case_of(SparseParallel(2))
    with pytest.raises(NoLemma, match="it holds only if"):
        propose(case, ["diagonal"])[0].proposition.lemma(())
    with pytest.raises(NoLemma, match="it is asked of one arbitrary index"):
        propose(case, ["suitable"])[0].proposition.lemma(())


REFUSED = (
    (Near(), "first pair consistent", "there is no property 'first pair consistent'"),
    (Near(), ["witness"], "the lemma Near: witness says that something can happen; name one that excludes it"),
    (Near(), 3, "assuming is 3: give a list of properties"),
    (Near(), [3], "a lemma is 3: give the name of a property, or a function and the name of one"),
    (Near(), [FIRST_PAIR, FIRST_PAIR], f"two lemmas are called 'Near: {FIRST_PAIR}'; name it once"),
    (Once(), [(Near(), SWAP)], "the lemma Near: Once has no parameter 'k'; fix that of Near, as by --param k=3"),
    (Near(), [(Near(k=2), SWAP)], "the lemma Near: k is 2 there, and open in Near; fix it in both"),
    (Near(), [(Reals(), SWAP)], "the lemma Reals: it reads messages of the sort Real, Near of the sort Int"),
    (Near(), [("Near", SWAP)], "'Near' is no verification function"),
)


@pytest.mark.parametrize(("function", "lemmas", "refusal"), REFUSED)
def test_what_cannot_be_a_lemma_is_refused(function: Verifiable, lemmas: object, refusal: str) -> None:
    with pytest.raises(NotAskable) as raised:
        propose(case_of(function), lemmas)  # type: ignore[arg-type]
    assert refusal in str(raised.value)


def test_a_parameter_of_another_sort_is_another_one() -> None:
    class Far(Once):
        k = parameter(Real)

        def step(self, left: Int, right: Int) -> None:
            require(self.k >= 0)

    with pytest.raises(NotAskable, match="Near has a parameter 'k' of the sort Int; fix that of Far"):
        propose(case_of(Near()), [(Far(), SWAP)])


def test_a_value_of_the_function_is_one_of_the_lemma() -> None:
    [proposed] = propose(case_of(Near(k=2)), [(Near(), SWAP)])
    assert proposed.case.parameters_of(SWAP) == ()
    assert proposed.case.values == {"k": 2}


def test_a_post_processing_is_proved_by_properties_of_its_own() -> None:
    case = processing_case(Echo(), validity_of(Once(), Once(), {}))
    with pytest.raises(NotAskable, match="Echo is a post-processing, which is proved by properties of its own only"):
        propose(case, [(Once(), SWAP)])
    report = verify_post_processing(Echo(), validity_of(Once(), Once(), {}), assuming="total")
    assert report.words() == {"total": "proved", "destination": "proved", "response": "proved", MAPS: "proved"}
    named = {each.property: [lemma.property for lemma in each.assuming] for each in report.verdicts}
    assert named == {"total": [], "destination": ["total"], "response": ["total"], MAPS: ["total"]}


def test_a_lemma_that_speaks_of_what_the_question_does_not_is_left_out() -> None:
    lemma = propose(case_of(Near()), [SWAP])[0].proposition.lemma(["0"])
    [inquiry] = case_of(Near()).inquiries("reflexive")
    assert inquiry.resting_on([lemma]).lemmas == ()
    assert inquiry.does_not_use([lemma]) == [
        f"the lemma Near: {SWAP}: is not used, as it speaks of 'right', which is no part of this"
    ]


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    with new_worker() as one:
        yield one


LEMMAS = ((Once(), "diagonal"), (Once(), "prefix closed"))


@pytest.fixture(scope="module")
def proofs(worker: Worker, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with a certificate that rests on two lemmas."""
    directory = tmp_path_factory.mktemp("proofs")
    case, proposed = case_of(Near()), propose(case_of(Near()), LEMMAS)
    report = report_by(worker, case, proposed, [SWAP], 30)
    [certificate] = report[SWAP].certificates
    assert [each.property for each in certificate.subject.assuming] == ["diagonal", "prefix closed"]
    write_all(directory, [certificate])
    for each, place in zip(proposed, lemma_places(directory, 2), strict=True):
        write_all(place, settle_lemma(worker, each, 30).verdict.certificates)
    return directory


def accepted(worker: Worker, directory: Path, lemmas: tuple[tuple[Verifiable, str], ...] = LEMMAS) -> str:
    """What is said against the certificate in a directory; nothing if it is accepted."""
    case = case_of(Near())
    attempt = Attempt(worker, 30)
    known = [each.proposition for each in propose(case, lemmas)]
    found = are_accepted(attempt, case.inquiries(SWAP), directory, known)
    assert found or attempt.tried
    return "; ".join(attempt.tried)


def test_a_certificate_is_accepted_with_those_of_its_lemmas(worker: Worker, proofs: Path) -> None:
    assert accepted(worker, proofs) == ""
    manifest = json.loads((proofs / MANIFEST).read_text(encoding="utf-8"))
    named = [each["manifests"] for each in manifest["assuming"]]
    assert named == [[digest_in(place)] for place in lemma_places(proofs, 2)]
    text = (proofs / "safety.smt2").read_text(encoding="utf-8")
    assert "; assuming: Once: diagonal" in text


def changed(proofs: Path, tmp_path: Path, file: str, old: str, new: str) -> Path:
    """A copy of the proofs, in which a file of the first lemma is another."""
    copy = tmp_path / "copy"
    shutil.copytree(proofs, copy)
    path = copy / "lemma" / "1" / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return copy


def test_a_lemma_whose_manifest_is_written_otherwise_is_another(worker: Worker, proofs: Path, tmp_path: Path) -> None:
    said = accepted(worker, changed(proofs, tmp_path, MANIFEST, "{\n", "{ \n"))
    assert "rests on the lemma Once: diagonal (all lengths) by " in said
    assert "; prove it again" in said


def test_a_lemma_whose_text_is_changed_is_refused(worker: Worker, proofs: Path, tmp_path: Path) -> None:
    said = accepted(worker, changed(proofs, tmp_path, "safety.smt2", "(check-sat)", "(check-sat) "))
    assert "rests on the lemma Once: diagonal, whose certificate is rejected; prove it again" in said


def test_a_lemma_that_is_missing_or_not_named_is_refused(worker: Worker, proofs: Path, tmp_path: Path) -> None:
    assert "rests on the lemma Once: diagonal; name it with --assuming" in accepted(worker, proofs, LEMMAS[1:])
    copy = tmp_path / "copy"
    shutil.copytree(proofs, copy)
    shutil.rmtree(copy / "lemma" / "2")
    assert "the lemma Once: prefix closed, whose certificate is rejected" in accepted(worker, copy)


def test_a_lemma_of_another_function_of_that_name_is_refused(worker: Worker, proofs: Path) -> None:
    other = type("Once", (Often,), {"__module__": __name__})
    lemmas = ((other(), "diagonal"), (Once(), "prefix closed"))
    assert "the function has changed since" in accepted(worker, proofs, lemmas)


def test_a_lemma_that_nothing_rests_on_is_named(worker: Worker, proofs: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(proofs, copy)
    shutil.copytree(copy / "lemma" / "1", copy / "lemma" / "3")
    assert f"{copy / 'lemma' / '3'} is there, and nothing that is asked needs it" in accepted(worker, copy)


def test_without_lemmas_a_manifest_says_nothing_of_them(worker: Worker, proofs: Path, tmp_path: Path) -> None:
    with_lemmas = json.loads((proofs / MANIFEST).read_text(encoding="utf-8"))
    case = case_of(Near())
    write_all(tmp_path, verdict_on(worker, case, SWAP, witness_of(worker, case, 30), 30).certificates)
    without = json.loads((tmp_path / MANIFEST).read_text(encoding="utf-8"))
    assert list(without) == [each for each in with_lemmas if each != "assuming"]
    assert accepted(worker, tmp_path) == ""
