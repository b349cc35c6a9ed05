"""Mechanisms on data that depend on a secret: what they tell together, and the best one to add."""
