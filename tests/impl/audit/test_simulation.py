"""Certificates are found exactly from the least δ on, and their checker notices whatever is changed."""

import json
from fractions import Fraction as F
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from concomp.impl.audit import simulation
from concomp.impl.audit.simulation import NotPrivate, certify
from concomp.model.files import game, read
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.mechanisms.equivalence import equivalent
from concomp.model.mechanisms.noninteractive import as_interactive
from concomp.model.mechanisms.positions import TooLarge
from concomp.model.mechanisms.postprocessing import post_process
from concomp.model.mechanisms.privacy import Game, least_delta
from concomp.model.mechanisms.randomised_response import BITS, NOISY, randomised_response
from concomp.model.reduction.certificate import Certificate, CertificateError, check_certificate, described
from concomp.model.reduction.laziness import likelihoods
from tests.model.files.documents import compositions, continual_mechanisms, mechanisms
from tests.thinning import thinned

UNHURRIED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
games = st.one_of(mechanisms(), continual_mechanisms(), compositions(rounds=1))
odds = st.sampled_from([F(1), F(5, 4), F(2), F(3)])


def of(data: dict[str, Any]) -> Game:
    return game(read(json.dumps(data).encode()))


@settings(UNHURRIED, max_examples=80)
@given(games, odds, st.sampled_from([F(0), F(1, 3), F(1)]))
def test_certificates_exist_exactly_from_the_least_delta_on(data: dict[str, Any], e_eps: F, more: F) -> None:
    whole = of(data)
    least = least_delta(whole, e_eps)
    delta = least + more * (1 - least)
    assert check_certificate(certify(whole, PrivacyParameters(e_eps, delta)), whole) == len(likelihoods(whole))
    if least > 0:
        with pytest.raises(NotPrivate, match="the least delta at E"):
            certify(whole, PrivacyParameters(e_eps, least * F(99, 100)))


@settings(UNHURRIED, max_examples=20)
@given(mechanisms(), odds)
def test_what_a_certificate_describes_is_equivalent_to_the_mechanism(data: dict[str, Any], e_eps: F) -> None:
    """T runs as a post-processing of the response and answers as the mechanism does, in either world."""
    whole = of(data)
    privacy = PrivacyParameters(e_eps, least_delta(whole, e_eps))
    drawn, processing = as_interactive(randomised_response(privacy)), described(certify(whole, privacy))
    simulated = post_process(processing, drawn)
    for bit in BITS:
        assert equivalent(
            (simulated, (drawn.initial_states[bit], processing.initial_states[0])),
            (whole.mechanism, whole.states[bit]),
            whole.queries,
            whole.rounds,
        )


@settings(UNHURRIED, max_examples=60)
@given(games, odds, st.data())
def test_a_certificate_that_is_changed_is_refused(data: dict[str, Any], e_eps: F, choice: st.DataObject) -> None:
    """Mass moved between two answers, a row that is no law, a row left out."""
    whole = of(data)
    privacy = PrivacyParameters(e_eps, (least_delta(whole, e_eps) + 1) / 2)
    if privacy.delta == 1:
        return
    certificate = certify(whole, privacy)
    for changed in changes(certificate, choice):
        with pytest.raises(CertificateError):
            check_certificate(changed, whole)


def changes(certificate: Certificate, choice: st.DataObject) -> list[Certificate]:
    found: list[Certificate] = []
    if not certificate.table:
        return []
    key = choice.draw(st.sampled_from(list(certificate.table)))
    row = dict(certificate.table[key])
    found.append(with_row(certificate, key, {answer: chance / 2 for answer, chance in row.items()}))
    found.append(Certificate(certificate.privacy, {k: v for k, v in certificate.table.items() if k != key}))
    if len(row) > 1:
        giving = choice.draw(st.sampled_from([answer for answer, chance in row.items() if chance]))
        taking = choice.draw(st.sampled_from([answer for answer in row if answer != giving]))
        moved = {**row, giving: row[giving] / 2, taking: row[taking] + row[giving] / 2}
        found.append(with_row(certificate, key, moved))
        negative = {**row, giving: row[giving] + 1, taking: row[taking] - 1}
        found.append(with_row(certificate, key, negative))
    return found


def with_row(certificate: Certificate, key: Any, row: dict[Any, F]) -> Certificate:
    return Certificate(certificate.privacy, {**certificate.table, key: row})


RR = {
    "type": "mechanism",
    "states": ["s", "t"],
    "queries": ["q"],
    "answers": ["a", "b"],
    "init": ["s", "t"],
    "kernel": {
        "s|q": [["2/3", "s", "a"], ["1/3", "s", "b"]],
        "t|q": [["1/3", "t", "a"], ["2/3", "t", "b"]],
    },
    "horizon": 10,
}


@pytest.mark.parametrize("e_eps", thinned([F(2), F(1), F(1024)], 3))
def test_a_thousand_histories(e_eps: F) -> None:
    whole = of(RR)
    certificate = certify(whole, PrivacyParameters(e_eps, least_delta(whole, e_eps)))
    assert check_certificate(certificate, whole) == 2**11 - 1


def test_responses_that_are_never_drawn_have_no_rows() -> None:
    shown = {key[0] for key in certify(of({**RR, "horizon": 2}), PrivacyParameters(F(4), F(0))).table}
    assert shown == {(NOISY, 0), (NOISY, 1)}


def test_a_long_chain_of_histories() -> None:
    kernel = {"s|q": [["1", "s", "a"]], "t|q": [["1", "t", "a"]]}
    whole = of({**RR, "kernel": kernel, "horizon": 600})
    assert check_certificate(certify(whole, PrivacyParameters(F(2), F(1, 2))), whole) == 601


def test_what_cannot_be_certified_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulation, "MESSAGES", 100)
    with pytest.raises(TooLarge, match="more than 100 queries in all: lower the horizon"):
        certify(of(RR), PrivacyParameters(F(2), F(1)))
