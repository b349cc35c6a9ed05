"""What is said in words, as definitions of the library `Views`: about weights only, not about systems."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from concomp.obligations.derivations.coq.names import Unwritten
from concomp.obligations.derivations.kernel.sentences import (
    SIMULATES,
    SIMULATES_LATER,
    SIMULATES_LAZILY,
    WEIGHED_ALIKE,
    Sentence,
)

PREDICATES: Mapping[Sentence, str] = MappingProxyType(
    {
        WEIGHED_ALIKE: "weighed_alike",
        SIMULATES: "simulates",
        SIMULATES_LAZILY: "simulates_lazily",
        SIMULATES_LATER: "simulates_later",
    }
)
"""Each is about the quantities that the sentence names, in their order."""


def predicate(sentence: Sentence) -> str:
    """The name of a sentence's definition; Unwritten if it has none."""
    if sentence not in PREDICATES:
        raise Unwritten(f"“{sentence.text}” has no definition in Coq")
    return PREDICATES[sentence]
