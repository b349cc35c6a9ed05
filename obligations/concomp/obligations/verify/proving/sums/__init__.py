"""Proofs by sums over all indices: of which systems, and of what."""
