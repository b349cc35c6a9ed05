"""From a question to a replayed trace, as the tests ask for it."""

from __future__ import annotations

from concomp.obligations.smt.decode import decode
from concomp.obligations.smt.properties import Question
from concomp.obligations.smt.replay import Replay, replay
from concomp.obligations.smt.scalars import lower
from concomp.obligations.smt.unroll import search


def refute(question: Question, depth: int = 5) -> Replay | None:
    """The shortest violation of at most this length, replayed, or None if there is none."""
    lowered = lower(question.system)
    valuation = search(lowered.system, depth, lowered.tokens)
    return None if valuation is None else replay(question, decode(lowered, valuation))
