"""Proofs of statements for every length and every number of answers: a small kernel, and the proofs written in it."""
