"""What is told of a vector that a target did not pass."""

from __future__ import annotations

from collections.abc import Iterator

from concomp.conformance.runner.outcomes import Outcome


def heading(outcome: Outcome) -> str:
    """Which vector it is, what became of it and at what cost, and at which step."""
    cost = f" ({outcome.cost})" if outcome.cost else ""
    at = f" at step {outcome.step} of {len(outcome.vector.steps)}" if outcome.step else ""
    return f"{outcome.vector.id}: {outcome.verdict}{cost}{at}"


def told(outcome: Outcome, replay: str) -> Iterator[str]:
    """Why it matters, what is expected, by which statements, what came instead; replay: what puts it again."""
    yield outcome.vector.why
    yield f"by        {'; '.join(outcome.vector.statements)}"
    yield f"expected  {outcome.expected}"
    yield f"reported  {outcome.reported}"
    yield from (f"stderr    {line}" for line in outcome.errors.splitlines())
    yield f"replay    {replay}"
