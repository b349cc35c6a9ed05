"""From a question to a verdict: bounded search, invariants, controls."""
