"""Mutants of definitions, and what tells them from the original."""
