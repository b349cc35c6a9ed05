"""Mechanisms on data that depend on a secret, fast: whole numbers over one denominator, floats rounded outward."""
