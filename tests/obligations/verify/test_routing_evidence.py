"""What verify proves of a router is evidence by which a session launches a group, of just this router."""

from __future__ import annotations

import pytest

import concomp
from concomp.impl.session.errors import NoEvidence
from concomp.impl.session.groups import partition
from concomp.impl.session.groups.partition import NEEDED, Router
from concomp.impl.session.session import Session
from concomp.model.composition.routed import sparse_inputs
from concomp.obligations.verify.postprocessing import processing_case, validity_of, verify_post_processing
from concomp.obligations.verify.properties.copies import PROPERTIES
from concomp.obligations.verify.properties.properties import PROPERTIES as OF_FUNCTIONS
from concomp.obligations.verify.properties.properties import NotAskable
from concomp.obligations.verify.properties.validity import MAPS
from tests.impl.session.groups import ByWho, ByWhoAndAll, OneOfAll, ToCopy, bit, echo
from tests.impl.session.mechanisms import OneDifference, property_evidence


def test_a_session_needs_what_verify_asks() -> None:
    assert (*PROPERTIES, MAPS) == NEEDED
    assert {partition.FIRST_PAIR, partition.SWAP} <= OF_FUNCTIONS.keys()


def test_what_is_proved_launches_a_group_and_nothing_else_does() -> None:
    group_of = {k: sparse_inputs(ToCopy, OneDifference(), k) for k in (1, 2)}
    report = verify_post_processing(ByWho, validity_of(OneOfAll, group_of[1], {}))
    assert sorted(each.property for each in report.evidence) == sorted(NEEDED)
    of_inputs = property_evidence(OneOfAll())
    session = Session(concomp.PureDP(1))
    group = session.partition(Router(ByWho(), OneOfAll(), (*report.evidence, *of_inputs)), echo(), at_most=1)
    assert group.send(bit(1)) is True
    two = verify_post_processing(ByWhoAndAll, validity_of(OneOfAll, group_of[1], {}))
    assert two.words()[MAPS] == "refuted"
    with pytest.raises(NoEvidence, match="f → f'"):
        session.partition(Router(ByWhoAndAll(), OneOfAll(), (*two.evidence, *of_inputs)), echo(), at_most=1)
    with pytest.raises(NoEvidence):
        session.partition(Router(ByWhoAndAll(), OneOfAll(), (*report.evidence, *of_inputs)), echo(), at_most=1)


def test_where_the_functions_are_not_known_there_is_no_evidence() -> None:
    with pytest.raises(NotAskable, match="name both, without linking parameters or values from outside"):
        _ = processing_case(ByWho).identity
