"""Spoiled findings about the composition theorems are refused."""

from __future__ import annotations

import json
from typing import Any

import pytest

from concomp.obligations.derivations.kernel.proofs import certificate, recheck
from concomp.obligations.derivations.systems import postprocessing, theorems
from concomp.obligations.expectation import Violation

PROVED = {
    "Lemma 2.16": postprocessing.POST_PROCESSING,
    "Theorem 4.12": theorems.FIXED_PARAMETERS_COMPOSE,
    "Theorem 12.4": theorems.FILTERED_COMPOSE,
}


def spoiled(findings: Any, how: str) -> Any:
    """The findings with a link left out, or a question changed."""
    copied = json.loads(json.dumps(findings))
    first = next(iter(copied))
    if how == "a link left out":
        del copied[first]
    if how == "a question made easier":
        copied[first]["negation"] = "(set-logic ALL)\n(assert false)\n(check-sat)\n"
    if how == "a link of another theorem":
        copied["another link"] = copied.pop(first)
    return copied


@pytest.mark.parametrize("how", ["a link left out", "a question made easier", "a link of another theorem"])
@pytest.mark.parametrize("label", PROVED)
def test_spoiled_findings_are_refused(label: str, how: str) -> None:
    with pytest.raises(Violation, match="find it again"):
        recheck(PROVED[label], spoiled(certificate(PROVED[label]), how))
