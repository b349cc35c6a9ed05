"""Where a verification function differs from wrong variants of the sentence that defines it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from concomp.model.mechanisms.verification import VerificationFunction
from concomp.obligations.expectation import expect
from concomp.obligations.families.compositions.components import describe
from concomp.obligations.families.functions.agreement import Word, agreement

Sentence = Callable[[Word], bool]
"""Whether a whole sequence of messages is what a definition allows."""


def difference(
    function: VerificationFunction, name: str, variant: Sentence, alphabet: Sequence[Any], length: int
) -> str:
    """The name of a variant with the first sequence on which it differs; Violation if there is none."""
    differing = agreement(function, variant, alphabet, length).differing
    expect(differing is not None, f"{name}: the definition is the same")
    return f"{name}: “{describe(differing or ())}”"


def differences(
    function: VerificationFunction, variants: Mapping[str, Sentence], alphabet: Sequence[Any], length: int
) -> list[str]:
    """The difference of each variant, by its name."""
    return [difference(function, name, variant, alphabet, length) for name, variant in variants.items()]


def control_by_variants(noticed: Sequence[str]) -> str:
    """The control of a check all of whose variants differ."""
    return f"{len(noticed)} variants differ: " + "; ".join(noticed)
