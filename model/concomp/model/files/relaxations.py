"""Documents that lose more than a given one, and are easier to audit.

Where more than one pair may differ, what is known of a clamped running sum is a law of its own for every sequence of
items since the clamp hid it. Without the clamp an adversary sees more, and of the sum all there is.
"""

from __future__ import annotations

from concomp.model.files.schema import (
    Continual,
    ContinualFile,
    Document,
    MechanismFile,
    NamedContinualFile,
)
from concomp.model.mechanisms.named.sums import RunningSum


def hidden_sums(document: Document) -> tuple[int, ...]:
    """The components, from 0, whose sums are hidden by a clamp although more than one pair may differ."""
    return tuple(index for index, part in enumerate(_components(document)) if _hides_a_sum(part))


def without_clamps(document: Document) -> Document:
    """The document without the clamps that hide sums: what it answers becomes a post-processing."""
    if isinstance(document, MechanismFile):
        return document
    parts = [_unclamped(part) if _hides_a_sum(part) else part for part in _components(document)]
    if isinstance(document, ContinualFile | NamedContinualFile):
        (document,) = parts
        return document
    return document.model_copy(update={"components": parts})


def _hides_a_sum(part: Continual) -> bool:
    if not isinstance(part, NamedContinualFile):
        return False
    named = part.kernel.mechanism()
    return isinstance(named, RunningSum) and named.hides and named.play(part.verification.kind, part.horizon) is None


def _unclamped(part: Continual) -> Continual:
    return part.model_copy(update={"kernel": part.kernel.model_copy(update={"clamp": None})})  # type: ignore[union-attr]


def _components(document: Document) -> list[Continual]:
    if isinstance(document, MechanismFile):
        return []
    return [document] if isinstance(document, ContinualFile | NamedContinualFile) else list(document.components)
