"""Certificates of a family: what is written is read again; what is no certificate for the mechanism is refused."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from concomp.impl.audit.simulation import certify
from concomp.model.files.certificates import (
    BY_REPR,
    certificate_data,
    certificate_from,
    certificate_text,
    digest,
    read_certificate,
)
from concomp.model.files.errors import FormatError
from concomp.model.laws.law import Law
from concomp.model.mechanisms.equivalence import equivalent
from concomp.model.mechanisms.noninteractive import as_interactive
from concomp.model.mechanisms.positions import TooLarge
from concomp.model.mechanisms.postprocessing import post_process
from concomp.model.mechanisms.privacy import least_delta
from concomp.model.mechanisms.randomised_response import BITS, randomised_response
from concomp.model.reduction.certificate import described
from concomp.obligations.families.simulation.mechanisms import (
    HIDDEN,
    KINDS,
    SimulatedMechanism,
    interactive,
    long,
    noisy_machines,
    short,
)
from concomp.obligations.families.small.counters import binary_counter, clamped_counter

SUBJECTS = {f"{index} {subject.kind}": subject for index, subject in enumerate(short())}


def own(subject: SimulatedMechanism, e_eps: Fraction = Fraction(3, 2)) -> Any:
    return certify(subject.game, subject.privacy(e_eps))


@pytest.mark.parametrize("subject", SUBJECTS.values(), ids=SUBJECTS.keys())
def test_what_is_written_is_read_again(subject: SimulatedMechanism) -> None:
    certificate = own(subject)
    again = read_certificate(certificate_text(certificate, BY_REPR).encode(), subject.game, BY_REPR)
    assert again == certificate
    assert digest(again, BY_REPR) == digest(certificate, BY_REPR)


@pytest.mark.parametrize("subject", SUBJECTS.values(), ids=SUBJECTS.keys())
def test_the_engine_and_the_model_agree_on_the_label(subject: SimulatedMechanism) -> None:
    for e_eps in subject.odds:
        assert subject.privacy(e_eps).delta == least_delta(subject.game, e_eps)


@pytest.mark.parametrize("subject", [SUBJECTS[name] for name in list(SUBJECTS)[::5]], ids=list(SUBJECTS)[::5])
def test_the_tables_run_as_the_mechanism(subject: SimulatedMechanism) -> None:
    certificate = own(subject)
    drawn, processing = as_interactive(randomised_response(certificate.privacy)), described(certificate)
    simulated, game = post_process(processing, drawn), subject.game
    for bit in BITS:
        start = drawn.initial_states[bit], processing.initial_states[0]
        assert equivalent((simulated, start), (game.mechanism, game.states[bit]), game.queries, game.rounds)


STEPS: list[tuple[Any, str, str]] = [
    (None, "steps", "write a list"),
    ([[1, "9", "0", ["1", "1", "1", "1"]]], "steps[0][1]", "the mechanism has no such name"),
    ([[1, "0", "9", ["1", "1", "1", "1"]]], "steps[0][2]", "the mechanism has no such name"),
    ([[1, "0", "0", ["1", "1", "1"]]], "steps[0][3][3]", "add it"),
    ([[1, "0", "0", ["1", "1", "1", "x"]]], "steps[0][3][3]", 'write a rational "p/q"'),
    ([[1, "0", "0", ["1", "1", "1", 0.5]]], "steps[0][3][3]", "a float has been rounded already"),
    ([[1, "0", "0", ["1", "1", "1", "2"]]], "steps[0][3][3]", "write a probability"),
    ([[1, "0", "0"]], "steps[0][3]", "add it"),
    ([["1", "0", "0", ["1", "1", "1", "1"]]], "steps[0][0]", "write a JSON integer"),
    ([[2, "0", "0", ["1", "1", "1", "1"]]], "steps[0]", "write the certificate again"),
    ([[1, "0", "0", ["1", "1", "1", "1"]]] * 2, "steps[1]", "write the certificate again"),
]


@pytest.mark.parametrize(("steps", "place", "remedy"), STEPS)
def test_what_is_no_certificate_is_refused(steps: Any, place: str, remedy: str) -> None:
    subject = interactive(HIDDEN, next(noisy_machines(1, seed=1)), 2)
    with pytest.raises(FormatError, match=re.escape(remedy)) as thrown:
        certificate_from({**certificate_data(own(subject), BY_REPR), "steps": steps}, subject.game, BY_REPR)
    assert thrown.value.place == place


def test_the_first_version_is_read() -> None:
    """It listed the rows of the tables, each with its whole history."""
    subject = short()[0]
    certificate = own(subject)
    table = [
        {
            "response": f"{exposure.value} {bit}",
            "history": [[repr(asked), repr(answer)] for asked, answer in past],
            "query": repr(query),
            "law": [[str(share), repr(answer)] for answer, share in law.items()],
        }
        for ((exposure, bit), past, query), law in certificate.table.items()
    ]
    fields = certificate_data(certificate, BY_REPR)
    first = {
        "schema": "concomp.audit.certificate/1",
        "e_eps": fields["e_eps"],
        "delta": fields["delta"],
        "table": table,
    }
    assert certificate_from(first, subject.game, BY_REPR) == certificate


def test_a_chance_that_could_not_be_read_again_is_not_written() -> None:
    certificate = own(short()[0])
    key, law = next(iter(certificate.table.items()))
    tiny = {answer: Fraction(1, 10**4000) for answer in law}
    with pytest.raises(TooLarge, match="more than 4000 digits"):
        certificate_text(replace(certificate, table={key: tiny}), BY_REPR)


def test_a_digest_sees_every_share() -> None:
    subject = short()[0]
    assert len({digest(own(subject, e_eps), BY_REPR) for e_eps in subject.odds}) == len(subject.odds)


def test_every_kind_is_in_the_family() -> None:
    assert {subject.kind for subject in short()} == set(KINDS)
    assert {subject.kind for subject in long()} < set(KINDS)


def counted(mechanism: Any, stream: tuple[int, ...]) -> list[dict[int, Fraction]]:
    """The laws of the answers to a stream, without the states."""
    weights: dict[Any, Fraction] = {mechanism.initial_state: Fraction(1)}
    answers = []
    for bit in stream:
        outcomes: dict[Any, Fraction] = {}
        for state, weight in weights.items():
            for outcome, chance in mechanism.respond(state, bit).items():
                outcomes[outcome] = outcomes.get(outcome, Fraction(0)) + weight * chance
        weights, shown = {}, {}
        for (after, answer), weight in outcomes.items():
            weights[after] = weights.get(after, Fraction(0)) + weight
            shown[answer] = shown.get(answer, Fraction(0)) + weight
        answers.append(shown)
    return answers


def test_a_binary_counter_adds_up_dyadic_intervals() -> None:
    """After 1, 2, 3, 4 bits there are 1, 1, 2, 1 intervals, each with noise 0 or 1."""
    fair = Law.uniform([0, 1])
    half, quarter = Fraction(1, 2), Fraction(1, 4)
    assert counted(binary_counter(4, fair), (1, 0, 1, 1)) == [
        {1: half, 2: half},
        {1: half, 2: half},
        {2: quarter, 3: half, 4: quarter},
        {3: half, 4: half},
    ]


def test_a_clamped_counter_is_within_its_odds() -> None:
    laws = [counted(clamped_counter(3, Fraction(2)), stream)[-1] for stream in ((0, 0, 1), (0, 1, 1))]
    ratios = {laws[0][shown] / laws[1][shown] for shown in range(4)}
    assert ratios == {Fraction(2), Fraction(1, 2)}
