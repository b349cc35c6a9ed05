"""Proofs about what is told of data that depend on a secret: Zhang24."""
