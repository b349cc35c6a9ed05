"""Sections 13 and 14: Rényi divergence and trade-off functions in place of (ε,δ)."""
