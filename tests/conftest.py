"""What holds of all tests."""

from __future__ import annotations

from hypothesis import settings

# How long an example takes is a matter of the machine, and of what else runs on it.
settings.register_profile("any machine", deadline=None)
settings.load_profile("any machine")
