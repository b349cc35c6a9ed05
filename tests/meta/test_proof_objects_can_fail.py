"""Spoiled proof objects are refused, by the independent checker and by the kernel."""

from __future__ import annotations

from typing import Any

import pytest

from concomp.obligations.proof_objects.checker.objects import replay
from concomp.obligations.proof_objects.checker.terms import Refused
from tests.meta.kernel_as_judge import refused_by_kernel
from tests.meta.object_notation import proof, spoil_facts
from tests.meta.object_samples import SAMPLES

GOOD = [
    (f"{rule} {number}", proof(*each.rows)) for rule, listed in SAMPLES.items() for number, each in enumerate(listed)
]
SPOILED = {
    f"{rule} {number}: {name}": spoiled
    for rule, listed in SAMPLES.items()
    for number, each in enumerate(listed)
    for name, spoiled in each.objects().items()
}


def refused(data: dict[str, Any]) -> bool:
    try:
        replay(data)
    except Refused:
        return True
    return False


@pytest.mark.parametrize(("name", "data"), GOOD, ids=[name for name, _ in GOOD])
def test_samples_are_accepted_by_both(name: str, data: dict[str, Any]) -> None:
    replay(data)
    assert not refused_by_kernel(data)


@pytest.mark.parametrize("name", SPOILED)
def test_spoiled_objects_are_refused_by_both(name: str) -> None:
    assert refused(SPOILED[name])
    assert refused_by_kernel(SPOILED[name])


@pytest.mark.full
@pytest.mark.parametrize("rule", SAMPLES)
def test_the_checker_accepts_no_change_that_the_kernel_refuses(rule: str) -> None:
    for each in SAMPLES[rule]:
        for rows in spoil_facts(each.rows):
            data = proof(*rows)
            assert refused(data) or not refused_by_kernel(data), rows
