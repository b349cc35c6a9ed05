"""Composition under trade-off functions: the reductions to responses, with pairs of laws in their place."""
