"""Counters: running sums of a stream, with noise that is shared between steps."""
