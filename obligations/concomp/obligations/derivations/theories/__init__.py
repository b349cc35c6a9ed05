"""Proofs about laws, sequences, and the reduction of a mechanism to one randomised response."""
