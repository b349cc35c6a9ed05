"""Proofs about simulators that do not use the bit while both worlds answer alike."""
