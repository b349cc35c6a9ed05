"""Stated invariants: as a stage of an attempt, and in the words of who states them."""
