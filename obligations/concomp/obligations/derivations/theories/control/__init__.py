"""Proofs about control functions: how much more likely one world can still be made."""
