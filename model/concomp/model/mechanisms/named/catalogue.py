"""The named mechanisms, by the names that files give them."""

from __future__ import annotations

from typing import Any

from concomp.model.mechanisms.interactive import Signal
from concomp.model.mechanisms.named.above_threshold import AboveThreshold
from concomp.model.mechanisms.named.releases import GeometricRelease, RandomisedResponse
from concomp.model.mechanisms.named.streams import BinaryTree, RunningCounter
from concomp.model.mechanisms.named.sums import RunningSum
from concomp.model.mechanisms.randomised_response import Exposure

NamedMechanism = GeometricRelease | RandomisedResponse | AboveThreshold | BinaryTree | RunningCounter | RunningSum
LAWS: dict[str, type[NamedMechanism]] = {
    "two_sided_geometric": GeometricRelease,
    "randomised_response": RandomisedResponse,
    "above_threshold": AboveThreshold,
    "binary_tree": BinaryTree,
    "running_counter": RunningCounter,
    "running_sum": RunningSum,
}


def answer_text(answer: Any) -> Any:
    """An answer of a named mechanism as files write it: text; a halt stays one."""
    if isinstance(answer, Signal):
        return answer
    if isinstance(answer, Exposure):
        return answer.value
    return " ".join(str(answer_text(part)) for part in answer) if isinstance(answer, tuple) else str(answer)
