"""Programs with hidden noise that are not well-formed are refused, by name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from concomp.model.programs.comparisons import NU, sparse_vector
from concomp.model.programs.program import Draw, message, register, term_of, terms_of
from concomp.model.programs.vocabulary import ProgramError

BAD: dict[str, tuple[Callable[[], object], str]] = {
    "no rate": (lambda: Draw("nu", "b", rate=0), r"^nu: rate is 0: write an integer, 1 or more$"),
    "one name twice": (
        lambda: replace(sparse_vector(), draws=(NU, NU)),
        r"^sparse vector: nu stands for two things; rename one$",
    ),
    "a register without a next": (
        lambda: replace(sparse_vector(), following=terms_of(positives=0)),
        r"^sparse vector: following: the registers are \['positives', 'tau'\]; give one term each, of its sort$",
    ),
    "an unknown draw": (
        lambda: replace(sparse_vector(), answer=(term_of(message("mu")),)),
        r"^sparse vector: answer, following: depends on message mu: Int; it may depend on message nu: Int, ",
    ),
    "halting by noise": (
        lambda: replace(sparse_vector(), goes_on=term_of(message("nu") > 0)),
        r"^sparse vector: goes_on: depends on message nu: Int; it may depend on parameter N: Int, register ",
    ),
    "beginning with what is not drawn": (
        lambda: replace(sparse_vector(), initially=terms_of(tau=register("tau"), positives=0)),
        r"^sparse vector: initially: depends on register tau: Int; it may depend on message first_tau: Int, ",
    ),
}


@pytest.mark.parametrize(("make", "said"), BAD.values(), ids=BAD)
def test_what_is_not_well_formed_is_refused(make: Callable[[], object], said: str) -> None:
    with pytest.raises(ProgramError, match=said):
        make()
