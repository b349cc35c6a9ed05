"""Mutants are killed by sentences and words, or proved equivalent; what can go wrong with either is noticed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from concomp.model.composition.parallel import SparseParallel
from concomp.model.composition.suitable import Suitable, admits, continues
from concomp.model.language.syntax import terms
from concomp.model.language.syntax.definition import Definition
from concomp.obligations.families.functions.agreement import Agreement, agreement
from concomp.obligations.families.mutation.distinguishing_words import DistinguishingWords, like, tells
from concomp.obligations.families.mutation.mutants import Mutant, mutants
from concomp.obligations.families.mutation.outcomes import Finding, counts, findings_on, sweep
from concomp.obligations.families.mutation.subject import MutationSubject, Setting
from concomp.obligations.families.mutation.subjects import applications, compositions, mechanisms
from concomp.obligations.solvers.worker import Worker
from concomp.obligations.verify.certificates import recheck
from concomp.obligations.verify.encoding.indifferent import Indifferent
from concomp.obligations.verify.proving import lockstep
from concomp.obligations.verify.proving.stages import new_worker
from tests.model.language.monitors import EventLevel, Phases
from tests.obligations.families.mutation import cases
from tests.thinning import thinned

APPLICATIONS = {subject.name: subject for subject in applications.subjects()}
SMALL = {subject.name: subject for subject in (*mechanisms.subjects(), *cases.subjects())}
LIMIT = 20_000


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    with new_worker() as made:
        yield made


@pytest.mark.parametrize("name", thinned([*SMALL, *compositions.SUBJECTS, *APPLICATIONS], 3))
def test_functions_agree_with_their_sentences(name: str) -> None:
    subject = (SMALL | APPLICATIONS).get(name) or compositions.subject(name)
    compared = [_agreement(setting) for setting in subject.settings]
    assert [each.differing for each in compared] == [None] * len(compared)
    assert compared[0].accepted


def _agreement(setting: Setting) -> Agreement:
    return agreement(setting.function, setting.holds, setting.alphabet, 3 if len(setting.alphabet) < 20 else 2)


@pytest.mark.parametrize("name", thinned(SMALL, 3))
def test_no_mutant_of_a_small_function_survives(worker: Worker, name: str) -> None:
    findings = sweep(worker, SMALL[name])
    assert [finding for finding in findings if finding.fate not in ("killed", "proved")] == []
    assert len(findings) == len(mutants(SMALL[name].definition)) > 0


@pytest.mark.parametrize("name", ["Neighbouring", "7 UpdatesAndQuestions", "18 ExactlyOneReset"])
def test_what_is_found_is_so(worker: Worker, name: str) -> None:
    subject = SMALL[name]
    for finding in sweep(worker, subject):
        killed = finding.fate == "killed"
        assert any(_tells(finding, setting) for setting in subject.settings) == killed
        assert _is_told_apart(finding.mutant, subject) == killed
        assert (finding.certificate is None) == killed
        if finding.certificate is not None:
            recheck.recheck(finding.certificate, LIMIT)


def _tells(finding: Finding, setting: Setting) -> bool:
    return tells(finding.word, setting.holds, like(setting.function, finding.mutant.definition))


def _is_told_apart(mutant: Mutant, subject: MutationSubject) -> bool:
    tellings = [DistinguishingWords(each.function, each.alphabet, each.length) for each in subject.settings]
    return any(telling.shortest(mutant.definition) is not None for telling in tellings)


# Every tenth mutant of the function that all compositions begin with.
def test_mutants_of_suitable_are_killed_or_proved_equivalent(worker: Worker) -> None:
    subject = compositions.subject("Suitable")
    findings = list(findings_on(worker, subject, mutants(subject.definition)[::10]))
    assert {finding.fate for finding in findings} == {"killed", "proved"}
    assert counts(findings)["killed"] > 5


def test_a_mutant_survives_messages_that_are_too_few(worker: Worker) -> None:
    subject = compositions.subject("Suitable")
    [setting] = subject.settings
    outside = [m for m in mutants(subject.definition) if "in_query_space" in m.name and "put right for left" in m.name]
    [killed] = findings_on(worker, subject, outside)
    assert killed.fate == "killed"
    assert killed.word[-1][0].payload == 2
    assert killed.word[-1][1].payload == 0
    fewer = replace(setting, alphabet=tuple(pair for pair in setting.alphabet if pair != killed.word[-1]))
    [survivor] = findings_on(worker, MutationSubject("fewer", (fewer,)), outside)
    assert survivor.fate == "survived"
    assert survivor.reason.startswith("refuted by the pipeline: ")


def test_a_function_that_differs_from_its_sentence_is_noticed(worker: Worker) -> None:
    [setting] = SMALL["EventLevel"].settings
    wrong = replace(setting, holds=lambda words: True)
    findings = sweep(worker, MutationSubject("wrong", (wrong,)))
    reason = "the function, not the mutant, differs from the sentence"
    assert [finding.mutant.name for finding in findings if finding.reason == reason] != []


def test_a_reason_counts_for_the_mutant_that_it_names_only(worker: Worker) -> None:
    [setting] = SMALL["EventLevel"].settings
    mute = replace(setting, alphabet=((0, 0),))
    first, second, *_ = mutants(setting.function.definition)
    subject = MutationSubject("mute", (mute,), listed={first.name: "because"})
    fates = [(each.fate, each.reason) for each in findings_on(worker, subject, (first, second))]
    assert fates[0] == ("listed", "because")
    assert fates[1][0] == "survived"


def test_a_shortest_word_is_found_and_counts_whole_sequences_too() -> None:
    telling = DistinguishingWords(EventLevel(), cases.DATA, 3)
    forgetful = next(m for m in mutants(EventLevel().definition) if m.name == "used: forget its update")
    word = telling.shortest(forgetful.definition)
    assert word == (("a", "b"), ("a", "b"))
    assert telling.shortest(EventLevel().definition) is None
    assert tells(word, EventLevel(), like(EventLevel(), forgetful.definition))
    assert not tells(word, EventLevel(), EventLevel())
    assert not tells((("a", "b"), *word), EventLevel(), like(EventLevel(), forgetful.definition))
    assert not tells((), EventLevel(), EventLevel())


def test_functions_that_start_differently_do_not_walk_in_step() -> None:
    definition = Phases().definition
    later = next(m for m in mutants(definition) if "in its initial value" in m.name)
    assert lockstep.difference(definition, later.definition) is None
    same = lockstep.difference(definition, definition)
    assert same is terms.FALSE
    assert lockstep.excludes(LIMIT, lockstep.obligation(definition, [same]), ())


def test_maps_are_known_to_be_filled_up_to_a_number() -> None:
    definition = Suitable().definition
    alone = lockstep.obligation(definition, [])
    known = lockstep.lemmas(LIMIT, alone, lockstep.fillings(definition))
    assert str(known[0]) == "at most(0, created)"
    assert len(known) == 6
    negated = tuple(map(terms.negation, known))
    assert lockstep.lemmas(LIMIT, alone, negated) == ()
    # The lemmas are needed: an index below 1 is refused because no mechanism is there.
    [low] = [m for m in mutants(definition) if m.name.startswith("requirement 5") and "drop at most(1" in m.name]
    difference = lockstep.difference(definition, low.definition)
    assert difference is not None
    asked = lockstep.obligation(definition, [difference])
    assert lockstep.excludes(LIMIT, asked, known)
    assert not lockstep.excludes(LIMIT, asked, ())


def test_maps_may_differ_where_they_are_not_filled(worker: Worker) -> None:
    definition = SparseParallel(2).definition
    places = {m.name: m for m in mutants(definition) if m.name.startswith("e_eps: in its update")}
    [unconditional] = [m for name, m in places.items() if "forget what holds unless" in name]
    [elsewhere] = [m for name, m in places.items() if "put 2 for 1" in name]
    assert [_in_step_beside(definition, each.definition) for each in (unconditional, elsewhere)] == [True, False]
    difference = lockstep.difference(definition, unconditional.definition)
    assert difference is not None
    known = lockstep.lemmas(LIMIT, lockstep.obligation(definition, []), lockstep.fillings(definition))
    assert not lockstep.excludes(LIMIT, lockstep.obligation(definition, [difference]), known)
    [finding] = findings_on(worker, replace(compositions.subject("SparseParallel"), settings=_mute()), [unconditional])
    assert (finding.fate, finding.reason) == ("proved", "in step, with maps of its own")


def _mute() -> tuple[Setting, ...]:
    """A setting of sparse parallel composition without messages."""
    return (replace(compositions.subject("SparseParallel").settings[0], alphabet=()),)


def _in_step_beside(definition: Definition, other: Definition) -> bool:
    made = lockstep.beside(definition, other)
    assert made is not None
    obligation, agreeing = made
    known = lockstep.lemmas(LIMIT, obligation, (*lockstep.fillings(definition), *agreeing))
    return lockstep.excludes(LIMIT, obligation, known)


def test_indifferent_symbols_have_fewer_arguments_the_same_everywhere() -> None:
    definition = Suitable().definition
    indifferent = Indifferent({admits: 2, continues: 2})
    changed = indifferent.definition(definition)
    assert {name: len(symbol.domain) for name, symbol in changed.declared.items()} == {
        "established": 5,
        "begins": 1,
        "in_query_space": 2,
        "admits": 2,
        "continues": 2,
    }
    assert indifferent.definition(definition) == changed
    assert Indifferent({}).definition(definition) == definition
