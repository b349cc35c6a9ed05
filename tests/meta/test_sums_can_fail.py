"""What guards sums over all indices is broken once, and something false is then proved, or a replay refuses it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.terms import Term
from concomp.obligations.checks.propositions import HERE
from concomp.obligations.verify.agreement import testimony
from concomp.obligations.verify.agreement.agreement import demand_agreement
from concomp.obligations.verify.certificates.certificate import Rejected
from concomp.obligations.verify.certificates.recheck import recheck
from concomp.obligations.verify.encoding import sums
from concomp.obligations.verify.proving import unroll
from tests.obligations.verify import small_sums as small
from tests.obligations.verify.small import INT, at_most, number
from tests.obligations.verify.test_sums import subject

Patch = pytest.MonkeyPatch


@pytest.mark.parametrize("file", small.WRONG)
def test_without_a_text_something_false_is_accepted(file: str) -> None:
    made = small.WRONG[file].certificate
    with pytest.raises(Rejected, match=file):
        recheck(made, small.LIMIT)
    recheck(replace(made, texts={name: text for name, text in made.texts.items() if name != file}), small.LIMIT)


def keys_counted_twice(patch: Patch) -> None:
    def at_each(part: Term, states: Sequence[Any], touched: Sequence[Any]) -> list[Term]:
        return [sums.substitute(part, state) for state in states]

    patch.setattr(sums, "_at_each_once", at_each)


def test_where_one_key_counts_twice_something_false_is_accepted(monkeypatch: Patch) -> None:
    claim = small.Claim(apart=terms.TRUE)
    assert unroll.search(claim.system, 4) is not None
    assert small.refused(claim) == {"safety.smt2"}
    keys_counted_twice(monkeypatch)
    assert "safety.smt2" not in small.refused(claim)


def test_sums_agree_with_the_functions() -> None:
    demand_agreement(subject(), HERE)


def nothing_added(patch: Patch) -> None:
    patch.setattr(sums, "_minus", lambda left, right: left)


def nothing_summed(patch: Patch) -> None:
    patch.setattr(testimony.Testimony, "_sum", lambda self, part, held: 0)


@pytest.mark.parametrize("breakage", [nothing_added, nothing_summed])
def test_wrong_sums_are_refused_by_running_the_functions(breakage: Any, monkeypatch: Patch) -> None:
    breakage(monkeypatch)
    with pytest.raises(Rejected):
        demand_agreement(subject(), HERE)


def test_an_invariant_that_does_not_hold_is_refused_by_running_the_functions() -> None:
    never = at_most(terms.leaf("register", INT, "users"), number(0))
    with pytest.raises(Rejected, match="the certificate's invariant does not hold in the state after"):
        demand_agreement(subject(never), HERE)
