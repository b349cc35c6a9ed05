"""A counter for each column: coordinate i goes to the i-th, and they lose what d of them lose."""

from __future__ import annotations

from fractions import Fraction

import pytest

import concomp
from concomp.impl.noise.sources import SeededRandomness
from concomp.model.mechanisms.interactive import HALT
from tests.impl.mechanisms.histograms.noise import WithoutNoise


def test_each_coordinate_is_counted_by_itself() -> None:
    counter = concomp.DCounter(3, concomp.BinaryTreeCounter(4, e_eps=2))
    respond = counter.start(WithoutNoise(), SeededRandomness(1))
    sent = [(1, 0, 5), (0, 2, -1), (7, 0, 0), (1, 1, 1)]
    assert [respond(each) for each in sent] == [(1, 0, 5), (1, 2, 4), (8, 2, 4), (9, 3, 5)]
    assert respond((0, 0, 0)) is HALT


def test_an_audit_confirms_what_it_loses() -> None:
    counter = concomp.DCounter(2, concomp.BinaryTreeCounter(2, e_eps=4))
    assert repr(counter.loss) == "PureDP(e_eps=16)"
    assert concomp.audit(counter.to_audit(), e_eps=16, delta=0)
    assert not concomp.audit(counter.to_audit(), e_eps=Fraction(1599, 100), delta=0)


def test_concentrated_losses_add_up() -> None:
    assert concomp.DCounter(3, concomp.UnboundedCounter(rho="1/4", differing=2)).loss == concomp.ZCDP(3)


def test_its_error_is_that_of_all_coordinates() -> None:
    single = concomp.BinaryTreeCounter(8, e_eps=2)
    counter = concomp.DCounter(4, single)
    assert counter.error("1/10") == single.error("1/40")
    assert counter.error_at(3, "1/10") == single.error_at(3, "1/40")
    assert counter.error_at(3, "1/10") < counter.error_at(3, "1/1000")


def test_a_session_takes_vectors_of_integers_only() -> None:
    session = concomp.Session(concomp.PureDP(e_eps=100))
    handle = session.create(concomp.DCounter(2, concomp.BinaryTreeCounter(8, e_eps=4)))
    for wrong in [(1,), (1, 2, 3), (True, 0), (0.5, 1), (Fraction(1, 2), 0), [1, 2], 3]:
        with pytest.raises(concomp.InvalidQuery):
            handle.send(wrong)
    assert len(handle.send((10**30, -4))) == 2
    assert repr(session.privacy_loss()) == repr(concomp.PureDP(e_eps=16))


def test_a_factorisation_counts_no_integers() -> None:
    with pytest.raises(concomp.ParameterError, match="counter of integers"):
        concomp.DCounter(2, concomp.FactorisationCounter(4, rho=1))  # type: ignore[arg-type]
    with pytest.raises(concomp.ParameterError, match=r"^columns is 17"):
        concomp.DCounter(17, concomp.UnboundedCounter(rho=1))
