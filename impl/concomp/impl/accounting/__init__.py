"""Exact accounting: the optimal composition of a fixed list of privacy parameters."""
