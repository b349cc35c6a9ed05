"""Checks of HSV26 sections 4, 5 and 12: concurrent and parallel composition, and composition under a filter."""
