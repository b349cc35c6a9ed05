"""A finite mechanism runs by the table that was audited, with exactly its law."""

from __future__ import annotations

import dataclasses
import hashlib
from enum import Enum
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import concomp
from concomp.cli.audits.certificates import answer_data
from concomp.impl.accounting.guarantees import FDP, ApproxDP, PureDP
from concomp.impl.noise.randomness import Randomness
from concomp.impl.noise.tapes import TapeLaw, enumerate_tape
from concomp.impl.session.answers import FAILED, HALTED
from concomp.impl.session.errors import NoEvidence
from concomp.impl.session.kernel import KernelMechanism, tabulate
from concomp.impl.session.session import Session
from concomp.model import Bool, Int, InteractiveMechanism, Law, Monitor, Opaque, parameter, register, require, when
from concomp.model.files.certificates import Names, read_certificate
from concomp.model.mechanisms.demands import MechanismError
from concomp.model.numbers import ParameterError
from concomp.model.reduction.certificate import CertificateError, check_certificate
from concomp.report.attackers import plain
from tests.impl.session.mechanisms import OneDifference, answering, property_evidence


def noisy_parity(parity: bool, bit: bool) -> Law[Any]:
    """Answers the parity of the bits so far, truthfully with odds 3 to 1."""
    parity ^= bit
    return Law({(parity, parity): Fraction(3, 4), (parity, not parity): Fraction(1, 4)})


PARITY = InteractiveMechanism(noisy_parity, (False,), (False, True), "noisy parity")
RESPONSE = InteractiveMechanism(
    lambda state, bit: Law({(state, bit): Fraction(3, 4), (state, not bit): Fraction(1, 4)}),
    ("start",),
    (False, True),
    "a response",
)


def response(loss: PureDP | ApproxDP | FDP | None = None, rounds: int = 3) -> KernelMechanism:
    """The randomised response, audited."""
    return concomp.deploy(RESPONSE, function=OneDifference(), rounds=rounds, loss=loss or PureDP(e_eps=3))


def test_its_answers_have_the_law_of_the_model_in_a_session_and_without() -> None:
    deployed = concomp.deploy(PARITY, function=OneDifference(), rounds=2, loss=PureDP(e_eps=9))

    def alone(randomness: Randomness) -> tuple[object, object]:
        respond = deployed.begin(randomness)
        return respond(True), respond(True)

    def in_a_session(randomness: Randomness) -> tuple[object, object]:
        handle = Session(PureDP(e_eps=9), randomness=randomness, trust="seeded").create(deployed)
        return handle.send(True), handle.send(True)

    expected = {
        (True, False): Fraction(9, 16),
        (True, True): Fraction(3, 16),
        (False, False): Fraction(3, 16),
        (False, True): Fraction(1, 16),
    }
    assert enumerate_tape(alone).masses == expected
    assert enumerate_tape(in_a_session).masses == expected


def test_it_is_launched_and_answers_to_its_horizon() -> None:
    session = Session(PureDP(e_eps=9))
    handles = [session.create(response()) for _ in range(2)]
    assert all(handle.send(True) in (False, True) for handle in handles for _ in range(3))
    assert [handle.send(True) for handle in handles] == [HALTED, HALTED]
    described = session.describe()
    assert described.launches == {"audit": 2}
    assert described.failures_covered
    assert repr(response()) == "<a response: PureDP(e_eps=3), by audit>"


def test_interleaved_answers_have_exactly_the_law_that_was_charged_for() -> None:
    parity = concomp.deploy(PARITY, function=OneDifference(), rounds=3, loss=PureDP(e_eps=27))
    answered = response()

    def law(world: int) -> TapeLaw[tuple[object, ...]]:
        def views(randomness: Randomness) -> tuple[object, ...]:
            session = Session(PureDP(e_eps=81), randomness=randomness, trust="seeded")
            one, other = session.create(answered), session.create(parity)
            sent = [(one, (True, False)), (other, (True, True)), (other, (False, True)), (one, (False, False))]
            return tuple(handle.send(pair[world]) for handle, pair in sent)

        return enumerate_tape(views)

    zero, first = law(0), law(1)
    ratios = {zero.mass(views) / first.mass(views) for views in {*zero.masses, *first.masses}}
    assert (min(ratios), max(ratios)) == (Fraction(1, 9), 9)


def test_a_loss_that_it_does_not_have_is_refused() -> None:
    with pytest.raises(
        NoEvidence, match=r"a response does not have the loss PureDP\(e_eps=2\): <\(E = 2, δ = 0\)-DP does not"
    ):
        response(PureDP(e_eps=2))
    assert response(ApproxDP(e_eps=2, delta="1/4")).loss == ApproxDP(e_eps=2, delta="1/4")
    exact = FDP({0: 1, "1/4": "1/4", 1: 0})
    assert response(exact).loss == exact
    with pytest.raises(NoEvidence, match=r"does not have the loss FDP\(.*: <\(E = 7/3 .*, δ = 0\)-DP does not"):
        response(FDP({0: 1, "3/10": "3/10", 1: 0}))
    assert response(PureDP("1.1")).evidence.loss == {"epsilon": "11/10"}


def test_a_table_is_known_by_what_it_says() -> None:
    tables = [tabulate(mechanism, (False, True), 2) for mechanism in (PARITY, RESPONSE, PARITY)]
    assert tables[0].digest == tables[2].digest != tables[1].digest
    right = response()
    mixed = KernelMechanism("mixed", right.function, right.loss, right.evidence, right.properties, tables[0])
    with pytest.raises(NoEvidence, match="is about another mechanism"):
        Session(PureDP(9)).create(mixed)


def test_a_function_whose_refusals_tell_is_refused() -> None:
    class Once(Monitor):
        """The left bit is true once at most."""

        seen = register(Bool, False)

        def step(self, left: Bool, right: Bool) -> None:
            with when(left):
                require(~self.seen)
                self.seen = True

    with pytest.raises(NoEvidence, match=r"a refusal of Once\(\) could tell records, for it is "):
        concomp.deploy(RESPONSE, function=Once(), rounds=2, loss=PureDP(e_eps=9))


def test_queries_are_the_messages_of_the_function() -> None:
    of_numbers = InteractiveMechanism(RESPONSE.step, ("start",), (0, 1), "numbers")
    with pytest.raises(MechanismError, match="the queries of numbers are not all the messages of OneDifference"):
        concomp.deploy(of_numbers, function=OneDifference(), rounds=1, loss=PureDP(e_eps=3))


def test_a_table_that_is_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("concomp.impl.session.kernel.ROWS", 10)
    counter = InteractiveMechanism(lambda n, bit: Law.point((n + bit, n)), (0,), (False, True))
    with pytest.raises(ParameterError, match="its table has more than 10 rows"):
        tabulate(counter, (False, True), 20)


class Anything(Monitor):
    """Every pair of bits is accepted."""

    def step(self, left: Bool, right: Bool) -> None:
        pass


class Foreign:
    """Equal to everything."""

    def __init__(self, bit: bool) -> None:
        self.bit = bit

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 1


def telling(answers: tuple[Any, Any]) -> InteractiveMechanism:
    """Answers one bit by the first, the other by the second."""
    return InteractiveMechanism(
        lambda state, bit: Law.point((state, answers[bit])), ("start",), (False, True), "telling"
    )


@pytest.mark.parametrize("answers", [(1, True), (0, False), (1, Fraction(1)), (0.0, -0.0), ((1,), (True,))])
def test_answers_that_are_only_equal_are_told_apart(answers: tuple[Any, Any]) -> None:
    with pytest.raises(NoEvidence, match="telling does not have the loss"):
        concomp.deploy(telling(answers), function=Anything(), rounds=1, loss=PureDP(0))
    kernel = tabulate(telling(answers), (False, True), 1)
    assert repr(kernel.answers) == repr(answers)
    deployed = concomp.deploy(telling(answers), function=Anything(), rounds=1, loss=ApproxDP(0, 1))
    session = Session(ApproxDP(0, 1))
    assert repr(session.create(deployed).send(True)) == repr(answers[1])
    other = dataclasses.replace(deployed, kernel=tabulate(telling(answers[::-1]), (False, True), 1))
    assert other.digest != deployed.digest


def test_answers_of_foreign_classes_are_refused() -> None:
    with pytest.raises(ParameterError, match="an answer is 'of telling': a Foreign: answer by numbers"):
        concomp.deploy(telling((Foreign(False), Foreign(True))), function=Anything(), rounds=1, loss=PureDP(0))


def test_rows_cannot_be_edited() -> None:
    kernel = tabulate(RESPONSE, (False, True), 1)
    with pytest.raises(TypeError):
        kernel.rows[0, True] = Law.point((0, 1))  # type: ignore[index]


@pytest.mark.parametrize("answer", [True, Fraction(1), 1.0, type("Secret", (int,), {})(1)])
def test_an_answer_that_is_only_equal_to_one_is_outside(answer: object) -> None:
    handle = Session(PureDP(1)).create(answering(lambda bit: answer, answers=frozenset({0, 1})))
    assert handle.send(True) is FAILED


class Name(Opaque):
    """A name."""


class AfterTheFirst(Monitor):
    """All but the first pair may differ, whatever the two names are, if these are two."""

    before = parameter(Name)
    after = parameter(Name)
    now = register(Name, before)

    def step(self, left: Bool, right: Bool) -> None:
        require((left == right) | (self.now == self.after))
        self.now = self.after


@pytest.mark.parametrize("after", [2, True])
def test_an_audit_tells_states_apart_that_python_takes_for_equal(after: object) -> None:
    exposing = InteractiveMechanism(lambda state, bit: Law({(state, bit): Fraction(1)}), ("start",), (False, True))
    with pytest.raises(NoEvidence, match="the least δ = 1"):
        concomp.deploy(exposing, function=AfterTheFirst(before=1, after=after), rounds=2, loss=PureDP(0))


class Counting(Monitor):
    """Counts without end, and accepts all."""

    count = register(Int, 0)

    def step(self, left: Bool, right: Bool) -> None:
        self.count = self.count + 1


def test_a_function_of_infinitely_many_states_is_deployed_with_evidence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("concomp.impl.monitors.exploration.STEPS", 100)
    given: dict[str, Any] = {"function": Counting(), "rounds": 1, "loss": PureDP(e_eps=3)}
    with pytest.raises(ParameterError, match="it has too many states: prove what it is by `concomp verify"):
        concomp.deploy(RESPONSE, **given)
    with pytest.raises(NoEvidence, match="is diagonal, so that a refusal could tell the records"):
        concomp.deploy(RESPONSE, **given, properties=property_evidence(OneDifference()))
    deployed = concomp.deploy(RESPONSE, **given, properties=property_evidence(Counting()))
    assert Session(PureDP(e_eps=3)).create(deployed).send(True) in (False, True)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"properties": 5}, "properties is 5: give PropertyEvidence in a list"),
        ({"mechanism": None}, "the mechanism is None: give an InteractiveMechanism"),
        ({"function": None}, "function is None: give a Monitor"),
        ({"function": Anything}, "give a Monitor, made like Function()"),
        ({"loss": 5}, "the loss is 5: an audit finds"),
    ],
)
def test_what_is_none_of_it_is_refused_in_a_line(change: dict[str, Any], message: str) -> None:
    given = {"mechanism": RESPONSE, "function": Anything(), "rounds": 1, "loss": PureDP(1)} | change
    with pytest.raises((MechanismError, ParameterError)) as thrown:
        concomp.deploy(given.pop("mechanism"), **given)
    assert message in str(thrown.value)
    assert "\n" not in str(thrown.value)


class Alike(Enum):
    """Two answers that are shown alike."""

    ONE, TWO = range(2)

    def __repr__(self) -> str:
        return "<answer>"


def test_tables_whose_answers_are_shown_alike_are_two() -> None:
    one, other = (tabulate(telling(answers), (False, True), 1) for answers in (tuple(Alike), tuple(Alike)[::-1]))
    assert one.digest != other.digest


def certified(file: Any, loss: PureDP | ApproxDP | FDP | None = None) -> KernelMechanism:
    """The randomised response with a certificate."""
    stated = loss or PureDP(e_eps=3)
    return concomp.deploy(RESPONSE, function=OneDifference(), rounds=2, loss=stated, certificate=file)


def test_a_certificate_is_named_and_rechecked_against_the_mechanism(tmp_path: Path) -> None:
    file = tmp_path / "certificate.json"
    deployed = certified(file)
    assert deployed.evidence.kind == "certificate"
    assert deployed.evidence.certificates == (hashlib.sha256(file.read_bytes()).hexdigest(),)
    session = Session(PureDP(e_eps=3))
    assert session.create(deployed).send(True) in (False, True)
    assert session.describe().launches == {"certificate": 1}
    game, names = concomp.game(RESPONSE, rounds=2, function=OneDifference()), Names(plain, answer_data)
    assert check_certificate(read_certificate(file.read_bytes(), game, names), game) > 0
    edited = file.read_bytes().replace(b'"e_eps":"3"', b'"e_eps":"2"')
    with pytest.raises(CertificateError):
        check_certificate(read_certificate(edited, game, names), game)


@pytest.mark.parametrize(
    ("file", "loss", "error", "message"),
    [
        ("x.json", FDP({0: 1, "1/4": "1/4", 1: 0}), ParameterError, "it is about one"),
        (5, PureDP(e_eps=3), ParameterError, "certificate is 5: name a file, by text or by a Path"),
        ("x.json", PureDP(e_eps=2), NoEvidence, "does not have the loss"),
    ],
)
def test_what_has_no_certificate_gets_none(file: Any, loss: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        certified(file, loss)
    assert not Path("x.json").exists()


def test_an_epsilon_has_a_certificate_just_below(tmp_path: Path) -> None:
    assert certified(tmp_path / "certificate.json", PureDP("11/10")).evidence.kind == "certificate"
