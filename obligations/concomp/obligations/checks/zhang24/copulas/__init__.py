"""Checks of the Gaussian copula, and of noise that it makes dependent (Zhang24, Appendices G to I)."""
