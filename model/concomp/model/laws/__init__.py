"""Finite laws with rational weights, and how far apart two of them are."""
