"""Compositions at scale: mechanisms that last, declared compositions of them, and attacks that are replayed."""
