"""Proofs about vectors of every length."""
