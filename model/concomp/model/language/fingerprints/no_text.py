"""What cannot be written."""

from __future__ import annotations


class NoText(ValueError):
    """Thrown for what has no text; with the remedy."""

    def __init__(self, reason: str, remedy: str) -> None:
        """Take what is so, and what to do instead."""
        super().__init__(reason)
        self.remedy = remedy
