"""Optimal composition of a fixed list of privacy parameters: exact on a lattice, certified bounds elsewhere."""
