"""Proofs about composed systems: move by move on tapes, then in law, up to the composition theorems."""
