"""Outcomes of responses whose losses have no common unit: listed, or brought to a grid and convolved."""
