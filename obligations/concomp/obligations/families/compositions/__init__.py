"""Compositions of small mechanisms, and the ways to value them exactly."""
