"""Statements of Zhang24 that are derived in general, and not on families only."""
