"""What is known of the functions that a composition runs: without it what is false is not refuted."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from concomp.model.language import Monitor
from concomp.model.language.syntax import terms
from concomp.model.language.syntax.terms import Term
from concomp.obligations.verify.properties import subfunctions
from tests.obligations.verify.test_parts_of_compositions import is_refuted, read_odd

Patch = pytest.MonkeyPatch


@pytest.fixture(scope="module")
def odd(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Monitor]:
    return read_odd(tmp_path_factory.mktemp("odd"))


def any_state(patch: Patch) -> None:
    """What is known of a function in states of its own is taken for known in all states."""
    equality = terms.equality

    def of_its_own(left: Term, right: Term) -> Term:
        return terms.TRUE if left.sort == subfunctions.NOBODY.sort else equality(left, right)

    patch.setattr(subfunctions.terms, "equality", of_its_own)


def always_public(patch: Patch) -> None:
    """Of functions that are diagonal it is taken for known what they refuse."""
    patch.setattr(subfunctions, "_any_pair", subfunctions._differ)


@pytest.mark.parametrize(
    ("breakage", "name", "asked"),
    [
        (any_state, "Foreign", "swap invariant"),
        (always_public, "Phased", "diagonal"),
    ],
    ids=lambda each: getattr(each, "__name__", each),
)
def test_without_its_guard_what_is_false_of_a_composition_is_not_refuted(
    breakage: Callable[[Patch], None], name: str, asked: str, odd: Mapping[str, Monitor], monkeypatch: Patch
) -> None:
    breakage(monkeypatch)
    assert not is_refuted(name, asked, odd)
