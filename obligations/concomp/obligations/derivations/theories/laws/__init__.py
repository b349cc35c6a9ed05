"""Proofs about laws, sequences, and randomised responses that are asked adaptively."""
