"""The histogram mechanism is proved in words other than ours, too."""

from __future__ import annotations

from typing import Any

import pytest

from concomp.obligations.verify.postprocessing import verify_post_processing
from concomp.obligations.verify.properties.sensitivity import Sensitivity
from concomp.obligations.verify.properties.validity import MAPS, Validity
from tests.obligations.verify.own_histogram import own_histogram


def kept(machine: Any) -> None:
    """Begin anew with the sums as they are."""
    machine.level = machine.level


@pytest.mark.full
@pytest.mark.parametrize("dimension", [1, 2, 3])
def test_a_histogram_mechanism_in_its_authors_words_is_proved(dimension: int) -> None:
    own = own_histogram(dimension)
    known = [Sensitivity(own.query)]
    report = verify_post_processing(own.machine(), Validity(own.left().definition, own.right().definition), known)
    assert [each.verdict for each in report.verdicts] == ["proved"] * 4


@pytest.mark.full
def test_one_that_never_clears_its_sums_is_refuted() -> None:
    own = own_histogram(1, kept)
    known = [Sensitivity(own.query)]
    report = verify_post_processing(own.machine(), Validity(own.left().definition, own.right().definition), known)
    assert (report[MAPS].verdict, report[MAPS].length) == ("refuted", 11)
