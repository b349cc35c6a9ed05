"""What holds of all tests."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator

import pytest
from hypothesis import settings

# How long an example takes is a matter of the machine, and of what else runs on it.
settings.register_profile("any machine", deadline=None)
settings.load_profile("any machine")

# All the modules of tests lie in one process: to look through them for cycles as often as usual takes a tenth of it.
gc.set_threshold(50_000, 20, 100)


@pytest.fixture(autouse=True)
def _recursion_limit_stays() -> Iterator[None]:
    """No test leaves a deeper recursion behind, in which what is too deep for the next would end the process."""
    limit = sys.getrecursionlimit()
    yield
    left, _ = sys.getrecursionlimit(), sys.setrecursionlimit(limit)
    assert left == limit, f"the recursion limit was {limit} and is {left}: run what raises it in a process of its own"
