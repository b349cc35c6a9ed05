"""From a question to a replayed trace, as the tests ask for it."""

from __future__ import annotations

from concomp.obligations.verify.encoding.decode import decode
from concomp.obligations.verify.encoding.scalars import lower
from concomp.obligations.verify.properties.properties import Question
from concomp.obligations.verify.properties.replay import Replay
from concomp.obligations.verify.proving.unroll import search


def refute(question: Question, depth: int = 5) -> Replay | None:
    """The shortest violation of at most this length, replayed, or None if there is none."""
    lowered = lower(question.system)
    valuation = search(lowered.system, depth, lowered.tokens)
    return None if valuation is None else question.replay(decode(lowered, valuation))
