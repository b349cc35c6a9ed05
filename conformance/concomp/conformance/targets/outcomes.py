"""What a target raises instead of a result."""

from __future__ import annotations


class Refused(Exception):
    """Thrown by a target that refuses, as its documentation says; the text says why."""


class Unsupported(Exception):
    """Thrown by a target that has nothing like what it is asked for."""
