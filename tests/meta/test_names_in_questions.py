"""Names never reach the solvers as anything but names: attacks by names that a text could not quote."""

from __future__ import annotations

import pytest

from concomp.model.language.syntax.sorts import BOOL
from concomp.model.language.syntax.terms import Term, leaf
from concomp.obligations.derivations.kernel.indices import Var
from concomp.obligations.derivations.kernel.language import Quantity
from concomp.obligations.derivations.kernel.sealing import IllFormed
from concomp.obligations.derivations.systems.descriptions.messages import apply, declare, opaque
from concomp.obligations.derivations.systems.descriptions.text import script
from concomp.obligations.solvers.errors import Unsupported

AWAY = "M| (assert false) |"


@pytest.mark.parametrize("name", [AWAY, "a\\b", 'a"b', "a;b", "a\nb", "a\tb", "a\x00b"])
def test_a_name_can_be_quoted(name: str) -> None:
    for build in (lambda: Var(name, "system"), lambda: Quantity(name)):
        with pytest.raises(IllFormed, match="cannot be quoted"):
            build()


@pytest.mark.parametrize(
    "term",
    [
        leaf("parameter", BOOL, AWAY),
        leaf("register", BOOL, "a\\b"),
        apply(declare(AWAY, (BOOL,), BOOL), leaf("parameter", BOOL, "a")),
        apply(declare("f", (opaque(AWAY),), BOOL), leaf("parameter", opaque(AWAY), "a")),
    ],
    ids=["a symbol", "a backslash", "a function", "a sort"],
)
def test_a_question_quotes_what_it_is_about(term: Term) -> None:
    with pytest.raises(Unsupported, match="cannot quote"):
        script((term,))
