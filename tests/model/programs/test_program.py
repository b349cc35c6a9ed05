"""Programs with hidden noise that are not well-formed are refused, by name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from concomp.model.programs.comparisons import NU, sparse_vector
from concomp.model.programs.program import Draw, ProgramError, message, register, term_of, terms_of

BAD: dict[str, tuple[Callable[[], object], str]] = {
    "no rate": (lambda: Draw("nu", "b", rate=0), r"^nu: rate is 0: write an integer, 1 or more$"),
    "one name twice": (
        lambda: replace(sparse_vector(), draws=(NU, NU)),
        r"^sparse vector: draws: first_tau, nu, nu: give each another name$",
    ),
    "a register without a next": (
        lambda: replace(sparse_vector(), following=terms_of(positives=0)),
        r"^sparse vector: following: the registers are \['positives', 'tau'\]; give one term each$",
    ),
    "an unknown draw": (
        lambda: replace(sparse_vector(), answer=(term_of(message("mu")),)),
        r"^sparse vector: answer, following: mu is not there; known are nu, positives, tau, threshold, value$",
    ),
    "halting by noise": (
        lambda: replace(sparse_vector(), goes_on=term_of(message("nu") > 0)),
        r"^sparse vector: goes_on: nu is not there; known are positives, tau$",
    ),
    "beginning with what is not drawn": (
        lambda: replace(sparse_vector(), initially=terms_of(tau=register("tau"), positives=0)),
        r"^sparse vector: initially: tau is not there; known are first_tau$",
    ),
}


@pytest.mark.parametrize(("make", "said"), BAD.values(), ids=BAD)
def test_what_is_not_well_formed_is_refused(make: Callable[[], object], said: str) -> None:
    with pytest.raises(ProgramError, match=said):
        make()
