"""The pipeline agrees with the table of cases, and what goes wrong in it is never anything but unknown."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from concomp.model.language import Int, Monitor, Opaque, accept_if, parameter, register, require, when
from concomp.model.language.readings.functions import DefinitionFunction
from concomp.model.language.syntax.terms import FALSE
from concomp.model.registry.registry import load
from concomp.obligations.processes.child import Crashed, TimedOut
from concomp.obligations.solvers.answers import engines
from concomp.obligations.solvers.errors import Unsupported
from concomp.obligations.solvers.worker import GaveUp, Worker
from concomp.obligations.verify.case import Case, report, verdict_on, witness_of
from concomp.obligations.verify.certificates.recheck import recheck
from concomp.obligations.verify.encoding.valuations import Valuation
from concomp.obligations.verify.openings import DOORS, openings
from concomp.obligations.verify.properties.properties import NotAskable
from concomp.obligations.verify.proving import pipeline, stages
from concomp.obligations.verify.proving.stages import new_worker
from concomp.obligations.verify.verdicts import Report, Verdict, Word
from concomp.obligations.verify.verification import Verifiable, case_of
from tests.model.language import monitors as m
from tests.model.language.compositions import SparseParallel
from tests.obligations.verify import keyed as k
from tests.obligations.verify.functions import Bits, BitsRequired, Guarded, LateVerdict, LeftAtMostThree
from tests.obligations.verify.settling import verify
from tests.obligations.verify.test_refutations import CASES, INCLUSIONS, NAMES
from tests.thinning import thinned

SECONDS, LITTLE = 30.0, 5.0


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    with new_worker() as started:
        yield started


class Faulty(Worker):
    """A process whose calls of some stages go wrong in a given way."""

    def __init__(self, worker: Worker, outcomes: dict[Callable[..., Any], Any]) -> None:
        """Take the process that serves the other calls, and what comes of which stage."""
        self._sound = worker
        self._outcomes = outcomes

    def call(self, seconds: float, work: Callable[..., Any], /, *arguments: Any, **named: Any) -> Any:
        outcome = self._outcomes.get(work, ...)
        if outcome is ...:
            return self._sound.call(seconds, work, *arguments, **named)
        return outcome(*arguments) if callable(outcome) else outcome


def settled(worker: Worker, function: Verifiable, name: str) -> Verdict:
    """The verdict on a property of a function whose witness was found by sound means."""
    case = case_of(function)
    with new_worker() as sound:
        witness = witness_of(sound, case, SECONDS)
    return verdict_on(worker, case, name, witness, LITTLE)


def reported(worker: Worker, case: Case, *names: str) -> Report:
    return report(worker, case, names, SECONDS)


@pytest.mark.parametrize(("monitor", "lengths"), thinned(CASES, 3), ids=repr)
def test_every_property_of_every_function_is_settled_as_the_table_says(
    worker: Worker, monitor: Monitor, lengths: tuple[int, ...]
) -> None:
    found = reported(worker, case_of(monitor), *NAMES[1:])
    if isinstance(monitor, Guarded):
        one_world = {"diagonal": "proved", "public": "proved"}
        assert found.words() == {name: one_world.get(name, "vacuous") for name in NAMES[1:]}
        assert found.witness.reason.startswith("no accepted sequence has a pair that differs")
        return
    expected = {
        name: ("refuted", length) if length else ("proved", None)
        for name, length in zip(NAMES[1:], lengths[1:], strict=True)
    }
    if isinstance(monitor, LateVerdict):
        # No first message is accepted, and so no sequence with all its prefixes.
        expected |= dict.fromkeys(("diagonal", "public"), ("vacuous", None))
    assert {each.property: (each.verdict, each.length) for each in found.verdicts} == expected
    assert (found.witness.verdict, found.witness.length) == ("proved", lengths[0])
    assert all(bool(each.certificates) == (each.verdict == "proved") for each in found.verdicts)
    assert all((each.trace is not None) == (each.verdict == "refuted") for each in found.verdicts)


@pytest.mark.parametrize(("first", "second", "length"), INCLUSIONS, ids=repr)
def test_every_inclusion_is_settled_as_the_table_says(
    worker: Worker, first: Monitor, second: Monitor, length: int
) -> None:
    [verdict] = reported(worker, case_of(first, second), "included").verdicts
    assert (verdict.verdict, verdict.length) == (("refuted", length) if length else ("proved", None))


@pytest.mark.parametrize(
    ("monitor", "word"), [(Bits(), "refuted"), (BitsRequired(), "proved"), (m.EventLevel(), "proved")], ids=repr
)
def test_typing(worker: Worker, monitor: Monitor, word: str) -> None:
    assert reported(worker, case_of(monitor), "well typed").words() == {"well typed": word}


def test_scopes_are_in_words(worker: Worker) -> None:
    symbolic = reported(worker, case_of(m.AtMostK), "diagonal", "first-pair consistent")
    assert [each.scope for each in symbolic.verdicts] == ["all lengths, all k ≥ 0", "2 messages, k = 1"]
    assert symbolic.witness.scope == "1 message, k = 1"
    fixed = reported(worker, case_of(m.AtMostK(k=2)), "diagonal")
    assert fixed.diagonal.scope == "all lengths, k = 2"
    assert fixed.diagonal.certificates[0].subject.scope == "all lengths, k = 2"
    assert fixed.parameters == {"k": 2}


def test_a_value_holds_for_the_other_function_too(worker: Worker) -> None:
    case = case_of(m.AtMostK, m.AtMostKOffByOne, {"k": 3})
    assert reported(worker, case, "included").words() == {"included": "proved"}
    assert case.within is not None
    assert case.within.parameters == ()


class NoValues(Monitor):
    """Its parameter can have no value."""

    k = parameter(Int, where=lambda k: (k > 2) & (k < 3))

    def step(self, left: Int, right: Int) -> None:
        require(left + self.k == right)


class Nobody(Monitor):
    """Nothing is ever accepted."""

    def step(self, left: Int, right: Int) -> None:
        require((left < right) & (right < left))


def test_parameters_without_values_are_vacuous_with_the_reason(worker: Worker) -> None:
    found = reported(worker, case_of(NoValues), "diagonal")
    assert found.words() == {"diagonal": "vacuous"}
    assert found.diagonal.unsatisfiable
    assert "(k > 2) and (k < 3)" in found.diagonal.reason
    assert "test_pipeline.py:" in found.diagonal.reason
    assert found.opens == ()


def test_what_accepts_nothing_is_vacuous_with_a_proof(worker: Worker) -> None:
    found = reported(worker, case_of(Nobody), "first-pair consistent", "reflexive")
    assert found.words() == {"first-pair consistent": "vacuous", "reflexive": "refuted"}
    assert found.witness.certificates
    assert found.opens == ()


def bad_valuation(limit: int, system: Any, depth: int, tokens: Any) -> Valuation:
    """A model that no solver should give: every message is 0, in one step."""
    zero = {leaf: leaf.sort.default() for leaf in system.inputs}
    return Valuation({each.symbol: each.symbol.sort.default() for each in system.parameters}, (zero,), {})


@pytest.mark.parametrize(
    ("outcomes", "said"),
    thinned(
        [
            ({stages.search: bad_valuation}, "a violation of 1 messages is not confirmed"),
            (
                {stages.invariant: lambda limit, engine, obligation: (FALSE,)},
                "initiation.smt2 of AtMostK, swap invariant",
            ),
            (
                {stages.equalities: GaveUp(""), stages.invariant: lambda limit, engine, obligation: ()},
                "safety.smt2 of AtMostK, swap invariant",
            ),
            ({stages.invariant: TimedOut(1.0)}, "no answer in"),
            ({stages.invariant: Crashed("Traceback\nSegmentationFault: boom")}, "broke down: SegmentationFault: boom"),
            ({stages.invariant: GaveUp("z3 gives up: canceled")}, "z3 gives up: canceled"),
            ({stages.invariant: lambda limit, engine, obligation: None}, "Spacer: no invariant"),
            ({stages.confirm: GaveUp("cvc5 does not decide it")}, "cvc5 does not decide it"),
            ({stages.confirm: Crashed("killed")}, "certificate: the solver broke down: killed"),
            ({stages.answers: {"z3": "unsat", "cvc5": "unsat"}}, "a false claim is not refused"),
            ({stages.answers: {"z3": "unknown", "cvc5": "unknown"}}, "a false claim is not refused"),
            ({stages.search: None, stages.answers: {"z3": "sat"}}, "nothing is accepted within"),
        ],
        3,
    ),
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_goes_wrong_is_unknown_with_what_was_tried(
    worker: Worker, outcomes: dict[Callable[..., Any], Any], said: str
) -> None:
    verdict = settled(Faulty(worker, outcomes), m.AtMostK, "swap invariant")
    assert (verdict.verdict, verdict.certificates, verdict.trace) == ("unknown", (), None)
    assert any(said in line for line in verdict.tried), verdict.tried


def test_a_search_that_ends_early_does_not_stand_in_the_way_of_a_proof(worker: Worker) -> None:
    def undecided_unless_found(limit: int, system: Any, depth: int, tokens: Any) -> Any:
        found = worker.call(SECONDS, stages.search, limit, system, depth, tokens)
        return found if isinstance(found, Valuation) else GaveUp("no answer")

    faulty = Faulty(worker, {stages.search: undecided_unless_found})
    assert settled(faulty, m.AtMostK, "swap invariant").verdict == "proved"


def test_nothing_is_proved_without_a_witness(worker: Worker) -> None:
    case = case_of(m.EventLevel)
    nobody = Verdict("witness", "unknown", "", 0.0, tried=("no time was left",))
    verdict = verdict_on(worker, case, "swap invariant", nobody, SECONDS)
    assert (verdict.verdict, verdict.certificates) == ("unknown", ())
    assert "witness: none was found, so the proof may be about nothing" in verdict.tried
    assert verdict_on(worker, case, "first-pair consistent", nobody, SECONDS).verdict == "refuted"


def test_no_time_at_all_is_unknown(worker: Worker) -> None:
    found = report(worker, case_of(m.EventLevel), ["diagonal"], 1e-9)
    assert found.words() == {"diagonal": "unknown"}
    assert found.diagonal.tried


def test_certificates_are_accepted_by_both_solvers_and_refused_without_a_conjunct(worker: Worker) -> None:
    [certificate] = reported(worker, case_of(m.Static), "first-pair consistent").first_pair_consistent.certificates
    recheck(certificate, 10_000)
    assert set(engines()) >= {"z3", "cvc5"}
    assert certificate.invariant


def test_a_report_reads_as_attributes_and_items(worker: Worker) -> None:
    found = reported(worker, case_of(m.Laplace), "first-pair consistent", "diagonal", "public", "witness")
    assert found.first_pair_consistent is found["first-pair consistent"]
    assert found.first_pair_consistent.verdict == "proved"
    assert found.usable_at_run_time
    assert found["witness"] is found.witness
    with pytest.raises(KeyError, match="'reflexive' was not asked of Laplace"):
        found["reflexive"]
    with pytest.raises(AttributeError, match="did you mean 'first_pair_consistent'"):
        _ = found.first_pair_consistant


@pytest.mark.parametrize(
    ("function", "names", "said"),
    [
        (m.EventLevel, ["first pair consistent"], "did you mean 'first-pair consistent'"),
        (m.EventLevel, ["included"], "name the other with `within`"),
        (m.EventLevel, ["suitable"], "reads no messages to one"),
        (SparseParallel, None, "is not made without k; give an instance"),
        (Monitor, None, "Monitor is abstract; write its `step`"),
        (3, None, "3 is no verification function"),
    ],
)
def test_what_cannot_be_asked_is_refused(function: Any, names: Any, said: str) -> None:
    with pytest.raises(NotAskable, match=said):
        verify(function, names)


def test_definitions_can_be_verified(worker: Worker) -> None:
    definition = LeftAtMostThree().definition
    found = reported(worker, case_of(definition), "diagonal")
    assert found.words() == {"diagonal": "refuted"}
    assert not found.usable_at_run_time
    replayed = found.diagonal.trace
    assert replayed is not None
    assert DefinitionFunction(definition)([(step.left, step.right) for step in replayed.steps])


def test_theorems_open_by_what_is_proved() -> None:
    names = ["first-pair consistent", "swap invariant"]

    def opened(first: Word, second: Word, witness: Word = "proved") -> set[str]:
        return {each.theorem for each in openings({"witness": witness, names[0]: first, names[1]: second})}

    both, neither = opened("proved", "proved"), opened("refuted", "refuted")
    assert both - neither == {
        "HSV26 Theorem 5.14",
        "HSV26 Corollary 5.15",
        "HSV26 Theorem 5.4 (repaired)",
    }
    assert {"HSV26 Theorem 4.10 (repaired)", "HSV26 Theorem 4.12", "HSV26 Theorem 12.4"} <= neither
    assert opened("proved", "unknown") == opened("proved", "refuted")
    assert opened("proved", "proved", "vacuous") == opened("proved", "proved", "unknown") == set()
    assert openings({names[0]: "proved"}) == openings({}) == ()


def test_no_theorem_that_is_false_is_opened_and_privacy_remains_to_be_shown() -> None:
    registry = load()
    assert [door.theorem for door in DOORS if registry.truth(door.theorem) == "false"] == []
    names = ("witness", "included", "first-pair consistent", "swap invariant")
    listed = openings(dict.fromkeys(names, "proved"))
    assert len(listed) == len(DOORS)
    for opening in listed:
        assert any("(ε, δ)-DP with respect to" in hypothesis for hypothesis in opening.hypotheses)


class Payload(Opaque):
    """What is counted."""


class Tenfold(Monitor):
    """Pairs may differ from the tenth on: too deep for the first searches."""

    count = register(Int, 0)

    def step(self, left: Payload, right: Payload) -> None:
        with when(self.count < 9):
            require(left == right)
        self.count += 1


def test_deep_witnesses_and_violations_are_found(worker: Worker) -> None:
    found = reported(worker, case_of(Tenfold), "first-pair consistent", "diagonal")
    assert found.witness.length == 10
    assert (found.first_pair_consistent.verdict, found.first_pair_consistent.length) == ("refuted", 10)
    assert found.diagonal.verdict == "proved"


def test_a_stage_that_cannot_speak_of_a_system_leaves_it_to_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    def unable(*given: object) -> Any:
        raise Unsupported("two inputs have one name")

    monkeypatch.setattr(pipeline, "summable_systems", unable)
    monkeypatch.setattr(pipeline, "numbered_obligations", unable)
    found = verify(k.TwoMarks(), ["first-pair consistent"])["first-pair consistent"]
    assert found.verdict == "proved"
    assert list(found.tried).count("scalar form: two inputs have one name") == 2


class FromNumber(Monitor):
    """Accepts from a number of messages on."""

    number = parameter(Int, where=lambda number: (number >= 0) & (number <= 3))
    count = register(Int, 0)

    def step(self, left: Int, right: Int) -> None:
        accept_if(self.count >= self.number)
        self.count += 1


class FromThree(FromNumber):
    """The same from three on."""

    number = parameter(Int, where=lambda number: number == 3)


def test_what_is_accepted_at_the_values_of_another_function_may_be_longer_than_the_witness() -> None:
    found = verify(FromNumber, ["included"], FromThree)
    assert found.witness.length == 1
    assert found.words() == {"included": "proved"}
