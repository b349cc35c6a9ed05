"""Statements of Haney23 that are derived in general, and not on families only."""
