"""Optimal composition of many losses without a common unit, by lines of integration in the complex plane."""
