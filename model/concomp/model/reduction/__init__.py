"""Reductions: mechanisms made, by post-processing alone, from randomised responses."""
