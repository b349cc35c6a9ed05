"""Factorisations of the matrix of prefix sums."""
