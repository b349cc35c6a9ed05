"""What is so at each index limits what is summed up over all of them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from concomp.model.composition.fixed import FixedParameters
from concomp.model.composition.parallel import SparseParallel
from concomp.model.language import Monitor
from concomp.model.language.syntax import terms
from concomp.model.language.syntax.sorts import INT
from concomp.model.language.syntax.terms import Term
from concomp.obligations.solvers import smtlib
from concomp.obligations.solvers.answers import answer_of_z3
from concomp.obligations.verify.agreement.subject import Subject
from concomp.obligations.verify.certificates.certificate import Certificate, CertifiedClaim, certify
from concomp.obligations.verify.certificates.directories import MANIFEST, write
from concomp.obligations.verify.certificates.recheck import recheck
from concomp.obligations.verify.encoding.scalars import lower
from concomp.obligations.verify.encoding.tracked import INDEX, focus, track
from concomp.obligations.verify.properties.properties import compare
from concomp.obligations.verify.proving import unroll
from concomp.obligations.verify.proving.attempt import Attempt
from concomp.obligations.verify.proving.induction import equalities
from concomp.obligations.verify.proving.inquiry import Inquiry
from concomp.obligations.verify.proving.quotients import quotient
from concomp.obligations.verify.proving.rechecking import are_accepted
from concomp.obligations.verify.proving.stages import new_worker
from concomp.obligations.verify.proving.sums import summands
from concomp.obligations.verify.proving.sums.systems import summable_systems
from concomp.obligations.verify.proving.templates import core
from tests.obligations.verify import small_sums
from tests.obligations.verify import summed as s
from tests.obligations.verify.compositions import OneSlotMore
from tests.obligations.verify.settling import verify
from tests.obligations.verify.small import at_most, number

QUESTION = compare("included", s.FewUsers().definition, s.Total().definition)
INQUIRY = Inquiry(QUESTION, "included", "included: Total", {})
PATIENCE = 300_000
full = pytest.mark.full
PROVED = (
    (s.FewUsers(), s.Total()),
    pytest.param(s.Allowances(), s.Norm(), marks=full),
    pytest.param(s.FewMade(), s.FewExceptional(), marks=full),
)
REFUTED = (
    pytest.param(s.FewUsers(), s.TotalLess(), 2, marks=full),
    (s.FewUsersOfTwo(), s.Total(), 2),
    pytest.param(s.Allowances(), s.SmallerNorm(), 2, marks=full),
    pytest.param(s.Allowances(), s.NormOfAll(), 3, marks=full),
    pytest.param(s.OneTooMany(), s.FewExceptional(), 1, marks=full),
)


@pytest.mark.parametrize(("function", "within"), PROVED)
def test_what_each_does_limits_what_all_do(function: Monitor, within: Monitor) -> None:
    verdict = verify(function, ["included"], within=within)["included"]
    assert verdict.verdict == "proved"
    [certificate] = verdict.certificates
    assert len(certificate.summed) == 2
    assert len(certificate.texts) == 6


@pytest.mark.parametrize(("function", "within", "length"), REFUTED)
def test_where_they_may_do_more_a_run_shows_it(function: Monitor, within: Monitor, length: int) -> None:
    verdict = verify(function, ["included"], within=within)["included"]
    assert (verdict.verdict, verdict.length) == ("refuted", length)


def test_what_two_keys_hold_is_at_most_the_total() -> None:
    recheck(small_sums.RIGHT.certificate, small_sums.LIMIT)
    assert unroll.search(small_sums.RIGHT.system, 4) is None


@pytest.mark.parametrize("file", small_sums.WRONG)
def test_each_text_is_all_that_stands_against_something_false(file: str) -> None:
    claim = small_sums.WRONG[file]
    assert small_sums.refused(claim) == {file}
    assert unroll.search(claim.system, 4) is not None


def test_nothing_is_summed_up_where_a_step_changes_all_entries() -> None:
    filled = focus(small_sums.WRONG["sums_frame.smt2"].system, small_sums.KEY)
    assert summands.summands(filled, small_sums.LIMIT).replaced == ("held",)
    assert summands.summands(focus(small_sums.RIGHT.system, small_sums.KEY), small_sums.LIMIT).replaced == ()


def test_without_the_law_the_claim_is_not_safe() -> None:
    right = small_sums.RIGHT.obligation
    [law] = [part for part in right.system.allowed.arguments if part in right.system.bad.arguments]
    parts = [part for part in right.system.bad.arguments if part is not law]
    lawless = replace(right, system=replace(right.system, bad=terms.conjunction(parts)))
    text = smtlib.script(lawless.safety(small_sums.RIGHT.invariant))
    assert answer_of_z3(text, small_sums.LIMIT) == "sat"


def subject(*more: Term) -> Subject:
    """That few users spend little together, with a proof that is right, and further conjuncts."""
    lowered = lower(QUESTION.system)
    [system, _] = summable_systems(lowered.system)
    held = {each.name: each.symbol for each in track(system, [INDEX]).system.registers}
    spent, users = held["spent at the index"], held["users"]
    seen = terms.choice(held["seen at the index"], number(1), number(0))
    few = at_most(users, terms.leaf("parameter", INT, "k"))
    obligation = track(system, [INDEX], [seen, spent])
    assert obligation.sums is not None
    counted = map(terms.equality, (users, held["other:total"]), obligation.sums.registers)
    entered = terms.disjunction([terms.negation(held["seen at the index"]), few])
    return Subject(QUESTION, lowered, obligation, (*counted, at_most(spent, seen), entered, *more))


def accepted(directory: Path) -> tuple[bool, str]:
    """Whether the certificate in a directory is accepted, and what is said of it."""
    with new_worker() as worker:
        attempt = Attempt(worker, 60)
        found = are_accepted(attempt, [INQUIRY], directory)
        return found, "; ".join(attempt.tried)


def test_whoever_rechecks_makes_sums_law_and_texts_from_what_is_summed_up(tmp_path: Path) -> None:
    known = subject()
    write(tmp_path, certify(INQUIRY.subject, known.obligation, known.invariant))
    assert accepted(tmp_path) == (True, "")
    manifest = tmp_path / MANIFEST
    text = manifest.read_text(encoding="utf-8")
    manifest.write_text(text.replace('"|register.spent at the index|"', '"0"'), encoding="utf-8")
    refused, said = accepted(tmp_path)
    assert not refused
    assert "the function has changed since; prove it again" in said


def proof(function: Monitor, within: Monitor) -> Certificate | None:
    """The certificate that what a function accepts another one does, by the first summand, if there is one."""
    [system, *_] = summable_systems(lower(compare("included", function.definition, within.definition).system).system)
    proposed = summands.summands(system, PATIENCE)
    obligation = track(system, [INDEX], proposed.summands[0])
    assumed = obligation.with_lemmas(proposed.known)
    equal = equalities(assumed, PATIENCE)
    found = summands.invariant(quotient(assumed, equal), PATIENCE)
    if found is None:
        return None
    needed = core(obligation, tuple(dict.fromkeys([*proposed.known, *equal, *found])), PATIENCE)
    return certify(CertifiedClaim(function.definition.name, "included", "all lengths"), obligation, needed)


@pytest.mark.parametrize("count", [2, *(pytest.param(count, marks=full) for count in (4, 6, 8))])
def test_mechanisms_with_fixed_parameters_take_slots_of_exceptional_ones(count: int) -> None:
    certificate = proof(FixedParameters(count), SparseParallel(count))
    assert certificate is not None
    recheck(certificate, PATIENCE)


@pytest.mark.parametrize("count", [2, pytest.param(4, marks=full)])
def test_with_a_mechanism_too_many_there_is_no_proof(count: int) -> None:
    assert proof(OneSlotMore(count), SparseParallel(count)) is None
