"""Proofs that a private mechanism is a post-processing of one randomised response."""
