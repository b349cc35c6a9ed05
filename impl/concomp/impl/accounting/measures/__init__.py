"""Composition and conversion of Rényi, concentrated and f-differential privacy, rounded outward."""
