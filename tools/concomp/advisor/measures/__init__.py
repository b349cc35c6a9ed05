"""Measures: plans whose losses are Rényi moments, concentrated, or trade-off functions."""
