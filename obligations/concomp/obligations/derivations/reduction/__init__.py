"""Proofs about the reduction of a mechanism to one randomised response: control functions, budgets, simulators."""
