"""The check of tainted variables notices an analysis that follows too little."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from concomp.model.language import taint
from concomp.model.language.handlers import PostProcessingDefinition
from concomp.model.language.syntax.terms import Term
from concomp.obligations.checks.hsv26.mechanisms import small_taint
from concomp.obligations.expectation import Violation


def _nothing(definition: PostProcessingDefinition) -> frozenset[Term]:
    return frozenset()


def _inputs_only(definition: PostProcessingDefinition) -> frozenset[Term]:
    """What inputs go into at once."""
    inputs = frozenset({definition.on_left.received})
    updated = zip(definition.registers, definition.on_left.updates, strict=True)
    return frozenset(register.symbol for register, update in updated if taint._goes_into(inputs, update))


@pytest.mark.full
@pytest.mark.parametrize("analysis", [_nothing, _inputs_only])
def test_what_follows_too_little_is_refuted(
    analysis: Callable[[PostProcessingDefinition], frozenset[Term]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(taint, "_tainted", analysis)
    small_taint._compared.cache_clear()
    with pytest.raises(Violation, match="tainted"):
        small_taint._compared()
    small_taint._compared.cache_clear()
