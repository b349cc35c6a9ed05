"""Proofs about sums over the answers that hold of any terms: functions that derive them anew, from trusted rules."""
